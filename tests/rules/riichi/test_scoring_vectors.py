"""300 hands on which two independent public libraries agree: `tests/data/riichi_scoring_sample.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.score_record import DEALER, discarder_of, read_win, winner_of, write_score
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.settlement import settle_win

VECTORS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "riichi_scoring_sample.jsonl").read_text("utf-8").splitlines()
]


def test_no_vector_is_lost() -> None:
    assert len({vector["id"] for vector in VECTORS}) == 300


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_vector_is_scored_and_settled_exactly(vector: dict[str, Any]) -> None:
    book, win = load(vector["rulebook"]), read_win(vector)
    result = score(book, win)
    assert result is not None
    delta = settle_win(book, result, winner_of(win), discarder_of(win), DEALER, win.honba, win.sticks)
    assert sum(delta) == 1000 * win.sticks
    written = write_score(result, delta)
    assert {field: written[field] for field in vector["expect"]} == vector["expect"]
