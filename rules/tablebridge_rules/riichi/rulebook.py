"""Rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from itertools import pairwise
from os import PathLike
from typing import NamedTuple

from tablebridge_rules.names import DisplayName
from tablebridge_rules.riichi.options import (
    Citations,
    FoulOptions,
    FuTable,
    GameOptions,
    LimitTable,
    PaymentOptions,
    PlayOptions,
    ScoringOptions,
    TableOptions,
)
from tablebridge_rules.riichi.patterns import NEEDS, PATTERNS, Pattern
from tablebridge_rules.riichi.patterns.needs import CLOSED
from tablebridge_rules.rulebook_file import RIICHI, read_text, read_values, shipped
from tablebridge_rules.tile import Tile
from tablebridge_rules.toml_section import Section
from tablebridge_rules.violation_clauses import RiichiViolations

__all__ = ["AvailableYaku", "Clause", "Rulebook", "Yaku", "load", "parse", "shipped"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id, its title, and what it says, paraphrased in English."""

    id: str
    title: DisplayName
    says: str


@dataclass(frozen=True, slots=True)
class Yaku:
    """What a pattern is worth here: han when `closed` and when `open`, or how many yakuman; 0 is not available.

    `replaces` are the patterns that no longer count beside it. A `bonus` counts a tile each and is no yaku.
    """

    name: str
    title: DisplayName
    clause: str
    closed: int = 0
    open: int = 0
    yakuman: int = 0
    yakuman_open: int = 0
    replaces: tuple[str, ...] = ()
    bonus: bool = False


class AvailableYaku(NamedTuple):
    """A yaku with its pattern, and its worth in a hand that is closed, or in one that is open: han, or yakuman."""

    holds: Pattern
    yaku: Yaku
    han: int
    yakuman: int


