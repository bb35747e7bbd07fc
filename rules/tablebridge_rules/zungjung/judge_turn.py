"""What the fold of a Zung Jung hand shows to be wrong with a draw or a discard."""

from __future__ import annotations

from tablebridge_rules.event import Discarded, Drawn
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.violation import Violation
from tablebridge_rules.violations.turn import judge_discard_turn as judge_discard_phase
from tablebridge_rules.violations.turn import judge_draw, judge_held
from tablebridge_rules.zungjung.claims import Claim, can_pon, chi_pairs
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.call import judge_early_replacement, judge_silent_discard
from tablebridge_rules.zungjung.violations.turn import judge_discard_turn, judge_draw_turn
from tablebridge_rules.zungjung.wall import kept_tiles

__all__ = ["is_early_tail", "judge_discarded", "judge_drawn"]


def judge_drawn(state: ZungJungHand, event: Drawn, book: Rulebook) -> tuple[Violation, ...]:
    """Whose draw it is, from which end of the wall, and whether a call before it is complete."""
    found = _judge_draw(state, event, book)
    if state.calls:
        found += _judge_incomplete_call(state, event, book)
    return found


def is_early_tail(state: ZungJungHand, event: Drawn) -> bool:
    """Whether a tile is taken from the tail for a kan that is not laid open yet (ZJ-F03).

    It is in the own turn with a drawn tile in the hand, and after a spoken kan on a discard.
    """
    if not event.replacement or state.replacement_pending:
        return False
    call = state.call_of(event.seat)
    in_own_turn = state.phase is Phase.MUST_DISCARD and state.turn is event.seat
    return in_own_turn or (call is not None and call.claim is Claim.KAN)


def _judge_draw(state: ZungJungHand, event: Drawn, book: Rulebook) -> tuple[Violation, ...]:
    seat = event.seat
    if is_early_tail(state, event):
        return judge_early_replacement(book, seat, 0)
    if seat is not state.turn:
        return judge_draw_turn(book, seat, state.turn)
    if state.phase is Phase.MUST_DISCARD:
        text = f"{seat.value} drew twice in one turn"
        return foul(book, book.violations.draw_turn, "turn_order", seat, text, Penalty.LONG_HAND)
    kept = 0 if event.replacement else kept_tiles(book, state.replacements)
    return judge_draw(state, event, book.violations, kept)


def _judge_incomplete_call(state: ZungJungHand, event: Drawn, book: Rulebook) -> tuple[Violation, ...]:
    """A draw over a discard whose set is not exposed: too soon after a call, proof that there was none (ZJ-F01)."""
    call = state.unexposed
    if call is None or call.seat is event.seat or state.dead_hand(call.seat):
        return ()
    if call.heard:
        text = f"{event.seat.value} drew before {call.seat.value} had exposed the announced {call.claim.value}"
        return foul(book, "ZJ-R21", "chi_not_exposed", event.seat, text)
    text = f"{call.seat.value} discarded without a draw and exposed no set"
    return foul(book, "ZJ-F01", "forgot_to_draw", call.seat, text, Penalty.MINOR_DEAD_HAND)


def judge_discarded(state: ZungJungHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    """Whose discard it is, and whether the hand holds the tile."""
    if state.phase is Phase.MUST_DISCARD and event.seat is state.turn:
        return judge_held(state, event, book.violations)
    return _judge_discard_turn(state, event, book) + judge_held(state, event, book.violations)


def _may_take(part: Place, seat: Seat, laid: OpenTile) -> bool:
    """Whether that hand can make a set with the discard; a hidden one may."""
    standing = part.concealed
    return (
        standing is None
        or can_pon(standing, laid.tile)
        or bool(chi_pairs(standing, laid.tile, seat.relation_to(laid.seat)))
    )


def _judge_discard_turn(state: ZungJungHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    seat, laid, call = event.seat, state.last_discard, state.call_of(event.seat)
    calls_open = state.phase is Phase.CALLS_OPEN
    if calls_open and call is not None and not call.discarded:
        return judge_silent_discard(book, seat, called=call.heard)
    if seat is not state.turn:
        return judge_discard_turn(book, seat, state.turn, event.tile)
    if calls_open:
        # it may be the first half of a call, the set to follow; with nothing to take a draw was forgotten
        return judge_silent_discard(
            book, seat, called=None if laid and _may_take(state.at(seat), seat, laid) else False
        )
    if state.replacement_pending:
        text = f"{seat.value} discarded without the replacement for a kan"
        return foul(book, book.violations.wrong_wall, "no_replacement_drawn", seat, text, Penalty.SHORT_HAND)
    found = judge_discard_phase(state, event, book.violations)
    return tuple(
        violation for one in found for violation in foul(book, one.clause, one.name, seat, one.text, Penalty.SHORT_HAND)
    )
