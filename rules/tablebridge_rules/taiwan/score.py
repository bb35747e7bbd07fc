"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.decompose import Reading

__all__ = ["Score", "ScoredPattern"]


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern that counted: its name, its tai in all, and the clauses behind it, the one that values it first."""

    name: str
    tai: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a win is worth before base, dealer and streak tai.

    `reading` is None for a win by flowers. `explanation` is the sum in words, a line a step.
    """

    tai: int
    patterns: tuple[ScoredPattern, ...]
    by_self_draw: bool
    reading: Reading | None = None
    explanation: str = ""

    @property
    def items(self) -> dict[str, int]:
        """The tai by the clause that values them."""
        found: dict[str, int] = {}
        for pattern in self.patterns:
            found[pattern.clauses[0]] = found.get(pattern.clauses[0], 0) + pattern.tai
        return found
