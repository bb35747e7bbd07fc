"""The shipped Sichuan rulebook, and what is refused in a parlour's own."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.sichuan.patterns import PATTERNS
from tablebridge_rules.sichuan.rulebook import Rulebook, load, parse

TEXT = (resources.files("tablebridge_rules") / "rulebooks" / "sichuan-bloody.toml").read_text("utf-8")


def test_it_is_shipped(book: Rulebook) -> None:
    assert shipped("sichuan") == ("sichuan-bloody",)
    assert book.name == "sichuan-bloody"
    assert load("sichuan-bloody") is book


def test_every_clause_and_pattern_is_there(book: Rulebook) -> None:
    assert len(book.clauses) == 67
    assert len({clause.id for clause in book.clauses}) == 67
    assert all(clause.title.en and clause.title.zh and clause.says for clause in book.clauses)
    assert set(book.patterns_by_name) == set(PATTERNS)
    assert book.clause("SC-P04").title.zh == "查花猪"
    with pytest.raises(KeyError):
        book.clause("SC-Z99")


def test_the_recommended_choices(book: Rulebook) -> None:
    """SC-R02, SC-P04, SC-F01, SC-P08, SC-S24, SC-P02, SC-P03."""
    assert book.play.after_win == "xuezhan"
    assert (book.payment.pig_amount, book.foul.forced_win_from, book.scoring.cap_fan) == (16, 4, 4)
    assert (book.scoring.zimo_bonus, book.payment.wind_unit, book.payment.rain_unit) == ("add_base", 1, 2)


def test_optional_patterns_are_off(book: Rulebook) -> None:
    off = {"daiyaojiu", "qing_yaojiu", "jiangdui", "jiang_jingoudiao", "tianhu", "dihu", "menqing", "zhongzhang"}
    assert {one.name for one in book.patterns} - {one.name for one in book.played_patterns} == off
    on = replace(book, scoring=replace(book.scoring, enable_tiandihu=True))
    assert {one.name for one in on.played_patterns} >= {"tianhu", "dihu"}


def test_house_rules(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "sichuan-bloody"\nname = "house"\ntitle = {en = "x"}\n[scoring]\ncap_fan = 5\n', "utf-8")
    assert load(path).scoring.cap_fan == 5
    assert load(path).play.after_win == "xuezhan"


QIDUI = 'qidui = { fan = 2, clause = "SC-S04"'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('tradition = "sichuan"', "", "house.toml: tradition is 'riichi'; expected a sichuan rulebook"),
        ("[game]", "[gmae]", "house.toml: gmae is unknown; known keys: citations, clauses"),
        ("chi = false", "chi = true", "house.toml: [play] chi is true; allowed: false"),
        ('"xuezhan"', '"xuezhen"', 'house.toml: [play] after_win is "xuezhen"; allowed: "xuezhan", "xueliu"'),
        ("[14, 13, 14, 13]", "[14, 13, 14]", "house.toml: [table] wall_stacks is [14, 13, 14]; allowed: four numbers"),
        ("[14, 13, 14, 13]", "[14, 13, 14, 14]", "house.toml: [table] wall_stacks is [14, 13, 14, 14]; allowed"),
        ("[14, 13, 14, 13]", "[-1, 28, 14, 13]", "house.toml: [table] wall_stacks is [-1, 28, 14, 13]; allowed"),
        ("hands = 8 ", "hands = 0 ", "house.toml: [game] hands is 0; allowed: 1 or more"),
        ("base = 1\n", "base = 0\n", "house.toml: [payment] base is 0; allowed: 1 or more"),
        ('pig = "SC-P04"', 'pig = "X"', "house.toml: [citations] pig is X; allowed: an id of [clauses]"),
        (QIDUI, 'qidu = { fan = 2, clause = "SC-S04"', "house.toml: [patterns] qidu is no pattern; allowed: pinghu, "),
        (QIDUI, 'qidui = { fan = 2, clause = "X"', "house.toml: [patterns.qidui] clause is X; allowed: an id of"),
        (QIDUI, QIDUI + ', replaces = ["x"]', "house.toml: [patterns.qidui] replaces names x, which is no pattern"),
        (QIDUI, QIDUI + ', option = "cap_fan"', "house.toml: [patterns.qidui] option is cap_fan; allowed: enable_"),
        ("pinghu = { fan", "qidui2 = { fan", "house.toml: [patterns] pinghu is missing; a basic win may be worth 0"),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RulebookError) as caught:
        parse(TEXT.replace(old, new, 1), "house.toml")
    assert str(caught.value).startswith(message)
