"""Watches one seat's tiles: the row that stands before it, and the hand it lays open at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebridge.cloth import Cloth, Place, cloth_to_seat
from tablebridge.observation import HandRevealed, ReadTile, RevealedHandGone, StandingRow
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.reading import BACK, NOT_A_TILE
from tablebridge.vision.votes import Votes, unknown
from tablebridge_rules.seat import Seat

__all__ = ["HandWatch"]

_MOST_TILES = 18
"""Seventeen of a hand of sixteen, and the gap before the last."""
_CORE_MM = 5.0
_PROBE_MM = 7.0
"""From a slot's left end: the middle of the gap that sets a drawn tile apart."""
_STANDING_HEIGHTS = (0.0, 0.3, 0.6, 1.0)
_FOOT_MM = 4.0
"""So much of the cloth beside a standing tile's foot is covered when the tile lies."""
_MOST_UNREAD = 2
"""A row with more tiles than this that show no face is no open hand."""


@dataclass(frozen=True, slots=True)
class _Row:
    """How many tiles lie close from the left end on, and whether one more lies apart."""

    tiles: int
    apart: bool


class HandWatch:
    """One seat's standing row and open hand."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._cloth = cloth
        self._standing = _Row(0, False)
        self._standing_gate = Gate()
        self._open: tuple[tuple[str, ...], bool] | None = None
        self._open_gate = Gate()
        self._votes: tuple[_Row, list[Votes]] | None = None

    def look(self, look: Look) -> list[Sighted]:
        """What has changed and settled."""
        return self._look_standing(look) + self._look_open(look)

    def _look_standing(self, look: Look) -> list[Sighted]:
        height = self._cloth.tile_long_mm
        footprint = look.stillness.footprint(
            self._seat, *self._strip(self._cloth.hand_out_mm, self._cloth.tile_thick_mm), height
        )
        if not self._standing_gate.due(look, footprint):
            return []
        self._standing_gate.done(look)
        row = self._row(look, [height * share for share in _STANDING_HEIGHTS], revealed=False)
        if row.tiles % 3 == 0 and row.tiles > 0 and self._hides_gap(look, row):
            row = _Row(row.tiles - 2, True)
        if row.tiles > 0 and self._lies(look, row):
            row = _Row(0, False)  # pushed over, backs up: nothing stands there
        if row == self._standing:
            return []
        self._standing = row
        return [Sighted(StandingRow(self._seat, row.tiles, row.apart), look.stillness.moved_at_ms(footprint))]

    def _hides_gap(self, look: Look, row: _Row) -> bool:
        """Whether the camera looks so much along the row that no cloth shows in the gap before a drawn tile, which then
        counts as a tile. No seat holds a row of 3, 6, 9, 12 or 15: melds take three each, and 13 or 14 are dealt."""
        eye_right, _ = cloth_to_seat(self._seat, float(look.geometry.eye_mm[0]), float(look.geometry.eye_mm[1]))
        gap_mm = self._cloth.hand_left_mm + (row.tiles - 2) * self._cloth.tile_wide_mm + _PROBE_MM
        hidden_mm = self._cloth.tile_long_mm * abs(gap_mm - eye_right) / float(look.geometry.eye_mm[2])
        return hidden_mm > _PROBE_MM

    def _lies(self, look: Look, row: _Row) -> bool:
        """Whether the tiles lie on the cloth: they are longer than a standing tile is thick, and hide the cloth beside
        its foot on the side that the camera looks at."""
        cloth = self._cloth
        eye = cloth_to_seat(self._seat, float(look.geometry.eye_mm[0]), float(look.geometry.eye_mm[1]))[1]
        away = (cloth.tile_thick_mm / 2 + cloth.tile_long_mm / 2) / 2
        out = cloth.hand_out_mm - away if eye < cloth.hand_out_mm else cloth.hand_out_mm + away
        places = [(cloth.hand_place(index).right_mm, out) for index in range(row.tiles)]
        shares = look.bare_shares(self._seat, places, cloth.tile_wide_mm / 2, _FOOT_MM, 0.0)
        return sum(share < 0.5 for share in shares) > len(shares) / 2

    def _look_open(self, look: Look) -> list[Sighted]:
        cloth = self._cloth
        footprint = look.stillness.footprint(
            self._seat, *self._strip(cloth.revealed_out_mm, cloth.tile_long_mm), cloth.tile_thick_mm
        )
        if not self._open_gate.due(look, footprint):
            return []
        moved_ms = look.stillness.moved_at_ms(footprint)
        row = self._row(look, (0.0, cloth.tile_thick_mm), revealed=True)
        if row.tiles == 0:
            return self._closed(look, row, moved_ms)
        places = self._places(row)
        readings = look.read(self._seat, places)
        if sum(not reading.is_face for reading in readings) > _MOST_UNREAD:
            self._open_gate.puzzled(look, footprint)
            return []
        if self._votes is None or self._votes[0] != row:
            self._votes = (row, [Votes() for _ in places])
        votes = self._votes[1]
        for vote, reading in zip(votes, readings, strict=True):
            vote.add(reading)
        if not all(vote.decided for vote in votes):
            return []
        self._votes = None
        self._open_gate.done(look)
        tiles = [vote.result() for vote in votes]
        tiles = [unknown(tile) if tile.tile in (BACK, NOT_A_TILE) else tile for tile in tiles]
        return self._opened(tiles, row, moved_ms)

    def _opened(self, tiles: Sequence[ReadTile], row: _Row, moved_ms: float) -> list[Sighted]:
        names = tuple(tile.tile for tile in tiles)
        if self._open == (names, row.apart):
            return []
        self._open = (names, row.apart)
        apart = tiles[-1] if row.apart else None
        sighting = HandRevealed(self._seat, tuple(tiles[: row.tiles]), apart)
        return [Sighted(sighting, moved_ms, min(tile.confidence for tile in tiles))]

    def _closed(self, look: Look, row: _Row, moved_ms: float) -> list[Sighted]:
        self._votes = None
        self._open_gate.done(look)
        if self._open is None or row.apart:
            return []
        self._open = None
        return [Sighted(RevealedHandGone(self._seat), moved_ms)]

    def _places(self, row: _Row) -> list[Place]:
        places = [self._cloth.hand_place(index, revealed=True) for index in range(row.tiles)]
        return [*places, self._cloth.hand_place(row.tiles, apart=True, revealed=True)] if row.apart else places

    def _row(self, look: Look, heights_mm: Sequence[float], *, revealed: bool) -> _Row:
        """Counts tiles from the left end on. One stands where the cloth is hidden at every height: its own body hides
        it at all of them, a neighbour's only at some. Each slot is probed where the gap before a drawn tile would be.
        """
        cloth = self._cloth
        out = cloth.revealed_out_mm if revealed else cloth.hand_out_mm
        probes = [cloth.hand_left_mm + index * cloth.tile_wide_mm + _PROBE_MM for index in range(_MOST_TILES)]
        filled = self._filled(look, [(right, out) for right in probes], heights_mm)
        tiles = next((index for index, here in enumerate(filled) if not here), _MOST_TILES)
        apart = cloth.hand_place(tiles, apart=True, revealed=revealed)
        return _Row(tiles, self._filled(look, [(apart.right_mm, apart.out_mm)], heights_mm)[0])

    def _filled(self, look: Look, places: Sequence[tuple[float, float]], heights_mm: Sequence[float]) -> list[bool]:
        bare = [look.bare_shares(self._seat, places, _CORE_MM, _CORE_MM, height) for height in heights_mm]
        return [max(shares) < 0.5 for shares in zip(*bare, strict=True)]

    def _strip(self, out_mm: float, depth_mm: float) -> tuple[float, float, float, float]:
        """Centre and size of the part of the table a row may take."""
        width = _MOST_TILES * self._cloth.tile_wide_mm
        return self._cloth.hand_left_mm + width / 2, out_mm, width, depth_mm
