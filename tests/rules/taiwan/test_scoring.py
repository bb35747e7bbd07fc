"""Scores: the best reading, what the options change, and the sum in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.scoring import decompose, score
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.tile import Tile

LEFT = Relation.LEFT


def a_win(hand: str, tile: str, *melds: str, by: Relation | None = LEFT, **fields: Any) -> Win:
    return Win(
        parse_tiles(hand.replace(" ", "")),
        Tile.parse(tile),
        fields.pop("seat", Wind.SOUTH),
        fields.pop("round", Wind.EAST),
        tuple(parse_meld(text).meld(Seat.B) for text in melds),
        by,
        **fields,
    )


def with_option(book: Rulebook, **changes: Any) -> Rulebook:
    return replace(book, scoring=replace(book.scoring, **changes))


def items(book: Rulebook, win: Win | FlowerWin) -> dict[str, int]:
    result = score(book, win)
    assert result is not None
    assert result.tai == sum(result.items.values())
    return result.items


RUNS = "123m 456m 789p 123s 67s 22p"


@pytest.mark.parametrize(
    ("hand", "tile", "valid"),
    [
        pytest.param(RUNS, "8s", True, id="TW-R25 five sets and a pair"),
        pytest.param(RUNS, "9s", False, id="TW-R25 not five sets"),
        pytest.param("1122m 3344m 5566m 7788m", "9m", False, id="TW-R25 pairs are no hand"),
        pytest.param("19m 19p 19s 1234567z 111m", "1z", False, id="TW-R25 orphans are no hand"),
    ],
)
def test_what_a_complete_hand_is(book: Rulebook, hand: str, tile: str, valid: bool) -> None:
    win = a_win(hand, tile)
    assert bool(decompose(win)) is valid
    assert (score(book, win) is not None) is valid


def test_a_hand_without_tai_wins_tw_p01(book: Rulebook) -> None:
    result = score(book, a_win("45m 789m 123p 99s", "6m", "pon:888s<across", "chi:456p<left"))
    assert result is not None
    assert (result.tai, result.patterns) == (0, ())
    assert result.explanation == (
        "no pattern = 0 tai\nbase 4 + 0 tai = 4 from the discarder (TW-P02), dealer and streak tai besides (TW-P06)"
    )


def test_the_sum_in_words(book: Rulebook) -> None:
    result = score(book, a_win(RUNS, "8s", by=None))
    assert result is not None
    assert result.explanation == (
        "Concealed hand 1 (TW-S01, TW-S34) + Self-draw 1 (TW-S06) + No calls and self-draw 1 (TW-S10) = 3 tai\n"
        "base 4 + 3 tai = 7 from each of the three others (TW-P03), dealer and streak tai besides (TW-P06)"
    )


def test_the_reading_with_most_tai_counts_tw_s14_tw_s18(book: Rulebook) -> None:
    """222333444m is three runs or three triplets; with 777z a fourth concealed one."""
    assert items(book, a_win("222333444m 777z 99p 78s", "9s")) == {"TW-S01": 1, "TW-S18": 5, "TW-S05": 1}


def test_a_wait_on_the_fourth_copies_is_counted_by_shape_tw_s02(book: Rulebook) -> None:
    three_held = a_win("45m 123p 789p 99s", "6m", "ankan:3333m", "pon:222z<left")
    nine_held = a_win("45m 123p 789p 99s", "6m", "ankan:9999m", "pon:222z<left")
    house = with_option(book, duting_by="tiles_not_held")
    assert "TW-S02" not in items(book, three_held)
    assert items(house, three_held)["TW-S02"] == 1
    assert "TW-S02" not in items(house, nine_held)


def test_the_last_discard_counts_where_the_rulebook_says_so_tw_s07(book: Rulebook) -> None:
    win = a_win(RUNS, "8s", last_tile=True)
    assert "TW-S07" not in items(book, win)
    assert items(with_option(book, haidi_discard=True), win)["TW-S07"] == 1


ALL_CALLED = ("chi:123m<left", "chi:456p<left", "pon:888s<across", "kakan:2222p<right", "chi:345s<left")


def test_all_called_by_self_draw_tw_s11(book: Rulebook) -> None:
    assert items(book, a_win("9m", "9m", *ALL_CALLED, by=None)) == {"TW-S02": 1, "TW-S06": 1, "TW-S11": 1}
    house = with_option(book, quanqiu_selfdraw=False)
    assert items(house, a_win("9m", "9m", *ALL_CALLED, by=None)) == {"TW-S02": 1, "TW-S06": 1}
    assert items(house, a_win("9m", "9m", *ALL_CALLED)) == {"TW-S02": 1, "TW-S11": 1}


def test_a_proper_flower_within_a_flower_kan_tw_s12(book: Rulebook) -> None:
    win = a_win("45m 789m 123p 99s", "6m", "pon:888s<across", "chi:456p<left", flowers=parse_tiles("1234f2g"))
    assert items(book, win) == {"TW-S12": 1, "TW-S03": 2}
    assert items(with_option(book, huagang_plus_zhenghua=False), win) == {"TW-S12": 1, "TW-S03": 1}


def test_all_runs_with_flowers_tw_s13(book: Rulebook) -> None:
    win = a_win(RUNS, "8s", flowers=parse_tiles("1f"))
    assert items(book, win) == {"TW-S01": 1, "TW-S13": 2}
    assert items(with_option(book, pinghu_flowers="forbidden"), win) == {"TW-S01": 1}


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        pytest.param("123m 456m 789p 123s 68s 22p", "7s", id="TW-S13 closed wait"),
        pytest.param("123m 456m 789p 123s 89s 22p", "7s", id="TW-S13 edge wait"),
        pytest.param("123m 456m 789p 123s 678s 2p", "2p", id="TW-S13 the pair was not there"),
        pytest.param("123m 456m 789p 123s 67s 22z", "8s", id="TW-S13 honours"),
        pytest.param("123m 456m 789p 111s 67s 22p", "8s", id="TW-S13 a triplet"),
    ],
)
def test_what_is_not_all_runs(book: Rulebook, hand: str, tile: str) -> None:
    assert "TW-S13" not in items(book, a_win(hand, tile))


def test_a_triplet_completed_by_a_discard_tw_s14(book: Rulebook) -> None:
    hand = "222m 555p 88s 456m 789m 99p"
    assert "TW-S14" not in items(book, a_win(hand, "8s"))
    assert items(book, a_win(hand, "8s", by=None))["TW-S14"] == 2
    assert items(with_option(book, anke_on_discard="concealed"), a_win(hand, "8s"))["TW-S14"] == 2


BIG_DRAGONS = ("pon:555z<left", "pon:666z<across", "pon:777z<right")
BIG_WINDS = ("pon:111z<left", "pon:222z<across", "pon:333z<right", "pon:444z<left")


def test_big_dragons_and_their_triplets_tw_s21(book: Rulebook) -> None:
    win = a_win("123m 45p 99s", "6p", *BIG_DRAGONS)
    assert items(book, win) == {"TW-S21": 8}
    assert items(with_option(book, big_dragons_count_triplets=True), win) == {"TW-S21": 8, "TW-S05": 3}


def test_big_winds_and_their_triplets_tw_s26(book: Rulebook) -> None:
    win = a_win("45p 99s", "6p", *BIG_WINDS)
    assert items(book, win) == {"TW-S26": 16}
    assert items(with_option(book, big_winds_count_triplets=True), win) == {"TW-S26": 16, "TW-S04": 2}


def test_flowers_on_top_of_a_win_by_flowers_tw_s24_tw_s25(book: Rulebook) -> None:
    house = with_option(book, flower_wins="with_flowers")
    seven = FlowerWin(parse_tiles("1234f123g"), Wind.SOUTH, LEFT)
    eight = FlowerWin(parse_tiles("1234f1234g"), Wind.SOUTH)
    assert items(book, seven) == {"TW-S24": 8}
    assert items(house, seven) == {"TW-S24": 8, "TW-S12": 1, "TW-S03": 2}
    assert items(book, eight) == {"TW-S25": 8}
    assert items(house, eight) == {"TW-S25": 8, "TW-S12": 2, "TW-S03": 2}


def test_eight_flowers_in_the_opening_hand_are_no_heavenly_win_tw_s38(book: Rulebook) -> None:
    result = score(book, FlowerWin(parse_tiles("1234f1234g"), Wind.EAST))
    assert result is not None
    assert result.tai == 8


@pytest.mark.parametrize(
    ("adds", "expected"),
    [
        (("menqing", "zimo", "buqiu"), {"TW-S28": 16, "TW-S01": 1, "TW-S06": 1, "TW-S10": 1}),
        (("lingshang",), {"TW-S28": 16, "TW-S08": 1}),
        ((), {"TW-S28": 16}),
    ],
)
def test_what_a_heavenly_win_adds_tw_s28(book: Rulebook, adds: tuple[str, ...], expected: dict[str, int]) -> None:
    win = a_win(
        "123m 456m 789p 123s 678s 2p",
        "2p",
        by=None,
        seat=Wind.EAST,
        first_turn=FirstTurn.HEAVENLY,
        replacement=True,
        flowers=parse_tiles("2f"),
    )
    assert items(with_option(book, tianhu_adds=adds), win) == expected


def test_little_winds_and_dragons_need_their_pair_tw_s17_tw_s22(book: Rulebook) -> None:
    assert items(book, a_win("123m 456m 78s 99p", "9s", "pon:555z<left", "pon:666z<across")) == {"TW-S05": 2}
    found = items(book, a_win("123m 78s 99p", "9s", *BIG_WINDS[:3]))
    assert found == {"TW-S04": 2}
