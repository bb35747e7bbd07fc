"""Each tile that can be followed as one thing with a history: placed, turned, covered, taken, and placed elsewhere.

A discard that is called leaves its river and lies sideways in a meld a moment later; it keeps its number. Tiles that
stand in a wall or a hand cannot be told from each other: a track begins where a face is first seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import count

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    ReadTile,
    RevealedHandGone,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
)
from tablebridge_rules.seat import Seat

__all__ = ["Act", "Spot", "Track", "TrackMoment", "Tracks", "Zone"]

_JOURNEY_MS = 6000.0
"""So long a called tile may be on its way from the river to the meld, or be missed in either."""
_KEPT_MS = 120_000.0
"""A tile that was taken away and came back nowhere is forgotten after this."""


class Zone(Enum):
    """A kind of place where a face may lie."""

    RIVER = "river"
    MELD = "meld"
    FLOWER = "flower"
    HAND = "hand"
    INDICATOR = "indicator"
    URA = "ura"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place: slot of a river, meld (`index`) and tile in it (`part`, from its owner's left), flower, tile of an open
    hand, indicator. An indicator has no `seat`."""

    zone: Zone
    seat: Seat | None
    index: int
    part: int = 0


class Act(Enum):
    """What befell a tile."""

    PLACED = "placed"
    TURNED = "turned"  # it lies sideways now, or no longer
    READ_ANEW = "read anew"
    COVERED = "covered"
    UNCOVERED = "uncovered"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class TrackMoment:
    """One entry of a history: what, when (table ms), where, and what the tile was read as."""

    act: Act
    at_ms: float
    spot: Spot
    tile: str


@dataclass(slots=True)
class Track:
    """One tile. `number` is never used for another; `spot` is None while it lies nowhere that is seen."""

    number: int
    reading: ReadTile
    sideways: bool = False
    spot: Spot | None = None
    covered_since_ms: float | None = None
    history: list[TrackMoment] = field(default_factory=list)

    def add(self, act: Act, at_ms: float, spot: Spot) -> None:
        """Something befell it."""
        self.history.append(TrackMoment(act, at_ms, spot, self.reading.tile))


