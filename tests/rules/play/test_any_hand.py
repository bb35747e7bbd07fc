"""Hands of legal acts, of every rulebook and from any seed: they end, and tiles, turns and points are conserved."""

from __future__ import annotations

import pickle

import pytest

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import HandStarted, ReadyDeclared
from tablebridge_rules.play import legal_events, next_hand, read_rulebook, step
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import table_view
from tests.rules.play.hands import PlayedHand, as_seen, fold, public

BOOKS = shipped()
SEEDS = range(12)
SKILLS = (0.0, 0.9, 1.0)
"""Aimless players, good ones, and those that never miss a win."""


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_of_legal_acts_ends(name: str, seed: int) -> None:
    book = read_rulebook(name)
    hand = PlayedHand(book, seed, SKILLS[seed % 3])
    state = hand.run()
    assert state.settled
    assert pickle.loads(pickle.dumps(state)) == state
    seen = list(fold(hand.events, book))
    assert seen[-1] == state
    hidden = list(fold([as_seen(event) for event in hand.events], book))
    assert [public(one) for one in hidden] == [public(one) for one in seen]
    assert public(table_view(state)) == public(state)
    assert all(part.concealed is None for part in table_view(state).seats)


@pytest.mark.parametrize("name", BOOKS)
def test_each_seat_has_its_own_legal_events(name: str) -> None:
    book = read_rulebook(name)
    hand = PlayedHand(book, 1, 0.0)
    everybody = legal_events(hand.state, book)
    assert everybody == tuple(event for seat in Seat for event in legal_events(hand.state, book, seat))


def test_an_event_that_riichi_does_not_have() -> None:
    book = read_rulebook("riichi-common")
    hand = PlayedHand(book, 1, 0.0)
    with pytest.raises(EventError, match="ReadyDeclared"):
        step(hand.state, ReadyDeclared(Seat.A), book)


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_goes_on(name: str) -> None:
    book = read_rulebook(name)
    state = PlayedHand(book, 2, 1.0).run()
    following = next_hand(state, book, state.dealer)
    assert isinstance(following, HandStarted)
    assert (following.hand, following.points) == (1, state.points)
    assert PlayedHand(book, 3, 1.0, following).run().settled
