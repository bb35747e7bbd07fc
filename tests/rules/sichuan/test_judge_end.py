"""The end of a Sichuan hand judged: points that moved, and what hands that are shown at last tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import Drawn, ExhaustiveDraw, HandEvent, HandsRevealed, Settled, Won
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.hand_end import settle
from tablebridge_rules.sichuan.shape import waits
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Phase, table_view
from tablebridge_rules.violation import Violation
from tests.rules.sichuan.course import (
    APART,
    BOOK,
    PAIR,
    READY,
    RIVER,
    A,
    B,
    C,
    D,
    P,
    T,
    at_play,
    call,
    cut,
    draw,
    play,
    tile,
)

Found = list[tuple[str, str, Seat | None]]

DRAWN_OUT = replace(at_play(B, READY, wall_left=0), phase=Phase.ENDED)
"""A is ready with a hand of 0 fan, the others pay it 1 each."""


@pytest.mark.parametrize(
    ("settled", "found"),
    [
        pytest.param(Settled((3, -1, -1, -1), (3, -1, -1, -1), 0), [], id="as due"),
        pytest.param(Settled((4, -2, -1, -1), (4, -2, -1, -1), 0), [("SC-P05", "wrong_payment", None)], id="too much"),
        pytest.param(Settled((0, 0, 0, 0), (0, 0, 0, 0), 0), [("SC-P05", "wrong_payment", None)], id="nothing"),
        pytest.param(Settled((3, -1, -1, -1), (4, -2, -1, -1), 0), [("SC-R23", "wrong_payment", None)], id="the sums"),
    ],
)
def test_what_is_paid_at_the_end_sc_p05(settled: Settled, found: Found) -> None:
    state, violations = play([settled], DRAWN_OUT)
    assert violations == found
    assert (state.settled, state.points) == (True, settled.points)


def test_points_that_moved_during_the_hand_are_cited_by_their_clause_sc_p01() -> None:
    state = at_play(A, "2222m3333m147s2s1s", phase=Phase.MUST_DRAW)
    state, _ = play([draw(A, "4s"), call(A, MeldKind.KAN_CONCEALED, "2222m")], state)
    state = replace(state, phase=Phase.ENDED)
    due = settle(state, BOOK)
    assert (due.delta, due.points) == ((0, 0, 0, 0), (6, -2, -2, -2))
    assert play([due], state)[1] == []
    forgotten = replace(due, points=(0, 0, 0, 0))
    assert play([forgotten], state)[1] == [("SC-P03", "wrong_payment", None)]


@pytest.mark.parametrize(
    ("state", "name"),
    [
        pytest.param(at_play(B), "settled_too_soon", id="before the end"),
        pytest.param(replace(DRAWN_OUT, settled=True), "settled_twice", id="twice"),
    ],
)
def test_points_that_move_at_the_wrong_time_sc_r23(state: SichuanHand, name: str) -> None:
    assert play([settle(DRAWN_OUT, BOOK)], state)[1] == [("SC-R23", name, None)]


@pytest.mark.parametrize(
    ("settled", "broken"),
    [
        (Settled((3, -1, -1, -1), (3, -1, -1, -1), 0), False),
        (Settled((3, -1, -1, 0), (3, -1, -1, 0), 0), True),
        (Settled((0, 0, 0, 0), (1, 0, 0, 0), 0), True),
        (Settled((0, 0, 0, 0), (0, 0, 0, 0), 1), True),
    ],
    ids=["zero sum", "no zero sum", "points from nowhere", "a deposit"],
)
def test_of_hidden_hands_only_the_sum_is_judged(settled: Settled, broken: bool) -> None:
    assert play([settled], table_view(DRAWN_OUT))[1] == ([("SC-R23", "wrong_payment", None)] if broken else [])


def test_a_passed_win_is_told_of_once_sc_f01() -> None:
    passed = Violation("SC-F01", "forced_win_passed", A, "A could win and did not")
    state = replace(at_play(B), wall_left=0, passed=(passed,))
    assert play([ExhaustiveDraw(), HandsRevealed(())], state)[1] == [("SC-F01", "forced_win_passed", A)]


ROUND: tuple[HandEvent, ...] = (Drawn(C), cut(C, "2m"), Drawn(D), cut(D, "3m"), Drawn(A), cut(A, "4m"), Drawn(B))
"""From B's discard to its next one."""


