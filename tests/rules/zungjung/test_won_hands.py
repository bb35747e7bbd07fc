"""Whole hands played to win, from seeds: every act is legal, tiles and points are conserved, the settlement is right.

`WinningHand.run` checks after each act that no tile is lost, that the wall and the hands have their number of tiles,
that one seat has the turn and that points sum to nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tablebridge_rules.event import Drawn, Settled, Won
from tablebridge_rules.play import from_json, to_json
from tablebridge_rules.seat import Seat
from tablebridge_rules.zungjung.circumstances import win_of
from tablebridge_rules.zungjung.rulebook import load
from tablebridge_rules.zungjung.score import Score
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.settlement import settle_win
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.step import step
from tests.rules.play.hands import fold
from tests.rules.zungjung.winning_player import WinningHand

BOOK = load("zungjung-wsom-1.03")
SEEDS = (0, 3, 22, 80, 94, 104, 143, 147, 188, 202, 222, 293)
"""Hands that end in many ways; `deploy/play_hands.py` plays others by the thousand."""


@cache
def played(seed: int) -> WinningHand:
    hand = WinningHand(BOOK, seed)
    hand.run()
    return hand


def before_settling(seed: int) -> ZungJungHand:
    *_, state, _ = fold(played(seed).events, BOOK)
    assert isinstance(state, ZungJungHand)
    return state


def value_of(state: ZungJungHand, won: Won) -> Score:
    value = score(BOOK, win_of(state, won, BOOK))
    assert value is not None
    return value


@pytest.mark.parametrize("seed", SEEDS)
def test_the_winner_gets_three_times_the_value_zj_p01_zj_p02_zj_p03(seed: int) -> None:
    hand, state = played(seed), before_settling(seed)
    settled = hand.events[-1]
    assert isinstance(settled, Settled)
    assert sum(settled.delta) == 0
    if not state.wins:
        assert settled.delta == (0, 0, 0, 0)
        return
    won = state.wins[0]
    value = value_of(state, won).value
    paid = sorted(-settled.delta[seat.number] for seat in Seat if seat is not won.seat)
    assert settled.delta[won.seat.number] == 3 * value
    assert paid in ([value] * 3, [25, 25, 3 * value - 50])
    assert won.from_seat is None or value <= 25 or paid[2] >= value


@pytest.mark.parametrize("seed", SEEDS)
def test_other_points_are_told_by_the_payment_clause_zj_p01_zj_s60(seed: int) -> None:
    state, settled = before_settling(seed), played(seed).events[-1]
    assert isinstance(settled, Settled)
    a, b, c, d = settled.delta
    wrong = replace(settled, delta=(a + 1, b - 1, c, d))
    (found,) = step(state, wrong, BOOK).violations
    assert found.clause in {"ZJ-P01", "ZJ-P02", "ZJ-P03", "ZJ-P04", "ZJ-P05", "ZJ-P06", "ZJ-S60"}
    assert (found.clause == "ZJ-S60") == (not state.wins)
    (found,) = step(state, replace(settled, sticks=1), BOOK).violations
    assert found.name == "wrong_payment"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_events_make_the_same_hand_again(seed: int) -> None:
    hand = played(seed)
    *_, state = fold(hand.events, BOOK)
    assert from_json(to_json(state), BOOK) == state == hand.state
    assert isinstance(state, ZungJungHand)
    draws = [event for event in hand.events if isinstance(event, Drawn)]
    assert state.wall_left == 136 - 52 - len(draws)
    assert state.replacements == sum(draw.replacement for draw in draws)


def test_the_seeds_end_in_many_ways() -> None:
    """ZJ-R11, ZJ-R12, ZJ-R30, ZJ-X03, ZJ-X05 in whole hands."""
    names, ways = set(), set()
    for seed in SEEDS:
        state = before_settling(seed)
        if not state.wins:
            ways.add("drawn out")
            continue
        won = state.wins[0]
        names |= {pattern.name for pattern in value_of(state, won).patterns}
        ways.add("discard" if won.from_seat else "self-draw")
    assert ways == {"drawn out", "discard", "self-draw"}
    assert len(names) >= 12
    assert {"qianggang", "lingshang", "haidi", "hedi", "duiduihe", "qiduizi", "yi_gang"} <= names


def test_who_answers_for_a_discard_is_asked_of_the_whole_hand_zj_p04_zj_p05() -> None:
    """Without the discards before the winning one the feeder pays; with them the same or another one answers."""
    for seed in SEEDS:
        state = before_settling(seed)
        won = state.wins[0] if state.wins else None
        if won is None or won.from_seat is None:
            continue
        value = value_of(state, won)
        alone = settle_win(BOOK, value, won.seat, won.from_seat)
        settled = played(seed).events[-1]
        assert isinstance(settled, Settled)
        earlier = any(tile == won.tile for _, tile in state.discards[:-1])
        assert settled.delta == alone or earlier


def test_a_hand_begins_anew() -> None:
    hand = played(SEEDS[0])
    assert isinstance(hand.state, ZungJungHand)
    assert step(hand.state, hand.started, BOOK).state == start(hand.started)
