"""Whole hands whose players win: every pattern, three winners, a robbed kan, flowers; seen from both sides."""

from __future__ import annotations

from functools import cache

import pytest

from tablebridge_rules.event import HandStarted, Settled
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import from_json, next_hand, settle, to_json
from tablebridge_rules.taiwan.hand_end import scores
from tablebridge_rules.taiwan.patterns import PATTERNS
from tablebridge_rules.taiwan.state import TaiwanHand
from tests.rules.play.hands import as_seen, fold, public
from tests.rules.taiwan.winners import BOOK, WinningHand

SEEDS = (0, 3, 4, 76, 87, 134, 157, 161, 168, 208, 212, 235, 293)
"""Seeds that together bring up every pattern."""


@cache
def played(seed: int) -> WinningHand:
    """The hand of a seed to its end; it checks after every act that tiles, counts and turns are right."""
    hand = WinningHand(BOOK, seed)
    hand.run()
    return hand


def ended(seed: int) -> TaiwanHand:
    state = played(seed).state
    assert isinstance(state, TaiwanHand)
    return state


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_is_the_same_from_both_sides(seed: int) -> None:
    """The fold finds nothing wrong, with hands known or hidden, and both settle alike."""
    events = played(seed).events
    *_, before, after = fold(events, BOOK)
    assert after == ended(seed)
    *_, unseen, hidden = fold([as_seen(event) for event in events], BOOK)
    assert public(hidden) == public(after)
    paid = events[-1]
    assert isinstance(paid, Settled)
    assert paid == settle(before, BOOK) == settle(unseen, BOOK)
    assert sum(paid.delta) == 0
    assert from_json(to_json(after), BOOK) == after


@pytest.mark.parametrize("seed", SEEDS)
def test_tw_r31_tw_r32_what_follows(seed: int) -> None:
    state = ended(seed)
    following = next_hand(state, BOOK, state.dealer)
    assert isinstance(following, HandStarted)
    winners = {won.seat for won in state.wins}
    stays = not winners or state.dealer in winners
    expected = (state.dealer, state.streak + 1) if stays else (state.dealer.after(), 0)
    assert (following.dealer, following.honba) == expected


def test_every_pattern_comes_up() -> None:
    states = [ended(seed) for seed in SEEDS]
    values = [value for state in states for value in scores(state, BOOK).values()]
    assert {pattern.name for value in values for pattern in value.patterns} == set(PATTERNS)
    assert {len(state.wins) for state in states} >= {1, 3}
    assert {meld.kind for state in states for melds in state.melds for meld in melds} == set(MeldKind)
