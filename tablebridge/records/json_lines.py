"""JSON as strangers write it: a line is read whole, or the one reason why it is not read."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

__all__ = ["DEEPEST", "MOST_DIGITS", "LineError", "numbered", "read_object", "read_value"]

DEEPEST = 32
"""Lists and objects within each other: records have three levels, and a thousand are more than the stack takes."""

MOST_DIGITS = 40
"""Of a number: enough for any name that is one, and few enough that what is reckoned with it can be printed."""


class LineError(ValueError):
    """Why a line is not read, in a few words; the caller knows where it is."""


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers from 1."""
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def read_object(line: bytes) -> dict[str, Any]:
    """The object that a line of UTF-8 is. Raises `LineError`.

    >>> read_object(b'{"id": 7}')
    {'id': 7}
    """
    value = read_value(line)
    if not isinstance(value, dict):
        raise LineError("expected an object")
    return value


def read_value(line: bytes) -> Any:
    """The JSON value that a line of UTF-8 is: every number finite and short, every text whole, nothing too deep.

    Raises `LineError`.
    """
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_int=_integer, parse_float=_float, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise LineError(f"no UTF-8 at byte {error.start + 1}") from error
    except json.JSONDecodeError as error:
        raise LineError(f"no JSON ({error.msg} at column {error.colno})") from error
    except RecursionError as error:
        raise LineError(_too_deep()) from error
    # a line in UTF-8 without an escape holds no half of a character, and one with few brackets is not deep
    if b"\\u" in line or line.count(b"[") + line.count(b"{") > DEEPEST:
        _check(value, DEEPEST)
    return value


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise LineError(f"a number of {len(text)} digits, allowed are {MOST_DIGITS}")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise LineError("a number without end")
    return number


def _no_number(name: str) -> NoReturn:
    raise LineError(f"{name} is no number in JSON")


def _check(value: object, levels: int) -> None:
    """Raises `LineError` for a text that is no text, or more levels than are left."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise LineError(f"a text with half a character (\\u{ord(value[error.start]):04x})") from error
    elif isinstance(value, list | dict):
        if levels == 0:
            raise LineError(_too_deep())
        for one in value if isinstance(value, list) else (*value, *value.values()):
            _check(one, levels - 1)


def _too_deep() -> str:
    return f"lists and objects within each other, more than {DEEPEST} deep"
