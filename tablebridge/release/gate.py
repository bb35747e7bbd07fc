"""The release gate: everything public waits here for the broadcast delay, and leaves in order."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tablebridge.game.journal.journal import JournalEntry
from tablebridge.game.shown.public import PublicState
from tablebridge.release.released import Released, release

__all__ = ["LONGEST_DELAY_S", "ReleaseGate", "Subscriber"]

_log = logging.getLogger(__name__)

LONGEST_DELAY_S = 300.0

Subscriber = Callable[[Released | None, PublicState], None]
"""Called for everything let out: the event, or None when only the state changed, and the state belonging to it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    since_s: float
    entries: tuple[JournalEntry, ...]
    state: PublicState


class ReleaseGate:
    """Holds the entries of one table for `delay_s` seconds of real time, then hands them to every subscriber.

    Without a delay `admit` delivers at once, in the caller's thread; with one, the thread that `start` begins does.
    Subscribers are called one after the other, must be quick, and may not call the gate's methods. `utc` and
    `monotonic_s` tell the time.
    """

    def __init__(
        self,
        table: str,
        delay_s: float = 0.0,
        *,
        utc: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Raises `ValueError` for a delay that is not from 0 to 300 s."""
        self._table = table
        self._delay_s = _checked(delay_s)
        self._utc = utc
        self._monotonic_s = monotonic_s
        self._waiting: deque[_Waiting] = deque()
        self._subscribers: list[Subscriber] = []
        self._state = PublicState(table=table, rulebook="", sequence=0, phase="idle")
        self._released_sequence = 0
        self._changed = threading.Condition()
        self._delivering = threading.Lock()
        self._stopping = False
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> PublicState:
        """The public state as of the last thing let out; idle with sequence 0 before the first."""
        return self._state

    @property
    def released_sequence(self) -> int:
        """Sequence of the last event let out; 0 before the first."""
        return self._released_sequence

    @property
    def delay_s(self) -> float:
        """The delay in force, in seconds of real time."""
        return self._delay_s

    def set_delay(self, delay_s: float) -> None:
        """Changes the delay, for what waits as well: all of it is held for so long since it was taken in.

        When this returns, nothing younger than `delay_s` is on its way out any more, and what has become due has left,
        in order. What was let out before stays out. Raises `ValueError` for a delay that is not from 0 to 300 s.
        """
        checked_s = _checked(delay_s)
        with self._delivering, self._changed:  # what another thread is just letting out belongs to the old delay
            self._delay_s = checked_s
            self._changed.notify_all()
        self.release_due()

    def subscribe(self, subscriber: Subscriber) -> None:
        """Adds an output; it hears of what is let out from now on."""
        with self._changed:
            self._subscribers.append(subscriber)

    def admit(self, entry: JournalEntry | None, state: PublicState) -> None:
        """Takes in a journalled event with the public state after it; None for a state that changed by itself."""
        self._take_in(0.0, () if entry is None else (entry,), state)
        if self._delay_s == 0:
            self.release_due()

    def restore(
        self,
        entries: Sequence[JournalEntry],
        state: PublicState,
        *,
        age_s: Callable[[JournalEntry], float] = lambda _entry: 0.0,
        state_after: Callable[[int], PublicState | None] = lambda _sequence: None,
    ) -> None:
        """After a restart: `state` is that of the whole journal, `entries` what no output has confirmed, in order.

        From the first of them on that is younger than the delay (`age_s` since it was written down) they wait for the
        rest of their own delays, as if there had been no restart; what comes before is public, with the state of then.
        `state_after(sequence)` tells it; where it knows none (None), all waits for the youngest.
        """
        ages_s = [max(0.0, age_s(entry)) for entry in entries]
        held = next((place for place, old_s in enumerate(ages_s) if old_s < self._delay_s), len(entries))
        if held == len(entries):
            self._take_in(math.inf, tuple(entries), state)
        elif (before := state_after(entries[held].sequence - 1)) is None:
            self._take_in(min(ages_s), tuple(entries), state)
        else:
            self._take_in(math.inf, tuple(entries[:held]), before)
            for entry, old_s in zip(entries[held:], ages_s[held:], strict=True):
                self._take_in(old_s, (entry,), state_after(entry.sequence) or state)
        self.release_due()

    def release_due(self) -> int:
        """Lets out all whose delay is over; returns how many."""
        count = 0
        while self._release_next():
            count += 1
        return count

    def start(self) -> None:
        """Starts the thread that lets out what is due; needed with any delay, and before one is set."""
        if self._thread is not None:
            return
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"gate-{self._table}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread. What still waits stays in the journal and is not let out early."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _take_in(self, age_s: float, entries: tuple[JournalEntry, ...], state: PublicState) -> None:
        with self._changed:
            self._waiting.append(_Waiting(self._monotonic_s() - age_s, entries, state))
            self._changed.notify_all()

    def _wait_s(self) -> float | None:
        """How long the first that waits still has to; None when nothing waits."""
        with self._changed:
            if not self._waiting:
                return None
            return max(0.0, self._waiting[0].since_s + self._delay_s - self._monotonic_s())

    def _release_next(self) -> bool:
        # two threads must not overtake each other between taking and delivering
        with self._delivering:
            with self._changed:
                if self._wait_s() != 0:
                    return False
                waiting = self._waiting.popleft()
            self._deliver(waiting)
            return True

    def _deliver(self, waiting: _Waiting) -> None:
        for entry in waiting.entries or (None,):
            released = None if entry is None else release(entry, self._table, self._utc())
            with self._changed:
                self._state = waiting.state
                if released is not None:
                    self._released_sequence = released.sequence
                subscribers = tuple(self._subscribers)
            for subscriber in subscribers:
                self._hand_over(subscriber, released, waiting.state)
        with self._changed:
            # a restored journal may hold nothing that waits for an output, yet all of it is public now
            self._released_sequence = max(self._released_sequence, waiting.state.sequence)

    def _hand_over(self, subscriber: Subscriber, released: Released | None, state: PublicState) -> None:
        try:
            subscriber(released, state)
        except Exception:  # noqa: BLE001 - one broken output must not silence the others
            _log.exception("an output of table %s failed on event %s", self._table, released and released.id)

    def _run(self) -> None:
        while True:
            try:
                self.release_due()
            except Exception:  # noqa: BLE001 - the task's edge: a bug costs one event, not all that follow
                _log.exception("the gate of table %s: unexpected error, going on", self._table)
            with self._changed:
                if self._stopping:
                    return
                wait_s = self._wait_s()
                if wait_s != 0:
                    self._changed.wait(wait_s)


def _checked(delay_s: float) -> float:
    if not 0 <= delay_s <= LONGEST_DELAY_S:
        raise ValueError(f"a delay of {delay_s:g} s is not possible: 0 to {LONGEST_DELAY_S:g} s are")
    return delay_s + 0.0  # minus nothing is nothing
