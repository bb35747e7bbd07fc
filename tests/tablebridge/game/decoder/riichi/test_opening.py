from __future__ import annotations

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import DiceShown, Observation, Sighting, WallRaised, Witness
from tablebridge_rules.event import DiceRolled, GameEvent, HandStarted, WallBuilt
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat, Wind
from tests.tablebridge.game.observations_of import NOON

BOOK = load("riichi-league-tw")
WALLS = [WallRaised(seat, 17) for seat in Seat]


def told(*sightings: Sighting, until_ms: float = 0.0) -> list[GameEvent]:
    decoder = Decoder(BOOK)
    events = []
    for at, sighting in enumerate(sightings):
        events += decoder.observe(Observation(Witness.TABLE, at * 100.0, NOON, sighting))
    return [decoded.event for decoded in [*events, *decoder.tick(until_ms)]]


def first(dealer: Seat) -> HandStarted:
    return HandStarted(0, Wind.EAST, dealer, 0, 0, (30000, 30000, 30000, 30000))


@pytest.mark.parametrize(
    ("thrower", "dice", "dealer"),
    [
        pytest.param(Seat.A, (2, 6), Seat.D, id="RL-D03 8 is the seat to the left"),
        pytest.param(Seat.A, (1, 1), Seat.B, id="RL-D03 2 is the seat to the right"),
        pytest.param(Seat.A, (3, 4), Seat.C, id="RL-D03 7 is the seat across"),
        pytest.param(Seat.C, (4, 5), Seat.C, id="RL-D03 9 is the thrower"),
        pytest.param(Seat.D, (6, 6), Seat.C, id="RL-D03 12 is the seat to the left of D"),
    ],
)
def test_the_first_dealer_is_the_seat_hit_by_the_throw(thrower: Seat, dice: tuple[int, int], dealer: Seat) -> None:
    walls = WallBuilt((17, 17, 17, 17))
    assert told(*WALLS, DiceShown("dealer", thrower, dice)) == [first(dealer), walls]
    assert told(DiceShown("dealer", thrower, dice), *WALLS) == [first(dealer), walls]


def test_the_hand_waits_for_the_throw_and_for_the_last_wall() -> None:
    assert told(*WALLS, until_ms=60_000) == []
    assert told(DiceShown("dealer", Seat.A, (1, 1)), *WALLS[:3], until_ms=60_000) == []


def test_a_dealer_whose_throw_was_missed_is_known_by_breaking_the_wall() -> None:
    throw = DiceShown("break", Seat.C, (3, 3))
    assert told(*WALLS, throw) == []
    assert told(*WALLS, throw, until_ms=4000)[0] == first(Seat.C)
    assert DiceRolled(Seat.C, (3, 3)) in told(*WALLS, throw, until_ms=4000)


def test_walls_are_told_as_they_came_up() -> None:
    short = [WallRaised(seat, stacks) for seat, stacks in zip(Seat, (17, 16, 17, 18), strict=True)]
    assert told(*short, DiceShown("dealer", Seat.A, (1, 4)))[1] == WallBuilt((17, 16, 17, 18))
