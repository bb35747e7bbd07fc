"""`tablebridge demo`: the whole product on one machine with nothing else."""

from __future__ import annotations

import argparse
import json
import logging
import os
import secrets
import subprocess
import sys
import tempfile
import time
import webbrowser
from contextlib import ExitStack
from pathlib import Path

import msgspec

from tablebridge.child import ends_with_parent
from tablebridge.cli.books import read_book
from tablebridge.cli.flags_told import flags_told
from tablebridge.cli.rehearsal import Rehearsal, Summary, read_truth
from tablebridge.cli.simulate import check_disturb, check_play
from tablebridge.cli.stop_request import StopRequest
from tablebridge.config import Config, ConsoleConfig, WebConfig, load
from tablebridge.config.console_password import hash_password
from tablebridge.daemon import Daemon
from tablebridge.errors import UsageError
from tablebridge.mqtt import EmbeddedBroker
from tablebridge.mqtt.listener import Listener
from tablebridge.sim.foul_scripts import DEMO_FOULS, fouls_of

__all__ = ["add_parser", "run"]

_log = logging.getLogger(__name__)

_FPS = 8.0
_TABLE_READY_S = 60.0
_QUIET_S = 90.0
"""So much real time without an event means that the demonstration hangs: a real table pauses, a simulated one not."""

_REFEREE = "referee"
_PASSWORD_BYTES = 6

_EXAMPLE = """example:
  tablebridge demo                                        opens the overlay and plays a hand in real time; says where
                                                          the referee's console is, and its password for this run
  tablebridge demo --headless --hands 1 --seed 7 --json   as fast as it goes, with a summary
  tablebridge demo --fouls                                each hand with a foul in it
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "demo",
        help="the whole product on this machine, with a simulated table",
        description="A virtual table on a real pseudo-terminal and a rendered camera, the daemon with the real model, "
        "an embedded broker, and the overlay in the browser.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rulebook", default="riichi-league-tw", help="which rules are played")
    parser.add_argument("--seed", type=int, default=7, help="same seed, same hands (default 7)")
    parser.add_argument("--hands", type=int, help="how many hands (default 1, with --fouls one for each)")
    parser.add_argument("--fouls", action="store_true", help="players commit a foul in each hand")
    parser.add_argument("--disturb", default="", metavar="NAME[,NAME]", help="as of `simulate`")
    parser.add_argument("--speed", type=float, help="1 = real time, 0 = as fast as it goes (default: 1, headless 0)")
    parser.add_argument("--style", choices=["japanese", "chinese"], default="japanese", help="tile faces of the table")
    parser.add_argument("--headless", action="store_true", help="open no page; end with the last hand")
    parser.add_argument("--web-port", type=int, help="where the overlay is served (default 8765, headless any free)")
    parser.add_argument("--folder", type=Path, help="keep journal, truth and broker here instead of a temporary folder")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Plays the hands; returns 1 when an event was missed or invented, or a foul not found."""
    stopping = StopRequest.of_signals()
    if args.speed is None:
        args.speed = 0.0 if args.headless else 1.0
    clauses = {script.clause for script in fouls_of(read_book(args.rulebook))} if args.fouls else set()
    args.foul = ",".join(clause for clause in DEMO_FOULS if clause in clauses)
    if args.hands is None:
        args.hands = args.foul.count(",") + 1
    _check(args)
    with ExitStack() as opened:
        folder = args.folder or Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tablebridge-demo-")))
        summary = _play(args, folder, opened, stopping)
    print(json.dumps(summary.document()) if args.json else "\n".join(summary.lines()))
    return 0 if summary.perfect else 1


def _check(args: argparse.Namespace) -> None:
    """What is wrong is said here, in the words of this command, and not by the table's process."""
    check_play("demo", args.seed, args.hands, args.speed)
    if args.web_port is not None and not 0 <= args.web_port <= 65535:
        raise UsageError(f"--web-port is {args.web_port}", "demo", "give 0 to 65535")
    check_disturb("demo", args.disturb)
    read_book(args.rulebook)
    if args.folder is not None:
        try:
            args.folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=args.folder).close()
        except OSError as error:
            reason = f"the folder cannot be used ({error.strerror})"
            raise UsageError(reason, str(args.folder), "give a folder that can be written") from error


