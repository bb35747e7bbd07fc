"""`[console]`: the referee's console, which is off until a referee is named."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec

from tablebridge.config.console_password import PasswordHash
from tablebridge.config.texts import MEANINGS, Name, Text
from tablebridge.errors import UsageError

__all__ = ["ConsoleConfig"]

_HOW = "make the line with `tablebridge console password`"
_ORIGIN = r"\Ahttps?://[a-z0-9.-]+(:[0-9]{1,5})?\Z|\Ahttps?://\[[0-9a-f:]+\](:[0-9]{1,5})?\Z"
MEANINGS[_ORIGIN] = "must be as the browser's address begins: https://console.example or http://name:8766, lower case"

Origin = Annotated[str, msgspec.Meta(pattern=_ORIGIN)]


class ConsoleConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Where the console is served, and to whom: never on the port of the public pages.

    `referees` are hashes of passwords by name, `referee_file` a file of lines `name:hash`. `origins` are the addresses
    by which a browser may reach the console besides its own (behind a reverse proxy, or by a name). `hours` is how
    long a login lasts.
    """

    host: Text = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8766
    referees: dict[Name, str] = {}
    referee_file: Text | None = None
    origins: tuple[Origin, ...] = ()
    hours: Annotated[float, msgspec.Meta(gt=0, le=168)] = 12.0

    def __repr__(self) -> str:
        return f"ConsoleConfig({self.host}:{self.port}, referees={sorted(self.referees)})"  # hashes are nobody's to see

    @property
    def is_on(self) -> bool:
        """Whether anybody could log in at all."""
        return bool(self.referees) or self.referee_file is not None

    @cached_property
    def hashes(self) -> dict[str, PasswordHash]:
        """What each referee's password is checked against.

        Raises `UsageError` for a line that is none and for a file that cannot be read or that others may read.
        """
        lines = {name: (text, f"console.referees.{name}") for name, text in self.referees.items()}
        if self.referee_file is not None:
            lines |= _lines_of(Path(self.referee_file))
        return {name: _parse(text, where) for name, (text, where) in lines.items()}


def _lines_of(path: Path) -> dict[str, tuple[str, str]]:
    """Text and place of each name's line; empty lines and `#` comments are skipped."""
    try:
        open_to_others = path.stat().st_mode & 0o077
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(
            f"cannot read the referees' passwords ({reason})",
            f"console.referee_file = {path}",
            "make the file readable for the daemon's user",
        ) from error
    if open_to_others:
        raise UsageError(
            "the referees' passwords may be read by others", f"console.referee_file = {path}", "chmod 600 the file"
        )
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            name, _, rest = line.partition(":")
            where = f"{path}, line {number}"
            found[_name(name.strip(), where)] = (rest, where)
    return found


def _name(name: str, where: str) -> str:
    try:
        return msgspec.convert(name, Name)
    except msgspec.ValidationError as error:
        raise UsageError("a line is `name:hash`, the name of letters, digits, - or _", where, _HOW) from error


def _parse(text: str, where: str) -> PasswordHash:
    try:
        return PasswordHash.parse(text)
    except ValueError as error:
        raise UsageError(f"this referee's line {error}", where, _HOW) from error
