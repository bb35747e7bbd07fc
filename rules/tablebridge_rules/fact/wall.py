"""Facts about the wall, the set and what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = [
    "DrawJoined",
    "FlowersReplaced",
    "FlowersShownFirst",
    "ReplacementTaken",
    "SetCounted",
    "WallBroken",
    "WallFaceUp",
    "WallTileTaken",
    "WallTouched",
]


@dataclass(frozen=True, slots=True)
class WallTouched:
    """`seat` touched the wall; `face_seen` whether it lifted a tile so that it may have seen its face."""

    TYPE: ClassVar[str] = "wall_touched"
    seat: Seat
    face_seen: bool = False


@dataclass(frozen=True, slots=True)
class WallTileTaken:
    """Where `seat` took its tile: at the tail or the live end, `skipped` tiles of that end lying before it.

    `lifted` says that it was raised so that its face could be seen, `seen` what the referee says of that.
    """

    TYPE: ClassVar[str] = "wall_tile_taken"
    seat: Seat
    at_tail: bool
    skipped: int = 0
    lifted: bool = True
    seen: bool | None = None


@dataclass(frozen=True, slots=True)
class WallBroken:
    """Where the dealer opened the wall: `stacks_left` stand at the right-hand end of the `opened` side. `face_seen`:
    somebody has looked at a tile since."""

    TYPE: ClassVar[str] = "wall_broken"
    opened: Seat
    stacks_left: int
    face_seen: bool


@dataclass(frozen=True, slots=True)
class WallFaceUp:
    """Tiles that lie face up in the wall just raised."""

    TYPE: ClassVar[str] = "wall_face_up"
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class SetCounted:
    """How many tiles there are on the whole table."""

    TYPE: ClassVar[str] = "set_counted"
    tiles: int


@dataclass(frozen=True, slots=True)
class FlowersReplaced:
    """`seat` showed tiles as flowers and took so many: from the tail or not, their faces seen or not."""

    TYPE: ClassVar[str] = "flowers_replaced"
    seat: Seat
    shown: tuple[Tile, ...]
    taken: int
    from_tail: bool = True
    face_seen: bool = True


@dataclass(frozen=True, slots=True)
class FlowersShownFirst:
    """`seat` laid flowers of the deal open in the opening, and only then `before` did, whose turn comes first."""

    TYPE: ClassVar[str] = "flowers_shown_first"
    seat: Seat
    before: Seat


@dataclass(frozen=True, slots=True)
class ReplacementTaken:
    """`seat` took a replacement when so many tiles of its kan, `exposed`, had been shown."""

    TYPE: ClassVar[str] = "replacement_taken"
    seat: Seat
    exposed: int


@dataclass(frozen=True, slots=True)
class DrawJoined:
    """The drawn tile of `seat` was put among the others; `gap_closed_ms` is how long the gap had been closed."""

    TYPE: ClassVar[str] = "draw_joined"
    seat: Seat
    gap_closed_ms: int | None = None
