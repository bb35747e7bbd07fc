"""Which violations become flags, and what becomes of flags when a game is told otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag, FlagState
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.referee.flag_book import FlagBook, flag_of
from tablebridge_rules.event import Dealt, Discarded, Drawn, HandStarted
from tablebridge_rules.play import AnyRulebook, read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.refereed import RefereedTable

A, B, C, D = Seat
BOOK = read_rulebook("riichi-league-tw")
FOULED = [
    HandStarted(0, Wind.EAST, A, 0, 0, (30000,) * 4),
    Dealt(Tile.parse("9m")),
    Drawn(A),
    Drawn(C),
    Discarded(A, Tile.parse("1m")),
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RefereedTable]:
    made = RefereedTable(BOOK, tmp_path)
    made.tell(FOULED)
    yield made
    made.journal.close()


def asking(percent: int) -> AnyRulebook:
    """The rulebook, its clauses to be flagged from so many per cent on."""
    return replace(BOOK, clauses=tuple(replace(clause, flag_percent=percent) for clause in BOOK.clauses))


def ids(flags: list[Flag]) -> list[str]:
    return [flag.id for flag in flags]


@pytest.mark.parametrize(("percent", "flagged"), [(50, True), (90, True), (91, False)])
def test_what_is_told_less_surely_than_the_clause_asks_for_is_no_flag(
    table: RefereedTable, percent: int, flagged: bool
) -> None:
    assert bool(FlagBook(asking(percent)).raised(table.record.game.told)) == flagged


def test_a_flag_that_is_there_is_not_raised_again(table: RefereedTable) -> None:
    book = FlagBook(BOOK)
    (flag,) = book.raised(table.record.game.told)
    book.put(flag)
    assert book.raised(table.record.game.told) == []
    book.put(replace(flag, state=FlagState.ACCEPTED))
    assert book.raised(table.record.game.told) == []
    book.put(replace(flag, state=FlagState.WITHDRAWN))
    assert ids(book.raised(table.record.game.told)) == [flag.id]


def test_the_same_violation_twice_in_one_act_is_one_flag(table: RefereedTable) -> None:
    told = table.record.game.told[3]
    (violation,) = told.violations
    assert len(FlagBook(BOOK).raised([replace(told, violations=(violation, violation))])) == 1


@pytest.mark.parametrize(
    ("witnessed", "taken_back", "state"),
    [
        pytest.param(False, False, FlagState.WITHDRAWN, id="the rules find it no more"),
        pytest.param(True, False, FlagState.PENDING, id="a witness told of it"),
        pytest.param(True, True, FlagState.WITHDRAWN, id="its event never happened"),
    ],
)
def test_flags_follow_the_game(table: RefereedTable, witnessed: bool, taken_back: bool, state: FlagState) -> None:
    """The act of C that is flagged was in its turn after all: A's draw and discard came before it."""
    game = table.record.game
    flag = replace(flag_of(game.told[3].entry, game.told[3].violations[0]), witnessed=witnessed)
    book = FlagBook(BOOK, [flag])
    clean = JournalGame(BOOK)
    for entry in game.entries[:2]:
        clean.apply(entry)
    clean.apply(replace(game.told[3].entry, event=Drawn(A)))
    changed = {one.id: one.state for one in book.reviewed(clean, [flag.event_id] if taken_back else [])}
    assert changed.get(flag.id, FlagState.PENDING) is state


def test_a_flag_of_a_hand_that_was_voided_stays(table: RefereedTable) -> None:
    (flag,) = table.flags
    before_it = JournalGame(BOOK, table.entries[:1])
    assert FlagBook(BOOK, [flag]).reviewed(before_it) == []


def test_a_flag_that_is_not_there_is_told_in_one_line() -> None:
    with pytest.raises(UsageError, match=r"no such flag in this game: x \(choose one of the list\)"):
        FlagBook(BOOK).get("x")
    assert FlagBook(BOOK).find("x") is None
