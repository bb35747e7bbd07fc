"""Calls taken back or put right: the tiles return to the hand and to the river, and the discard lies open again."""

from __future__ import annotations

from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import Meld
from tablebridge_rules.river import River
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.tile import Tile
from tablebridge_rules.violations.call import is_meld

__all__ = ["with_meld", "without_call"]


def without_call(state: TaiwanHand, seat: Seat) -> TaiwanHand:
    """The hand without the chi or pon that `seat` has just made; unchanged when it has made none or discarded since.

    Whoever drew before a late call draws again: the tile had gone back to the wall.
    """
    meld = state.last_call
    if meld is None or meld.called is None or meld.from_seat is None or state.turn is not seat:
        return state
    caller, giver = state.at(seat), state.at(meld.from_seat)
    caller = replace(
        caller,
        concealed=None if caller.concealed is None else (*caller.concealed, *meld.own),
        concealed_count=caller.concealed_count + len(meld.own),
        melds=tuple(one for one in caller.melds if one is not meld),
    )
    state = state.with_seat(seat, caller)
    state = state.with_seat(meld.from_seat, replace(giver, river=_returned(giver.river, meld)))
    laid = OpenTile(meld.from_seat, meld.called)
    return replace(
        state,
        phase=Phase.CALLS_OPEN,
        turn=meld.from_seat.after(),
        last_discard=laid,
        open_tile=laid,
        last_call=None,
        calls=state.calls - 1,
        unfixed=None,
    )


def with_meld(state: TaiwanHand, seat: Seat, meld: Meld, tiles: tuple[Tile, ...]) -> TaiwanHand:
    """The hand in which `meld` was put right before the next draw: `tiles` lie in its place (TW-F05).

    What lay there wrongly goes back into the hand. Unchanged when the seat has no such meld.
    """
    part = state.at(seat)
    own = list(tiles)
    if meld not in part.melds or meld.called not in own:
        return state
    own.remove(meld.called)
    right = replace(meld, own=tuple(own))
    back = None if part.concealed is None else (*part.concealed, *meld.own)
    part = replace(part, concealed=back, concealed_count=part.concealed_count + len(meld.own)).give(own)
    melds = tuple(right if one == meld else one for one in part.melds)
    call = right if state.last_call == meld else state.last_call
    state = state.with_seat(seat, replace(part, melds=melds))
    return replace(state, last_call=call, unfixed=None if is_meld(right) else state.unfixed)


def _returned(river: River, meld: Meld) -> River:
    """The river with the claimed tile lying in it again: it was the newest discard."""
    *rest, newest = river.discards
    return River((*rest, replace(newest, claimed_by=None)))
