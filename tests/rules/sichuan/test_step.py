"""Sichuan hands step by step: worked examples that need the course of a hand, and fouls that the fold shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import (
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    HandStarted,
    RiichiDeclared,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.hand_end import audit_of, next_hand, settle
from tablebridge_rules.sichuan.legal import legal_events, resolve
from tablebridge_rules.sichuan.state import SichuanHand, start
from tablebridge_rules.sichuan.step import step
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Suit
from tests.rules.sichuan.course import (
    APART,
    BOOK,
    PAIR,
    READY,
    RIVER,
    STARTED,
    A,
    B,
    C,
    D,
    M,
    P,
    S,
    T,
    at_play,
    call,
    cut,
    draw,
    play,
    tile,
)

# --- set-up and void suits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "found"),
    [
        pytest.param([DiceRolled(A, (3, 5, 1))], [("SC-R05", "wrong_dice", A)], id="SC-R05 three dice"),
        pytest.param([DiceRolled(A, (7, 1))], [("SC-R05", "wrong_dice", A)], id="SC-R05 no such face"),
        pytest.param(
            [DiceRolled(A, (7, 1)), DiceRolled(B, (1, 1))],
            [("SC-R05", "wrong_dice", A), ("SC-R08", "wrong_thrower", B)],
            id="SC-R08 after a throw that is none the dealer throws",
        ),
        pytest.param(
            [DiceRolled(A, (3, 5)), DiceRolled(D, (2, 2)), DiceRolled(A, (2, 2))],
            [("SC-R09", "needless_throw", A)],
            id="SC-R09 a third throw",
        ),
        pytest.param(
            [TilesDealt(), DiceRolled(A, (2, 2))], [("SC-R09", "needless_throw", A)], id="SC-R09 after the deal"
        ),
        pytest.param([TilesDealt(), TilesDealt()], [("SC-R11", "dealt_twice", None)], id="SC-R11 twice"),
    ],
)
def test_throws_and_deals_that_are_wrong(events: list[HandEvent], found: list[tuple[str, str, Seat | None]]) -> None:
    assert play(events)[1] == found


def test_an_early_draw_is_warned_of_sc_r14() -> None:
    (violation,) = step(at_play(B, phase=Phase.MUST_DISCARD), Drawn(C), BOOK).violations
    assert (violation.clause, violation.penalty) == ("SC-R14", "warn")


@pytest.mark.parametrize("foreign", ["1z", "0m", "1f"])
def test_a_tile_that_is_none_of_the_108_sc_r04(foreign: str) -> None:
    state = at_play(B, phase=Phase.MUST_DISCARD)
    found = step(state, cut(B, foreign), BOOK)
    assert ("SC-R04", "foreign_tile") in [(one.clause, one.name) for one in found.violations]
    again = step(found.state, Drawn(C), BOOK)
    assert again.violations == ()


def test_a_call_is_an_own_play_sc_f01() -> None:
    state = at_play(A, APART + "1m", PAIR, phase=Phase.MUST_DISCARD, wall_left=2)  # PAIR is a tile short: no win
    state, _ = play([cut(A, "1m"), call(B, MeldKind.PON, "11m", "1m", A)], state)
    assert (state.at(B).late, [offer.tile for offer in state.at(C).late]) == ((), [tile("1m")])


@pytest.mark.parametrize(
    ("declared", "found"),
    [
        pytest.param(1, [("SC-R01", "void_suit_missing", None)], id="one of four"),
        pytest.param(3, [("SC-R01", "void_suit_missing", None)], id="all but one"),
        pytest.param(4, [], id="all"),
        pytest.param(0, [], id="none: this table does not tell"),
    ],
)
def test_void_suits_that_are_missing_are_told_of_once_sc_r01(declared: int, found: list[object]) -> None:
    told = [VoidSuitDeclared(seat, S) for seat in list(Seat)[:declared]]
    events: list[HandEvent] = [TilesDealt(), Drawn(A), *told, cut(A, "1m"), Drawn(B), cut(B, "1m")]
    assert play(events)[1] == found


def test_sc_r04_sc_r08_walls_and_throws() -> None:
    state, found = play([WallBuilt((14, 13, 14, 13)), DiceRolled(A, (3, 5)), DiceRolled(D, (2, 2))])
    assert (found, state.dice, state.stacks) == ([], (3, 5, 2, 2), (14, 13, 14, 13))
    assert play([WallBuilt((13, 14, 13, 14))])[1] == [("SC-R04", "wall_size", None)]
    assert play([DiceRolled(B, (3, 5))])[1] == [("SC-R08", "wrong_thrower", B)]
    assert play([DiceRolled(A, (3, 5)), DiceRolled(B, (2, 2))])[1] == [("SC-R08", "wrong_thrower", B)]


def test_sc_r11_the_deal() -> None:
    state, found = play([TilesDealt((T(APART),) * 4), draw(A, "1m")])
    assert (found, state.wall_left) == ([], 55)
    assert [state.concealed_count(seat) for seat in Seat] == [14, 13, 13, 13]
    assert play([TilesDealt((T("123m"), *(T(APART),) * 3))])[1] == [("SC-R11", "deal_count", A)]


def test_sc_r01_void_suits() -> None:
    state, _ = play([TilesDealt((T(APART),) * 4), draw(A, "1m")])
    assert len(legal_events(state, BOOK)) == 12
    assert state.actor is A
    declared = [VoidSuitDeclared(seat, P) for seat in Seat]
    state, found = play(declared, state)
    assert (found, state.undeclared, state.actor) == ([], (), A)
    changed, found = play([VoidSuitDeclared(B, S)], state)
    assert (found, changed.at(B).void) == ([("SC-R01", "void_suit_changed", B)], P)
    assert play([VoidSuitDeclared(B, Suit.HONOURS)], state)[1] == [("SC-R01", "no_void_suit", B)]
    assert play([cut(A, "1m")], state)[1] == []


def test_sc_r01_tiles_of_the_void_suit_go_first() -> None:
    state, _ = play([draw(B, "3p")], at_play(B))
    assert [event for event in legal_events(state, BOOK) if isinstance(event, Discarded)] == [cut(B, "3p", drawn=True)]
    assert play([cut(B, "1m")], state)[1] == [("SC-R01", "void_suit_first", B)]


def test_an_event_of_another_tradition() -> None:
    with pytest.raises(EventError, match="RiichiDeclared"):
        step(start(STARTED), RiichiDeclared(A), BOOK)


def test_a_new_hand_forgets_the_old_one() -> None:
    assert play([STARTED], at_play(B)) == (start(STARTED), [])
    assert legal_events(start(STARTED), BOOK) == ()


# --- turn and calls ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        (at_play(B), draw(C, "1m"), ("SC-R13", "turn_order", C)),
        (at_play(B, phase=Phase.MUST_DISCARD), draw(C, "1m"), ("SC-R14", "early_draw", C)),
        (at_play(B), cut(C, "1m"), ("SC-R13", "turn_order", C)),
        (at_play(B, phase=Phase.MUST_DISCARD), cut(B, "9s"), ("SC-R15", "tile_not_held", B)),
        (at_play(B), Drawn(B, tile("1m"), replacement=True), ("SC-R20", "wrong_wall", B)),
        (at_play(B), ExhaustiveDraw(), ("SC-R23", "draw_too_soon", None)),
        (at_play(B, phase=Phase.ENDED), draw(B, "1m"), ("SC-R02", "hand_over", B)),
        (at_play(B), call(B, MeldKind.CHI, "1m2m", "3m", A), ("SC-R17", "chi", B)),
        (at_play(B, APART, PAIR), call(B, MeldKind.PON, "11m", "1m", A), ("SC-R16", "wrong_source", B)),
        (at_play(B, phase=Phase.MUST_DISCARD), call(B, MeldKind.KAN_CONCEALED, "1111m"), ("SC-R15", "tile_count", B)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_what_is_wrong(state: SichuanHand, event: HandEvent, found: tuple[str, str, Seat | None]) -> None:
    assert found in play([event], state)[1]


def test_sc_r16_pon() -> None:
    state = at_play(A, APART, PAIR)
    state, _ = play([draw(A, "1m"), cut(A, "1m")], state)
    pon = call(B, MeldKind.PON, "11m", "1m", A)
    assert pon in legal_events(state, BOOK)
    called, found = play([pon], state)
    assert (found, called.phase, called.turn) == ([], Phase.MUST_DISCARD, B)
    void = state.with_seat(B, replace(state.at(B), void=M))
    assert play([pon], void)[1] == [("SC-R16", "pon_void_suit", B)]


def test_sc_r21_a_kong_waits_for_the_next_own_draw() -> None:
    state = at_play(A, APART, "4444m77s25m36m14s1s")
    kong = call(B, MeldKind.KAN_CONCEALED, "4444m")
    state, _ = play([draw(A, "7s"), cut(A, "7s"), call(B, MeldKind.PON, "77s", "7s", A)], state)
    assert kong not in legal_events(state, BOOK)
    assert play([kong], state)[1] == [("SC-R21", "kong_timing", B)]


@pytest.mark.parametrize(
    ("fields", "part", "found"),
    [
        ({}, {"void": M}, ("SC-R16", "kong_void_suit", B)),
        ({}, {"has_won": True}, ("SC-R02", "call_after_win", B)),
        ({"wall_left": 0}, {}, ("SC-R23", "wall_exhausted", B)),
    ],
    ids=["SC-R16", "SC-R02", "SC-R20"],
)
def test_kongs_that_may_not_be_made(fields: Any, part: Any, found: tuple[str, str, Seat]) -> None:
    state = at_play(B, APART, "444m258m369m1471s", phase=Phase.CALLS_OPEN)
    state, _ = play([draw(B, "4m")], state)
    state = replace(state.with_seat(B, replace(state.at(B), **part)), **fields)
    assert play([call(B, MeldKind.KAN_CONCEALED, "4444m")], state)[1] == [found]


# --- wins --------------------------------------------------------------------------------------------------------


def shot(*hands: str, tile_name: str = "8s") -> SichuanHand:
    """A has discarded a tile on which others may win."""
    return play([draw(A, tile_name), cut(A, tile_name)], at_play(A, APART, *hands))[0]


def test_sc_r02_play_goes_on_without_the_winner() -> None:
    state = shot(READY)
    won = Won(B, tile("8s"), T(READY), A)
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    assert (found, state.phase, state.turn, state.won) == ([], Phase.CALLS_OPEN, C, (B,))
    assert state.points[0] == -state.points[1] < 0
    assert Drawn(C) in legal_events(state, BOOK)
    turns: list[HandEvent] = [draw(C, "1m"), cut(C, "1m"), draw(D, "1m"), cut(D, "1m"), draw(A, "1m"), cut(A, "1m")]
    state, found = play(turns, state)
    assert (found, state.turn) == ([], C)  # B is passed over
    assert play([Won(B, tile("1m"), T(READY), A)], state)[1] == [("SC-R02", "won_before", B)]


def test_sc_r03_several_winners_and_sc_r27() -> None:
    state = shot(READY, READY, READY)
    wins = [Won(seat, tile("8s"), T(READY), A) for seat in (B, C, D)]
    assert resolve([wins[2], wins[0]], BOOK) == (wins[0], wins[2])
    two, found = play(wins[:2], state)
    assert (found, two.turn, two.phase) == ([], D, Phase.CALLS_OPEN)
    assert wins[2] in legal_events(two, BOOK)
    three, found = play(wins, state)
    assert (found, three.phase, three.points[0]) == ([], Phase.ENDED, -3 * three.points[1])
    reveal = HandsRevealed(((A, T(APART)[:13]),))
    assert [type(event) for event in legal_events(three, BOOK)] == [HandsRevealed]
    shown, found = play([reveal], three)
    assert (found, legal_events(shown, BOOK)) == ([], ())
    assert settle(shown, BOOK).delta == (0, 0, 0, 0)
    over, _ = play([settle(shown, BOOK)], shown)
    assert next_hand(over, BOOK) == HandStarted(1, Wind.EAST, A, 0, 0, over.points)
    assert next_hand(replace(over, hand=7), BOOK) is None


def test_sc_p07_a_self_draw() -> None:
    state, _ = play([draw(B, "8s")], at_play(B, APART, READY))
    won = Won(B, tile("8s"), T(READY))
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    each = -state.points[0]
    assert (found, state.points, state.turn) == ([], (-each, 3 * each, -each, -each), C)
    assert (state.at(B).taken, state.concealed_count(B)) == (T("8s"), 13)
    over = replace(state, phase=Phase.ENDED, settled=True)
    assert next_hand(over, BOOK) == HandStarted(1, Wind.EAST, B, 0, 0, over.points)


def test_sc_r02_winners_play_on_in_the_river_of_blood() -> None:
    around: list[HandEvent] = [event for seat in (C, D, A) for event in (draw(seat, "1m"), cut(seat, "1m"))]
    state, _ = play([Won(B, tile("8s"), T(READY), A), *around, draw(B, "1m")], shot(READY), RIVER)
    assert [event for event in legal_events(state, RIVER) if isinstance(event, Discarded)] == [cut(B, "1m", drawn=True)]
    state, _ = play([cut(B, "1m"), draw(C, "5s"), cut(C, "5s")], state, RIVER)
    again = Won(B, tile("5s"), T(READY), C)
    assert again in legal_events(state, RIVER)
    state, found = play([again], state, RIVER)
    assert (found, len(state.wins)) == ([], 2)


@pytest.mark.parametrize(
    "won",
    [
        Won(B, tile("9s"), T(READY), A),
        Won(B, tile("8s"), T(APART), A),
        Won(B, tile("8s"), T("123m"), A),
        Won(B, tile("8s"), T(READY)),
    ],
    ids=["another tile", "no hand", "too few tiles", "not drawn"],
)
def test_sc_r22_false_wins(won: Won) -> None:
    state = shot(READY)
    after, found = play([won], state)
    assert found == [("SC-R22", "false_win", B)]
    assert after == state


def test_sc_r28_precedence() -> None:
    won, pon = Won(B, tile("8s"), T(READY), A), call(C, MeldKind.PON, "88s", "8s", A)
    assert resolve([pon, won], BOOK) == (won,)
    assert resolve([pon], BOOK) == (pon,)
    assert resolve([], BOOK) == ()
    own = call(C, MeldKind.KAN_CONCEALED, "8888s")
    assert resolve([own], BOOK) == (own,)


# --- the end -----------------------------------------------------------------------------------------------------


def test_sc_f01_the_last_four_tiles() -> None:
    state = play([draw(A, "8s"), cut(A, "8s")], at_play(A, APART, READY, wall_left=4))[0]
    passes: list[HandEvent] = [draw(B, "1m"), cut(B, "1m"), draw(C, "1m"), cut(C, "1m"), draw(D, "1m"), cut(D, "1m")]
    state, found = play(passes, state)
    assert found == []
    (called,) = legal_events(state, BOOK)
    assert isinstance(called, ExhaustiveDraw)
    state, found = play([called], state)
    assert found == [("SC-F01", "forced_win_passed", B)]
    audit = audit_of(state, BOOK)
    assert audit.forced == (B,)
    assert settle(state, BOOK).delta[1] == -48


def test_sc_f01_told_by_a_hand_that_was_hidden() -> None:
    state = play([draw(A, "8s"), cut(A, "8s")], at_play(A, APART, READY, wall_left=1))[0]
    hidden = state.with_seat(B, state.at(B).hide())
    assert [event for event in legal_events(hidden, BOOK) if getattr(event, "seat", None) is B] == []
    shown = ExhaustiveDraw(
        tuple((seat, T(hand)) for seat, hand in zip(Seat, (APART, READY, APART, APART), strict=True))
    )
    after, found = play([shown], hidden)
    assert found == [("SC-F01", "forced_win_passed", B)]
    assert [violation.seat for violation in after.passed] == [B]


def test_sc_f01_a_self_draw_leaves_no_choice() -> None:
    state, _ = play([draw(B, "8s")], at_play(B, APART, READY, wall_left=4))
    assert legal_events(state, BOOK) == (Won(B, tile("8s"), T(READY)),)


def test_sc_f02_hands_shown_too_early() -> None:
    state, _ = play([Won(B, tile("8s"), T(READY), A)], shot(READY))
    assert play([HandsRevealed(((C, T(APART)),))], state)[1] == [("SC-F02", "premature_exposure", C)]
    assert play([HandsRevealed(((B, T(APART)),))], state)[1] == [("SC-R02", "winner_hand_changed", B)]


def test_a_hidden_hand_must_be_revealed_for_the_checks() -> None:
    state = at_play(B, phase=Phase.ENDED)
    with pytest.raises(EventError, match="hidden"):
        audit_of(state.with_seat(C, state.at(C).hide()), BOOK)


def test_a_hidden_hand_offers_nothing() -> None:
    state = at_play(B, phase=Phase.MUST_DISCARD)
    hidden = state.with_seat(B, state.at(B).hide())
    assert legal_events(hidden, BOOK) == ()
    assert play([cut(B, "1m")], hidden)[1] == []
