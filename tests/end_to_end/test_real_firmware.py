"""The daemon's link and the real firmware: as a program on this machine, and on an emulated ATmega328P.

The firmware is the bench table of `firmware_protocol/reference`: switches for buttons and sensors, timers for motors.
The emulated microcontroller runs the very bytes that a board would, at the speed of a board.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.link import LinkState, LinkStatus, TableLink
from tablebridge.link.permission import Refusal, Role
from tablebridge.observation import (
    ButtonPressed,
    DeadWallSet,
    DiceShown,
    LinkDown,
    LinkUp,
    Observation,
    SetComplete,
    Sighting,
    TableFault,
    TableState,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol.messages import (
    FaultCode,
    LampKind,
    LampMode,
    OpenCover,
    Port,
    RaiseWalls,
    SetLamp,
    SetMode,
    Sides,
)
from tablebridge_protocol.words import fault_text
from tablebridge_rules.seat import Seat
from tablebridge_rules.wall import break_wall
from tests.end_to_end.conftest import wait_for

pytestmark = pytest.mark.end_to_end

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware_protocol" / "reference"
PATIENCE_S = 60.0
WHO = LinkUp("Tablebridge", "Bench", "1.0.0", "BT-0001")
WALLS_17 = [WallRaised(seat, 17) for seat in Seat]
ALL_SIDES = Sides.A | Sides.B | Sides.C | Sides.D


def built(*names: str) -> None:
    """Builds programs of the firmware's Makefile, one test process at a time."""
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with (FIRMWARE / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        targets = [f"build/{name}" for name in names]
        made = subprocess.run(["make", "-s", "-C", FIRMWARE, *targets], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def needs_microcontroller_tools() -> None:
    """Skips where the compiler or the emulator is missing; `make test` installs both."""
    missing = [name for name in ("gcc", "make", "avr-gcc") if shutil.which(name) is None]
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        missing.append("libsimavr-dev")
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: deploy/prepare-machine.sh test")


class Bench:
    """The running firmware with hands at its switches, and a link that listens to it."""

    def __init__(self, command: list[str | Path], port: Path, *, allow: tuple[str, ...] = ()) -> None:
        self._out = port.with_suffix(".out")
        with self._out.open("wb") as out, port.with_suffix(".err").open("wb") as err:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                env={**os.environ, "TB_PORT_LINK": str(port)},
            )
        wait_for(lambda: True if "port " in self.said else None, "the port", PATIENCE_S, lambda: self.said)
        self._told: list[Sighting] = []
        self._telling = threading.Lock()
        self.states: list[LinkState] = []
        self.link = TableLink(
            LinkConfig(port=str(port), candidates=(), allow_commands=allow),
            "1",
            self._observed,
            self._stated,
            TableClock(),
            backoff=Backoff(first_s=0.05, longest_s=0.2),
        )
        self.link.start()

    @property
    def said(self) -> str:
        """What the program has printed: its port, and its lamps."""
        return self._out.read_text("utf-8")

    @property
    def told(self) -> list[Sighting]:
        """Everything the link has told so far."""
        with self._telling:
            return list(self._told)

    def hands(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self._process.stdin.flush()

    def until(self, sighting: Sighting | type[Sighting], times: int = 1) -> list[Sighting]:
        """Waits until the link has told so many of these, and returns everything told."""

        def seen() -> list[Sighting] | None:
            told = self.told
            found = [one for one in told if one == sighting or one.__class__ is sighting]
            return told if len(found) >= times else None

        return wait_for(seen, f"{times} of {sighting}", PATIENCE_S, lambda: f"{self.told}\n{self.states}")

    def close(self) -> None:
        self.link.stop()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE_S)

    def _observed(self, observation: Observation) -> None:
        with self._telling:
            self._told.append(observation.sighting)

    def _stated(self, status: LinkStatus) -> None:
        self.states.append(status.state)


@pytest.fixture(params=["program", "atmega328p"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    needs_microcontroller_tools()
    port = tmp_path / "tty-table"
    if request.param == "program":
        built("bench_table")
        command: list[str | Path] = [FIRMWARE / "build" / "bench_table"]
    else:
        built("bench_table.elf", "run_on_simavr")
        command = [FIRMWARE / "build" / "run_on_simavr", FIRMWARE / "build" / "bench_table.elf", port]
    allow = ("raise_walls", "set_mode", "set_lamp", "open_cover")
    running = Bench(command, port, allow=allow)
    try:
        yield running
    finally:
        running.close()
    if request.param == "atmega328p":
        used, free = map(int, re.findall(r"^stack (\d+) of (\d+)$", running.said, re.MULTILINE)[-1])
        assert 0 < used < free - 200, "the stack comes too near to the variables"


def fault(code: FaultCode, *, active: bool) -> TableFault:
    return TableFault(int(code), fault_text(code), active)


def build_set(bench: Bench) -> None:
    bench.until(TileCountMode)
    bench.hands("press start")
    bench.until(SetComplete)


def test_a_hand_is_set_up_and_a_jam_comes_and_goes(bench: Bench) -> None:
    bench.until(WHO)
    build_set(bench)
    bench.hands("press start", "switch sensor_dirty 1")
    bench.until(WallRaised, 4)
    bench.hands("press dice_b")
    bench.until(DeadWallSet)
    bench.hands("switch jam 1")
    bench.until(fault(FaultCode.JAM, active=True))
    bench.hands("switch jam 0")
    told = bench.until(fault(FaultCode.JAM, active=False))
    start, dirty = ButtonPressed(Seat.A, "raise_walls"), fault(FaultCode.SENSOR_DIRTY, active=True)
    thrown = next(one for one in told if isinstance(one, DiceShown))
    broken = break_wall(Seat.B, sum(thrown.dice)).indicator(0)
    states = [one.state for one in told if isinstance(one, TableState)]
    assert [one for one in told if one != dirty and not isinstance(one, TableState)] == [
        WHO,
        TileCountMode(136),
        start,
        SetComplete(136),
        start,
        *WALLS_17,
        ButtonPressed(Seat.B, "throw_dice"),
        DiceShown("break", Seat.B, thrown.dice),
        DeadWallSet(broken.side, broken.number),
        fault(FaultCode.JAM, active=True),
        fault(FaultCode.JAM, active=False),
    ]
    assert told.count(dirty) == 1
    assert states[:1] == ["idle"]
    assert {"shuffling", "built", "dice", "fault"} <= set(states)
    assert len(thrown.dice) == 2
    assert set(thrown.dice) <= set(range(1, 7))


def test_heartbeats_keep_an_idle_line_up(bench: Bench) -> None:
    bench.until(TileCountMode)
    before = bench.link.figures()  # the first frame may have been cut: the table spoke before anybody listened
    heartbeat_bytes = 8  # at the least
    wait_for(
        lambda: bench.link.figures().bytes_received >= before.bytes_received + 7 * heartbeat_bytes or None,
        "heartbeats of three seconds",
        PATIENCE_S,
        lambda: str(bench.link.figures()),
    )
    assert bench.states == [LinkState.CONNECTING, LinkState.UP]
    assert bench.link.figures().corrupted == before.corrupted <= 1
    assert bench.link.figures().missing == 0


@pytest.mark.parametrize("disturbance", ["lose 40", "garble 3"])
def test_what_the_line_loses_or_garbles_is_sent_again(bench: Bench, disturbance: str) -> None:
    build_set(bench)
    bench.hands("press start")
    bench.until(WallRaised)
    bench.hands(disturbance)
    told = bench.until(WallRaised, 4)
    bench.hands("press dice_a")  # whatever came twice would have come by then
    told = bench.until(DeadWallSet)
    walls = [one for one in told if isinstance(one, WallRaised)]
    assert sorted(walls, key=lambda wall: wall.side.number) == WALLS_17
    figures = bench.link.figures()
    assert figures.corrupted + figures.duplicates + figures.late > 0, "the line was not disturbed"
    assert bench.states == [LinkState.CONNECTING, LinkState.UP]


def test_a_reboot_in_the_middle_is_told_and_the_table_begins_anew(bench: Bench) -> None:
    build_set(bench)
    bench.hands("press start")
    bench.until(WallRaised, 2)
    bench.hands("reset")
    told = bench.until(LinkUp, 2)
    assert sum(isinstance(one, LinkDown) for one in told) == 1
    assert bench.until(WHO, 2)
    bench.hands("press start")
    assert bench.until(SetComplete, 2).count(SetComplete(136)) == 2


def test_a_missing_tile_is_added_and_the_set_counted_again(bench: Bench) -> None:
    bench.until(TileCountMode)
    bench.hands("switch tile_missing 1", "press start")
    bench.until(fault(FaultCode.TILE_MISSING, active=True))
    bench.hands("switch cover 1")
    bench.until(fault(FaultCode.COVER_REOPENED, active=True))
    bench.hands("switch tile_missing 0", "switch cover 0")
    told = bench.until(SetComplete)
    assert [one for one in told if isinstance(one, TableFault | SetComplete)] == [
        fault(FaultCode.TILE_MISSING, active=True),
        fault(FaultCode.COVER_REOPENED, active=True),
        fault(FaultCode.COVER_REOPENED, active=False),
        fault(FaultCode.TILE_MISSING, active=False),
        SetComplete(136),
    ]


def test_commands_are_obeyed_where_the_table_can_may_and_is_ready(bench: Bench) -> None:
    bench.until(TileCountMode)
    link = bench.link
    assert link.command(RaiseWalls(ALL_SIDES), Role.TECHNICIAN).refusal is Refusal.TABLE  # nothing is built
    assert link.command(OpenCover(True), Role.TECHNICIAN).refusal is Refusal.NO_CAPABILITY
    assert link.command(SetMode(144), Role.REFEREE).accepted
    assert link.command(SetMode(137), Role.REFEREE).refusal is Refusal.TABLE
    build_set(bench)
    bench.until(SetComplete(144))
    bench.hands("switch lock 1")
    lamp_on = SetLamp(Port.C, LampKind.TURN, LampMode.ON)
    wait_for(
        lambda: link.command(RaiseWalls(Sides(0)), Role.TECHNICIAN).refusal,  # of no side: it would do nothing
        "the lock to be seen",
        PATIENCE_S,
        lambda: bench.said,
    )
    assert link.command(lamp_on, Role.REFEREE).refusal is Refusal.TABLE
    bench.hands("switch lock 0")
    wait_for(
        lambda: True if link.command(lamp_on, Role.REFEREE).accepted else None,
        "the lock to be off",
        PATIENCE_S,
        lambda: bench.said,
    )
    wait_for(lambda: True if "lamp C 1" in bench.said else None, "the lamp", PATIENCE_S, lambda: bench.said)
    assert link.command(RaiseWalls(ALL_SIDES), Role.TECHNICIAN).accepted
    told = bench.until(WallRaised, 4)
    assert [one for one in told if isinstance(one, WallRaised)] == [WallRaised(seat, 18) for seat in Seat]


def test_the_firmware_finds_the_indicator_where_the_rules_do() -> None:
    needs_microcontroller_tools()
    built("probe")
    throws = [(dealer, total) for dealer in Seat for total in range(2, 13)]
    asked = "".join(f"dead_wall {dealer.number + 1} {total}\n" for dealer, total in throws)
    said = subprocess.run(
        [FIRMWARE / "build" / "probe"], input=asked, capture_output=True, text=True, check=True
    ).stdout
    expected = [break_wall(dealer, total).indicator(0) for dealer, total in throws]
    assert said.splitlines() == [f"{stack.side.number + 1} {stack.number}" for stack in expected]


def test_the_firmware_fits_a_small_microcontroller() -> None:
    needs_microcontroller_tools()
    built("bench_table.elf")
    told = subprocess.run(["make", "-s", "-C", FIRMWARE, "size"], capture_output=True, text=True, check=True).stdout
    program, data = (int(size) for size in re.findall(r"(\d+) bytes", told))
    assert program <= 12_000  # of 32,256
    assert data <= 1_100  # of 2,048: the rest is the stack's
