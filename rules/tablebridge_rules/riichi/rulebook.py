"""Rulebooks: named, dated sets of choices, read from TOML and checked whole before anything is played by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from os import PathLike
from typing import ClassVar

from tablebridge_rules.clause import Clause, ClauseBook
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
from tablebridge_rules.riichi.patterns import PATTERNS
from tablebridge_rules.riichi.worth import Worth
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.rulebook_reader import Problem, Reader, citation_problems, unknown_patterns
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation_clauses import RiichiViolations

__all__ = ["Clause", "Rulebook", "Yaku", "load", "parse", "shipped"]


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


@dataclass(frozen=True)
class Rulebook(ClauseBook):
    """A whole rulebook. House rules in code: `dataclasses.replace(book, play=replace(book.play, kuikae="allowed"))`.

    `yaku` and `clauses` keep the file's order.
    """

    TRADITION: ClassVar[str] = "riichi"

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

    @cached_property
    def worth(self) -> Worth:
        """What scoring remembers of this rulebook."""
        return Worth(self)

    def red_count(self, red: Tile) -> int:
        """How many of the four fives of that suit are red in this rulebook's set."""
        return dict(self.table.red_fives).get(str(red), 0)


def load(name_or_path: str | PathLike[str]) -> Rulebook:
    """The shipped rulebook of that name, or the one in that file (a path ends in `.toml`).

    Raises `RulebookError` when there is no such rulebook or it cannot be used; the message says what is allowed.

    >>> load("riichi-league-tw").payment.honba_ron
    300
    """
    return _READER.load(name_or_path)


def parse(text: str, file: str) -> Rulebook:
    """Reads a rulebook's TOML text; `file` names it in errors.

    Raises `RulebookError` with the file, the key and what is allowed.
    """
    return _READER.parse(text, file)


def _problems(book: Rulebook) -> Iterator[Problem]:
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
    known = book.clauses_by_id
    yield from citation_problems(known, "citations", book.citations)
    yield from citation_problems(known, "violations", book.violations)


def _limit_problems(limits: LimitTable) -> Iterator[Problem]:
    steps = ("mangan_han", "haneman_han", "baiman_han", "sanbaiman_han", "counted_yakuman_han")
    for lower, higher in pairwise(steps):
        if getattr(limits, lower) >= getattr(limits, higher):
            yield "limits", higher, f"is {getattr(limits, higher)}; allowed: more than {lower}"


def _yaku_problems(yaku: Yaku, book: Rulebook) -> Iterator[Problem]:
    section = f"yaku.{yaku.name}"
    yield from unknown_patterns(PATTERNS, "yaku", yaku.name, yaku.replaces)
    if (yaku.closed > 0) == (yaku.yakuman > 0):
        yield section, "closed", "or yakuman must be more than 0, and not both"
    if yaku.open > yaku.closed:
        yield section, "open", f"is {yaku.open}; allowed: 0 to {yaku.closed}"
    if yaku.yakuman_open > yaku.yakuman:
        yield section, "yakuman_open", f"is {yaku.yakuman_open}; allowed: 0 to {yaku.yakuman}"
    if yaku.clause not in book.clauses_by_id:
        yield section, "clause", f"is {yaku.clause}; allowed: an id of [clauses]"


_READER = Reader(Rulebook, _problems)
