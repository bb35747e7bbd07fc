"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.decompose import Reading

__all__ = ["Score", "ScoredPattern"]


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern that counted: its name, its points in all, and the clauses behind it, the one that values it first."""

    name: str
    points: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a win is worth: `value` points, which each payer owes or the responsible one owes for all (ZJ-P01 … P06).

    `patterns` add up to `value` unless the sum was capped (`limit` is "sum") or there are none (ZJ-S62). With a listed
    limit (`limit` is "listed") it is the only pattern. `explanation` is the sum in words, a line a step.
    """

    value: int
    patterns: tuple[ScoredPattern, ...]
    by_self_draw: bool
    reading: Reading
    limit: str = "none"
    explanation: str = ""

    @property
    def items(self) -> dict[str, int]:
        """The points by the clause that values them."""
        found: dict[str, int] = {}
        for pattern in self.patterns:
            found[pattern.clauses[0]] = found.get(pattern.clauses[0], 0) + pattern.points
        return found
