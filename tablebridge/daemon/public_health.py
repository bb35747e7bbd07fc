"""What everybody may know of a table's running: the `health` topic, and the figures of the status page.

Whatever moves with the play is as old as the broadcast delay; what moves with a flag is told in a word that hardly ever
changes. Which field is which: docs/mqtt.md.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from tablebridge.daemon.late_figures import LateFigures
from tablebridge.health import DiskSpace

__all__ = ["PublicHealth"]

_AT_ONCE_OF_LINK = ("state", "serial_number")


class PublicHealth:
    """Makes the documents of one table, from one thread. `delay_s` is the broadcast delay in force."""

    def __init__(
        self, disk: DiskSpace, delay_s: Callable[[], float], monotonic_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._disk = disk
        self._delay_s = delay_s
        self._monotonic_s = monotonic_s
        self._late: LateFigures[dict[str, Any]] | None = None
        self._late_of_link: LateFigures[dict[str, Any]] | None = None

    def document(self, *, moving: dict[str, Any], link: dict[str, Any], model: str) -> dict[str, object]:
        """The document now. `moving` are figures that move with the play, `link` those of the line, of which all but
        its state and the table's serial number do."""
        of_link = {name: figure for name, figure in link.items() if name not in _AT_ONCE_OF_LINK}
        if self._late is None or self._late_of_link is None:
            self._late = LateFigures(_blank(moving), self._delay_s, self._monotonic_s)
            self._late_of_link = LateFigures(_blank(of_link), self._delay_s, self._monotonic_s)
        return {
            **self._late.tell(moving),
            "disk": self._disk.word,
            "model": model,
            "versions": {"tablebridge": version("tablebridge"), "python": platform.python_version()},
            "delay_s": self._delay_s(),
            "link": {name: link[name] for name in _AT_ONCE_OF_LINK} | self._late_of_link.tell(of_link),
        }


def _blank(figures: dict[str, Any]) -> dict[str, Any]:
    """The same figures before anything was counted.

    >>> _blank({"frames": 12, "frame_ms": {"p50": 20.5}, "last_lost": "78-80"})
    {'frames': 0, 'frame_ms': {'p50': None}, 'last_lost': ''}
    """
    return {name: _blank_of(figure) for name, figure in figures.items()}


def _blank_of(figure: object) -> object:
    match figure:
        case dict():
            return dict.fromkeys(figure)
        case str():
            return ""
        case float():
            return 0.0
        case int():
            return 0
        case _:
            return None
