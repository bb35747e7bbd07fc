"""Flowers at the start, in play, and as wins of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.flowers import (
    may_declare_eight,
    may_rob_flower,
    next_to_replace,
    opening_replacements,
    replaced_at_once,
)
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.wall import AFTER_GATE

A, B, C, D = Seat


def written(hands: dict[Seat, str], tail: str, dealer: Seat = A) -> list[str]:
    found = opening_replacements(dealer, {seat: parse_tiles(text) for seat, text in hands.items()}, parse_tiles(tail))
    return [f"{turn.round} {turn.seat.value} {format_tiles(turn.shown)} {format_tiles(turn.taken)}" for turn in found]


def test_the_dealer_shows_all_flowers_at_once_tw_r10() -> None:
    (turn,) = opening_replacements(A, {A: parse_tiles("2f123m1g4g")}, parse_tiles("5m6m7m8m"))
    assert (format_tiles(turn.shown), format_tiles(turn.taken)) == ("2f14g", "567m")
    assert AFTER_GATE - len(turn.taken) == 76


def test_the_others_replace_in_turn_tw_r11() -> None:
    assert written({A: "1m", B: "1f", C: "2f3g", D: "9m"}, "567m") == ["1 B 1f 5m", "1 C 2f3g 67m"]
    assert [next_to_replace(A, done) for done in ([], [A], [A, B], [A, B, C], [A, B, C, D])] == [A, B, C, D, None]


def test_a_flower_among_the_replacements_waits_for_the_next_round_tw_r12() -> None:
    assert written({A: "12f", B: "4g"}, "3g5m6m7m") == ["1 A 12f 3g5m", "1 B 4g 6m", "2 A 3g 7m"]
    assert written({C: "1f"}, "2f3f9m", dealer=C) == ["1 C 1f 2f", "2 C 2f 3f", "3 C 3f 9m"]


def test_in_play_a_flower_is_replaced_at_once_tw_r12(book: Rulebook) -> None:
    assert replaced_at_once(book, opening=False)
    assert not replaced_at_once(book, opening=True)
    house = replace(book, play=replace(book.play, midgame_flowers="next_turn"))
    assert not replaced_at_once(house, opening=False)


def test_a_tail_that_is_too_short() -> None:
    with pytest.raises(ValueError, match="1 tiles of the tail are too few"):
        opening_replacements(A, {A: parse_tiles("12f")}, parse_tiles("5m"))


SIX, HIDDEN, EIGHTH = parse_tiles("1234f12g"), parse_tiles("3g"), parse_tiles("4g")[0]


def test_seven_flowers_rob_the_eighth_tw_s37(book: Rulebook) -> None:
    """South shows six and hides one; East exposes the eighth."""
    assert may_rob_flower(book, SIX, HIDDEN, EIGHTH)
    assert may_rob_flower(book, (*SIX, *HIDDEN), (), EIGHTH)
    assert not may_rob_flower(book, SIX, (), EIGHTH)
    assert not may_rob_flower(book, SIX, parse_tiles("5m"), EIGHTH)
    assert not may_rob_flower(book, SIX, HIDDEN, HIDDEN[0])


def test_seven_flowers_must_be_shown_where_the_rulebook_says_so_tw_s37(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, qiqiangyi_replace="needed"))
    assert not may_rob_flower(house, SIX, HIDDEN, EIGHTH)
    assert may_rob_flower(house, (*SIX, *HIDDEN), (), EIGHTH)


def test_eight_flowers_are_declared_before_the_discard_tw_s38() -> None:
    assert may_declare_eight((*SIX, *HIDDEN, EIGHTH), has_discarded=False)
    assert not may_declare_eight((*SIX, *HIDDEN, EIGHTH), has_discarded=True)
    assert not may_declare_eight((*SIX, *HIDDEN), has_discarded=False)
