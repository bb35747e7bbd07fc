"""How a Zung Jung hand begins: walls, who is East, the break, the deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    DealerShown,
    DiceShown,
    HandsDealt,
    MeldSeen,
    MeldTile,
    PointsShown,
    ReadTile,
    RiverTileSeen,
    Sighting,
    StandingRow,
    WallRaised,
)
from tablebridge_rules.event import DiceRolled, Drawn, HandEvent, HandStarted, TilesDealt, WallBuilt, Won
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.zungjung.rulebook import load
from tests.tablebridge.game.rigged import RiggedTable, says, waits

A, B, C, D = Seat
BOOK = load("zungjung-wsom-1.03")
WALLS = tuple(WallRaised(seat, 17) for seat in Seat)
ROWS = tuple(StandingRow(seat, 13, False) for seat in Seat)
POINTS = (0, 0, 0, 0)


def events(decoder: Decoder, *sightings: Sighting, until_ms: float = 0.0) -> list[HandEvent]:
    told = says(decoder, *sightings)
    return [one.event for one in (*told, *waits(decoder, until_ms, since_ms=1000.0 + 50.0 * len(sightings)))]


def after_hand(number: int) -> list[HandEvent]:
    """Hand `number` of a game, East the seat that it comes to, which draws its winning tile at once."""
    east = A.after(number)
    started = HandStarted(number, Wind.EAST, east, 0, 0, POINTS)
    hands = ["", "", "", ""]
    hands[east.number] = "123m456m789p11s55z"
    table = RiggedTable(BOOK, hands, live="5z", started=started, opens=False)
    table.draw()
    table.choose(Won, east)
    return table.end()


@pytest.mark.parametrize(
    ("sightings", "east"),
    [
        ((DiceShown("dealer", A, (3, 4)), DiceShown("break", C, (1, 2))), C),
        ((DealerShown(D, chosen=True), DiceShown("break", D, (1, 2))), D),
        ((DealerShown(D, chosen=False), DiceShown("break", B, (1, 2))), B),
        ((DiceShown("break", B, (1, 2)),), B),
    ],
    ids=["thrown for", "lamp", "lamp that chose nobody", "break"],
)
def test_zj_x07_who_is_east_first(sightings: Sequence[Sighting], east: Seat) -> None:
    told = events(Decoder(BOOK), *WALLS, *sightings, *ROWS, until_ms=6000)
    assert told == [
        HandStarted(0, Wind.EAST, east, 0, 0, POINTS),
        WallBuilt((17, 17, 17, 17)),
        DiceRolled(east, (1, 2)),
        TilesDealt(),
    ]


def test_zj_x02_the_deal_passes() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(0))
    [started, *_] = events(decoder, *WALLS)
    assert isinstance(started, HandStarted)
    assert (started.hand, started.dealer) == (1, B)


def test_zj_x02_the_next_cycle_begins_with_whoever_breaks_the_wall() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(3))
    shown = (PointsShown(A, 77, "display"), PointsShown(C, -50, "display"))
    [started, *_] = events(decoder, *shown, *WALLS, DiceShown("break", C, (6, 6)))
    assert isinstance(started, HandStarted)
    assert (started.hand, started.dealer, started.round_wind) == (4, C, Wind.SOUTH)
    assert (started.points[0], started.points[2]) == (77, -50)


def test_zj_x02_after_the_last_cycle_a_new_game_begins() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(7))
    [started, *_] = events(decoder, *WALLS, DiceShown("break", C, (6, 6)), until_ms=6000)
    assert started == HandStarted(0, Wind.EAST, C, 0, 0, POINTS)


def test_a_hand_that_is_given_up_is_the_same_hand_of_its_cycle() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(2)[:-2])
    [started, *_] = events(decoder, *WALLS)
    assert started == HandStarted(2, Wind.EAST, C, 0, 0, POINTS)


def test_a_throw_tells_of_a_hand_whose_walls_nobody_saw() -> None:
    decoder = Decoder(BOOK)
    told = [*says(decoder, DiceShown("break", D, (2, 2))), *waits(decoder, 6000, since_ms=1000)]
    assert [type(one.event) for one in told] == [HandStarted, DiceRolled]
    assert told[0].confidence < 1


FIVE = ReadTile("5m", 0.97, (("5m", 0.97),))


@pytest.mark.parametrize(
    "sighting",
    [
        HandsDealt((14, 13, 13, 13), (20, 21, 21, 21)),
        RiverTileSeen(A, 0, FIVE, False),
        MeldSeen(A, 0, (MeldTile(FIVE),) * 4),
    ],
    ids=["machine", "discard", "kan"],
)
def test_the_deal_is_told_by_other_witnesses_than_rows(sighting: Sighting) -> None:
    told = events(Decoder(BOOK), *WALLS, DiceShown("dealer", A, (2, 3)), sighting, until_ms=3000)
    assert TilesDealt() in told


def test_four_walls_alone_begin_nothing() -> None:
    decoder = Decoder(BOOK)
    assert events(decoder, *WALLS, until_ms=8000) == []
    assert Drawn(A) not in events(decoder, *ROWS, until_ms=9000)
