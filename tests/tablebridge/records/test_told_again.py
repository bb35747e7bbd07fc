"""A recorded evening told again has new ids, sequences, times and another table, and is the same game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tablebridge.records.recording import Header, Part, Vital
from tablebridge.records.told_again import ToldAgain
from tablebridge.release import PublicState, Released, ViolationFlag

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BEGAN = datetime(2027, 3, 1, 19, tzinfo=UTC)
HEADER = Header(title="", rulebook="riichi-common", session="5e55", began=NOON)


def again(after: int = 100, speed: float = 2.0) -> ToldAgain:
    return ToldAgain(HEADER, "hall-1", "f00d", after, BEGAN, speed)


def correction() -> Released:
    placed = {"id": "5e55-60.1", "after": "5e55-16", "instead": "5e55-17", "event": {"type": "draw", "tile": "5p"}}
    return Released(
        id="5e55-60",
        sequence=60,
        type="correction",
        table="recorded",
        hand=2,
        data={"type": "correction", "replaces": ["5e55-17"], "events": [placed], "points": [25000] * 4, "cause": "x"},
        captured_at=NOON + timedelta(seconds=30),
        released_at=NOON + timedelta(seconds=31),
    )


def flag() -> ViolationFlag:
    return ViolationFlag(
        id="5e55-17.RL-F01.wrong_meld.A",
        table="recorded",
        clause="RL-F01",
        name="wrong_meld",
        seat="A",
        text="",
        proposed_penalty="",
        hand=0,
        event="5e55-17",
        captured_at=NOON + timedelta(seconds=4),
        confidence=1.0,
        status="pending",
        penalty_applied=False,
    )


def test_an_event_and_what_it_names_go_on_behind_what_was_told() -> None:
    now = BEGAN + timedelta(seconds=15.5)
    told = again().told(correction(), now)
    assert isinstance(told, Released)
    assert (told.id, told.sequence, told.table, told.hand) == ("f00d-160", 160, "hall-1", 2)
    assert told.data["replaces"] == ["f00d-117"]
    assert told.data["events"] == [
        {"id": "f00d-160.1", "after": "f00d-116", "instead": "f00d-117", "event": {"type": "draw", "tile": "5p"}}
    ]
    assert told.data["points"] == [25000] * 4
    assert told.released_at == now
    assert told.captured_at == BEGAN + timedelta(seconds=15)


@pytest.mark.parametrize(
    ("speed", "late_s", "captured_s"),
    [(1.0, 31.0, 30.0), (2.0, 15.5, 15.0), (60.0, 0.6, 0.5), (0.0, 0.01, 0.01), (1.0, 29.0, 29.0)],
    ids=["real time", "twice as fast", "fast", "as fast as it goes", "never seen after it is told"],
)
def test_times_are_those_of_this_time(speed: float, late_s: float, captured_s: float) -> None:
    told = again(speed=speed).told(correction(), BEGAN + timedelta(seconds=late_s))
    assert isinstance(told, Released)
    assert told.captured_at == BEGAN + timedelta(seconds=captured_s)


def test_a_flag_lies_on_the_event_as_it_is_called_now() -> None:
    told = again().told(flag(), BEGAN + timedelta(seconds=9))
    assert isinstance(told, ViolationFlag)
    assert (told.id, told.event, told.table) == ("f00d-117.RL-F01.wrong_meld.A", "f00d-117", "hall-1")
    assert told.captured_at == BEGAN + timedelta(seconds=2)


@pytest.mark.parametrize(("before", "now"), [(0, 100), (7, 107)])
def test_a_state_is_that_of_the_table(before: int, now: int) -> None:
    state = PublicState(table="recorded", rulebook="riichi-common", sequence=before, phase="idle")
    assert again().told(state, BEGAN) == PublicState(
        table="hall-1", rulebook="riichi-common", sequence=now, phase="idle"
    )


@pytest.mark.parametrize("told", [Part("link", {"status": "online"}), Vital({"frames": 3})])
def test_the_rest_is_told_as_it_was(told: Part | Vital) -> None:
    assert again().told(told, BEGAN) is told
