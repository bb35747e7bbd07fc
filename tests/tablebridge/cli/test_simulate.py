"""What `simulate` writes down for `run`, and the flags it shares with the other commands."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest

from tablebridge import cli
from tablebridge.cli import simulate
from tablebridge.config import load
from tablebridge.errors import UsageError
from tablebridge.sim.timeline import Script
from tablebridge.sim.virtual_table import VirtualTable

EMPTY = Script(motions=(), reports=(), truth=(), duration_ms=0.0)


def arguments(*flags: str) -> Namespace:
    return cli.parser().parse_args(["simulate", *flags])


@pytest.mark.parametrize("port", ["run/tty-table", "tty-table", "../tty-table", "tcp:127.0.0.1:0"])
@pytest.mark.parametrize("config", ["run/table.toml", "table.toml", "table"])
def test_the_configuration_means_the_same_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: str, config: str
) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    monkeypatch.chdir(here)
    table = VirtualTable(EMPTY, simulate.port_of(port), ("127.0.0.1", 0))
    with table:
        simulate._write_configuration(arguments("--config", config), table)
        monkeypatch.chdir(elsewhere)
        written = load(here / config)
        assert Path(written.data) == (here / config).parent
        address = written.table[0].link.port
        assert address.startswith("socket://") or Path(address).samefile(here / port)


@pytest.mark.parametrize(
    ("adapter", "written"), [("text-line", "text-line"), ("my_table.py", "{here}/my_table.py")], ids=["name", "file"]
)
def test_the_configuration_names_the_adapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adapter: str, written: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with VirtualTable(EMPTY, simulate.port_of("tcp:127.0.0.1:0"), ("127.0.0.1", 0)) as table:
        simulate._write_configuration(arguments("--config", "table.toml", "--adapter", adapter), table)
    assert load(tmp_path / "table.toml").table[0].link.adapter == written.format(here=tmp_path)


@pytest.mark.parametrize("text", ["here", ":80", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:\u00b2"])
@pytest.mark.parametrize("read", [simulate.address_of, lambda text: simulate.port_of(f"tcp:{text}")])
def test_what_is_no_address_is_one_line(text: str, read: Callable[[str], object]) -> None:
    with pytest.raises(UsageError, match="not an address"):
        read(text)


@pytest.mark.parametrize("speed", [0.0, 0.01, 1.0, 100.0])
def test_what_can_be_played(speed: float) -> None:
    simulate.check_play("demo", 0, 1, speed)


@pytest.mark.parametrize("speed", [-1.0, 0.001, 100.5, float("inf"), float("-inf"), float("nan")])
def test_a_speed_that_nobody_can_follow_is_refused(speed: float) -> None:
    with pytest.raises(UsageError, match=r"--speed is .*: bench \(give 0, or 0.01 to 100\)"):
        simulate.check_play("bench", 1, 1, speed)
