"""Virtual table, real Mosquitto and daemon as processes of their own, over a pseudo-terminal and an MJPEG address."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SHORT_HAND = 57
"""A seed whose hand has a pon and a win, and ends after some forty events."""


def give_broker(config: Path, port: int) -> None:
    """Adds the broker to the configuration that `simulate` wrote; any free port for the pages."""
    text = config.read_text(encoding="utf-8")
    config.write_text(
        text.replace("[[table]]", f"[mqtt]\nport = {port}\n[web]\nport = 0\n[[table]]", 1), encoding="utf-8"
    )


def simulate(start: Callable[..., Any], folder: Path, seed: int) -> Any:
    table = start(
        "simulate",
        *("simulate", "--seed", seed, "--hands", 1, "--speed", 0, "--port", "tty-table", "--camera", "127.0.0.1:0"),
        *("--truth", "truth.jsonl", "--config", "table.toml"),
    )
    table.says("wrote table.toml")
    return table


@pytest.mark.end_to_end
@pytest.mark.broker
def test_a_hand_is_followed_to_a_subscriber_and_a_killed_daemon_goes_on_where_the_journal_ends(
    start: Callable[..., Any], mosquitto_port: int, tmp_path: Path
) -> None:
    """In lockstep the table waits while nobody watches, so the second daemon finds the hand as the first left it."""
    table = simulate(start, tmp_path, SHORT_HAND)
    give_broker(tmp_path / "table.toml", mosquitto_port)
    first = start("first", "--log", "debug", "run", "-c", "table.toml")
    wait_for_journal(tmp_path / "virtual.db", 10, first)
    first.kill()
    before = journal(tmp_path / "virtual.db")
    second = start("second", "run", "-c", "table.toml", "--hands", 1, "--score-against", "truth.jsonl", "--json")
    code = second.ends()
    after = journal(tmp_path / "virtual.db")
    assert after[: len(before)] == before
    assert [sequence for sequence, _ in after] == list(range(1, len(after) + 1))
    assert after[-1][1] == "settled"
    summary = json.loads(second.stdout)
    events = summary["events"]
    assert events["extra"] == 0, summary["differences"]
    # what the first one's broker had confirmed is not told again
    assert events["right"] >= 0.95 * (events["expected"] - len(before)) > 20, summary["differences"]
    assert code == (0 if events["missing"] == 0 else 1)
    assert summary["latency_ms"]["p50"] > 0
    assert table.ends(60) == 0


@pytest.mark.end_to_end
@pytest.mark.broker
def test_ctrl_c_ends_the_daemon_with_an_intact_journal(
    start: Callable[..., Any], mosquitto_port: int, tmp_path: Path
) -> None:
    simulate(start, tmp_path, SHORT_HAND)
    give_broker(tmp_path / "table.toml", mosquitto_port)
    daemon = start("run", "run", "-c", "table.toml")
    wait_for_journal(tmp_path / "virtual.db", 10, daemon)
    assert daemon.interrupt() == 0
    entries = journal(tmp_path / "virtual.db")
    assert [sequence for sequence, _ in entries] == list(range(1, len(entries) + 1))
    assert "Traceback" not in daemon.stderr


def journal(path: Path) -> list[tuple[int, str]]:
    """Sequence and type of every entry, after SQLite has checked the file."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return list(connection.execute("SELECT sequence, type FROM entries ORDER BY sequence"))


def wait_for_journal(path: Path, entries: int, daemon: Any) -> None:
    for _ in range(4800):
        if path.exists() and count(path) >= entries:
            return
        assert daemon.running, daemon.stderr
        time.sleep(0.05)
    raise AssertionError(f"no {entries} entries in the journal:\n{daemon.stderr[-3000:]}")


def count(path: Path) -> int:
    try:
        with sqlite3.connect(path) as connection:
            return int(connection.execute("SELECT count(*) FROM entries").fetchone()[0])
    except sqlite3.OperationalError:  # the daemon is still laying the tables
        return 0
