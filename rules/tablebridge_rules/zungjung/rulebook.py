"""Zung Jung rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from os import PathLike

from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_file import read_text, read_values
from tablebridge_rules.toml_section import Section
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

TRADITION = "zungjung"
"""What `tradition` says in the file of such a rulebook."""

_SERIES = re.compile(r"(\d+\.\d+)(\.\d+)?")
_MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, its title, and what it says, paraphrased in English."""

    id: str
    title: DisplayName
    says: str


@dataclass(frozen=True, slots=True)
class PatternLine:
    """What a pattern is worth: `value` points, `early` in the early table where that differs (else 0).

    `number` is its place in the list of patterns, such as 3.2.1. With `each` it counts once for every set. `clauses`
    are the one that gives the value and those that explain it.
    """

    name: str
    title: DisplayName
    number: str
    value: int
    clauses: tuple[str, ...]
    early: int = 0
    each: bool = False

    @property
    def series(self) -> str:
        """The first two places of the number; of one series only the highest pattern counts (ZJ-S61)."""
        return ".".join(self.number.split(".")[:2])


@dataclass(frozen=True)
class Rulebook:
    """A whole rulebook. House rules in code: `dataclasses.replace(book, scoring=replace(book.scoring, limit=480))`.

    `patterns` and `clauses` keep the file's order; `penalties` are by clause id.
    """

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
    penalties: tuple[tuple[str, Penalty], ...]
    patterns: tuple[PatternLine, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def patterns_by_name(self) -> dict[str, PatternLine]:
        """The pattern table by name; to be read only."""
        return {pattern.name: pattern for pattern in self.patterns}

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id. Raises `KeyError` when the rulebook has none."""
        return {clause.id: clause for clause in self.clauses}[clause_id]

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
    text = str(name_or_path)
    return parse(*read_text(text, TRADITION)) if text.endswith(".toml") else _shipped(text)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    top = Section(file, "", read_values(text, file, TRADITION), text)
    top.refuse_unknown(_KEYS)
    patterns, clauses = top.table("patterns"), top.table("clauses")
    book = Rulebook(
        name=top.text("name"),
        title=top.table("title").read(DisplayName),
        edition=top.text("edition"),
        game=top.table("game").read(GameOptions),
        table=top.table("table").read(TableOptions),
        play=top.table("play").read(PlayOptions),
        scoring=top.table("scoring").read(ScoringOptions),
        payment=top.table("payment").read(PaymentOptions),
        foul=top.table("foul").read(FoulOptions),
        violations=top.table("violations").read(TableViolations),
        penalties=tuple(_penalties(top.table("penalty"))),
        patterns=tuple(_pattern(name, patterns.table(name).read(_PatternText)) for name in patterns.values),
        clauses=tuple(_clause(name, clauses.table(name).read(_ClauseText)) for name in clauses.values),
    )
    for section, key, problem in _problems(book):
        raise Section(file, section, {}, text).error(key, problem)
    return book


_KEYS = (
    *("name", "title", "edition", "game", "table", "play", "scoring", "payment", "foul"),
    *("violations", "penalty", "patterns", "clauses"),
)


@cache
def _shipped(name: str) -> Rulebook:
    return parse(*read_text(name, TRADITION))


@dataclass(frozen=True, slots=True, kw_only=True)
class _PatternText:
    """A line of `[patterns]` as it is written."""

    series: str
    value: int
    clauses: tuple[str, ...]
    en: str
    ja: str = ""
    zh: str = ""
    early: int = 0
    each: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClauseText:
    """A table of `[clauses]` as it is written."""

    en: str
    says: str
    ja: str = ""
    zh: str = ""


def _pattern(name: str, line: _PatternText) -> PatternLine:
    title = DisplayName(line.en, line.ja, line.zh)
    return PatternLine(name, title, line.series, line.value, line.clauses, line.early, line.each)


def _clause(clause_id: str, text: _ClauseText) -> Clause:
    return Clause(clause_id, DisplayName(text.en, text.ja, text.zh), text.says)


def _penalties(section: Section) -> Iterator[tuple[str, Penalty]]:
    names = [penalty.value for penalty in Penalty]
    for clause in section.values:
        if section.text(clause) not in names:
            raise section.error(clause, f'is "{section.text(clause)}"; allowed: {", ".join(names)}')
        yield clause, Penalty(section.text(clause))


def _problems(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """What does not fit together, as section, key and problem."""
    known = {clause.id for clause in book.clauses}
    kept = book.table.dead_wall_tiles
    if kept > _MOST_KEPT:
        yield "table", "dead_wall_tiles", f"is {kept}; allowed: 0 to {_MOST_KEPT}"
    if book.scoring.limit < 1:
        yield "scoring", "limit", "is 0; allowed: 1 or more"
    for field in fields(TableViolations):
        cited = getattr(book.violations, field.name)
        if cited not in known:
            yield "violations", field.name, f"is {cited}; allowed: an id of [clauses]"
    for clause, _ in book.penalties:
        if clause not in known:
            yield "penalty", clause, "is no id of [clauses]"
    for clause in PENALISED:
        if clause not in dict(book.penalties):
            yield "penalty", clause, f"is missing; allowed: {', '.join(penalty.value for penalty in Penalty)}"
    missing = [name for name in PATTERNS if name not in book.patterns_by_name]
    if missing:
        yield "patterns", missing[0], "is missing; a pattern that is not played has value = 0"
    for pattern in book.patterns:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: PatternLine, known: set[str]) -> Iterator[tuple[str, str, str]]:
    section = f"patterns.{pattern.name}"
    if pattern.name not in PATTERNS:
        yield "patterns", pattern.name, f"is no pattern; allowed: {', '.join(PATTERNS)}"
    if not _SERIES.fullmatch(pattern.number):
        yield section, "series", f'is "{pattern.number}"; allowed: two or three numbers, such as "3.2.1"'
    if not pattern.clauses:
        yield section, "clauses", "is empty; allowed: ids of [clauses]"
    for clause in pattern.clauses:
        if clause not in known:
            yield section, "clauses", f"names {clause}, which is no id of [clauses]"
