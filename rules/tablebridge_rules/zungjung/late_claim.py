"""Claims that come after something else was done with the discard, and still stand.

After a draw until the drawn tile is joined to the hand (ZJ-R02); a win after a chi too, which loses others only pon and
kan (ZJ-R22).
"""

from __future__ import annotations

from tablebridge_rules.event import Called, HandEvent, Won
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.call_step import without_chi
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["reopened"]


def reopened(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> ZungJungHand:
    """The hand in which `event` is to be judged: with the discard open again that a late claim takes, else `state`."""
    if state.phase is not Phase.MUST_DISCARD or not isinstance(event, Won | Called):
        return state
    if _over_draw(state, event, rulebook):
        return _draw_returned(state)
    chi = state.call_of(state.turn)
    over_chi = isinstance(event, Won) and chi is not None and chi.exposed and event.seat is not chi.seat
    if over_chi and chi is not None and _taken(event) == (chi.laid.seat, chi.laid.tile):
        return without_chi(state, chi)
    return state


def _over_draw(state: ZungJungHand, event: Won | Called, rulebook: Rulebook) -> bool:
    """Whether `event` claims the last discard over a draw that can still be taken back.

    The one who has drawn claims nothing more. That the tile was joined must have been told: a camera may not see it.
    """
    laid = state.last_discard
    if laid is None or event.seat in (state.turn, laid.seat) or _taken(event) != (laid.seat, laid.tile):
        return False
    allowed = state.turn_start is TurnStart.DRAW and not state.joined
    return allowed and rulebook.play.late_claim == "until_drawn_tile_joined"


def _taken(event: Won | Called) -> tuple[Seat | None, Tile | None]:
    """Whose tile a win or a set takes; nobody's for a tile added to a pon, which tells where the pon came from."""
    if isinstance(event, Won):
        return event.from_seat, event.tile
    added = event.meld.kind is MeldKind.KAN_ADDED
    return (None, None) if added else (event.meld.from_seat, event.meld.called)


def _draw_returned(state: ZungJungHand) -> ZungJungHand:
    """The hand with the tile that `turn` drew back in the wall, and the discard before it open again."""
    part = state.at(state.turn)
    if part.drawn is None:
        # which tile goes back is not known, so what is left is not either
        part = replace(part, concealed=None, concealed_count=part.concealed_count - 1)
    else:
        part = part.give((part.drawn,))
    return replace(
        state.with_seat(state.turn, replace(part, holds_draw=False, drawn=None)),
        phase=Phase.CALLS_OPEN,
        wall_left=state.wall_left + 1,
        open_tile=state.last_discard,
        drew_replacement=False,
    )
