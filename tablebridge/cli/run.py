"""`tablebridge run`: the daemon."""

from __future__ import annotations

import argparse
import json
import logging
import math
import time
from pathlib import Path

from tablebridge.cli.flags_told import flags_told
from tablebridge.cli.rehearsal import Rehearsal, Summary, read_truth
from tablebridge.cli.stop_request import StopRequest
from tablebridge.config import Config, load
from tablebridge.daemon import Daemon
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress
from tablebridge.mqtt.listener import Listener

__all__ = ["add_parser", "run"]

_log = logging.getLogger(__name__)

_EXAMPLE = """example:
  tablebridge run -c table.toml
  tablebridge run -c run/table.toml --hands 1 --score-against run/truth.jsonl --json     against `simulate`
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "run",
        help="the daemon for one or more tables",
        description="Watches the tables of a configuration until it is stopped (Ctrl-C or SIGTERM).",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-c", "--config", type=Path, required=True, metavar="FILE", help="see docs/configuration.md")
    parser.add_argument("--hands", type=int, metavar="N", help="stop after N hands have been settled")
    parser.add_argument("--score-against", type=Path, metavar="TRUTH", help="compare with the truth of `simulate`")
    parser.add_argument(
        "--patience", type=float, default=120.0, help="with --hands: give up after so many quiet seconds"
    )
    parser.add_argument("--json", action="store_true", help="with --hands: print one JSON document at the end")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Runs until stopped, or for so many hands; returns 1 when a rehearsal found a difference."""
    for option, is_given in (("--score-against", args.score_against), ("--json", args.json)):
        if is_given and args.hands is None:
            raise UsageError(f"{option} needs an end", "run", "say after how many hands with --hands N")
    if not 0 < args.patience < math.inf:  # NaN, too
        raise UsageError(f"--patience {args.patience:g}", "run", "give seconds, more than 0")
    if args.hands is not None and (args.hands < 1 or len((config := load(args.config)).table) != 1):
        raise UsageError("--hands counts the hands of one table", str(args.config), "give 1 or more, and one table")
    config = load(args.config)
    stopping = StopRequest.of_signals()
    if args.hands is not None:
        summary = _rehearse(args, config, stopping)
        print(json.dumps(summary.document()) if args.json else "\n".join(summary.lines()))
        return 0 if summary.perfect else 1
    daemon = Daemon(config)
    try:
        daemon.start()
        _log.info("overlay at %s/overlay", daemon.web.address)
        if daemon.console is not None:
            _log.info("referee's console at %s", daemon.console.address)
        stopping.wait()
    finally:
        daemon.stop()
    return 0


def _rehearse(args: argparse.Namespace, config: Config, stopping: StopRequest) -> Summary:
    """Runs for so many hands, listening at the broker as a scoreboard would."""
    table = config.table[0]
    rehearsal = Rehearsal(args.hands)
    daemon = Daemon(config)
    began = time.monotonic()
    try:
        with Listener(BrokerAddress.of(config.mqtt), table.name, rehearsal.hear):
            daemon.start()
            rehearsal.wait(lambda: not stopping.is_set(), args.patience)
    finally:
        daemon.stop()
    truth = read_truth(args.score_against) if args.score_against else []
    comparison = rehearsal.compare(truth, table.time_scale, flags_told(config) if truth else ())
    return Summary(table.rulebook, None, args.hands, comparison, daemon.frames, time.monotonic() - began)
