"""The topics of one table."""

from __future__ import annotations

import re

from tablebridge.errors import UsageError

__all__ = ["ROOT", "Topics"]

ROOT = "tablebridge/v1"
"""What every topic begins with; the number rises when a payload changes in a way an old reader cannot follow."""

# ASCII without spaces and wildcards is what every broker keeps (NATS drops a client that sends a space)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Topics:
    """The topics of one table.

    >>> Topics("hall-1").event("discard")
    'tablebridge/v1/hall-1/events/discard'
    """

    def __init__(self, table: str) -> None:
        """Raises `UsageError` for a table's name that cannot stand in a topic."""
        if not _NAME.fullmatch(table):
            raise UsageError(
                "a table's name cannot be used in MQTT topics", repr(table), "use letters, digits, - and _"
            )
        self._base = f"{ROOT}/{table}"

    @property
    def status(self) -> str:
        """`online` or `offline`, retained; the last will is `offline`."""
        return f"{self._base}/status"

    @property
    def state(self) -> str:
        """The whole public state, retained."""
        return f"{self._base}/state"

    @property
    def health(self) -> str:
        """Figures about the daemon's running, retained."""
        return f"{self._base}/health"

    def part(self, name: str) -> str:
        """Status of a part (`link`, `camera`, `journal`), retained. Raises `ValueError` for a bad name."""
        return f"{self._base}/status/{_checked(name)}"

    def event(self, kind: str) -> str:
        """Where events of that type go, not retained. Raises `ValueError` for a bad name."""
        return f"{self._base}/events/{_checked(kind)}"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be part of a topic: letters, digits, - and _ only")
    return name
