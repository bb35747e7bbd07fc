"""The wall: 144 tiles, where it opens, what each seat takes, its live end and its tail, and the 16 tiles kept."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import HandSeats
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.wall import Stack

__all__ = [
    "AFTER_GATE",
    "TILE_SET",
    "WALL_STACKS",
    "WallPlan",
    "draws_left",
    "is_last_draw",
    "kept_tiles",
    "may_replace_flower",
    "may_take_call",
    "plan_wall",
]

TILE_SET: tuple[Tile, ...] = (
    *(Tile(kind) for kind in STANDARD_KINDS for _ in range(4)),
    *(Tile(TileKind(index)) for index in range(34, 42)),
)
"""The 144 tiles of the set: four of each of 34 kinds, and the eight flowers and seasons (TW-R04)."""

WALL_STACKS = (18, 18, 18, 18)
"""Stacks on the sides of A..D (TW-R05)."""

AFTER_GATE = 79
"""Tiles in the wall when the dealer has taken the gate tile (TW-R09)."""

_DEALT_STACKS = 32
_ROUNDS = 4
_KEPT = 16


@dataclass(frozen=True, slots=True)
class WallPlan:
    """All 72 stacks in the order in which they are taken, and which tile of a stack comes first at either end.

    A place in the wall is a stack and whether it is its upper tile.
    """

    dealer: Seat
    stacks: tuple[Stack, ...]
    upper_first: bool = True
    tail_upper_first: bool = True

    @property
    def deal(self) -> tuple[tuple[Seat, tuple[Stack, Stack]], ...]:
        """Who takes which two stacks, in order: from the dealer on, four times round (TW-R07)."""
        turns = (self.dealer.after(number) for number in range(_ROUNDS * len(Seat)))
        return tuple((seat, (self.stacks[2 * n], self.stacks[2 * n + 1])) for n, seat in enumerate(turns))

    @property
    def gate(self) -> tuple[Stack, bool]:
        """Where the gate tile lies, with which the dealer opens (TW-R09)."""
        return self.live(0)

    def live(self, index: int) -> tuple[Stack, bool]:
        """Where the `index`-th tile of the live end lies, 0 the gate tile. Raises `IndexError` beyond the wall."""
        stack = self.stacks[_DEALT_STACKS:][index // 2]
        return stack, (index % 2 == 0) == self.upper_first

    def tail(self, index: int) -> tuple[Stack, bool]:
        """Where the `index`-th replacement tile lies, 0 the first: beside the break, going back (TW-R10).

        Raises `IndexError` beyond the wall.
        """
        stack = self.stacks[_DEALT_STACKS:][::-1][index // 2]
        return stack, (index % 2 == 0) == self.tail_upper_first


def plan_wall(rulebook: Rulebook, seats: HandSeats) -> WallPlan:
    """The wall of a hand: counted from the right end of the opened wall, eaten clockwise (TW-R06, TW-R08)."""
    # clockwise seen from above: towards the owner's left, then on to the wall of the player at the left
    sides = [seats.opened.after(-step) for step in range(len(Seat))]
    ring = tuple(Stack(side, number) for side in sides for number in range(WALL_STACKS[side.number]))
    stacks = (*ring[seats.stacks_left :], *ring[: seats.stacks_left])
    table = rulebook.table
    return WallPlan(seats.dealer, stacks, table.stack_order == "upper_first", table.tail_order == "upper_first")


def kept_tiles(rulebook: Rulebook, replacements: int = 0) -> int:
    """How many tiles stay in the wall of a drawn hand (TW-R30).

    With `dead_wall = "8_stacks"` the last eight stacks stay, of which an odd number of `replacements` has halved one.
    """
    return _KEPT - (replacements % 2 if rulebook.table.dead_wall == "8_stacks" else 0)


def draws_left(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> int:
    """How many tiles can still be drawn; none: the hand is drawn unless the last discard is won (TW-R30).

    >>> from tablebridge_rules.taiwan.rulebook import load
    >>> draws_left(load("taiwan16-ntuee-2009"), AFTER_GATE)
    63
    """
    return max(0, wall_left - kept_tiles(rulebook, replacements))


def is_last_draw(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> bool:
    """Whether the next draw takes the last tile, which must be drawn and followed by a discard (TW-R37, TW-S07)."""
    return draws_left(rulebook, wall_left, replacements) == 1


def may_replace_flower(rulebook: Rulebook, wall_left: int, replacements: int = 0) -> bool:
    """Whether a flower just drawn gets a replacement; as the last tile where the rulebook says so (TW-S33)."""
    return draws_left(rulebook, wall_left, replacements) > 0 or rulebook.play.haidi_flower_replacement


def may_take_call(rulebook: Rulebook, wall_left: int) -> bool:
    """Whether so many tiles in the wall still allow chi, pon and kan (TW-R44)."""
    return wall_left > rulebook.play.no_call_from
