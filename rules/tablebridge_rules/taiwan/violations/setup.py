"""Wall and break: TW-R04, TW-R05, TW-F04."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import HandSeats
from tablebridge_rules.taiwan.wall import WALL_STACKS
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["judge_break", "judge_face_up", "judge_walls"]


def judge_walls(
    rulebook: Rulebook, stacks: tuple[int, int, int, int], face_up: Sequence[Tile] = ()
) -> tuple[Violation, ...]:
    """Whether four walls of 18 stacks stand and every tile is face down; a fault of no player (TW-R05, TW-R04)."""
    found: tuple[Violation, ...] = ()
    if stacks != WALL_STACKS:
        text = f"the walls have {stacks} stacks, each side needs {WALL_STACKS[0]}"
        found += foul(rulebook, "TW-R05", "wall_size", None, text)
    return found + judge_face_up(rulebook, face_up)


def judge_face_up(rulebook: Rulebook, tiles: Sequence[Tile]) -> tuple[Violation, ...]:
    """Whether tiles of the raised wall lie face up; a fault of no player (TW-R04)."""
    if not tiles:
        return ()
    text = f"{', '.join(map(str, tiles))} lies face up in the raised wall"
    return foul(rulebook, "TW-R04", "face_up_in_wall", None, text)


def judge_break(
    rulebook: Rulebook, seats: HandSeats, opened: Seat, stacks_left: int, *, face_seen: bool
) -> tuple[Violation, ...]:
    """Whether the dealer opened the wall that the dice name and left as many stacks as they show (TW-F04).

    It may be put right until the first player has seen a face, where the rulebook allows that.
    """
    if (opened, stacks_left) == (seats.opened, seats.stacks_left):
        return ()
    if not face_seen and rulebook.foul.wrong_break_grace == "until_first_face_seen":
        return ()
    due = f"{seats.stacks_left} stacks of the wall of {seats.opened.value}"
    text = f"{seats.dealer.value} left {stacks_left} stacks of the wall of {opened.value}, the dice say {due}"
    return foul(rulebook, "TW-F04", "wrong_break", seats.dealer, text)
