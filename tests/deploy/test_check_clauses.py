"""The check that every clause has a test: which ids count, and that the list of clauses is the rulebooks' own."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

CHECK = runpy.run_path(str(Path(__file__).parents[2] / "deploy" / "check_clauses.py"))


@pytest.mark.parametrize(
    ("test", "clauses"),
    [
        ("test_counters_of_a_self_draw_rl_e02", {"RL-E02"}),
        ("test_nothing[RL-X11 two ready]", {"RL-X11"}),
        ("test_a_worked_hand[RM-Y08-open]", {"RM-Y08"}),
        ("test_options_of_wins_zj_r14_zj_s62", {"ZJ-R14", "ZJ-S62"}),
        ("test_formrl_e02", set()),
        ("test_rl_e021", set()),
        ("test_no_clause", set()),
    ],
)
def test_the_clauses_that_a_test_names(test: str, clauses: set[str]) -> None:
    assert CHECK["clauses_named"]([test]) == clauses


def test_conduct_needs_no_test() -> None:
    kinds = {"conduct": ["XX-A01"], "score": ["XX-B02"], "state": ["XX-A02"]}
    assert CHECK["needing_a_test"](kinds) == [("XX-A02", "state"), ("XX-B02", "score")]


def test_the_list_of_kinds_has_every_clause_of_every_book() -> None:
    assert CHECK["unlisted"]() == []
