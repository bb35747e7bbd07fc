"""What the fold of a hand itself shows to be wrong: each act with the state in which it was done."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    ReadyDeclared,
    Settled,
    TilesDealt,
    WallBuilt,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import situation
from tablebridge_rules.taiwan.claims import claim_of, goes_before
from tablebridge_rules.taiwan.flowers import replaced_at_once
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.offers import rewound
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import pointed_seat
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.violations.call import OwnKan, judge_claim, judge_own_kan, judge_swap, wrong_call
from tablebridge_rules.taiwan.violations.ending import (
    judge_draw_called,
    judge_flower_win,
    judge_laid_down,
    judge_revealed,
    judge_settled,
)
from tablebridge_rules.taiwan.violations.flowers import judge_flower_discard, judge_opening_turn, judge_replacement
from tablebridge_rules.taiwan.violations.turn import (
    judge_count,
    judge_discard_turn,
    judge_draw_turn,
    judge_forced_discard,
)
from tablebridge_rules.taiwan.violations.win import judge_migi_declaration
from tablebridge_rules.taiwan.wall import WALL_STACKS, kept_tiles
from tablebridge_rules.taiwan.win import HAND_TILES
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.violations.turn import judge_deal, judge_dice, judge_held, judge_wall

__all__ = ["judge", "with_penalties"]


def judge(state: TaiwanHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, each with its penalty where the rulebook has one."""
    found = _judge(state, event, rulebook)
    return with_penalties(found, rulebook) if found else found


