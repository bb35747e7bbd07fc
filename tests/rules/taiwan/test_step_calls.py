"""Taiwanese hands step by step: calls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.event import (
    Called,
    Drawn,
    ExhaustiveDraw,
    HandsRevealed,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.table import OpenTile, Phase, table_view
from tablebridge_rules.taiwan.circumstances import win_of
from tablebridge_rules.taiwan.hand_end import settle
from tablebridge_rules.taiwan.legal import legal_events, resolve
from tablebridge_rules.taiwan.state import TaiwanHand, TaiwanPlace
from tablebridge_rules.taiwan.win import Win
from tests.rules.taiwan.course import (
    ALL_FLOWERS,
    APART,
    BOOK,
    READY,
    A,
    B,
    C,
    D,
    T,
    at_play,
    call,
    cut,
    dealt,
    draw,
    play,
    pon_state,
    tile,
)

# --- calls -------------------------------------------------------------------------------------------------------


def test_tw_r16_a_chi() -> None:
    state = dealt(APART, "4s5s159m159p89s123456z", gate="3s")
    state, found = play([cut(A, "3s"), call(B, MeldKind.CHI, "4s5s", "3s", A), cut(B, "1m")], state)
    assert found == []
    assert (state.concealed_count(B), state.calls, state.rivers[0].lying) == (13, 1, ())


@pytest.mark.parametrize(
    ("event", "clause", "penalty"),
    [
        (call(B, MeldKind.CHI, "4s6s", "3s", A), "TW-F05", "warning"),
        (call(C, MeldKind.CHI, "4s5s", "3s", A), "TW-F02", "dead_hand"),
        (call(B, MeldKind.PON, "4s4s", "4s", A), "TW-F02", "dead_hand"),
        (call(D, MeldKind.PON, "1z1z", "1z", A), "TW-F02", "dead_hand"),
        (call(B, MeldKind.CHI, "4s5s", "6s", A), "TW-F07", "refused"),
        (call(B, MeldKind.KAN_CONCEALED, "8s8s8s8s"), "TW-R23", "refused"),
    ],
    ids=["no set", "not held", "not held pon", "no pair", "not the discard", "outside the own turn"],
)
def test_tw_f07_calls_that_may_not_be_made(event: Called, clause: str, penalty: str) -> None:
    state = dealt(APART, "4s5s159m159p8888s1234z", gate="3s")
    state, _ = play([cut(A, "3s")], state)
    assert (clause, penalty, event.seat) in play([event], state)[1]


def test_tw_r44_no_call_from_nineteen_tiles_on() -> None:
    laid = play([draw(B, "3s"), cut(B, "3s")], at_play(B, APART, APART, "4s5s3s3s9m159p159s1234z", wall_left=20))[0]
    assert laid.wall_left == 19
    found = play([call(C, MeldKind.CHI, "4s5s", "3s", B)], laid)[1]
    assert found == [("TW-R44", "wrong_call", C)]
    state, _ = play([call(C, MeldKind.PON, "3s3s", "3s", B), cut(C, "9m"), ExhaustiveDraw()], laid)
    assert settle(state, BOOK).delta == (0, 1, -1, 0)


def test_tw_r22_tw_r23_kans_in_the_own_turn() -> None:
    hand = "7777z159m159p159s123z"
    state, _ = play([draw(B, "2m")], at_play(B, APART, hand))
    kan = call(B, MeldKind.KAN_CONCEALED, "7777z")
    assert kan in legal_events(state, BOOK)
    state, found = play([kan], state)
    assert (found, state.phase, state.calls) == ([], Phase.MUST_DRAW, 1)
    assert legal_events(state, BOOK) == (Drawn(B, replacement=True),)
    dead = replace(play([draw(B, "2m")], at_play(B, APART, hand))[0], dead=frozenset({B}))
    assert play([kan], dead)[1] == [("TW-F24", "full_liability", B)]
    after_pon = at_play(B, APART, hand, phase=Phase.MUST_DISCARD)
    assert play([kan], after_pon)[1] == [("TW-R23", "refused", B)]


def test_tw_r22_an_added_kan_is_robbed_by_who_discarded_last() -> None:
    state = replace(pon_state("159m159p159s1234z"), last_discard=OpenTile(D, tile("9s")))
    state = state.with_seat(D, TaiwanPlace(concealed=T("123m456m789p111s22s77z"), concealed_count=16))
    state, _ = play([draw(B, "7z"), Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))], state)
    won = Won(D, tile("7z"), T("123m456m789p111s22s77z"), B)
    assert won in legal_events(state, BOOK)
    assert play([won], state)[1] == []


def test_tw_r22_an_added_kan_may_be_robbed() -> None:
    state = pon_state("159m159p159s1234z")
    state = state.with_seat(D, TaiwanPlace(concealed=T("123m456m789p111s22s77z"), concealed_count=16))
    state, _ = play([draw(B, "7z")], state)
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))
    assert kan in legal_events(state, BOOK)
    state, found = play([kan], state)
    won = Won(D, tile("7z"), T("123m456m789p111s22s77z"), B)
    assert found == []
    assert won in legal_events(state, BOOK)
    win = win_of(state, won, BOOK)
    assert isinstance(win, Win)
    assert win.robbing_kan
    state, found = play([won], state)
    assert (found, settle(state, BOOK).delta[1] < 0) == ([], True)
    other = Called(B, Meld(MeldKind.KAN_ADDED, T("1z1z1z"), tile("1z"), C))
    assert ("TW-R22", "refused", B) in play([other], play([draw(B, "1z")], pon_state("159m159p159s1234z"))[0])[1]


@pytest.mark.parametrize(
    ("own", "called", "discard", "clause"),
    [("4s5s", "3s", "3s", "TW-F14"), ("4s5s", "3s", "6s", "TW-F15")],
    ids=["TW-F14", "TW-F15"],
)
def test_swap_calling(own: str, called: str, discard: str, clause: str) -> None:
    state = dealt(APART, "3s4s5s6s159m159p123456z", gate="3s")
    state, _ = play([cut(A, "3s"), call(B, MeldKind.CHI, own, called, A)], state)
    assert cut(B, discard, drawn=False) not in legal_events(state, BOOK)
    assert play([cut(B, discard)], state)[1] == [(clause, "dead_hand", B)]


def test_tw_f14_no_call_that_leaves_nothing_to_discard() -> None:
    melds = tuple(Meld(MeldKind.PON, T(f"{rank}{rank}z"), tile(f"{rank}z"), A) for rank in (1, 2, 3, 4))
    state = at_play(A, APART, "3s4s5s6s")
    state = state.with_seat(B, replace(state.at(B), melds=melds))
    laid, _ = play([draw(A, "3s"), cut(A, "3s")], state)
    assert call(B, MeldKind.CHI, "4s5s", "3s", A) not in legal_events(laid, BOOK)
    other, _ = play([draw(A, "6s"), cut(A, "6s")], state)
    assert call(B, MeldKind.CHI, "4s5s", "6s", A) not in legal_events(other, BOOK)
    hidden = laid.with_seat(B, laid.at(B).hide())
    assert not any(isinstance(event, Called) and event.seat is B for event in legal_events(hidden, BOOK))


def test_tw_r38_precedence_of_claims() -> None:
    chi, pon = call(B, MeldKind.CHI, "4p6p", "5p", A), call(C, MeldKind.PON, "55p", "5p", A)
    won = Won(D, tile("5p"), T(READY), A)
    assert resolve([chi, pon, won], BOOK) == (won,)
    assert resolve([chi, pon], BOOK) == (pon,)
    assert resolve([], BOOK) == ()
    eight = WonByFlowers(A, T(ALL_FLOWERS))
    assert resolve([eight], BOOK) == (eight,)


# --- a concealed kan whose tiles lie face down --------------------------------------------------------------------


def _after_hidden_kan() -> TaiwanHand:
    """Hands as the table sees them: A has laid four tiles face down, drawn for them and for nothing else."""
    state = table_view(dealt(READY, APART))
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, ()))
    state, found = play([kan, Drawn(A, replacement=True)], state)
    assert found == []
    assert (state.concealed_count(A), state.melds[0][0].is_hidden) == (14, True)
    return state


def test_tw_r23_tiles_that_nobody_sees_are_told_with_the_win() -> None:
    won = Won(A, tile("2p"), T("456m789p123s88s22p"), kans=(tile("1m"),))
    state, found = play([won], _after_hidden_kan())
    assert found == []
    assert state.melds[0] == (Meld(MeldKind.KAN_CONCEALED, T("1111m")),)
    assert sum(settle(state, BOOK).delta) == 0


@pytest.mark.parametrize("event", [ExhaustiveDraw, HandsRevealed])
def test_tw_r24_a_kan_is_checked_with_the_hand(event: type[ExhaustiveDraw | HandsRevealed]) -> None:
    state, _ = play([event(((A, T("456m789p123s8s22p")),), ((A, (tile("1m"),)),))], _after_hidden_kan())
    assert state.melds[0] == (Meld(MeldKind.KAN_CONCEALED, T("1111m")),)


def test_tw_r23_a_kan_that_was_not_turned_up_cannot_be_scored() -> None:
    state, found = play([Won(A, tile("2p"), T("456m789p123s88s22p"))], _after_hidden_kan())
    assert found == []
    with pytest.raises(WinError, match="not turned up"):
        settle(state, BOOK)
