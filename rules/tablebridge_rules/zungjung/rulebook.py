"""Zung Jung rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from typing import ClassVar

from tablebridge_rules.clause import Clause, ClauseBook
from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_reader import (
    NOT_A_CLAUSE,
    Problem,
    Reader,
    citation_problems,
    unknown_clauses,
    unknown_patterns,
)
from tablebridge_rules.violation_clauses import TableViolations
from tablebridge_rules.zungjung.options import (
    FoulOptions,
    GameOptions,
    PaymentOptions,
    PlayOptions,
    ScoringOptions,
    TableOptions,
)
from tablebridge_rules.zungjung.patterns import PATTERNS
from tablebridge_rules.zungjung.penalty import PENALISED, Penalty

__all__ = ["Clause", "PatternLine", "Rulebook", "load", "parse"]


_SERIES = re.compile(r"(\d+\.\d+)(\.\d+)?")
_MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class PatternLine:
    """What a pattern is worth: `value` points, `early` in the early table where that differs (else 0).

    `number` is its place in the list of patterns, such as 3.2.1. With `each` it counts once for every set. `clauses`
    are the one that gives the value and those that explain it.
    """

    name: str
    title: DisplayName
    number: str = field(metadata={"key": "series"})
    value: int
    clauses: tuple[str, ...]
    early: int = 0
    each: bool = False

    @property
    def series(self) -> str:
        """The first two places of the number; of one series only the highest pattern counts (ZJ-S61)."""
        return ".".join(self.number.split(".")[:2])


@dataclass(frozen=True)
class Rulebook(ClauseBook):
    """A whole rulebook. House rules in code: `dataclasses.replace(book, scoring=replace(book.scoring, limit=480))`.

    `patterns` and `clauses` keep the file's order; `penalties` are by clause id.
    """

    TRADITION: ClassVar[str] = "zungjung"

    name: str
    title: DisplayName
    edition: str
    game: GameOptions
    table: TableOptions
    play: PlayOptions
    scoring: ScoringOptions
    payment: PaymentOptions
    foul: FoulOptions
    violations: TableViolations
    penalties: tuple[tuple[str, Penalty], ...] = field(metadata={"key": "penalty"})
    patterns: tuple[PatternLine, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def patterns_by_name(self) -> dict[str, PatternLine]:
        """The pattern table by name; to be read only."""
        return {pattern.name: pattern for pattern in self.patterns}

    def penalty(self, clause_id: str) -> Penalty:
        """What a violation of that clause leads to here. Raises `KeyError` for a clause that has no penalty."""
        return dict(self.penalties)[clause_id]

    def value_of(self, name: str) -> int:
        """The points of a pattern in the table that is played.

        >>> load("zungjung-wsom-1.03").value_of("xiao_sanyuan")
        40
        """
        line = self.patterns_by_name[name]
        return line.early if self.scoring.zj_table == "early" and line.early else line.value


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("zungjung-wsom-1.03").scoring.limit
    320
    """
    return _READER.load(name_or_path)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    return _READER.parse(text, file)


def _problems(book: Rulebook) -> Iterator[Problem]:
    """What does not fit together, as section, key and problem."""
    known = book.clauses_by_id
    kept = book.table.dead_wall_tiles
    if kept > _MOST_KEPT:
        yield "table", "dead_wall_tiles", f"is {kept}; allowed: 0 to {_MOST_KEPT}"
    if book.scoring.limit < 1:
        yield "scoring", "limit", "is 0; allowed: 1 or more"
    yield from citation_problems(known, "violations", book.violations)
    for clause, _ in book.penalties:
        if clause not in known:
            yield "penalty", clause, NOT_A_CLAUSE
    for clause in PENALISED:
        if clause not in dict(book.penalties):
            yield "penalty", clause, f"is missing; allowed: {', '.join(penalty.value for penalty in Penalty)}"
    missing = [name for name in PATTERNS if name not in book.patterns_by_name]
    if missing:
        yield "patterns", missing[0], "is missing; a pattern that is not played has value = 0"
    for pattern in book.patterns:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: PatternLine, known: Collection[str]) -> Iterator[Problem]:
    section = f"patterns.{pattern.name}"
    yield from unknown_patterns(PATTERNS, "patterns", pattern.name, ())
    if not _SERIES.fullmatch(pattern.number):
        yield section, "series", f'is "{pattern.number}"; allowed: two or three numbers, such as "3.2.1"'
    yield from unknown_clauses(known, section, pattern.clauses)


_READER = Reader(Rulebook, _problems)
