"""The topics of one table."""

from __future__ import annotations

import re

from tablebridge.errors import UsageError

__all__ = ["ROOT", "Topics"]

ROOT = "tablebridge/v1"
"""What every topic begins with; the number rises when a payload changes in a way an old reader cannot follow."""

# ASCII without spaces and wildcards is what every broker keeps (NATS drops a client that sends a space)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LONGEST_REPLY_TOPIC = 256


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

    @property
    def owner(self) -> str:
        """Which daemon publishes this table, retained; only daemons write it."""
        return f"{self._base}/owner"

    @property
    def owner_ask(self) -> str:
        """Where a daemon asks whether another publishes this table; who does answers on `owner`."""
        return f"{self._base}/owner/ask"

    @property
    def any_command(self) -> str:
        """The filter of all commands to this table."""
        return f"{self._base}/command/+"

    @property
    def reply(self) -> str:
        """What every topic of an answer begins with."""
        return f"{self._base}/reply/"

    def part(self, name: str) -> str:
        """Status of a part (`link`, `camera`, `journal`), retained. Raises `ValueError` for a bad name."""
        return f"{self._base}/status/{_checked(name)}"

    def event(self, kind: str) -> str:
        """Where events of that type go, every one in order, not retained. Raises `ValueError` for a bad name."""
        return f"{self._base}/events/{_checked(kind)}"

    def live(self, kind: str) -> str:
        """Where events of that type go for viewers, only while they are fresh. Raises `ValueError` for a bad name."""
        return f"{self._base}/live/{_checked(kind)}"

    def violation(self, clause: str) -> str:
        """Where flags on that clause go, for the referee's role, not retained. Raises `ValueError` for a bad name."""
        return f"{self._base}/violations/{_checked(clause)}"

    def command(self, name: str) -> str:
        """Where that command is asked for. Raises `ValueError` for a bad name."""
        return f"{self._base}/command/{_checked(name)}"

    def command_in(self, topic: str) -> str | None:
        """The name of the command that is asked for on that topic; None when it is no topic of commands."""
        base, _, name = topic.rpartition("/")
        return name if base == f"{self._base}/command" and _NAME.fullmatch(name) else None

    def may_reply_to(self, topic: str) -> bool:
        """Whether an answer may go to that topic: only below this table's `reply/`, whoever asks.

        The daemon may write everywhere, those who ask may not: else they would have it write for them.
        """
        if len(topic) > _LONGEST_REPLY_TOPIC or not topic.startswith(self.reply):
            return False
        return all(_NAME.fullmatch(part) for part in topic.removeprefix(self.reply).split("/"))


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be part of a topic: letters, digits, - and _ only")
    return name
