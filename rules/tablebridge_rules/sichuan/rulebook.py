"""Sichuan rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from os import PathLike

from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_file import read_text, read_values
from tablebridge_rules.sichuan.options import (
    Citations,
    FoulOptions,
    GameOptions,
    PaymentOptions,
    PlayOptions,
    ScoringOptions,
    TableOptions,
)
from tablebridge_rules.sichuan.patterns import PATTERNS
from tablebridge_rules.toml_section import Section
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["Clause", "FanPattern", "Rulebook", "load", "parse"]

TRADITION = "sichuan"
"""What `tradition` says in the file of such a rulebook."""

_STACKS = 54


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, its title, and what it says, paraphrased in English."""

    id: str
    title: DisplayName
    says: str


@dataclass(frozen=True, slots=True)
class FanPattern:
    """What a pattern is worth: `fan` each time it counts.

    `replaces` are the patterns that no longer count beside it, `roots` how many roots it includes, `option` the switch
    of `[scoring]` that turns it on; empty where it is always on.
    """

    name: str
    title: DisplayName
    clause: str
    fan: int
    replaces: tuple[str, ...] = ()
    roots: int = 0
    option: str = ""


@dataclass(frozen=True)
class Rulebook:
    """A whole rulebook. House rules in code: `dataclasses.replace(book, scoring=replace(book.scoring, cap_fan=5))`.

    `patterns` and `clauses` keep the file's order.
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
    citations: Citations
    violations: TableViolations
    patterns: tuple[FanPattern, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def patterns_by_name(self) -> dict[str, FanPattern]:
        """The table of patterns by name; to be read only."""
        return {pattern.name: pattern for pattern in self.patterns}

    @cached_property
    def played_patterns(self) -> tuple[FanPattern, ...]:
        """The patterns whose switch is on; to be read only."""
        return tuple(one for one in self.patterns if not one.option or getattr(self.scoring, one.option))

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id. Raises `KeyError` when the rulebook has none."""
        return {clause.id: clause for clause in self.clauses}[clause_id]


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("sichuan-bloody").patterns_by_name["qingyise"].fan
    2
    """
    text = str(name_or_path)
    return parse(*read_text(text, TRADITION)) if text.endswith(".toml") else _shipped(text)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    top = Section(file, "", read_values(text, file, TRADITION), text)
    top.refuse_unknown(field.name for field in fields(Rulebook))
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
        citations=top.table("citations").read(Citations),
        violations=top.table("violations").read(TableViolations),
        patterns=tuple(_pattern(name, patterns.table(name).read(_PatternLine)) for name in patterns.values),
        clauses=tuple(_clause(name, clauses.table(name).read(_ClauseText)) for name in clauses.values),
    )
    for section, key, problem in _problems(book):
        raise Section(file, section, {}, text).error(key, problem)
    return book


@cache
def _shipped(name: str) -> Rulebook:
    return parse(*read_text(name, TRADITION))


@dataclass(frozen=True, slots=True, kw_only=True)
class _PatternLine:
    """A line of `[patterns]` as it is written."""

    fan: int
    clause: str
    en: str
    ja: str = ""
    zh: str = ""
    replaces: tuple[str, ...] = ()
    roots: int = 0
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClauseText:
    """A table of `[clauses]` as it is written."""

    en: str
    says: str
    ja: str = ""
    zh: str = ""


def _pattern(name: str, line: _PatternLine) -> FanPattern:
    title = DisplayName(line.en, line.ja, line.zh)
    return FanPattern(name, title, line.clause, line.fan, line.replaces, line.roots, line.option)


def _clause(clause_id: str, text: _ClauseText) -> Clause:
    return Clause(clause_id, DisplayName(text.en, text.ja, text.zh), text.says)


def _problems(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """What does not fit together, as section, key and problem."""
    known = {clause.id for clause in book.clauses}
    stacks = book.table.wall_stacks
    if len(stacks) != 4 or sum(stacks) != _STACKS or min(stacks) < 0:
        yield "table", "wall_stacks", f"is {list(stacks)}; allowed: four numbers of stacks that add up to {_STACKS}"
    if not book.game.hands:
        yield "game", "hands", "is 0; allowed: 1 or more"
    if not book.payment.base:
        yield "payment", "base", "is 0; allowed: 1 or more"
    for name, section in (("citations", book.citations), ("violations", book.violations)):
        for field in fields(section):
            cited = getattr(section, field.name)
            if cited not in known:
                yield name, field.name, f"is {cited}; allowed: an id of [clauses]"
    if "pinghu" not in book.patterns_by_name:
        yield "patterns", "pinghu", "is missing; a basic win may be worth 0 fan"
    for pattern in book.patterns:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: FanPattern, known: set[str]) -> Iterator[tuple[str, str, str]]:
    section = f"patterns.{pattern.name}"
    if pattern.name not in PATTERNS:
        yield "patterns", pattern.name, f"is no pattern; allowed: {', '.join(PATTERNS)}"
    if pattern.clause not in known:
        yield section, "clause", f"is {pattern.clause}; allowed: an id of [clauses]"
    for replaced in pattern.replaces:
        if replaced not in PATTERNS:
            yield section, "replaces", f"names {replaced}, which is no pattern"
    switches = [field.name for field in fields(ScoringOptions) if field.name.startswith("enable_")]
    if pattern.option and pattern.option not in switches:
        yield section, "option", f"is {pattern.option}; allowed: {', '.join(switches)}"
