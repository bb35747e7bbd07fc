"""The adapter of the guide in docs/link.md: a table that sends `W1 17=1 17;` and `S136=136;`, and nothing else."""

from __future__ import annotations

import re

from tablebridge.link.adapters import Adapter
from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.framing import Corruption, CorruptionReason
from tablebridge_protocol.messages import Capability, Hello, Message, Port, SetComplete, WallRaised

MOST_CHARACTERS = 16


class OwnTable(Adapter):
    NAME = "own"
    SILENCE_MS = None  # it says nothing as long as nothing happens

    def __init__(self) -> None:
        self.held = b""

    def feed(self, data: bytes, now_ms: int) -> list[Message | Corruption]:
        *closed, rest = (self.held + data).split(b";")
        self.held = rest[-MOST_CHARACTERS:]
        return [self.meaning(piece[-MOST_CHARACTERS:], now_ms) for piece in closed]

    def meaning(self, piece: bytes, now_ms: int) -> Message | Corruption:
        # every number is sent twice, as many simple machines do, so that a wrong byte is noticed
        try:
            if found := re.fullmatch(rb"S(\d+)=\1", piece):
                return SetComplete(now_ms, int(found[1]))
            if found := re.fullmatch(rb"W((\d) (\d+))=\1", piece):
                return WallRaised(now_ms, Port(int(found[2])), int(found[3]))
        except (FieldError, ValueError):
            pass  # numbers that no table has
        return Corruption(CorruptionReason.CONTENT, len(piece), piece)

    def speak(self, message: Message) -> bytes:
        match message:
            case SetComplete():
                return b"S%d=%d;" % (message.tiles, message.tiles)
            case WallRaised():
                return b"W%d %d=%d %d;" % ((message.side, message.stacks) * 2)
        return b""

    def hello(self, now_ms: int) -> Hello:
        return self.introduction("Own", "Table", now_ms, capabilities=Capability.WALL_SIDES)
