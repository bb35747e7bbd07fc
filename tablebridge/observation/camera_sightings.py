"""What the camera sees on the cloth."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat

__all__ = [
    "FlowerGone",
    "FlowerSeen",
    "HandOverCloth",
    "HandRevealed",
    "IndicatorGone",
    "IndicatorSeen",
    "MeldGone",
    "MeldSeen",
    "MeldTile",
    "ReadTile",
    "RevealedHandGone",
    "RiichiStickSeen",
    "RiverTileCovered",
    "RiverTileGone",
    "RiverTileSeen",
    "StandingRow",
    "TilesShown",
    "ViewHeld",
    "WallStacks",
]


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A face as read: the best name, its confidence 0..1, and the candidates with theirs, best first."""

    tile: str
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class RiverTileSeen:
    """A tile rests in a river. `slot` counts from 0 in the order of discarding, six a row, the third row open.

    Seen again with another reading or turned differently, it is reported again for the same slot.
    """

    seat: Seat
    slot: int
    reading: ReadTile
    sideways: bool


@dataclass(frozen=True, slots=True)
class RiverTileGone:
    """The tile of that slot was taken away (called, or cleared at the end of the hand)."""

    seat: Seat
    slot: int


@dataclass(frozen=True, slots=True)
class RiverTileCovered:
    """Something hides the tile of that slot since `since_ms` of table time (`covered`), or it is seen again as it was.

    A covered tile is not gone: what was last seen of it holds until it is seen again or its place is seen empty.
    """

    seat: Seat
    slot: int
    covered: bool
    since_ms: float


@dataclass(frozen=True, slots=True)
class FlowerSeen:
    """A tile lies face up in the row before its owner's hand; `index` counts from the owner's left (TW-R10)."""

    seat: Seat
    index: int
    reading: ReadTile


@dataclass(frozen=True, slots=True)
class FlowerGone:
    """That flower is not there any more."""

    seat: Seat
    index: int


@dataclass(frozen=True, slots=True)
class MeldTile:
    """One tile of a meld, in the order seen by its owner from left to right."""

    reading: ReadTile
    sideways: bool = False
    stacked: bool = False  # lies on top of, or touching outwards, the sideways tile (added kan)


@dataclass(frozen=True, slots=True)
class MeldSeen:
    """A meld rests in its owner's corner. `index` counts from 0 in the order of calling.

    Reported again when it grows.
    """

    seat: Seat
    index: int
    tiles: tuple[MeldTile, ...]


@dataclass(frozen=True, slots=True)
class MeldGone:
    """The meld was taken away (only at the end of a hand, or corrected by the players)."""

    seat: Seat
    index: int


@dataclass(frozen=True, slots=True)
class IndicatorSeen:
    """A tile lies face up on the dead wall; `index` 0 is the first. `ura` lies beside it, outwards."""

    index: int
    reading: ReadTile
    ura: bool = False


@dataclass(frozen=True, slots=True)
class IndicatorGone:
    """That indicator is not there any more."""

    index: int
    ura: bool = False


@dataclass(frozen=True, slots=True)
class RiichiStickSeen:
    """A riichi stick lies before that seat's river, or was taken away (`present` False)."""

    seat: Seat
    present: bool


@dataclass(frozen=True, slots=True)
class WallStacks:
    """How many stacks of that side still stand (a stack that lost its upper tile still counts)."""

    side: Seat
    stacks: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The row of concealed tiles before a seat: `tiles` by its length, `drawn` when one stands apart at the right."""

    seat: Seat
    tiles: int
    drawn: bool


@dataclass(frozen=True, slots=True)
class HandRevealed:
    """A hand laid open in a row, from the owner's left to right; `apart` is the tile kept apart (RL-W04), if any."""

    seat: Seat
    tiles: tuple[ReadTile, ...]
    apart: ReadTile | None = None


@dataclass(frozen=True, slots=True)
class RevealedHandGone:
    """The open hand was cleared away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TilesShown:
    """Some tiles of a seat lie face up just before its standing row, from the owner's left to right: they fell over, or
    were shown. None: they are gone again."""

    seat: Seat
    tiles: tuple[ReadTile, ...]


@dataclass(frozen=True, slots=True)
class HandOverCloth:
    """Something moves over the cloth near a seat (`present`), or the place is still again."""

    seat: Seat
    present: bool


@dataclass(frozen=True, slots=True)
class ViewHeld:
    """The camera's view is not to be trusted just now (`held`): it was knocked, or the light has jumped. Nothing is
    observed until it is trusted again. `reason` is one clear line."""

    held: bool
    reason: str
