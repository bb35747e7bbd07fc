"""Hands in which anything happens: acts left out, doubled, exchanged or put in from another hand. The fold goes on."""

from __future__ import annotations

from random import Random

import pytest

from tablebridge_rules.event import HandEvent
from tablebridge_rules.play import begin, step
from tablebridge_rules.riichi.rulebook import load
from tests.rules.play.hands import PlayedHand, as_seen

BOOKS = ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common")
HANDS = 25


def shaken(events: list[HandEvent], others: list[HandEvent], random: Random) -> list[HandEvent]:
    """The acts with some of them left out, doubled, exchanged or put in from `others`."""
    acts = list(events)
    for _ in range(random.randrange(1, 8)):
        place, another = random.randrange(len(acts)), random.randrange(len(acts))
        match random.randrange(4):
            case 0:
                del acts[place]
            case 1:
                acts.insert(place, random.choice(others))
            case 2:
                acts.insert(place, acts[another])
            case _:
                acts[place], acts[another] = acts[another], acts[place]
    return acts


@pytest.mark.parametrize("name", BOOKS)
def test_whatever_happens_is_applied_and_judged(name: str) -> None:
    book, random = load(name), Random(3)
    hands = [PlayedHand(book, seed, 0.9) for seed in range(2)]
    for hand in hands:
        hand.run()
    known = {clause.id for clause in book.clauses}
    everything = [event for hand in hands for event in hand.events[1:]]
    found = set()
    for number in range(HANDS):
        hand = hands[number % len(hands)]
        acts = hand.events[1:] if number % 3 else [as_seen(event) for event in hand.events[1:]]
        state = begin(hand.started, book)
        for event in shaken(acts, everything, random):
            result = step(state, event, book)
            found |= {violation.clause for violation in result.violations}
            state = result.state
            assert state.wall_left >= 0
            assert all(part.concealed_count >= 0 for part in state.seats)
    assert found <= known
    assert len(found) > 4, "so many odd acts break more than that"
