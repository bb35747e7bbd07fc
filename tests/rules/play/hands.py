"""Hands of legal acts by chance, of any rulebook: the driver that tests share, and what must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    TilesDealt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.play import AnyRulebook, begin, legal_events, resolve, settle, step, tradition
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds, standard_shanten

CLAIMS = (Won, WonByFlowers, Called)
REVEALING = (ExhaustiveDraw, HandsRevealed)
"""Hands shown at the end may tell of a win that was passed: the only violation that legal acts can leave."""


class PlayedHand:
    """One hand from a seed. With `skill` (0..1) players win when they can and discard what helps their hand."""

    def __init__(self, book: AnyRulebook, seed: int, skill: float, started: HandStarted | None = None) -> None:
        self.book, self.rules, self.rng, self.skill = book, tradition(book), Random(seed), skill
        self.wall = list(self.rules.tile_set(book))
        self.rng.shuffle(self.wall)
        dealer = self.rng.choice(list(Seat))
        self.started = started or HandStarted(0, Wind.EAST, dealer, 0, 0, self.rules.opening_points(book))
        self.money = sum(self.started.points) + 1000 * self.started.sticks
        self.state: AnyTable = begin(self.started, book)
        self.events: list[HandEvent] = [self.started]
        hands = tuple(tuple(self.wall.pop() for _ in range(self.rules.hand_tiles)) for _ in Seat)
        self.apply(Dealt(self.wall.pop(), hands) if self.rules.indicators else TilesDealt(hands))

    def apply(self, event: HandEvent) -> None:
        result = step(self.state, event, self.book)
        assert not result.violations or isinstance(event, REVEALING), (event, result.violations)
        self.events.append(event)
        self.state = result.state

    def run(self) -> AnyTable:
        """Plays to the end and settles."""
        while self.state.phase is not Phase.ENDED:
            for event in self.choose(legal_events(self.state, self.book)):
                for _ in range(self.indicators_before(event)):
                    self.apply(IndicatorTurned(self.wall.pop()))
                self.apply(replace(event, tile=self.draw(event)) if isinstance(event, Drawn) else event)
                check(self)
        for event in legal_events(self.state, self.book):
            if isinstance(event, HandsRevealed):
                self.apply(event)
        self.apply(settle(self.state, self.book))
        return self.state

    def indicators_before(self, event: HandEvent) -> int:
        """How many indicators are turned first: a kan's when nobody robs it, or when nobody wins on the discard."""
        state, book = self.state, self.book
        if not (isinstance(state, HandState) and isinstance(book, Rulebook)) or isinstance(event, Won):
            return 0
        if state.phase is Phase.CALLS_OPEN or (state.phase is Phase.MUST_DRAW and isinstance(event, Drawn)):
            return state.indicators_open(book.table.kan_dora_timing)
        return 0

    def draw(self, event: Drawn) -> Tile:
        return self.wall.pop(0 if event.replacement else -1)

    def choose(self, options: tuple[HandEvent, ...]) -> tuple[HandEvent, ...]:
        assert options, f"nothing can happen in {self.state}"
        claims = [event for event in options if isinstance(event, CLAIMS)]
        eager = 0.3 - 0.25 * self.skill
        wished = [event for event in claims if self.rng.random() < (eager if isinstance(event, Called) else self.skill)]
        if wished:
            own = [event for event in wished if event.seat is self.state.turn and self.state.at(event.seat).holds_draw]
            return (self.rng.choice(own),) if own else resolve(wished, self.book)
        discards = [event for event in options if isinstance(event, Discarded)]
        if discards and self.rng.random() < self.skill:
            return (min(discards, key=self.distance),)
        rest = [event for event in options if not isinstance(event, CLAIMS)]
        # among the last tiles of a Sichuan wall a win leaves no other choice
        return (self.rng.choice(rest or list(options)),)

    def distance(self, event: Discarded) -> int:
        part = self.state.at(event.seat)
        left = list(part.concealed or ())
        left.remove(event.tile)
        counts = tuple(count_kinds(tile for tile in left if not tile.kind.is_flower))
        return _distance(counts, len(part.melds), self.rules.hand_tiles // 3)


@lru_cache(maxsize=1 << 12)
def _distance(counts: tuple[int, ...], melds: int, sets: int) -> int:
    return standard_shanten(counts, melds, sets)


def check(hand: PlayedHand) -> None:
    """What holds after every act: no tile is lost, counts are right, one seat has the turn, no point is lost."""
    state, size = hand.state, hand.rules.hand_tiles
    known = Counter(state.visible_tiles()) + Counter(hand.wall)
    assert known == Counter(hand.rules.tile_set(hand.book))
    assert sum(state.points) + 1000 * getattr(state, "sticks", 0) == hand.money
    assert 0 <= state.wall_left <= len(hand.wall)
    if state.phase in (Phase.BEFORE_DEAL, Phase.ENDED):
        return
    for seat in Seat:
        part = state.at(seat)
        assert len(part.concealed or ()) == part.concealed_count
        extra = part.concealed_count + 3 * len(part.melds) - size
        assert extra == excess(state, seat), (seat, state)


def excess(state: AnyTable, seat: Seat) -> int:
    """How many tiles more than between two turns that seat holds."""
    due = getattr(state, "due", 0) if state.replacement_pending else 0
    opening = getattr(state, "opening", None)
    if opening is not None and due:
        return (seat is state.dealer) - (due if seat is state.turn else 0)
    if state.phase is Phase.MUST_DISCARD:
        return int(seat is state.turn)
    return 1 - due if due and seat is state.turn else 0


def as_seen(event: HandEvent) -> HandEvent:
    """The event as one sees it who only sees the table."""
    match event:
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case _:
            return event


def public(state: AnyTable) -> tuple[Any, ...]:
    """What both views have to agree on."""
    rivers = [[(one.tile, one.sideways, one.claimed_by) for one in river.discards] for river in state.rivers]
    counts = [state.concealed_count(seat) for seat in Seat]
    return (
        state.phase,
        state.turn,
        state.wall_left,
        state.points,
        state.melds,
        state.replacement_pending,
        counts,
        rivers,
    )


def fold(events: list[HandEvent], book: AnyRulebook) -> Iterator[AnyTable]:
    """The states after each event of a hand, its `HandStarted` first, none of which is a violation."""
    first = events[0]
    assert isinstance(first, HandStarted)
    state = begin(first, book)
    for event in events[1:]:
        result = step(state, event, book)
        assert not result.violations or isinstance(event, REVEALING), (event, result.violations)
        state = result.state
        yield state
