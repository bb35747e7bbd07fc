"""`tablebridge link capture`: keeps every byte of a line in a file."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from tablebridge.cli.one_line import say_in_one_line
from tablebridge.cli.stop_request import StopRequest
from tablebridge.errors import UsageError
from tablebridge.link.adapters import load_adapter
from tablebridge.link.capture import Capture
from tablebridge.link.port import BAUD, PortError
from tablebridge.link.watching import Stopping, watch

__all__ = ["MAX_BAUD", "MIN_BAUD", "Deadline", "add_parser", "add_watching", "check_watching"]

MIN_BAUD, MAX_BAUD = 300, 4_000_000
"""As `link.baud` in the configuration."""

_EXAMPLE = """example:
  tablebridge link capture /dev/ttyUSB0 evening.cap           until Ctrl-C
  tablebridge run -c table.toml                               a daemon does it with link.capture
"""


class Deadline:
    """To end on request, or after so many seconds."""

    def __init__(self, request: Stopping, seconds: float | None) -> None:
        self._request = request
        self._end_s = time.monotonic() + seconds if seconds is not None else None

    def is_set(self) -> bool:
        """Whether it is to end."""
        return self._request.is_set() or (self._end_s is not None and time.monotonic() >= self._end_s)

    def wait(self, timeout: float | None = None) -> bool:
        """Waits so long for it; False when it was not said in time."""
        if self._end_s is not None:
            left_s = max(0.0, self._end_s - time.monotonic())
            timeout = left_s if timeout is None else min(timeout, left_s)
        return self._request.wait(timeout) or self.is_set()


class _WhileWritten(Deadline):
    """Ends with the first trouble of the file, too: whoever captures shall not believe that he has it all."""

    def __init__(self, request: Stopping, seconds: float | None) -> None:
        super().__init__(request, seconds)
        self.troubles: list[str] = []

    def is_set(self) -> bool:
        """Whether it is to end."""
        return bool(self.troubles) or super().is_set()


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "capture",
        help="keep every byte of a line in a file",
        description="Asks who is there and writes down all bytes with time and direction; docs/link.md has the format.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("port", metavar="PORT", help="device or address, as link.port in the configuration")
    parser.add_argument("file", type=Path, metavar="FILE", help="written on where it exists")
    add_watching(parser)
    parser.add_argument("--mb", type=float, default=10.0, help="a file's bound; then it becomes FILE.1 (default 10)")
    parser.add_argument("--files", type=int, default=5, help="how many files are kept (default 5)")
    parser.set_defaults(run=run)


def add_watching(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a line that is watched live."""
    parser.add_argument("--seconds", type=float, help="end after so long (default: with Ctrl-C)")
    parser.add_argument("--listen", action="store_true", help="send nothing: neither question nor acknowledgement")
    parser.add_argument("--adapter", metavar="NAME|FILE.py", help="the table speaks this language, see docs/link.md")
    parser.add_argument("--baud", type=int, default=BAUD, help=f"bits a second (default {BAUD})")


def check_watching(args: argparse.Namespace) -> None:
    """Raises `UsageError` for numbers with which no line can be watched."""
    if args.seconds is not None and not 0 < args.seconds < math.inf:
        raise UsageError(f"no time to watch for: {args.seconds}", "--seconds", "give more than 0, or leave it out")
    if not MIN_BAUD <= args.baud <= MAX_BAUD:
        raise UsageError(f"no speed of a line: {args.baud}", "--baud", f"give {MIN_BAUD} to {MAX_BAUD}")


def run(args: argparse.Namespace) -> int:
    """Captures until it is to end; returns 2 when the port cannot be had or the file not be written."""
    check_watching(args)
    if not 0.01 <= args.mb <= 10_000 or not 1 <= args.files <= 1000:
        raise UsageError("the bounds make no sense", "link capture", "give --mb 0.01 to 10000 and --files 1 to 1000")
    adapter = load_adapter(args.adapter) if args.adapter else None
    stopping = _WhileWritten(StopRequest.of_signals(), args.seconds)
    bounds = {"most_bytes": int(args.mb * 1_000_000), "files": args.files}
    capture = Capture(args.file, _now_ms, tell=stopping.troubles.append, **bounds)
    try:
        watch(args.port, capture, stopping, _now_ms, listen=args.listen, adapter=adapter, baud=args.baud)
    except PortError as error:
        say_in_one_line(error)
        return 2
    if stopping.troubles:
        say_in_one_line(stopping.troubles[0])
        return 2
    return 0


def _now_ms() -> float:
    return time.monotonic() * 1000
