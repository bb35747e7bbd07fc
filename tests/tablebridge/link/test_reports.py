"""Each report of the wire as the sighting the daemon knows."""

from __future__ import annotations

from typing import get_args

import pytest

from tablebridge.link.reports import link_up, sighting_of
from tablebridge.observation import (
    ButtonPressed,
    DeadWallSet,
    DealerShown,
    DiceShown,
    HandsDealt,
    LinkUp,
    PointsShown,
    RoundShown,
    SetComplete,
    Sighting,
    SticksInTray,
    TableFault,
    TableState,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol import messages
from tablebridge_protocol.messages import ButtonKind, DicePurpose, FaultCode, ModeApplies, Port
from tablebridge_rules.seat import Seat, Wind

CASES = [
    (messages.SetComplete(1, 136), SetComplete(136)),
    (messages.WallRaised(1, Port.D, 17), WallRaised(Seat.D, 17)),
    (messages.Dice(1, DicePurpose.WALL_BREAK, Port.B, (3, 6)), DiceShown("break", Seat.B, (3, 6))),
    (messages.Dice(1, DicePurpose.DEALER, Port.A, (1, 1, 2)), DiceShown("dealer", Seat.A, (1, 1, 2))),
    (messages.DeadWall(1, Port.C, 0), DeadWallSet(Seat.C, 0)),
    (messages.Button(1, Port.A, ButtonKind.RIICHI), ButtonPressed(Seat.A, "riichi")),
    (messages.Button(1, Port.A, ButtonKind.END_HAND), ButtonPressed(Seat.A, "end_hand")),
    (
        messages.Fault(1, FaultCode.DOOR_OPEN, True),
        TableFault(7, "a cover or door is open: close it", active=True),
    ),
    (
        messages.Fault(1, FaultCode.DOOR_OPEN, False),
        TableFault(7, "a cover or door is open: close it", active=False),
    ),
    (messages.TileCountMode(1, 144, ModeApplies.NEXT_SET), TileCountMode(144)),
    (messages.Abilities(1, 2, 1, False, True, (136,)), None),
    (messages.StateChanged(1, messages.TableState.PLAYING, 0), TableState("playing")),
    (messages.Deal(1, (14, 13, 13, 13), (20, 21, 21, 21)), HandsDealt((14, 13, 13, 13), (20, 21, 21, 21))),
    (messages.DealerLamp(1, Port.C, True), DealerShown(Seat.C, chosen=True)),
    (messages.StickTray(1, Port.A, 1), SticksInTray(Seat.A, 1)),
    (messages.Points(1, Port.A, -100, messages.PointsSource.DISPLAY), PointsShown(Seat.A, -100, "display")),
    (messages.RoundCounter(1, messages.Wind.SOUTH, Port.B, 3), RoundShown(Wind.SOUTH, Seat.B, 3)),
    (messages.SelfTest(1, messages.TestPart.LIFTS, True), None),
]


@pytest.mark.parametrize(("report", "sighting"), CASES)
def test_report(report: messages.Report, sighting: Sighting | None) -> None:
    assert sighting_of(report) == sighting


def test_no_report_is_forgotten() -> None:
    assert {type(report) for report, _ in CASES} == set(get_args(messages.Report))


def test_hello() -> None:
    hello = messages.Hello(1, 0, 5, messages.Capability(0), "Acme", "T1", "1.2", "0001")
    assert link_up(hello) == LinkUp("Acme", "T1", "1.2", "0001")
