"""What happens to cables, on real pseudo-terminals and TCP ports: no event is invented or doubled, and what is lost is
named, by its sequence number or by the time the line was down."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablebridge.backoff import Backoff
from tablebridge.clock import TableClock
from tablebridge.config import LinkConfig
from tablebridge.link import LinkState, TableLink
from tablebridge.link.capture import Mark, entries
from tablebridge.observation import LinkDown, LinkUp
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort, PtyPort, TcpPort
from tests.end_to_end.faulty_line import Bench, bench

pytestmark = pytest.mark.end_to_end

PortMaker = Callable[[str], DevicePort]
SEED = 20261130


@pytest.fixture(params=["pty", "tcp"])
def port_named(request: pytest.FixtureRequest, tmp_path: Path) -> PortMaker:
    """Makes ports of one kind; a TCP port has no name."""
    return (lambda name: PtyPort(tmp_path / name)) if request.param == "pty" else (lambda name: TcpPort())


@pytest.fixture
def line(port_named: PortMaker, caplog: pytest.LogCaptureFixture) -> Iterator[Bench]:
    with bench(port_named("tty-0"), caplog, SEED) as made:
        made.wait_up()
        yield made


def test_a_line_without_faults_loses_nothing(line: Bench) -> None:
    line.report(100, pause_s=0.002)
    line.settle()
    assert line.check(most_lost=0) == set()
    figures = line.link.figures()
    assert (figures.duplicates, figures.missing, figures.corrupted) == (0, 0, 0)


def test_unplugged_in_the_middle_of_a_frame(line: Bench) -> None:
    for time_, cut_after in enumerate((1, 5, 9, 12), 1):
        line.report(5)
        line.port.cut_after = cut_after
        line.pull_when_cut()
        line.wait_down(time_)
        line.report(2)
        line.device.plug()
        line.wait_up(time_ + 1)
    line.report(5)
    line.settle()
    lost = line.check(most_lost=4 * 8)
    assert line.unheard <= lost  # a table keeps nothing for a host that is not there
    assert [number for number in line.sent if number > max(lost)] == list(range(max(lost) + 1, len(line.sent) + 1))


def test_a_table_that_reboots(line: Bench) -> None:
    for time_ in (1, 2, 3):
        line.report(30)
        line.device.reboot()
        line.wait_up(time_ + 1)
        line.report(30)  # under numbers that the one before the restart has used
    line.settle()
    lost = line.check(most_lost=0)
    assert lost == set()
    assert [seen.sighting for _, seen in line.observations if isinstance(seen.sighting, LinkDown)] == [
        LinkDown("the table restarted")
    ] * 3


def test_a_table_that_comes_back_under_another_number(
    port_named: PortMaker, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other_port = port_named("tty-1")
    other_port.open()  # a TCP port has its number only now
    other_url = other_port.url
    other_port.close()
    first = port_named("tty-0")
    candidates = [str(tmp_path / "tty-*"), *([other_url] if "://" in other_url else [])]
    with bench(first, caplog, SEED, candidates=candidates) as line:
        line.wait_up()
        line.report(5)
        line.device.unplug()
        line.wait_down()
        line.port.inner = other_port
        with VirtualDevice(first, identity("0099")) as stranger:  # another table gets its old port
            line.device.plug()
            line.wait_up(2)
            line.report(5)
            line.settle()
            assert stranger.url == first.url
            assert line.link.figures().strangers >= 1
        assert line.statuses[-1].state is LinkState.UP
        assert f"on {other_url}, serial number 0042" in line.statuses[-1].line
        names = [seen.sighting.serial_number for _, seen in line.observations if isinstance(seen.sighting, LinkUp)]
        assert names == ["0042", "0042"]
        line.check(most_lost=5)


@contextmanager
def gps(port: DevicePort) -> Iterator[None]:
    """A device that is no table: it speaks once in a while, whatever it hears."""
    stopping = threading.Event()
    port.open()

    def speak() -> None:
        while not stopping.wait(0.02):
            if port.read() is not None:
                port.write(b"$GPRMC,162254.00,A,3723.02837,N*7C\r\n")

    thread = threading.Thread(target=speak)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
        port.close()


def test_a_wrong_device_is_refused_by_what_it_says(line: Bench) -> None:
    line.report(5)
    line.device.unplug()
    line.wait_down()
    with gps(line.port.inner):
        line.wait(lambda: any("GPRMC" in status.line for status in line.statuses))
    line.device.plug()
    line.wait_up(2)
    line.report(5)
    line.settle()
    line.check(most_lost=1)
    (told,) = {status.line for status in line.statuses if "GPRMC" in status.line}
    assert "answers, but not as a tablebridge table" in told
    assert "check link.port, or name the adapter" in told


class FastTime:
    """Milliseconds that can be made to pass `speed` times faster."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at_ms, self._real_s, self._speed = 0.0, time.monotonic(), 1.0

    def __call__(self) -> float:
        with self._lock:
            return self._at_ms + (time.monotonic() - self._real_s) * 1000 * self._speed

    def run(self, speed: float) -> None:
        now_ms = self()
        with self._lock:
            self._at_ms, self._real_s, self._speed = now_ms, time.monotonic(), speed


