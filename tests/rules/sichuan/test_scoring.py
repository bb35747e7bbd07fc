"""Options of scoring, what patterns do beside each other, and the sum in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.win import Win

T = parse_tiles


def with_scoring(book: Rulebook, **options: Any) -> Rulebook:
    return replace(book, scoring=replace(book.scoring, **options))


def valued(book: Rulebook, text: str, *melds: str, drawn: bool = False, **flags: Any) -> Score:
    """The score of a hand whose last standing tile is the winning one."""
    tiles, laid = T(text), tuple(parse_meld(meld).meld(Seat.A) for meld in melds)
    result = score(book, Win(tiles[:-1], tiles[-1], laid, None if drawn else Relation.LEFT, **flags))
    assert result is not None
    return result


ALL_ON = {
    "enable_daiyaojiu": True,
    "enable_jiangdui": True,
    "enable_tiandihu": True,
    "enable_menqing_zhongzhang": True,
}


@pytest.mark.parametrize(
    ("text", "melds", "flags", "items"),
    [
        pytest.param(
            "1111m2222m33m55m66m", (), {}, {"SC-S14": 5, "SC-S19": 1}, id="SC-S14 the second quad of a dragon is a root"
        ),
        pytest.param("1111m2222m33p55p66p", (), {}, {"SC-S09": 3, "SC-S19": 1}, id="SC-S09 two quads, one root"),
        pytest.param("123m789m999s1s23s11s", (), {}, {"SC-S05": 2}, id="SC-S05 a triplet of nines and a pair of ones"),
        pytest.param(
            "44m",
            ("kakan:8888s<left", "pon:111m<left", "pon:222m<left", "ankan:9999s"),
            {},
            {"SC-S06": 2, "SC-S19": 2},
            id="SC-S06 kongs are roots of a golden hook",
        ),
        pytest.param(
            "123m456m789m88s123m",
            (),
            {},
            {"SC-S01": 0},
            id="SC-S01 no pattern",
        ),
        pytest.param(
            "55m",
            ("daiminkan:2222m<left", "daiminkan:8888m<left", "daiminkan:2222p<left", "daiminkan:8888p<left"),
            {},
            {"SC-S17": 6, "SC-S25": 1},
            id="SC-S17 arhats of twos and eights are no golden hook beside it",
        ),
        pytest.param(
            "456m88m",
            ("pon:555s<left", "ankan:1111m", "pon:222s<left"),
            {"replacement": True, "last_tile": True},
            {"SC-S01": 0, "SC-S19": 1, "SC-S20": 1, "SC-S23": 1},
            id="SC-S20 with SC-S23 and a root",
        ),
        pytest.param(
            "123m456m789m88m234m",
            (),
            {"heavenly": True},
            {"SC-S03": 2, "SC-S15": 5, "SC-S25": 1},
            id="SC-S15 beside a flush",
        ),
        pytest.param(
            "45677m",
            ("pon:555s<left", "pon:222s<left", "pon:888s<left"),
            {},
            {"SC-S01": 0, "SC-S25": 1},
            id="SC-S25 all simples of an open hand",
        ),
    ],
)
def test_patterns_beside_each_other(
    book: Rulebook, text: str, melds: tuple[str, ...], flags: dict[str, Any], items: dict[str, int]
) -> None:
    drawn = bool(flags.get("replacement") or flags.get("heavenly"))
    assert valued(with_scoring(book, **ALL_ON), text, *melds, drawn=drawn, **flags).by_clause == items


def test_the_best_reading_counts(book: Rulebook) -> None:
    assert valued(book, "112233m445566s77s").by_clause == {"SC-S04": 2}
    assert valued(book, "111222333m44455s").by_clause == {"SC-S02": 1}
    odd = replace(book, play=replace(book.play, seven_pairs=False))
    assert valued(odd, "112233m445566s77s").by_clause == {"SC-S01": 0}


def test_a_fan_base_of_one_names_hands_higher_and_pays_the_same_sc_s01(book: Rulebook) -> None:
    one = with_scoring(book, fan_base="one")
    plain, other = valued(book, "123m456m789m88s123m"), valued(one, "123m456m789m88s123m")
    assert (plain.named_fan, other.named_fan) == (0, 1)
    assert (plain.fan, plain.each) == (other.fan, other.each) == (0, 1)


@pytest.mark.parametrize(
    ("options", "each"),
    [
        ({}, 5),
        ({"zimo_base_multiplied": True}, 8),
        ({"zimo_bonus": "add_fan"}, 8),
        ({"zimo_base_multiplied": True, "cap_fan": 1}, 4),
        ({"zimo_bonus": "add_fan", "cap_fan": 2}, 4),
    ],
    ids=str,
)
def test_what_a_self_draw_adds_sc_s24(book: Rulebook, options: dict[str, Any], each: int) -> None:
    """A flush of 2 fan."""
    result = valued(with_scoring(book, **options), "123m456m789m88m234m", drawn=True)
    assert result.each == each


def test_a_win_on_the_last_discard_sc_s23(book: Rulebook) -> None:
    assert valued(book, "123m456m789m88s123m", last_tile=True).by_clause == {"SC-S01": 0}
    rewarded = with_scoring(book, haidipao=True)
    assert valued(rewarded, "123m456m789m88s123m", last_tile=True).by_clause == {"SC-S01": 0, "SC-S23": 1}


def test_the_base_is_in_points_sc_p06(book: Rulebook) -> None:
    dear = replace(book, payment=replace(book.payment, base=50))
    assert valued(dear, "123m456m789m88m234m").each == 200
    assert valued(dear, "123m456m789m88m234m", drawn=True).each == 250


def test_no_hand_no_score(book: Rulebook) -> None:
    assert score(book, Win(T("123m456m789m88s124m")[:-1], T("4m")[0])) is None


def test_the_sum_in_words(book: Rulebook) -> None:
    assert valued(book, "123m456m789m88m234m", drawn=True).explanation.splitlines() == [
        "Flush 2 (SC-S03) = 2 fan",
        "base 1 x 2^2 = 4",
        "self-draw: 4 + 1 = 5 (SC-S24)",
        "5 from each seat still in the hand (SC-P07)",
    ]
    assert valued(book, "1111m2222m33m55m66m").explanation.splitlines() == [
        "Flush dragon seven pairs 5 (SC-S14) + Root 1 (SC-S19) = 6 fan",
        "base 1 x 2^4 = 16, capped at 4 fan (SC-P08)",
        "16 from the discarder (SC-P06)",
    ]
    added = with_scoring(book, zimo_bonus="add_fan")
    assert valued(added, "123m456m789m88s123m", drawn=True).explanation.splitlines() == [
        "Basic win 0 (SC-S01) + Self-draw 1 (SC-S24) = 1 fan",
        "base 1 x 2^1 = 2",
        "2 from each seat still in the hand (SC-P07)",
    ]
