"""A published sequence against the truth: every event is right, missing or extra, never two of these."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.records.against_truth import Heard, TruthRow, compare

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def discard(seat: str, tile: str, hand: int = 0) -> dict[str, Any]:
    return {"hand": hand, "type": "discard", "seat": seat, "tile": tile, "sideways": False}


def truth(*facts: dict[str, Any]) -> list[TruthRow]:
    return [TruthRow(one, NOON) for one in facts]


def heard(*facts: dict[str, Any], after_ms: float = 400) -> list[Heard]:
    return [Heard(one, NOON + timedelta(milliseconds=after_ms)) for one in facts]


ONE, TWO, THREE = discard("A", "1m"), discard("B", "2m"), discard("C", "3m")


@pytest.mark.parametrize(
    ("published", "right", "missing", "extra"),
    [
        ([ONE, TWO, THREE], 3, 0, 0),
        ([ONE, THREE], 2, 1, 0),
        ([ONE, TWO, TWO, THREE], 3, 0, 1),
        ([ONE, discard("B", "9p"), THREE], 2, 1, 1),
        ([TWO, ONE, THREE], 2, 1, 1),
        ([ONE | {"sideways": True}, TWO, THREE], 2, 1, 1),
        ([], 0, 3, 0),
    ],
    ids=["all right", "one missing", "one twice", "misread", "swapped", "turned wrongly", "nothing heard"],
)
def test_counts(published: list[dict[str, Any]], right: int, missing: int, extra: int) -> None:
    found = compare(truth(ONE, TWO, THREE), heard(*published))
    assert (found.right, found.missing, found.extra) == (right, missing, extra)
    assert len(found.differences) == missing + extra


def test_the_tiles_of_a_call_count_in_any_order_but_the_discarder_does_count() -> None:
    chi = {"hand": 0, "type": "chi", "seat": "B", "tile": "3s", "tiles": ["3s", "1s", "2s"], "from_seat": "A"}
    assert compare(truth(chi), heard(chi | {"tiles": ["1s", "2s", "3s"]})).right == 1
    assert compare(truth(chi), heard(chi | {"from_seat": "C"})).right == 0


def test_only_hands_without_any_difference_are_whole() -> None:
    other = discard("A", "5p", hand=1)
    assert compare(truth(ONE, other), heard(ONE, other)).hands_whole == 2
    assert compare(truth(ONE, other), heard(ONE)).hands_whole == 1
    assert compare(truth(ONE, other), heard(ONE, other, discard("B", "1z", hand=1))).hands_whole == 1


@pytest.mark.parametrize(("after_ms", "scale", "late"), [(400, 1, 0), (4000, 1, 0), (4000, 2, 1), (6000, 1, 1)])
def test_late_is_reckoned_in_table_time(after_ms: float, scale: float, late: int) -> None:
    found = compare(truth(ONE), heard(ONE, after_ms=after_ms), time_scale=scale)
    assert (found.right, found.late, found.percentile_ms(0.5)) == (1, late, after_ms)


def test_nothing_timed_gives_no_percentile() -> None:
    assert compare([TruthRow(ONE)], heard(ONE)).percentile_ms(0.95) is None


@given(st.lists(st.sampled_from("123456")), st.lists(st.sampled_from("123456")))
def test_every_event_is_counted_once(first: list[str], second: list[str]) -> None:
    found = compare(
        truth(*(discard("A", f"{rank}m") for rank in first)), heard(*(discard("A", f"{rank}m") for rank in second))
    )
    assert found.right + found.missing == len(first)
    assert found.right + found.extra == len(second)


def violation(clause: str, seat: str | None, hand: int = 0) -> dict[str, Any]:
    return {"hand": hand, "type": "violation", "clause": clause, "seat": seat}


FOUL = violation("RL-F06", "B")


def test_a_foul_of_the_script_is_no_event() -> None:
    found = compare(truth(ONE, FOUL), heard(ONE))
    assert (found.expected, found.right, found.missing, found.scripted) == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("told", "found", "alarms"),
    [
        pytest.param([FOUL], 1, 0, id="clause and seat"),
        pytest.param([], 0, 0, id="nothing"),
        pytest.param([violation("RL-F06", "C")], 0, 1, id="another seat"),
        pytest.param([violation("RL-T01", "B")], 0, 0, id="another clause"),
        pytest.param([FOUL, violation("RL-T01", "B")], 1, 0, id="two clauses broken by one act"),
        pytest.param([FOUL, FOUL, violation("RL-F06", "B", hand=1)], 1, 1, id="in a hand without any"),
        pytest.param([FOUL, violation("RL-F07", None)], 1, 1, id="nobody's"),
    ],
)
def test_fouls_found_and_false_alarms(told: list[dict[str, Any]], found: int, alarms: int) -> None:
    other = discard("A", "5p", hand=1)
    result = compare(truth(ONE, FOUL, other), heard(ONE, *told, other))
    assert (result.scripted, result.found, result.false_alarms) == (1, found, alarms)
    assert (result.missing, result.extra, result.hands_whole) == (0, 0, 2)
    assert len(result.differences) == 1 - found + alarms


def test_what_is_told_of_anybody_may_be_a_foul_that_no_seat_is_named_for() -> None:
    result = compare(truth(ONE, violation("SC-R10", None)), heard(ONE, violation("SC-R10", "A")))
    assert (result.found, result.false_alarms) == (0, 0)


def test_a_second_game_is_not_the_first_again() -> None:
    start = {"hand": 0, "type": "hand_started", "dealer": "A", "round_wind": "east"}
    both = truth(start, ONE, start, TWO)
    found = compare(both, heard(start, ONE, start, TWO))
    assert (found.hands, found.hands_whole, found.right) == (2, 2, 4)
    found = compare(both, heard(start, ONE, start))
    assert (found.hands, found.hands_whole, found.missing) == (2, 1, 1)


def test_hands_told_out_of_their_order_are_compared_all_the_same() -> None:
    other = discard("A", "5p", hand=1)
    found = compare(truth(ONE, TWO, other), heard(other, ONE, TWO))
    assert (found.right, found.missing, found.extra) == (2, 1, 1)


def test_a_long_evening_is_compared_hand_by_hand() -> None:
    rows = [discard("ABCD"[turn % 4], f"{turn % 9 + 1}m", hand) for hand in range(40) for turn in range(70)]
    told = [row for at, row in enumerate(rows) if at % 100]
    found = compare(truth(*rows), heard(*told))
    assert (found.expected, found.right, found.missing, found.extra) == (2800, 2772, 28, 0)


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("flower", {"tiles": ["1f", "2g"]}, {"tiles": ["1f"]}),
        ("void_suit", {"suit": "p"}, {"suit": "s"}),
        ("first_dealer_thrown", {"dice": [1, 2, 3]}, {"dice": [3, 2, 1]}),
    ],
)
def test_what_other_rulebooks_have_is_compared(kind: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    row = {"hand": 0, "type": kind, "seat": "A"}
    assert compare(truth(row | one), heard(row | one)).right == 1
    assert compare(truth(row | one), heard(row | other)).right == 0
