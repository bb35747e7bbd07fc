"""What the facts of witnesses mean at a riichi table: the one entry to `fouls`, `layout` and `witness`."""

from __future__ import annotations

from typing import assert_never

from tablebridge_rules.event import Won
from tablebridge_rules.fact import (
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    DiscardTouched,
    DrawJoined,
    Fact,
    HandMixed,
    HandNotOpened,
    MeldLaid,
    MeldLeft,
    Peeked,
    RiichiWithdrawn,
    RiverLaid,
    RowCounted,
    TilesExposed,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi import fouls
from tablebridge_rules.riichi.layout import judge_meld_order, judge_rows
from tablebridge_rules.riichi.penalties import suffer
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.witness import Declaration
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation

__all__ = ["apply_fact", "judge_fact"]

_WINS = (Declaration.RON.value, Declaration.TSUMO.value)
_MELDS = (Declaration.CHI.value, Declaration.PON.value, Declaration.KAN.value)


def judge_fact(state: HandState, fact: Fact, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The clauses of `rulebook` that `fact` breaks; facts about a win are told when the win stands in `state`."""
    match fact:
        case CallVoiced() | CallWithdrawn() | ClaimTimed():
            return _judge_call(fact, rulebook)
        case MeldLaid() | MeldLeft() | RiverLaid() | DiscardTouched():
            return _judge_cloth(fact, rulebook)
        case DrawJoined() | HandNotOpened() | HandMixed():
            return _judge_win(state, fact, rulebook)
        case RowCounted():
            return fouls.judge_row_length(rulebook, state, fact.seat, fact.tiles)
        case TilesExposed() if state.phase is not Phase.ENDED:
            return fouls.judge_exposed(rulebook, fact.seat, fact.tiles, deliberate=fact.deliberate)
        case Peeked():
            return fouls.judge_eyeing(rulebook, fact.seat)
        case RiichiWithdrawn() if state.at(fact.seat).riichi.declared:
            return fouls.judge_withdrawn_riichi(rulebook, fact.seat)
        case _:
            return ()


def apply_fact(state: HandState, fact: Fact, rulebook: Rulebook) -> HandState:
    """The hand after `fact`: what its penalty makes of it at once."""
    return suffer(state, judge_fact(state, fact, rulebook), rulebook)


def _judge_call(fact: CallVoiced | CallWithdrawn | ClaimTimed, rulebook: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case CallVoiced(seat, call, voiced):
            silent = call in _MELDS and not voiced
            return fouls.judge_silent_call(rulebook, seat, call) if silent else ()
        case CallWithdrawn(seat, call) if call in _WINS:
            text = f"{seat.value} said {call} and did not win: the win does not stand"
            penalty = rulebook.foul.false_win
            return one_violation(rulebook.violations.false_win, "false_win", seat, text, penalty)
        case CallWithdrawn(seat, call):
            if call == Declaration.RIICHI.value:
                return fouls.judge_withdrawn_riichi(rulebook, seat)
            return fouls.judge_empty_call(rulebook, seat, call)
        case ClaimTimed():
            return fouls.judge_late_pon(rulebook, fact.seat, fact.at_ms, fact.chi_placed_at_ms, fact.chi_discard_at_ms)
        case _:
            assert_never(fact)


def _judge_cloth(fact: MeldLaid | MeldLeft | RiverLaid | DiscardTouched, rulebook: Rulebook) -> tuple[Violation, ...]:
    match fact:
        case MeldLaid(seat, meld, tiles, sideways):
            hidden = meld.kind is MeldKind.KAN_CONCEALED and sideways is None
            return () if hidden else judge_meld_order(rulebook, meld, seat, tiles, sideways)
        case MeldLeft(seat, disturbed):
            return fouls.judge_wrong_meld_left(rulebook, seat, disturbed=disturbed)
        case RiverLaid(seat, rows):
            return judge_rows(rulebook, seat, rows)
        case DiscardTouched(seat, touched, left):
            return fouls.judge_touched(rulebook, seat, touched, left)
        case _:
            assert_never(fact)


def _judge_win(
    state: HandState, fact: DrawJoined | HandNotOpened | HandMixed, rulebook: Rulebook
) -> tuple[Violation, ...]:
    won = _win_of(state, fact.seat)
    if won is None:
        return ()
    match fact:
        case DrawJoined(seat):
            return fouls.judge_unseparated(rulebook, seat) if won.from_seat is None else ()
        case HandNotOpened(seat):
            return fouls.judge_unopened_ron(rulebook, seat, opened=won.from_seat is None)
        case HandMixed(seat):
            return fouls.judge_verification(rulebook, seat, mixed=True)
        case _:
            assert_never(fact)


def _win_of(state: HandState, seat: Seat) -> Won | None:
    return next((won for won in state.wins if won.seat is seat), None)
