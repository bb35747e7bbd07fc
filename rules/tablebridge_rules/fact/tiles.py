"""Facts about tiles on the cloth and before the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = [
    "DiscardLaid",
    "DiscardTouched",
    "PenaltyTile",
    "RiverLaid",
    "RiverTileTaken",
    "RowCounted",
    "TilesExposed",
]


@dataclass(frozen=True, slots=True)
class TilesExposed:
    """Tiles that others may not see were shown by `seat`; `deliberate` is the referee's word."""

    TYPE: ClassVar[str] = "tiles_exposed"
    seat: Seat
    tiles: tuple[Tile, ...]
    deliberate: bool | None = None


@dataclass(frozen=True, slots=True)
class PenaltyTile:
    """The referee rules that `seat` may not win on `tile` in this hand."""

    TYPE: ClassVar[str] = "penalty_tile"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class DiscardTouched:
    """One tile of `seat` `touched` the cloth of the river, another was `left` there in the end."""

    TYPE: ClassVar[str] = "discard_touched"
    seat: Seat
    touched: Tile
    left: Tile


@dataclass(frozen=True, slots=True)
class DiscardLaid:
    """Where a discard of `seat` lies on the cloth, its middle, in mm."""

    TYPE: ClassVar[str] = "discard_laid"
    seat: Seat
    tile: Tile
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class RiverLaid:
    """The rows of the river of `seat`: how many tiles lie in each, the oldest row first."""

    TYPE: ClassVar[str] = "river_laid"
    seat: Seat
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RiverTileTaken:
    """A tile went from a river into the standing hand of `seat`; `called` when a call took it."""

    TYPE: ClassVar[str] = "river_tile_taken"
    seat: Seat
    tile: Tile
    called: bool


@dataclass(frozen=True, slots=True)
class RowCounted:
    """How many tiles stand before `seat`, as a camera counts them."""

    TYPE: ClassVar[str] = "row_counted"
    seat: Seat
    tiles: int
