"""Which reading counts, what the options change, and what a score tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.decompose import Form, Wait
from tablebridge_rules.errors import WinError
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score import ScoredPattern
from tablebridge_rules.riichi.scoring import Score, score, score_many
from tablebridge_rules.riichi.win import Win


def scored(book: Rulebook, win: Win, **scoring: Any) -> Score:
    result = score(replace(book, scoring=replace(book.scoring, **scoring)), win)
    assert result is not None
    return result


def test_a_hand_without_yaku_has_no_score_but_a_shape(common: Rulebook, a_win: Callable[..., Win]) -> None:
    win = a_win("567p22456s78s", "9s", "chi:234m<left", dora_indicators=["1m"])
    assert score(common, win) is None
    assert decompose(win)


def test_tiles_that_are_no_hand_have_neither(common: Rulebook, a_win: Callable[..., Win]) -> None:
    win = a_win("123m456p789s1122z", "3z", riichi="riichi")
    assert score(common, win) is None
    assert not decompose(win)


def test_an_impossible_win_is_the_callers_mistake(common: Rulebook, a_win: Callable[..., Win]) -> None:
    with pytest.raises(WinError, match="ippatsu without riichi"):
        score(common, a_win("123m456p789s1122z", "1z", ippatsu=True))


def test_twice_twin_runs_pay_more_than_seven_pairs(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(common, a_win("223344m556677p2s", "2s"))
    assert result.reading.form is Form.STANDARD
    assert result.yaku == {"tanyao": 1, "ryanpeikou": 3}


def test_the_wait_that_pays_more_is_taken(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(common, a_win("2344m567p678s111z", "4m", win="tsumo"))
    assert (result.reading.wait, result.fu) == (Wait.PAIR, 40)
    runs_only = scored(common, a_win("2344m567p678s345s", "4m"))
    assert (runs_only.reading.wait, runs_only.yaku) == (Wait.TWO_SIDED, {"pinfu": 1, "tanyao": 1})


def test_equal_pay_takes_more_han(common: Rulebook, a_win: Callable[..., Win]) -> None:
    """As runs 4 han 40 fu, as triplets 5 han: a mangan both."""
    result = scored(common, a_win("111222333m99p11z", "1z"))
    assert (result.limit, result.yaku) == ("mangan", {"yakuhai_round": 1, "toitoi": 2, "sanankou": 2})


def test_equal_pay_and_han_take_more_fu(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(common, a_win("2344m567p678s111z", "4m", win="tsumo", dora_indicators=["4z"]))
    assert (result.limit, result.han, result.fu) == ("mangan", 5, 40)


def test_a_true_yakuman_goes_before_a_counted_one(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(
        common,
        a_win("111222333m444m9m", "9m", riichi="riichi", dora_indicators=["9m", "1m", "2m", "3m"]),
        double_yakuman=False,
    )
    assert (result.yakuman, result.limit, result.yaku) == (1, "yakuman", {"suuankou_tanki": 13})


def test_yakuman_leave_no_room_for_others(common: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(common, a_win("05888m55666777z", "5z", win="tsumo", riichi="riichi", dora_indicators=["4z"]))
    assert result.yaku == {"daisangen": 13, "suuankou": 13}
    assert (result.han, result.fu, result.basic, result.limit) == (26, None, 16000, "2x_yakuman")
    assert result.fu_parts == ()
    assert result.points.as_dict() == {"tsumo_dealer": 32000, "tsumo_non_dealer": 16000}


HONOURS = ("5z", "5z", "pon:111z<left", "pon:222z<left", "pon:333z<left", "pon:444z<left")


@pytest.mark.parametrize(
    ("options", "yaku", "limit"),
    [
        ({}, {"daisuushii": 26, "tsuuiisou": 13}, "3x_yakuman"),
        ({"double_yakuman": False}, {"daisuushii": 13, "tsuuiisou": 13}, "2x_yakuman"),
        ({"yakuman_stacking": False}, {"daisuushii": 26}, "2x_yakuman"),
        ({"yakuman_stacking": False, "double_yakuman": False}, {"daisuushii": 13}, "yakuman"),
    ],
)
def test_several_yakuman_rl_y01(
    common: Rulebook, a_win: Callable[..., Win], options: dict[str, Any], yaku: dict[str, int], limit: str
) -> None:
    result = scored(common, a_win(*HONOURS), **options)
    assert (result.yaku, result.limit) == (yaku, limit)


def test_without_adding_up_the_liable_yakuman_counts_rl_p05(league: Rulebook, a_win: Callable[..., Win]) -> None:
    """Four concealed triplets come earlier in the table, but big three dragons has the liability."""
    result = scored(league, a_win("888m555666777z9p", "9p"))
    assert result.yaku == {"daisangen": 13}


@pytest.mark.parametrize(
    ("renhou", "text", "fields", "yaku", "limit"),
    [
        ("off", "234m567p22456s78s 9s", {}, {"pinfu": 1}, "none"),
        ("mangan", "234m567p22456s78s 9s", {}, {"renhou": 5}, "mangan"),
        ("mangan", "123m456p789s1122z 2z", {}, {"renhou": 5}, "mangan"),
        ("mangan", "234m567p22456s78s 9s", {"win": "tsumo"}, {"chiihou": 13}, "yakuman"),
        ("mangan", "19m19p19s1234567z 1z", {}, {"kokushi_musou_13": 13}, "yakuman"),
        ("yakuman", "234m567p22456s78s 9s", {}, {"renhou": 13}, "yakuman"),
    ],
)
def test_renhou_rl_y01(
    league: Rulebook,
    a_win: Callable[..., Win],
    renhou: str,
    text: str,
    fields: dict[str, Any],
    yaku: dict[str, int],
    limit: str,
) -> None:
    result = scored(league, a_win(*text.split(), first_turn=True, **fields), renhou=renhou)
    assert (result.yaku, result.limit) == (yaku, limit)


def test_renhou_saves_a_hand_without_yaku_rl_y01(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("123m456p789s1133z", "3z", first_turn=True))
    assert result.yaku == {"renhou": 5}


def test_patterns_cite_their_clauses(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("234m340p22456s67s", "8s", riichi="riichi", ippatsu=True, dora_indicators=["7s"]))
    assert result.patterns == (
        ScoredPattern("riichi", 1, ("RL-R01",)),
        ScoredPattern("ippatsu", 1, ("RL-S05",)),
        ScoredPattern("pinfu", 1, ("RL-Y01",)),
        ScoredPattern("tanyao", 1, ("RL-Y01",)),
        ScoredPattern("dora", 1, ("RL-S05",)),
        ScoredPattern("aka_dora", 1, ("RL-S06",)),
    )


def test_a_pattern_that_the_book_leaves_out_does_not_count(common: Rulebook, a_win: Callable[..., Win]) -> None:
    book = replace(common, yaku=tuple(yaku for yaku in common.yaku if yaku.name != "aka_dora"))
    assert scored(book, a_win("234m340p22456s67s", "8s")).yaku == {"pinfu": 1, "tanyao": 1}


def test_a_batch_scores_each_win_in_its_place(common: Rulebook, a_win: Callable[..., Win]) -> None:
    wins = [a_win("234m340p22456s67s", "8s"), a_win("123m456p789s1122z", "3z"), a_win("888m555666777z9p", "9p")]
    assert score_many(common, wins) == [score(common, win) for win in wins]
    assert [result is None for result in score_many(common, wins)] == [False, True, False]


def test_equal_wins_have_equal_scores(common: Rulebook, a_win: Callable[..., Win]) -> None:
    one, other = (scored(common, a_win("234m340p22456s67s", "8s")) for _ in range(2))
    assert one == other
    assert len({one, other}) == 1
    assert one != scored(common, a_win("234m340p22456s67s", "5s"))
    assert one != "a score"
    assert repr(one).startswith("Score(han=3, fu=30, patterns=(ScoredPattern(name='pinfu', value=1, ")
