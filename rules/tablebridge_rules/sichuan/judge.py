"""What the fold of a Sichuan hand itself shows to be wrong: each act with the state in which it was done."""

from __future__ import annotations

from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    Settled,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.sichuan.circumstances import revealed, win_of
from tablebridge_rules.sichuan.claims import Act, claims_on, own_kongs
from tablebridge_rules.sichuan.judge_end import judge_revealed, judge_settled
from tablebridge_rules.sichuan.opening import is_throw, second_thrower, throw_total, wall_stacks
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.sichuan.violations import (
    judge_chi,
    judge_discard,
    judge_kept_void,
    judge_kong_timing,
    judge_pon,
    judge_swap,
)
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import RED_LANES, Tile, TileKind
from tablebridge_rules.tile_counts import above, lane, limits
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source
from tablebridge_rules.violations.turn import (
    judge_deal,
    judge_dice,
    judge_discard_turn,
    judge_draw,
    judge_held,
    judge_wall,
)

__all__ = ["judge", "judge_set"]

_DICE = 2
_LIMITS = limits((*(4,) * 27, *(0,) * (RED_LANES + 3 - 27)))
"""Four of each of the 27 kinds (SC-R04)."""


def judge(state: SichuanHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, under `rulebook`."""
    cited = rulebook.violations
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled | Won):
        seat = getattr(event, "seat", None)
        return one_violation(cited.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")
    match event:
        case WallBuilt():
            return judge_wall(event, cited, wall_stacks(rulebook, state.dealer))
        case DiceRolled():
            return _judge_throw(state, event, rulebook)
        case TilesDealt():
            return _judge_dealt(state, event, rulebook)
        case VoidSuitDeclared():
            return _judge_void(state, event)
        case Drawn():
            return _judge_draw(state, event, rulebook)
        case Discarded():
            return _judge_discard(state, event, rulebook)
        case Called():
            return _judge_call(state, event, rulebook)
        case Won():
            return _judge_win(state, event, rulebook)
        case ExhaustiveDraw() | HandsRevealed():
            return judge_revealed(state, event, rulebook)
        case Settled():
            return judge_settled(state, event, rulebook)
        case _:
            return ()


def _judge_throw(state: SichuanHand, event: DiceRolled, book: Rulebook) -> tuple[Violation, ...]:
    """Two dice (SC-R05), thrown twice (SC-R09): by the dealer, then by the seat that the first throw names (SC-R08)."""
    seat, thrown = event.seat, len(state.dice) // _DICE
    if not is_throw(event.dice):
        return one_violation("SC-R05", "wrong_dice", seat, f"{seat.value} threw {event.dice}: two dice have 1 to 6")
    if state.dealt or thrown > 1:
        text = f"{seat.value} threw again, the wall was broken by two throws"
        return one_violation("SC-R09", "needless_throw", seat, text)
    if not is_throw(state.dice):
        return judge_dice(state, event, book.violations)
    due = second_thrower(state.dealer, throw_total(state.dice))
    if seat is due:
        return ()
    text = f"{seat.value} threw second, {due.value} was named"
    return one_violation(book.violations.wrong_thrower, "wrong_thrower", seat, text)


def _judge_dealt(state: SichuanHand, event: TilesDealt, book: Rulebook) -> tuple[Violation, ...]:
    if state.dealt:
        return one_violation(book.violations.deal_count, "dealt_twice", None, "tiles were dealt twice")
    return judge_deal(event, book.violations)


def _judge_draw(state: SichuanHand, event: Drawn, book: Rulebook) -> tuple[Violation, ...]:
    """A draw; what a hand at the wall too early costs is an option (SC-R14)."""
    found = judge_draw(state, event, book.violations)
    if found and found[0].name == "early_draw":
        return (replace(found[0], penalty=book.foul.early_draw_penalty), *found[1:])
    return found


def _judge_void(state: SichuanHand, event: VoidSuitDeclared) -> tuple[Violation, ...]:
    seat, before = event.seat, state.at(event.seat).void
    if event.suit not in SUITS:
        return one_violation("SC-R01", "no_void_suit", seat, f"{seat.value} declared {event.suit.value}: no suit here")
    if before in (None, event.suit):
        return ()
    text = f"{seat.value} changed its void suit, which cannot be changed"
    return one_violation("SC-R01", "void_suit_changed", seat, text)


def _judge_discard(state: SichuanHand, event: Discarded, book: Rulebook) -> tuple[Violation, ...]:
    seat, part = event.seat, state.at(event.seat)
    found = judge_discard_turn(state, event, book.violations) + _judge_undeclared(state, event)
    claimed = state.last_call.called if state.last_call else None
    if part.standing is None:
        return found + _judge_unseen(state, event, claimed, book)
    return found + judge_discard(book, revealed(state, seat, part.standing), part.drawn, event.tile, claimed)


def _judge_undeclared(state: SichuanHand, event: Discarded) -> tuple[Violation, ...]:
    """The first discard before every void suit was declared. Where none was, nothing at this table tells of them."""
    missing = state.undeclared
    if not missing or len(missing) == len(state.seats) or any(river.discards for river in state.rivers):
        return ()
    names = ", ".join(other.value for other in missing)
    text = f"{event.seat.value} discarded before the void suit of {names} was declared"
    return one_violation("SC-R01", "void_suit_missing", None, text)


def _judge_unseen(state: SichuanHand, event: Discarded, claimed: Tile | None, book: Rulebook) -> tuple[Violation, ...]:
    """A discard from a hand that nobody sees: what the tile itself tells, and where it stood."""
    seat, part = event.seat, state.at(event.seat)
    found = judge_held(state, event, book.violations)
    if part.has_won and event.drawn is False:
        text = f"{seat.value} has won and discarded {event.tile}, not the tile just drawn"
        found += one_violation("SC-R02", "winner_hand_changed", seat, text)
    if claimed is not None and claimed.kind == event.tile.kind:
        found += judge_swap(book, seat, event.tile)
    was_there = event.drawn is False or not part.holds_draw
    if was_there and part.void is event.tile.kind.suit and part.river.discards:
        hand = revealed(state, seat, (event.tile,))
        found += judge_kept_void(book, hand, part.river.discards[-1].tile, (event.tile,))
    return found


def _judge_call(state: SichuanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    """What is wrong with a call: the tiles laid, else where they came from, else whether it may be made."""
    cited, meld, seat = book.violations, event.meld, event.seat
    if meld.kind is MeldKind.CHI:
        return judge_chi(seat, meld.tiles[0])
    found = judge_laid(state, event, cited)
    if found:
        return tuple(replace(one, clause=_laid_clause(meld.kind, one.clause)) for one in found)
    found = _judge_precedence(state, event) or judge_source(state, event, cited) or judge_added(state, event, cited)
    if found:
        return found
    part = state.at(seat)
    if meld.kind is MeldKind.PON:
        return judge_pon(book, revealed(state, seat, part.standing or meld.own), meld.tiles[0])
    own = meld.kind is not MeldKind.KAN_EXPOSED
    return judge_kong_timing(seat, meld.kind.value, after_claim=own and not part.holds_draw) or _judge_kong(
        state, event, book
    )


def _laid_clause(kind: MeldKind, clause: str) -> str:
    """Kongs have clauses of their own for what is laid (SC-R18, SC-R19)."""
    if clause != "SC-R16" or not kind.is_kan:
        return clause
    return "SC-R19" if kind is MeldKind.KAN_CONCEALED else "SC-R18"


def _judge_precedence(state: SichuanHand, event: Called) -> tuple[Violation, ...]:
    """A pon or kong of a tile that has been won: a win comes before both (SC-R28)."""
    laid, meld = state.open_tile, event.meld
    if laid is None or not state.winners_here or (laid.seat, laid.tile) != (meld.from_seat, meld.called):
        return ()
    text = f"{event.seat.value} called {meld.kind.value} of {laid.tile}, which was won on"
    return one_violation("SC-R28", "claim_precedence", event.seat, text)


def _judge_kong(state: SichuanHand, event: Called, book: Rulebook) -> tuple[Violation, ...]:
    seat, part = event.seat, state.at(event.seat)
    kind = None if event.meld.is_hidden else event.meld.tiles[0].kind
    if kind is not None and kind.suit is part.void and not book.play.pon_void_suit:
        return one_violation("SC-R16", "kong_void_suit", seat, f"{seat.value} made a kong of {kind}, its void suit")
    if part.has_won and book.play.after_win == "xuezhan":
        text = f"{seat.value} has won and made a kong of {kind or 'tiles that lie face down'}"
        return one_violation("SC-R02", "call_after_win", seat, text)
    if kind is not None and part.has_won and part.standing is not None and not _keeps_hand(state, event, book):
        text = f"{seat.value} has won and made a kong of {kind} that changes its hand"
        return one_violation("SC-R02", "winner_hand_changed", seat, text)
    if not state.wall_left:
        text = f"{seat.value} made a kong, no tile is left to replace it"
        return one_violation(book.violations.wall_exhausted, "wall_exhausted", seat, text)
    return ()


def _keeps_hand(state: SichuanHand, event: Called, book: Rulebook) -> bool:
    """Whether a winner's kong leaves its hand as it was: of the tile just drawn or discarded, with the same waits."""
    part, meld = state.at(event.seat), event.meld
    hand = revealed(state, event.seat, part.standing or ())
    if meld.kind is MeldKind.KAN_EXPOSED:
        return Act.KAN in claims_on(book, hand, meld.tiles[0])
    return part.drawn is not None and (meld.kind, meld.tiles[0].kind) in own_kongs(book, hand, part.drawn)


def _judge_win(state: SichuanHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """Whether a win stands: the tile is there to be won, two suits, a shape, and no win before (SC-R22, SC-R02)."""
    seat, laid, part = event.seat, state.open_tile, state.at(event.seat)
    if event.from_seat is None:
        at_hand = state.phase is Phase.MUST_DISCARD and state.turn is seat and part.holds_draw
    else:
        at_hand = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
        at_hand = at_hand and (laid is None or laid.kan in (None, MeldKind.KAN_ADDED))
    if not at_hand:
        return one_violation("SC-R22", "false_win", seat, f"{seat.value} won on {event.tile}, which is not there")
    if part.has_won and (book.play.after_win == "xuezhan" or seat in state.winners_here):
        return one_violation("SC-R02", "won_before", seat, f"{seat.value} has won before")
    win = win_of(state, event)
    if win.problems() or score(book, win) is None:
        text = f"{seat.value} won on {event.tile}: no hand of two suits without the void one"
        return one_violation("SC-R22", "false_win", seat, text)
    return ()


def judge_set(before: SichuanHand, after: SichuanHand, rulebook: Rulebook) -> tuple[Violation, ...]:
    """What the step from `before` to `after` shows that the 108 tiles do not have: a fifth copy, another face."""
    now, was = after.count, before.count
    return tuple(
        Violation(rulebook.violations.fifth_copy, "foreign_tile", None, "a tile was seen that is none of the 108 tiles")
        if index >= len(SUITS) * 9
        else Violation(
            rulebook.violations.fifth_copy,
            "fifth_copy",
            None,
            f"{lane(now, index)} copies of {TileKind(index)}, the set has 4",
        )
        for index in above(now, _LIMITS)
        if lane(now, index) > lane(was, index)
    )
