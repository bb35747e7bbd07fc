"""`tablebridge console`: what the referee's console needs besides its section in the configuration."""

from __future__ import annotations

import argparse
import getpass
import sys

import msgspec

from tablebridge.config.console_password import hash_password
from tablebridge.config.texts import Name
from tablebridge.errors import UsageError

__all__ = ["add_parser", "password"]

_EXAMPLE = """example:
  tablebridge console password lee                       asks twice, prints the line for [console.referees]
  tablebridge console password lee --file < secret.txt >> referees   the same for console.referee_file
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "console",
        help="the referee's console: who may log in",
        description="The console itself is served by `run`, once its section names a referee (docs/console.md).",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    made = inner.add_parser(
        "password",
        help="the line by which a referee's password is checked",
        description="Asks for a password and prints what the daemon keeps of it. The password itself is kept nowhere. "
        "Without a terminal it is the first line of stdin.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("name", help="the referee's name: letters, digits, - and _")
    made.add_argument("--file", action="store_true", help="as a line of console.referee_file, not of the TOML file")
    made.set_defaults(run=password)


def password(args: argparse.Namespace) -> int:
    """Prints the line."""
    try:
        name = msgspec.convert(args.name, Name)
    except msgspec.ValidationError as error:
        raise UsageError(
            f"{args.name!r} cannot be a referee's name", "console password", "use up to 64 letters, digits, - or _"
        ) from error
    try:
        line = hash_password(_ask())
    except (ValueError, UnicodeDecodeError) as error:
        raise UsageError(f"{error}", "console password", "choose another") from error
    print(f"{name}:{line}" if args.file else f'{name} = "{line}"')
    return 0


def _ask() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass("password: ")
    if first != getpass.getpass("again: "):
        raise UsageError("the two are not the same", "console password", "type it once more")
    return first
