"""The value of a scored win."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.decompose import Reading
from tablebridge_rules.riichi.explanation import explain
from tablebridge_rules.riichi.fu import FuPart, fu_parts
from tablebridge_rules.riichi.patterns import Case
from tablebridge_rules.riichi.points import Points
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.riichi.worth import Lines

__all__ = ["Score", "ScoredPattern"]


@dataclass(frozen=True, slots=True)
class ScoredPattern:
    """A pattern that counted: its name, its han, the clauses behind it, and how many yakuman it is (mostly 0)."""

    name: str
    value: int
    clauses: tuple[str, ...]
    yakuman: int = 0


class Score:
    """What a `win` is worth under a `rulebook`; to be read only. What is asked for seldom is worked out when asked.

    `han` includes the bonus tiles; a true yakuman counts as many han as a counted one needs. `fu` is None for a true
    yakuman. `limit` is none, mangan, haneman, baiman, sanbaiman, counted_yakuman, yakuman, 2x_yakuman and so on.
    `yakuman` is the multiple of true yakuman, `basic` the basic points, `points` what is paid before counters and
    sticks. `lines` are the yaku that counted, each with its han in all and how many yakuman it is.
    """

    __slots__ = ("_case", "_unsorted", "basic", "fu", "han", "limit", "points", "rulebook", "win", "yakuman")

    def __init__(
        self,
        rulebook: Rulebook,
        case: Case,
        han: int,
        fu: int | None,
        lines: Lines,
        limit: str,
        yakuman: int,
        basic: int,
        points: Points,
    ) -> None:
        self.rulebook = rulebook
        self.win: Win = case.win
        self.han = han
        self.fu = fu
        self._unsorted = lines
        self.limit = limit
        self.yakuman = yakuman
        self.basic = basic
        self.points = points
        self._case = case

    @property
    def reading(self) -> Reading:
        """The reading that was scored."""
        return self._case.reading

    @property
    def _lines(self) -> Lines:
        """The yaku that counted, in the rulebook's order."""
        return self.rulebook.worth.in_order(self._unsorted)

    @property
    def yaku(self) -> dict[str, int]:
        """The patterns' han by name."""
        return {yaku.name: han for yaku, han, _ in self._lines}

    @property
    def patterns(self) -> tuple[ScoredPattern, ...]:
        """The patterns that counted, in the rulebook's order."""
        return tuple(ScoredPattern(yaku.name, han, (yaku.clause,), yakuman) for yaku, han, yakuman in self._lines)

    @property
    def fu_parts(self) -> tuple[FuPart, ...]:
        """What was counted as fu before rounding."""
        if self.fu is None:
            return ()
        return fu_parts(self._case, self.rulebook.fu, is_pinfu="pinfu" in self.yaku)

    @property
    def explanation(self) -> str:
        """The sum in words, a line a step."""
        return explain(self.rulebook, self.win, self)

    def __eq__(self, other: object) -> bool:
        """Equal when both say the same of equal wins; the rulebook does not matter."""
        return self._told == other._told if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._told)

    def __repr__(self) -> str:
        names = ("han", "fu", "patterns", "limit", "yakuman", "basic", "points", "reading", "win")
        return f"Score({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    @property
    def _told(self) -> tuple[object, ...]:
        """What the score says; the win and the reading's place among its readings stand for the reading."""
        return self.han, self.fu, self.patterns, self.limit, self.yakuman, self.basic, self.win, self._case.place