class Tracks:
    """All tiles followed now. `take` every sighting in its order."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._at: dict[Spot, Track] = {}
        self._taken: list[Track] = []

    def at(self, spot: Spot) -> Track | None:
        """The tile that lies there."""
        return self._at.get(spot)

    def __iter__(self) -> Iterator[Track]:
        """Every tile that lies somewhere."""
        return iter(list(self._at.values()))

    def take(self, sighting: Sighting, at_ms: float) -> int | None:
        """Takes a sighting; the number of the tile it tells of, of a meld that of its called tile."""
        self._forget(at_ms)
        match sighting:
            case RiverTileSeen(seat, slot, reading, sideways):
                return self._lies(Spot(Zone.RIVER, seat, slot), reading, sideways, at_ms).number
            case RiverTileGone(seat, slot):
                return self._leaves_river(Spot(Zone.RIVER, seat, slot), at_ms)
            case RiverTileCovered(seat, slot, covered, since_ms):
                return self._covers(Spot(Zone.RIVER, seat, slot), covered, since_ms)
            case FlowerSeen(seat, index, reading):
                return self._lies(Spot(Zone.FLOWER, seat, index), reading, False, at_ms).number
            case FlowerGone(seat, index):
                return self._leaves(Spot(Zone.FLOWER, seat, index), at_ms)
            case IndicatorSeen(index, reading, ura):
                return self._lies(Spot(Zone.URA if ura else Zone.INDICATOR, None, index), reading, False, at_ms).number
            case IndicatorGone(index, ura):
                return self._leaves(Spot(Zone.URA if ura else Zone.INDICATOR, None, index), at_ms)
            case MeldSeen() as meld:
                return self._meld(meld, at_ms)
            case MeldGone(seat, index):
                self._clear(Zone.MELD, seat, at_ms, index)
            case HandRevealed(seat, tiles, apart):
                for index, reading in enumerate((*tiles, *((apart,) if apart else ()))):
                    self._lies(Spot(Zone.HAND, seat, index), reading, False, at_ms)
            case RevealedHandGone(seat):
                self._clear(Zone.HAND, seat, at_ms)
            case _:
                pass
        return None

    def _lies(self, spot: Spot, reading: ReadTile, sideways: bool, at_ms: float) -> Track:
        track = self._at.get(spot)
        if track is None:
            return self._place(Track(next(self._numbers), reading, sideways), spot, at_ms)
        if track.sideways != sideways:
            track.sideways = sideways
            track.add(Act.TURNED, at_ms, spot)
        if track.reading.tile != reading.tile:
            track.reading = reading
            track.add(Act.READ_ANEW, at_ms, spot)
        track.reading = reading
        return track

    def _place(self, track: Track, spot: Spot, at_ms: float) -> Track:
        track.spot = spot
        self._at[spot] = track
        track.add(Act.PLACED, at_ms, spot)
        return track

    def _leaves(self, spot: Spot, at_ms: float) -> int | None:
        track = self._at.pop(spot, None)
        if track is None:
            return None
        track.spot, track.covered_since_ms = None, None
        track.add(Act.TAKEN, at_ms, spot)
        self._taken.append(track)
        return track.number

    def _leaves_river(self, spot: Spot, at_ms: float) -> int | None:
        """A discard that is gone. The meld that it went to may have been seen first."""
        leaving = self._at.get(spot)
        number = self._leaves(spot, at_ms)
        if leaving is None:
            return number
        for at, lying in list(self._at.items()):
            placed = lying.history[0]
            newcomer = at.zone is Zone.MELD and lying.sideways and abs(placed.at_ms - at_ms) < _JOURNEY_MS
            if newcomer and placed.spot == at and _same_face(lying.reading, leaving.reading):
                self._taken.remove(leaving)
                leaving.sideways, leaving.reading = True, lying.reading
                self._place(leaving, at, placed.at_ms)
                break
        return number

    def _meld(self, meld: MeldSeen, at_ms: float) -> int | None:
        called = None
        for part, tile in enumerate(meld.tiles):
            spot = Spot(Zone.MELD, meld.seat, meld.index, part)
            if tile.sideways and not tile.stacked and spot not in self._at:
                origin = self._on_its_way(tile.reading, at_ms)
                if origin is not None:
                    origin.reading, origin.sideways = tile.reading, True
                    self._place(origin, spot, at_ms)
            track = self._lies(spot, tile.reading, tile.sideways, at_ms)
            if tile.sideways and not tile.stacked:
                called = track.number
        return called

    def _on_its_way(self, reading: ReadTile, at_ms: float) -> Track | None:
        """The discard taken last that may be this tile."""
        for track in reversed(self._taken):
            last = track.history[-1]
            if last.spot.zone is Zone.RIVER and at_ms - last.at_ms < _JOURNEY_MS and _same_face(reading, track.reading):
                self._taken.remove(track)
                return track
        return None

    def _covers(self, spot: Spot, covered: bool, since_ms: float) -> int | None:
        track = self._at.get(spot)
        if track is None:
            return None
        track.covered_since_ms = since_ms if covered else None
        track.add(Act.COVERED if covered else Act.UNCOVERED, since_ms, spot)
        return track.number

    def _clear(self, zone: Zone, seat: Seat, at_ms: float, index: int | None = None) -> None:
        for spot in list(self._at):
            if spot.zone is zone and spot.seat is seat and index in (None, spot.index):
                self._leaves(spot, at_ms)

    def _forget(self, at_ms: float) -> None:
        self._taken = [track for track in self._taken if at_ms - track.history[-1].at_ms < _KEPT_MS]


def _same_face(one: ReadTile, other: ReadTile) -> bool:
    """Whether two readings may be of one tile: the same name, or one of them is not read."""
    return one.tile == other.tile or "?" in (one.tile, other.tile)
