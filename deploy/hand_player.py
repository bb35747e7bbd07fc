"""One hand of any rulebook, played from a seed by legal acts alone, with what must hold checked after every act.

A hand is driven through `tablebridge_rules.play` only. The policy `random` chooses among the legal acts by chance;
`useful` wins when it can, calls what brings its hand nearer to a win and discards what its hand needs least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from hand_invariants import Broken, check_act, check_end, held_against

from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    TilesDealt,
    VoidSuitDeclared,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import AnyRulebook, begin, legal_events, resolve, settle, step, tradition
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds, standard_shanten

__all__ = ["POLICIES", "HandPlayer"]

POLICIES = ("useful", "random")
MAX_ACTS = 600
"""More acts than any hand can have: 144 tiles, each drawn and discarded once, and what is declared besides."""

_WINS = (Won, WonByFlowers)
_CLAIMS = (Won, WonByFlowers, Called)
_EAGER = 0.3
"""How often the policy `random` calls or wins where it may."""


class HandPlayer:
    """One hand from a seed. `started` is the hand to play, from the game before it; by default the first of a game.

    Only a `whole` one is also looked at as from outside, folded again and sent through JSON, which doubles its time.
    """

    def __init__(
        self, book: AnyRulebook, seed: int, policy: str, started: HandStarted | None = None, *, whole: bool = True
    ) -> None:
        self.whole = whole
        self.book, self.rules, self.chance, self.policy = book, tradition(book), Random(seed), policy
        self.tile_set = self.rules.tile_set(book)
        self.wall = list(self.tile_set)
        self.out = 0
        """The count of the tiles that have left the wall, as `tile_counts` has it."""
        self.chance.shuffle(self.wall)
        dealer = self.chance.choice(list(Seat))
        self.started = started or HandStarted(0, Wind.EAST, dealer, 0, 0, self.rules.opening_points(book))
        self.state: AnyTable = begin(self.started, book)
        self.events: list[HandEvent] = [self.started]
        self.robbed = 0
        """Wins on a tile that was being added to a kan."""
        self.replaced = 0
        """Replacement tiles taken."""

    def run(self) -> AnyTable:
        """Plays to the end and settles. Raises `Broken` at the first thing that does not hold."""
        self._deal()
        while self.state.phase is not Phase.ENDED:
            if len(self.events) > MAX_ACTS:
                raise Broken(f"the hand goes on after {MAX_ACTS} acts")
            options = legal_events(self.state, self.book)
            check_act(self, options)
            for event in self._choose(options):
                self._act(event)
        for event in legal_events(self.state, self.book):
            if isinstance(event, HandsRevealed):
                self._apply(event)
        self._apply(settle(self.state, self.book))
        check_end(self)
        return self.state

    def _deal(self) -> None:
        for event in legal_events(self.state, self.book):
            self._apply(event)  # what a dealer does before the deal: announcing the streak
        hands = tuple(tuple(self._take() for _ in range(self.rules.hand_tiles)) for _ in Seat)
        self._apply(Dealt(self._take(), hands) if self.rules.indicators else TilesDealt(hands))

    def _act(self, event: HandEvent) -> None:
        for _ in range(self._indicators_before(event)):
            self._apply(IndicatorTurned(self._take()))
        if isinstance(event, Drawn):
            self.replaced += event.replacement
            event = replace(event, tile=self._take(0 if event.replacement else -1))
        laid = self.state.open_tile
        self.robbed += isinstance(event, Won) and event.from_seat is not None and bool(laid and laid.kan)
        self._apply(event)

    def _indicators_before(self, event: HandEvent) -> int:
        """How many indicators are turned first: a kan's when nobody robs it, or when nobody wins on the discard."""
        if not self.rules.indicators or isinstance(event, Won):
            return 0
        waits_for_draw = self.state.phase is not Phase.CALLS_OPEN
        if waits_for_draw and not (self.state.phase is Phase.MUST_DRAW and isinstance(event, Drawn)):
            return 0
        due: int = self.state.indicators_open(self.book.table.kan_dora_timing)
        return due

    def _take(self, place: int = -1) -> Tile:
        tile = self.wall.pop(place)
        self.out += tile.unit
        return tile

    def _apply(self, event: HandEvent) -> None:
        result = step(self.state, event, self.book)
        self.events.append(event)
        if found := held_against(event, result.violations):
            raise Broken(f"a legal act is judged a violation: {found}")
        self.state = result.state

    def _choose(self, options: Sequence[HandEvent]) -> tuple[HandEvent, ...]:
        if not options:
            raise Broken("nothing can happen, and the hand is not over")
        wished = [event for event in options if isinstance(event, _CLAIMS) and self._wishes(event)]
        own = [event for event in wished if self._is_own(event)]
        if own:
            return (next((event for event in own if isinstance(event, _WINS)), own[0]),)
        if wished:
            return resolve(wished, self.book)
        rest = [event for event in options if not isinstance(event, _CLAIMS)]
        # among the last tiles of a Sichuan wall a win leaves no other choice
        return (self._one_of(rest or list(options)),)

    def _is_own(self, event: HandEvent) -> bool:
        """Whether it is an act of the seat's own turn, and no claim on another's tile."""
        source = event.meld.from_seat if isinstance(event, Called) else getattr(event, "from_seat", None)
        return source is None or (isinstance(event, Called) and event.meld.kind is MeldKind.KAN_ADDED)

    def _wishes(self, event: HandEvent) -> bool:
        if self.policy == "random":
            return self.chance.random() < _EAGER
        if not isinstance(event, Called):
            return True
        if self._is_own(event):
            return self.chance.random() < 0.8
        part = self.state.at(event.seat)
        before = self._distance(part.concealed or (), len(part.melds))
        return self._distance(_without(part.concealed or (), event.meld.own), len(part.melds) + 1) < before

    def _one_of(self, options: list[HandEvent]) -> HandEvent:
        if self.policy == "random":
            return self.chance.choice(options)
        for event in options:
            if isinstance(event, FlowersShown):
                return event
        void = [event for event in options if isinstance(event, VoidSuitDeclared)]
        if void:
            return min(void, key=self._suit_tiles)
        others = [event for event in options if not isinstance(event, Discarded)]
        discards = [event for event in options if isinstance(event, Discarded)]
        if others and (not discards or self.chance.random() < 0.5):
            return self.chance.choice(others)
        return min(discards, key=self._rest_distance)

    def _suit_tiles(self, event: VoidSuitDeclared) -> int:
        return sum(tile.kind.suit is event.suit for tile in self.state.at(event.seat).concealed or ())

    def _rest_distance(self, event: Discarded) -> tuple[int, bool, float]:
        """How far the hand is from a win after the discard; of equal ones riichi first, then by chance."""
        part = self.state.at(event.seat)
        rest = _without(part.concealed or (), (event.tile,))
        return self._distance(rest, len(part.melds)), not event.sideways, self.chance.random()

    def _distance(self, standing: Sequence[Tile], melds: int) -> int:
        counts = count_kinds(tile for tile in standing if not tile.kind.is_flower)
        return _shanten(counts, melds, self.rules.hand_tiles // 3)

    @property
    def endings(self) -> Counter[str]:
        """How the hand ended, for the summary: wins by their kind, draws, kans, flowers."""
        found: Counter[str] = Counter({"robbed": self.robbed})
        won = [event for event in self.events if isinstance(event, _WINS)]
        for event in won:
            if isinstance(event, WonByFlowers):
                found["by flowers"] += 1
            else:
                found["self-draw" if event.from_seat is None else "on a discard"] += 1
        found["on a discard"] -= self.robbed
        at = {place for place, event in enumerate(self.events) if isinstance(event, Won) and event.from_seat}
        found["several winners"] = sum(place + 1 in at and place - 1 not in at for place in at)
        found["drawn out"] = any(isinstance(event, ExhaustiveDraw) for event in self.events)
        found["aborted"] = any(event.TYPE == "abortive_draw" for event in self.events)
        found["kans"] = sum(isinstance(event, Called) and event.meld.kind.is_kan for event in self.events)
        found["calls"] = sum(isinstance(event, Called) for event in self.events) - found["kans"]
        found["flowers"] = sum(len(event.tiles) for event in self.events if isinstance(event, FlowersShown))
        return found


def _without(standing: Sequence[Tile], tiles: Sequence[Tile]) -> list[Tile]:
    left = list(standing)
    for tile in tiles:
        left.remove(tile)
    return left


@lru_cache(maxsize=1 << 14)
def _shanten(counts: tuple[int, ...], melds: int, sets: int) -> int:
    return standard_shanten(counts, melds, sets)
