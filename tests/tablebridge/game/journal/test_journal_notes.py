"""What the journal keeps for the referee, and events that a referee made, to disk and back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.flag import AppliedPenalty, Flag, FlagState, flag_id
from tablebridge.game.journal.correction import Cause, Correction, Placed
from tablebridge.game.journal.entry import RuledEvent
from tablebridge.game.journal.event import RefereeEvent, decode, document, encode
from tablebridge.game.journal.journal import SCHEMA_VERSION, Journal
from tablebridge.game.journal.note import ActNote, body_from_text, body_to_text
from tablebridge.game.journal.ruling_data import TableEventData
from tablebridge.game.journal.ruling_event import Decision, PenaltyApplied, PenaltyRevoked, Ruling
from tablebridge.game.ruling import (
    AcceptFlag,
    ApplyPenalty,
    ConfirmTable,
    DeferFlag,
    EnterEvent,
    InsertEvent,
    OverruleFlag,
    RaiseFlag,
    RefereeAct,
    RemoveEvent,
    ReplaceEvent,
    ResumeHand,
    RevokePenalty,
    VoidHand,
    act_from_json,
    act_to_json,
)
from tablebridge.observation import Evidence
from tablebridge_rules.event import Discarded, Settled
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tests.tablebridge.game.observations_of import NOON

DISCARD = Discarded(Seat.C, Tile.parse("0m"))
VIOLATION = Violation("RL-T01", "turn_order", Seat.B, "B discarded out of turn", "warning")
FLAG = Flag(
    id=flag_id("5e55-17", VIOLATION),
    clause="RL-T01",
    name="turn_order",
    seat=Seat.B,
    text=VIOLATION.text,
    proposed_penalty="warning",
    game=1,
    hand=2,
    event_id="5e55-17",
    sequence=17,
    at_ms=1234.5,
    captured_at=NOON,
    confidence=0.75,
    evidence=(Evidence("frame", "812"),),
    state=FlagState.ACCEPTED,
    reason="clear",
    by="Lin",
    penalty=AppliedPenalty(id="5e55-19", by_rules=False, delta=(1000, -1000, 0, 0), violation_points=1),
)
EVENTS: dict[str, RefereeEvent] = {
    "correction": Correction(
        Cause.CORRECTED,
        ("5e55-17",),
        (
            Placed("5e55-60.1", "5e55-16", DISCARD, "5e55-17", by_referee=True),
            Placed("5e55-60.2", "5e55-60.1", Settled((0,) * 4, (25000,) * 4, 0), clauses=("RL-X01",)),
        ),
        (25000,) * 4,
    ),
    "ruling": Ruling(FLAG.id, "5e55-17", "RL-T01", None, Decision.OVERRULED),
    "penalty_applied": PenaltyApplied(
        FLAG.id,
        "5e55-17",
        "RL-T01",
        "turn_order",
        Seat.B,
        VIOLATION.text,
        "warning",
        True,
        False,
        (0,) * 4,
        1,
        (1,) * 4,
    ),
    "penalty_revoked": PenaltyRevoked("5e55-19", FLAG.id, "RL-T01", Seat.B, (25000,) * 4),
}
ACTS: list[RefereeAct] = [
    AcceptFlag("F", "clear", apply=False),
    OverruleFlag("F", "no"),
    DeferFlag("F"),
    RaiseFlag("RL-T01", None, "heard", "5e55-17", "warning"),
    ApplyPenalty("F", (3, -1, -1, -1), 2, "as agreed"),
    RevokePenalty("F"),
    ReplaceEvent("5e55-17", DISCARD),
    RemoveEvent("5e55-17"),
    InsertEvent("5e55-16", DISCARD, "seen"),
    EnterEvent(DISCARD),
    VoidHand("the wall fell"),
    ResumeHand(),
    ConfirmTable(),
]


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_a_referees_event_survives_the_journal_and_is_what_its_schema_says(event: RefereeEvent) -> None:
    assert decode(encode(event)) == event
    published = msgspec.convert(document(event), TableEventData)
    assert msgspec.json.decode(msgspec.json.encode(published)) == document(event)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.TYPE)
def test_an_act_survives_the_journal(act: RefereeAct) -> None:
    assert act_from_json(act_to_json(act)) == act
    note = ActNote("Lin", act, ("5e55-20",))
    assert body_from_text(*body_to_text(note)) == note


@given(reason=st.text(), confidence=st.floats(0, 1), state=st.sampled_from(FlagState))
def test_a_flag_survives_the_journal(reason: str, confidence: float, state: FlagState) -> None:
    flag = msgspec.convert(msgspec.to_builtins(FLAG) | {"reason": reason, "confidence": confidence}, Flag)
    assert body_from_text(*body_to_text(flag)) == flag
    assert flag.violation == VIOLATION
    assert FLAG.state is FlagState.ACCEPTED
    assert state.open == (state in (FlagState.PENDING, FlagState.DEFERRED))


def test_notes_have_a_count_of_their_own_and_take_none_of_the_public_one(tmp_path: Path) -> None:
    with Journal(tmp_path / "t1.db", "t1", now=NOON, session="5e55") as journal:
        journal.begin_game("riichi-league-tw", NOON)
        event = RuledEvent(EVENTS["ruling"], 0.0, NOON)
        (first,) = journal.append([event], notes=[FLAG])
        assert journal.append([], notes=[FLAG, ActNote("Lin", ACTS[0])], at=NOON + timedelta(minutes=1)) == []
        (second,) = journal.append([event])
        assert (first.sequence, second.sequence) == (1, 2)
        assert journal.next_id() == "5e55-3"
        notes = journal.notes()
        assert [(note.number, note.game, note.after) for note in notes] == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
        assert [note.at - NOON for note in notes] == [timedelta(), timedelta(minutes=1), timedelta(minutes=1)]
        assert [note.body for note in notes] == [FLAG, FLAG, ActNote("Lin", ACTS[0])]
        assert journal.notes(after=2) == notes[2:]
        assert journal.notes(game=2) == []


def test_a_journal_of_the_first_version_is_read_and_gets_room_for_notes(tmp_path: Path) -> None:
    path = tmp_path / "t1.db"
    script = resources.files("tablebridge.game.journal").joinpath("schemas", "1.sql").read_text("utf-8")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(script)
        old.executescript(
            f"PRAGMA application_id = {0x54424A31}; PRAGMA user_version = 1;"
            f"INSERT INTO journal VALUES (1, 't1', '5e55', '{NOON.isoformat()}');"
            f"INSERT INTO games VALUES (1, 'riichi-league-tw', '{NOON.isoformat()}');"
        )
    with Journal(path, "t1", now=NOON) as journal:
        assert (journal.game, journal.session, journal.notes()) == (1, "5e55", [])
        journal.append([], notes=[FLAG], at=NOON)
        assert [note.body for note in journal.notes()] == [FLAG]
    with closing(sqlite3.connect(path)) as new:
        assert new.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