def test_a_tcp_connection_that_is_half_open_for_ten_minutes(caplog: pytest.LogCaptureFixture) -> None:
    now_ms = FastTime()
    with bench(TcpPort(), caplog, SEED, monotonic_ms=now_ms) as line:
        line.wait_up()
        line.report(10)
        began_ms = now_ms()
        line.port.void = True  # both ends think that they are connected
        now_ms.run(150)
        line.wait_down()
        assert now_ms() - began_ms < 600_000
        while now_ms() - began_ms < 600_000:
            line.report(1, pause_s=0.05)
        now_ms.run(1)
        downs = [status.line for status in line.statuses if status.state is LinkState.DOWN]
        line.port.void = False
        line.wait_up(2)
        line.report(10)
        line.settle()
        lost = line.check(most_lost=len(line.sent))
        assert min(lost) > 10
        assert max(lost) <= len(line.sent) - 10
        assert line.count(LinkDown) == 1
        # told once each, however often it was tried: silence, an open port that does not answer, one that is not served
        assert len(downs) == len(set(downs)) <= 3
        assert "has not been heard for" in downs[0]


def test_an_adapter_that_echoes(port_named: PortMaker, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    capture = tmp_path / "line.cap"
    with bench(port_named("tty-0"), caplog, SEED, capture=capture) as line:
        line.port.echo = True
        line.wait_up()
        line.report(60)
        line.settle()
        assert line.check(most_lost=0) == set()
        figures = line.link.figures()
        assert figures.echoes >= 60
        assert (figures.duplicates, figures.missing, figures.corrupted) == (0, 0, 0)
    sent = sum(len(entry.data) for entry in entries(capture) if entry.mark is Mark.TO_TABLE)
    assert sent < 60 * 20  # nothing answers an echo


@pytest.mark.parametrize("seed", [1, 2])
def test_one_byte_in_a_hundred_is_wrong_each_way(
    port_named: PortMaker, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    with bench(port_named("tty-0"), caplog, seed) as line:
        line.port.noise = 0.01
        line.wait_up()
        line.report(120, pause_s=0.02)
        line.settle()
        line.check(most_lost=4)  # a report is lost when four tries in a row are damaged, one in some thousand
        figures = line.link.figures()
        assert figures.corrupted > 0
        assert figures.duplicates > 0  # acks were damaged too, and reports came again


@pytest.mark.parametrize("seed", [3, 4])
def test_an_evening_of_everything(port_named: PortMaker, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    chance = random.Random(seed)
    with bench(port_named("tty-0"), caplog, seed) as line:
        line.wait_up()
        for fault in chance.sample(["pull", "cut", "reboot", "noise", "echo", "hang"], 6):
            ups = line.count(LinkUp)
            line.report(chance.randrange(3, 15))
            match fault:
                case "pull":
                    line.device.unplug()
                case "cut":
                    line.port.cut_after = chance.randrange(1, 13)
                    line.pull_when_cut()
                case "reboot":
                    line.device.reboot()
                case "noise":
                    line.port.noise = 0.01
                case "echo":
                    line.port.echo = True
                case "hang":
                    line.device.hang()
            if fault in ("pull", "cut", "hang"):
                line.wait(lambda: line.statuses[-1].state is LinkState.DOWN)
                line.report(2)
                line.device.hang(False)
                line.device.plug()
            if fault in ("pull", "cut", "hang", "reboot"):
                line.wait_up(ups + 1)
            line.report(chance.randrange(3, 15))
        line.settle()
        line.check(most_lost=40)
        assert line.statuses[-1].state is LinkState.UP


def test_two_links_that_have_each_other_s_port_find_their_tables(tmp_path: Path) -> None:
    """The cables of two tables were swapped while the daemon was off."""
    seen: dict[str, list[str]] = {"a": [], "b": []}
    changed = threading.Condition()

    def listener(name: str) -> Callable[[object], None]:
        def take(observation: object) -> None:
            sighting = getattr(observation, "sighting", None)
            if isinstance(sighting, LinkUp):
                with changed:
                    seen[name].append(sighting.serial_number)
                    changed.notify_all()

        return take

    with (
        VirtualDevice(PtyPort(tmp_path / "tty-0"), identity("B")),
        VirtualDevice(PtyPort(tmp_path / "tty-1"), identity("A")),
    ):
        links = [
            TableLink(
                LinkConfig(
                    port=str(tmp_path / port), serial_number=name.upper(), candidates=(str(tmp_path / "tty-*"),)
                ),
                name,
                listener(name),
                lambda status: None,
                TableClock(),
                backoff=Backoff(0.05, 0.2),
            )
            for name, port in (("a", "tty-0"), ("b", "tty-1"))
        ]
        for link in links:
            link.start()
        with changed:
            found = changed.wait_for(lambda: bool(seen["a"] and seen["b"]), 60)
        for link in links:
            link.stop()
    assert found
    assert seen == {"a": ["A"], "b": ["B"]}
