"""What the facts of witnesses mean at a Sichuan table: which clause they break, and what the hand is after them."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.fact import (
    CallVoiced,
    Fact,
    HandNotOpened,
    KanInspected,
    RiverLaid,
    SetCounted,
    TilesExposed,
    WallBroken,
    WallTileTaken,
    WallTouched,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.opening import TILE_SET, break_wall, is_throw, throw_total
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.state import KongIncome, SichuanHand
from tablebridge_rules.sichuan.turn import RIVER_ROW
from tablebridge_rules.sichuan.violations import judge_exposure, judge_shown_kong, judge_wall_touch
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.wall import Stack

__all__ = ["apply_fact", "judge_fact"]

_WIN_CALLS = ("ron", "tsumo", "win")


def judge_fact(state: SichuanHand, fact: Fact, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The clauses of `rulebook` that `fact` breaks, as the hand stands in `state`; most facts have none."""
    match fact:
        case WallTouched(seat):
            return _judge_touched(state, seat, rulebook)
        case WallBroken(opened, stacks_left):
            return _judge_break(state, Stack(opened, stacks_left), rulebook)
        case WallTileTaken():
            return _judge_taken(state, fact, rulebook)
        case SetCounted(tiles) if tiles != len(TILE_SET):
            text = f"there are {tiles} tiles on the table, the set has {len(TILE_SET)}"
            return one_violation("SC-R04", "set_size", None, text)
        case RiverLaid(seat, rows):
            return _judge_rows(seat, rows)
        case TilesExposed(seat):
            over = state.phase is Phase.ENDED
            return judge_exposure(rulebook, seat, state.unacknowledged, acknowledged=over)
        case CallVoiced(seat, call, False) if call in _WIN_CALLS:
            return one_violation("SC-R24", "silent_win", seat, f"{seat.value} won without announcing it")
        case HandNotOpened(seat):
            return one_violation("SC-R24", "hand_not_opened", seat, f"{seat.value} won and did not show its hand")
        case KanInspected(seat, tiles):
            return judge_shown_kong(rulebook, seat, tiles or None)
        case _:
            return ()


def apply_fact(state: SichuanHand, fact: Fact, rulebook: Rulebook) -> SichuanHand:
    """The hand after `fact`: a false kong is paid for when it is settled (SC-F03)."""
    if not isinstance(fact, KanInspected) or not judge_fact(state, fact, rulebook):
        return state
    kong = _inspected(state, fact.seat, fact.tiles)
    return state if kong is None else replace(state, false_kongs=(*state.false_kongs, kong))


def _judge_touched(state: SichuanHand, seat: Seat, book: Rulebook) -> tuple[Violation, ...]:
    """A hand on the wall before its draw is due (SC-R14); in its own turn a seat has been there already."""
    if state.phase in (Phase.BEFORE_DEAL, Phase.ENDED) or seat is state.turn:
        return ()
    return judge_wall_touch(book, seat, None if state.phase is Phase.MUST_DISCARD else state.turn)


def _judge_break(state: SichuanHand, found: Stack, book: Rulebook) -> tuple[Violation, ...]:
    """Where the wall was opened: counted from the right in the second thrower's wall (SC-R10)."""
    first, second = state.dice[:2], state.dice[2:4]
    if not is_throw(first) or not is_throw(second):
        return ()
    due = break_wall(book, state.dealer, throw_total(first), throw_total(second))[0]
    if found == due:
        return ()
    text = f"the wall of {found.side.value} was opened after {found.number} stacks"
    text = f"{text}, due was that of {due.side.value} after {due.number}"
    return one_violation("SC-R10", "wrong_break", None, text)


def _judge_taken(state: SichuanHand, fact: WallTileTaken, book: Rulebook) -> tuple[Violation, ...]:
    """From which end a tile was taken (SC-R20), and whether it was the next one there (SC-R14)."""
    name = fact.seat.value
    at_tail = state.replacement_pending and book.table.kong_draw_from == "tail"
    if fact.at_tail != at_tail and state.wall_left > 1:  # of the last tile both ends are one
        ends = ("tail", "live end") if fact.at_tail else ("live end", "tail")
        text = f"{name} took a tile at the {ends[0]} of the wall, due was the {ends[1]}"
        return one_violation("SC-R20", "wrong_wall", fact.seat, text)
    if fact.skipped:
        text = f"{name} took a tile of the wall and left {fact.skipped} lying before it"
        return one_violation("SC-R14", "tile_skipped", fact.seat, text)
    return ()


def _judge_rows(seat: Seat, rows: Sequence[int]) -> tuple[Violation, ...]:
    """Rows of six, a new one after the sixth tile (SC-R15)."""
    if all(row == RIVER_ROW for row in rows[:-1]) and all(row <= RIVER_ROW for row in rows[-1:]):
        return ()
    text = f"the rows of {seat.value}'s river have {', '.join(map(str, rows))} tiles, a new row begins after six"
    return one_violation("SC-R15", "river_rows", seat, text)


def _inspected(state: SichuanHand, seat: Seat, shown: Sequence[Tile]) -> KongIncome | None:
    """Which concealed kong of `seat` was turned up: the one that shares most of its tiles with those shown."""
    made = [kong for kong in state.concealed_kongs if kong.seat is seat]
    laid = [meld.tiles for meld in state.at(seat).melds if meld.kind is MeldKind.KAN_CONCEALED]
    open_to_doubt = [
        (sum(tile in tiles for tile in shown), kong)
        for kong, tiles in zip(made, laid, strict=False)
        if kong not in state.false_kongs
    ]
    return max(open_to_doubt, key=lambda one: one[0], default=(0, None))[1]
