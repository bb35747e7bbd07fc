"""What the facts of witnesses mean at a Taiwanese table: the one entry to the detectors that the fold cannot call."""

from __future__ import annotations

from tablebridge_rules.fact import (
    CallVoiced,
    CallWithdrawn,
    Cheated,
    DiscardTouched,
    DrawAndDiscardRuled,
    DrawJoined,
    EnquiryMade,
    Fact,
    FlowersReplaced,
    FlowersShownFirst,
    GameTimed,
    KanInspected,
    MeldChanged,
    MeldLaid,
    MeldLeft,
    Peeked,
    RiverTileTaken,
    RowCounted,
    SetCounted,
    TileNamesSpoken,
    TilesExposed,
    TimeTaken,
    WallBroken,
    WallFaceUp,
    WallTileTaken,
    WallTouched,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.foul import foul
from tablebridge_rules.taiwan.match import time_is_up
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.step import with_fouls
from tablebridge_rules.taiwan.undo import with_meld, without_call
from tablebridge_rules.taiwan.violations.call import judge_laid_meld, judge_withdrawn
from tablebridge_rules.taiwan.violations.conduct import (
    judge_cheating,
    judge_peeking,
    judge_set_size,
    judge_tile_names,
    judge_tile_taken,
)
from tablebridge_rules.taiwan.violations.dead_hand import escalated
from tablebridge_rules.taiwan.violations.flowers import judge_replacement
from tablebridge_rules.taiwan.violations.setup import judge_break, judge_face_up
from tablebridge_rules.taiwan.violations.turn import WallTile, judge_count, judge_draw_place, judge_think_time
from tablebridge_rules.taiwan.violations.win import judge_concealed_kan
from tablebridge_rules.taiwan.witness import face_seen, is_joined
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["apply_fact", "judge_fact"]


def judge_fact(state: TaiwanHand, fact: Fact, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The clauses of `rulebook` that `fact` breaks, as the hand stands in `state`; a dead hand pays for it (TW-F24)."""
    found = (
        _judge_wall(state, fact, rulebook)
        or _judge_tiles(state, fact, rulebook)
        or _judge_call(state, fact, rulebook)
        or _judge_conduct(fact, rulebook)
    )
    return escalated(rulebook, state.dead, found) if found else found


def apply_fact(state: TaiwanHand, fact: Fact, rulebook: Rulebook) -> TaiwanHand:
    """The hand after `fact`: rights that are lost, a draw that is joined, a dead hand, a foul to be paid at the end."""
    found = judge_fact(state, fact, rulebook)
    after = _apply(state, fact, rulebook)
    if not found:
        return after
    laid = after.last_discard
    discarder = fact.meld.from_seat if isinstance(fact, MeldChanged) else laid.seat if laid else None
    return with_fouls(after, found, discarder)


def _judge_wall(state: TaiwanHand, fact: Fact, book: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case WallBroken(opened, stacks_left, seen) if state.by_dice is not None:
            return judge_break(book, state.by_dice, opened, stacks_left, face_seen=seen)
        case WallFaceUp(tiles):
            return judge_face_up(book, tiles)
        case WallTileTaken(seat, at_tail, skipped, lifted, said):
            due, taken = WallTile(state.replacement_pending), WallTile(at_tail, skipped)
            return judge_draw_place(book, seat, due, taken, seen=face_seen(book, lifted=lifted, referee=said))
        case FlowersReplaced(seat, shown, taken, from_tail, seen):
            return judge_replacement(book, seat, shown, taken, from_tail=from_tail, seen=seen)
        case FlowersShownFirst(seat, before):
            return _judge_shown_first(state, seat, before, book)
        case SetCounted(tiles):
            return judge_set_size(book, tiles)
        case _:
            return ()


def _judge_shown_first(state: TaiwanHand, seat: Seat, before: Seat, book: Rulebook) -> tuple[Violation, ...]:
    """Flowers of the deal are shown in turn, from the dealer on (TW-F01)."""
    order = [state.dealer.after(steps) for steps in range(len(Seat))]
    if order.index(seat) <= order.index(before):
        return ()
    text = f"{seat.value} showed flowers before {before.value} did, whose turn came first"
    return foul(book, "TW-F01", "replacement_out_of_turn", seat, text)


def _judge_tiles(state: TaiwanHand, fact: Fact, book: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case RowCounted(seat, tiles):
            kinds = [meld.kind for meld in state.at(seat).melds]
            holds_more = state.phase is Phase.MUST_DISCARD and state.turn is seat
            return judge_count(book, seat, tiles, kinds, to_discard=holds_more, next_has_drawn=not holds_more)
        case MeldLeft(seat, disturbed):
            if not disturbed and book.foul.claim_fix_window == "until_next_draw":
                return ()
            return foul(book, "TW-F05", "wrong_meld", seat, f"{seat.value} left a wrong meld as it was")
        case MeldLaid(seat, meld, tiles) | MeldChanged(seat, meld, tiles) if tiles:
            drawn = _has_drawn_since(state, seat)
            found = judge_laid_meld(book, seat, meld.kind, tiles, next_has_drawn=drawn)
            return found or _judge_order(fact)
        case KanInspected(seat, tiles):
            return judge_concealed_kan(book, seat, tiles)
        case DiscardTouched(seat, touched, left) if touched != left:
            text = f"{seat.value} put {touched} into the river, which is the discard, and left {left} there"
            return foul(book, "TW-R45", "discard_changed", seat, text, Penalty.REFUSED)
        case RiverTileTaken(seat, tile, called):
            return judge_tile_taken(book, seat, tile, called=called)
        case _:
            return ()


def _has_drawn_since(state: TaiwanHand, seat: Seat) -> bool:
    """Whether play has gone on after the newest call of `seat`: another seat has drawn, or the hand is over."""
    return state.phase is Phase.ENDED or (state.turn is not seat and state.phase is not Phase.CALLS_OPEN)


def _judge_order(fact: MeldLaid | MeldChanged) -> tuple[Violation, ...]:
    """The claimed tile of a chi lies between the two of the hand (TW-R16)."""
    if fact.meld.kind is not MeldKind.CHI or fact.tiles[1] == fact.meld.called:
        return ()
    tiles = " ".join(map(str, fact.tiles))
    text = f"{fact.seat.value} laid {tiles}: the claimed {fact.meld.called} belongs in the middle"
    return one_violation("TW-R16", "meld_order", fact.seat, text, Penalty.WARNING.value)


def _judge_call(state: TaiwanHand, fact: Fact, book: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case CallWithdrawn(seat, call) if call in _CLAIMS:
            return judge_withdrawn(book, seat, _CLAIMS[call], state.river_count)
        case MeldChanged(seat, meld, ()):
            claim = Claim.CHI if meld.kind is MeldKind.CHI else Claim.PON if meld.kind is MeldKind.PON else Claim.KAN
            return judge_withdrawn(book, seat, claim, state.river_count)
        case _:
            return ()


def _judge_conduct(fact: Fact, book: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case TimeTaken(seat, since_turn_ms, since_count_ms):
            return judge_think_time(book, seat, since_turn_ms, since_count_ms)
        case Peeked(seat):
            return judge_peeking(book, seat)
        case TileNamesSpoken(seat, serious):
            return judge_tile_names(book, seat, serious=serious)
        case Cheated(seat, offence):
            return judge_cheating(book, seat, offence)
        case _:
            return ()


def _apply(state: TaiwanHand, fact: Fact, book: Rulebook) -> TaiwanHand:
    match fact:
        case WallTouched(seat):
            return _touch(state, seat, book)
        case DrawJoined(seat, gap_closed_ms) if seat is state.turn and state.at(seat).holds_draw:
            closed_ms = book.play.kaopai_gap_ms if gap_closed_ms is None else gap_closed_ms
            return replace(state, joined=state.joined or is_joined(book, closed_ms))
        case EnquiryMade():
            return replace(state, asked=state.last_discard is not None)
        case TilesExposed(seat, tiles):
            part = state.at(seat)
            return state.with_seat(seat, replace(part, seen=(*part.seen, *tiles)))
        case CallVoiced(seat, call, True) if call in _CLAIMS:
            return replace(state, voiced=(*state.voiced, (seat, _CLAIMS[call])))
        case CallWithdrawn(seat) | MeldChanged(seat, _, ()):
            voiced = tuple(one for one in state.voiced if one[0] is not seat)
            return without_call(replace(state, voiced=voiced), seat)
        case MeldChanged(seat, meld, tiles):
            return with_meld(state, seat, meld, tiles)
        case DrawAndDiscardRuled(seat):
            return replace(state, restricted=state.restricted | {seat})
        case GameTimed(elapsed_s) if time_is_up(book, elapsed_s):
            if state.phase is Phase.ENDED or book.game.timeout_hand == "finish":
                return replace(state, time_up=True)
            return replace(state, phase=Phase.ENDED, time_up=True, stopped=True)
        case _:
            return state


def _touch(state: TaiwanHand, seat: Seat, book: Rulebook) -> TaiwanHand:
    """A hand that touches the wall gives up the open discard, a win on it included (TW-R15, TW-R28)."""
    laid = state.open_tile
    if laid is None or laid.seat is seat:
        return state
    if "win" in book.play.touch_wall_forfeits:
        part = state.at(seat)
        state = state.with_seat(seat, replace(part, offered=part.offered | {laid.tile.kind}))
    return replace(state, touching=state.touching | {seat})


_CLAIMS = {
    "chi": Claim.CHI,
    "pon": Claim.PON,
    "kan": Claim.KAN,
    "ron": Claim.WIN,
    "tsumo": Claim.WIN,
    "win": Claim.WIN,
}
"""The words of calls in facts."""
