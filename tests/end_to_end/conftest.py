"""Whole programs, started as a user starts them."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

PATIENCE_S = 420.0
T = TypeVar("T")


class Program:
    """A running `tablebridge …` with its output in files."""

    def __init__(self, folder: Path, name: str, *arguments: object) -> None:
        self.name = name
        self._out, self._err = folder / f"{name}.out", folder / f"{name}.err"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablebridge", *map(str, arguments)],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                cwd=folder,
                start_new_session=True,
            )

    @property
    def stdout(self) -> str:
        return self._out.read_text(encoding="utf-8")

    @property
    def stderr(self) -> str:
        return self._err.read_text(encoding="utf-8")

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def says(self, text: str, timeout_s: float = PATIENCE_S, *, times: int = 1) -> str:
        """Waits until stderr holds so many lines with that text and returns the last of them."""

        def line() -> str | None:
            lines = [line for line in self.stderr.splitlines() if text in line]
            return lines[times - 1] if len(lines) >= times else None

        return wait_for(line, f"{self.name} to say {text!r}", timeout_s, lambda: self.stderr)

    def ends(self, timeout_s: float = PATIENCE_S) -> int:
        """Waits for the end and returns the exit code."""
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.name} does not end; it said:\n{self.stderr[-3000:]}") from None

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self.ends(30)

    def send(self, number: signal.Signals) -> None:
        """Sends it that and does not wait."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Ends it without a chance to tidy up."""
        self._process.kill()
        self._process.wait()


def wait_for(probe: Callable[[], T | None], what: str, timeout_s: float, context: Callable[[], str]) -> T:
    """What `probe` gives once it gives anything."""
    deadline_s = time.monotonic() + timeout_s
    while (found := probe()) is None:
        if time.monotonic() > deadline_s:
            raise AssertionError(f"waited {timeout_s:.0f} s for {what}; so far:\n{context()[-3000:]}")
        time.sleep(0.05)
    return found


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """`start(name, *arguments)` runs a program; whatever still runs at the end of the test is killed."""
    programs: list[Program] = []

    def start_one(name: str, *arguments: object) -> Program:
        programs.append(Program(tmp_path, name, *arguments))
        return programs[-1]

    yield start_one
    for program in programs:
        if program.running:
            program.kill()


@pytest.fixture
def mosquitto_port(tmp_path: Path) -> Iterator[int]:
    """A real Mosquitto that everyone on this machine may use."""
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        pytest.fail("mosquitto is not installed: make setup-test brings it", pytrace=False)
    port = free_port()
    (tmp_path / "mosquitto.conf").write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n", encoding="utf-8"
    )
    with (tmp_path / "mosquitto.log").open("wb") as log:
        broker = subprocess.Popen([program, "-c", tmp_path / "mosquitto.conf"], stdout=log, stderr=log)
    wait_for(lambda: answers(port), "Mosquitto", 10, (tmp_path / "mosquitto.log").read_text)
    yield port
    broker.terminate()
    broker.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool | None:
    with socket.socket() as probe:
        return True if probe.connect_ex(("127.0.0.1", port)) == 0 else None
