"""Riichi declared and paid."""

from __future__ import annotations

from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations

__all__ = ["judge_riichi", "judge_stick"]


def judge_riichi(state: HandState, seat: Seat, min_points: int, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whether that seat may declare riichi with its last discard (RL-R01)."""
    part, laid = state.at(seat), state.last_discard
    reasons = (
        (part.riichi.declared, "has declared already"),
        (laid is None or laid.seat is not seat, "declared without a discard just made"),
        (not part.is_closed, "has an open meld"),
        (state.points[seat.number] < min_points, f"has {state.points[seat.number]} points, needs {min_points}"),
        (bool(part.river.discards) and not part.river.discards[-1].sideways, "did not lay the discard sideways"),
    )
    return tuple(
        Violation(cited.riichi_conditions, "riichi_conditions", seat, f"{seat.value} {reason}: no riichi")
        for wrong, reason in reasons
        if wrong
    )


def judge_stick(state: HandState, seat: Seat, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whether a declaration stands behind the stick (RL-R03)."""
    riichi = state.at(seat).riichi
    if riichi.declared and not riichi.accepted:
        return ()
    why = "a second stick" if riichi.accepted else "a stick without declaring riichi"
    return one_violation(cited.deposit, "deposit", seat, f"{seat.value} put down {why}")
