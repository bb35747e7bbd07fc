"""What a link needs of the language of a line: the protocol's own `HostSession`, or an adapter to another one."""

from __future__ import annotations

from typing import Protocol

from tablebridge_protocol.messages import Command
from tablebridge_protocol.session import Counters, Turn

__all__ = ["Conversation"]


class Conversation(Protocol):
    """One connection's talk, see `tablebridge_protocol.host_session.HostSession`."""

    @property
    def counters(self) -> Counters:
        """Figures for health, since the conversation began."""
        ...

    @property
    def missing(self) -> int:
        """Frames that were skipped and have not come late."""
        ...

    def begin(self, now_ms: float) -> bytes:
        """Starts; the bytes to send."""
        ...

    def receive(self, data: bytes, now_ms: float) -> Turn:
        """Takes bytes from the line, in pieces of any size."""
        ...

    def tick(self, now_ms: float) -> Turn:
        """Lets time pass."""
        ...

    def command(self, command: Command, now_ms: float) -> Turn:
        """Sends a command to an open table; its answer comes as an event, here or in a later turn."""
        ...
