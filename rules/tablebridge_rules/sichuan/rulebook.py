"""Sichuan rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from os import PathLike
from typing import ClassVar

from tablebridge_rules.clause import Clause, ClauseBook
from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_reader import Problem, Reader, citation_problems, unknown_patterns
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
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["Clause", "FanPattern", "Rulebook", "load", "parse"]


_STACKS = 54


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
class Rulebook(ClauseBook):
    """A whole rulebook. House rules in code: `dataclasses.replace(book, scoring=replace(book.scoring, cap_fan=5))`.

    `patterns` and `clauses` keep the file's order.
    """

    TRADITION: ClassVar[str] = "sichuan"

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


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("sichuan-bloody").patterns_by_name["qingyise"].fan
    2
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
    stacks = book.table.wall_stacks
    if len(stacks) != 4 or sum(stacks) != _STACKS or min(stacks) < 0:
        yield "table", "wall_stacks", f"is {list(stacks)}; allowed: four numbers of stacks that add up to {_STACKS}"
    if not book.game.hands:
        yield "game", "hands", "is 0; allowed: 1 or more"
    if not book.payment.base:
        yield "payment", "base", "is 0; allowed: 1 or more"
    yield from citation_problems(known, "citations", book.citations)
    yield from citation_problems(known, "violations", book.violations)
    if "pinghu" not in book.patterns_by_name:
        yield "patterns", "pinghu", "is missing; a basic win may be worth 0 fan"
    for pattern in book.patterns:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: FanPattern, known: Collection[str]) -> Iterator[Problem]:
    section = f"patterns.{pattern.name}"
    yield from unknown_patterns(PATTERNS, "patterns", pattern.name, pattern.replaces)
    if pattern.clause not in known:
        yield section, "clause", f"is {pattern.clause}; allowed: an id of [clauses]"
    switches = [field.name for field in fields(ScoringOptions) if field.name.startswith("enable_")]
    if pattern.option and pattern.option not in switches:
        yield section, "option", f"is {pattern.option}; allowed: {', '.join(switches)}"


_READER = Reader(Rulebook, _problems)
