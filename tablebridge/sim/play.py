"""Whole hands and games played by the virtual players: what happens, with all tiles known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tablebridge.sim.players import choose_act, choose_claim
from tablebridge_rules.event import (
    Called,
    Dealt,
    DiceRolled,
    Drawn,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.claims import legal_events, resolve
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.wall import DEAD_WALL_STACKS

__all__ = ["first_hand", "play_game", "play_hand", "shuffled_set"]

_COPIES = 4
_DEAD_TILES = 2 * DEAD_WALL_STACKS
_STACKS = (17, 17, 17, 17)


def shuffled_set(rng: Random, rulebook: Rulebook) -> list[Tile]:
    """The rulebook's 136 tiles, its red fives in place of plain ones, in random order."""
    tiles: list[Tile] = []
    for kind in STANDARD_KINDS:
        red = rulebook.red_count(Tile(kind, red=True)) if _is_five(kind) else 0
        tiles += [Tile(kind, red=copy < red) for copy in range(_COPIES)]
    rng.shuffle(tiles)
    return tiles


def first_hand(seed: int, rulebook: Rulebook) -> HandStarted:
    """The first hand of a game: seat A throws for the dealer (RL-D02, RL-D03)."""
    rng = Random(f"first dealer {seed}")
    dealer = Seat.A.after(rng.randint(1, 6) + rng.randint(1, 6) - 1)
    points = rulebook.game.starting_points
    return HandStarted(0, Wind.EAST, dealer, 0, 0, (points, points, points, points))


def play_game(seed: int, rulebook: Rulebook, hands: int | None = None) -> Iterator[list[GameEvent]]:
    """The hands of a game one after the other, until the rulebook ends it or `hands` of them are played."""
    started: HandStarted | None = first_hand(seed, rulebook)
    first_dealer = started.dealer if started else Seat.A
    played = 0
    while started is not None and played != hands:
        events = play_hand(started, seed, rulebook)
        yield events
        played += 1
        state = start(started)
        for event in events[1:]:
            state = step(state, event, rulebook).state
        started = next_hand(state, rulebook, first_dealer)


def play_hand(started: HandStarted, seed: int, rulebook: Rulebook) -> list[GameEvent]:
    """One hand from `started` to its settlement. The same arguments give the same hand."""
    table = _Table(started, Random(f"hand {started.hand} of {seed}"), rulebook)
    while table.state.phase is not Phase.ENDED:
        table.act()
    table.apply(settle(table.state, rulebook))
    return table.events


class _Table:
    """A hand being played: the wall that nobody sees, and the events so far."""

    def __init__(self, started: HandStarted, rng: Random, rulebook: Rulebook) -> None:
        self._rng = rng
        self._rulebook = rulebook
        tiles = shuffled_set(rng, rulebook)
        self._dead = tiles[:_DEAD_TILES]  # replacements 0..3, then indicator and ura in turn
        self._live = tiles[_DEAD_TILES:]
        self._replaced = 0
        self.events: list[GameEvent] = [started]
        self.state: HandState = start(started)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        hands = tuple(tuple(self._live.pop(0) for _ in range(13)) for _ in Seat)
        self.apply(WallBuilt(_STACKS))
        self.apply(DiceRolled(started.dealer, dice))
        self.apply(Dealt(self._indicator(0), hands))

    def apply(self, event: GameEvent) -> None:
        """Adds an event to the hand."""
        self.events.append(event)
        self.state = step(self.state, event, self._rulebook).state

    def act(self) -> None:
        """Lets the next thing happen: a seat's own turn, claims on the open tile, or what follows of itself."""
        options = legal_events(self.state, self._rulebook)
        if self.state.phase is Phase.MUST_DISCARD:
            self._finish(choose_act(self.state, options, self._rng))
            return
        if self._indicator_due():
            self.apply(IndicatorTurned(self._indicator(len(self.state.indicators))))
            return
        claims = []
        for seat in Seat:
            own = [option for option in options if isinstance(option, Called | Won) and option.seat is seat]
            claim = choose_claim(self.state, seat, own, self._rng) if own else None
            if claim is not None:
                claims.append(claim)
        taken = resolve(claims, self._rulebook)
        # the last option is what happens when nobody claims: riichi, the stick, a draw of either sense
        for event in taken or options[-1:]:
            self._finish(event)

    def _finish(self, event: GameEvent) -> None:
        """Fills in what the chooser cannot know: the tile drawn, the ura indicators of a riichi winner."""
        if isinstance(event, Drawn):
            event = replace(event, tile=self._take(event.replacement))
        if isinstance(event, Won) and self.state.at(event.seat).riichi.declared and self._rulebook.scoring.ura_dora:
            ura = tuple(self._dead[5 + 2 * index] for index in range(len(self.state.indicators)))
            event = replace(event, ura_indicators=ura)
        self.apply(event)

    def _take(self, replacement: bool) -> Tile:
        if not replacement:
            return self._live.pop(0)
        self._replaced += 1
        return self._dead[self._replaced - 1]

    def _indicator(self, index: int) -> Tile:
        return self._dead[4 + 2 * index]

    def _indicator_due(self) -> bool:
        """Whether the next indicator is turned now; a kan that may still be robbed is asked about first."""
        state = self.state
        if not state.indicators_due or not self._rulebook.scoring.kan_dora:
            return False
        if self._rulebook.table.kan_dora_timing == "immediate" or self._last_kan() is MeldKind.KAN_CONCEALED:
            robbable = any(isinstance(option, Won) for option in legal_events(state, self._rulebook))
            return state.phase is Phase.MUST_DRAW and not robbable
        return state.phase is Phase.CALLS_OPEN

    def _last_kan(self) -> MeldKind | None:
        kans = [event.meld.kind for event in self.events if isinstance(event, Called) and event.meld.kind.is_kan]
        return kans[-1] if kans else None


def _is_five(kind: TileKind) -> bool:
    return kind.is_suited and kind.rank == 5
