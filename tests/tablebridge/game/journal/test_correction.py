"""Corrections: what was told otherwise, what follows from it, and what everybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.game.flag import FlagState
from tablebridge.game.journal.correction import Cause, Correction
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.ruling_event import Decision, PenaltyRevoked, Ruling
from tablebridge.game.ruling import (
    AcceptFlag,
    ApplyPenalty,
    EnterEvent,
    InsertEvent,
    RefereeAct,
    RemoveEvent,
    ReplaceEvent,
    ResumeHand,
    VoidHand,
)
from tablebridge.observation import Witness
from tablebridge_rules.event import (
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    HandEvent,
    HandStarted,
    Settled,
    VoidSuitDeclared,
    WallBuilt,
    Won,
)
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Suit, Tile
from tests.tablebridge.game.refereed import RefereedTable

A, B, C, D = Seat
BOOK = read_rulebook("riichi-common")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000,) * 4)


def tile(name: str) -> Tile:
    return Tile.parse(name)


def turns(*discards: tuple[Seat, str]) -> list[HandEvent]:
    return [event for seat, name in discards for event in (Drawn(seat), Discarded(seat, tile(name)))]


OPENING: list[HandEvent] = [STARTED, WallBuilt((17,) * 4), DiceRolled(A, (3, 4)), Dealt(tile("9m"))]
PLAYED = [*OPENING, *turns((A, "1m"), (B, "2m"), (C, "5m"), (D, "4z"))]
"""East's four first turns; the last discard is D's north."""
WIN_B = Won(B, tile("4z"), parse_tiles("123456789s44z55z"), D)
WIN_C = Won(C, tile("4z"), parse_tiles("123456789s44z55z"), D)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RefereedTable]:
    made = RefereedTable(BOOK, tmp_path)
    yield made
    made.journal.close()


def finished(table: RefereedTable, won: Won = WIN_B) -> None:
    """A hand with its win and settlement, and the beginning of the next."""
    table.tell([*PLAYED, won])
    table.tell([Settled((0,) * 4, (0,) * 4, 0)])
    table.tell([HandStarted(1, Wind.EAST, B, 0, 0, (25000,) * 4)])


def ids(table: RefereedTable, kind: str) -> list[str]:
    return [entry.id for entry in table.entries if entry.type == kind]


def correction_in(entries: list[JournalEntry]) -> Correction:
    (found,) = [entry.event for entry in entries if isinstance(entry.event, Correction)]
    return found


def test_a_discard_is_replaced_where_it_lay(table: RefereedTable) -> None:
    table.tell(PLAYED)
    wrong, before = ids(table, "discard")[2], ids(table, "draw")[2]
    (entry,) = table.act(ReplaceEvent(wrong, Discarded(C, tile("0m"))))
    told = correction_in([entry])
    assert (told.cause, told.replaces) == (Cause.CORRECTED, (wrong,))
    (placed,) = told.events
    assert (placed.id, placed.after, placed.instead, placed.by_referee) == (f"{entry.id}.1", before, wrong, True)
    assert [discard.tile for discard in table.state.seats["C"].river] == ["0m"]
    new = table.record.game.told[table.record.game.find(placed.id) or 0].entry
    old = table.record.game.gone(wrong)
    assert old is not None
    assert (new.at_ms, new.captured_at, new.evidence) == (old.at_ms, old.captured_at, old.evidence)
    assert (new.witnesses, new.confidence, new.sequence) == ((Witness.REFEREE,), 1.0, entry.sequence)


def test_the_settlement_and_the_next_hand_follow_a_corrected_win(table: RefereedTable) -> None:
    finished(table)
    assert table.points == (25000, 33000, 25000, 17000)
    replaced = [ids(table, "win")[0], ids(table, "settled")[0], ids(table, "hand_started")[1]]
    told = correction_in(table.act(ReplaceEvent(replaced[0], WIN_C)))
    assert list(told.replaces) == replaced
    assert [type(placed.event) for placed in told.events] == [Won, Settled, HandStarted]
    assert told.points == table.points == table.state.began_with == (25000, 25000, 33000, 17000)
    settled = next(entry for entry in table.entries if entry.type == "settled")
    assert settled.witnesses == (Witness.CAMERA,)
    assert settled.clauses


def test_a_hand_without_its_win_is_not_settled(table: RefereedTable) -> None:
    finished(table)
    told = correction_in(table.act(RemoveEvent(ids(table, "win")[0])))
    assert len(told.replaces) == 3
    assert [type(placed.event) for placed in told.events] == [HandStarted]
    assert ids(table, "settled") == []
    assert table.points == (25000,) * 4


def test_a_win_that_nobody_told_gets_its_settlement(table: RefereedTable) -> None:
    table.tell([*PLAYED, HandStarted(1, Wind.EAST, B, 0, 0, (25000,) * 4)])
    told = correction_in(table.act(InsertEvent(ids(table, "discard")[3], WIN_B)))
    assert [type(placed.event) for placed in told.events] == [Won, Settled, HandStarted]
    assert [placed.after for placed in told.events] == [
        ids(table, "discard")[3],
        ids(table, "win")[0],
        ids(table, "settled")[0],
    ]
    assert table.points == (25000, 33000, 25000, 17000)


def test_who_really_dealt_stays_though_the_rules_would_have_another(table: RefereedTable) -> None:
    finished(table)
    table.act(ReplaceEvent(ids(table, "win")[0], Won(A, tile("4z"), parse_tiles("123456789s44z55z"), D)))
    started = table.entries[-1].event
    assert isinstance(started, HandStarted)
    assert (started.dealer, started.honba, started.points) == (B, 0, (37000, 25000, 25000, 13000))


def test_a_settlement_by_the_referees_hand_stays_when_the_hand_is_corrected(table: RefereedTable) -> None:
    finished(table)
    table.act(ReplaceEvent(ids(table, "settled")[0], Settled((-1000, 3000, -1000, -1000), (0,) * 4, 0)))
    assert table.points == (24000, 28000, 24000, 24000)
    table.act(ReplaceEvent(ids(table, "discard")[0], Discarded(A, tile("3m"))))
    assert table.points == (24000, 28000, 24000, 24000)


def test_flags_are_raised_and_withdrawn_as_the_game_is_told(table: RefereedTable) -> None:
    table.tell(PLAYED)
    (entry,) = table.act(RemoveEvent(ids(table, "draw")[1]))
    assert ("RC-T01", B, ids(table, "discard")[1]) in [(flag.clause, flag.seat, flag.event_id) for flag in table.flags]
    assert {flag.state for flag in table.flags} == {FlagState.PENDING}
    table.act(InsertEvent(ids(table, "discard")[0], Drawn(B)))
    assert {flag.state for flag in table.flags} == {FlagState.WITHDRAWN}
    assert correction_in([entry]).points == (25000,) * 4


def test_what_was_ruled_on_an_event_that_never_happened_is_taken_back(table: RefereedTable) -> None:
    table.tell([*PLAYED, Drawn(C)])
    (flag,) = table.flags
    table.act(AcceptFlag(flag.id, apply=False))
    table.act(ApplyPenalty(flag.id, (3000, 0, -3000, 0)))
    assert table.points == (28000, 25000, 22000, 25000)
    told = table.act(RemoveEvent(flag.event_id))
    assert [entry.type for entry in told] == ["correction", "ruling", "penalty_revoked"]
    _, ruling, revoked = (entry.event for entry in told)
    assert isinstance(ruling, Ruling)
    assert ruling.decision is Decision.OVERRULED
    assert isinstance(revoked, PenaltyRevoked)
    assert revoked.points == table.points == (25000,) * 4
    (flag,) = table.flags
    assert (flag.state, flag.penalty) == (FlagState.WITHDRAWN, None)


def test_a_call_or_a_win_is_entered_by_hand(table: RefereedTable) -> None:
    table.tell(PLAYED)
    (entry,) = table.act(EnterEvent(WIN_B))
    assert (entry.type, entry.witnesses, entry.event) == ("win", (Witness.REFEREE,), WIN_B)
    (settled,) = table.tell([Settled((0,) * 4, (0,) * 4, 0)])
    assert settled.event == Settled((0, 8000, 0, -8000), (25000, 33000, 25000, 17000), 0)


def test_a_void_hand_is_at_its_beginning_and_may_be_resumed(table: RefereedTable) -> None:
    table.tell(PLAYED)
    state, entries = table.state, table.entries
    told = correction_in(table.act(VoidHand("the wall fell")))
    assert (told.cause, told.replaces, told.events) == (
        Cause.HAND_VOIDED,
        tuple(entry.id for entry in entries[1:]),
        (),
    )
    assert table.entries == entries[:1]
    assert table.state.phase == "building"
    told = correction_in(table.act(ResumeHand()))
    assert (told.cause, told.replaces) == (Cause.HAND_RESUMED, ())
    assert table.entries == entries
    assert table.state.seats == state.seats
    with pytest.raises(UsageError, match="no hand was voided"):
        table.act(ResumeHand())


def test_a_void_hand_is_dealt_again_and_not_resumed_then(table: RefereedTable) -> None:
    table.tell(PLAYED)
    table.act(VoidHand())
    table.tell([WallBuilt((17,) * 4)])
    with pytest.raises(UsageError, match="another act has followed"):
        table.act(ResumeHand())
    table.tell(OPENING[2:])
    assert table.state.phase == "playing"
    assert [discard.tile for discard in table.state.seats["A"].river] == []


def test_a_penalty_outlives_the_hand_that_is_voided(table: RefereedTable) -> None:
    table.tell([*PLAYED, Drawn(C)])
    table.act(AcceptFlag(table.flags[0].id, apply=False))
    table.act(ApplyPenalty(table.flags[0].id, (1000, 1000, -3000, 1000)))
    table.act(VoidHand())
    assert table.points == (26000, 26000, 22000, 26000)
    assert table.flags[0].state is FlagState.ACCEPTED


@pytest.mark.parametrize(
    ("act", "says"),
    [
        pytest.param(lambda t: RemoveEvent("5e55-99"), "no such event in this game: 5e55-99", id="unknown event"),
        pytest.param(lambda t: RemoveEvent(ids(t, "hand_started")[0]), "without its beginning", id="hand's beginning"),
        pytest.param(lambda t: RemoveEvent(ids(t, "settled")[0]), "follows from the hand", id="settlement removed"),
        pytest.param(lambda t: ReplaceEvent(ids(t, "draw")[0], Drawn(A)), "nothing changes", id="the same event"),
        pytest.param(lambda t: ReplaceEvent(ids(t, "draw")[0], STARTED), "stays one", id="a beginning for a draw"),
        pytest.param(lambda t: ReplaceEvent(ids(t, "hand_started")[0], Drawn(A)), "stays one", id="draw for beginning"),
        pytest.param(lambda t: InsertEvent(ids(t, "draw")[0], STARTED), "between others", id="hand inserted"),
        pytest.param(
            lambda t: InsertEvent(ids(t, "draw")[0], VoidSuitDeclared(A, Suit.DOTS)),
            "no event of a riichi hand",
            id="another tradition's event",
        ),
        pytest.param(
            lambda t: InsertEvent(ids(t, "settled")[0], Settled((0,) * 4, (0,) * 4, 0)), "nothing", id="settled twice"
        ),
        pytest.param(
            lambda t: ReplaceEvent(ids(t, "settled")[0], Settled((1000, 0, 0, 0), (0,) * 4, 0)),
            "does not sum to zero",
            id="points from nowhere",
        ),
        pytest.param(lambda t: EnterEvent(STARTED), "no hand is in play", id="a beginning entered"),
        pytest.param(lambda t: EnterEvent(VoidSuitDeclared(A, Suit.DOTS)), "cannot be told", id="foreign act entered"),
        pytest.param(lambda t: VoidHand(), "no hand is in play", id="nothing to void"),
        pytest.param(lambda t: ResumeHand(), "no hand was voided", id="nothing to resume"),
    ],
)
def test_an_impossible_correction_says_why_and_changes_nothing(
    table: RefereedTable, act: Callable[[RefereedTable], RefereeAct], says: str
) -> None:
    finished(table)
    before = (table.journal.last_sequence, table.entries, table.state)
    with pytest.raises(UsageError, match=says):
        table.act(act(table))
    assert (table.journal.last_sequence, table.entries, table.state) == before


def test_an_event_that_was_replaced_is_not_there_to_be_corrected(table: RefereedTable) -> None:
    table.tell(PLAYED)
    old = ids(table, "discard")[0]
    table.act(ReplaceEvent(old, Discarded(A, tile("9s"))))
    with pytest.raises(UsageError, match="does not count any more"):
        table.act(RemoveEvent(old))


def test_a_penalty_is_revoked_and_not_corrected(table: RefereedTable) -> None:
    table.tell([*PLAYED, Drawn(C)])
    table.act(AcceptFlag(table.flags[0].id, apply=False))
    (entry,) = table.act(ApplyPenalty(table.flags[0].id, (1000, 0, -1000, 0)))
    with pytest.raises(UsageError, match="revoke the penalty"):
        table.act(RemoveEvent(entry.id))


def test_a_restart_in_the_middle_takes_up_the_corrected_game(table: RefereedTable) -> None:
    finished(table)
    table.act(ReplaceEvent(ids(table, "win")[0], WIN_C))
    entries, state, flags = table.entries, table.state, table.flags
    table.restart()
    assert (table.entries, table.state, table.flags) == (entries, state, flags)
    assert table.points == (25000, 25000, 33000, 17000)
