"""`tablebridge link monitor`: what passes on a line, decoded, as it passes or as it was captured."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tablebridge.cli.link_capture import Deadline, add_watching, check_watching
from tablebridge.cli.one_line import say_in_one_line
from tablebridge.cli.stop_request import StopRequest
from tablebridge.errors import UsageError
from tablebridge.link.adapters import load_adapter
from tablebridge.link.capture import Entry, Mark, entries
from tablebridge.link.decoding import CORRUPTED, NOTE, UNKNOWN, Decoded, LineDecoder
from tablebridge.link.following import follow
from tablebridge.link.port import PortError, PortInUse
from tablebridge.link.watching import watch
from tablebridge_protocol.messages import MESSAGES

__all__ = ["add_parser"]

_NAMES = {*(message.NAME for message in MESSAGES), CORRUPTED, UNKNOWN, NOTE}

_EXAMPLE = """example:
  tablebridge link monitor /dev/ttyUSB0 --hide heartbeat,ack
  tablebridge link monitor --replay evening.cap --filter fault,corrupted --hex
  tablebridge link monitor --replay /var/lib/tablebridge/line.cap --follow     a running daemon's line: its link.capture
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "monitor",
        help="what passes on a line, decoded",
        description="A line a message: time, direction, sequence number, name, fields. It never takes a port from a "
        "running daemon; to watch that one, follow its capture.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("port", nargs="?", metavar="PORT", help="device or address, as link.port in the configuration")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="a capture instead of a port")
    parser.add_argument("--follow", action="store_true", help="with --replay: go on as the capture grows")
    parser.add_argument("--filter", metavar="NAMES", help="only these messages, separated by commas")
    parser.add_argument("--hide", metavar="NAMES", default="", help="all but these messages")
    parser.add_argument("--hex", action="store_true", help="the bytes, too")
    parser.add_argument("--json", action="store_true", help="one JSON document a line of output")
    add_watching(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints until it is to end; returns 1 when the port cannot be had, or frames were damaged in a replay."""
    if (args.port is None) == (args.replay is None):
        raise UsageError("nothing to watch, or two things", "link monitor", "give a PORT or --replay FILE")
    check_watching(args)
    stopping = Deadline(StopRequest.of_signals(), args.seconds)
    adapter = load_adapter(args.adapter) if args.adapter else None
    screen = _Screen(LineDecoder(adapter), _shown(args.filter, args.hide), hexadecimal=args.hex, documents=args.json)
    if args.replay is not None:
        for entry in follow(args.replay, stopping) if args.follow else entries(args.replay):
            screen.show(entry)
        print(screen.summary(), file=sys.stderr)
        return 1 if screen.seen[CORRUPTED] else 0
    try:
        watch(args.port, screen, stopping, _now_ms, listen=args.listen, adapter=adapter, baud=args.baud)
    except PortError as error:
        hint = "; a running daemon's line is watched by --replay its link.capture --follow"
        say_in_one_line(f"{error}{hint if isinstance(error, PortInUse) else ''}")
        return 2
    print(screen.summary(), file=sys.stderr)
    return 0


def _shown(wanted: str | None, hidden: str) -> frozenset[str]:
    """Raises `UsageError` for names that no message has."""
    only = _NAMES if wanted is None else set(_names(wanted, "--filter"))
    return frozenset(only - set(_names(hidden, "--hide")))


def _names(text: str, option: str) -> Iterator[str]:
    for name in filter(None, (word.strip() for word in text.split(","))):
        if name not in _NAMES:
            raise UsageError(f"no message is named {name}", option, f"write some of {', '.join(sorted(_NAMES))}")
        yield name


@dataclass
class _Screen:
    """Shows a line; takes it as a recorder of a live one, or entry by entry."""

    decoder: LineDecoder
    shown: frozenset[str]
    hexadecimal: bool
    documents: bool
    seen: Counter[str] = field(default_factory=Counter)
    began_ms: float = field(default_factory=lambda: _now_ms())

    def show(self, entry: Entry) -> None:
        for decoded in self.decoder.take(entry):
            self.seen[decoded.name] += 1
            if decoded.name in self.shown:
                print(json.dumps(decoded.document(), ensure_ascii=False) if self.documents else decoded, flush=True)
                self._show_bytes(decoded)

    def summary(self) -> str:
        """How many of each there were."""
        counts = ", ".join(f"{number} {name}" for name, number in sorted(self.seen.items()) if name != NOTE)
        return f"seen: {counts or 'nothing'}"

    def opened(self, url: str) -> None:
        self._now(Mark.NOTE, note=f"open {url}")

    def came(self, data: bytes) -> None:
        if data:
            self._now(Mark.FROM_TABLE, data)

    def sent(self, data: bytes) -> None:
        if data:
            self._now(Mark.TO_TABLE, data)

    def note(self, text: str) -> None:
        self._now(Mark.NOTE, note=text)

    def gone(self, reason: str) -> None:
        self._now(Mark.NOTE, note=f"gone {reason}")

    def close(self) -> None:
        """Nothing to close."""

    def _now(self, mark: Mark, data: bytes = b"", note: str = "") -> None:
        self.show(Entry(datetime.now(UTC), _now_ms() - self.began_ms, mark, data, note))

    def _show_bytes(self, decoded: Decoded) -> None:
        if self.hexadecimal and not self.documents and decoded.raw:
            print(f"{'':14}{decoded.raw.hex(' ')}", flush=True)


def _now_ms() -> float:
    return time.monotonic() * 1000
