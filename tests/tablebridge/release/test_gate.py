"""Everything public waits for the delay, and leaves in order."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.shown.public import PublicState
from tablebridge.release import Released, ReleaseGate
from tests.tablebridge.release.hearing import Heard, Played, StateAfter, gate_on


def test_is_idle_before_the_first_release(clock: Any, heard: Heard) -> None:
    gate = gate_on(clock, 0, heard)
    assert (gate.state.table, gate.state.phase, gate.state.sequence, gate.released_sequence) == ("hall-1", "idle", 0, 0)


def test_without_a_delay_everything_passes_at_once(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = gate_on(clock, 0, heard)

    gate.admit(played(), state_after(1))
    gate.admit(None, state_after(1))
    gate.admit(played(), state_after(2))

    assert heard.events == [1, None, 2]
    assert heard.states == [1, 1, 2]
    assert gate.state == state_after(2)


def test_nothing_leaves_before_its_delay_and_the_state_waits_with_it(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = gate_on(clock, 30, heard)
    gate.admit(played(), state_after(1))
    clock.now_s = 10
    gate.admit(played(), state_after(2))

    clock.now_s = 29.9
    assert gate.release_due() == 0
    assert (heard.events, gate.state.sequence, gate.released_sequence) == ([], 0, 0)

    clock.now_s = 30
    assert gate.release_due() == 1
    assert (heard.events, gate.state, gate.released_sequence) == ([1], state_after(1), 1)

    clock.now_s = 100
    assert gate.release_due() == 1
    assert heard.events == [1, 2]


def test_the_release_is_dated(clock: Any, played: Played, state_after: StateAfter) -> None:
    gate = ReleaseGate("hall-1", 30, utc=clock.utc, monotonic_s=clock.monotonic_s)
    seen: list[Released | None] = []
    gate.subscribe(lambda released, _state: seen.append(released))
    gate.admit(played(), state_after(1))
    clock.now_s = 31
    gate.release_due()

    [released] = seen
    assert released is not None
    assert (released.released_at - released.captured_at).total_seconds() == 31


@given(steps=st.lists(st.tuples(st.booleans(), st.floats(0, 40)), max_size=30))
def test_order_is_kept_and_no_delay_is_ever_cut(steps: list[tuple[bool, float]]) -> None:
    now_s, delay_s = [0.0], 30.0
    admitted_at: dict[int, float] = {}
    left: list[int] = []

    def leaves(_released: Released | None, state: PublicState) -> None:
        assert now_s[0] >= admitted_at[state.sequence] + delay_s
        left.append(state.sequence)

    gate = ReleaseGate("hall-1", delay_s, monotonic_s=lambda: now_s[0])
    gate.subscribe(leaves)
    for admits, wait_s in steps:
        now_s[0] += wait_s
        if admits:
            sequence = len(admitted_at) + 1
            admitted_at[sequence] = now_s[0]
            gate.admit(None, PublicState(table="hall-1", rulebook="", sequence=sequence, phase="playing"))
        gate.release_due()
        due = [sequence for sequence, at in admitted_at.items() if at + delay_s <= now_s[0]]
        assert left == due


def test_a_broken_output_does_not_silence_the_others(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter, caplog: pytest.LogCaptureFixture
) -> None:
    gate = ReleaseGate("hall-1", utc=clock.utc, monotonic_s=clock.monotonic_s)

    def broken(_released: Released | None, _state: PublicState) -> None:
        raise OSError("disk full")

    gate.subscribe(broken)
    gate.subscribe(heard)
    with caplog.at_level(logging.ERROR):
        gate.admit(played(), state_after(1))

    assert heard.events == [1]
    assert "an output of table hall-1 failed on event s-1" in caplog.text


def test_the_thread_lets_out_what_is_due(played: Played, state_after: StateAfter) -> None:
    gate = ReleaseGate("hall-1", 0.05)
    all_out = threading.Event()
    sequences: list[int] = []

    def hear(_released: Released | None, state: PublicState) -> None:
        sequences.append(state.sequence)
        if len(sequences) == 5:
            all_out.set()

    gate.subscribe(hear)
    gate.start()
    for sequence in range(1, 6):
        gate.admit(played(), state_after(sequence))

    assert all_out.wait(20)
    gate.stop()
    assert sequences == [1, 2, 3, 4, 5]


def test_stopping_lets_nothing_out_early(played: Played, state_after: StateAfter, heard: Heard) -> None:
    gate = ReleaseGate("hall-1", 300)
    gate.subscribe(heard)
    gate.start()
    gate.admit(played(), state_after(1))
    gate.stop()
    assert heard.events == []


def test_an_entry_that_cannot_be_told_costs_itself_and_not_all_that_follow(
    played: Played, state_after: StateAfter, caplog: pytest.LogCaptureFixture
) -> None:
    gate = ReleaseGate("hall-1", 0.001)
    second_is_out = threading.Event()
    gate.subscribe(lambda released, _state: second_is_out.set() if released and released.sequence == 2 else None)
    gate.admit(replace(played(), event=None), state_after(1))  # type: ignore[arg-type]
    gate.admit(played(), state_after(2))
    gate.start()
    assert second_is_out.wait(20)
    gate.stop()
    assert "the gate of table hall-1: unexpected error, going on" in caplog.text
