"""The page of all commands, from their parsers: `python -m tablebridge.cli.page [--write docs/cli.md]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tablebridge.cli import parser

__all__ = ["page"]


def page() -> str:
    """The page in Markdown. Made from what the parsers hold, not from `--help`, which differs between Pythons."""
    top = parser()
    lines = [
        "# Command line",
        "",
        "Made by `python -m tablebridge.cli.page --write docs/cli.md`; a test keeps it true.",
        "Exit codes: 0 fine, 1 found something wrong, 2 bad use or nowhere to print to (one line on stderr), 130",
        "ended by Ctrl-C. Once `run`, `simulate`, `demo` or `publish` works, Ctrl-C ends it in order, with 0 or 1.",
        "",
    ]
    lines += _options(top)
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                lines += _command(f"tablebridge {name}", command)
    return "\n".join(lines).rstrip() + "\n"


def _command(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    yield from (f"## `{name}`", "", command.description or "", "")
    yield from _options(command)
    if command.epilog:
        yield from ("```", *command.epilog.strip().splitlines(), "```", "")
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner, parser_ in action.choices.items():
                yield from _command(f"{name} {inner}", parser_)


def _options(command: argparse.ArgumentParser) -> Iterator[str]:
    rows = [
        f"| {_spelling(action)} | {_meaning(action)} |"
        for action in command._actions
        if not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    ]
    if rows:
        yield from ("| option | meaning |", "|---|---|", *rows, "")


def _spelling(action: argparse.Action) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    value = "" if isinstance(value, tuple) else value
    shown = f"`{value}`".replace("|", "\\|") if value and action.nargs != 0 else ""
    return " ".join(part for part in (names, shown) if part)


def _meaning(action: argparse.Action) -> str:
    text = (action.help or "").replace("|", "\\|")
    if action.choices:
        text += f" ({', '.join(map(str, action.choices))})"
    return text + (" — required" if action.required and action.option_strings else "")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        Path(sys.argv[2]).write_text(page(), encoding="utf-8")
    else:
        print(page())