def hidden(state: SichuanHand) -> SichuanHand:
    return table_view(state)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        pytest.param([cut(B, "1m"), Drawn(C)], [], id="SC-R01 the void suit may be drawn later"),
        pytest.param(
            [cut(B, "1m"), *ROUND, cut(B, "9p", drawn=False)],
            [("SC-R01", "void_suit_first", B)],
            id="SC-R01 it stood there while another tile was discarded",
        ),
        pytest.param(
            [cut(B, "1m"), *ROUND, cut(B, "9p", drawn=True)],
            [],
            id="SC-R01 the tile just drawn",
        ),
        pytest.param(
            [cut(B, "9p"), *ROUND, cut(B, "8p", drawn=False)],
            [],
            id="SC-R01 one of the void suit before",
        ),
        pytest.param(
            [cut(B, "1m"), Drawn(C), cut(C, "2m"), call(B, MeldKind.PON, "22m", "2m", C), cut(B, "9p")],
            [("SC-R01", "void_suit_first", B)],
            id="SC-R01 after a pon nothing was drawn",
        ),
    ],
)
def test_the_void_suit_held_back_by_a_hidden_hand(events: list[HandEvent], found: Found) -> None:
    assert play(events, hidden(at_play(B, phase=Phase.MUST_DISCARD, wall_left=40)))[1] == found


@pytest.mark.parametrize(
    ("discard", "shown", "found"),
    [
        ("1m", APART[:-2] + "9p", [("SC-R01", "void_suit_first", B)]),
        ("9p", APART[:-2] + "9p", []),
        ("1m", APART, []),
    ],
    ids=["SC-R01 it was there", "SC-R01 the void suit was discarded", "SC-R01 none is left"],
)
def test_the_void_suit_in_a_hand_that_is_shown(discard: str, shown: str, found: Found) -> None:
    state = replace(hidden(at_play(B, phase=Phase.MUST_DISCARD)), wall_left=0)
    kept = [one for one in play([cut(B, discard), ExhaustiveDraw(((B, T(shown)),))], state)[1] if one[0] != "SC-F01"]
    assert kept == found


def test_the_claimed_kind_discarded_by_a_hidden_hand_sc_r15() -> None:
    strict = replace(BOOK, play=replace(BOOK.play, swap_call="forbidden"))
    events: list[HandEvent] = [cut(B, "2m"), call(A, MeldKind.PON, "22m", "2m", B), cut(A, "2m")]
    state = hidden(at_play(B, phase=Phase.MUST_DISCARD))
    assert play(events, state, strict)[1] == [("SC-R15", "swap_call", A)]
    assert play(events, state)[1] == []


def test_a_winner_plays_on_with_another_tile_than_the_one_drawn_sc_r02() -> None:
    state = at_play(A, READY, phase=Phase.MUST_DRAW)
    won = replace(state.at(A), has_won=True)
    state = hidden(state.with_seat(A, won))
    assert play([Drawn(A), cut(A, "1m", drawn=False)], state, RIVER)[1] == [("SC-R02", "winner_hand_changed", A)]
    assert play([Drawn(A), cut(A, "1m", drawn=True)], state, RIVER)[1] == []


@pytest.mark.parametrize(
    ("hand", "drawn", "own", "found"),
    [
        ("111m456m789m55s8s8s", "1m", "1111m", []),
        ("111m234m567m99s78s", "1m", "1111m", []),
        ("1112345678999m", "1m", "1111m", [("SC-R02", "winner_hand_changed", A)]),
    ],
    ids=["SC-R02 the same waits", "SC-R02 a plain triplet", "SC-R02 other waits"],
)
def test_a_kong_of_a_winner(hand: str, drawn: str, own: str, found: Found) -> None:
    state = at_play(A, hand, phase=Phase.MUST_DRAW)
    state = state.with_seat(A, replace(state.at(A), has_won=True))
    assert play([draw(A, drawn), call(A, MeldKind.KAN_CONCEALED, own)], state, RIVER)[1] == found


