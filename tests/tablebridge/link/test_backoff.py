"""Waits between tries."""

from __future__ import annotations

from tablebridge.link.backoff import Backoff


def test_waits_grow_to_the_longest_and_begin_anew_after_a_success() -> None:
    backoff = Backoff(first_s=0.5, longest_s=10)
    assert [backoff.next_s() for _ in range(7)] == [0.5, 1, 2, 4, 8, 10, 10]
    backoff.succeeded()
    assert backoff.next_s() == 0.5
