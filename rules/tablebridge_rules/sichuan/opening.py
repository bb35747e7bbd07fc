"""From the shuffle to the first discard: tile set, walls, two throws, the break, and the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.wall import Stack

__all__ = [
    "TILE_SET",
    "Deal",
    "OpeningStep",
    "TilePlace",
    "break_number",
    "break_wall",
    "deal",
    "flower_replacement_order",
    "is_throw",
    "opening_steps",
    "second_thrower",
    "throw_total",
    "wall_stacks",
]

TILE_SET: tuple[Tile, ...] = tuple(Tile(kind) for kind in STANDARD_KINDS[:27] for _ in range(4))
"""The 108 tiles: four of each kind of the three suits (SC-R04)."""

_FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class TilePlace:
    """Where a tile lies in the wall: its stack, and whether it is the upper one."""

    stack: Stack
    upper: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """Which place of the wall goes to whom: the `hands` of A..D, and the `rest` in the order of drawing."""

    hands: tuple[tuple[TilePlace, ...], ...]
    rest: tuple[TilePlace, ...]

    def live_tile(self, rulebook: Rulebook, drawn: int, kongs: int) -> TilePlace:
        """Where the next ordinary draw lies after `drawn` tiles of the live end and `kongs` replacements.

        Raises `IndexError` when no tile is left.
        """
        if self._left(drawn, kongs) == 1 or rulebook.table.kong_draw_from == "head":
            return self._last_or_head(rulebook, drawn, kongs)
        return self.rest[drawn]

    def kong_tile(self, rulebook: Rulebook, drawn: int, kongs: int) -> TilePlace:
        """Where a kong's replacement lies after `drawn` tiles of the live end and `kongs` replacements (SC-R20).

        From the tail's last stack on, upper tile first, or the next of the live end where the rulebook says so.
        Raises `IndexError` when no tile is left.
        """
        if self._left(drawn, kongs) == 1 or rulebook.table.kong_draw_from == "head":
            return self._last_or_head(rulebook, drawn, kongs)
        return TilePlace(self.rest[len(self.rest) - 1 - kongs].stack, upper=kongs % 2 == 0)

    def _left(self, drawn: int, kongs: int) -> int:
        left = len(self.rest) - drawn - kongs
        if left < 1:
            raise IndexError(f"no tile is left after {drawn} draws and {kongs} replacements")
        return left

    def _last_or_head(self, rulebook: Rulebook, drawn: int, kongs: int) -> TilePlace:
        if rulebook.table.kong_draw_from == "head":
            return self.rest[drawn + kongs]
        # both ends have met on one stack, and both take the upper tile first
        return TilePlace(self.rest[drawn].stack, upper=False)


def is_throw(dice: Sequence[int]) -> bool:
    """Whether these are two dice with faces 1 to 6 (SC-R05)."""
    return len(dice) == 2 and all(face in _FACES for face in dice)


def throw_total(dice: Sequence[int]) -> int:
    """The sum of the two dice (SC-R05). Raises `ValueError` for anything but two faces 1 to 6.

    >>> throw_total((3, 5))
    8
    """
    if not is_throw(dice):
        raise ValueError(f"{tuple(dice)} is no throw of two dice with faces 1 to 6")
    return sum(dice)


def wall_stacks(rulebook: Rulebook, dealer: Seat) -> tuple[int, int, int, int]:
    """How many stacks stand on the sides of A..D (SC-R04).

    >>> from tablebridge_rules.sichuan.rulebook import load
    >>> wall_stacks(load("sichuan-bloody"), Seat.B)
    (13, 14, 13, 14)
    """
    a, b, c, d = (rulebook.table.wall_stacks[(seat.number - dealer.number) % 4] for seat in Seat)
    return a, b, c, d


def second_thrower(dealer: Seat, total: int) -> Seat:
    """Who throws second after the dealer's `total`: counted anticlockwise, the dealer being 1 (SC-R08)."""
    return dealer.after(total - 1)


def break_number(first: int, second: int) -> int:
    """How many stacks are counted off before the break: the sum of both throws (SC-R09)."""
    return first + second


def break_wall(rulebook: Rulebook, dealer: Seat, first: int, second: int) -> tuple[Stack, ...]:
    """All stacks in the order in which they are taken (SC-R10).

    They are counted from the right-hand end of the second thrower's wall; a count past its end goes on in the clockwise
    next wall, that of the player at the left. What was counted off is the tail.
    """
    stacks = wall_stacks(rulebook, dealer)
    opened = second_thrower(dealer, first)
    ring = [Stack(side, n) for side in (opened.after(-step) for step in range(4)) for n in range(stacks[side.number])]
    counted = break_number(first, second)
    return (*ring[counted:], *ring[:counted])


def deal(rulebook: Rulebook, dealer: Seat, order: Sequence[Stack]) -> Deal:
    """Deals from the broken wall: three rounds of two stacks, then one tile each, the dealer jumping for a second one.

    The dealer takes the upper tiles of the next stack and of the next but one, the others the three tiles between
    (SC-R11): so the dealer has 14 tiles, the others 13, and 55 are left.
    """
    places = tuple(TilePlace(stack, upper) for stack in order for upper in (True, False))
    hands: dict[Seat, list[TilePlace]] = {seat: [] for seat in Seat}
    taken = 0
    for turn in range(4 * rulebook.table.deal_rounds):
        hands[dealer.after(turn)] += places[taken : taken + 4]
        taken += 4
    for turn in range(5):
        hands[dealer.after(turn)].append(places[taken + turn])
    return Deal(tuple(tuple(hands[seat]) for seat in Seat), places[taken + 5 :])


class OpeningStep(Enum):
    """One step on the way to the first discard."""

    SHUFFLE_BY_HAND = "shuffle_by_hand"
    SHUFFLE_REPORTED = "shuffle_reported"
    WALL = "wall"
    FIRST_THROW = "first_throw"
    SECOND_THROW = "second_throw"
    DEAL = "deal"
    FLOWERS = "flowers"
    VOID_SUIT = "void_suit"
    DISCARD = "discard"


def opening_steps(rulebook: Rulebook, *, automatic_table: bool = True) -> tuple[OpeningStep, ...]:
    """What happens before and with the first discard, in order (SC-R06 to SC-R12, SC-R01).

    An automatic table reports its shuffle; that replaces the players' (SC-R06). Without flowers their step is left out
    (SC-R12).
    """
    shuffle = OpeningStep.SHUFFLE_REPORTED if automatic_table else OpeningStep.SHUFFLE_BY_HAND
    steps = (shuffle, *tuple(OpeningStep)[2:])
    return tuple(step for step in steps if step is not OpeningStep.FLOWERS or rulebook.table.flowers)


def flower_replacement_order(rulebook: Rulebook, dealer: Seat) -> tuple[Seat, ...]:
    """Who replaces flowers before the first discard: nobody, the 108 tiles have none (SC-R12)."""
    return tuple(dealer.after(turn) for turn in range(4)) if rulebook.table.flowers else ()
