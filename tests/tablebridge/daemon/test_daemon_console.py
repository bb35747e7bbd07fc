"""The daemon serves the console to the referees of its configuration, and to nobody when there are none."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from tablebridge.config import CameraConfig, Config, ConsoleConfig, LinkConfig, TableConfig, WebConfig
from tablebridge.daemon import Daemon
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress
from tests.tablebridge.web.console_browser import next_of, status, talk
from tests.tablebridge.web.console_desk import HASH

Make = Callable[..., Daemon]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    table = TableConfig(
        name="t1",
        link=LinkConfig(port=str(tmp_path / "no-cable")),
        camera=CameraConfig(address=str(tmp_path / "no-camera.mp4")),
    )
    config = Config(table=(table,), data=str(tmp_path), web=WebConfig(port=0))

    def made(**console: Any) -> Daemon:
        broker = BrokerAddress("127.0.0.1", 1)
        return Daemon(msgspec.structs.replace(config, console=ConsoleConfig(port=0, **console)), broker=broker)

    return made


def test_without_a_referee_there_is_no_console(make: Make) -> None:
    daemon = make()
    assert daemon.console is None
    daemon.stop()


def test_with_one_it_is_served_until_the_daemon_stops(make: Make) -> None:
    daemon = make(referees={"lee": HASH})
    daemon.start()
    assert daemon.console is not None
    page = f"{daemon.console.address}/login"
    with urllib.request.urlopen(page, timeout=20) as answer:
        assert answer.status == 200
    daemon.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(page, timeout=20)


def test_a_password_that_is_none_is_told_at_once(make: Make) -> None:
    with pytest.raises(UsageError, match=r"this referee's line is not a password's hash: console\.referees\.lee"):
        make(referees={"lee": "east wind 25"})


def test_a_port_in_use_is_told_at_the_start(make: Make) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        daemon = make(referees={"lee": HASH})
        assert daemon.console is not None
        daemon.console._thread._port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=r"set another console\.port"):
            daemon.start()
        daemon.stop()


def test_a_delay_that_a_referee_sets_is_in_force_told_to_all_and_there_after_a_restart(make: Make) -> None:
    daemon = make(referees={"lee": HASH})
    daemon.start()

    async def act(browser: aiohttp.ClientSession, at: str) -> list[float]:
        async with browser.ws_connect(f"{at}/ws") as socket:
            told = [(await next_of(socket, "delay"))["delay_s"]]
            assert await status(browser, "POST", f"{at}/api/delay", json={"delay_s": 60}) == 200
            return [*told, (await next_of(socket, "delay"))["delay_s"]]

    assert daemon.console is not None
    assert talk(daemon.console, act) == [0.0, 60.0]
    assert daemon._tables["t1"].gate.delay_s == 60
    daemon.stop()
    again = make(referees={"lee": HASH})
    assert again._tables["t1"].gate.delay_s == 60
    again.stop()
