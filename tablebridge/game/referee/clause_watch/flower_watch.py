"""In which order the seats show the flowers of the deal."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now, tile_of
from tablebridge.observation import FlowerSeen, Observation
from tablebridge_rules.event import Called, Discarded, HandEvent
from tablebridge_rules.fact import FlowersShownFirst
from tablebridge_rules.seat import Seat

__all__ = ["FlowerWatcher"]

_APART_MS = 900.0
"""Flowers that two seats lay down within this are shown together."""


@dataclass(slots=True)
class FlowerWatcher:
    """`FlowersShownFirst`: nobody hears a seat pass its turn on, but one that shows flowers of the deal had not passed.

    A seat that has laid a kan has drawn since: its first flower may be that tile, and proves nothing.
    """

    _shown: dict[Seat, Observation] = field(default_factory=dict)
    _replaced: set[Seat] = field(default_factory=set)
    _over: bool = False

    def begin(self) -> None:
        """Nobody has shown any."""
        self._shown.clear()
        self._replaced.clear()
        self._over = False

    def observe(self, observation: Observation, now: Now) -> None:
        """The first flower of a seat; those after it may be replacements."""
        match observation.sighting:
            case FlowerSeen(seat, 0, reading) if seat not in self._shown and not self._over:
                self._shown[seat] = observation
                tile = tile_of(reading)
                if seat not in self._replaced and now.state is not None and tile is not None and tile.kind.is_flower:
                    self._compare(seat, observation, reading.confidence, now)
            case _:
                pass

    def told(self, event: HandEvent, now: Now) -> None:
        """With the first discard the opening is over; a kan before it gives its seat another tile."""
        self._over = self._over or isinstance(event, Discarded)
        if isinstance(event, Called) and event.meld.kind.is_kan:
            self._replaced.add(event.seat)

    def tick(self, now: Now) -> None:
        """Nothing comes of time alone."""

    def _compare(self, before: Seat, observation: Observation, sure: float, now: Now) -> None:
        """Those who have shown flowers already, though the turn of `before` came first."""
        for seat, shown in self._shown.items():
            if seat is not before and observation.at_ms - shown.at_ms > _APART_MS:
                claim = Claim.of(FlowersShownFirst(seat, before), shown, confidence=sure, at_once=True)
                now.claims.hold(("flowers", seat), claim)
