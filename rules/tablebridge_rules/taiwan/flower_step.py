"""Flowers in the fold of a Taiwanese hand: shown, replaced, and the go-rounds before play begins."""

from __future__ import annotations

from tablebridge_rules.event import FlowersShown
from tablebridge_rules.frozen import replace
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import Opening, TaiwanHand
from tablebridge_rules.taiwan.wall import may_replace_flower

__all__ = ["opened_by", "pass_on_flowers", "replaced_in_opening", "show_flowers"]


def opened_by(dealer: Seat) -> Opening:
    """The first go-round: every seat shows its flowers, from the dealer on (TW-R12)."""
    return Opening(tuple(dealer.after(steps) for steps in range(len(Seat))))


def show_flowers(state: TaiwanHand, event: FlowersShown, book: Rulebook) -> TaiwanHand:
    """The flowers lie open; as many replacements are due, unless the wall has none left for them (TW-S33)."""
    seat, part = event.seat, state.at(event.seat)
    part = replace(part.give(event.tiles), flowers=(*part.flowers, *event.tiles), holds_draw=False, drawn=None)
    if not state.opening and seat is not state.turn:
        return state.with_seat(seat, part)
    replaced = may_replace_flower(book, state.wall_left, state.replacements)
    return replace(
        state.with_seat(seat, part),
        turn=seat,
        # without a replacement the hand is over unless the flower is robbed
        phase=Phase.MUST_DRAW if replaced else Phase.CALLS_OPEN,
        replacement_pending=replaced,
        due=len(event.tiles) if replaced else 0,
        shown=event.tiles,
        last_discard=None,
        passed_by=None,
        after_open_kan=False,
    )


def replaced_in_opening(state: TaiwanHand, opening: Opening, seat: Seat) -> TaiwanHand:
    """A seat has all its replacements: what it drew may be a flower again (TW-R12). The dealer's turn is still open."""
    if seat is not state.dealer:
        state = state.with_seat(seat, replace(state.at(seat), holds_draw=False, drawn=None))
    return replace(state, turn=state.dealer, opening=replace(opening, again=(*opening.again, seat)))


def pass_on_flowers(state: TaiwanHand, seat: Seat) -> TaiwanHand:
    """`seat` shows no flower in this go-round: the turn of the next, the next go-round, or play begins (TW-R12)."""
    opening = state.opening
    if opening is None:
        return state
    if state.due and seat is state.turn:  # it goes on with too few tiles (TW-F03)
        part = state.at(seat)
        state = state.with_seat(seat, replace(part, surplus=part.surplus - state.due))
        state = replace(state, due=0, phase=Phase.MUST_DISCARD, replacement_pending=False, turn=state.dealer)
    due = tuple(other for other in opening.due if other is not seat)
    if due:
        return replace(state, opening=replace(opening, due=due), shown=())
    if opening.again:
        return replace(state, opening=Opening(opening.again), shown=())
    dealt = state.at(state.dealer)
    return replace(state, opening=None, shown=(), drew_replacement=bool(dealt.flowers))