def with_penalties(found: tuple[Violation, ...], rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations, each with what its clause costs where nothing was said of that yet."""
    costs = dict(rulebook.penalties)
    return tuple(
        one if one.penalty or one.clause not in costs else replace(one, penalty=costs[one.clause].value)
        for one in found
    )


def _judge(state: TaiwanHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    cited = book.violations
    if state.phase is Phase.ENDED and (over := _judge_after_end(state, event, book)):
        return over
    match event:
        case Drawn():
            return _judge_draw(state, event, book)
        case Discarded():
            return _judge_discard(state, event, book)
        case Called():
            return _judge_call(state, event, book)
        case FlowersShown():
            return _judge_flowers(state, event, book)
        case FlowersPassed():
            return _judge_passed_on(state, event, book)
        case ReadyDeclared():
            return _judge_migi(state, event, book)
        case Won():
            return judge_laid_down(state, event, book)
        case WonByFlowers():
            return judge_flower_win(state, event, book)
        case ExhaustiveDraw():
            return judge_draw_called(state, event, book)
        case HandsRevealed():
            return judge_revealed(state, event, book)
        case Settled():
            return judge_settled(state, event, book)
        case WallBuilt():
            return judge_wall(event, cited, WALL_STACKS)
        case FirstDealerThrown():
            return _judge_first_throw(state, event)
        case DiceRolled():
            return judge_dice(state, event, cited)
        case TilesDealt():
            if state.dealt:
                return one_violation(cited.deal_count, "dealt_twice", None, "tiles were dealt in a hand under way")
            return judge_deal(event, cited, HAND_TILES)
        case _:
            return ()


def _judge_after_end(state: TaiwanHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    """An act after the end: a claim that a self-draw shuts out (TW-R27, TW-R39), or one that is no end's any more."""
    seat: Seat | None = getattr(event, "seat", None)
    by_draw = any(won.from_seat is None for won in state.wins)
    if isinstance(event, Called | Won) and seat is not None and by_draw and not state.settled:
        claim = claim_of(event)
        text = f"{seat.value} claimed {claim.value} after {state.turn.value} declared a self-draw"
        return foul(book, "TW-R39", "self_draw_declared", seat, text)
    won = isinstance(event, Won) and seat not in [one.seat for one in state.wins]
    if isinstance(event, HandsRevealed) or ((won or isinstance(event, Settled)) and not state.settled):
        return ()
    return one_violation(book.violations.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")


def _judge_first_throw(state: TaiwanHand, event: FirstDealerThrown) -> tuple[Violation, ...]:
    """Whether the throw points at the dealer (TW-R06)."""
    named = pointed_seat(event.seat, sum(event.dice))
    if named is state.dealer:
        return ()
    text = f"{event.seat.value} threw {sum(event.dice)}, which names {named.value}, not {state.dealer.value}"
    return one_violation("TW-R06", "wrong_first_dealer", None, text)


def _judge_draw(state: TaiwanHand, event: Drawn, book: Rulebook) -> tuple[Violation, ...]:
    """Whose draw it is, how many tiles it makes, from which end of the wall, and whether one may be drawn at all."""
    seat, cited = event.seat, book.violations
    if state.phase is Phase.BEFORE_DEAL:
        return one_violation(cited.draw_before_deal, "draw_before_deal", seat, f"{seat.value} drew before the deal")
    if state.opening is not None and event.replacement and not (state.due and seat is state.turn):
        if seat is state.actor or seat in state.opening.again:
            text = f"{seat.value} took a tile from the tail without a flower to replace"
            return foul(book, "TW-F03", "wrong_replacement", seat, text)
        return judge_opening_turn(book, state.dealer, _finished(state), seat)
    if seat is not state.turn:
        return judge_draw_turn(book, seat, state.turn)
    if state.phase is Phase.MUST_DISCARD:
        when = "after a call" if state.last_call else "twice in one turn"
        return foul(book, "TW-F02", "tile_too_many", seat, f"{seat.value} drew {when}: one tile too many")
    if event.replacement != state.replacement_pending:
        where = "the tail without a kan or a flower" if event.replacement else "the live end, a replacement was due"
        return one_violation(cited.wrong_wall, "wrong_wall", seat, f"{seat.value} drew from {where}")
    if not event.replacement and state.wall_left <= kept_tiles(book, state.replacements):
        text = f"{seat.value} drew, only the tiles that are kept are left"
        return one_violation(cited.wall_exhausted, "wall_exhausted", seat, text)
    return ()


def _finished(state: TaiwanHand) -> tuple[Seat, ...]:
    due = state.opening.due if state.opening else ()
    return tuple(seat for seat in (state.dealer.after(steps) for steps in range(4)) if seat not in due)


def _judge_flowers(state: TaiwanHand, event: FlowersShown, book: Rulebook) -> tuple[Violation, ...]:
    seat, part = event.seat, state.at(event.seat)
    if wrong := judge_replacement(book, seat, event.tiles, len(event.tiles)):
        return wrong
    if not part.holds(event.tiles):
        text = f"{seat.value} showed flowers that the hand does not hold"
        return one_violation(book.violations.tile_count, "tile_count", seat, text)
    if state.opening is not None:
        if seat in state.opening.again and seat is state.actor:
            text = f"{seat.value} replaced a flower just taken, which waits for the next round (TW-R12)"
            return foul(book, "TW-F01", "replacement_out_of_turn", seat, text)
        return judge_opening_turn(book, state.dealer, _finished(state), seat)
    if seat is not state.turn or state.phase is not Phase.MUST_DISCARD:
        return foul(book, "TW-F03", "wrong_replacement", seat, f"{seat.value} replaced out of turn")
    if state.drew_replacement and part.drawn in event.tiles and not replaced_at_once(book, opening=False):
        text = f"{seat.value} replaced at once a flower that came as a replacement (TW-R12)"
        return foul(book, "TW-F03", "wrong_replacement", seat, text)
    return ()


def _judge_passed_on(state: TaiwanHand, event: FlowersPassed, book: Rulebook) -> tuple[Violation, ...]:
    """Whether a seat that says that it has finished has taken all its replacements (TW-F03)."""
    seat = event.seat
    if not state.opening or not state.due or seat is not state.turn:
        return ()
    text = f"{seat.value} finished with {state.due} tiles still to be taken"
    return foul(book, "TW-F03", "wrong_replacement", seat, text)


def _judge_migi(state: TaiwanHand, event: ReadyDeclared, book: Rulebook) -> tuple[Violation, ...]:
    return judge_migi_declaration(
        book,
        event.seat,
        between_draw_and_discard=state.phase is Phase.MUST_DISCARD and state.turn is event.seat,
        own_discards=len(state.at(event.seat).river.discards),
        calls=state.calls,
    )


def _judge_discard(state: TaiwanHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    seat, part, tile = event.seat, state.at(event.seat), event.tile
    if found := judge_discard_turn(book, seat, state.discarder, tile):
        return found
    found = judge_held(state, event, book.violations)
    if part.concealed_count + 3 * len(part.melds) - 1 - HAND_TILES not in (0, part.surplus):
        found += judge_count(book, seat, part.concealed_count - 1, (meld.kind for meld in part.melds))
    found += judge_flower_discard(book, seat, tile)
    if part.locked and (event.drawn is False or part.drawn not in (None, tile)):
        found += foul(book, "TW-S23", "migi_locked", seat, f"{seat.value} changed its hand after MIGI")
    if part.owed is not None:
        found += judge_forced_discard(book, seat, part.owed, tile)
    if state.last_call is not None:
        found += judge_swap(book, seat, state.last_call, tile)
    return found


def _judge_call(state: TaiwanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: a dead hand's, the tiles laid, where they came from, whether it may be made now."""
    cited, meld, seat = book.violations, event.meld, event.seat
    if seat in state.dead:
        text = f"{seat.value} called {meld.kind.value} with a dead hand (TW-F16)"
        return foul(book, "TW-F24", "dead_hand_call", seat, text)
    if meld.kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED):
        return (
            _judge_laid(state, event, book)
            or judge_source(state, event, cited)
            or judge_added(state, event, cited)
            or judge_own_kan(book, seat, _own_kan(state, event))
        )
    passed = state.passed_by
    if passed is not None and passed.seat is meld.from_seat:
        if seat is state.turn:
            text = f"{seat.value} claimed {meld.called} after its draw: who touches the wall has no other right"
            return foul(book, "TW-R15", "touched_wall", seat, text)
        if meld.kind is not MeldKind.CHI:
            found = _judge_laid(state, event, book) or _judge_source(rewound(state, passed), event, book)
            return found or _judge_claim(state, event, book)
    found = _judge_laid(state, event, book) or _judge_source(state, event, book)
    return found or _judge_claim(state, event, book)


def _judge_laid(state: TaiwanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """Tiles that make no meld may be put right until the next draw where the rulebook says so (TW-F05)."""
    found = judge_laid(state, event, book.violations)
    if book.foul.claim_fix_window == "none":
        return found
    return tuple(replace(one, penalty=Penalty.WARNING.value) if one.name == "wrong_meld" else one for one in found)


def _judge_source(state: TaiwanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """A claim of another tile than the discard, or a chi of another than the left, is a wrong call (TW-F07)."""
    found = judge_source(state, event, book.violations)[:1]
    costs = wrong_call(book, claim_of(event), state.river_count) or book.penalty("TW-F07")
    return tuple(replace(one, penalty=costs.value) if one.clause == "TW-F07" else one for one in found)


def _own_kan(state: TaiwanHand, event: Called) -> OwnKan:
    part = state.at(event.seat)
    return OwnKan(
        kind=event.meld.kind,
        wall_left=state.wall_left,
        after_draw=part.holds_draw,
        delayed=event.drawn is False or part.drawn not in (None, *event.meld.own[-1:]),
        restricted=event.seat in state.restricted,
        migi=part.migi,
    )


def _judge_claim(state: TaiwanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the discard may be claimed, and whether a claim that was called goes before (TW-R38)."""
    seat, claim = event.seat, claim_of(event)
    if found := judge_claim(book, seat, claim, situation(state, seat, standing=event.meld.own)):
        return found
    for other, called in state.voiced:
        if other is not seat and goes_before(called, claim):
            text = f"{seat.value} took the discard by {claim.value}, {other.value} had called {called.value}"
            return foul(book, "TW-R38", "precedence", seat, text)
    return ()
