"""Programs that start others leave none of them behind, however they end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import wait_for


def marked(folder: Path) -> list[int]:
    """The processes whose command line or working folder names that folder; the test's own programs live there."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace")
            where = os.readlink(process / "cwd")
            state = (process / "stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:  # it has ended, or is somebody else's
            continue
        if state != "Z" and (str(folder) in command or where.startswith(str(folder))):
            found.append(int(process.name))
    return found


def all_there(folder: Path, count: int, whom: str) -> None:
    """A program that was started is seen a moment after its log file, so this waits for it, too."""
    wait_for(lambda: True if len(marked(folder)) >= count else None, whom, 60, lambda: str(marked(folder)))


def all_gone(folder: Path) -> None:
    wait_for(lambda: True if not marked(folder) else None, "the children to end", 40, lambda: str(marked(folder)))


@pytest.mark.end_to_end
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=lambda number: number.name)
def test_no_part_of_a_demonstration_outlives_it(
    number: signal.Signals, start: Callable[..., Any], tmp_path: Path
) -> None:
    demo = start("demo", "demo", "--headless", "--speed", 1, "--folder", tmp_path / "demo")
    demo.says("overlay at", 90)
    all_there(tmp_path, 3, "demo, broker and virtual table")
    demo.send(number)
    all_gone(tmp_path)
    assert "Traceback" not in demo.stderr


@pytest.mark.end_to_end
@pytest.mark.broker
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_bench_that_is_stopped_ends_its_children_and_removes_their_folder(
    number: signal.Signals, start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    bench = start("bench", "bench", "--seeds", 3, "--speed", 1)
    wait_for(lambda: next((tmp_path / "tmp").glob("*/run.log"), None), "the daemon", 90, lambda: bench.stderr)
    all_there(tmp_path, 4, "bench, Mosquitto, virtual table and daemon")
    bench.send(number)
    assert bench.ends(60) == 130
    all_gone(tmp_path)
    assert bench.stderr == ""
    assert list((tmp_path / "tmp").iterdir()) == []
