"""Hands of legal acts, of every rulebook and from any seed: they end, and tiles, turns and points are conserved."""

from __future__ import annotations

import pickle

import pytest

from tablebridge_rules.play import legal_events, read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import table_view
from tests.rules.play.hands import PlayedHand, as_seen, fold, public

BOOKS = shipped()
SEEDS = range(24)
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
