"""Sequence numbers: new, late, twice, missing, round the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_protocol.sequence import WINDOW, Arrival, Order, SequenceTracker

NEW, LATE, TWICE = Arrival(Order.NEW), Arrival(Order.LATE), Arrival(Order.DUPLICATE)


def gap(missing: int) -> Arrival:
    return Arrival(Order.NEW, missing)


@pytest.mark.parametrize(
    ("numbers", "arrivals", "lost"),
    [
        pytest.param([0, 1, 2], [NEW, NEW, NEW], 0, id="in-order"),
        pytest.param([254, 255, 0, 1], [NEW] * 4, 0, id="round-the-end"),
        pytest.param([5, 5, 6, 6], [NEW, TWICE, NEW, TWICE], 0, id="each-twice"),
        pytest.param([5, 6, 5], [NEW, NEW, TWICE], 0, id="older-one-again"),
        pytest.param([5, 8], [NEW, gap(2)], 2, id="two-missing"),
        pytest.param([5, 8, 6], [NEW, gap(2), LATE], 1, id="one-comes-late"),
        pytest.param([5, 8, 6, 6, 7], [NEW, gap(2), LATE, TWICE, LATE], 0, id="both-come-late"),
        pytest.param([255, 1, 0], [NEW, gap(1), LATE], 0, id="late-round-the-end"),
        pytest.param([5, 4], [NEW, TWICE], 0, id="before-the-start-is-not-expected"),
        pytest.param([100, 60], [NEW, gap(215)], 215, id="counter-jumped-back"),
        pytest.param([0, 200], [NEW, gap(199)], 199, id="counter-jumped-ahead"),
    ],
)
def test_arrivals(numbers: list[int], arrivals: list[Arrival], lost: int) -> None:
    tracker = SequenceTracker()
    assert [tracker.accept(number) for number in numbers] == arrivals
    assert tracker.lost == lost


def test_a_new_start_expects_nothing_from_before() -> None:
    tracker = SequenceTracker()
    tracker.accept(200)
    tracker.start(0)
    assert tracker.accept(1) == NEW
    assert tracker.accept(255) == TWICE
    assert tracker.lost == 0


@given(st.lists(st.integers(0, 4), max_size=300), st.integers(0, 255))
def test_what_is_skipped_is_counted_exactly(skips: list[int], start: int) -> None:
    tracker = SequenceTracker()
    tracker.accept(start)
    number = start
    for skip in skips:
        number += skip + 1
        assert tracker.accept(number % 256) == gap(skip)
        assert tracker.accept(number % 256) == TWICE
    assert tracker.lost == sum(skips)


@given(st.permutations(range(1, WINDOW)))
def test_any_order_within_the_window_is_new_or_late_once(order: list[int]) -> None:
    tracker = SequenceTracker()
    tracker.accept(0)
    assert all(tracker.accept(number).order in (Order.NEW, Order.LATE) for number in order)
    assert tracker.lost == 0
    assert all(tracker.accept(number).order is Order.DUPLICATE for number in order)
