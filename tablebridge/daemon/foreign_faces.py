"""Tiles on the cloth that the rulebook's set does not have: somebody set the table, or the rulebook, wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
    Sighting,
)
from tablebridge_rules.errors import NotationError
from tablebridge_rules.tile import Tile

__all__ = ["ForeignFaces", "ForeignTiles", "places_read"]

Place = tuple[object, ...]
"""Where a tile lies: the area, whose it is, and its number there."""

_SURE = 0.9
_PLACES = 2  # one reading may be wrong


@dataclass(frozen=True, slots=True)
class ForeignTiles:
    """A warning in two lines: `to_referee` names the tiles, `to_all` none, for nobody else may know of a tile on the
    cloth before the broadcast delay is over."""

    to_referee: str
    to_all: str


class ForeignFaces:
    """What of one set was read that does not belong to it; a new set begins anew.

    Kinds are compared, not colours: a red five is a five. More than four of a kind are the rules' business.
    """

    def __init__(self, rulebook: str, tiles: Iterable[Tile]) -> None:
        self._rulebook = rulebook
        self._kinds = frozenset(tile.kind for tile in tiles)
        self._found: dict[Place, str] = {}
        self._told = False

    def take(self, sighting: Sighting) -> ForeignTiles | None:
        """The warning, once a set: when faces that are not the rulebook's were surely read at two places at once."""
        if isinstance(sighting, SetComplete):
            self._found.clear()
            self._told = False
        if (left := _left(sighting)) is not None:
            self._found = {place: face for place, face in self._found.items() if place[: len(left)] != left}
        for place, reading in places_read(sighting):
            if self._is_foreign(reading):
                self._found[place] = reading.tile
            else:
                self._found.pop(place, None)  # read again, and better
        if self._told or len(self._found) < _PLACES:
            return None
        self._told = True
        faces = ", ".join(sorted(set(self._found.values())))
        return ForeignTiles(self._line(f"({faces})"), self._line("(the log and the console name them)"))

    def _line(self, which: str) -> str:
        return (
            f"the camera reads tiles that {self._rulebook} is not played with {which}: set the table's tile count or "
            "table.rulebook right; another tile count applies from the next set that the table builds"
        )

    def _is_foreign(self, reading: ReadTile) -> bool:
        if reading.confidence < _SURE:
            return False
        try:
            return Tile.parse(reading.tile).kind not in self._kinds
        except NotationError:
            return False  # a back, or nothing that could be read


def _left(sighting: Sighting) -> Place | None:
    """How the places begin where nothing lies any more; None where nothing was taken away."""
    match sighting:
        case RiverTileGone(seat, slot):
            return "river", seat, slot
        case FlowerGone(seat, index):
            return "flower", seat, index
        case IndicatorGone(index, ura):
            return "indicator", index, ura
        case MeldGone(seat, index):
            return "meld", seat, index
        case RevealedHandGone(seat):
            return "hand", seat
        case _:
            return None


def places_read(sighting: Sighting) -> Iterator[tuple[Place, ReadTile]]:
    """The faces that a sighting tells of, each with where it lies."""
    match sighting:
        case RiverTileSeen(seat, slot, reading):
            yield ("river", seat, slot), reading
        case FlowerSeen(seat, index, reading):
            yield ("flower", seat, index), reading
        case IndicatorSeen(index, reading, ura):
            yield ("indicator", index, ura), reading
        case MeldSeen(seat, index, tiles):
            for number, tile in enumerate(tiles):
                yield ("meld", seat, index, number), tile.reading
        case HandRevealed(seat, readings, apart):
            for number, reading in enumerate((*readings, *([apart] if apart is not None else []))):
                yield ("hand", seat, number), reading
        case _:
            pass
