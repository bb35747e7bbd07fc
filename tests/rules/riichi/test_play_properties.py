"""Hands of legal acts, aimless ones and ones that come near a win: whatever is played, tiles and points are conserved
and the fold can be repeated."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import event as note
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    Won,
    event_type,
)
from tablebridge_rules.riichi.claims import legal_events
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.own_turn import without
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import count_kinds, shanten

BOOK = load("riichi-league-tw")
POINTS = 4 * BOOK.game.starting_points


def shuffled_set(rng: Random, rulebook: Rulebook) -> list[Tile]:
    reds = [Tile.parse(name) for name, number in rulebook.table.red_fives for _ in range(number)]
    plain = [Tile(kind) for kind in STANDARD_KINDS for _ in range(4)]
    for red in reds:
        plain.remove(Tile(red.kind))
    tiles = plain + reds
    rng.shuffle(tiles)
    return tiles


class Play:
    """A hand in which everybody does what is allowed: anything, or with `skill` (0..1) what helps to win."""

    def __init__(self, seed: int, skill: float) -> None:
        self.rng = Random(seed)
        self.skill = skill
        self.wall = shuffled_set(self.rng, BOOK)
        dealer = self.rng.choice(list(Seat))
        self.events: list[GameEvent] = [HandStarted(0, Wind.EAST, dealer, self.rng.randrange(3), 0, (POINTS // 4,) * 4)]
        self.state = start(self.events[0])  # type: ignore[arg-type]
        hands = tuple(tuple(self.wall.pop() for _ in range(13)) for _ in Seat)
        self.apply(Dealt(self.wall.pop(), hands))

    def apply(self, event: GameEvent) -> None:
        result = step(self.state, event, BOOK)
        assert result.violations == ()
        self.events.append(event)
        self.state = result.state

    def run(self) -> None:
        while self.state.phase is not Phase.ENDED:
            options = legal_events(self.state, BOOK)
            chosen = self.choose(options)
            if self.state.indicators_due and self.state.phase is Phase.MUST_DRAW and isinstance(chosen, Drawn):
                self.apply(IndicatorTurned(self.wall.pop()))
                continue
            if isinstance(chosen, Drawn):
                chosen = replace(chosen, tile=self.wall.pop())
            self.apply(chosen)
            check(self)
        self.apply(settle(self.state, BOOK))

    def choose(self, options: tuple[GameEvent, ...]) -> GameEvent:
        wins = [one for one in options if isinstance(one, Won)]
        calls = [one for one in options if isinstance(one, Called) or getattr(one, "sideways", False)]
        discards = [one for one in options if isinstance(one, Discarded)]
        if wins and self.rng.random() < self.skill:
            return self.rng.choice(wins)
        if calls and self.rng.random() < 0.3:
            return self.rng.choice(calls)
        if discards and self.rng.random() < self.skill:
            return min(discards, key=self.distance)
        return self.rng.choice(options)

    def distance(self, discard: Discarded) -> int:
        part = self.state.at(discard.seat)
        return shanten(count_kinds(without(part.concealed or (), discard.tile)), len(part.melds))


def check(play: Play) -> None:
    state = play.state
    assert Counter(state.visible_tiles()) + Counter(play.wall) == Counter(shuffled_set(Random(0), BOOK))
    assert sum(state.points) + BOOK.payment.deposit * state.sticks == POINTS
    assert state.wall_left >= 0
    for seat in Seat:
        part = state.at(seat)
        held = part.concealed_count + 3 * len(part.melds)
        assert len(part.concealed or ()) == part.concealed_count
        if state.phase in (Phase.CALLS_OPEN, Phase.MUST_DRAW):
            assert held == 13
        elif state.phase is Phase.MUST_DISCARD:
            assert held == 13 + (seat is state.turn)


def as_seen_at_the_table(event: GameEvent) -> GameEvent:
    match event:
        case Dealt():
            return replace(event, hands=None)
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case _:
            return event


def public(state: HandState) -> tuple[object, ...]:
    """What both views have to agree on."""
    return (
        state.phase,
        state.turn,
        state.wall_left,
        state.points,
        state.sticks,
        state.indicators,
        state.melds,
        state.riichi,
        state.kans,
        state.replacement_pending,
        [state.concealed_count(seat) for seat in Seat],
        [[(one.tile, one.sideways, one.claimed_by) for one in river.discards] for river in state.rivers],
        [part.passed for part in state.seats],
    )


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.9, 1.0]))
def test_any_legal_hand(seed: int, skill: float) -> None:
    play = Play(seed, skill)
    play.run()
    note(event_type(play.events[-2]))
    state = play.state
    assert state.settled
    assert sum(state.points) + BOOK.payment.deposit * state.sticks == POINTS
    again = replay(play.events, BOOK)
    assert (again.state, again.violations) == (state, ())
    assert pickle.loads(pickle.dumps(state)) == state
    hidden = replay(map(as_seen_at_the_table, play.events), BOOK)
    assert hidden.violations == ()
    assert public(hidden.state) == public(state)
    following = next_hand(state, BOOK, state.dealer)
    assert following is not None
    assert following.sticks == state.sticks
