"""The command line: a file a command, each with `add_parser(subparsers)` and `run(args) -> exit code`.

Exit codes: 0 fine, 1 found something wrong, 2 bad use (one line on stderr: what, where, what to do), 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version

from tablebridge import log
from tablebridge.cli.one_line import OneLineParser, say_in_one_line
from tablebridge.errors import UsageError

__all__ = ["main", "parser"]

COMMANDS = {
    "demo": "the whole product on this machine, with a simulated table",
    "run": "the daemon for one or more tables",
    "console": "the referee's console: who may log in",
    "link": "a table's serial line: ports, what passes on it, captures",
    "simulate": "a virtual table: serial port, camera and ground truth",
    "recognise": "tiles in any photograph or frame",
    "look": "what the camera sees, believes and holds back, live",
    "teach": "the table's own tiles, from a picture or a few of each",
    "score": "what a hand is worth, and who pays",
    "verify": "replay recorded games through the rules",
    "schema": "what is published over MQTT: JSON Schemas, AsyncAPI",
    "publish": "a recorded evening to a broker, for development without a table",
    "rules": "list, show, check and compare rulebooks",
    "bench": "follow simulated hands and count what was right",
}
"""What `--help` says of each; the modules themselves load OpenCV and the model's runtime, so only one of them is."""

_MOST_PIXELS = "200000000"
"""Larger pictures are refused before they take the memory: a small file may claim to be gigabytes of one colour."""


def parser(loaded: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of all commands. Those that are not `loaded` are known by name only, and nothing is imported."""
    top = OneLineParser(
        prog="tablebridge",
        description="Keeps the true record of an automatic mahjong table and puts it on the air.",
        epilog="Start with: tablebridge demo",
    )
    top.add_argument("--version", action="version", version=f"tablebridge {version('tablebridge')}")
    top.add_argument("--log", default="info", choices=["debug", "info", "warning", "error"], help="what goes to stderr")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    wanted = set(loaded)
    for name, does in COMMANDS.items():
        if name in wanted:
            import_module(f"tablebridge.cli.{name}").add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=does)
    return top


def main(arguments: list[str] | None = None, *, begin: Callable[[], None] = lambda: None) -> int:
    """Runs one command; returns its exit code. `begin` is called when all is loaded, before the command starts."""
    # OpenCV's own complaints are in its own words, and it reads this when it is loaded: our lines say the same
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", _MOST_PIXELS)
    try:
        return _flushed(lambda: _command(sys.argv[1:] if arguments is None else arguments, begin))
    except KeyboardInterrupt:
        return 130
    except _OutputLost as lost:
        _discard_output()
        if isinstance(lost.reason, BrokenPipeError):  # the reader of our output went away, as `| head` does
            return 0
        why = lost.reason.strerror or lost.reason
        print(f"tablebridge: cannot write: standard output ({why}; send it elsewhere)", file=sys.stderr)
        return 2


def _command(arguments: list[str], begin: Callable[[], None]) -> int:
    args = parser([word for word in arguments if word in COMMANDS][:1]).parse_args(arguments)
    log.set_up(args.log)
    begin()
    try:
        code: int = args.run(args)
    except UsageError as error:
        say_in_one_line(error)
        return 2
    return code


class _OutputLost(Exception):
    """Standard output takes nothing any more."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


def _flushed(act: Callable[[], int]) -> int:
    """Does something that prints, and writes out what it printed. Raises `_OutputLost` when that cannot be written."""
    try:
        code = act()
    except OSError:
        _flush(probe=True)  # whose error was it? standard output in trouble stays in trouble
        raise
    except BaseException:
        _flush()
        raise
    _flush()
    return code


def _flush(*, probe: bool = False) -> None:
    try:
        if sys.stdout is not None:  # None when the process was started with it closed
            sys.stdout.write("\n" if probe else "")
            sys.stdout.flush()
    except OSError as error:
        raise _OutputLost(error) from error


def _discard_output() -> None:
    """Lets the interpreter flush its last at exit without a complaint."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
