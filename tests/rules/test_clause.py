"""Clauses in the languages that a rulebook gives them in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge_rules.clause import Clause
from tablebridge_rules.names import DisplayName, Language
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped

SIMPLIFIED, TRADITIONAL = "张对杠开点数庄听门东风将连轮", "張對槓開點數莊聽門東風將連輪"
BOTH = Clause("X-1", DisplayName("Bust", zh="破產"), "No chips, no play.", says_zh="籌碼輸光即終局。")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "No chips, no play."), ("zh", "籌碼輸光即終局。"), ("ja", "No chips, no play.")],
)
def test_what_a_clause_says(language: Language, text: str) -> None:
    assert BOTH.text(language) == text


@pytest.mark.parametrize("name", shipped())
def test_clauses_by_id_in_the_files_order(name: str) -> None:
    book = read_rulebook(name)
    assert [*book.clauses_by_id] == [clause.id for clause in book.clauses]
    for clause in book.clauses:
        assert book.clause(clause.id) is clause
    with pytest.raises(KeyError):
        book.clause("X-1")


@pytest.mark.parametrize("name", shipped())
def test_every_clause_is_given_in_english_and_in_the_language_of_its_rules(name: str) -> None:
    for clause in read_rulebook(name).clauses:
        assert clause.title.en
        assert clause.title.zh, clause.id
        assert clause.says, clause.id
        assert clause.says_zh.endswith(("。", "。）")), clause.id


def test_common_riichi_is_given_in_japanese_too() -> None:
    for clause in read_rulebook("riichi-common").clauses:
        assert clause.title.ja, clause.id
        assert clause.says_ja.endswith("。"), clause.id


@pytest.mark.parametrize(
    ("name", "simplified"),
    [
        ("sichuan-bloody", True),
        ("riichi-mjnet-2005", True),
        ("taiwan16-ntuee-2009", False),
        ("riichi-league-tw", False),
    ],
)
def test_the_characters_are_those_of_the_rules(name: str, simplified: bool) -> None:
    """Simplified where the printed rules are, traditional elsewhere, and never both."""
    text = "".join(clause.title.zh + clause.says_zh for clause in read_rulebook(name).clauses)
    assert set(text) & set(SIMPLIFIED if simplified else TRADITIONAL)
    assert not set(text) & set(TRADITIONAL if simplified else SIMPLIFIED)


def test_a_text_that_is_asked_for_tw_r41() -> None:
    assert read_rulebook("taiwan16-ntuee-2009").clause("TW-R41").text("zh") == "任何一人籌碼輸光，比賽當場結束。"


def test_when_a_breach_is_put_before_the_referee(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    head = 'extends = "riichi-mjnet-2005"\nname = "house"\ntitle = { en = "House" }\n'
    house.write_text(head + "[clauses.RM-T01]\nflag_percent = 90\nflag_after_ms = 2000\n", "utf-8")
    changed, kept = (read_rulebook(book).clause("RM-T01") for book in (house, "riichi-mjnet-2005"))
    assert (changed.flag_percent, changed.flag_after_ms, changed.says) == (90, 2000, kept.says)
    assert kept.flag_percent <= 100
