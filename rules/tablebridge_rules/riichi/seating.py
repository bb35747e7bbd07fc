"""From four players to the first dealer: the seating draw and the throws that open a game.

Every throw names a seat in the same way: its total is counted counter-clockwise from the thrower, who is one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

__all__ = [
    "Throw",
    "draw_problem",
    "draw_winds",
    "needs_full_draw",
    "opening_throws",
    "seat_of_throw",
    "wind_positions",
]


class Throw(Enum):
    """What a throw of the dice decides."""

    PROVISIONAL_EAST = "provisional_east"  # who throws for the positions, and the odd end (RL-S09)
    EAST_POSITION = "east_position"  # where the east seat lies (RL-S10)
    FIRST_DEALER = "first_dealer"  # thrown by the one who sits on the east seat (RL-D02)
    WALL_BREAK = "wall_break"  # thrown by the dealer (RL-D04)


def draw_problem(tiles: Collection[Tile]) -> str | None:
    """What is wrong with the tiles laid out for the seating draw, None when nothing is (RL-S08).

    They are one odd and one even number tile and one of each wind.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> draw_problem(parse_tiles("12p1234z")), draw_problem(parse_tiles("13p1234z"))
    (None, '2 odd and 0 even number tiles, expected one of each')
    """
    parities = [tile.kind.rank % 2 for tile in tiles if tile.kind.is_suited]
    if sorted(parities) != [0, 1]:
        return f"{parities.count(1)} odd and {parities.count(0)} even number tiles, expected one of each"
    if sorted(tile.kind.rank for tile in tiles if tile.kind.is_wind) != [1, 2, 3, 4]:
        return "expected one tile of each wind"
    rest = [str(tile) for tile in tiles if not tile.kind.is_suited and not tile.kind.is_wind]
    return f"{', '.join(rest)} has no part in the draw" if rest else None


def seat_of_throw(thrower: Seat, total: int) -> Seat:
    """The seat that a throw names: 1, 5, 9 the thrower, 2, 6, 10 the right, 3, 7, 11 across, 4, 8, 12 the left.

    Clauses RL-S09, RL-S10, RL-D03. Raises `ValueError` for a total below 1.

    >>> seat_of_throw(Seat.A, 7)
    <Seat.C: 'C'>
    """
    if total < 1:
        raise ValueError(f"a throw of {total}: dice add up to 1 or more")
    return thrower.after(total - 1)


def wind_positions(east: Seat) -> dict[Wind, Seat]:
    """Where the four wind seats lie when `east` is the east seat: on to the right, across, left (RL-S11)."""
    return {wind: wind.seat(east) for wind in Wind}


def draw_winds(
    rulebook: Rulebook, row: Sequence[Wind], start: Seat, east: Seat, total: int
) -> tuple[tuple[Seat, Wind, Seat], ...]:
    """Who draws which wind and where that wind's seat lies, in the order of drawing (RL-S12).

    `row` are the wind tiles from the odd end to the even end, `start` the player at the selected position, `east` the
    chair of the east seat, `total` the throw that fixed it. With `seat_draw_end = "dice_parity"` an even throw draws
    from the even end. Raises `ValueError` when the row is not the four winds.
    """
    if sorted(wind.number for wind in row) != [0, 1, 2, 3]:
        raise ValueError("the row of a seating draw is the four winds, each once")
    from_even = rulebook.table.seat_draw_end == "dice_parity" and total % 2 == 0
    drawn = tuple(reversed(row)) if from_even else tuple(row)
    seats = wind_positions(east)
    return tuple((start.after(steps), wind, seats[wind]) for steps, wind in enumerate(drawn))


def needs_full_draw(previous: Collection[str], players: Collection[str]) -> bool:
    """Whether the next game needs the whole draw; the same four players only throw for the positions (RL-S13)."""
    return set(previous) != set(players)


def opening_throws(rulebook: Rulebook, *, full_draw: bool = True) -> tuple[Throw, ...]:
    """What the throws before the first deal of a game decide, in their order (RL-S09, RL-S10, RL-D02, RL-D04).

    A rulebook without a seating draw begins with the throw for the first dealer; without `full_draw` the positions
    are thrown for at once (RL-S13).

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> [throw.value for throw in opening_throws(load("riichi-league-tw"))]
    ['provisional_east', 'east_position', 'first_dealer', 'wall_break']
    """
    if rulebook.table.seat_draw_end == "none":
        return Throw.FIRST_DEALER, Throw.WALL_BREAK
    seating = (Throw.PROVISIONAL_EAST, Throw.EAST_POSITION) if full_draw else (Throw.EAST_POSITION,)
    return (*seating, Throw.FIRST_DEALER, Throw.WALL_BREAK)
