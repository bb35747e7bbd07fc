"""Tiles that could have been won on, read off a hand in play: what a seat has passed and not cleared (TW-R28, R29).

A discard is passed by the next player when it draws, by the others when that player joins the drawn tile to its hand or
goes on with it: until then they may still claim the discard (TW-R18).
"""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.frozen import replace
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.passed_win import Missed, PassAct, Played, missed_after
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand, TaiwanPlace
from tablebridge_rules.taiwan.waits import shape_waits
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["after_play", "closed", "drawn_past", "missed_with", "offered", "offered_to_all", "passed", "rewound"]


def offered(state: TaiwanHand, tile: Tile, seats: Iterable[Seat]) -> TaiwanHand:
    """The hand after these seats did not win on `tile`."""
    parts: list[TaiwanPlace] = list(state.seats)
    for seat in seats:
        parts[seat.number] = _offer(parts[seat.number], tile)
    a, b, c, d = parts
    return replace(state, seats=(a, b, c, d))


def offered_to_all(state: TaiwanHand) -> TaiwanHand:
    """The open tile was not won on: it has been offered to everybody but its owner."""
    laid = state.open_tile
    return state if laid is None else offered(state, laid.tile, [laid.seat.after(steps) for steps in (1, 2, 3)])


def drawn_past(state: TaiwanHand) -> TaiwanHand:
    """`turn` is about to draw and passes the open discard; the others may still claim it (TW-R18)."""
    laid = state.open_tile
    if laid is None or laid.kan is not None:
        return offered_to_all(state)
    return replace(offered(state, laid.tile, [state.turn]), passed_by=laid)


def closed(state: TaiwanHand) -> TaiwanHand:
    """The discard that `turn` has drawn past can be claimed no more: the others have passed it, too."""
    laid = state.passed_by
    if laid is None:
        return state
    if not state.joined:  # else they passed it when the tile was joined
        state = offered(state, laid.tile, [seat for seat in Seat if seat is not laid.seat and seat is not state.turn])
    return replace(state, passed_by=None)


def rewound(state: TaiwanHand) -> TaiwanHand:
    """A claim comes after the draw: the tile that `turn` drew goes back to the wall, the discard lies open again."""
    laid, part = state.passed_by, state.at(state.turn)
    if part.drawn is not None:
        part = part.give((part.drawn,))
    else:
        part = replace(part, concealed_count=part.concealed_count - 1)
    return replace(
        state.with_seat(state.turn, replace(part, holds_draw=False, drawn=None)),
        phase=Phase.CALLS_OPEN,
        wall_left=state.wall_left + 1,
        open_tile=laid,
        passed_by=None,
        joined=False,
    )


def _offer(part: TaiwanPlace, tile: Tile) -> TaiwanPlace:
    if part.migi:
        return replace(part, offered=part.offered | {tile.kind}, since_migi=(*part.since_migi, tile))
    return part if tile.kind in part.offered else replace(part, offered=part.offered | {tile.kind})


def missed_with(part: TaiwanPlace, standing: tuple[Tile, ...] | None) -> frozenset[TileKind]:
    """The winning tiles that a seat with `standing` has passed and not cleared; a hidden hand tells nothing new."""
    if standing is None or not part.offered:
        return part.missed
    return part.missed | (part.offered & shape_waits(standing))


def passed(part: TaiwanPlace) -> TaiwanPlace:
    """The seat before it changes its hand: what it was offered until now, a drawn tile too, counts as passed."""
    if part.drawn is not None:
        part = _offer(part, part.drawn)
    return replace(part, missed=missed_with(part, part.standing), offered=frozenset())


def after_play(rulebook: Rulebook, part: TaiwanPlace, tile: Tile) -> TaiwanPlace:
    """The seat after it discarded `tile` or added it to a kan, which may clear what it has passed (TW-R29).

    A hidden hand that waits for the very tile was complete with it, so it will be found to have passed that tile.
    """
    if part.concealed is None:
        released = rulebook.play.guoshui_release == "own_discard"
        return replace(part, missed=frozenset(), offered=frozenset(() if released else {tile.kind}))
    if not part.missed:
        return part
    acts: list[PassAct] = [Missed(kind) for kind in part.missed]
    return replace(part, missed=missed_after(rulebook, [*acts, Played(tile.kind, shape_waits(part.concealed))]))
