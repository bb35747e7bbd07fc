"""Announced wins, and what the others do before one is confirmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.win import judge_revealed, judge_win
from tablebridge_rules.zungjung.win import Win

B, D = Seat.B, Seat.D
MELDS = tuple(parse_meld(text).meld(B) for text in ("chi:123m<left", "pon:888s<across"))
CHICKEN = Win(parse_tiles("456p78p22s"), Tile.parse("9p"), Wind.SOUTH, MELDS, Relation.LEFT)
NINE = frozenset({Tile.parse("9p").kind})


@pytest.mark.parametrize(
    ("stands", "penalty"),
    [
        pytest.param(False, "liable", id="ZJ-R13 South's win proves false"),
        pytest.param(None, "warning", id="ZJ-R13 not confirmed yet"),
        pytest.param(True, "warning", id="ZJ-R13 South's win stands"),
    ],
)
def test_tiles_shown_before_a_win_is_confirmed(book: Rulebook, stands: bool | None, penalty: str) -> None:
    (found,) = judge_revealed(book, D, B, win_stands=stands)
    assert (found.clause, found.name, found.seat, found.penalty) == ("ZJ-R13", "premature_exposure", D, penalty)


def test_the_winner_shows_the_hand_zj_r13(book: Rulebook) -> None:
    assert judge_revealed(book, B, B, win_stands=None) == ()


def test_a_warning_where_the_rulebook_has_no_more_zj_r13(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, premature_exposure_penalty="warn"))
    assert judge_revealed(house, D, B, win_stands=False)[0].penalty == "warning"


def test_any_complete_hand_wins_zj_r14(book: Rulebook) -> None:
    assert judge_win(book, B, CHICKEN) == ()
    assert judge_win(book, B, replace(CHICKEN, from_relation=None)) == ()


def test_wins_that_do_not_stand(book: Rulebook) -> None:
    """ZJ-R14, ZJ-S62, ZJ-F01, ZJ-F03, ZJ-X08."""
    (false_win,) = judge_win(book, B, replace(CHICKEN, winning_tile=Tile.parse("1p")))
    assert (false_win.clause, false_win.name, false_win.seat, false_win.penalty) == (
        "ZJ-R14",
        "false_win",
        B,
        "refused",
    )
    (barred,) = judge_win(book, B, CHICKEN, penalty_kinds=NINE)
    assert (barred.clause, barred.name) == ("ZJ-R14", "penalty_tile")
    for penalty, clause in (
        (Penalty.MINOR_DEAD_HAND, "ZJ-F01"),
        (Penalty.MAJOR_DEAD_HAND, "ZJ-F03"),
        (Penalty.SHORT_HAND, "ZJ-X08"),
        (Penalty.LONG_HAND, "ZJ-X08"),
    ):
        (dead,) = judge_win(book, B, CHICKEN, dead=penalty)
        assert (dead.clause, dead.name, dead.penalty) == (clause, "dead_hand_win", "refused")


def test_options_of_wins_zj_r14_zj_s62(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, penalty_tile="off"), scoring=replace(book.scoring, minimum_points=5))
    (found,) = judge_win(house, B, CHICKEN, penalty_kinds=NINE)
    assert (found.clause, found.name, found.penalty) == ("ZJ-S62", "below_minimum", "refused")
    assert judge_win(house, B, replace(CHICKEN, last_tile=True), penalty_kinds=NINE) == ()
