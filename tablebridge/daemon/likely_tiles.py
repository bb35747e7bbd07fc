"""What the camera's readings could be besides what they were taken for: for whoever corrects one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from tablebridge.game.journal_entry import JournalEntry
from tablebridge.observation import (
    IndicatorSeen,
    Observation,
    ReadTile,
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
)
from tablebridge_rules.event import Discarded, IndicatorTurned
from tablebridge_rules.seat import Seat

__all__ = ["LikelyTiles"]

Place = tuple[Seat | None, int]
"""A slot of a seat's river, or an indicator's number without a seat."""
Candidates = tuple[tuple[str, float], ...]

_MOST = 2000
"""Readings kept: those of some twenty hands."""
_SHOWN = 5
_LEAST = 0.005
"""Shown as 1 %."""


class LikelyTiles:
    """Remembers the newest reading of every tile by the moment it was first seen, which is the moment of its event.

    `tiles` are the names of those that the rulebook is played with: another one is no candidate.
    """

    def __init__(self, tiles: Iterable[str]) -> None:
        self._tiles = frozenset(tiles)
        self._lying: dict[Place, float] = {}
        self._readings: dict[tuple[Seat | None, float], Candidates] = {}

    def observe(self, observation: Observation) -> None:
        """Takes in what a witness saw."""
        match observation.sighting:
            case RiverTileSeen(seat, slot, reading):
                self._read((seat, slot), reading, observation.at_ms)
            case IndicatorSeen(index, reading, ura) if not ura:
                self._read((None, index), reading, observation.at_ms)
            case RiverTileGone(seat, slot):
                self._lying.pop((seat, slot), None)
            case SetComplete():
                self._lying.clear()

    def of(self, entry: JournalEntry) -> Candidates:
        """What the tile of that event could be, likeliest first, with the share of each (0..1)."""
        match entry.event:
            case Discarded(seat=seat):
                return self._readings.get((seat, entry.at_ms), ())
            case IndicatorTurned():
                return self._readings.get((None, entry.at_ms), ())
            case _:
                return ()

    def _read(self, place: Place, reading: ReadTile, at_ms: float) -> None:
        first_ms = self._lying.setdefault(place, at_ms)
        while len(self._readings) >= _MOST:
            self._readings.pop(next(iter(self._readings)))
        likely = ((tile, share) for tile, share in reading.candidates if tile in self._tiles and share >= _LEAST)
        self._readings[place[0], first_ms] = tuple(islice(likely, _SHOWN))
