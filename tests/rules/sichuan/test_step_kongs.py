"""Sichuan hands step by step: kongs and their money."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    Called,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.sichuan.circumstances import win_of
from tablebridge_rules.sichuan.hand_end import settle
from tablebridge_rules.sichuan.legal import legal_events
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Phase, table_view
from tests.rules.sichuan.course import APART, BOOK, READY, A, B, C, D, T, at_play, call, cut, draw, play, tile, with_pon

# --- kongs and their money ---------------------------------------------------------------------------------------


def test_sc_p01_sc_p03_a_concealed_kong_is_paid_at_once() -> None:
    state, _ = play([draw(B, "4m")], at_play(B, APART, "444m258m369m1471s"))
    state, found = play([call(B, MeldKind.KAN_CONCEALED, "4444m")], state)
    assert (found, state.points) == ([], (-2, 6, -2, -2))
    assert legal_events(state, BOOK) == (Drawn(B, replacement=True),)


def test_sc_p03_a_direct_kong_is_paid_by_the_discarder() -> None:
    state = at_play(A, APART, "444m258m369m1471s")
    kong = call(B, MeldKind.KAN_EXPOSED, "444m", "4m", A)
    state, _ = play([draw(A, "4m"), cut(A, "4m")], state)
    assert kong in legal_events(state, BOOK)
    assert play([kong], state)[0].points == (-2, 2, 0, 0)


ADDED = Called(B, Meld(MeldKind.KAN_ADDED, T("888s"), tile("8s"), C))


def adding(*others: str) -> SichuanHand:
    state = with_pon(at_play(B, APART, APART, *others), B, "8s", C, "258m369m1471s")
    return play([draw(B, "8s")], state)[0]


@pytest.mark.parametrize(
    ("event", "points"),
    [(ADDED, (-1, 3, -1, -1)), (replace(ADDED, drawn=False), (0, 0, 0, 0))],
    ids=["SC-P02 fresh", "SC-P02 held back"],
)
def test_an_added_kong_is_paid_when_nobody_robs_it(event: Called, points: tuple[int, ...]) -> None:
    state = adding()
    assert replace(ADDED, drawn=True) in legal_events(state, BOOK)
    made, found = play([event], state)
    assert (found, made.points) == ([], (0, 0, 0, 0))
    assert play([draw(B, "1m", replacement=True)], made)[0].points == points


def test_sc_p09_a_robbed_kong() -> None:
    state, _ = play([ADDED], adding(APART, READY))
    won = Won(D, tile("8s"), T(READY), B)
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    assert (found, [meld.kind for meld in state.at(B).melds], state.at(D).taken) == ([], [MeldKind.PON], T("8s"))
    assert (state.points[0], state.points[1] + state.points[3], state.turn) == (0, 0, A)
    assert play([draw(A, "1m")], state)[0].points == state.points


def test_sc_p10_kong_money_goes_to_the_winner_where_it_is_played() -> None:
    book = replace(BOOK, payment=replace(BOOK.payment, transfer_on_kong_shoot=True))
    state, _ = play([draw(B, "4m")], at_play(B, APART, "444m258m369m1471s", READY))
    acts: list[HandEvent] = [call(B, MeldKind.KAN_CONCEALED, "4444m"), draw(B, "8s", replacement=True), cut(B, "8s")]
    state, found = play([*acts, Won(C, tile("8s"), T(READY), B)], state, book)
    assert found == []
    value = state.payments[-1].points
    assert win_of(play(acts, replace(state, wins=()), book)[0], Won(C, tile("8s"), T(READY), B)).after_kong
    closed, _ = play([draw(D, "1m")], state, book)
    assert (closed.points, closed.kong_income) == ((-2, 6 - value - 6, value - 2 + 6, -2), ())
    assert play([draw(D, "1m")], state)[0].points == state.points
    over = replace(state, phase=Phase.ENDED)
    assert settle(over, book).delta[1:3] == (-6, 6)


# --- a concealed kong whose tiles lie face down -------------------------------------------------------------------


def _after_hidden_kong() -> SichuanHand:
    """As the table sees it: B has drawn, laid four tiles face down and drawn again."""
    state = table_view(play([draw(B, "4m")], at_play(B, APART, "444m258m369m1471s"))[0])
    kong = Called(B, Meld(MeldKind.KAN_CONCEALED, ()))
    state, found = play([kong, Drawn(B, replacement=True)], state)
    assert found == []
    assert (state.points, state.concealed_count(B), state.melds[1][0].is_hidden) == ((-2, 6, -2, -2), 11, True)
    return state


def test_sc_r19_tiles_that_nobody_sees_are_told_with_the_win() -> None:
    won = Won(B, tile("5s"), T("456m789m55s88s"), kans=(tile("1m"),))
    state, found = play([won], _after_hidden_kong())
    assert found == []
    assert state.melds[1] == (Meld(MeldKind.KAN_CONCEALED, T("1111m")),)
    assert state.points[1] > 6


def test_sc_r19_a_kong_that_was_not_turned_up_cannot_be_scored() -> None:
    win = win_of(_after_hidden_kong(), Won(B, tile("5s"), T("456m789m55s88s")))
    assert win.problems() == ("a concealed kong was not turned up",)


@pytest.mark.parametrize("shown", [ExhaustiveDraw, HandsRevealed], ids=["SC-R23 draw", "SC-R23 after the last win"])
def test_sc_f03_kongs_are_turned_up_with_the_hands_of_those_who_did_not_win(
    shown: Callable[..., ExhaustiveDraw | HandsRevealed],
) -> None:
    hands = ((A, T(APART)), (B, T("456m789m5558s")), (C, T(APART)), (D, T(APART)))
    ended = replace(_after_hidden_kong(), wall_left=0, phase=Phase.CALLS_OPEN)
    state, found = play([shown(hands, kans=((B, T("1m")),))], ended)
    assert found == []
    assert state.melds[1] == (Meld(MeldKind.KAN_CONCEALED, T("1111m")),)
    assert settle(state, BOOK).delta[1] > 0
    hidden, _ = play([shown(hands)], ended)
    assert settle(hidden, BOOK).delta[1] < 0


def test_sc_r02_a_winner_calls_nothing_whatever_lies_face_down() -> None:
    state = at_play(B, APART, "444m258m369m1471s")
    state = state.with_seat(B, replace(state.at(B), has_won=True))
    _, found = play([draw(B, "4m"), Called(B, Meld(MeldKind.KAN_CONCEALED, ()))], state)
    assert ("SC-R02", "call_after_win", B) in found
