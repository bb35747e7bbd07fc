"""Offences against fairness."""

from __future__ import annotations

from typing import get_args

from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.settlement import settle_penalty
from tablebridge_rules.taiwan.violations.conduct import (
    Cheating,
    judge_cheating,
    judge_peeking,
    judge_set_size,
    judge_tile_names,
    judge_tile_taken,
)
from tablebridge_rules.tile import Tile

E, S, W, N = Seat


def test_peeking_is_fully_liable_tw_f09(book: Rulebook) -> None:
    (found,) = judge_peeking(book, S)
    assert (found.clause, found.seat) == ("TW-F09", S)
    assert settle_penalty(book, found, dealer=E) == (13, -37, 12, 12)


def test_tile_names_tw_f12(book: Rulebook) -> None:
    assert [(one.clause, one.penalty) for one in judge_tile_names(book, N, serious=True)] == [("TW-F27", "suspension")]
    assert [(one.clause, one.penalty) for one in judge_tile_names(book, N, serious=False)] == [("TW-F12", "warning")]


def test_cheating_is_suspended_tw_f27(book: Rulebook) -> None:
    offences: tuple[Cheating, ...] = get_args(Cheating)
    assert {judge_cheating(book, S, offence)[0].penalty for offence in offences} == {"suspension"}


def test_a_tile_from_the_river_into_a_hand_is_a_possible_swap_tw_f27(book: Rulebook) -> None:
    (found,) = judge_tile_taken(book, S, Tile.parse("5p"), called=False)
    assert (found.clause, found.name, found.seat, found.penalty) == ("TW-F27", "possible_swap", S, "warning")
    assert judge_tile_taken(book, S, Tile.parse("5p"), called=True) == ()


def test_the_size_of_the_set_tw_f27_tw_r04(book: Rulebook) -> None:
    assert judge_set_size(book, 144) == ()
    (found,) = judge_set_size(book, 143)
    assert (found.clause, found.seat) == ("TW-F27", None)
