"""Missing frames by number: told once, and not when they come late."""

from __future__ import annotations

import pytest

from tablebridge.link.gaps import LATE_MS, Gaps, numbers_text


def test_a_gap_is_told_when_nothing_of_it_can_come_any_more() -> None:
    gaps = Gaps()
    gaps.skipped(3, before=1, now_ms=100)
    assert gaps.lost(100 + LATE_MS - 1) == ()
    assert gaps.lost(100 + LATE_MS) == (254, 255, 0)
    assert gaps.lost(10_000) == ()


def test_what_comes_late_is_not_lost() -> None:
    gaps = Gaps()
    gaps.skipped(2, before=9, now_ms=0)
    gaps.came(7)
    gaps.came(200)  # never missed
    assert gaps.lost(LATE_MS) == (8,)


def test_with_the_connection_everything_is_lost() -> None:
    gaps = Gaps()
    gaps.skipped(2, before=9, now_ms=0)
    assert gaps.end() == (7, 8)
    assert gaps.end() == ()


@pytest.mark.parametrize(
    ("numbers", "text"),
    [((), ""), ((7,), "7"), ((7, 8), "7-8"), ((4, 7, 8, 9, 255, 0), "4, 7-9, 255-0")],
    ids=["none", "one", "run", "runs"],
)
def test_numbers_for_people(numbers: tuple[int, ...], text: str) -> None:
    assert numbers_text(numbers) == text
