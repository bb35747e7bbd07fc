"""Taiwanese rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from os import PathLike

from tablebridge_rules.names import DisplayName
from tablebridge_rules.rulebook_file import read_text, read_values
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
from tablebridge_rules.toml_section import Section
from tablebridge_rules.violation_clauses import TableViolations

__all__ = ["Clause", "Rulebook", "TaiPattern", "load", "parse"]

TRADITION = "taiwan"
"""What `tradition` says in the file of such a rulebook."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, its title, and what it says, paraphrased in English."""

    id: str
    title: DisplayName
    says: str


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
class Rulebook:
    """A whole rulebook. House rules in code: `dataclasses.replace(book, payment=replace(book.payment, dealer_tai=0))`.

    `tai` and `clauses` keep the file's order; a pattern without a line in `tai` is not played. `penalties` are by
    clause id.
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
    tai: tuple[TaiPattern, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def tai_by_name(self) -> dict[str, TaiPattern]:
        """The tai table by name; to be read only."""
        return {pattern.name: pattern for pattern in self.tai}

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id. Raises `KeyError` when the rulebook has none."""
        return {clause.id: clause for clause in self.clauses}[clause_id]

    def penalty(self, clause_id: str) -> Penalty:
        """What a violation of that clause costs here. Raises `KeyError` for a clause that has no penalty."""
        return dict(self.penalties)[clause_id]


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("taiwan16-ntuee-2009").tai_by_name["pengpenghu"].tai
    4
    """
    text = str(name_or_path)
    return parse(*read_text(text, TRADITION)) if text.endswith(".toml") else _shipped(text)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    top = Section(file, "", read_values(text, file, TRADITION), text)
    top.refuse_unknown(_KEYS)
    tai, clauses = top.table("tai"), top.table("clauses")
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
        tai=tuple(_pattern(name, tai.table(name).read(_TaiLine)) for name in tai.values),
        clauses=tuple(_clause(name, clauses.table(name).read(_ClauseText)) for name in clauses.values),
    )
    for section, key, problem in _problems(book):
        raise Section(file, section, {}, text).error(key, problem)
    return book


_KEYS = (
    *("name", "title", "edition", "game", "table", "play", "scoring", "payment", "foul"),
    *("violations", "penalty", "tai", "clauses"),
)


@cache
def _shipped(name: str) -> Rulebook:
    return parse(*read_text(name, TRADITION))


@dataclass(frozen=True, slots=True, kw_only=True)
class _TaiLine:
    """A line of `[tai]` as it is written."""

    tai: int
    clauses: tuple[str, ...]
    en: str
    ja: str = ""
    zh: str = ""
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClauseText:
    """A table of `[clauses]` as it is written."""

    en: str
    says: str
    ja: str = ""
    zh: str = ""


def _pattern(name: str, line: _TaiLine) -> TaiPattern:
    return TaiPattern(name, DisplayName(line.en, line.ja, line.zh), line.tai, line.clauses, line.replaces)


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
    if not 1 <= book.game.rounds <= 4:
        yield "game", "rounds", f"is {book.game.rounds}; allowed: 1 to 4"
    for field in fields(TableViolations):
        cited = getattr(book.violations, field.name)
        if cited not in known:
            yield "violations", field.name, f"is {cited}; allowed: an id of [clauses]"
    for clause, _ in book.penalties:
        if clause not in known:
            yield "penalty", clause, "is no id of [clauses]"
    for pattern in book.tai:
        yield from _pattern_problems(pattern, known)


def _pattern_problems(pattern: TaiPattern, known: set[str]) -> Iterator[tuple[str, str, str]]:
    section = f"tai.{pattern.name}"
    if pattern.name not in PATTERNS:
        yield "tai", pattern.name, f"is no pattern; allowed: {', '.join(PATTERNS)}"
    if not pattern.clauses:
        yield section, "clauses", "is empty; allowed: ids of [clauses]"
    for clause in pattern.clauses:
        if clause not in known:
            yield section, "clauses", f"names {clause}, which is no id of [clauses]"
    for replaced in pattern.replaces:
        if replaced not in PATTERNS:
            yield section, "replaces", f"names {replaced}, which is no pattern"
