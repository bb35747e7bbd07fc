"""A parser that says what is wrong with a command line in one line, and takes no empty word for a value."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

__all__ = ["OneLineParser", "say_in_one_line"]


def say_in_one_line(what: object) -> None:
    """Tells on stderr what is wrong; what a user called a thing may hold a line's end."""
    print(f"tablebridge: {' '.join(str(what).splitlines())}", file=sys.stderr)


class OneLineParser(argparse.ArgumentParser):
    """As its base, for the program and for each of its commands. Bad use is exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Says it on stderr: what, and where help is."""
        self.exit(2, f"tablebridge: {' '.join(message.split())} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As its base; a command takes no word that it does not know."""
        words = sys.argv[1:] if args is None else list(args)
        is_command = self._subparsers is None
        if is_command:
            self._refuse_empty(words)
        known, unknown = super().parse_known_args(words, namespace)
        if is_command and unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown

    def _refuse_empty(self, words: list[str]) -> None:
        """A word with nothing in it is a variable that was not set: every option would make something else of it, such
        as the folder one is in, the first of several, or all."""
        for before, word in zip(["", *words], words, strict=False):
            option, equals, value = word.partition("=")
            if word.startswith("--") and equals and not value.strip():
                self.error(f"nothing is given for {option}")
            if not word.strip():
                self.error(f"nothing is given for {before}" if before.startswith("-") else "an empty word is no value")
