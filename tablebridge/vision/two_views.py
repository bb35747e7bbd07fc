"""Two cameras over one table: what either sees is told once, and of two readings the surer one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    Observation,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    TilesShown,
    ViewHeld,
    WallStacks,
)

__all__ = ["TwoViews"]


@dataclass(slots=True)
class _Told:
    """What was last told of a place: by which camera, when it was so, as what, and how sure."""

    camera: int
    at_ms: float
    said: Hashable
    confidence: float


class TwoViews:
    """Merges the observations of `cameras` observers of the same table; their times are the same table time.

    The first camera that sees a thing tells it. The other's word for the same is taken as read; where it differs in a
    face only, it is told when it is surer. A tile is covered, and the view held, only where no camera sees it; a hand
    is over the cloth while any camera says so. A camera that falls silent takes nothing away.
    """

    def __init__(self, cameras: int = 2) -> None:
        self._cameras = cameras
        self._told: dict[Hashable, _Told] = {}
        self._flags: dict[Hashable, set[int]] = {}
        self._blind: set[int] = set()

    def take(self, camera: int, observations: Sequence[Observation]) -> list[Observation]:
        """What is news in the observations of one camera, counted from 0. Raises `ValueError` for another number."""
        if not 0 <= camera < self._cameras:
            raise ValueError(f"camera {camera} is none of {self._cameras}")
        # each camera numbers its own tracks: numbers of two cameras must not meet
        own = [
            one if one.track is None else replace(one, track=one.track * self._cameras + camera) for one in observations
        ]
        return [one for one in own if self._is_news(camera, one)]

    def silent(self, camera: int) -> None:
        """That camera shows nothing any more until it is heard again: it is not waited for. From any thread."""
        self._blind.add(camera)
        for who in list(self._flags.values()):
            who.discard(camera)

    def _is_news(self, camera: int, one: Observation) -> bool:
        self._blind.discard(camera)
        match one.sighting:
            case HandOverCloth(seat, present):
                return self._flag(("hand", seat), camera, present, needed=1)
            case ViewHeld(held, _):
                return self._flag("view", camera, held, needed=self._cameras - len(self._blind))
            case RiverTileCovered(seat, slot, covered, _):
                return self._flag(("covered", seat, slot), camera, covered, needed=self._cameras - len(self._blind))
            case _:
                return self._is_new_of_place(camera, one)

    def _flag(self, key: Hashable, camera: int, up: bool, *, needed: int) -> bool:
        """Whether a flag that so many cameras must raise has changed."""
        who = self._flags.setdefault(key, set())
        before = len(who) >= needed
        (who.add if up else who.discard)(camera)
        return (len(who) >= needed) != before

    def _is_new_of_place(self, camera: int, one: Observation) -> bool:
        key, said = _place(one.sighting), _content(one.sighting)
        told = self._told.get(key)
        if told is not None and said == told.said:
            told.confidence = max(told.confidence, one.confidence)
            return False
        if told is not None and told.camera != camera:
            late = one.at_ms < told.at_ms
            only_read_otherwise = _lies(said) and _lies(told.said)
            if late and not only_read_otherwise:
                return False
            if only_read_otherwise and one.confidence <= told.confidence:
                return False
        self._told[key] = _Told(camera, one.at_ms, said, one.confidence)
        return True


_GONE = "gone"


def _lies(said: Hashable) -> bool:
    return said != _GONE


def _place(sighting: Sighting) -> Hashable:
    """What a sighting tells of: a slot, a meld, a row."""
    match sighting:
        case RiverTileSeen(seat, slot) | RiverTileGone(seat, slot):
            return "river", seat, slot
        case MeldSeen(seat, index) | MeldGone(seat, index):
            return "meld", seat, index
        case FlowerSeen(seat, index) | FlowerGone(seat, index):
            return "flower", seat, index
        case IndicatorSeen(index=index, ura=ura) | IndicatorGone(index, ura):
            return "indicator", index, ura
        case HandRevealed(seat) | RevealedHandGone(seat):
            return "open", seat
        case StandingRow(seat):
            return "row", seat
        case TilesShown(seat):
            return "shown", seat
        case RiichiStickSeen(seat):
            return "stick", seat
        case WallStacks(side):
            return "wall", side
        case _:
            return type(sighting).__name__


def _content(sighting: Sighting) -> Hashable:
    """What it says of that place, how sure it is left out."""
    match sighting:
        case RiverTileSeen(_, _, reading, sideways):
            return reading.tile, sideways
        case MeldSeen(_, _, tiles):
            return tuple((tile.reading.tile, tile.sideways, tile.stacked) for tile in tiles)
        case FlowerSeen(_, _, reading) | IndicatorSeen(_, reading):
            return reading.tile
        case HandRevealed(_, tiles, apart):
            return tuple(tile.tile for tile in tiles), apart and apart.tile
        case TilesShown(_, tiles):
            return tuple(tile.tile for tile in tiles) or _GONE
        case RiverTileGone() | MeldGone() | FlowerGone() | IndicatorGone() | RevealedHandGone():
            return _GONE
        case _:
            return sighting
