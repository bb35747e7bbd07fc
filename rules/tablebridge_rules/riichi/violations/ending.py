"""How a hand ends: false wins, draws, riichi hands at a draw."""

from __future__ import annotations

from tablebridge_rules.errors import WinError
from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, Settled, Won
from tablebridge_rules.riichi.hand_end import scores, settle, settle_false_riichi
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.ready import ready_kinds

__all__ = ["judge_abort", "judge_exhaustive", "judge_settled", "judge_win", "judge_worth"]

_FIRST_DISCARDS = 4


def judge_win(state: HandState, event: Won, cited: RiichiViolations, *, called_tiles: bool) -> tuple[Violation, ...]:
    """Whether a win can stand by its shape, its tile and furiten (RL-F09)."""
    seat, part = event.seat, state.at(event.seat)
    reasons: list[tuple[bool, str]] = [(seat in state.dead, "has a dead hand")]
    waiting = ready_kinds(event.concealed, len(part.melds))
    if event.from_seat is None:
        own_turn = state.phase is Phase.MUST_DISCARD and state.turn is seat and part.holds_draw
        reasons.append((not own_turn, "did not draw the winning tile"))
    else:
        laid = state.open_tile
        right = laid is not None and (laid.seat, laid.tile) == (event.from_seat, event.tile) and laid.seat is not seat
        reasons.append((not right, f"won on {event.tile}, which is not the open tile"))
        reasons.append((state.furiten(seat, waiting, called_tiles=called_tiles), "is furiten"))
    reasons.append((event.tile.kind not in waiting, f"does not wait for {event.tile}"))
    return tuple(
        Violation(cited.false_win, "false_win", seat, f"{seat.value} {reason}: the win does not stand")
        for wrong, reason in reasons
        if wrong
    )


def judge_worth(after: HandState, event: Won, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the win that has just been laid down has a yaku (RM-W01, RL-F09); nothing of tiles that cannot be."""
    try:
        worth = scores(after, rulebook)[-1]
    except WinError:
        return ()
    text = f"{event.seat.value} has no yaku: the win does not stand"
    return () if worth is not None else one_violation(rulebook.violations.false_win, "false_win", event.seat, text)


def judge_exhaustive(state: HandState, event: ExhaustiveDraw, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whether the wall is used up, and whether riichi hands are opened and ready (RL-X11, RL-R05)."""
    found: list[Violation] = []
    if state.wall_left > 0 or state.phase is not Phase.CALLS_OPEN:
        text = f"the hand was called a draw with {state.wall_left} live tiles left"
        found.append(Violation(cited.draw_too_soon, "draw_too_soon", None, text))
    opened = dict(event.revealed)
    for seat in Seat:
        part = state.at(seat)
        if part.riichi.declared and (seat not in opened or not ready_kinds(opened[seat], len(part.melds))):
            why = "is not ready" if seat in opened else "did not open the hand"
            found.append(Violation(cited.false_riichi, "false_riichi", seat, f"{seat.value} declared riichi and {why}"))
    return tuple(found)


def judge_settled(state: HandState, event: Settled, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the points moved as the ended hand says; the clause is that of the payment.

    Nothing is said of a hand that goes on or is settled already: then the referee sets the points. Nor of a win whose
    tiles cannot be.
    """
    if state.phase is not Phase.ENDED or state.settled:
        return ()
    try:
        due = settle(state, rulebook)
    except WinError:
        return ()
    if event in (due, settle_false_riichi(state, rulebook)):
        return ()
    what, got, expected = next(
        (name, have, want)
        for name, have, want in (
            ("the payments are", event.delta, due.delta),
            ("the points are", event.points, due.points),
            ("the sticks left are", event.sticks, due.sticks),
        )
        if have != want
    )
    text = f"{what} {got}, the rulebook says {expected}"
    return one_violation(_payment_clause(state, rulebook), "wrong_settlement", None, text)


def _payment_clause(state: HandState, rulebook: Rulebook) -> str:
    """The clause by which the ended hand is paid."""
    cited = rulebook.citations
    if not state.wins:
        return cited.noten if state.exhaustive_draw else cited.deposit
    if not any(scores(state, rulebook)):
        return cited.false_win
    if len(state.wins) > 1:
        return cited.double_ron
    return cited.ron if state.wins[0].from_seat else cited.self_draw


def judge_abort(state: HandState, event: AbortiveDraw, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whether the table shows the reason of an abortive draw (RL-X01 to RL-X04, RL-W10)."""
    clause, stands = _abort_stands(state, event, cited)
    if stands:
        return ()
    return one_violation(clause, "abort_without_reason", event.seat, f"no reason for a draw by {event.reason}")


def _abort_stands(state: HandState, event: AbortiveDraw, cited: RiichiViolations) -> tuple[str, bool]:
    """The clause of that reason, and whether the table shows it."""
    firsts = [part.river.discards[0].tile.kind for part in state.seats if part.river.discards]
    match event.reason:
        case "nine_terminals":
            turn = state.turn
            return cited.nine_terminals, event.seat is turn and state.first_turn(turn) and state.at(turn).holds_draw
        case "four_winds":
            same = len(firsts) == _FIRST_DISCARDS and len(set(firsts)) == 1 and firsts[0].is_wind
            return cited.four_winds, same and state.uninterrupted and all(len(r.discards) == 1 for r in state.rivers)
        case "four_kans":
            return cited.four_kans, state.kans >= 4 and all(part.kans < 4 for part in state.seats)
        case "four_riichi":
            return cited.four_riichi, all(riichi.declared for riichi in state.riichi)
        case "triple_ron":
            return cited.triple_ron, state.open_tile is not None
        case _:
            return cited.nine_terminals, False
