"""What patterns need at least: a pattern that holds has it, whatever the hand is."""

from __future__ import annotations

import json
from pathlib import Path

from tablebridge_rules.riichi.patterns import NEEDS, PATTERNS, cases
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.score_record import read_win

VECTORS = Path(__file__).parents[3] / "data" / "riichi_scoring_sample.jsonl"


def test_needs_are_of_known_patterns() -> None:
    assert set(NEEDS) < set(PATTERNS)


def test_a_pattern_that_holds_has_what_it_needs() -> None:
    scoring = load("riichi-mjnet-2005").scoring
    for line in VECTORS.read_text("utf-8").splitlines():
        win = read_win(json.loads(line))
        for case in cases(win, scoring):
            held = [name for name, pattern in PATTERNS.items() if pattern(case)]
            assert [name for name in held if case.facts & NEEDS.get(name, 0) != NEEDS.get(name, 0)] == []
