"""Log lines that anybody on the network can cause: one a minute and address, with how often it was."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

__all__ = ["Seldom"]

_EVERY_S = 60.0
_MOST_ADDRESSES = 50
"""So many have lines of their own within a minute; the others share one."""
_OTHERS = "further addresses"


@dataclass(slots=True)
class _Kept:
    """The newest line about an address, and how many were not written since the last one."""

    line: str
    unwritten: int = 0


class Seldom:
    """Warns on `log` at once, and of the like from the same address once a minute. Lives in a server's event loop."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._kept: dict[str, _Kept] = {}

    def warn(self, address: str, line: str) -> None:
        """Something came from there; `line` says what."""
        if address not in self._kept and len(self._kept) >= _MOST_ADDRESSES:
            address = _OTHERS
        kept = self._kept.get(address)
        if kept is None:
            self._kept[address] = _Kept(line)
            self._log.warning("%s from %s", line, address)
            self._look_again(address)
        else:
            kept.line = line
            kept.unwritten += 1

    def _look_again(self, address: str) -> None:
        asyncio.get_running_loop().call_later(_EVERY_S, self._tell, address)

    def _tell(self, address: str) -> None:
        kept = self._kept[address]
        if not kept.unwritten:
            del self._kept[address]
            return
        self._log.warning("%s from %s (%d more of the kind within a minute)", kept.line, address, kept.unwritten)
        kept.unwritten = 0
        self._look_again(address)
