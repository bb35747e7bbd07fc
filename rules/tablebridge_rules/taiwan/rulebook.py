"""Taiwanese rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

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
from tablebridge_rules.taiwan.options import (
    FoulOptions,
    GameOptions,
    PaymentOptions,
    PlayOptions,
    ScoringOptions,
    TableOptions,
)
from tablebridge_rules.taiwan.patterns import PATTERNS
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["Clause", "Rulebook", "TaiPattern", "load", "parse"]


@dataclass(frozen=True, slots=True)
class TaiPattern:
    """What a pattern is worth: `tai` each time it counts.

    `clauses` are the one that gives the value and those that explain it; `replaces` are the patterns that no longer
    count beside it.
    """

    name: str
    title: DisplayName
    tai: int
    clauses: tuple[str, ...]
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook(ClauseBook):
    """A whole rulebook. House rules in code: `dataclasses.replace(book, payment=replace(book.payment, dealer_tai=0))`.

    `tai` and `clauses` keep the file's order; a pattern without a line in `tai` is not played. `penalties` are by
    clause id.
    """

    TRADITION: ClassVar[str] = "taiwan"

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
    tai: tuple[TaiPattern, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def tai_by_name(self) -> dict[str, TaiPattern]:
        """The tai table by name; to be read only."""
        return {pattern.name: pattern for pattern in self.tai}

    def penalty(self, clause_id: str) -> Penalty:
        """What a violation of that clause costs here. Raises `KeyError` for a clause that has no penalty."""
        return dict(self.penalties)[clause_id]


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("taiwan16-ntuee-2009").tai_by_name["pengpenghu"].tai
    4
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
    if not 1 <= book.game.rounds <= 4:
        yield "game", "rounds", f"is {book.game.rounds}; allowed: 1 to 4"
    yield from citation_problems(known, "violations", book.violations)
    for clause, _ in book.penalties:
        if clause not in known:
            yield "penalty", clause, NOT_A_CLAUSE
    for pattern in book.tai:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: TaiPattern, known: Collection[str]) -> Iterator[Problem]:
    section = f"tai.{pattern.name}"
    yield from unknown_patterns(PATTERNS, "tai", pattern.name, pattern.replaces)
    yield from unknown_clauses(known, section, pattern.clauses)


_READER = Reader(Rulebook, _problems)
