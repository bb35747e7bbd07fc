"""`tablebridge publish`: a recorded evening to a broker, as a daemon with a table would publish it."""

from __future__ import annotations

import argparse
import json
import logging
import math
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablebridge.cli.evening_stage import Stage
from tablebridge.cli.publish_broker import add_broker_arguments, broker_of
from tablebridge.cli.stop_request import StopRequest
from tablebridge.errors import UsageError
from tablebridge.mqtt.last_told import last_told
from tablebridge.records.recording import Recording, read_recording, shipped_evenings

__all__ = ["add_parser", "run"]

_log = logging.getLogger(__name__)

_FIRST = "riichi"
_FASTEST = 10_000.0
_LAST_PORT = 65_535

_EXAMPLE = """example:
  tablebridge publish                                        four hands of riichi to the broker on this machine
  tablebridge publish taiwan --speed 20 --loop               for ever, twenty times as fast
  tablebridge publish sichuan --broker mqtt://hall.local --table table-1
  tablebridge publish riichi -c table.toml --table test-1    the broker of a configuration, with login and TLS
  tablebridge publish --speed 5 --loop --pages 8765          and the pages, at http://127.0.0.1:8765/overlay
  tablebridge publish --list
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "publish",
        help="a recorded evening to a broker, for development without a table",
        description="Publishes a recorded evening to a broker as a daemon with a table would: status, state, events, "
        "live topics, health, with new ids and times. See docs/integrators.md.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("evening", nargs="?", metavar="EVENING", help=f"a name that --list shows, or a file ({_FIRST})")
    parser.add_argument("--list", action="store_true", help="show the evenings that come with the program")
    add_broker_arguments(parser)
    parser.add_argument("--table", default="rehearsal", metavar="NAME", help="published as this table (rehearsal)")
    parser.add_argument("--speed", type=float, default=1.0, help="1 = real time, 0 = as fast as it goes (default 1)")
    parser.add_argument("--loop", action="store_true", help="begin again at the end, until Ctrl-C")
    parser.add_argument("--violations", action="store_true", help="also flags, which a referee's program reads")
    parser.add_argument(
        "--home-assistant", action="store_true", help="announce the table to Home Assistant, until the command ends"
    )
    parser.add_argument("--keep-device", action="store_true", help="the same, and leave the device there")
    parser.add_argument("--pages", type=int, metavar="PORT", help="also serve overlay and scoreboard on this port")
    parser.add_argument("--json", action="store_true", help="print one JSON document at the end, or of --list")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Publishes until the evening is over, or for ever; returns 1 when the broker has not confirmed all of it."""
    if args.list and args.evening is not None:
        raise UsageError(f"{args.evening} beside --list", "the command line", "give one of them")
    if args.list:
        _list(as_json=args.json)
        return 0
    if not 0 <= args.speed <= _FASTEST:  # NaN, too
        raise UsageError(f"--speed {args.speed:g}", "the command line", f"give 0 to {_FASTEST:g}")
    if args.pages is not None and not 0 <= args.pages <= _LAST_PORT:
        raise UsageError(f"--pages {args.pages}", "the command line", f"give a port, 0 to {_LAST_PORT}")
    evening = _FIRST if args.evening is None else args.evening
    recording = _find(evening)
    address = broker_of(args)
    after = last_told(address, args.table)
    stopping = StopRequest.of_signals()
    stage = Stage(
        recording,
        args.table,
        address,
        session=secrets.token_hex(6),
        after=after,
        violations=args.violations,
        home_assistant=args.home_assistant or args.keep_device,
        keep_device=args.keep_device,
        pages_port=args.pages,
    )
    # who plays for ever waits for ever
    patience = {"patience_s": math.inf} if args.loop else {}
    with stage:
        if stage.pages is not None:
            _log.info("overlay at %s/overlay, scoreboard at %s/scoreboard", stage.pages.address, stage.pages.address)
        while not stopping.is_set():
            if not stage.play(args.speed, stopping.wait, **patience) or not args.loop:
                break
            stopping.wait(stage.pause_s(args.speed))
        stage.settle(stopping.wait)
    # taking leave sends what it can, too
    if stage.unconfirmed:
        line = "events that the broker has not confirmed: %d, at %s (start it, and publish the evening once more)"
        _log.warning(line, stage.unconfirmed, address)
    said = _Said(evening, args.table, stage.evenings, stage.events, stage.unconfirmed)
    print(json.dumps(asdict(said)) if args.json else said.line())
    return 1 if stage.unconfirmed else 0


@dataclass(frozen=True, slots=True)
class _Said:
    """What was done: `events` are those that the broker has confirmed, and `unconfirmed` those that it has not."""

    evening: str
    table: str
    evenings: int
    events: int
    unconfirmed: int

    def line(self) -> str:
        not_confirmed = f", {self.unconfirmed} not confirmed" if self.unconfirmed else ""
        times = "" if self.evenings == 1 else f", {self.evenings} times to its end"
        return f"{self.evening}: {self.events} events published as table {self.table}{not_confirmed}{times}"


def _find(name: str) -> Recording:
    shipped = shipped_evenings()
    if name in shipped:
        return read_recording(shipped[name])
    path = Path(name)
    if not os.path.exists(path) and path.suffix != ".gz":  # false of a name that is too long, too
        raise UsageError("no recorded evening of that name", name, f"there are {', '.join(shipped)}, or give a file")
    return read_recording(path)


def _list(*, as_json: bool) -> None:
    evenings: list[dict[str, Any]] = []
    for name, path in shipped_evenings().items():
        recording = read_recording(path)
        evenings.append(
            {
                "name": name,
                "title": recording.header.title,
                "rulebook": recording.header.rulebook,
                "seconds": round(recording.length_s),
                "events": recording.types,
            }
        )
    if as_json:
        print(json.dumps({"evenings": evenings}, ensure_ascii=False))
        return
    for one in evenings:
        minutes, seconds = divmod(one["seconds"], 60)
        print(f"{one['name']:<10} {one['title']} ({one['rulebook']}, {minutes}:{seconds:02d}, ", end="")
        print(f"{sum(one['events'].values())} events)")
