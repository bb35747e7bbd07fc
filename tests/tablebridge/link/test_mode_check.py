"""Tile-count mode, rulebook and tiles: one line where they disagree, which says from which set a change applies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import pytest

from tablebridge.clock import TableClock
from tablebridge.link import LinkState, TableLink, TileNeed
from tablebridge.link.mode_check import TilesTold, mode_warning, told_with
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import TcpPort
from tablebridge_protocol.messages import (
    Abilities,
    Button,
    ButtonKind,
    Deal,
    ModeApplies,
    Port,
    Report,
    SetComplete,
    TileCountMode,
    WallRaised,
)

Listener = Any  # `conftest.Listener`: a test folder is no package to import from
TAIWAN = TileNeed("taiwan16-ntuee-2009", 144)
PLAYED = "but taiwan16-ntuee-2009 is played with 144: "


def mode(tiles: int, applies: ModeApplies = ModeApplies.NOW) -> TileCountMode:
    return TileCountMode(1, tiles, applies)


def walls(*stacks: int) -> list[Report]:
    return [WallRaised(1, side, count) for side, count in zip(Port, stacks, strict=True)]


def told(reports: Sequence[Report]) -> TilesTold:
    return reduce(told_with, reports, TilesTold())


@pytest.mark.parametrize(
    "reports",
    [
        pytest.param([], id="nothing-told"),
        pytest.param([mode(144)], id="mode"),
        pytest.param([mode(144), SetComplete(1, 144), *walls(18, 18, 18, 18)], id="all-agree"),
        pytest.param([mode(136), mode(144, ModeApplies.NEXT_SET), SetComplete(2, 144)], id="changed-with-the-set"),
        pytest.param([mode(144), mode(144, ModeApplies.NEXT_SET)], id="set-to-what-it-is"),
        pytest.param([*walls(18, 18, 18, 18)[:3]], id="three-walls"),
        pytest.param([*walls(12, 11, 12, 11), Deal(1, (16, 16, 16, 17), (24, 22, 24, 22))], id="dealt-hands"),
        pytest.param([mode(144), Button(1, Port.A, ButtonKind.RIICHI)], id="something-else"),
    ],
)
def test_what_fits_is_not_spoken_of(reports: list[Report]) -> None:
    assert mode_warning(TAIWAN, told(reports)) is None


@pytest.mark.parametrize(
    ("reports", "line"),
    [
        pytest.param(
            [mode(136)],
            f"the table is set to 136 tiles, {PLAYED}set the table to 144 tiles; "
            "that applies from the next set it builds, the one in play keeps 136",
            id="mode",
        ),
        pytest.param(
            [mode(136), mode(144, ModeApplies.NEXT_SET)],
            f"the table is set to 136 tiles, {PLAYED}it changes to 144 with the next set it builds, "
            "do not play with the one of 136",
            id="changes-with-the-next-set",
        ),
        pytest.param(
            [Abilities(1, 2, 1, False, False, (108, 136)), mode(136)],
            f"the table is set to 136 tiles, {PLAYED}this table can be set to 108, 136 only, "
            "choose a rulebook for one of them",
            id="cannot",
        ),
        pytest.param(
            [mode(144), mode(136, ModeApplies.NEXT_SET)],
            f"the table is set to 136 tiles from the next set on, {PLAYED}"
            "set it back to 144 before the next set is built",
            id="will-be-wrong",
        ),
        pytest.param(
            [mode(144), SetComplete(1, 143)],
            f"the table counted 143 tiles in this set, {PLAYED}"
            "look for the missing tiles, add them and let the table count this set again",
            id="one-missing",
        ),
        pytest.param(
            [mode(144), SetComplete(1, 145)],
            f"the table counted 145 tiles in this set, {PLAYED}"
            "take out the tiles that do not belong to it and let the table count this set again",
            id="one-too-many",
        ),
        pytest.param(
            [SetComplete(1, 136)],
            f"the table counted 136 tiles in this set, {PLAYED}"
            "set the table to 144 tiles; that applies from the next set it builds",
            id="counted-only",
        ),
        pytest.param(
            walls(17, 17, 17, 17),
            f"the walls came up with 136 tiles, {PLAYED}"
            "set the table to 144 tiles; that applies from the next set it builds",
            id="walls-only",
        ),
    ],
)
def test_what_does_not_fit(reports: list[Report], line: str) -> None:
    assert mode_warning(TAIWAN, told(reports)) == line


def test_a_new_set_has_no_walls_yet() -> None:
    assert told([*walls(17, 17, 17, 17), SetComplete(2, 144)]).raised == {}


def test_it_is_told_once_when_the_table_answers_and_once_when_it_is_right(listener: Listener) -> None:
    with VirtualDevice(TcpPort(), identity("0042"), tiles=136) as device:
        link = TableLink(device.url, "table-1", listener.on_observation, listener.on_status, TableClock(), need=TAIWAN)
        link.start()
        try:
            assert listener.wait_for_line("set to 136 tiles").warning
            assert device.send(SetComplete(1, 136))  # tells nothing new
            assert device.send(mode(144))
            assert device.send(SetComplete(2, 144))
            listener.wait_for_state(LinkState.UP, times=3)
        finally:
            link.stop()
    ups = [status for status in listener.statuses if status.state is LinkState.UP]
    assert [status.warning for status in ups] == [False, True, False]
    assert ups[2].line == ups[0].line
