"""Acts and facts of every kind put into good hands at any moment: each is applied or refused, none breaks the fold.

What could not happen at a table is left out (a tile in two places is not). The hand goes on with its own events.
"""

from __future__ import annotations

from random import Random

import pytest

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    HandStarted,
    Settled,
    Won,
)
from tablebridge_rules.fact import (
    AddedTileLaid,
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    DrawJoined,
    Fact,
    MeldChanged,
    MeldLaid,
    PenaltyTile,
    ReplacementTaken,
    RiverTileTaken,
    RowCounted,
    TilesExposed,
    WallBroken,
    WallTouched,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import from_json, to_json
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import table_view
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.wall import TILE_SET
from tests.rules.zungjung.course import BOOK, play
from tests.rules.zungjung.test_won_hands import SEEDS, played

CALLS = ("chi", "pon", "kan", "ron", "tsumo", "riichi")


class Chance:
    """Any act or fact, out of a seed; half of them touch the newest discard or the hand of the seat."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def tile(self, state: ZungJungHand, seat: Seat) -> Tile:
        held = state.at(seat).concealed
        laid = state.last_discard
        near = [*(held or ()), *([laid.tile] * 8 if laid else [])]
        return self.random.choice(near) if near and self.random.random() < 0.8 else self.random.choice(TILE_SET)

    def meld(self, state: ZungJungHand, seat: Seat) -> Meld:
        kind = self.random.choice(list(MeldKind))
        tile, others = self.tile(state, seat), [other for other in Seat if other is not seat]
        if kind is MeldKind.KAN_CONCEALED:
            return Meld(kind, (tile,) * 4)
        laid = state.last_discard
        from_seat = laid.seat if laid and laid.seat is not seat else self.random.choice(others)
        if kind is MeldKind.CHI:
            return Meld(kind, (self.tile(state, seat), self.tile(state, seat)), tile, from_seat)
        return Meld(kind, (tile,) * (2 if kind is MeldKind.PON else 3), tile, from_seat)

    def act(self, state: ZungJungHand, seat: Seat) -> HandEvent:
        tile, whole = self.tile(state, seat), tuple(self.random.sample(TILE_SET, 13))
        acts: list[HandEvent] = [
            Drawn(seat, self.random.choice((tile, None)), self.random.random() < 0.5),
            Discarded(seat, tile),
            Called(seat, self.meld(state, seat)),
            Won(seat, tile, state.at(seat).concealed or whole, self.random.choice((None, *Seat))),
            HandsRevealed(((seat, whole),)),
        ]
        rare: list[HandEvent] = [ExhaustiveDraw(), Settled((1, -1, 0, 0), (1, -1, 0, 0), 0)]
        return self.random.choice(rare if self.random.random() < 0.03 else acts)

    def fact(self, state: ZungJungHand, seat: Seat) -> Fact:
        tile, meld, number = self.tile(state, seat), self.meld(state, seat), self.random.randrange(16)
        facts: list[Fact] = [
            WallTouched(seat),
            DrawJoined(seat),
            CallVoiced(seat, self.random.choice(CALLS), self.random.random() < 0.6, number * 100),
            CallWithdrawn(seat, self.random.choice(CALLS)),
            ClaimTimed(seat, number * 100, self.random.choice((None, 200, 1200)), self.random.choice((None, 1500))),
            TilesExposed(seat, (tile,)),
            RowCounted(seat, number),
            ReplacementTaken(seat, number),
            RiverTileTaken(seat, tile, called=True),
            WallBroken(seat, number, face_seen=False),
            PenaltyTile(seat, tile),
            MeldLaid(seat, meld, meld.tiles, self.random.choice((None, 0, 2))),
            MeldChanged(seat, meld, (tile,)),
            AddedTileLaid(seat, meld, number),
        ]
        return self.random.choice(facts)


@pytest.mark.parametrize("seen", ["all hands", "the table"])
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_happens_the_hand_can_be_told(seed: int, seen: str) -> None:
    chance = Chance(seed)
    for _ in range(4):
        first, *events = played(seed).events
        assert isinstance(first, HandStarted)
        state = start(first)
        for event in events:
            if seen == "the table":
                state = table_view(state)
            if chance.random.random() < 0.1:
                seat = chance.random.choice(list(Seat))
                odd = chance.random.choice((chance.act, chance.fact))(state, seat)
                state, found = play([odd], state)
                assert all(clause.startswith("ZJ-") for clause, *_ in found)
            state, _ = play([event], state)
            assert_possible(state)
        assert from_json(to_json(state), BOOK) == state


def assert_possible(state: ZungJungHand) -> None:
    """Counts are counts, and a known hand has as many tiles as it counts."""
    assert 0 <= state.wall_left <= 136
    for part in state.seats:
        assert part.concealed_count >= 0
        assert part.concealed is None or len(part.concealed) == part.concealed_count
