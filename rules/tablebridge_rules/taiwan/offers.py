"""Tiles that could have been won on, read off a hand in play: what a seat has passed and not cleared (TW-R28, R29).

A discard is passed by the next player when it draws, by the others when that player joins the drawn tile to its hand or
goes on with it: until then they may still claim the discard (TW-R18).
"""

from __future__ import annotations

from tablebridge_rules.frozen import replace
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.taiwan.passed_win import Missed, PassAct, Played, missed_after
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand, TaiwanPlace
from tablebridge_rules.taiwan.waits import shape_waits
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["cleared_by", "missed_with", "offered_in_migi", "passed", "rewound"]


def missed_with(state: TaiwanHand, seat: Seat, standing: tuple[Tile, ...]) -> frozenset[TileKind]:
    """The winning tiles that a seat with `standing` has passed and not cleared, without one it may still win on."""
    part = state.at(seat)
    offered = _offered(state, part, len(state.offers) - _may_still_win(state, seat))
    return part.missed | (offered & shape_waits(standing)) if offered else part.missed


def _may_still_win(state: TaiwanHand, seat: Seat) -> bool:
    """Whether the newest tile can still be won on by `seat`."""
    if state.open_tile is not None:
        return True
    return state.passed_by is not None and not state.joined and seat is not state.turn


def _offered(state: TaiwanHand, part: TaiwanPlace, until: int) -> frozenset[TileKind]:
    return part.offered.union([laid.tile.kind for laid in state.offers[part.since : until]])


def passed(state: TaiwanHand, seat: Seat) -> frozenset[TileKind]:
    """What `seat` has passed when it now changes its hand: all it was offered until now, a drawn tile too."""
    part = state.at(seat)
    standing = part.standing
    if standing is None:
        return part.missed
    offered = _offered(state, part, len(state.offers))
    if part.drawn is not None:
        offered |= {part.drawn.kind}
    return part.missed | (offered & shape_waits(standing)) if offered else part.missed


def cleared_by(rulebook: Rulebook, part: TaiwanPlace, tile: Tile) -> TaiwanPlace:
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


def offered_in_migi(state: TaiwanHand, seat: Seat) -> tuple[Tile, ...]:
    """The tiles that a seat under MIGI could have won on since it declared: others' discards, and its own draws.

    What it discards is what it drew, but for the discard of the declaration. Nothing without MIGI.
    """
    declared = state.at(seat).migi_at
    if declared is None:
        return ()
    laid = state.offers[declared : len(state.offers) - _may_still_win(state, seat)]
    own = next((place for place, one in enumerate(laid) if one.seat is seat), len(laid))
    return tuple(one.tile for place, one in enumerate(laid) if place != own)


def rewound(state: TaiwanHand, laid: OpenTile) -> TaiwanHand:
    """A claim of `laid` comes after the draw: the tile that `turn` drew goes back to the wall, `laid` is open again."""
    part = state.at(state.turn)
    if part.drawn is not None:
        part = part.give((part.drawn,))
    else:
        part = replace(part, concealed_count=part.concealed_count - 1)
    # who has reached for the wall has passed it
    part = replace(part, offered=part.offered | {laid.tile.kind}, holds_draw=False, drawn=None)
    return replace(
        state.with_seat(state.turn, part),
        phase=Phase.CALLS_OPEN,
        wall_left=state.wall_left + 1,
        open_tile=laid,
        passed_by=None,
        joined=False,
    )
