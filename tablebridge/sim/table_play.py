"""Whole hands and games of any rulebook, played by virtual players: what happens, with all tiles known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from tablebridge.sim import play as riichi_play
from tablebridge.sim.table_players import TablePlayers
from tablebridge.sim.wall_plan import stacks_of
from tablebridge_rules.event import (
    Dealt,
    DiceRolled,
    Drawn,
    FirstDealerThrown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    TilesDealt,
    WallBuilt,
)
from tablebridge_rules.play import AnyRulebook, begin, legal_events, next_hand, settle, step, tradition
from tablebridge_rules.riichi.rulebook import Rulebook as RiichiRulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.opening import second_thrower
from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.deal import Reseating as NewCycle

__all__ = ["TablePlay", "first_hand", "play_game", "play_hand"]

_MOST_ACTS = 600
"""More acts than any hand can have: 144 tiles, each drawn and discarded once, and what is declared besides."""

Choose = Callable[[AnyTable, Sequence[HandEvent]], tuple[HandEvent, ...]]


def first_hand(seed: int, book: AnyRulebook) -> HandStarted:
    """The first hand of a game. Who deals is thrown for, or chosen by the table's lamp."""
    if isinstance(book, RiichiRulebook):
        return riichi_play.first_hand(seed, book)
    dealer = Random(f"first dealer {seed}").choice(list(Seat))
    return HandStarted(0, Wind.EAST, dealer, 0, 0, tradition(book).opening_points(book))


def play_game(seed: int, book: AnyRulebook, hands: int | None = None) -> Iterator[list[HandEvent]]:
    """The hands of a game one after the other, until the rulebook ends it or `hands` of them are played.

    Where a book has new seats drawn (TW-R34, ZJ-X02), the players change places and the next dealer is thrown for.
    """
    started: HandStarted | None = first_hand(seed, book)
    first_dealer = started.dealer if started else Seat.A
    opens, played = True, 0
    while started is not None and played != hands:
        events = play_hand(started, seed, book, opens=opens)
        yield events
        played += 1
        state = begin(started, book)
        for event in events[1:]:
            state = step(state, event, book).state
        following = next_hand(state, book, first_dealer)
        opens = following is not None and not isinstance(following, HandStarted)
        if following is None or isinstance(following, HandStarted):
            started = following
            continue
        rng = Random(f"seats after hand {started.hand} of {seed}")
        first_dealer = rng.choice(list(Seat))
        a, b, c, d = rng.sample(state.points, 4)
        wind = tuple(Wind)[following.cycle % 4] if isinstance(following, NewCycle) else following.round_wind
        started = HandStarted(started.hand + 1, wind, first_dealer, 0, 0, (a, b, c, d))


def play_hand(started: HandStarted, seed: int, book: AnyRulebook, *, opens: bool = False) -> list[HandEvent]:
    """One hand from `started` to its settlement. The same arguments give the same hand.

    `opens`: it is the first since seats were drawn, so that its dealer is thrown for.
    """
    if isinstance(book, RiichiRulebook):
        return list(riichi_play.play_hand(started, seed, book))
    rng = Random(f"hand {started.hand} of {seed}")
    players = TablePlayers(book, rng)
    table = TablePlay(started, rng, book, opens=opens)
    while table.state.phase is not Phase.ENDED:
        table.act(players.choose(table.state, legal_events(table.state, book)))
    table.close()
    return table.events


class TablePlay:
    """A hand being played: the wall that nobody sees, the state, and the events so far.

    It opens itself: walls, throws, deal. Then `act` lets things happen until the hand is over, and `close` ends it.
    """

    def __init__(self, started: HandStarted, rng: Random, book: AnyRulebook, *, opens: bool = False) -> None:
        self.book = book
        self.wall: list[Tile] = list(tradition(book).tile_set(book))
        """The live end last, the tail first; indicators come from wherever, nobody has seen them."""
        rng.shuffle(self.wall)
        self.events: list[HandEvent] = [started]
        self.state: AnyTable = begin(started, book)
        self.apply(WallBuilt(stacks_of(book, started.dealer)))
        for throw in self._throws(rng, started.dealer, opens=opens):
            self.apply(throw)
        for event in legal_events(self.state, book):
            self.apply(event)  # what a dealer does before the deal: announcing the streak (TW-S40)
        rules = tradition(book)
        hands = tuple(tuple(self.wall.pop() for _ in range(rules.hand_tiles)) for _ in Seat)
        self.apply(Dealt(self.wall.pop(), hands) if rules.indicators else TilesDealt(hands))

    def act(self, events: Sequence[HandEvent]) -> None:
        """Lets these things happen; a draw gets its tile. Raises `ValueError` when the hand does not end."""
        for event in events:
            if isinstance(event, Drawn):
                due = getattr(self.state, "indicators_due", 0)
                if due and self.state.phase is Phase.MUST_DRAW:
                    self.apply(IndicatorTurned(self.wall.pop()))
                event = replace(event, tile=self.wall.pop(0 if event.replacement else -1))
            self.apply(event)
        if len(self.events) > _MOST_ACTS:
            raise ValueError(f"a hand of {self.book.name} goes on after {_MOST_ACTS} acts")

    def apply(self, event: HandEvent) -> None:
        """Adds an event as it is to the hand."""
        self.state = step(self.state, event, self.book).state
        self.events.append(event)

    def close(self) -> None:
        """Hands are shown where the book asks for it, and the points move."""
        for event in legal_events(self.state, self.book):
            if isinstance(event, HandsRevealed):
                self.apply(event)
        self.settle()

    def settle(self) -> None:
        """The points move."""
        self.apply(settle(self.state, self.book))

    def _throws(self, rng: Random, dealer: Seat, *, opens: bool) -> list[HandEvent]:
        """The throws that open the wall; the first of a match names its dealer, too (TW-R06)."""
        if isinstance(self.book, TaiwanRulebook):
            dice = tuple(rng.randint(1, 6) for _ in range(3))
            if opens:
                # whoever has east throws; of the four the one whom this throw makes name the dealer
                return [FirstDealerThrown(dealer.after(1 - sum(dice)), dice)]
            return [DiceRolled(dealer, dice)]
        first = rng.randint(1, 6), rng.randint(1, 6)
        throws: list[HandEvent] = [DiceRolled(dealer, first)]
        if isinstance(self.book, SichuanRulebook):
            second = rng.randint(1, 6), rng.randint(1, 6)
            throws.append(DiceRolled(second_thrower(dealer, sum(first)), second))
        return throws
