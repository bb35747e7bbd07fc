"""Counts and seeds on a command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable

__all__ = ["MOST", "at_least", "whole_number"]

MOST = 10**12
"""More than anyone waits for."""


def at_least(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number, `least` or more; what is none is one line and exit code 2."""

    def read(text: str) -> int:
        number = whole_number(text)
        if number is None or number < least:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from {least} to {MOST}")
        return number

    return read


def whole_number(text: str) -> int | None:
    """The number that plain digits are, `MOST` at most; None for anything else, such as another script's digits.

    >>> whole_number("42"), whole_number("-1"), whole_number("\\u0664\\u0662"), whole_number("9" * 5000)
    (42, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST))):
        return None
    number = int(text)
    return number if number <= MOST else None
