"""The shipped rulebook, and what is refused in a parlour's own."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Wind
from tablebridge_rules.taiwan.patterns import FLOWER_PATTERNS, PATTERNS
from tablebridge_rules.taiwan.penalty import Penalty
from tablebridge_rules.taiwan.rulebook import Rulebook, load, parse
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.win import FlowerWin

TEXT = (resources.files("tablebridge_rules") / "rulebooks" / "taiwan16-ntuee-2009.toml").read_text("utf-8")


def test_the_shipped_rulebooks() -> None:
    for name in shipped("taiwan"):
        assert load(name).name == name
        assert load(name) is load(name)
    assert "taiwan16-ntuee-2009" in shipped("taiwan")


def test_every_clause_has_a_title_and_a_meaning(book: Rulebook) -> None:
    assert len(book.clauses) == 132
    assert all(clause.title.en and clause.title.zh and clause.says for clause in book.clauses)
    assert book.clause("TW-R28").title.zh == "過水"
    with pytest.raises(KeyError):
        book.clause("TW-Z99")


def test_every_pattern_has_its_line(book: Rulebook) -> None:
    assert set(book.tai_by_name) == set(PATTERNS)
    assert sum(pattern.tai for pattern in book.tai) == 12 + 4 + 12 + 5 + 7 * 8 + 5 * 16
    assert all(book.tai_by_name[name].tai == 8 for name in FLOWER_PATTERNS)


def test_penalties_by_clause(book: Rulebook) -> None:
    assert book.penalty("TW-F13") is Penalty.DEAD_HAND
    assert book.penalty("TW-F09") is Penalty.FULL_LIABILITY
    with pytest.raises(KeyError):
        book.penalty("TW-S01")


def test_house_rules_from_a_copied_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(TEXT.replace("dealer_tai = 1 ", "dealer_tai = 0 "), "utf-8")
    assert load(path).payment.dealer_tai == 0
    assert load(str(path)).payment.dealer_tai == 0


def test_a_house_book_that_says_only_what_it_changes(tmp_path: Path, book: Rulebook) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "taiwan16-ntuee-2009"\nname = "house"\ntitle = { en = "House" }\nedition = "1"\n'
        '[payment]\ndealer_tai = 0\nstreak_tai = "off"\n[tai]\nba_xian = "off"\nqingyise = { tai = 10 }\n',
        "utf-8",
    )
    house = load(path)
    assert (house.payment.base, house.payment.dealer_tai, house.payment.streak_tai) == (4, 0, "off")
    assert house.tai_by_name["qingyise"].tai == 10
    assert house.clauses == book.clauses
    eight = FlowerWin(parse_tiles("1234f1234g"), Wind.EAST)
    assert score(house, eight) is None
    assert score(book, eight) is not None


MENQING = 'menqing = { tai = 1, clauses = ["TW-S01", "TW-S34"]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[game]", "[game", "house.toml: no TOML: "),
        ("[game]", "[gmae]", "house.toml: gmae is unknown; known keys: "),
        ('tradition = "taiwan"', 'tradition = "riichi"', "house.toml: tradition is 'riichi'; expected a taiwan"),
        ("base = 4 ", 'base = "4" ', 'house.toml: [payment] base is "4"; allowed: a whole number, 0 or more'),
        ('duting_by = "shape"', 'duting_by = "x"', 'house.toml: [scoring] duting_by is "x"; allowed: "shape"'),
        ("rounds = 4 ", "rounds = 5 ", "house.toml: [game] rounds is 5; allowed: 1 to 4"),
        ("rounds = 4 ", "rounds = 0 ", "house.toml: [game] rounds is 0; allowed: 1 to 4"),
        ('TW-F27 = "suspension"', 'TW-F27 = "fine"', 'house.toml: [penalty] TW-F27 is "fine"; allowed: refused, '),
        ('TW-F27 = "suspension"', 'TW-X01 = "void"', "house.toml: [penalty] TW-X01 is no id of [clauses]"),
        ('early_draw = "TW-F19"', 'early_draw = "X"', "house.toml: [violations] early_draw is X; allowed: an id of"),
        (MENQING, 'mq = { tai = 1, clauses = ["TW-S01"], en = "x" }\n' + MENQING, "house.toml: [tai] mq is no pattern"),
        (MENQING, "menqing = { tai = 1, clauses = []", "house.toml: [tai.menqing] clauses is empty; allowed: ids of"),
        (MENQING, 'menqing = { tai = 1, clauses = ["X"]', "house.toml: [tai.menqing] clauses names X, which is no id"),
        (MENQING, MENQING + ', replaces = ["x"]', "house.toml: [tai.menqing] replaces names x, which is no pattern"),
        ('edition = "2009"', "", "house.toml: edition is missing or no text; allowed: a text"),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(RulebookError) as caught:
        parse(TEXT.replace(old, new, 1), "house.toml")
    assert str(caught.value).startswith(message)


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="no rulebook 'taiwan'; allowed: taiwan16-ntuee-2009"):
        load("taiwan")
    with pytest.raises(RulebookError, match=r"none\.toml: cannot be read: "):
        load(tmp_path / "none.toml")