def test_a_kong_of_a_discard_by_a_winner_sc_r02() -> None:
    kong = call(A, MeldKind.KAN_EXPOSED, "111m", "1m", D)
    for hand, found in (("111m234m567m99s78s", []), ("1112345678999m", [("SC-R02", "winner_hand_changed", A)])):
        state = at_play(D, hand, PAIR, PAIR, APART + "1m", phase=Phase.MUST_DISCARD)
        state = state.with_seat(A, replace(state.at(A), has_won=True))
        assert play([cut(D, "1m"), kong], state, RIVER)[1] == found


def test_a_pon_of_a_tile_that_was_won_sc_r28() -> None:
    state = at_play(A, APART + "8s", "88s147m258m369m14s", READY, phase=Phase.MUST_DISCARD)
    events: list[HandEvent] = [cut(A, "8s"), Won(C, tile("8s"), T(READY), A), call(B, MeldKind.PON, "88s", "8s", A)]
    assert play(events, state)[1] == [("SC-R28", "claim_precedence", B)]


@pytest.mark.parametrize(
    ("kind", "own", "clause"),
    [(MeldKind.KAN_CONCEALED, "2223m", "SC-R19"), (MeldKind.KAN_EXPOSED, "223m", "SC-R18")],
)
def test_a_kong_that_is_none(kind: MeldKind, own: str, clause: str) -> None:
    state = hidden(at_play(A, phase=Phase.MUST_DISCARD))
    exposed = kind is MeldKind.KAN_EXPOSED
    events: list[HandEvent] = [cut(A, "2m"), call(B, kind, own, "2m", A)] if exposed else [call(A, kind, own)]
    assert play(events, state)[1][0][:2] == (clause, "wrong_meld")


def test_a_kong_that_the_hand_does_not_hold_sc_r15() -> None:
    state = at_play(A, APART, phase=Phase.MUST_DISCARD)
    assert play([call(A, MeldKind.KAN_CONCEALED, "2222m")], state)[1][0][:2] == ("SC-R15", "tile_count")


def test_hands_shown_right_after_a_self_draw_sc_f02() -> None:
    state, _ = play([draw(A, "8s"), Won(A, tile("8s"), T(READY))], at_play(A, READY, phase=Phase.MUST_DRAW))
    assert state.unacknowledged == (A,)
    assert play([HandsRevealed(((B, T(APART)),))], state)[1] == [("SC-F02", "premature_exposure", B)]
    state, _ = play([draw(B, "1m")], state)
    assert state.unacknowledged == ()


def test_hidden_hands_of_winners_are_not_compared() -> None:
    state = table_view(replace(at_play(B), phase=Phase.ENDED))
    state = state.with_seat(B, replace(state.at(B), has_won=True, void=P))
    assert play([HandsRevealed(((B, T(READY)),))], state)[1] == []


def test_a_hand_of_too_many_tiles_is_not_ready() -> None:
    state = replace(at_play(B, READY + "1s", wall_left=0), phase=Phase.ENDED)
    assert play([settle(state, BOOK)], state)[1] == []
    assert settle(state, BOOK).delta == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("wall_left", "shown", "found"),
    [
        pytest.param(3, READY, [("SC-F01", "forced_win_passed", B)], id="complete with its own discard"),
        pytest.param(4, READY, [], id="not among the last four"),
        pytest.param(3, APART, [], id="not complete"),
    ],
)
def test_a_self_draw_passed_by_a_hidden_hand_shows_when_it_lies_open_sc_f01(
    wall_left: int, shown: str, found: Found
) -> None:
    state = hidden(at_play(B, phase=Phase.MUST_DRAW, wall_left=wall_left + 1))
    waits_for = next(str(kind) for kind in waits(T(READY), (), P, seven_pairs=True))
    state, _ = play([Drawn(B), cut(B, waits_for)], state)
    told = play([ExhaustiveDraw(((B, T(shown)),))], replace(state, wall_left=0))[1]
    assert [one for one in told if one[0] == "SC-F01"] == found
