"""The staff's page of a running daemon: each part of a table in its own words, players and sponsors on the others."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.config import CameraConfig, Config, LinkConfig, MqttConfig, TableConfig, WebConfig
from tablebridge.config.mqtt import CommandsConfig
from tablebridge.daemon import Daemon
from tablebridge.daemon.staff_report import staff_table
from tablebridge.errors import UsageError
from tablebridge.release import ReleaseGate
from tests.tablebridge.web.pictures import PNG
from tests.tablebridge.web.test_server import get, next_but_beats, watch

PLAYERS = ("王小明", "Bea", "さくら", "Dov")
PARTS = ["link", "camera", "broker", "journal"]


def table(folder: Path, **more: Any) -> TableConfig:
    return TableConfig(
        name="t1",
        link=LinkConfig(port=str(folder / "no-cable"), candidates=()),
        camera=CameraConfig(address=str(folder / "no-camera.mp4")),
        players=PLAYERS,
        **more,
    )


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Daemon]]:
    """Starts daemons of one table without camera, cable and broker, and ends them."""
    made: list[Daemon] = []
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def start(**web: Any) -> Daemon:
        config = Config(
            table=(table(tmp_path),),
            data=str(tmp_path),
            mqtt=MqttConfig(port=port),
            web=WebConfig(port=0, **web),
        )
        daemon = Daemon(config)
        made.append(daemon)
        daemon.start()
        return daemon

    yield start
    for daemon in made:
        daemon.stop()


def checks(daemon: Daemon) -> dict[str, tuple[str, str]]:
    document = json.loads(get(f"{daemon.web.address}/api/status")[2])
    return {check["name"]: (check["lamp"], check["line"]) for check in document["tables"][0]["checks"]}


def test_each_part_says_what_is_with_it(make: Callable[..., Daemon], tmp_path: Path) -> None:
    daemon = make()
    for _ in range(3000):
        unheard = [name for name, (lamp, _line) in checks(daemon).items() if lamp == "unknown"]
        if unheard == ["pictures"]:  # there is no camera that could send any
            break
        time.sleep(0.01)
    lamps = checks(daemon)
    assert {name: lamps[name][0] for name in PARTS} == {
        "link": "bad",
        "camera": "bad",
        "broker": "bad",
        "journal": "good",
    }
    assert str(tmp_path / "no-cable") in lamps["link"][1]
    assert str(tmp_path / "no-camera.mp4") in lamps["camera"][1]
    assert lamps["broker"][1].startswith("no broker listens there: 127.0.0.1:")
    assert lamps["journal"][1] == f"the journal is {tmp_path / 't1.db'}"
    assert (lamps["in_step"][0], lamps["work"][0]) == ("good", "good")
    assert get(f"{daemon.web.address}/status")[0] == 200
    assert watch(f"{daemon.web.address}/ws", next_but_beats)["players"] == list(PLAYERS)


def test_no_page_for_staff_where_strangers_reach_the_port(make: Callable[..., Daemon]) -> None:
    address = make(staff=False).web.address
    assert [get(f"{address}/{path}")[0] for path in ("status", "api/status", "overlay")] == [404, 404, 200]


def test_sponsors_are_taken_from_their_folder(make: Callable[..., Daemon], tmp_path: Path) -> None:
    (tmp_path / "tea.png").write_bytes(PNG)
    assert get(f"{make(sponsors=str(tmp_path)).web.address}/sponsors/tea")[2] == PNG


def test_a_folder_of_sponsors_that_is_not_there_stops_the_start(make: Callable[..., Daemon], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no such folder: web\.sponsors = .*nowhere \(make it, or correct"):
        make(sponsors=str(tmp_path / "nowhere"))


def test_parts_and_commands_are_those_of_the_configuration(tmp_path: Path) -> None:
    gate = ReleaseGate("t1", 5.0)
    second = table(tmp_path, second_camera=CameraConfig(address=1))
    allowed = MqttConfig(commands=CommandsConfig(allow=("ping", "set_lamp", "roll_dice")))
    assert staff_table(table(tmp_path), MqttConfig(), gate).commands == ()
    assert staff_table(second, allowed, gate).parts == ("link", "camera", "second_camera", "broker", "journal")
    # a motor's command must stand in the table's own list, too
    assert staff_table(second, allowed, gate).commands == ("ping",)
    gate.set_delay(60.0)
    assert staff_table(second, allowed, gate).delay_s() == 60.0
