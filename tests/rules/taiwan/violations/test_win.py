"""Hands laid down that are no win, concealed kans that are none, and MIGI."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.dealer import Deal, Ending, Outcome, next_deal
from tablebridge_rules.taiwan.exposure import barred_kinds
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.settlement import settle_penalty
from tablebridge_rules.taiwan.violations.dead_hand import ends_hand
from tablebridge_rules.taiwan.violations.win import (
    LaidDown,
    judge_concealed_kan,
    judge_false_migi,
    judge_migi_declaration,
    judge_migi_pass,
    judge_win,
)
from tablebridge_rules.tile import Tile

E, S, W, N = Seat  # east deals, streak 0
WAITING = "123456m789p12367s22p"  # for 5s and 8s
PAID: Delta = (13, -37, 12, 12)


def laid(tile: str, hand: str = WAITING, **fields: Any) -> LaidDown:
    return LaidDown(standing=parse_tiles(hand), tile=Tile.parse(tile), **fields)


@pytest.mark.parametrize(
    "valid",
    [
        pytest.param(laid("8s"), id="TW-R25 a win on a discard"),
        pytest.param(laid("8s", by_self_draw=True), id="TW-R26 a drawn tile kept apart"),
        pytest.param(laid("8s", by_self_draw=True, joined=True, heavenly=True), id="TW-S28 the tile may be joined"),
        pytest.param(laid("8s", barred=barred_kinds(parse_tiles("12s"))), id="TW-F25 another tile was seen"),
    ],
)
def test_a_valid_win(book: Rulebook, valid: LaidDown) -> None:
    assert judge_win(book, S, valid) == ()


@pytest.mark.parametrize(
    ("hand", "clause"),
    [
        pytest.param(laid("9s"), "TW-F08", id="TW-F08 waiting, the wrong tile"),
        pytest.param(laid("9s", "123456m789p1236s2p19m"), "TW-F22", id="TW-F22 not even waiting"),
        pytest.param(laid("1f"), "TW-F08", id="TW-F08 on a flower"),
        pytest.param(laid("8s", "456m789p12367s22p"), "TW-F22", id="TW-F22 a set too few"),
        pytest.param(laid("5s", missed=frozenset({Tile.parse("8s").kind})), "TW-F23", id="TW-R28 TW-F23 a passed win"),
        pytest.param(
            laid("6m", "45m789m123p99s", melds=2, by_self_draw=True, open_kan_replacement=True),
            "TW-F23",
            id="TW-R21 open kan",
        ),
        pytest.param(laid("8s", by_self_draw=True, joined=True), "TW-F23", id="TW-R26 the tile was joined"),
        pytest.param(laid("5s", barred=barred_kinds(parse_tiles("5s"))), "TW-F25", id="TW-F10 TW-F25 an exposed tile"),
        pytest.param(
            laid("6s", "45s123456m789p22p123p", barred=barred_kinds(parse_tiles("45s"))),
            "TW-F25",
            id="TW-F11 TW-F25 an exposed part",
        ),
        pytest.param(laid("8s", dead=True), "TW-F24", id="TW-F24 a dead hand"),
    ],
)
def test_a_win_that_is_none_is_fully_liable_tw_p05(book: Rulebook, hand: LaidDown, clause: str) -> None:
    (found,) = judge_win(book, S, hand)
    assert (found.clause, found.seat, found.penalty) == (clause, S, "full_liability")
    assert settle_penalty(book, found, dealer=E) == PAID


def test_a_false_win_ends_the_hand_and_the_dealer_stays_tw_f08(book: Rulebook) -> None:
    (found,) = judge_win(book, S, laid("9s"))
    assert settle_penalty(book, found, dealer=E) == PAID
    assert ends_hand(book, found)
    outcome = Outcome(Ending.FALSE_WIN, (S,))
    assert next_deal(book, Deal(Wind.EAST, E), outcome) == Deal(Wind.EAST, E, streak=1)
    assert not ends_hand(replace(book, foul=replace(book.foul, false_win_ends_hand=False)), found)
    assert not ends_hand(book, judge_concealed_kan(book, S, parse_tiles("2223m"))[0])


def test_a_hand_that_was_not_waiting_breaks_both_clauses_where_the_rulebook_says_so_tw_f22(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, false_win_single_penalty=False))
    found = judge_win(house, S, laid("9s", "123456m789p1236s2p19m"))
    assert [one.clause for one in found] == ["TW-F08", "TW-F22"]
    assert [one.clause for one in judge_win(house, S, laid("9s"))] == ["TW-F08"]


def test_only_the_heavenly_win_may_join_its_tile_tw_r26(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, kaopai_exempt=()))
    (found,) = judge_win(house, E, laid("8s", by_self_draw=True, joined=True, heavenly=True))
    assert found.clause == "TW-F23"


def test_an_inspected_concealed_kan_tw_r24_tw_f26(book: Rulebook) -> None:
    (found,) = judge_concealed_kan(book, N, parse_tiles("2223m"))
    assert (found.clause, found.seat, found.penalty) == ("TW-F26", N, "full_liability")
    assert settle_penalty(book, found, dealer=E, streak=1) == (15, 12, 12, -39)
    assert judge_concealed_kan(book, N, parse_tiles("2222m")) == ()
    assert judge_concealed_kan(book, N, parse_tiles("222m")) != ()


@pytest.mark.parametrize(
    ("between", "discards", "calls", "accepted"),
    [
        pytest.param(False, 2, 0, False, id="TW-S36 after the second discard"),
        pytest.param(True, 1, 0, True, id="TW-S36 after the second draw"),
        pytest.param(True, 0, 0, True, id="TW-S36 after the first draw"),
        pytest.param(True, 2, 0, False, id="TW-S36 in the third turn"),
        pytest.param(True, 1, 1, False, id="TW-S23 after a call"),
    ],
)
def test_when_migi_may_be_declared(book: Rulebook, between: bool, discards: int, calls: int, accepted: bool) -> None:
    found = judge_migi_declaration(book, S, between_draw_and_discard=between, own_discards=discards, calls=calls)
    assert [(one.clause, one.penalty) for one in found] == [("TW-S36", "void")] * (not accepted)


def test_a_mistimed_migi_is_warned_where_the_rulebook_says_so_tw_s36(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, migi_mistimed="warning"))
    (found,) = judge_migi_declaration(house, S, between_draw_and_discard=False, own_discards=0, calls=0)
    assert found.penalty == "warning"


def test_a_false_migi_tw_f21(book: Rulebook) -> None:
    (found,) = judge_false_migi(book, S, parse_tiles("123456m789p1236s2p19m"))
    assert (found.clause, found.penalty) == ("TW-F21", "full_liability")
    assert settle_penalty(book, found, dealer=E) == PAID
    assert judge_false_migi(book, S, parse_tiles(WAITING)) == ()
    house = replace(book, foul=replace(book.foul, migi_check="when_it_wins"))
    assert judge_false_migi(house, S, parse_tiles("123456m789p1236s2p19m")) == ()
    assert judge_false_migi(house, S, parse_tiles("123456m789p1236s2p19m"), won=True) != ()


def test_waiting_for_flowers_is_no_migi_tw_s37(book: Rulebook) -> None:
    assert judge_false_migi(book, S, parse_tiles("1234f12g123456m789p2p"))[0].clause == "TW-F21"


def test_passing_a_win_after_migi_tw_f17(book: Rulebook) -> None:
    """South declared MIGI waiting on 5s and 8s; west discards 8s and south does not win."""
    (found,) = judge_migi_pass(book, S, parse_tiles(WAITING), parse_tiles("1z8s"))
    assert (found.clause, found.seat, found.penalty) == ("TW-F17", S, "dead_hand")
    assert judge_migi_pass(book, S, parse_tiles(WAITING), parse_tiles("1z9s")) == ()
