"""After a restart everything waits for the rest of its delay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablebridge.game.journal.journal import JournalEntry
from tablebridge.game.shown.public import PublicState
from tests.tablebridge.release.hearing import Heard, Played, StateAfter, gate_on


def test_a_restart_after_the_delay_shows_the_state_at_once_and_sends_the_rest(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    entries = [played(), played()]
    clock.now_s = 60
    gate = gate_on(clock, 30, heard)

    gate.restore(entries, state_after(2), age_s=_age_of(clock))

    assert heard.events == [1, 2]
    assert (gate.state, gate.released_sequence) == (state_after(2), 2)


def test_an_early_restart_cuts_no_delay(clock: Any, heard: Heard, played: Played, state_after: StateAfter) -> None:
    first = played()
    clock.now_s = 20
    second = played()
    gate = gate_on(clock, 30, heard)
    gate.restore([first, second], state_after(2), age_s=_age_of(clock))

    clock.now_s = 49
    gate.release_due()
    assert (heard.events, gate.state.phase) == ([], "idle")

    clock.now_s = 50
    gate.release_due()
    assert heard.events == [1, 2]


def test_a_restart_with_all_confirmed_still_shows_the_state(clock: Any, heard: Heard, state_after: StateAfter) -> None:
    gate = gate_on(clock, 30, heard)
    gate.restore([], state_after(7))
    assert (heard.events, gate.state, gate.released_sequence) == ([None], state_after(7), 7)


def _age_of(clock: Any) -> Callable[[JournalEntry], float]:
    """Every act was written down when it was seen."""
    return lambda entry: float((clock.utc() - entry.captured_at).total_seconds())


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
    gate = gate_on(clock, 30, heard)

    gate.restore(entries, state_after(3), age_s=_age_of(clock), state_after=_states(state_after))
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
    gate = gate_on(clock, 30, heard)
    gate.restore([played()], state_after(1), state_after=_states(state_after))
    assert (heard.events, heard.states, gate.released_sequence) == ([None], [0], 0)


def test_what_counts_over_a_restart_is_when_an_event_was_written_down(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    """A referee's correction may be dated by the last thing that the witnesses saw, long before it was made."""
    entry = played()
    clock.now_s = 100
    gate = gate_on(clock, 30, heard)
    clock.now_s = 110

    gate.restore([entry], state_after(1), age_s=lambda _entry: 10.0, state_after=_states(state_after))
    assert heard.events == [None]
    clock.now_s = 129.9
    assert gate.release_due() == 0
    clock.now_s = 130
    assert (gate.release_due(), heard.events) == (1, [None, 1])


def test_without_an_age_an_event_waits_for_a_whole_delay(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    entry = played()
    clock.now_s = 1000
    gate = gate_on(clock, 30, heard)
    gate.restore([entry], state_after(1))
    clock.now_s = 1029.9
    assert gate.release_due() == 0
    clock.now_s = 1030
    assert gate.release_due() == 1


def test_a_clock_that_was_set_back_holds_an_event_for_one_delay_and_no_longer(
    clock: Any, heard: Heard, played: Played, state_after: StateAfter
) -> None:
    clock.now_s = 5000
    entry = played()
    clock.now_s = 10
    gate = gate_on(clock, 30, heard)
    gate.restore([entry], state_after(1), age_s=_age_of(clock))
    clock.now_s = 40
    assert gate.release_due() == 1
