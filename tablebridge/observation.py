"""What one witness saw at one moment. Witnesses yield these; only the game's decoder draws conclusions.

A table report or a sighting says what is on the cloth, never what it means: a tile lies in a river slot,
a row of four stands in the corner. Tiles are named as on the outputs (`5m`, `0p`, `2f`, `back`, `?`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tablebridge_rules.seat import Seat

__all__ = [
    "ButtonPressed",
    "DeadWallSet",
    "DiceShown",
    "Evidence",
    "FlowerGone",
    "FlowerSeen",
    "HandOverCloth",
    "HandRevealed",
    "IndicatorGone",
    "IndicatorSeen",
    "LinkDown",
    "LinkUp",
    "MeldGone",
    "MeldSeen",
    "MeldTile",
    "Observation",
    "ReadTile",
    "RevealedHandGone",
    "RiichiStickSeen",
    "RiverTileCovered",
    "RiverTileGone",
    "RiverTileSeen",
    "SetComplete",
    "Sighting",
    "StandingRow",
    "TableFault",
    "TileCountMode",
    "ViewHeld",
    "WallRaised",
    "WallStacks",
    "Witness",
]


class Witness(Enum):
    """Who saw it."""

    TABLE = "table"
    CAMERA = "camera"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where the proof is kept: `kind` is `frame` (number of the camera frame) or `bytes` (sequence on the wire)."""

    kind: str
    reference: str


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A face as read: the best name, its confidence 0..1, and the candidates with theirs, best first."""

    tile: str
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()


# --- the table's reports -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The table answered; `serial_number` names it for good."""

    vendor: str
    model: str
    firmware: str
    serial_number: str


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The table is not heard any more; `reason` is one clear line."""

    reason: str


@dataclass(frozen=True, slots=True)
class SetComplete:
    """All tiles are inside and counted."""

    tiles: int


@dataclass(frozen=True, slots=True)
class TileCountMode:
    """The set the table builds from the next shuffle on."""

    tiles: int


@dataclass(frozen=True, slots=True)
class WallRaised:
    """The wall of one side came up with so many stacks of two."""

    side: Seat
    stacks: int


@dataclass(frozen=True, slots=True)
class DiceShown:
    """The table's dice came to rest; `purpose` is `dealer` (who deals first) or `break` (where the wall opens)."""

    purpose: str
    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeadWallSet:
    """Where the dead wall's first indicator is: the side and the stack, 0 at that side's right-hand end."""

    side: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button at a seat: its name as in the wire specification."""

    seat: Seat
    button: str


@dataclass(frozen=True, slots=True)
class TableFault:
    """The table stopped or warns; code and plain words. `active` is False when the fault is gone again."""

    code: int
    text: str
    active: bool = True


# --- what the camera sees ------------------------------------------------------------------------------------


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


Sighting = (
    LinkUp
    | LinkDown
    | SetComplete
    | TileCountMode
    | WallRaised
    | DiceShown
    | DeadWallSet
    | ButtonPressed
    | TableFault
    | RiverTileSeen
    | RiverTileGone
    | RiverTileCovered
    | FlowerSeen
    | FlowerGone
    | MeldSeen
    | MeldGone
    | IndicatorSeen
    | IndicatorGone
    | RiichiStickSeen
    | WallStacks
    | StandingRow
    | HandRevealed
    | RevealedHandGone
    | HandOverCloth
    | ViewHeld
)


@dataclass(frozen=True, slots=True)
class Observation:
    """One sighting: `at_ms` in table time (first frame that showed it), `captured_at` aware UTC, `confidence` 0..1.

    `track` names the tile that it tells of: the camera gives each tile it can follow a number of its own, which it
    keeps when the tile moves (see `tablebridge.vision.tracks`).
    """

    witness: Witness
    at_ms: float
    captured_at: datetime
    sighting: Sighting
    confidence: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    track: int | None = None
