"""Wins in the vectors' fields, for the tests of scoring: only what a test is about is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.riichi.patterns import NEEDS, PATTERNS, cases
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.score_record import read_win
from tablebridge_rules.riichi.win import Win

ORDINARY: dict[str, Any] = {"win": "ron", "from": "left", "seat_wind": "south", "round_wind": "east"}


@pytest.fixture
def league() -> Rulebook:
    return load("riichi-league-tw")


@pytest.fixture
def common() -> Rulebook:
    return load("riichi-common")


@pytest.fixture
def a_win() -> Callable[..., Win]:
    """Builds a win of south in an east round, by ron from the left unless `win="tsumo"` is given."""

    def build(hand: str, win_tile: str, *melds: str, **fields: Any) -> Win:
        record = {**ORDINARY, "hand": hand, "win_tile": win_tile, "melds": list(melds), **fields}
        if record["win"] == "tsumo":
            record["from"] = None
        return read_win(record)

    return build


@pytest.fixture
def times(a_win: Callable[..., Win], common: Rulebook) -> Callable[..., int]:
    """How often a pattern counts in the reading that suits it best; `options` change those of riichi-common."""

    def count(pattern: str, hand: str, win_tile: str, *melds: str, options: dict[str, Any], **fields: Any) -> int:
        scoring = replace(common.scoring, **options)
        win = a_win(hand, win_tile, *melds, **fields)
        needs = NEEDS.get(pattern, 0)
        most = 0
        for case in cases(win, scoring):
            found = int(PATTERNS[pattern](case))
            assert not found or case.facts & needs == needs, f"{pattern} holds without what it needs"
            most = max(most, found)
        return most

    return count
