from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.shown.public import PublicState
from tablebridge.release import Ledger, ReleaseGate

Played = Callable[..., JournalEntry]
StateAfter = Callable[[int], PublicState]


def _sequences(ledger: Ledger) -> list[int]:
    return [released.sequence for released in ledger.unacknowledged()]


def test_hands_out_what_passed_the_gate_until_it_is_confirmed(
    journal: Journal, clock: Any, played: Played, state_after: StateAfter
) -> None:
    gate = ReleaseGate("hall-1", 30, utc=clock.utc, monotonic_s=clock.monotonic_s)
    ledger = Ledger(journal, gate, "mqtt")
    for sequence in (1, 2, 3):
        clock.now_s = sequence * 10
        gate.admit(played(), state_after(sequence))
    assert _sequences(ledger) == []

    clock.now_s = 50  # the first two are 40 and 30 seconds old
    gate.release_due()
    assert _sequences(ledger) == [1, 2]

    ledger.acknowledge(1)
    assert _sequences(ledger) == [2]


def test_an_event_sent_again_keeps_its_date(
    journal: Journal, clock: Any, played: Played, state_after: StateAfter
) -> None:
    gate = ReleaseGate("hall-1", utc=clock.utc, monotonic_s=clock.monotonic_s)
    ledger = Ledger(journal, gate, "mqtt")
    gate.admit(played(), state_after(1))
    first_time = clock.utc()
    clock.now_s = 3600

    [again] = ledger.unacknowledged()

    assert (again.id, again.released_at) == ("s-1", first_time)


def test_outputs_do_not_confirm_for_each_other(
    journal: Journal, clock: Any, played: Played, state_after: StateAfter
) -> None:
    gate = ReleaseGate("hall-1", utc=clock.utc, monotonic_s=clock.monotonic_s)
    mqtt, cluster = Ledger(journal, gate, "mqtt"), Ledger(journal, gate, "cluster")
    gate.admit(played(), state_after(1))

    mqtt.acknowledge(1)

    assert (_sequences(mqtt), _sequences(cluster)) == ([], [1])


def test_history_is_what_passed_the_gate_confirmed_or_not(
    journal: Journal, clock: Any, played: Played, state_after: StateAfter
) -> None:
    gate = ReleaseGate("hall-1", 30, utc=clock.utc, monotonic_s=clock.monotonic_s)
    ledger = Ledger(journal, gate, "mqtt")
    for sequence in range(1, 6):
        clock.now_s = sequence * 10
        gate.admit(played(), state_after(sequence))
    clock.now_s = 70
    gate.release_due()
    ledger.acknowledge(1)

    assert [released.sequence for released in ledger.history(1, 2)] == [1, 2]
    assert [released.sequence for released in ledger.history(3, 100)] == [3, 4]
    assert ledger.history(5, 100) == []


def test_an_event_that_passes_again_after_a_restart_costs_no_writing(
    journal: Journal, clock: Any, played: Played, state_after: StateAfter
) -> None:
    entries = [played() for _ in range(3)]
    first = ReleaseGate("hall-1", utc=clock.utc, monotonic_s=clock.monotonic_s)
    Ledger(journal, first, "mqtt")
    first.restore(entries[:2], state_after(2))
    before = journal._connection.total_changes
    again = ReleaseGate("hall-1", utc=clock.utc, monotonic_s=clock.monotonic_s)
    ledger = Ledger(journal, again, "mqtt")
    again.restore(entries, state_after(3))
    assert journal._connection.total_changes == before + 1  # the third is new
    assert _sequences(ledger) == [1, 2, 3]
