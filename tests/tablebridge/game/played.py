"""Whole hands with every tile known, played at random but not blindly: what the decoder has to find out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.claims import legal_events, resolve
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.own_turn import without
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import count_kinds, shanten


def first_hand(rulebook: Rulebook, dealer: Seat) -> HandStarted:
    points = rulebook.game.starting_points
    return HandStarted(0, Wind.EAST, dealer, 0, 0, (points,) * 4)


def full_set(rulebook: Rulebook) -> list[Tile]:
    tiles = []
    for kind in STANDARD_KINDS:
        red = rulebook.red_count(Tile(kind, red=True)) if kind.is_suited and kind.rank == 5 else 0
        tiles += [Tile(kind, red=True)] * red if red else []
        tiles += [Tile(kind)] * (4 - red)
    return tiles


class Play:
    """One hand from its start to its settlement; `events` is all of it, `state` where it ended."""

    def __init__(self, rulebook: Rulebook, begin: HandStarted, random: Random, *, calls: float = 0.5) -> None:
        self.rulebook, self.random, self.calls = rulebook, random, calls
        self.events: list[GameEvent] = [begin]
        self.state = start(begin)
        wall = full_set(rulebook)
        random.shuffle(wall)
        self._replacements, self._indicators, self._ura = wall[:4], wall[4:9], wall[9:14]
        self._wall = wall[14:]
        self._run()

    def _run(self) -> None:
        dice = (self.random.randint(1, 6), self.random.randint(1, 6))
        self._do(WallBuilt((17, 17, 17, 17)))
        self._do(DiceRolled(self.state.dealer, dice))
        hands = tuple(tuple(self._wall.pop() for _ in range(13)) for _ in Seat)
        self._do(Dealt(self._indicators[0], hands))
        while self.state.phase is not Phase.ENDED:
            self._turn_indicators()
            for event in self._choose(legal_events(self.state, self.rulebook)):
                self._do(self._with_tile(event))
        self._do(settle(self.state, self.rulebook))

    def _do(self, event: GameEvent) -> None:
        result = step(self.state, event)
        assert not result.violations, result.violations
        self.state = result.state
        self.events.append(event)

    def _turn_indicators(self) -> None:
        """At once for every kan, unless somebody robs it."""
        robbed = any(isinstance(event, Won) for event in legal_events(self.state, self.rulebook))
        if self.state.indicators_due and not robbed:
            self._do(IndicatorTurned(self._indicators[len(self.state.indicators)]))

    def _with_tile(self, event: GameEvent) -> GameEvent:
        if isinstance(event, Drawn):
            return replace(event, tile=self._replacements.pop() if event.replacement else self._wall.pop())
        if isinstance(event, Won) and self.state.at(event.seat).riichi.declared:
            return replace(event, ura_indicators=tuple(self._ura[: len(self.state.indicators)]))
        return event

    def _choose(self, options: tuple[GameEvent, ...]) -> tuple[GameEvent, ...]:
        wins = [event for event in options if isinstance(event, Won)]
        if wins:
            return resolve(wins, self.rulebook)
        for kind in (RiichiDeclared, RiichiAccepted, AbortiveDraw, ExhaustiveDraw):
            found = [event for event in options if isinstance(event, kind)]
            if found and (kind is not AbortiveDraw or found[0].reason != "nine_terminals"):
                return (found[0],)
        calls = [event for event in options if isinstance(event, Called) and self._wants(event)]
        if calls:
            return resolve(calls, self.rulebook)[:1]
        draws = [event for event in options if isinstance(event, Drawn)]
        if draws:
            return (draws[0],)
        abort = [event for event in options if isinstance(event, AbortiveDraw)]
        if abort and self.random.random() < 0.5:
            return (abort[0],)
        return (self._discard([event for event in options if isinstance(event, Discarded)]),)

    def _wants(self, call: Called) -> bool:
        if self.random.random() > self.calls:
            return False
        part = self.state.at(call.seat)
        assert part.concealed is not None
        if call.meld.kind in (MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED, MeldKind.KAN_EXPOSED):
            return True
        rest = without(part.concealed, *call.meld.own)
        melds = len(part.melds)
        after = min(shanten(count_kinds(without(rest, tile)), melds + 1) for tile in rest)
        return after < shanten(count_kinds(part.concealed), melds)

    def _discard(self, options: list[Discarded]) -> Discarded:
        part = self.state.at(self.state.turn)
        assert part.concealed is not None
        best: dict[Tile, float] = {}
        for option in options:
            if option.tile not in best:
                left = count_kinds(without(part.concealed, option.tile))
                best[option.tile] = shanten(left, len(part.melds)) + self.random.random() / 2
        return min(options, key=lambda option: best[option.tile] - option.sideways / 4)


def play_game(rulebook: Rulebook, seed: int, hands: int, *, calls: float = 0.5) -> list[list[GameEvent]]:
    """Up to `hands` hands of one game, each a list of events."""
    random = Random(seed)
    begin: HandStarted | None = first_hand(rulebook, random.choice(list(Seat)))
    assert begin is not None
    first_dealer, played = begin.dealer, []
    while begin is not None and len(played) < hands:
        play = Play(rulebook, begin, random, calls=calls)
        played.append(play.events)
        begin = next_hand(play.state, rulebook, first_dealer)
    return played


def state_after(events: list[GameEvent]) -> HandState:
    """The state after a whole hand."""
    assert isinstance(events[0], HandStarted)
    state = start(events[0])
    for event in events[1:]:
        state = step(state, event).state
    return state
