"""What an adapter is: one small file that maps the bytes of another maker's table to the messages of the protocol."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from tablebridge_protocol.framing import Corruption
from tablebridge_protocol.messages import (
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Capability,
    Command,
    Hello,
    Message,
)

__all__ = ["Adapter"]

_NOTHING = Capability(0)


class Adapter(ABC):
    """One connection to a table that speaks another language; a new one is made for each connection.

    `docs/link.md` leads through writing one, and one suite of tests runs on every adapter.
    """

    NAME: ClassVar[str]
    """By this name it is chosen: `[table.link] adapter = "NAME"`."""

    SILENCE_MS: ClassVar[int | None] = None
    """Longest silence of a table that is well; None where a table says nothing as long as nothing happens."""

    @abstractmethod
    def feed(self, data: bytes, now_ms: int) -> Sequence[Message | Corruption]:
        """Takes bytes from the table, in pieces of any size, and gives what they complete, in order.

        A report's `at_ms` is `now_ms`, or the table's own time where it tells one on a clock that the adapter maps
        to `now_ms`. Whatever else shows that the table is alive is a `Heartbeat(now_ms)`, what it says of itself a
        `Hello`; bytes that are neither are a `Corruption`. Never raises, and holds no more than one frame.
        """

    @abstractmethod
    def speak(self, message: Message) -> bytes:
        """The bytes this table would send for a message, empty where it has no words for it.

        The other direction of `feed`: the simulator speaks with it, and the tests hold the two together.
        """

    def hello(self, now_ms: int) -> Hello:
        """Who the table is, as far as anybody knows before it says so itself."""
        return self.introduction("", "", now_ms)

    def begin(self) -> bytes:
        """What is sent when the port is opened, such as a question who is there; nothing by default."""
        return b""

    def poll(self, now_ms: int) -> bytes:
        """What is sent now, asked about twenty times a second; for tables that speak only when asked."""
        return b""

    def command(self, command: Command) -> bytes | None:
        """The bytes that make the table carry a command out, None where it cannot. It is not asked for an answer."""
        return None

    @staticmethod
    def introduction(
        vendor: str,
        model: str,
        now_ms: int,
        *,
        firmware: str = "",
        serial_number: str = "",
        capabilities: Capability = _NOTHING,
    ) -> Hello:
        """A hello with what is known; `capabilities` must name what the table can do, commands above all."""
        return Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR, now_ms, capabilities, vendor, model, firmware, serial_number)
