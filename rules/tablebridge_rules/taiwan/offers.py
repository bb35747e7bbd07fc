"""Tiles that could have been won on, read off a hand in play: what a seat has passed and not cleared (TW-R28, R29)."""

from __future__ import annotations

from tablebridge_rules.frozen import replace
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.passed_win import Missed, PassAct, Played, missed_after
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand, TaiwanPlace
from tablebridge_rules.taiwan.waits import shape_waits
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["after_play", "missed_with", "offered_to_all", "passed"]


def offered_to_all(state: TaiwanHand) -> TaiwanHand:
    """The open tile was not won on: it has been offered to everybody but its owner."""
    laid = state.open_tile
    if laid is None:
        return state
    for seat in Seat:
        if seat is not laid.seat:
            state = state.with_seat(seat, _offer(state.at(seat), laid.tile))
    return state


def _offer(part: TaiwanPlace, tile: Tile) -> TaiwanPlace:
    since = (*part.since_migi, tile) if part.migi else ()
    return replace(part, offered=part.offered | {tile.kind}, since_migi=since)


def missed_with(part: TaiwanPlace, standing: tuple[Tile, ...] | None) -> frozenset[TileKind]:
    """The winning tiles that a seat with `standing` has passed and not cleared; a hidden hand tells nothing new."""
    return part.missed if standing is None else part.missed | (part.offered & shape_waits(standing))


def passed(part: TaiwanPlace) -> TaiwanPlace:
    """The seat before it changes its hand: what it was offered until now, a drawn tile too, counts as passed."""
    if part.drawn is not None:
        part = _offer(part, part.drawn)
    return replace(part, missed=missed_with(part, part.standing), offered=frozenset())


def after_play(rulebook: Rulebook, part: TaiwanPlace, tile: Tile) -> TaiwanPlace:
    """The seat after it discarded `tile` or added it to a kan, which may clear what it has passed (TW-R29)."""
    waiting = shape_waits(part.concealed) if part.concealed is not None else frozenset()
    acts: list[PassAct] = [Missed(kind) for kind in part.missed]
    return replace(part, missed=missed_after(rulebook, [*acts, Played(tile.kind, waiting)]))
