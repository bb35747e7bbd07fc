"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge_rules.decompose import Reading
from tablebridge_rules.explanation import explain
from tablebridge_rules.fu import Fu
from tablebridge_rules.payment import Points
from tablebridge_rules.rulebook import Rulebook
from tablebridge_rules.win import Win

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
    """What a `win` is worth under a `rulebook`.

    `han` includes the bonus tiles; a true yakuman counts as many han as a counted one needs. `fu` is None for a true
    yakuman. `limit` is none, mangan, haneman, baiman, sanbaiman, counted_yakuman, yakuman, 2x_yakuman and so on.
    `yakuman` is the multiple of true yakuman, `basic` the basic points, `points` what is paid before counters and
    sticks.
    """

    han: int
    fu: int | None
    patterns: tuple[ScoredPattern, ...]
    limit: str
    yakuman: int
    basic: int
    points: Points
    reading: Reading
    win: Win
    rulebook: Rulebook = field(repr=False, compare=False)
    counted_fu: Fu | None = field(default=None, repr=False, compare=False)

    @property
    def yaku(self) -> dict[str, int]:
        """The patterns' han by name."""
        return {pattern.name: pattern.value for pattern in self.patterns}

    @property
    def fu_parts(self) -> tuple[tuple[str, int], ...]:
        """What was counted as fu before rounding, in words, and how much."""
        return self.counted_fu.parts if self.counted_fu else ()

    @property
    def explanation(self) -> str:
        """The sum in words, a line a step; made when it is asked for."""
        return explain(self.rulebook, self.win, self)
