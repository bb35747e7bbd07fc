"""`tablebridge bench`: the figures of docs/benchmarks.md about following whole hands."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tablebridge.child import ends_with_parent
from tablebridge.cli.books import read_book
from tablebridge.cli.simulate import check_disturb, check_play
from tablebridge.errors import UsageError

__all__ = ["add_parser", "run"]

_READY_S = 60.0

_EXAMPLE = """example:
  tablebridge bench --seeds 1-10              three processes and Mosquitto, as fast as the camera is watched
  tablebridge bench --seeds 1-3 --speed 1     in real time, as a live table plays
  tablebridge bench --rulebook sichuan-bloody --seeds 1-5 --hands 4 --disturb sleeve,knock,push
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "bench",
        help="follow simulated hands and count what was right",
        description="For every seed: `simulate`, a real Mosquitto and `run` as three processes over a pseudo-terminal "
        "and an MJPEG address; what a subscriber heard is compared with the truth.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rulebook", default="riichi-league-tw", help="which rules are played")
    parser.add_argument("--seeds", default="1-10", metavar="A-B", help="one seed or a range (default 1-10)")
    parser.add_argument("--hands", type=int, default=1, help="how many hands a seed (default 1)")
    parser.add_argument("--disturb", metavar="NAME[,NAME]", default="", help="what happens besides, as of `simulate`")
    parser.add_argument("--speed", type=float, default=0.0, help="table seconds a second; 0 = as fast as it goes")
    parser.add_argument("--style", choices=["japanese", "chinese"], default="japanese", help="tile faces of the table")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays some hands a seed; returns 1 when less than 95 % of one seed was right, or anything was invented, or
    anybody was accused."""
    seeds = _seeds(args.seeds)
    check_play("bench", seeds[0], args.hands, args.speed)
    check_disturb("bench", args.disturb)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)  # its children and their folder go first in both cases
    read_book(args.rulebook)
    rows = []
    for seed in seeds:
        rows.append(_follow(args, seed))
        if not args.json:
            if len(rows) == 1:
                print(f"| seed | {' | '.join(_COLUMNS)} | median ms | 95 % ms | frames | seconds |")
                print("|---" * (len(_COLUMNS) + 5) + "|")
            print(_line(seed, rows[-1]), flush=True)
    if args.json:
        print(json.dumps({"seeds": seeds, "speed": args.speed, "hands": rows}))
    elif len(rows) > 1:
        print(_total(rows))
    return 0 if all(_good(row) for row in rows) else 1


def _seeds(text: str) -> list[int]:
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise UsageError("not a seed or a range of seeds", f"--seeds {text}", "write 7 or 1-10")
    return list(range(int(match[1]), int(match[2] or match[1]) + 1))


_COLUMNS = ("events", "right", "missing", "extra", "late", "hands whole", "false alarms")


def _counts(row: dict[str, Any]) -> list[int]:
    """What `_COLUMNS` name."""
    events = [row["events"][name] for name in ("expected", "right", "missing", "extra", "late")]
    return [*events, row["hands_whole"], row["violations"]["false_alarms"]]


def _good(row: dict[str, Any]) -> bool:
    expected, right, _, extra, _, _, false_alarms = _counts(row)
    return right >= 0.95 * expected and extra == false_alarms == 0


def _line(seed: int, row: dict[str, Any]) -> str:
    latency = row["latency_ms"]
    cells = [seed, *_counts(row), latency["p50"], latency["p95"], row["frames"], row["seconds"]]
    return "| " + " | ".join(map(str, cells)) + " |" + "".join(f"\n  {line}" for line in row["differences"])


def _total(rows: list[dict[str, Any]]) -> str:
    counts = [sum(column) for column in zip(*map(_counts, rows), strict=True)]
    spent = [sum(row["frames"] for row in rows), round(sum(row["seconds"] for row in rows), 1)]
    return "| " + " | ".join(map(str, ["all", *counts, "", "", *spent])) + " |"


def _follow(args: argparse.Namespace, seed: int) -> dict[str, Any]:
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablebridge-bench-")))
        port = opened.enter_context(_mosquitto(folder))
        table_command = ["simulate", "--rulebook", args.rulebook, "--seed", seed, "--hands", args.hands]
        table_command += ["--speed", args.speed, "--style", args.style]
        table_command += ["--disturb", args.disturb] if args.disturb else []
        table_command += ["--port", "tty-table", "--camera", "127.0.0.1:0"]
        table_command += ["--truth", "truth.jsonl", "--config", "table.toml"]
        table = opened.enter_context(_child(folder, "simulate", table_command))
        config = folder / "table.toml"
        _await(config.exists, table, folder / "simulate.log")
        text = config.read_text(encoding="utf-8")
        top = f"[mqtt]\nport = {port}\n[web]\nport = 0\n[[table]]"
        config.write_text(text.replace("[[table]]", top, 1), encoding="utf-8")
        daemon = ["run", "-c", "table.toml", "--hands", args.hands, "--score-against", "truth.jsonl", "--json"]
        running = opened.enter_context(_child(folder, "run", daemon))
        said, _ = running.communicate()
        if running.returncode not in (0, 1) or not said.strip():
            raise UsageError("the daemon ended early", f"seed {seed}", _last_line(folder / "run.log"))
        summary: dict[str, Any] = json.loads(said)
        return summary | {"seed": seed}


@contextmanager
def _child(folder: Path, name: str, arguments: list[Any]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tablebridge", "--log", "warning", *map(str, arguments)]
    with (folder / f"{name}.log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,  # Ctrl-C is for the bench, which ends its children itself, one after the other
            preexec_fn=ends_with_parent(),
        )
    try:
        yield process
    finally:
        _end(process)


@contextmanager
def _mosquitto(folder: Path) -> Iterator[int]:
    program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if program is None:
        raise UsageError("Mosquitto is not installed", "bench", "apt-get install mosquitto")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    (folder / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
    with (folder / "mosquitto.log").open("wb") as log:
        broker = subprocess.Popen(
            [program, "-c", folder / "mosquitto.conf"],
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=ends_with_parent(),
        )
    try:
        _await(lambda: _answers(port), broker, folder / "mosquitto.log")
        yield port
    finally:
        _end(broker)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _await(ready: Any, process: subprocess.Popen[Any], log: Path) -> None:
    deadline_s = time.monotonic() + _READY_S
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline_s:
            raise UsageError("a part of the bench did not start", log.stem, _last_line(log))
        time.sleep(0.05)


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def _end(process: subprocess.Popen[Any]) -> None:
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
