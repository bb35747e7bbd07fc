"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.decompose import Reading
from tablebridge_rules.payment import Points

__all__ = ["Score", "ScoredPattern"]


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern that counted: its name, its han, the clauses behind it, and how many yakuman it is (mostly 0)."""

    name: str
    value: int
    clauses: tuple[str, ...]
    yakuman: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """What a win is worth.

    `han` includes the bonus tiles; a true yakuman counts as many han as a counted one needs. `fu` is None for a true
    yakuman; `fu_parts` are what was counted before rounding. `limit` is none, mangan, haneman, baiman, sanbaiman,
    counted_yakuman, yakuman, 2x_yakuman and so on. `yakuman` is the multiple of true yakuman, `basic` the basic
    points, `points` what is paid before counters and sticks. `explanation` is the sum in words, a line a step.
    """

    han: int
    fu: int | None
    patterns: tuple[ScoredPattern, ...]
    limit: str
    yakuman: int
    basic: int
    points: Points
    reading: Reading
    fu_parts: tuple[tuple[str, int], ...] = ()
    explanation: str = ""

    @property
    def yaku(self) -> dict[str, int]:
        """The patterns' han by name."""
        return {pattern.name: pattern.value for pattern in self.patterns}
