"""Flags on `violations/<clause>`, for the referee's role alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tablebridge.mqtt.cloudevent import encode_violation
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.topics import Topics
from tablebridge.release import ViolationFlag

__all__ = ["ViolationTopics"]


@dataclass(slots=True)
class ViolationTopics:
    """Tells the flags of one table. What was told while there was no broker is lost, so `repeat` tells all of them
    again when there is one: a reader takes the newest message on each `id`.

    A broker without roles lets everybody read everything: made without `publish` it tells nobody.
    """

    table: str
    publish: Callable[[Message], None] | None
    _told: dict[str, ViolationFlag] = field(default_factory=dict)

    def tell(self, flags: Iterable[ViolationFlag]) -> None:
        """Tells of those that are new or have changed."""
        for flag in flags:
            if self._told.get(flag.id) != flag:
                self._told[flag.id] = flag
                self._send(flag)

    def repeat(self) -> None:
        """Tells all of them again."""
        for flag in self._told.values():
            self._send(flag)

    def _send(self, flag: ViolationFlag) -> None:
        if self.publish is not None:
            self.publish(Message(Topics(self.table).violation(flag.clause), encode_violation(flag), retain=False))