@dataclass(frozen=True)
class Rulebook:
    """A whole rulebook. House rules in code: `dataclasses.replace(book, play=replace(book.play, kuikae="allowed"))`.

    `yaku` and `clauses` keep the file's order.
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
    fu: FuTable
    limits: LimitTable
    citations: Citations
    violations: RiichiViolations
    yaku: tuple[Yaku, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def yaku_by_name(self) -> dict[str, Yaku]:
        """The yaku table by name; to be read only."""
        return {yaku.name: yaku for yaku in self.yaku}

    def available(self, facts: int) -> tuple[AvailableYaku, ...]:
        """The yaku that a hand of those `facts` (`patterns.needs`) can have here; in the table's order."""
        found = self._by_facts.get(facts)
        if found is None:
            lines = self._lines[facts & CLOSED != 0]
            found = self._by_facts[facts] = tuple([line for needs, line in lines if facts & needs == needs])
        return found

    @cached_property
    def _by_facts(self) -> dict[int, tuple[AvailableYaku, ...]]:
        """What `available` found before."""
        return {}

    @cached_property
    def _lines(self) -> tuple[list[tuple[int, AvailableYaku]], list[tuple[int, AvailableYaku]]]:
        """The yaku of open and of closed hands, each with what it needs."""
        return list(self._worth_of(is_closed=False)), list(self._worth_of(is_closed=True))

    def _worth_of(self, *, is_closed: bool) -> Iterator[tuple[int, AvailableYaku]]:
        for yaku in self.yaku:
            worth = self._worth(yaku, is_closed=is_closed)
            if any(worth):
                yield NEEDS.get(yaku.name, 0), AvailableYaku(PATTERNS[yaku.name], yaku, *worth)

    def _worth(self, yaku: Yaku, *, is_closed: bool) -> tuple[int, int]:
        """Han and yakuman of a line of the table for a closed or an open hand."""
        if yaku.name == "renhou" and self.scoring.renhou == "yakuman":
            return 0, 1
        if yaku.name == "daisangen" and self.scoring.daisangen_value == "4_han":
            return 4, 0
        han = yaku.closed if is_closed else yaku.open
        yakuman = yaku.yakuman if is_closed else yaku.yakuman_open
        return han, yakuman if self.scoring.double_yakuman else min(yakuman, 1)

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id. Raises `KeyError` when the rulebook has none."""
        return {clause.id: clause for clause in self.clauses}[clause_id]

    def red_count(self, red: Tile) -> int:
        """How many of the four fives of that suit are red in this rulebook's set."""
        return dict(self.table.red_fives).get(str(red), 0)


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("riichi-league-tw").payment.honba_ron
    300
    """
    text = str(name_or_path)
    return parse(*read_text(text, RIICHI)) if text.endswith(".toml") else _shipped(text)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    top = Section(file, "", read_values(text, file, RIICHI), text)
    top.refuse_unknown(field.name for field in fields(Rulebook))
    yaku, clauses = top.table("yaku"), top.table("clauses")
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
        fu=top.table("fu").read(FuTable),
        limits=top.table("limits").read(LimitTable),
        citations=top.table("citations").read(Citations),
        violations=top.table("violations").read(RiichiViolations),
        yaku=tuple(_yaku(name, yaku.table(name).read(_YakuLine)) for name in yaku.values),
        clauses=tuple(_clause(name, clauses.table(name).read(_ClauseText)) for name in clauses.values),
    )
    for section, key, problem in _problems(book):
        raise Section(file, section, {}, text).error(key, problem)
    return book


@cache
def _shipped(name: str) -> Rulebook:
    return parse(*read_text(name, RIICHI))


@dataclass(frozen=True, slots=True, kw_only=True)
class _YakuLine:
    """A line of `[yaku]` as it is written."""

    clause: str
    en: str
    ja: str = ""
    zh: str = ""
    closed: int = 0
    open: int = 0
    yakuman: int = 0
    yakuman_open: int = 0
    replaces: tuple[str, ...] = ()
    bonus: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClauseText:
    """A table of `[clauses]` as it is written."""

    en: str
    says: str
    ja: str = ""
    zh: str = ""


def _yaku(name: str, line: _YakuLine) -> Yaku:
    return Yaku(
        name=name,
        title=DisplayName(line.en, line.ja, line.zh),
        clause=line.clause,
        closed=line.closed,
        open=line.open,
        yakuman=line.yakuman,
        yakuman_open=line.yakuman_open,
        replaces=line.replaces,
        bonus=line.bonus,
    )


def _clause(clause_id: str, text: _ClauseText) -> Clause:
    return Clause(clause_id, DisplayName(text.en, text.ja, text.zh), text.says)


def _problems(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """What does not fit together, as section, key and problem."""
    reds = ("0m", "0p", "0s")
    for red, count in book.table.red_fives:
        if red not in reds or count > 4:
            yield "table", "red_fives", f"has {red} = {count}; allowed: 0 to 4 each of {', '.join(reds)}"
    if len(book.game.uma) != 4:
        yield "game", "uma", f"has {len(book.game.uma)} places; allowed: a list of 4 whole numbers"
    if book.payment.noten_total % 12:
        yield "payment", "noten_total", f"is {book.payment.noten_total}; allowed: a multiple of 12, so that it splits"
    if book.fu.round_up_to < 1:
        yield "fu", "round_up_to", "is 0; allowed: 1 or more"
    if book.limits.round_up_to < 1:
        yield "limits", "round_up_to", "is 0; allowed: 1 or more"
    yield from _limit_problems(book.limits)
    for yaku in book.yaku:
        yield from _yaku_problems(yaku, book)
    for key in book.payment.pao_list:
        if key not in book.yaku_by_name:
            yield "payment", "pao_list", f"names {key}, which [yaku] does not have"
    known = {clause.id for clause in book.clauses}
    for name, section in (("citations", book.citations), ("violations", book.violations)):
        for field in fields(section):
            cited = getattr(section, field.name)
            if cited not in known:
                yield name, field.name, f"is {cited}; allowed: an id of [clauses]"


def _limit_problems(limits: LimitTable) -> Iterator[tuple[str, str, str]]:
    steps = ("mangan_han", "haneman_han", "baiman_han", "sanbaiman_han", "counted_yakuman_han")
    for lower, higher in pairwise(steps):
        if getattr(limits, lower) >= getattr(limits, higher):
            yield "limits", higher, f"is {getattr(limits, higher)}; allowed: more than {lower}"


def _yaku_problems(yaku: Yaku, book: Rulebook) -> Iterator[tuple[str, str, str]]:
    section = f"yaku.{yaku.name}"
    if yaku.name not in PATTERNS:
        yield "yaku", yaku.name, f"is no pattern; allowed: {', '.join(PATTERNS)}"
    if (yaku.closed > 0) == (yaku.yakuman > 0):
        yield section, "closed", "or yakuman must be more than 0, and not both"
    if yaku.open > yaku.closed:
        yield section, "open", f"is {yaku.open}; allowed: 0 to {yaku.closed}"
    if yaku.yakuman_open > yaku.yakuman:
        yield section, "yakuman_open", f"is {yaku.yakuman_open}; allowed: 0 to {yaku.yakuman}"
    for replaced in yaku.replaces:
        if replaced not in PATTERNS:
            yield section, "replaces", f"names {replaced}, which is no pattern"
    if yaku.clause not in {clause.id for clause in book.clauses}:
        yield section, "clause", f"is {yaku.clause}; allowed: an id of [clauses]"
