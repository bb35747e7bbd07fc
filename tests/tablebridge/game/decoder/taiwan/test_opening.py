"""How a Taiwanese hand begins: walls, three dice, the streak, the deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    ButtonPressed,
    DiceShown,
    FlowerSeen,
    HandsDealt,
    PointsShown,
    ReadTile,
    Sighting,
    StandingRow,
    WallRaised,
)
from tablebridge_rules.event import (
    DiceRolled,
    Discarded,
    Drawn,
    FirstDealerThrown,
    FlowersPassed,
    HandEvent,
    HandStarted,
    Settled,
    StreakAnnounced,
    TilesDealt,
    WallBuilt,
    Won,
)
from tablebridge_rules.play import begin, settle, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import load
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.rigged import RiggedTable, says, waits

A, B, C, D = Seat
BOOK = load("taiwan16-ntuee-2009")
WALLS = tuple(WallRaised(seat, 18) for seat in Seat)
ROWS = tuple(StandingRow(seat, 16, False) for seat in Seat)
POINTS = (200, 200, 200, 200)


def events(decoder: Decoder, *sightings: Sighting, until_ms: float = 0.0) -> list[HandEvent]:
    told = says(decoder, *sightings)
    return [one.event for one in (*told, *waits(decoder, until_ms, since_ms=1000.0 + 50.0 * len(sightings)))]


def after_hand(started: HandStarted, winner: Seat = A) -> list[HandEvent]:
    """A hand from `started` to its settlement, which the dealer B wins or A wins on its discard."""
    table = RiggedTable(BOOK, ("123m456m789p111z46s22z", "5s"), live="9s5s", started=started, opens=False)
    table.draw()
    for steps in range(4):
        table.choose(FlowersPassed, started.dealer.after(steps))
    table.discard("5s")
    table.choose(Won, winner)
    return table.end()


def test_tw_r06_the_first_throw_names_the_dealer() -> None:
    throw = DiceShown("dealer", B, (1, 2, 3))
    assert events(Decoder(BOOK), *WALLS, throw, *ROWS) == [
        HandStarted(0, Wind.EAST, C, 0, 0, POINTS),
        WallBuilt((18, 18, 18, 18)),
        FirstDealerThrown(B, (1, 2, 3)),
        TilesDealt(),
    ]


def test_tw_r08_a_throw_for_the_break_alone_is_the_dealers() -> None:
    told = events(Decoder(BOOK), *WALLS, DiceShown("break", D, (2, 2, 2)), until_ms=6000)
    assert told == [
        HandStarted(0, Wind.EAST, D, 0, 0, POINTS),
        WallBuilt((18, 18, 18, 18)),
        DiceRolled(D, (2, 2, 2)),
    ]


def test_a_throw_tells_of_a_hand_whose_walls_nobody_saw() -> None:
    decoder = Decoder(BOOK)
    told = [*says(decoder, DiceShown("break", D, (2, 2, 2))), *waits(decoder, 6000, since_ms=1000)]
    assert [type(one.event) for one in told] == [HandStarted, DiceRolled]
    assert told[0].confidence < 1


def test_two_dice_that_point_at_nobody_begin_nothing() -> None:
    assert events(Decoder(BOOK), *WALLS, DiceShown("dealer", B, (1, 1)), until_ms=6000) == []


@pytest.mark.parametrize(
    ("sightings", "confidence"),
    [((), 0.6), ((ButtonPressed(B, "riichi"),), 0.6), ((ButtonPressed(B, "continuation"),), 1.0)],
    ids=["silent", "another button", "button"],
)
def test_tw_s40_the_streak_of_a_dealer_who_stays(sightings: Sequence[Sighting], confidence: float) -> None:
    decoder = Decoder(BOOK)
    first = HandStarted(0, Wind.EAST, B, 0, 0, POINTS)
    table = RiggedTable(BOOK, ("", "123m456m789p111z46s22z"), live="5s", started=first, opens=False)
    table.draw()
    for steps in range(4):
        table.choose(FlowersPassed, B.after(steps))
    table.choose(Won, B)
    decoder.resume(table.end())
    told = says(decoder, *WALLS, DiceShown("break", B, (1, 2, 4)), *sightings, *ROWS)
    kinds = [type(one.event) for one in told]
    assert kinds == [HandStarted, WallBuilt, DiceRolled, StreakAnnounced, TilesDealt]
    assert isinstance(told[0].event, HandStarted)
    assert (told[0].event.dealer, told[0].event.honba, told[3].confidence) == (B, 1, confidence)


def test_the_next_seat_deals_when_the_dealer_lost() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(HandStarted(0, Wind.EAST, B, 0, 0, POINTS)))
    [started, *_] = events(decoder, *WALLS)
    assert isinstance(started, HandStarted)
    assert (started.hand, started.dealer, started.honba) == (1, C, 0)


def test_tw_r34_points_go_with_the_players_to_new_seats() -> None:
    decoder = Decoder(BOOK)
    decoder.resume([HandStarted(0, Wind.EAST, C, 0, 0, POINTS)])  # the first dealer, so that B is the last one
    decoder.resume(after_hand(HandStarted(7, Wind.SOUTH, B, 0, 0, POINTS)))
    shown = (PointsShown(A, 120, "display"), PointsShown(B, 280, "display"))
    told = events(decoder, *shown, *WALLS, DiceShown("dealer", A, (1, 1, 1)))
    started = told[0]
    assert isinstance(started, HandStarted)
    assert (started.hand, started.round_wind, started.dealer, started.points[:2]) == (8, Wind.WEST, C, (120, 280))
    assert isinstance(told[2], FirstDealerThrown)


def test_new_walls_in_the_middle_of_a_hand_begin_it_again() -> None:
    decoder = Decoder(BOOK)
    decoder.resume(after_hand(HandStarted(0, Wind.EAST, B, 3, 0, POINTS))[:-2])
    [started, *_] = events(decoder, *WALLS)
    assert started == HandStarted(1, Wind.EAST, B, 3, 0, POINTS)


@pytest.mark.parametrize(
    "sighting",
    [
        HandsDealt((17, 16, 16, 16), (20, 20, 20, 19)),
        FlowerSeen(C, 0, ReadTile("1f", 0.97, (("1f", 0.97),))),
    ],
    ids=["machine", "flower"],
)
def test_tw_r07_the_deal_is_told_by_other_witnesses_than_rows(sighting: Sighting) -> None:
    told = events(Decoder(BOOK), *WALLS, DiceShown("dealer", B, (1, 2, 3)), sighting, until_ms=3000)
    assert TilesDealt() in told


def test_the_rules_agree_with_the_hand_used_here() -> None:
    first, *rest = after_hand(HandStarted(0, Wind.EAST, B, 0, 0, POINTS))
    assert isinstance(first, HandStarted)
    state = begin(first, BOOK)
    for event in rest[:-1]:
        result = step(state, event, BOOK)
        assert result.violations == ()
        state = result.state
    assert isinstance(rest[-1], Settled)
    assert settle(state, BOOK) == rest[-1]
    assert Discarded(B, Tile.parse("5s"), drawn=False) in rest
    assert Drawn(B, Tile.parse("9s")) in rest
