"""Facts about calls and the sets that they lay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tablebridge_rules.meld import Meld
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = [
    "AddedTileLaid",
    "CallVoiced",
    "CallWithdrawn",
    "ClaimTimed",
    "KanInspected",
    "MeldChanged",
    "MeldLaid",
    "MeldLeft",
    "RiichiWithdrawn",
]


@dataclass(frozen=True, slots=True)
class CallVoiced:
    """Whether `seat` said its newest call (`chi`, `pon`, `kan`, `riichi`, `ron`, `tsumo`) aloud, and when."""

    TYPE: ClassVar[str] = "call_voiced"
    seat: Seat
    call: str
    voiced: bool
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """`seat` said a call (words as in `CallVoiced`) and did not lay the tiles, or took them back."""

    TYPE: ClassVar[str] = "call_withdrawn"
    seat: Seat
    call: str


@dataclass(frozen=True, slots=True)
class ClaimTimed:
    """`seat` called pon or kan at `at_ms` on a tile that a chi takes: when that chi's tile lay in the meld, and when
    its caller had discarded."""

    TYPE: ClassVar[str] = "claim_timed"
    seat: Seat
    at_ms: int
    chi_placed_at_ms: int | None = None
    chi_discard_at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """How a meld of `seat` lies: its `tiles` from the owner's left, an added one last, and the place of the sideways
    one, counted from 0; None where no tile lies sideways."""

    TYPE: ClassVar[str] = "meld_laid"
    seat: Seat
    meld: Meld
    tiles: tuple[Tile, ...]
    sideways: int | None = None


@dataclass(frozen=True, slots=True)
class AddedTileLaid:
    """Where the tile that `seat` added to a pon lies: `place` from the owner's left, 0 or 3 an end of `meld`."""

    TYPE: ClassVar[str] = "added_tile_laid"
    seat: Seat
    meld: Meld
    place: int


@dataclass(frozen=True, slots=True)
class MeldChanged:
    """A `meld` of `seat` that was formed is now `tiles`, none where it was taken back whole."""

    TYPE: ClassVar[str] = "meld_changed"
    seat: Seat
    meld: Meld
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class MeldLeft:
    """A wrong meld of `seat` was not set right; `disturbed` when the next player drew or its owner discarded."""

    TYPE: ClassVar[str] = "meld_left"
    seat: Seat
    disturbed: bool


@dataclass(frozen=True, slots=True)
class KanInspected:
    """The concealed kan of `seat` was turned up after the hand and shows these tiles."""

    TYPE: ClassVar[str] = "kan_inspected"
    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class RiichiWithdrawn:
    """`seat` turned its sideways tile upright, or took the stick back."""

    TYPE: ClassVar[str] = "riichi_withdrawn"
    seat: Seat
