"""Draws and discards: whose turn, from where, how many tiles, how long. TW-F02, F06, F18, F19, F20, F24, TW-R42."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.taiwan.witness import think_time_over
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = [
    "WallTile",
    "expected_tiles",
    "judge_count",
    "judge_discard_turn",
    "judge_draw_place",
    "judge_draw_turn",
    "judge_forced_discard",
    "judge_think_time",
]


@dataclass(frozen=True, slots=True)
class WallTile:
    """A tile of the wall: at the tail or the live end, and how many tiles of that end come before it."""

    at_tail: bool = False
    skipped: int = 0


def expected_tiles(kans: int, *, to_discard: bool = False) -> int:
    """How many tiles a seat holds, melds included: sixteen, one for each kan, one more before a discard (TW-F02).

    >>> expected_tiles(0), expected_tiles(1, to_discard=True)
    (16, 18)
    """
    return HAND_TILES + kans + to_discard


def judge_count(
    rulebook: Rulebook,
    seat: Seat,
    concealed: int,
    melds: Iterable[MeldKind] = (),
    *,
    to_discard: bool = False,
    next_has_drawn: bool = True,
) -> tuple[Violation, ...]:
    """Whether a seat holds the right number of tiles (TW-F02); final once the next player has drawn (TW-F05)."""
    kinds = tuple(melds)
    kans = sum(kind.is_kan for kind in kinds)
    held, due = concealed + 3 * len(kinds) + kans, expected_tiles(kans, to_discard=to_discard)
    grace = not next_has_drawn and rulebook.foul.claim_fix_window == "until_next_draw"
    if held == due or grace:
        return ()
    return foul(rulebook, "TW-F02", "tile_count", seat, f"{seat.value} holds {held} tiles, expected {due}")


def judge_draw_turn(rulebook: Rulebook, seat: Seat, turn: Seat) -> tuple[Violation, ...]:
    """Whether `seat` drew while it was the turn of another, which keeps it (TW-F19)."""
    if seat is turn:
        return ()
    text = f"{seat.value} drew, it is the turn of {turn.value}, which draws next"
    return foul(rulebook, "TW-F19", "draw_out_of_turn", seat, text)


def judge_discard_turn(rulebook: Rulebook, seat: Seat, turn: Seat, tile: Tile) -> tuple[Violation, ...]:
    """Whether `seat` discarded while it was the turn of another (TW-F20).

    The tile cannot be claimed, goes back, and is that seat's discard when its turn comes: see `judge_forced_discard`.
    """
    if seat is turn:
        return ()
    text = f"{seat.value} discarded {tile}, it is the turn of {turn.value}; {seat.value} takes it back and owes it"
    return foul(rulebook, "TW-F20", "discard_out_of_turn", seat, text)


def judge_forced_discard(rulebook: Rulebook, seat: Seat, owed: Tile, tile: Tile) -> tuple[Violation, ...]:
    """Whether a seat that owes a discard made another, which is a second violation (TW-F20, TW-F24)."""
    if tile == owed:
        return ()
    text = f"{seat.value} discarded {tile} and owed {owed} from its discard out of turn"
    return foul(rulebook, "TW-F24", "owed_discard", seat, text)


def judge_draw_place(
    rulebook: Rulebook, seat: Seat, due: WallTile, taken: WallTile, *, seen: bool
) -> tuple[Violation, ...]:
    """Whether the right tile of the wall was taken; while its face was not seen it goes back (TW-F06, TW-F18)."""
    if taken == due or not seen:
        return ()
    if taken.at_tail == due.at_tail:
        text = f"{seat.value} drew {taken.skipped} tiles too far and saw the tile"
        return foul(rulebook, "TW-F18", "wrong_order_of_draws", seat, text)
    ends = ("live end", "tail")
    text = f"{seat.value} took from the {ends[taken.at_tail]}, the {ends[due.at_tail]} was due, and saw the tile"
    return foul(rulebook, "TW-F06", "wrong_end", seat, text)


def judge_think_time(
    rulebook: Rulebook, seat: Seat, since_turn_ms: int, since_count_ms: int | None = None
) -> tuple[Violation, ...]:
    """Whether a player has thought too long; the referee may rule draw-and-discard only (TW-R42)."""
    if not think_time_over(rulebook, since_turn_ms, since_count_ms):
        return ()
    text = f"{seat.value} has not acted for {rulebook.play.think_time_ms} ms; the referee rules"
    return foul(rulebook, "TW-R42", "think_time", seat, text)
