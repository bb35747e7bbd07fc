"""Watches the strip before one seat's standing row: tiles that fall over there and show their faces."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import ReadTile, TilesShown
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.votes import Votes
from tablebridge_rules.seat import Seat

__all__ = ["FallenWatch"]

_MOST_TILES = 14
"""Of the row from its left end on; farther to the right melds begin."""
_CORE_MM = 12.0
_LEAST_CONFIDENCE = 0.5


class FallenWatch:
    """One seat's strip. Only what is read as faces there is told: an arm, a rack or a shadow shows none."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._cloth = cloth
        self._places = tuple(cloth.shown_place(index) for index in range(_MOST_TILES))
        self._gate = Gate()
        self._votes: dict[int, Votes] = {}
        self._shown: tuple[str, ...] = ()

    def look(self, look: Look) -> list[Sighted]:
        """Tiles that came to lie there, or are gone again."""
        cloth, places = self._cloth, self._places
        middle = (places[0].right_mm + places[-1].right_mm) / 2
        width = places[-1].right_mm - places[0].right_mm + cloth.tile_wide_mm
        footprint = look.stillness.footprint(
            self._seat, middle, places[0].out_mm, width, cloth.tile_long_mm, cloth.tile_thick_mm
        )
        if not self._gate.due(look, footprint):
            return []
        filled = [at for at, place in enumerate(places) if self._lies(look, place)]
        if filled and not self._read(look, filled):
            self._gate.puzzled(look, footprint)
            return []
        if any(not self._votes[at].decided for at in filled):
            return []
        self._gate.done(look)
        return self._told([self._votes.pop(at).result() for at in filled], look.stillness.moved_at_ms(footprint))

    def _lies(self, look: Look, place: Place) -> bool:
        return not look.is_bare(self._seat, place.right_mm, place.out_mm, _CORE_MM)

    def _read(self, look: Look, filled: Sequence[int]) -> bool:
        """Whether every place that is not bare shows a face; then it has been read once more."""
        readings = look.read(self._seat, [self._places[at] for at in filled])
        if any(not one.is_face or one.confidence < _LEAST_CONFIDENCE for one in readings):
            self._votes.clear()
            return False
        self._votes = {at: self._votes.get(at, Votes()) for at in filled}
        for at, reading in zip(filled, readings, strict=True):
            self._votes[at].add(reading)
        return True

    def _told(self, tiles: Sequence[ReadTile], moved_ms: float) -> list[Sighted]:
        self._votes.clear()
        names = tuple(tile.tile for tile in tiles)
        if names == self._shown:
            return []
        self._shown = names
        confidence = min((tile.confidence for tile in tiles), default=1.0)
        return [Sighted(TilesShown(self._seat, tuple(tiles)), moved_ms, confidence)]
