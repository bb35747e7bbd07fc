"""What a subscriber got and what the truth says of the same act are the same facts."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from tablebridge.game.journal import event_json
from tablebridge.records.against_truth import Heard, TruthRow, compare
from tablebridge.records.published import facts
from tablebridge.sim import truth
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    IndicatorTurned,
    ReadyDeclared,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    WonByFlowers,
    event_type,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Suit, Tile

FIVE = Tile.parse("5m")
EVENTS: list[HandEvent] = [
    HandStarted(0, Wind.EAST, Seat.B, 1, 2, (30000, 29000, 30000, 29000)),
    WallBuilt((17, 17, 17, 17)),
    DiceRolled(Seat.B, (3, 4)),
    Dealt(FIVE),
    Drawn(Seat.B),
    Drawn(Seat.B, replacement=True),
    Discarded(Seat.B, FIVE, sideways=True),
    RiichiDeclared(Seat.B),
    RiichiAccepted(Seat.B),
    Called(Seat.C, Meld(MeldKind.CHI, parse_tiles("46m"), FIVE, Seat.B)),
    Called(Seat.C, Meld(MeldKind.PON, parse_tiles("05m"), FIVE, Seat.A)),
    Called(Seat.C, Meld(MeldKind.KAN_EXPOSED, parse_tiles("111z"), Tile.parse("1z"), Seat.A)),
    Called(Seat.C, Meld(MeldKind.KAN_CONCEALED, parse_tiles("2222z"))),
    Called(Seat.C, Meld(MeldKind.KAN_ADDED, parse_tiles("333z"), Tile.parse("3z"), Seat.D)),
    IndicatorTurned(FIVE),
    Won(Seat.D, FIVE, parse_tiles("123456789m1122p"), Seat.A, parse_tiles("9s")),
    Won(Seat.D, FIVE, parse_tiles("123456789m1122p")),
    ExhaustiveDraw(((Seat.A, parse_tiles("123m")), (Seat.C, parse_tiles("456p")))),
    AbortiveDraw("nine_terminals", Seat.A),
    Settled((-3000, 1000, 1000, 1000), (27000, 31000, 31000, 31000), 2),
    FirstDealerThrown(Seat.A, (1, 2, 6)),
    StreakAnnounced(Seat.A),
    TilesDealt(),
    FlowersShown(Seat.B, parse_tiles("31f2g")),
    FlowersPassed(Seat.B),
    VoidSuitDeclared(Seat.C, Suit.DOTS),
    ReadyDeclared(Seat.C),
    Called(Seat.C, Meld(MeldKind.KAN_CONCEALED, ())),
    WonByFlowers(Seat.D, parse_tiles("1234f123g"), Seat.A),
    HandsRevealed(((Seat.A, parse_tiles("321m")), (Seat.C, parse_tiles("456p")))),
]


@pytest.mark.parametrize("event", EVENTS, ids=[f"{number}-{event_type(event)}" for number, event in enumerate(EVENTS)])
def test_the_published_form_and_the_truth_of_an_event_agree(event: HandEvent) -> None:
    data = msgspec.to_builtins(event_json.to_data(event)) | {"hand": 0, "sequence": 1}
    found = compare([TruthRow(truth.row(event, 0.0))], [Heard(facts(data), datetime.now(UTC))])
    assert found.differences == []


def test_another_event_of_the_same_type_does_not_agree() -> None:
    data = msgspec.to_builtins(event_json.to_data(EVENTS[6])) | {"hand": 0}
    other = truth.row(Discarded(Seat.B, Tile.parse("0m"), sideways=True), 0.0)
    assert compare([TruthRow(other)], [Heard(facts(data), datetime.now(UTC))]).right == 0
