"""A claim on a discard after the next player has drawn: allowed until the drawn tile is joined to the hand (ZJ-R02)."""

from __future__ import annotations

from tablebridge_rules.event import Called, HandEvent, Won
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.table import Phase
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand

__all__ = ["draw_returned", "is_late_claim"]


def is_late_claim(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> bool:
    """Whether `event` claims the last discard over a draw that can still be taken back.

    The one who has drawn claims nothing more. That the tile was joined must have been told: a camera may not see it.
    """
    laid = state.last_discard
    if laid is None or state.phase is not Phase.MUST_DISCARD or state.turn_start is not TurnStart.DRAW:
        return False
    if state.joined or rulebook.play.late_claim == "until_next_draw":
        return False
    if isinstance(event, Won):
        taken = event.from_seat, event.tile
    elif isinstance(event, Called) and event.meld.called and event.meld.kind is not MeldKind.KAN_ADDED:
        taken = event.meld.from_seat, event.meld.called
    else:
        return False
    return event.seat not in (state.turn, laid.seat) and taken == (laid.seat, laid.tile)


def draw_returned(state: ZungJungHand) -> ZungJungHand:
    """The hand with the tile that `turn` drew back in the wall, and the discard before it open again."""
    part, count = state.at(state.turn), state.at(state.turn).concealed_count
    part = part.give((part.drawn,)) if part.drawn is not None else replace(part, concealed_count=count - 1)
    return replace(
        state.with_seat(state.turn, replace(part, holds_draw=False, drawn=None)),
        phase=Phase.CALLS_OPEN,
        wall_left=state.wall_left + 1,
        open_tile=state.last_discard,
        drew_replacement=False,
    )
