"""The shipped rulebook, and what is refused in a parlour's own."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.rulebook_file import shipped, tradition_of
from tablebridge_rules.zungjung.patterns import PATTERNS
from tablebridge_rules.zungjung.penalty import PENALISED, Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook, load, parse

TEXT = (resources.files("tablebridge_rules") / "rulebooks" / "zungjung-wsom-1.03.toml").read_text("utf-8")


def test_the_shipped_rulebooks() -> None:
    for name in shipped("zungjung"):
        assert load(name).name == name
        assert load(name) is load(name)
        assert tradition_of(name) == "zungjung"
    assert "zungjung-wsom-1.03" in shipped("zungjung")


def test_every_clause_has_a_title_and_a_meaning(book: Rulebook) -> None:
    assert len(book.clauses) == 92
    assert all(clause.title.en and clause.title.zh and clause.says for clause in book.clauses)
    assert book.clause("ZJ-P04").title.zh == "跟張免責"
    with pytest.raises(KeyError):
        book.clause("ZJ-Z99")


def test_forty_four_patterns_in_twenty_four_series_of_ten_categories(book: Rulebook) -> None:
    assert set(book.patterns_by_name) == set(PATTERNS)
    assert len(book.patterns) == 44
    assert len({pattern.series for pattern in book.patterns}) == 24
    assert {pattern.number.split(".")[0] for pattern in book.patterns} == set(map(str, range(1, 11)))
    assert [pattern.name for pattern in book.patterns if pattern.each] == ["fanpai"]


def test_the_early_table_differs_in_three_values_zj_s05_zj_s08_zj_s10(book: Rulebook) -> None:
    early = replace(book, scoring=replace(book.scoring, zj_table="early"))
    changed = {name: early.value_of(name) for name in PATTERNS if early.value_of(name) != book.value_of(name)}
    assert changed == {"qingyise": 100, "xiao_sanyuan": 30, "xiao_sanfeng": 25}


def test_penalties_by_clause(book: Rulebook) -> None:
    assert {clause for clause, _ in book.penalties} == set(PENALISED)
    assert book.penalty("ZJ-F01") is Penalty.MINOR_DEAD_HAND
    assert book.penalty("ZJ-F03") is Penalty.MAJOR_DEAD_HAND
    with pytest.raises(KeyError):
        book.penalty("ZJ-S01")


def test_house_rules_that_extend_the_book(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "zungjung-wsom-1.03"\nname = "club"\ntitle = { en = "Club" }\n[scoring]\nminimum_points = 5\n',
        "utf-8",
    )
    assert load(path).scoring.minimum_points == 5
    assert load(str(path)).patterns == load("zungjung-wsom-1.03").patterns
    assert tradition_of(path) == "zungjung"


PINGHE = 'pinghe = { series = "1.1", value = 5, clauses = ["ZJ-S01"]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[game]", "[game", "house.toml: no TOML: "),
        ("[game]", "[gmae]", "house.toml: gmae is unknown; known keys: "),
        ('tradition = "zungjung"', 'tradition = "taiwan"', "house.toml: tradition is 'taiwan'; expected a zungjung"),
        ("limit = 320 ", 'limit = "x" ', 'house.toml: [scoring] limit is "x"; allowed: a whole number, 0 or more'),
        ("limit = 320 ", "limit = 0 ", "house.toml: [scoring] limit is 0; allowed: 1 or more"),
        ('zj_table = "v3.3"', 'zj_table = "v4"', 'house.toml: [scoring] zj_table is "v4"; allowed: "v3.3", "early"'),
        (
            "dead_wall_tiles = 14 ",
            "dead_wall_tiles = 33 ",
            "house.toml: [table] dead_wall_tiles is 33; allowed: 0 to 32",
        ),
        ('no_pon = "ZJ-R25"', 'no_pon = "X"', "house.toml: [violations] no_pon is X; allowed: an id of [clauses]"),
        ('ZJ-F03 = "major_dead_hand"', 'ZJ-F03 = "x"', 'house.toml: [penalty] ZJ-F03 is "x"; allowed: refused, '),
        ('ZJ-F03 = "major_dead_hand"', 'ZJ-F99 = "refused"', "house.toml: [penalty] ZJ-F99 is no id of [clauses]"),
        ('ZJ-F03 = "major_dead_hand"', "", "house.toml: [penalty] ZJ-F03 is missing; allowed: refused, "),
        ("haidi = {", "hai = {", "house.toml: [patterns] haidi is missing; a pattern that is not played has value = 0"),
        (
            PINGHE,
            'pin = { series = "1.9", value = 5, clauses = ["ZJ-S01"], en = "x" }\n' + PINGHE,
            "house.toml: [patterns] pin is no pattern",
        ),
        (
            PINGHE,
            PINGHE.replace("1.1", "1"),
            'house.toml: [patterns.pinghe] series is "1"; allowed: two or three numbers',
        ),
        (PINGHE, PINGHE.replace('"ZJ-S01"', ""), "house.toml: [patterns.pinghe] clauses is empty; allowed: ids of"),
        (PINGHE, PINGHE.replace("ZJ-S01", "X"), "house.toml: [patterns.pinghe] clauses names X, which is no id"),
        ('edition = "1.03"', "", "house.toml: edition is missing or no text; allowed: a text"),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RulebookError) as caught:
        parse(TEXT.replace(old, new, 1), "house.toml")
    assert str(caught.value).startswith(message)


def test_an_error_names_the_line() -> None:
    line = next(number for number, text in enumerate(TEXT.splitlines(), 1) if text.startswith("limit"))
    with pytest.raises(RulebookError, match=rf"\(line {line}\)$"):
        parse(TEXT.replace("limit = 320 ", "limit = 0 ", 1), "house.toml")


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"no rulebook 'zungjung'; allowed: zungjung-wsom-1\.03"):
        load("zungjung")
    with pytest.raises(RulebookError, match=r"none\.toml: cannot be read: "):
        load(tmp_path / "none.toml")
