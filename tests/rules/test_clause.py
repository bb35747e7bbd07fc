"""Clauses in the languages that a rulebook gives them in."""

from __future__ import annotations

import pytest

from tablebridge_rules.clause import Clause
from tablebridge_rules.names import DisplayName, Language
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped

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
