from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.game.journal import JournalEntry
from tablebridge.game.public import PublicState
from tablebridge.release import Released, ReleaseGate

Played = Callable[..., JournalEntry]
StateAfter = Callable[[int], PublicState]


class Heard:
    """A subscriber that remembers sequences (None for a state without an event) and the states' sequences."""

    def __init__(self) -> None:
        self.events: list[int | None] = []
        self.states: list[int] = []

    def __call__(self, released: Released | None, state: PublicState) -> None:
        self.events.append(released and released.sequence)
        self.states.append(state.sequence)


@pytest.fixture
def heard() -> Heard:
    return Heard()


def _gate(clock: Any, delay_s: float, heard: Heard) -> ReleaseGate:
    gate = ReleaseGate("hall-1", delay_s, utc=clock.utc, monotonic_s=clock.monotonic_s)
    gate.subscribe(heard)
    return gate


def test_is_idle_before_the_first_release(clock: Any, heard: Heard) -> None:
    gate = _gate(clock, 0, heard)
    assert (gate.state.table, gate.state.phase, gate.state.sequence, gate.released_sequence) == ("hall-1", "idle", 0, 0)


def test_without_a_delay_everything_passes_at_once(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = _gate(clock, 0, heard)

    gate.admit(played(), state_after(1))
    gate.admit(None, state_after(1))
    gate.admit(played(), state_after(2))

    assert heard.events == [1, None, 2]
    assert heard.states == [1, 1, 2]
    assert gate.state == state_after(2)


def test_nothing_leaves_before_its_delay_and_the_state_waits_with_it(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = _gate(clock, 30, heard)
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


def test_a_restart_after_the_delay_shows_the_state_at_once_and_sends_the_rest(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    entries = [played(), played()]
    clock.now_s = 60
    gate = _gate(clock, 30, heard)

    gate.restore(entries, state_after(2))

    assert heard.events == [1, 2]
    assert (gate.state, gate.released_sequence) == (state_after(2), 2)


def test_an_early_restart_cuts_no_delay(clock: Any, heard: Heard, played: Played, state_after: StateAfter) -> None:
    first = played()
    clock.now_s = 20
    second = played()
    gate = _gate(clock, 30, heard)
    gate.restore([first, second], state_after(2))

    clock.now_s = 49
    gate.release_due()
    assert (heard.events, gate.state.phase) == ([], "idle")

    clock.now_s = 50
    gate.release_due()
    assert heard.events == [1, 2]


def test_a_restart_with_all_confirmed_still_shows_the_state(clock: Any, heard: Heard, state_after: StateAfter) -> None:
    gate = _gate(clock, 30, heard)
    gate.restore([], state_after(7))
    assert (heard.events, gate.state, gate.released_sequence) == ([None], state_after(7), 7)


def _states(state_after: StateAfter) -> Callable[[int], PublicState | None]:
    return lambda sequence: state_after(sequence)


def test_after_a_restart_each_event_waits_for_the_rest_of_its_own_delay(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    entries = []
    for at_s in (0, 20, 35):
        clock.now_s = at_s
        entries.append(played())
    clock.now_s = 40
    gate = _gate(clock, 30, heard)

    gate.restore(entries, state_after(3), state_after=_states(state_after))
    assert (heard.events, heard.states, gate.state, gate.released_sequence) == ([1], [1], state_after(1), 1)

    clock.now_s = 49.9
    assert gate.release_due() == 0
    clock.now_s = 50
    assert (gate.release_due(), heard.events, heard.states) == (1, [1, 2], [1, 2])
    clock.now_s = 65
    assert (gate.release_due(), heard.events, heard.states) == (1, [1, 2, 3], [1, 2, 3])


def test_a_restart_with_nothing_public_yet_shows_nothing(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = _gate(clock, 30, heard)
    gate.restore([played()], state_after(1), state_after=_states(state_after))
    assert (heard.events, heard.states, gate.released_sequence) == ([None], [0], 0)


def test_what_counts_over_a_restart_is_when_an_event_was_written_down(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    """A referee's correction may be dated by the last thing that the witnesses saw, long before it was made."""
    entry = played()
    clock.now_s = 100
    gate = _gate(clock, 30, heard)
    written_at = clock.utc()
    clock.now_s = 110

    gate.restore([entry], state_after(1), written_at=lambda _entry: written_at, state_after=_states(state_after))
    assert heard.events == [None]
    clock.now_s = 129.9
    assert gate.release_due() == 0
    clock.now_s = 130
    assert (gate.release_due(), heard.events) == (1, [None, 1])


def test_a_clock_that_was_set_back_holds_an_event_for_one_delay_and_no_longer(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    clock.now_s = 5000
    entry = played()
    clock.now_s = 10
    gate = _gate(clock, 30, heard)
    gate.restore([entry], state_after(1))
    clock.now_s = 40
    assert gate.release_due() == 1


@pytest.mark.parametrize("delay_s", [-0.1, 300.1, float("nan"), float("inf")])
def test_a_delay_that_is_not_possible_is_refused(clock: Any, heard: Heard, delay_s: float) -> None:
    with pytest.raises(ValueError, match="is not possible: 0 to 300 s are"):
        ReleaseGate("hall-1", delay_s)
    gate = _gate(clock, 30, heard)
    with pytest.raises(ValueError, match="is not possible: 0 to 300 s are"):
        gate.set_delay(delay_s)
    assert gate.delay_s == 30


def test_a_longer_delay_holds_what_waits_longer(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    gate = _gate(clock, 5, heard)
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
    gate = _gate(clock, 30, heard)
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
    gate = _gate(clock, 0, heard)
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
