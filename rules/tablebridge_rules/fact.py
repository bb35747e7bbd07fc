"""What a witness tells besides the acts of a hand: a camera saw it, the table felt it, or the referee entered it.

An act (`event.py`) moves the hand on; a fact says how an act was done, or that something happened beside it. One frozen
value a fact; `play.judge_fact` says which clause it breaks under a rulebook, `play.apply_fact` what the hand is after
it. A tradition that has no clause for a fact finds nothing in it. `TYPE` is its name on outputs.

Moments are in ms of one clock, lengths of time in ms, places on the cloth in mm; None is what nobody has seen or said.
"""

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
    "Cheated",
    "ClaimTimed",
    "DiscardLaid",
    "DiscardTouched",
    "DrawAndDiscardRuled",
    "DrawJoined",
    "EnquiryMade",
    "Fact",
    "FlowersReplaced",
    "GameTimed",
    "HandMixed",
    "HandNotOpened",
    "KanInspected",
    "MeldChanged",
    "MeldLaid",
    "MeldLeft",
    "Peeked",
    "PenaltyTile",
    "ReplacementTaken",
    "RiichiWithdrawn",
    "RiverLaid",
    "RiverTileTaken",
    "RowCounted",
    "SetCounted",
    "TileNamesSpoken",
    "TilesExposed",
    "TimeTaken",
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
class DrawJoined:
    """The drawn tile of `seat` was put among the others; `gap_closed_ms` is how long the gap had been closed."""

    TYPE: ClassVar[str] = "draw_joined"
    seat: Seat
    gap_closed_ms: int | None = None


@dataclass(frozen=True, slots=True)
class TilesExposed:
    """Tiles that others may not see were shown by `seat`; `deliberate` is the referee's word."""

    TYPE: ClassVar[str] = "tiles_exposed"
    seat: Seat
    tiles: tuple[Tile, ...]
    deliberate: bool | None = None


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
class ReplacementTaken:
    """`seat` took a replacement when so many tiles of its kan, `exposed`, had been shown."""

    TYPE: ClassVar[str] = "replacement_taken"
    seat: Seat
    exposed: int


@dataclass(frozen=True, slots=True)
class PenaltyTile:
    """The referee rules that `seat` may not win on `tile` in this hand."""

    TYPE: ClassVar[str] = "penalty_tile"
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class MeldLeft:
    """A wrong meld of `seat` was not set right; `disturbed` when the next player drew or its owner discarded."""

    TYPE: ClassVar[str] = "meld_left"
    seat: Seat
    disturbed: bool


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
class RowCounted:
    """How many tiles stand before `seat`, as a camera counts them."""

    TYPE: ClassVar[str] = "row_counted"
    seat: Seat
    tiles: int


@dataclass(frozen=True, slots=True)
class TimeTaken:
    """How long `seat` has thought: since its turn began, and since others began to count."""

    TYPE: ClassVar[str] = "time_taken"
    seat: Seat
    since_turn_ms: int
    since_count_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Peeked:
    """The referee saw `seat` look at tiles that it may not see."""

    TYPE: ClassVar[str] = "peeked"
    seat: Seat


@dataclass(frozen=True, slots=True)
class RiichiWithdrawn:
    """`seat` turned its sideways tile upright, or took the stick back."""

    TYPE: ClassVar[str] = "riichi_withdrawn"
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandNotOpened:
    """`seat` declared a win and did not lay its hand open in time."""

    TYPE: ClassVar[str] = "hand_not_opened"
    seat: Seat


@dataclass(frozen=True, slots=True)
class HandMixed:
    """The winning hand of `seat` was mixed with other tiles before it was confirmed."""

    TYPE: ClassVar[str] = "hand_mixed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EnquiryMade:
    """The table was asked whether the last discard is wanted, and nobody answered; `seat` asked."""

    TYPE: ClassVar[str] = "enquiry_made"
    seat: Seat


@dataclass(frozen=True, slots=True)
class KanInspected:
    """The concealed kan of `seat` was turned up after the hand and shows these tiles."""

    TYPE: ClassVar[str] = "kan_inspected"
    seat: Seat
    tiles: tuple[Tile, ...]


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
class RiverTileTaken:
    """A tile went from a river into the standing hand of `seat`; `called` when a call took it."""

    TYPE: ClassVar[str] = "river_tile_taken"
    seat: Seat
    tile: Tile
    called: bool


@dataclass(frozen=True, slots=True)
class TileNamesSpoken:
    """The referee heard `seat` speak names of tiles that were not its discard; `serious` by the referee's word."""

    TYPE: ClassVar[str] = "tile_names_spoken"
    seat: Seat
    serious: bool = False


@dataclass(frozen=True, slots=True)
class Cheated:
    """The referee rules that `seat` cheated; `offence` in the words of the rulebook's tradition."""

    TYPE: ClassVar[str] = "cheated"
    seat: Seat
    offence: str


@dataclass(frozen=True, slots=True)
class DrawAndDiscardRuled:
    """The referee rules that `seat` only draws and discards for the rest of the hand."""

    TYPE: ClassVar[str] = "draw_and_discard_ruled"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GameTimed:
    """How long the game has been played, in s since its first deal."""

    TYPE: ClassVar[str] = "game_timed"
    elapsed_s: int


Fact = (
    WallTouched
    | DrawJoined
    | TilesExposed
    | CallVoiced
    | CallWithdrawn
    | ClaimTimed
    | MeldLaid
    | AddedTileLaid
    | MeldChanged
    | ReplacementTaken
    | PenaltyTile
    | MeldLeft
    | DiscardTouched
    | DiscardLaid
    | RiverLaid
    | RowCounted
    | TimeTaken
    | Peeked
    | RiichiWithdrawn
    | HandNotOpened
    | HandMixed
    | EnquiryMade
    | KanInspected
    | WallTileTaken
    | WallBroken
    | WallFaceUp
    | SetCounted
    | FlowersReplaced
    | RiverTileTaken
    | TileNamesSpoken
    | Cheated
    | DrawAndDiscardRuled
    | GameTimed
)
"""Everything a witness can tell at a table of any tradition."""
