"""The unit for systemd: what it starts is there, and the files it allows are enough for full pages."""

from __future__ import annotations

import shlex
from configparser import ConfigParser
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.config.web import MOST_CONNECTIONS, WebConfig
from tablebridge.web import Room, console_server, door

UNIT = Path(__file__).resolve().parents[2] / "deploy" / "tablebridge.service"
FOR_THE_TABLES = 200
"""Serial lines, cameras, journals, the broker, libraries, and the files that pages are sending."""


@pytest.fixture(scope="module")
def service() -> dict[str, str]:
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT, encoding="utf-8")
    return dict(unit["Service"])


def test_it_starts_the_daemon(service: dict[str, str]) -> None:
    program, *arguments = shlex.split(service["ExecStart"])
    assert Path(program).name == "tablebridge"
    assert str(cli.parser(["run"]).parse_args(arguments).config) == "/etc/tablebridge/table.toml"


def test_full_pages_leave_the_tables_their_files(service: dict[str, str]) -> None:
    pages = MOST_CONNECTIONS + console_server._ROOM.connections + 2 * door._OWN_PLACES
    assert pages + FOR_THE_TABLES <= int(service["LimitNOFILE"]) <= 1024


def test_the_configuration_gives_the_room_that_a_server_has_by_itself() -> None:
    assert Room(WebConfig().connections, WebConfig().connections_per_address) == Room()
