"""The command line: a file a command, each with `add_parser(subparsers)` and `run(args) -> exit code`.

Exit codes: 0 fine, 1 found something wrong, 2 bad use (one line on stderr: what, where, what to do).
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import version

from tablebridge import log
from tablebridge.cli import bench, demo, recognise, rules, run, score, simulate, verify
from tablebridge.errors import UsageError

__all__ = ["main", "parser"]

COMMANDS = (demo, run, simulate, recognise, score, verify, rules, bench)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    top = argparse.ArgumentParser(
        prog="tablebridge",
        description="Keeps the true record of an automatic mahjong table and puts it on the air.",
        epilog="Start with: tablebridge demo",
    )
    top.add_argument("--version", action="version", version=f"tablebridge {version('tablebridge')}")
    top.add_argument("--log", default="info", choices=["debug", "info", "warning", "error"], help="what goes to stderr")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; returns its exit code."""
    args = parser().parse_args(arguments)
    log.set_up(args.log)
    try:
        code: int = args.run(args)
    except UsageError as error:
        print(f"tablebridge: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output went away, as `| head` does
        sys.stderr.close()
        return 0
    return code
