"""How long a seat takes for its turn."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now
from tablebridge.observation import Observation
from tablebridge_rules.event import HandEvent
from tablebridge_rules.fact import TimeTaken
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["PaceWatcher"]

_STEP_MS = 1000.0
"""So often the time is read; the rules judge it each time."""


@dataclass(slots=True)
class PaceWatcher:
    """`TimeTaken`, of a seat that holds a tile too many and has only to discard."""

    _seat: Seat | None = None
    _since_ms: float = 0.0
    _read_ms: float = 0.0

    def begin(self) -> None:
        """Nobody is in turn."""
        self._seat = None

    def observe(self, observation: Observation, now: Now) -> None:
        """What is seen does not matter."""

    def told(self, event: HandEvent, now: Now) -> None:
        """The turn has gone on, or ended."""
        state = now.state
        waiting = state.turn if state is not None and state.phase is Phase.MUST_DISCARD else None
        if self._seat is not None:
            now.claims.drop(("pace", self._seat))
        self._seat = waiting
        self._since_ms = self._read_ms = now.event_ms

    def tick(self, now: Now) -> None:
        """So many seconds more."""
        if self._seat is None or now.at_ms - self._read_ms < _STEP_MS:
            return
        self._read_ms = now.at_ms
        fact = TimeTaken(self._seat, int(now.at_ms - self._since_ms))
        claim = Claim(fact=fact, at_ms=self._since_ms, captured_at=now.captured_at, confidence=1.0)
        now.claims.hold(("pace", self._seat), claim)
