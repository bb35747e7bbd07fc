"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.sichuan.shape import Reading

__all__ = ["Score", "ScoredPattern"]


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern that counted: its name, its fan in all, and the clauses behind it."""

    name: str
    value: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a win is worth.

    `fan` is counted from zero and before the cap, `multiplier` is two to that power; `named_fan` is what the rulebook's
    players call it. `each` is what one payer pays, in points: the discarder, or every seat still in the hand.
    `explanation` is the sum in words, a line a step.
    """

    fan: int
    named_fan: int
    multiplier: int
    patterns: tuple[ScoredPattern, ...]
    by_self_draw: bool
    each: int
    reading: Reading
    explanation: str = ""

    @property
    def by_clause(self) -> dict[str, int]:
        """The fan by clause id."""
        found: dict[str, int] = {}
        for pattern in self.patterns:
            for clause in pattern.clauses:
                found[clause] = found.get(clause, 0) + pattern.value
        return found
