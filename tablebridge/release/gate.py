"""The release gate: everything public waits here for the broadcast delay, and leaves in order."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tablebridge.game.journal import JournalEntry
from tablebridge.game.public import PublicState
from tablebridge.release.released import Released, release

__all__ = ["ReleaseGate", "Subscriber"]

_log = logging.getLogger(__name__)

Subscriber = Callable[[Released | None, PublicState], None]
"""Called for everything let out: the event, or None when only the state changed, and the state belonging to it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    due_s: float
    entries: tuple[JournalEntry, ...]
    state: PublicState


class ReleaseGate:
    """Holds the entries of one table for `delay_s` seconds of real time, then hands them to every subscriber.

    Without a delay `admit` delivers at once, in the caller's thread; with one, `start` the thread that does.
    Subscribers are called one after the other and must be quick. `utc` and `monotonic_s` tell the time.
    """

    def __init__(
        self,
        table: str,
        delay_s: float = 0.0,
        *,
        utc: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._delay_s = delay_s
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

    def subscribe(self, subscriber: Subscriber) -> None:
        """Adds an output; it hears of what is let out from now on."""
        with self._changed:
            self._subscribers.append(subscriber)

    def admit(self, entry: JournalEntry | None, state: PublicState) -> None:
        """Takes in a journalled event with the public state after it; None for a state that changed by itself."""
        self._take_in(self._delay_s, () if entry is None else (entry,), state)

    def restore(self, entries: Sequence[JournalEntry], state: PublicState) -> None:
        """After a restart: `state` is that of the whole journal, `entries` what no output has confirmed, in order.

        Whatever was captured less than the delay ago keeps the rest waiting with it: an early restart lets nothing
        out early.
        """
        age_s = min(((self._utc() - entry.captured_at).total_seconds() for entry in entries), default=self._delay_s)
        self._take_in(self._delay_s - age_s, tuple(entries), state)

    def release_due(self) -> int:
        """Lets out all whose delay is over; returns how many."""
        count = 0
        with self._delivering:  # two threads must not overtake each other between taking and delivering
            while (waiting := self._take_due()) is not None:
                self._deliver(waiting)
                count += 1
        return count

    def start(self) -> None:
        """Starts the thread that lets out what is due."""
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

    def _take_in(self, wait_s: float, entries: tuple[JournalEntry, ...], state: PublicState) -> None:
        with self._changed:
            self._waiting.append(_Waiting(self._monotonic_s() + wait_s, entries, state))
            self._changed.notify_all()
        if wait_s <= 0:
            self.release_due()

    def _take_due(self) -> _Waiting | None:
        with self._changed:
            if self._waiting and self._waiting[0].due_s <= self._monotonic_s():
                return self._waiting.popleft()
        return None

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
            self.release_due()
            with self._changed:
                if self._stopping:
                    return
                due_s = self._waiting[0].due_s - self._monotonic_s() if self._waiting else None
                if due_s is None or due_s > 0:
                    self._changed.wait(due_s)
