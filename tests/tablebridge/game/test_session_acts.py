"""A session with its decoder, its watch and its journal, when the referee acts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.flag import FlagState
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge.game.referee.clause_watch import Noticed
from tablebridge.game.ruling import (
    AcceptFlag,
    ConfirmTable,
    EnterEvent,
    RemoveEvent,
    ReplaceEvent,
    ResumeHand,
    VoidHand,
)
from tablebridge.game.session import GameSession
from tablebridge.observation import Evidence, Observation, ReadTile, RiverTileGone, RiverTileSeen, Witness
from tablebridge_rules.event import Dealt, DiceRolled, Discarded, Drawn, HandEvent, HandStarted, WallBuilt, Won
from tablebridge_rules.fact import RiverLaid
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.refereed import RefereedTable

A, B, C, D = Seat
BOOK = read_rulebook("riichi-mjnet-2005")
PLAYED: list[HandEvent] = [
    HandStarted(0, Wind.EAST, A, 0, 0, (25000,) * 4),
    WallBuilt((17,) * 4),
    DiceRolled(A, (3, 4)),
    Dealt(Tile.parse("9m")),
    *(
        event
        for seat, name in ((A, "1m"), (B, "2m"), (C, "3m"))
        for event in (Drawn(seat), Discarded(seat, Tile.parse(name)))
    ),
]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    """In the middle of a hand, taken up from its journal, in which C has drawn early once."""
    table = RefereedTable(BOOK, tmp_path)
    table.tell([*PLAYED[:5], Drawn(C), *PLAYED[5:]])
    table.journal.close()
    with Journal(tmp_path / "t1.sqlite", "t1", now=NOON) as journal:
        yield GameSession("t1", BOOK, journal)


def discards(session: GameSession) -> list[str]:
    return [entry.id for entry in session.game.entries if entry.type == "discard"]


def seen(seat: Seat, slot: int, name: str, at_ms: float) -> Observation:
    sighting = RiverTileSeen(seat, slot, ReadTile(name, 1.0), sideways=False)
    return Observation(Witness.CAMERA, at_ms, NOON + timedelta(milliseconds=at_ms), sighting)


def test_what_the_rules_find_is_flagged_and_not_public(session: GameSession) -> None:
    (flag,) = [flag for flag in session.flags if flag.name == "early_draw"]
    assert flag in session.changed_flags()
    assert session.changed_flags() == []
    assert session.state.seats["C"].points == 25000
    session.act(AcceptFlag(flag.id), "Lin")
    assert [one.state for one in session.changed_flags()] == [FlagState.ACCEPTED]
    assert session.state.seats["C"].points == 24000


def test_the_decoder_goes_on_from_the_corrected_hand(session: GameSession) -> None:
    session.tick(60_000.0)
    (entry,) = session.act(ReplaceEvent(discards(session)[-1], Discarded(C, Tile.parse("7z"))), "Lin")
    assert entry.captured_at > NOON
    told = session.feed(seen(D, 0, "5s", 61_000.0))
    for at_ms in range(61_500, 70_000, 500):
        told += session.tick(float(at_ms))
    assert [(one.type, one.event) for one in told] == [("draw", Drawn(D)), ("discard", Discarded(D, Tile.parse("5s")))]
    assert [one.tile for one in session.state.seats["C"].river] == ["7z"]
    assert session.out_of_step is None


def test_the_moment_of_an_act_is_that_of_the_table(session: GameSession) -> None:
    session.feed(seen(D, 0, "5s", 100_000.0))
    session.tick(130_000.0)
    (entry,) = session.act(RemoveEvent(discards(session)[0]), "Lin")
    assert (entry.at_ms, entry.captured_at) == (130_000.0, NOON + timedelta(seconds=130))


def test_a_table_that_is_confirmed_is_in_step_again(session: GameSession) -> None:
    session.tick(60_000.0)
    session.feed(Observation(Witness.CAMERA, 61_000.0, NOON + timedelta(seconds=61), RiverTileGone(C, 0)))
    for at_ms in range(62_000, 122_000, 2000):
        session.tick(float(at_ms))
    assert session.out_of_step is not None
    assert session.act(ConfirmTable("it lies there again"), "Lin") == []
    session.tick(123_000.0)
    assert session.out_of_step is None


def test_a_hand_voided_and_resumed_is_followed_again(session: GameSession) -> None:
    before = session.state
    session.act(VoidHand("the wall fell"), "Lin")
    assert session.state.phase == "building"
    session.act(ResumeHand(), "Lin")
    assert session.state.seats == before.seats
    assert session.out_of_step is None


def test_before_the_first_hand_there_is_nothing_to_act_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "t1.sqlite", "t1", now=NOON) as journal:
        session = GameSession("t1", BOOK, journal)
        with pytest.raises(UsageError, match="no game has begun"):
            session.act(EnterEvent(Drawn(A)), "Lin")
        assert session.report()["hands"] == []


def test_an_act_that_cannot_be_written_changes_nothing(session: GameSession, tmp_path: Path) -> None:
    entries, flags, state = session.game.entries, session.flags, session.state
    with closing(sqlite3.connect(tmp_path / "t1.sqlite")) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON notes BEGIN SELECT RAISE(FAIL, 'x'); END")
        other.commit()
        with pytest.raises((JournalUnwritable, sqlite3.Error)):
            session.act(RemoveEvent(discards(session)[0]), "Lin")
        other.execute("DROP TRIGGER full")
        other.commit()
    assert (session.game.entries, session.flags, session.state) == (entries, flags, state)
    session.act(RemoveEvent(discards(session)[0]), "Lin")
    assert session.game.entries != entries


def test_the_report_has_hands_standings_flags_and_acts(session: GameSession) -> None:
    flag = next(flag for flag in session.flags if flag.name == "early_draw")
    session.act(AcceptFlag(flag.id, "clear"), "Lin")
    report = session.report()
    assert (report["table"], report["game"], report["rulebook"], report["over"]) == ("t1", 1, BOOK.name, False)
    assert report["points"] == {"A": 25000, "B": 25000, "C": 24000, "D": 25000}
    assert [one["place"] for one in report["standings"]] == [1, 2, 3, 4]
    assert report["standings"][-1]["seat"] == "C"
    assert [hand["dealer"] for hand in report["hands"]] == ["A"]
    assert [one["state"] for one in report["flags"] if one["id"] == flag.id] == ["accepted"]
    assert [one["flag"] for one in report["penalties"]] == [flag.id]
    (act,) = report["acts"]
    assert (act["by"], act["act"]["type"]) == ("Lin", "accept_flag")


def test_what_only_the_decoders_own_fold_finds_is_no_flag(tmp_path: Path) -> None:
    """C drew early, which nobody has ruled on: to the decoder its hand is dead, and its win a false one."""
    league = read_rulebook("riichi-league-tw")
    table = RefereedTable(league, tmp_path)
    table.tell([*PLAYED[:5], Drawn(C), *PLAYED[5:], Drawn(D), Discarded(D, Tile.parse("4p"))])
    won = Won(C, Tile.parse("4p"), parse_tiles("123m456m789s23p99s"), D)
    false = Violation("RL-F09", "false_win", C, "C has a dead hand: the win does not stand", "mangan")
    decoded = DecodedEvent(won, 60_000.0, NOON, 1.0, (Witness.CAMERA,), (), ("RL-F09",), (false,))
    (entry,) = table.record.append([decoded])
    assert entry.clauses == ()
    assert "false_win" not in [flag.name for flag in table.flags]
    table.act(AcceptFlag(next(flag.id for flag in table.flags if flag.name == "early_draw")))
    assert "false_win" in [flag.name for flag in table.flags]
    table.journal.close()


def test_what_the_watch_notices_is_flagged_on_the_newest_act(tmp_path: Path) -> None:
    table = RefereedTable(BOOK, tmp_path)
    table.tell(PLAYED)
    laid = Violation("RM-C01", "meld_order", B, "B's meld lies wrongly")
    noticed = Noticed(
        violation=laid,
        fact=RiverLaid(B, (6,)),
        at_ms=50_000.0,
        captured_at=NOON + timedelta(seconds=50),
        confidence=0.8,
        evidence=(Evidence("frame", "812"),),
    )
    assert table.record.append([noticed]) == []
    (flag,) = table.record.changed_flags()
    assert (flag.clause, flag.witnessed, flag.event_id) == ("RM-C01", True, table.entries[-1].id)
    assert (flag.at_ms, flag.confidence, flag.evidence) == (50_000.0, 0.8, noticed.evidence)
    assert table.record.append([noticed]) == []
    assert table.record.changed_flags() == []
    table.restart()
    assert table.flags == (flag,)
    table.journal.close()
