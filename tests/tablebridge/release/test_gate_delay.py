"""The delay is changed while acts wait: none is early, none out of order."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.shown.public import PublicState
from tablebridge.release import Released, ReleaseGate
from tests.tablebridge.release.hearing import Heard, Played, StateAfter, gate_on


@pytest.mark.parametrize("delay_s", [-0.1, 300.1, float("nan"), float("inf")])
def test_a_delay_that_is_not_possible_is_refused(clock: Any, heard: Heard, delay_s: float) -> None:
    with pytest.raises(ValueError, match="is not possible: 0 to 300 s are"):
        ReleaseGate("hall-1", delay_s)
    gate = gate_on(clock, 30, heard)
    with pytest.raises(ValueError, match="is not possible: 0 to 300 s are"):
        gate.set_delay(delay_s)
    assert gate.delay_s == 30


def test_a_longer_delay_holds_what_waits_longer(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = gate_on(clock, 5, heard)
    gate.admit(played(), state_after(1))
    clock.now_s = 4
    gate.set_delay(60)
    clock.now_s = 59.9
    assert gate.release_due() == 0
    clock.now_s = 60
    assert (gate.release_due(), heard.events) == (1, [1])


def test_a_shorter_delay_lets_out_what_is_due_at_once_and_in_order(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = gate_on(clock, 30, heard)
    for at_s in (0, 10, 20):
        clock.now_s = at_s
        gate.admit(played(), state_after(int(at_s / 10) + 1))

    gate.set_delay(10)
    assert (heard.events, heard.states, gate.state) == ([1, 2], [1, 2], state_after(2))
    gate.set_delay(0)
    assert heard.events == [1, 2, 3]
    gate.admit(played(), state_after(4))
    assert heard.events == [1, 2, 3, 4]


def test_what_is_out_stays_out_when_the_delay_grows(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = gate_on(clock, 0, heard)
    gate.admit(played(), state_after(1))
    gate.set_delay(30)
    gate.admit(played(), state_after(2))
    assert (heard.events, gate.state, gate.released_sequence) == ([1], state_after(1), 1)


def test_a_delay_begins_to_count_though_there_was_none_at_the_start(
    played: Played, state_after: StateAfter, heard: Heard
) -> None:
    gate = ReleaseGate("hall-1", 0)
    gate.subscribe(heard)
    second_is_out = threading.Event()
    gate.subscribe(lambda _released, state: second_is_out.set() if state.sequence == 2 else None)
    gate.start()
    gate.start()
    gate.admit(played(), state_after(1))
    assert heard.events == [1]
    gate.set_delay(0.02)
    gate.admit(played(), state_after(2))
    assert second_is_out.wait(20)
    gate.stop()
    assert heard.events == [1, 2]


def test_when_a_longer_delay_is_set_nothing_younger_is_on_its_way(
    clock: Any, played: Played, state_after: StateAfter
) -> None:
    gate = ReleaseGate("hall-1", 5, utc=clock.utc, monotonic_s=clock.monotonic_s)
    on_its_way, go_on = threading.Event(), threading.Event()
    told: list[int] = []

    def slow(_released: Released | None, state: PublicState) -> None:
        on_its_way.set()
        assert go_on.wait(20)
        told.append(state.sequence)

    gate.subscribe(slow)
    gate.admit(played(), state_after(1))
    gate.admit(played(), state_after(2))
    clock.now_s = 5
    delivering = threading.Thread(target=gate.release_due)
    delivering.start()
    assert on_its_way.wait(20)
    set_to: list[float] = []
    setting = threading.Thread(target=lambda: (gate.set_delay(60), set_to.extend([gate.delay_s, *told])))
    setting.start()
    assert (set_to, gate.delay_s) == ([], 5)  # it waits for what is being told
    go_on.set()
    delivering.join(20)
    setting.join(20)
    assert set_to[0] == 60
    assert set_to[1:] == told  # whatever was told was told before it returned
    assert told[0] == 1


Steps = list[tuple[str, float]]


@given(steps=st.lists(st.tuples(st.sampled_from(["admit", "set", "wait"]), st.floats(0, 60)), max_size=40))
def test_whatever_the_delay_was_nothing_is_early_out_of_order_or_late(steps: Steps) -> None:
    now_s, admitted_s, left = [0.0], [0.0], [0]
    gate = ReleaseGate("hall-1", 30, monotonic_s=lambda: now_s[0])

    def leaves(_released: Released | None, state: PublicState) -> None:
        assert now_s[0] >= admitted_s[state.sequence] + gate.delay_s
        left.append(state.sequence)

    gate.subscribe(leaves)
    for step, value in steps:
        if step == "admit":
            admitted_s.append(now_s[0])
            gate.admit(None, PublicState(table="hall-1", rulebook="", sequence=len(admitted_s) - 1, phase="playing"))
        elif step == "set":
            gate.set_delay(value)
        else:
            now_s[0] += value
        gate.release_due()
        out = left[-1]
        assert left == list(range(out + 1))
        assert all(at_s + gate.delay_s > now_s[0] for at_s in admitted_s[out + 1 :])


def test_while_threads_admit_and_the_delay_changes_nothing_is_early_or_out_of_order() -> None:
    """A gate without a chance to know when it is asked: three threads at once, and real time."""
    gate = ReleaseGate("hall-1", 0)
    admitted_s: dict[int, float] = {}
    left: list[int] = []
    early: list[int] = []

    def leaves(_released: Released | None, state: PublicState) -> None:
        # the delay cannot change while something is told
        if time.monotonic() < admitted_s[state.sequence] + gate.delay_s:
            early.append(state.sequence)
        left.append(state.sequence)

    def admit() -> None:
        for sequence in range(1, 401):
            admitted_s[sequence] = time.monotonic()
            gate.admit(None, PublicState(table="hall-1", rulebook="", sequence=sequence, phase="playing"))

    def change() -> None:
        for number in range(60):
            gate.set_delay((0.02, 0.0, 0.005)[number % 3])

    gate.subscribe(leaves)
    gate.start()
    threads = [threading.Thread(target=admit), threading.Thread(target=change), threading.Thread(target=change)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    gate.set_delay(0)
    gate.stop()
    assert early == []
    assert left == list(range(1, 401))
