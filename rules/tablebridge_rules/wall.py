"""The wall: where it breaks, in which order its stacks are taken, and which of them are the dead wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablebridge_rules.seat import Seat

__all__ = ["DEAD_WALL_STACKS", "Stack", "WallOrder", "break_wall"]

DEAD_WALL_STACKS = 7
"""Stacks of the dead wall, counted back from the break (RL-D05)."""

_REPLACEMENT_STACKS = 2


@dataclass(frozen=True, slots=True)
class Stack:
    """Two tiles, one on the other; `number` 0 is at the right-hand end of `side` (owner's view)."""

    side: Seat
    number: int


@dataclass(frozen=True, slots=True)
class WallOrder:
    """All stacks in the order in which they are taken: the first beside the break, the last seven the dead wall."""

    stacks: tuple[Stack, ...]

    @property
    def live(self) -> tuple[Stack, ...]:
        """The stacks that are drawn from."""
        return self.stacks[:-DEAD_WALL_STACKS]

    @property
    def dead(self) -> tuple[Stack, ...]:
        """The dead wall, its tail (where replacement tiles are taken) last."""
        return self.stacks[-DEAD_WALL_STACKS:]

    @property
    def tail(self) -> tuple[Stack, ...]:
        """The dead wall counted from its tail: the third stack bears the first indicator (RM-S01)."""
        return self.dead[::-1]

    def indicator(self, index: int) -> Stack:
        """The stack whose upper tile is the `index`-th indicator, 0 first: the third from the tail's end, then on.

        Raises `IndexError` for more than five indicators.
        """
        if not 0 <= index < DEAD_WALL_STACKS - _REPLACEMENT_STACKS:
            raise IndexError(f"no indicator {index}: a dead wall of seven stacks has indicators 0..4")
        return self.stacks[-1 - _REPLACEMENT_STACKS - index]

    def replacement(self, index: int) -> tuple[Stack, bool]:
        """Where the `index`-th replacement tile lies, 0 first: its stack, and whether it is the upper tile.

        Raises `IndexError` for more than four kans.
        """
        if not 0 <= index < 2 * _REPLACEMENT_STACKS:
            raise IndexError(f"no replacement tile {index}: there are four, 0..3")
        return self.stacks[-1 - index // 2], index % 2 == 0


def break_wall(
    dealer: Seat,
    total: int,
    stacks: tuple[int, int, int, int] = (17, 17, 17, 17),
    wall: Literal["counted_from_dealer", "dealers_own_wall"] = "counted_from_dealer",
) -> WallOrder:
    """Breaks the wall by the dealer's throw: counted counter-clockwise from the dealer, the total names the side, and
    as many stacks stay at that side's right-hand end. From there the wall is eaten clockwise.

    `stacks` are those standing on the sides of A..D. With the option `wall_break_wall = "dealers_own_wall"` the
    throw counts stacks only, on the dealer's own side. Clause RL-D04, RL-D05.

    >>> order = break_wall(Seat.A, 5)
    >>> order.stacks[0], order.stacks[-1]
    (Stack(side=<Seat.A: 'A'>, number=5), Stack(side=<Seat.A: 'A'>, number=4))
    """
    opened = dealer if wall == "dealers_own_wall" else dealer.after(total - 1)
    # clockwise seen from above: towards the owner's left, then on to the wall of the player at the left
    ring = tuple(Stack(opened.after(-step), n) for step in range(4) for n in range(stacks[opened.after(-step).number]))
    return WallOrder((*ring[total:], *ring[:total]))
