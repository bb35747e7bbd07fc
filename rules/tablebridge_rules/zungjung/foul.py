"""A violation with the penalty that the rulebook lays down for its clause."""

from __future__ import annotations

from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["foul"]


def foul(
    rulebook: Rulebook, clause: str, name: str, seat: Seat | None, text: str, penalty: Penalty | None = None
) -> tuple[Violation, ...]:
    """One violation; its penalty is that of `[penalty]` unless the circumstances give another."""
    return one_violation(clause, name, seat, text, (penalty or rulebook.penalty(clause)).value)
