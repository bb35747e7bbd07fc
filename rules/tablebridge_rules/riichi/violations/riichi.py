"""Riichi declared and paid."""

from __future__ import annotations

from tablebridge_rules.riichi.circumstances import ready_waits
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations

__all__ = ["judge_riichi", "judge_stick"]


def judge_riichi(state: HandState, seat: Seat, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether that seat may declare riichi with its last discard (RL-R01); a hand that is known must be ready."""
    cited = rulebook.violations
    return tuple(
        Violation(cited.riichi_conditions, "riichi_conditions", seat, f"{seat.value} {reason}: no riichi")
        for wrong, reason in (*_table_reasons(state, seat, rulebook), *_hand_reasons(state, seat, rulebook))
        if wrong
    )


def _table_reasons(state: HandState, seat: Seat, rulebook: Rulebook) -> tuple[tuple[bool, str], ...]:
    part, laid, play = state.at(seat), state.last_discard, rulebook.play
    points, live = state.points[seat.number], state.wall_left
    return (
        (part.riichi.declared, "has declared already"),
        (laid is None or laid.seat is not seat, "declared without a discard just made"),
        (not part.is_closed, "has an open meld"),
        (points < play.riichi_min_points, f"has {points} points, needs {play.riichi_min_points}"),
        (live < play.riichi_min_live_tiles, f"declared with {live} live tiles, needs {play.riichi_min_live_tiles}"),
        (seat in state.dead, "has a dead hand"),
        (bool(part.river.discards) and not part.river.discards[-1].sideways, "did not lay the discard sideways"),
    )


def _hand_reasons(state: HandState, seat: Seat, rulebook: Rulebook) -> tuple[tuple[bool, str], ...]:
    part = state.at(seat)
    if part.concealed is None or part.riichi.declared:
        return ()
    waiting = ready_waits(state, seat, part.concealed, rulebook)
    called = rulebook.play.furiten_called_tiles
    furiten = rulebook.play.furiten_riichi == "forbidden" and state.furiten(seat, waiting, called_tiles=called)
    return (not waiting, "is not ready"), (furiten, "is furiten")


def judge_stick(state: HandState, seat: Seat, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whether a declaration stands behind the stick (RL-R03)."""
    riichi = state.at(seat).riichi
    if riichi.declared and not riichi.accepted:
        return ()
    why = "a second stick" if riichi.accepted else "a stick without declaring riichi"
    return one_violation(cited.deposit, "deposit", seat, f"{seat.value} put down {why}")