def _play(args: argparse.Namespace, folder: Path, opened: ExitStack, stopping: StopRequest) -> Summary:
    broker = EmbeddedBroker(folder / "broker")
    broker.start()
    opened.callback(broker.stop)
    page_stays = not args.headless and sys.stdin.isatty()
    table = _VirtualTableProcess(args, folder, stays=page_stays)
    opened.callback(table.stop)
    password = None if args.headless else secrets.token_urlsafe(_PASSWORD_BYTES)
    config = _configuration(args, table.configuration(stopping), folder, password)
    daemon = Daemon(config, broker=broker.address)
    rehearsal = Rehearsal(args.hands)
    began = time.monotonic()
    opened.enter_context(Listener(broker.address, config.table[0].name, rehearsal.hear))
    opened.callback(daemon.stop)
    daemon.start()
    _show(args, f"{daemon.web.address}/overlay")
    if daemon.console is not None:  # not through the log, which may be kept: it has the password
        print(f"referee's console at {daemon.console.address}: name {_REFEREE}, password {password}", file=sys.stderr)
    rehearsal.wait(lambda: table.running and not stopping.is_set(), _QUIET_S)
    seconds = time.monotonic() - began
    if page_stays and not stopping.is_set():
        _log.info("the hand is over; the page stays until Ctrl-C")
        stopping.wait()
    daemon.stop()
    table.stop()
    truth = read_truth(folder / "truth.jsonl")
    played_s = max((float(row.facts["at_ms"]) for row in truth), default=0.0) / 1000
    comparison = rehearsal.compare(truth, args.speed or played_s / seconds, flags_told(config))
    return Summary(args.rulebook, args.seed, args.hands, comparison, daemon.frames, seconds)


def _configuration(args: argparse.Namespace, config: Config, folder: Path, password: str | None) -> Config:
    """With a console for the referee of this one run when there is a password."""
    port = args.web_port if args.web_port is not None else 0 if args.headless else WebConfig().port
    console = ConsoleConfig()
    if password is not None:
        console_port = console.port if args.web_port is None else 0
        console = ConsoleConfig(port=console_port, referees={_REFEREE: str(hash_password(password))})
    return msgspec.structs.replace(config, data=str(folder), web=WebConfig(port=port), console=console)


def _show(args: argparse.Namespace, address: str) -> None:
    _log.info("overlay at %s", address)
    has_screen = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not args.headless and has_screen:
        webbrowser.open(address)


class _VirtualTableProcess:
    """`tablebridge simulate` in a process of its own, as far from the daemon as a real table is."""

    def __init__(self, args: argparse.Namespace, folder: Path, *, stays: bool) -> None:
        """With `stays` it is there for as long as the daemon is, so that the page shows no broken wires at the end."""
        self._config = folder / "table.toml"
        try:
            self._config.unlink(missing_ok=True)
        except OSError as error:
            reason = f"the table's configuration cannot be written ({error.strerror})"
            raise UsageError(reason, str(self._config), "choose another --folder") from error
        command = [sys.executable, "-m", "tablebridge", "--log", "warning", "simulate"]
        command += ["--rulebook", args.rulebook, "--seed", str(args.seed), "--hands", str(args.hands)]
        command += ["--speed", str(args.speed), "--fps", str(_FPS), "--style", args.style]
        command += ["--port", str(folder / "tty-table"), "--camera", "127.0.0.1:0"]
        command += ["--truth", str(folder / "truth.jsonl"), "--config", str(self._config)]
        command += ["--foul", args.foul] if args.foul else []
        command += ["--disturb", args.disturb] if args.disturb else []
        command += ["--stay"] if stays else []
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=ends_with_parent()
        )

    @property
    def running(self) -> bool:
        """False when the table has played to its end."""
        return self._process.poll() is None

    def configuration(self, stopping: StopRequest) -> Config:
        """What the table says of itself once it stands. Raises `UsageError` when it does not come up."""
        deadline_s = time.monotonic() + _TABLE_READY_S
        while not self._config.exists():
            if stopping.is_set():
                raise KeyboardInterrupt
            if not self.running or time.monotonic() > deadline_s:
                raise UsageError("the virtual table did not start", "tablebridge simulate", "see the line above")
            time.sleep(0.05)
        return load(self._config)

    def stop(self) -> None:
        """Ends it; the truth is complete then."""
        if self.running:
            self._process.terminate()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
