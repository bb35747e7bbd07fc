"""What the fold of a Zung Jung hand itself shows to be wrong: each act with the state in which it was done."""

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
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.frozen import replace
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.turn import judge_deal
from tablebridge_rules.zungjung.circumstances import win_of
from tablebridge_rules.zungjung.claims import Claim, claimants
from tablebridge_rules.zungjung.foul import foul
from tablebridge_rules.zungjung.judge_call import judge_called
from tablebridge_rules.zungjung.judge_settled import judge_settled
from tablebridge_rules.zungjung.judge_turn import judge_discarded, judge_drawn
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.violations.setup import judge_set, judge_thrower, judge_walls
from tablebridge_rules.zungjung.violations.win import judge_revealed, judge_win
from tablebridge_rules.zungjung.wall import draws_left

__all__ = ["judge"]


def judge(state: ZungJungHand, event: HandEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, each with its penalty where the rulebook has one."""
    found = _judge(state, event, rulebook)
    if not found:
        return found
    leads_to = dict(rulebook.penalties)
    return tuple(
        one if one.penalty or one.clause not in leads_to else replace(one, penalty=leads_to[one.clause].value)
        for one in found
    )


def _judge(state: ZungJungHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    if state.phase is Phase.ENDED and not isinstance(event, HandsRevealed | Settled):
        return _judge_after_end(state, event, book)
    match event:
        case Drawn():
            return judge_drawn(state, event, book) + judge_set(book, event.seat, event.tile)
        case Discarded():
            return judge_discarded(state, event, book) + judge_set(book, event.seat, event.tile)
        case Called():
            return judge_called(state, event, book) + judge_set(book, event.seat, *event.meld.tiles)
        case Won():
            return _judge_win(state, event, book)
        case WallBuilt():
            return judge_walls(book, event.stacks)
        case DiceRolled():
            return judge_thrower(book, event.seat, state.dealer, tile_taken=state.dealt)
        case TilesDealt():
            foreign = (judge_set(book, seat, *hand) for seat, hand in zip(Seat, event.hands or (), strict=False))
            return (*judge_deal(event, book.violations), *(one for found in foreign for one in found))
        case ExhaustiveDraw():
            return _judge_draw_called(state, book)
        case HandsRevealed():
            return _judge_shown(state, event, book)
        case Settled():
            return judge_settled(state, event, book)
        case _:
            return ()


def _judge_after_end(state: ZungJungHand, event: HandEvent, book: Rulebook) -> tuple[Violation, ...]:
    """An act after the hand was over; a win may still go before another on the same tile (ZJ-X04)."""
    seat = getattr(event, "seat", None)
    text = f"{event_type(event)} after the hand was over"
    if state.exhausted:
        return foul(book, book.violations.wall_exhausted, "hand_over", seat, text)
    if not isinstance(event, Won) or state.settled or not state.wins:
        return foul(book, book.violations.hand_over, "hand_over", seat, text, Penalty.WARNING)
    won = state.wins[0]
    if won.from_seat is None or (won.from_seat, won.tile) != (event.from_seat, event.tile):
        return foul(book, book.violations.hand_over, "hand_over", seat, text, Penalty.WARNING)
    order = claimants(won.from_seat)
    if event.seat in order and order.index(event.seat) < order.index(won.seat):
        return _judge_win(state, event, book)
    text = f"{event.seat.value} announced a win on {event.tile}, the win of {won.seat.value} goes before it"
    return foul(book, "ZJ-X04", "precedence", event.seat, text)


def _judge_win(state: ZungJungHand, event: Won, book: Rulebook) -> tuple[Violation, ...]:
    """Whether the tile is there to be won, and the hand wins with it (ZJ-R11, ZJ-R12, ZJ-R14)."""
    seat = event.seat
    what = f"{seat.value} announced a win on {event.tile}"
    if not _at_hand(state, event):
        return _judge_absent(state, event, book, what)
    if event.from_seat is not None and seat in state.touched:
        return foul(book, "ZJ-X08", "touched_wall", seat, f"{what}; the hand had touched the wall")
    nearer = _nearer_win(state, event)
    if nearer is not None:
        return foul(book, "ZJ-X04", "precedence", seat, f"{what}, the spoken win of {nearer.value} goes before it")
    if not _is_own_hand(state.at(seat), event):
        return foul(book, "ZJ-R14", "false_win", seat, f"{what} with tiles that are not those of that hand")
    win = win_of(state, event, book)
    if win.problems:
        return foul(book, "ZJ-R14", "false_win", seat, f"{what}: {'; '.join(win.problems)}")
    return judge_win(book, seat, win, dead=state.dead_hand(seat), penalty_kinds=state.barred_kinds(seat))


def _is_own_hand(part: Place, event: Won) -> bool:
    """Whether the tiles laid open are those that the hand, where it is known, holds."""
    if part.concealed is None:
        return True
    if event.from_seat is not None:
        return sorted(part.concealed) == sorted(event.concealed)
    drawn = part.drawn is None or part.drawn == event.tile
    return drawn and sorted(part.concealed) == sorted((*event.concealed, event.tile))


def _nearer_win(state: ZungJungHand, event: Won) -> Seat | None:
    """Who has announced a win on the same tile and plays before the winner (ZJ-X04)."""
    if event.from_seat is None or not state.calls:
        return None
    before = claimants(event.from_seat)[: claimants(event.from_seat).index(event.seat)]
    spoken = (
        call.seat for call in state.calls if call.claim is Claim.WIN and call.heard and call.laid == state.open_tile
    )
    return next((seat for seat in spoken if seat in before), None)


def _at_hand(state: ZungJungHand, event: Won) -> bool:
    seat, laid = event.seat, state.open_tile
    if event.from_seat is None:
        return state.phase is Phase.MUST_DISCARD and state.turn is seat and state.at(seat).holds_draw
    return laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat


def _judge_absent(state: ZungJungHand, event: Won, book: Rulebook, what: str) -> tuple[Violation, ...]:
    """A win on a tile that is not there to win: a late claim, a tile of a concealed kan, or none at all."""
    seat = event.seat
    gone = [state.last_discard, *(call.laid for call in state.calls)]
    if event.from_seat is not seat and any(
        laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) for laid in gone
    ):
        return foul(book, "ZJ-R02", "late_claim", seat, f"{what}, too late for that discard", Penalty.REFUSED)
    melds = state.at(event.from_seat).melds if event.from_seat is not None and event.from_seat is not seat else ()
    if any(meld.kind is MeldKind.KAN_CONCEALED and event.tile in meld.own for meld in melds):
        return foul(book, "ZJ-X05", "robbed_kan", seat, f"{what} of a concealed kan, which cannot be robbed")
    return foul(book, "ZJ-R14", "false_win", seat, f"{what}, not there to win")


def _judge_draw_called(state: ZungJungHand, book: Rulebook) -> tuple[Violation, ...]:
    left = draws_left(book, state.wall_left, state.replacements)
    if not left and state.phase is Phase.CALLS_OPEN:
        return ()
    text = f"the hand was called a draw with {left} tiles to be drawn"
    return one_violation(book.violations.draw_too_soon, "draw_too_soon", None, text)


def _judge_shown(state: ZungJungHand, event: HandsRevealed, book: Rulebook) -> tuple[Violation, ...]:
    """Hands opened on a win that has proved false: those who did it answer for the spoiled hand (ZJ-R13)."""
    winner = state.false_win
    if winner is None:
        return ()
    shown = (judge_revealed(book, seat, winner, win_stands=False) for seat, _ in event.revealed)
    return tuple(one for found in shown for one in found)
