"""A worked example: frames of a start byte, a length, a type, data and a checksum.

AA  LL  TT  data…  SS        LL = bytes of TT and data, 1..16; SS = sum of LL, TT and data, modulo 256

01                alive, twice a second
02 text           who: the table's serial number, in answer to AA 01 82 83 and after power-on
10 tiles          a set is complete
11 side stacks    a wall is up; sides and seats are 0..3, counter-clockwise
12 seat dice…     a throw for the break, two or three dice
14 seat key       a button: 1 riichi, 2 win, 3 end of the hand
15 code on        a fault: 1 jam, 2 tile missing, 3 lid open, 4 motor; on is 1 or 0
83 open           host to table: open (1) or close (0) the lid
"""

from __future__ import annotations

from tablebridge.link.adapters.adapter import Adapter
from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.framing import Corruption, CorruptionReason
from tablebridge_protocol.messages import (
    Button,
    ButtonKind,
    Capability,
    Command,
    Dice,
    DicePurpose,
    Fault,
    FaultCode,
    Heartbeat,
    Hello,
    Message,
    OpenCover,
    Port,
    SetComplete,
    WallRaised,
)

__all__ = ["StartByteAdapter"]

_START = 0xAA
_MOST_BYTES = 16
_KEYS = {1: ButtonKind.RIICHI, 2: ButtonKind.WIN, 3: ButtonKind.END_HAND}
_FAULTS = {1: FaultCode.JAM, 2: FaultCode.TILE_MISSING, 3: FaultCode.DOOR_OPEN, 4: FaultCode.MOTOR_OVERLOAD}


class StartByteAdapter(Adapter):
    """The table of the example above."""

    NAME = "start-byte"
    SILENCE_MS = 2500

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes, now_ms: int) -> list[Message | Corruption]:
        """See `Adapter`."""
        found: list[Message | Corruption] = []
        for byte in data:
            self._held.append(byte)
            while (item := self._first(now_ms)) is not None:
                found.append(item)
        return found

    def speak(self, message: Message) -> bytes:
        """See `Adapter`."""
        match message:
            case Heartbeat():
                return _frame(0x01)
            case Hello():
                return _frame(0x02, *message.serial_number.encode("ascii"))
            case SetComplete():
                return _frame(0x10, message.tiles)
            case WallRaised():
                return _frame(0x11, message.side - 1, message.stacks)
            case Dice(purpose=DicePurpose.WALL_BREAK):
                return _frame(0x12, message.seat - 1, *message.values)
            case Button() if message.button in _KEYS.values():
                return _frame(0x14, message.seat - 1, _number(_KEYS, message.button))
            case Fault() if message.code in _FAULTS.values():
                return _frame(0x15, _number(_FAULTS, message.code), message.active)
            case _:
                return b""

    def hello(self, now_ms: int) -> Hello:
        """See `Adapter`."""
        return self._introduced("", now_ms)

    def begin(self) -> bytes:
        """See `Adapter`."""
        return _frame(0x82)

    def command(self, command: Command) -> bytes | None:
        """See `Adapter`."""
        return _frame(0x83, command.open) if isinstance(command, OpenCover) else None

    def _introduced(self, serial_number: str, now_ms: int) -> Hello:
        can = Capability.WALL_SIDES | Capability.DICE | Capability.BUTTONS | Capability.CAN_OPEN_COVER
        return self.introduction("Example", "Start byte", now_ms, serial_number=serial_number, capabilities=can)

    def _first(self, now_ms: int) -> Message | Corruption | None:
        """What stands first in the buffer and takes it out; None while that is not whole."""
        held = self._held
        skipped = held.find(_START)
        if skipped != 0 and held:
            return self._drop(len(held) if skipped < 0 else skipped, CorruptionReason.STUFFING)
        if len(held) >= 2 and not 1 <= held[1] <= _MOST_BYTES:
            return self._drop(1, CorruptionReason.TOO_LONG)
        if len(held) < 2 or len(held) < held[1] + 3:
            return None
        end = held[1] + 2
        if sum(held[1:end]) % 256 != held[end]:
            return self._drop(1, CorruptionReason.CHECKSUM)  # the start byte was none: look for the next one
        content = bytes(held[2:end])
        del held[: end + 1]
        try:
            return self._meaning(content[0], content[1:], now_ms)
        except (FieldError, ValueError, KeyError) as error:
            return Corruption(CorruptionReason.CONTENT, len(content), content, str(error))

    def _drop(self, count: int, reason: CorruptionReason) -> Corruption:
        dropped = bytes(self._held[:count])
        del self._held[:count]
        return Corruption(reason, count, dropped)

    def _meaning(self, kind: int, data: bytes, now_ms: int) -> Message:
        """Raises `FieldError`, `ValueError` or `KeyError` for content that has no meaning."""
        match kind, *data:
            case [0x01]:
                return Heartbeat(now_ms)
            case [0x02, *text]:
                return self._introduced(bytes(text).decode("latin-1"), now_ms)
            case [0x10, tiles]:
                return SetComplete(now_ms, tiles)
            case [0x11, side, stacks]:
                return WallRaised(now_ms, Port(side + 1), stacks)
            case [0x12, seat, *dice]:
                return Dice(now_ms, DicePurpose.WALL_BREAK, Port(seat + 1), tuple(dice))
            case [0x14, seat, key]:
                return Button(now_ms, Port(seat + 1), _KEYS[key])
            case [0x15, code, on]:
                return Fault(now_ms, _FAULTS[code], {0: False, 1: True}[on])
        raise ValueError(f"no message has type {kind:02x} with {len(data)} bytes of data")


def _frame(*content: int) -> bytes:
    body = bytes((len(content), *content))
    return bytes((_START,)) + body + bytes((sum(body) % 256,))


def _number(table: dict[int, ButtonKind] | dict[int, FaultCode], wanted: int) -> int:
    return next(number for number, value in table.items() if value == wanted)
