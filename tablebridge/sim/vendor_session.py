"""A virtual table that speaks another maker's language: every message is put into that language and nothing is asked.

Such a line has no handshake: whoever has the port open is taken for a host.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tablebridge_protocol.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Heartbeat,
    Hello,
    HelloRequest,
    Message,
    Report,
)
from tablebridge_protocol.session import HostArrived, Turn

__all__ = ["VendorSession"]


class VendorSession:
    """Stands in for `tablebridge_protocol.device_session.DeviceSession`; what a host sends is heard and not answered.

    Args:
        hello: who the table is.
        speak: a message in the other language, empty where it has no words for it.
    """

    def __init__(self, hello: Hello, speak: Callable[[Message], bytes]) -> None:
        self._identity = hello
        self._speak = speak
        self._host_present = False

    @property
    def host_present(self) -> bool:
        """Whether somebody has the port open."""
        return self._host_present

    def heartbeat(self, uptime_ms: int) -> bytes:
        """See `DeviceSession`."""
        return self._speak(Heartbeat(uptime_ms % (1 << 32)))

    def report(self, report: Report, now_ms: float) -> bytes:
        """See `DeviceSession`; nothing is sent again on such a line."""
        return self._speak(report)

    def receive(self, data: bytes, now_ms: float, uptime_ms: int) -> Turn:
        """See `DeviceSession`: the first call with a port that somebody has open is the host's arrival."""
        if self._host_present and not data:
            return Turn()
        arrived = HostArrived(HelloRequest(PROTOCOL_MAJOR, PROTOCOL_MINOR), again=self._host_present)
        event = () if self._host_present else (arrived,)
        self._host_present = True
        return Turn(event, self._speak(replace(self._identity, uptime_ms=uptime_ms % (1 << 32))))

    def tick(self, now_ms: float) -> Turn:
        """See `DeviceSession`."""
        return Turn()

    def host_left(self) -> None:
        """See `DeviceSession`."""
        self._host_present = False
