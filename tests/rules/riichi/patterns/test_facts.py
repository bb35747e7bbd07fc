"""Facts: what they say of a case, and that they decide every pattern that scoring asks once only."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tablebridge_rules.riichi.patterns import ASKED, NEEDS, PATTERNS, cases, needs
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.score_record import read_win
from tablebridge_rules.riichi.win import Win

VECTORS = Path(__file__).parents[3] / "data" / "riichi_scoring_sample.jsonl"


@pytest.mark.parametrize("book", ["riichi-common", "riichi-mjnet-2005", "riichi-league-tw"])
def test_equal_facts_are_equal_answers(book: str) -> None:
    scoring, answers = load(book).scoring, dict[int, dict[str, int]]()
    met_again = 0
    for line in VECTORS.read_text("utf-8").splitlines():
        for case in cases(read_win(json.loads(line)), scoring):
            told = {name: int(PATTERNS[name](case)) for name in PATTERNS if name not in ASKED}
            met_again += case.facts in answers
            assert answers.setdefault(case.facts, told) == told
    assert met_again > 100


def test_asked_patterns_are_known() -> None:
    assert set(PATTERNS) > ASKED
    assert set(PATTERNS) - set(NEEDS) <= ASKED


@pytest.mark.parametrize(
    ("text", "fields", "facts", "missing"),
    [
        ("234m567p345s6788s 8s", {}, needs.CLOSED | needs.SIMPLE | needs.RUNS | needs.THREE_SUITS, needs.EDGED),
        ("234m567p34s67888s 5s", {}, needs.PINFU, needs.SELF_DRAW),
        ("123456789m11z22z 1z", {"win": "tsumo"}, needs.STRAIGHT | needs.NINE_RANKS | needs.ONE_SUIT, needs.PINFU),
        ("111222333m99p11z 1z", {}, needs.THREE_CONCEALED | needs.FOUR_TRIPLETS, needs.FOUR_CONCEALED),
        ("111222333m999p1z 1z", {}, needs.FOUR_CONCEALED | needs.SINGLE_WAIT, needs.THREE_CONCEALED),
        ("1133557799m11p1z 1z", {}, needs.SEVEN_PAIRS | needs.HONOURS, needs.SIMPLE | needs.NO_SIMPLES),
        ("2233445566m22p3p 3p", {}, needs.SEVEN_PAIRS | needs.SIMPLE | needs.NO_HONOURS, needs.ONE_SUIT),
        ("19m19p19s1234567z 1z", {}, needs.ORPHANS | needs.NO_SIMPLES | needs.THREE_SUITS, needs.RUNS),
        ("555666z11p123m77s 7s", {}, needs.WHITE | needs.GREEN, needs.RED),
        ("555666z77z12399m 9m", {}, needs.LITTLE_DRAGONS, needs.BIG_DRAGONS),
        ("55566677z12399m 7z", {}, needs.BIG_DRAGONS | needs.RED, needs.LITTLE_DRAGONS),
        ("11122233344z99m 4z", {}, needs.BIG_WINDS | needs.SEAT_WIND | needs.ROUND_WIND, needs.LITTLE_WINDS),
        (
            "9m 9m ankan:1111m pon:222p<left chi:345s<left kakan:5555z<left",
            {},
            needs.WHITE,
            needs.CLOSED | needs.THREE_QUADS,
        ),
        ("112233m44p555s66s 6s", {"first_turn": True}, needs.FIRST_TURN | needs.EQUAL_RUNS, needs.DEALT),
        (
            "234m567p345s6788s 8s",
            {"win": "tsumo", "seat_wind": "east", "riichi": "double_open", "ippatsu": True, "haitei": True},
            needs.RIICHI | needs.DOUBLE | needs.LAID_OPEN | needs.IPPATSU | needs.HAITEI | needs.SELF_DRAW,
            needs.HOUTEI | needs.DEALT,
        ),
    ],
)
def test_what_a_hand_is(
    a_win: Callable[..., Win], league: Rulebook, text: str, fields: dict[str, object], facts: int, missing: int
) -> None:
    found = [case.facts for case in cases(a_win(*text.split(), **fields), league.scoring)]
    assert any(one & facts == facts and not one & missing for one in found)
