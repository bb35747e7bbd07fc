from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tablebridge.backoff import Backoff


@given(seed=st.integers())
def test_waits_grow_to_the_longest_and_are_never_less_than_half(seed: int) -> None:
    backoff = Backoff(0.5, 30.0, random.Random(seed))
    limits = [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    for limit in limits:
        assert limit / 2 <= backoff.next_s() <= limit


def test_two_tables_do_not_wait_alike() -> None:
    first, second = Backoff(), Backoff()
    assert [first.next_s() for _ in range(5)] != [second.next_s() for _ in range(5)]


def test_a_thousand_tries_wait_no_longer() -> None:
    backoff = Backoff(0.5, 30.0)
    assert max(backoff.next_s() for _ in range(1000)) <= 30.0


def test_success_starts_it_over() -> None:
    backoff = Backoff(0.5, 30.0)
    for _ in range(10):
        backoff.next_s()
    backoff.reset()
    assert backoff.next_s() <= 0.5
