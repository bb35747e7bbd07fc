"""Wall, thrower and break: ZJ-X01, ZJ-X07."""

from __future__ import annotations

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.wall import Stack, break_wall
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.wall import WALL_STACKS

__all__ = ["judge_break", "judge_set", "judge_thrower", "judge_walls"]


_FIRST_FLOWER = 34


def judge_walls(rulebook: Rulebook, stacks: tuple[int, int, int, int]) -> tuple[Violation, ...]:
    """Whether four walls of 17 stacks stand; a fault of no player (ZJ-X01)."""
    if stacks == WALL_STACKS:
        return ()
    text = f"the walls have {stacks} stacks, each side needs {WALL_STACKS[0]}"
    return foul(rulebook, "ZJ-X01", "wall_size", None, text)


def judge_set(rulebook: Rulebook, seat: Seat, *tiles: Tile | None) -> tuple[Violation, ...]:
    """Whether these tiles of `seat` belong to the 136: no flower, no season, no red five (ZJ-X01).

    A tile that nobody saw is None.
    """
    for tile in tiles:
        if tile is not None and (tile.kind.index >= _FIRST_FLOWER or tile.red):
            text = f"{tile} of {seat.value} is none of the 136 tiles"
            return foul(rulebook, "ZJ-X01", "foreign_tile", seat, text)
    return ()


def judge_thrower(rulebook: Rulebook, thrower: Seat, east: Seat, *, tile_taken: bool) -> tuple[Violation, ...]:
    """Whether East threw the dice; put right until a tile is taken, else play stands (ZJ-X07)."""
    if thrower is east:
        return ()
    text = f"{thrower.value} threw the dice, {east.value} is East"
    penalty = Penalty.PLAY_STANDS if tile_taken else None
    return foul(rulebook, "ZJ-X07", "wrong_thrower", thrower, text, penalty)


def judge_break(rulebook: Rulebook, east: Seat, total: int, opened: Stack, served: int) -> tuple[Violation, ...]:
    """Whether the first stack taken is the one that the throw names (ZJ-X07).

    `served` players have taken their first four tiles: put right until all four have, else play stands.
    """
    due = break_wall(east, total).stacks[0]
    if opened == due:
        return ()
    text = (
        f"the deal began at stack {opened.number} of {opened.side.value}, "
        f"the throw of {total} says stack {due.number} of {due.side.value}"
    )
    penalty = Penalty.PLAY_STANDS if served >= len(Seat) else None
    return foul(rulebook, "ZJ-X07", "wrong_break", east, text, penalty)
