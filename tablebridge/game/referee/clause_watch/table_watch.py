"""What the table itself tells: how many tiles it counted, and a win by button with no hand laid open."""

from __future__ import annotations

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now
from tablebridge.observation import ButtonPressed, HandRevealed, Observation, SetComplete
from tablebridge_rules.event import HandEvent, Won
from tablebridge_rules.fact import HandNotOpened, SetCounted

__all__ = ["TableWatcher"]

_WIN = "win"
_TO_OPEN_MS = 10_000.0
"""So long a hand is sorted before it is laid open."""


class TableWatcher:
    """`SetCounted` and `HandNotOpened`."""

    def begin(self) -> None:
        """Nothing is kept."""

    def observe(self, observation: Observation, now: Now) -> None:
        """Counted sets, win buttons, and hands laid open."""
        match observation.sighting:
            case SetComplete(tiles):
                now.claims.hold("set", Claim.of(SetCounted(tiles), observation))
            case ButtonPressed(seat, button) if button == _WIN and now.in_play:
                now.claims.hold(("unopened", seat), Claim.of(HandNotOpened(seat), observation, seen_ms=_TO_OPEN_MS))
            case HandRevealed(seat):
                now.claims.drop(("unopened", seat))
            case _:
                pass

    def told(self, event: HandEvent, now: Now) -> None:
        """A win that was told was laid open."""
        if isinstance(event, Won):
            now.claims.drop(("unopened", event.seat))

    def tick(self, now: Now) -> None:
        """Nothing comes of time alone."""
