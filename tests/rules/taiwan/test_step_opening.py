"""Taiwanese hands step by step: the opening, the turn, and what is wrong there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import (
    DiceRolled,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    RiichiDeclared,
    TilesDealt,
    WallBuilt,
)
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.hand_end import settle
from tablebridge_rules.taiwan.legal import legal_events
from tablebridge_rules.taiwan.state import TaiwanHand, start
from tablebridge_rules.taiwan.step import step
from tests.rules.taiwan.course import APART, BOOK, READY, STARTED, A, B, C, D, T, at_play, cut, dealt, draw, play, tile

# --- the opening -------------------------------------------------------------------------------------------------


def test_tw_r09_the_gate_tile() -> None:
    state = dealt(passed=False)
    assert [state.concealed_count(seat) for seat in Seat] == [17, 16, 16, 16]
    assert state.wall_left == 79


def test_tw_r10_the_dealer_shows_all_flowers_at_once() -> None:
    state = dealt("2f1g4g159m159p159s1234z", gate="2m", passed=False)
    assert legal_events(state, BOOK) == (FlowersShown(A, T("2f1g4g")), FlowersPassed(A))
    state, found = play(
        [FlowersShown(A, T("2f1g4g")), *(draw(A, text, replacement=True) for text in ("3m", "4m", "6m"))], state
    )
    assert found == []
    assert (state.concealed_count(A), state.wall_left, state.at(A).flowers) == (17, 76, T("2f1g4g"))
    assert state.actor is A


def test_tw_r11_the_order_of_replacement() -> None:
    state = dealt(APART, "1f59m159p159s1234567z", "2f3f9m159p159s1234567z", gate="2m", passed=False)
    events: list[HandEvent] = [
        FlowersPassed(A),
        FlowersShown(B, T("1f")),
        draw(B, "2m", replacement=True),
        FlowersPassed(B),
        FlowersShown(C, T("2f3f")),
        draw(C, "3m", replacement=True),
        draw(C, "4m", replacement=True),
        FlowersPassed(C),
        FlowersPassed(D),
        # those that took tiles may have flowers again
        FlowersPassed(B),
        FlowersPassed(C),
        cut(A, "2m"),
    ]
    state, found = play(events, state)
    assert found == []
    assert (state.wall_left, state.opening, state.turn) == (76, None, B)


def test_tw_r12_a_flower_among_the_replacements_waits_for_the_next_round() -> None:
    state = dealt("1f2f159m159p159s12345z", "4f59m159p159s1234567z", gate="2m", passed=False)
    first: list[HandEvent] = [
        FlowersShown(A, T("1f2f")),
        draw(A, "3g", replacement=True),
        draw(A, "3m", replacement=True),
    ]
    state, found = play([*first, FlowersPassed(A)], state)
    assert state.actor is B  # the right player replaces first
    rest: list[HandEvent] = [FlowersShown(B, T("4f")), draw(B, "4m", replacement=True), *map(FlowersPassed, (B, C, D))]
    state, more = play(rest, state)
    assert found + more == []
    assert state.actor is A
    assert legal_events(state, BOOK) == (FlowersShown(A, T("3g")), FlowersPassed(A))


def test_tw_f01_out_of_turn_in_the_opening() -> None:
    state = dealt(APART, APART, "1f59m159p159s1234567z", gate="2m", passed=False)
    _, found = play([FlowersShown(C, T("1f"))], state)
    assert found == [("TW-F01", "dead_hand", C)]


def test_tw_f03_flowers_shown_wrongly() -> None:
    state = dealt("1f59m159p159s1234567z", gate="2m")
    assert play([FlowersShown(A, T("5m"))], state)[1] == [("TW-F03", "dead_hand", A)]
    assert play([FlowersShown(B, T("2f"))], state)[1] == [("TW-F02", "dead_hand", B)]
    hidden = state.with_seat(B, state.at(B).hide())
    assert play([FlowersShown(B, T("2f"))], hidden)[1] == [("TW-F03", "dead_hand", B)]
    assert play([FlowersPassed(B)], state) == (state, [])


def test_tw_f13_a_flower_may_be_kept_but_not_discarded() -> None:
    state = dealt("1f59m159p159s1234567z", gate="2m")
    state, found = play([cut(A, "1f")], state)
    assert found == [("TW-F13", "dead_hand", A)]
    assert state.dead == {A}


def test_a_flower_drawn_in_play_is_replaced_at_once() -> None:
    state = at_play(B)
    state, _ = play([draw(B, "1f")], state)
    assert FlowersShown(B, T("1f")) in legal_events(state, BOOK)
    state, found = play([FlowersShown(B, T("1f")), draw(B, "2m", replacement=True)], state)
    assert found == []
    assert (state.phase, state.replacements, state.wall_left) == (Phase.MUST_DISCARD, 1, 58)


def test_tw_s33_the_last_tile_is_a_flower() -> None:
    last = play([draw(B, "1f"), FlowersShown(B, T("1f"))], at_play(B, wall_left=17))[0]
    assert legal_events(last, BOOK) == (Drawn(B, replacement=True),)
    off = replace(BOOK, play=replace(BOOK.play, haidi_flower_replacement=False))
    over = play([draw(B, "1f"), FlowersShown(B, T("1f"))], at_play(B, wall_left=17), off)[0]
    assert legal_events(over, off) == (ExhaustiveDraw(),)


# --- set-up and turn ---------------------------------------------------------------------------------------------


def test_tw_r06_the_first_throw_names_the_dealer() -> None:
    state, found = play([WallBuilt((18,) * 4), FirstDealerThrown(C, (4, 5, 2))])
    assert found == []
    assert (state.wind(A), state.dice, state.stacks) == (Wind.EAST, (4, 5, 2), (18,) * 4)
    assert play([FirstDealerThrown(C, (4, 5, 3))])[1] == [("TW-R06", "", None)]


def test_tw_s31_the_dice_give_the_seat_winds() -> None:
    state, found = play([DiceRolled(A, (6, 6, 3))])
    assert found == []
    assert [state.wind(seat) for seat in (C, D, A, B)] == list(Wind)
    assert start(STARTED).wind(B) is Wind.SOUTH


@pytest.mark.parametrize(
    ("state", "event", "clause"),
    [
        (start(STARTED), WallBuilt((18, 18, 18, 17)), "TW-R05"),
        (start(STARTED), DiceRolled(B, (1, 2, 3)), "TW-R08"),
        (start(STARTED), TilesDealt((T("123m"), *(T(APART),) * 3)), "TW-R07"),
        (start(STARTED), draw(A, "1m"), "TW-R07"),
        (at_play(B), draw(C, "1m"), "TW-F19"),
        (at_play(B), Drawn(B, tile("1m"), replacement=True), "TW-F06"),
        (at_play(B, wall_left=16), draw(B, "1m"), "TW-R30"),
        (at_play(B), ExhaustiveDraw(), "TW-R30"),
        (at_play(B), cut(B, "1m"), "TW-F02"),
        (at_play(B, phase=Phase.ENDED), draw(B, "1m"), "TW-R13"),
        (dealt(READY), cut(A, "3z"), "TW-F02"),
    ],
    ids=[
        "TW-R05 walls",
        "TW-R08 thrower",
        "TW-R07 deal",
        "TW-R07 before the deal",
        "TW-F19 out of turn",
        "TW-F06 wrong end",
        "TW-R30 sixteen tiles are kept",
        "TW-R30 too soon",
        "TW-F02 discard without a draw",
        "TW-R13 the hand is over",
        "TW-F02 a tile not held",
    ],
)
def test_what_is_wrong(state: TaiwanHand, event: HandEvent, clause: str) -> None:
    assert clause in [found[0] for found in play([event], state)[1]]


def test_tw_r04_a_second_flower_of_a_kind() -> None:
    result = step(start(STARTED), TilesDealt((T("1f59m159p159s1234567z"),) * 4), BOOK)
    assert [found.text for found in result.violations] == ["4 copies of 1f, the set has 1"]


def test_tw_f20_a_discard_out_of_turn_goes_back_and_is_owed() -> None:
    state, found = play([cut(D, "9p")], dealt())
    assert found == [("TW-F20", "dead_hand", D)]
    assert (state.at(D).owed, state.concealed_count(D), state.turn, state.open_tile) == (tile("9p"), 16, A, None)
    turns: list[HandEvent] = [cut(A, "9m"), draw(B, "1m"), cut(B, "1m"), draw(C, "1m"), cut(C, "1m"), draw(D, "1m")]
    state, found = play(turns, state)
    assert found == []
    assert play([cut(D, "9p")], state)[1] == []
    assert play([cut(D, "1m")], state)[1] == [("TW-F24", "full_liability", D)]


def test_tw_f19_a_tile_drawn_out_of_turn_stays_in_the_wrong_hand() -> None:
    state, found = play([draw(C, "1m"), draw(B, "2m"), cut(B, "2m")], at_play(B))
    assert found == [("TW-F19", "dead_hand", C)]
    assert (state.phase, state.turn, state.concealed_count(C)) == (Phase.CALLS_OPEN, C, 17)
    # it is dead and goes on with its seventeen tiles, which is no new violation
    state, found = play([draw(C, "3m"), cut(C, "3m")], state)
    assert (found, state.turn, state.concealed_count(C)) == ([], D, 17)


def test_tw_r37_the_last_tile_is_followed_by_a_discard() -> None:
    state, found = play([draw(B, "2m"), cut(B, "1m")], at_play(B, wall_left=17))
    assert found == []
    assert legal_events(state, BOOK) == (ExhaustiveDraw(),)
    state, found = play([ExhaustiveDraw()], state)
    assert (found, state.phase, settle(state, BOOK).delta) == ([], Phase.ENDED, (0, 0, 0, 0))


def test_an_event_of_another_tradition() -> None:
    with pytest.raises(EventError, match="RiichiDeclared"):
        step(start(STARTED), RiichiDeclared(A), BOOK)
