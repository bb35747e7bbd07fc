"""Scores: the sum of series, limits, the best reading, what the options change, and the sum in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.decompose import Form
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.score import Score, ScoredPattern
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.shape import decompose
from tablebridge_rules.zungjung.win import Win

LEFT = Relation.LEFT


def a_win(hand: str, tile: str, *melds: str, by: Relation | None = LEFT, **fields: Any) -> Win:
    laid = tuple(parse_meld(text).meld(Seat.B) for text in melds)
    return Win(parse_tiles(hand.replace(" ", "")), Tile.parse(tile), Wind.SOUTH, laid, by, **fields)


def scored(book: Rulebook, win: Win) -> Score:
    result = score(book, win)
    assert result is not None
    return result


def with_option(book: Rulebook, **changes: Any) -> Rulebook:
    return replace(book, scoring=replace(book.scoring, **changes))


CHICKEN = a_win("456p78p22s", "9p", "chi:123m<left", "pon:888s<across")


def test_only_the_patterns_of_the_winning_hand_count_zj_s60(book: Rulebook) -> None:
    result = scored(book, a_win("123m45m99m", "6m", "pon:666z<left", "chi:789m<left"))
    assert result.items == {"ZJ-S04": 40, "ZJ-S07": 10, "ZJ-S30": 40}
    half_flush = scored(book, a_win("123m34m99m", "5m", "pon:666z<left", "pon:777m<left"))
    assert (half_flush.items, half_flush.value) == ({"ZJ-S04": 40, "ZJ-S07": 10}, 50)


def test_of_one_series_only_the_highest_counts_zj_s61(book: Rulebook) -> None:
    """Pure terminals are mixed ones, too; little dragons with their two triplets are another series."""
    assert scored(book, a_win("789s11s99m", "1s", "chi:123m<left", "pon:999p<across")).items == {"ZJ-S34": 50}
    dragons = scored(book, a_win("77z123m45p", "6p", "pon:555z<left", "pon:666z<right"))
    assert dragons.items == {"ZJ-S07": 20, "ZJ-S08": 40}


def test_the_highest_of_a_series_goes_by_points_and_not_by_place_zj_s61(book: Rulebook) -> None:
    dearer = tuple(replace(line, value=60) if line.name == "hun_quandaiyao" else line for line in book.patterns)
    house = replace(book, patterns=dearer)
    assert scored(house, a_win("789s11s99m", "1s", "chi:123m<left", "pon:999p<across")).items == {"ZJ-S33": 60}


def test_a_pattern_that_a_house_does_not_play(book: Rulebook) -> None:
    fewer = tuple(replace(line, value=0) if line.name == "menqianqing" else line for line in book.patterns)
    assert scored(replace(book, patterns=fewer), a_win("123456m222p78s55p", "9s")).items == {}


def test_a_chicken_hand_wins_a_point_zj_s62_zj_r14(book: Rulebook) -> None:
    result = scored(book, CHICKEN)
    assert (result.value, result.patterns, result.limit) == (1, (), "none")
    assert result.explanation == "no pattern = 1 points (ZJ-S62)\n1 from each of the three others (ZJ-P02)"


def test_a_minimum_where_the_rulebook_has_one_zj_s62(book: Rulebook) -> None:
    house = with_option(book, minimum_points=5)
    assert score(house, CHICKEN) is None
    assert scored(house, a_win("456m78p234s99p", "6p", "chi:123m<left")).value == 5


def test_a_hand_that_is_none(book: Rulebook) -> None:
    assert score(book, a_win("123m456m222p78s55p", "1s")) is None


def test_a_sum_above_the_limit_is_capped_zj_s63(book: Rulebook) -> None:
    win = a_win("555z77z99m", "7z", "pon:666z<left", "pon:111m<right")
    result = scored(book, win)
    assert (result.value, result.limit, sum(result.items.values())) == (320, "sum", 330)
    assert result.explanation.startswith("Mixed One-Suit 40 (ZJ-S04) + Value Honor 30 (ZJ-S07, ZJ-S61) + ")
    assert result.explanation.endswith(
        " = 330, at most 320 points (ZJ-S63)\n910 from the responsible player, 25 from each of the two others (ZJ-P03)"
    )
    assert scored(with_option(book, limit=330), win).limit == "none"
    assert scored(with_option(book, limit=330), win).value == 330


def test_a_listed_limit_scores_alone_zj_s63(book: Rulebook) -> None:
    """Four winds, honours only, four concealed triplets: the highest listed pattern is four winds."""
    result = scored(book, a_win("111222333444z5z", "5z"))
    assert (result.items, result.value, result.limit) == ({"ZJ-S13": 400}, 400, "listed")
    assert result.explanation.startswith("Big Four Winds 400 (ZJ-S13) = 400 points, a limit that scores alone (ZJ-S63)")


def test_listed_limits_alike_count_once_zj_s63(book: Rulebook) -> None:
    result = scored(book, a_win("44z55z", "5z", "pon:111z<left", "pon:222z<right", "pon:333z<left"))
    assert (result.items, result.value) == ({"ZJ-S12": 320}, 320)


def test_the_reading_with_most_points_is_chosen_zj_s64_zj_s44(book: Rulebook) -> None:
    result = scored(book, a_win("345p345p789m78m22s", "9m"))
    assert (result.value, result.reading.form) == (70, Form.STANDARD)
    terminals = scored(book, a_win("1199m1199p11s22z3z", "3z"))
    assert (terminals.items, terminals.reading.form) == ({"ZJ-S35": 100, "ZJ-S44": 30}, Form.SEVEN_PAIRS)


def test_a_triplet_completed_by_a_discard_is_exposed_zj_s65(book: Rulebook) -> None:
    hand = ("444p777s22s99m", "2s", "chi:123m<left")
    assert scored(book, a_win(*hand)).items == {"ZJ-S16": 5}
    assert scored(book, a_win(*hand, by=None)).items == {"ZJ-S17": 30}


def test_a_tile_of_a_run_leaves_the_triplet_concealed_zj_s65(book: Rulebook) -> None:
    """44456p 4p: the discard may complete the run and leave 444p concealed."""
    result = scored(book, a_win("44456p777s99m", "4p", "chi:123m<left"))
    assert result.items == {"ZJ-S16": 5}


def test_four_tiles_that_were_not_declared_are_no_kan_zj_r23(book: Rulebook) -> None:
    """Four 2m in the hand are a triplet and a tile of a run; declared they are a kan."""
    undeclared = scored(book, a_win("222234m777s9p", "9p", "chi:456s<left"))
    assert undeclared.items == {"ZJ-S16": 5}
    declared = scored(book, a_win("34m777s99p", "5m", "chi:456s<left", "ankan:2222m"))
    assert declared.items == {"ZJ-S16": 5, "ZJ-S19": 5}


def test_the_early_table_zj_s05(book: Rulebook) -> None:
    early = with_option(book, zj_table="early")
    assert scored(early, a_win("789m33m45m", "3m", "chi:123m<left", "pon:666m<across")).items == {"ZJ-S05": 100}


def test_the_sum_in_words(book: Rulebook) -> None:
    drawn = scored(book, a_win("123456m222p78s55p", "9s", by=None))
    assert drawn.explanation == "Concealed Hand 5 (ZJ-S02) = 5 points\n5 from each of the three others (ZJ-P01)"


def test_items_of_patterns_that_share_a_clause_add_up() -> None:
    reading = decompose(CHICKEN)[0]
    patterns = (ScoredPattern("a", 5, ("ZJ-S01",)), ScoredPattern("b", 10, ("ZJ-S01", "ZJ-S02")))
    assert Score(15, patterns, True, reading).items == {"ZJ-S01": 15}


@pytest.mark.parametrize("minimum", [0, 1])
def test_a_chicken_hand_reaches_a_minimum_of_one_zj_s62(book: Rulebook, minimum: int) -> None:
    assert scored(with_option(book, minimum_points=minimum), CHICKEN).value == 1
