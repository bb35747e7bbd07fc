"""A worked example: lines of text with a checksum, as many machines with a service port speak.

$WALL,C,17*53        the two digits are all characters between $ and *, xored, in hexadecimal; ends with CR LF

ALIVE                       once a second
ID,model,serial number      in answer to $ID?*32, and after power-on
SET,tiles                   a set is complete
WALL,seat,stacks            a wall is up; seats are A to D
DICE,seat,pips,pips[,pips]  a throw for the break
DORA,seat,stack             the indicator is turned
MODE,tiles                  from the next set on
KEY,seat,name               RIICHI, WIN or END
FAULT,name,ON|OFF           JAM, TILE, DOOR, DIRT, MOTOR
LAMP,seat,ON|OFF            host to table: the lamp of the dealer
"""

from __future__ import annotations

import re

from tablebridge.link.adapters.adapter import Adapter
from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.framing import Corruption, CorruptionReason
from tablebridge_protocol.messages import (
    Button,
    ButtonKind,
    Capability,
    Command,
    DeadWall,
    Dice,
    DicePurpose,
    Fault,
    FaultCode,
    Heartbeat,
    Hello,
    LampKind,
    LampMode,
    Message,
    ModeApplies,
    Port,
    SetComplete,
    SetLamp,
    TileCountMode,
    WallRaised,
)

__all__ = ["TextLineAdapter"]

_MOST_CHARACTERS = 80
_LINE = re.compile(r"\$([^$*]*)\*([0-9A-F]{2})\r?")
_KEYS = {"RIICHI": ButtonKind.RIICHI, "WIN": ButtonKind.WIN, "END": ButtonKind.END_HAND}
_FAULTS = {
    "JAM": FaultCode.JAM,
    "TILE": FaultCode.TILE_MISSING,
    "DOOR": FaultCode.DOOR_OPEN,
    "DIRT": FaultCode.SENSOR_DIRTY,
    "MOTOR": FaultCode.MOTOR_OVERLOAD,
}
_SWITCH = {"ON": True, "OFF": False}


class TextLineAdapter(Adapter):
    """The table of the example above."""

    NAME = "text-line"
    SILENCE_MS = 2500

    def __init__(self) -> None:
        self._held = bytearray()
        self._dropped = 0

    def feed(self, data: bytes, now_ms: int) -> list[Message | Corruption]:
        """See `Adapter`."""
        found: list[Message | Corruption] = []
        *closed, rest = data.split(b"\n")
        for piece in closed:
            self._hold(piece)
            if self._held:
                found.append(self._line(now_ms))
        self._hold(rest)
        return found

    def speak(self, message: Message) -> bytes:
        """See `Adapter`."""
        match message:
            case Heartbeat():
                return _text("ALIVE")
            case Hello():
                return _text("ID", message.model, message.serial_number)
            case SetComplete():
                return _text("SET", message.tiles)
            case WallRaised():
                return _text("WALL", message.side.name, message.stacks)
            case Dice(purpose=DicePurpose.WALL_BREAK):
                return _text("DICE", message.seat.name, *message.values)
            case DeadWall():
                return _text("DORA", message.side.name, message.stack)
            case TileCountMode():
                return _text("MODE", message.tiles)
            case Button() if message.button in _KEYS.values():
                return _text("KEY", message.seat.name, _name(_KEYS, message.button))
            case Fault() if message.code in _FAULTS.values():
                return _text("FAULT", _name(_FAULTS, message.code), "ON" if message.active else "OFF")
            case _:
                return b""

    def hello(self, now_ms: int) -> Hello:
        """See `Adapter`."""
        return self._introduced("Text line", "", now_ms)

    def begin(self) -> bytes:
        """See `Adapter`."""
        return _text("ID?")

    def command(self, command: Command) -> bytes | None:
        """See `Adapter`."""
        if isinstance(command, SetLamp) and command.lamp is LampKind.DEALER and command.mode is not LampMode.BLINK:
            return _text("LAMP", command.seat.name, command.mode.name)
        return None

    def _introduced(self, model: str, serial_number: str, now_ms: int) -> Hello:
        can = Capability.WALL_SIDES | Capability.DICE | Capability.DEAD_WALL | Capability.BUTTONS
        can |= Capability.TILE_COUNT_MODES | Capability.CAN_SET_LAMP
        return self.introduction("Example", model, now_ms, serial_number=serial_number, capabilities=can)

    def _hold(self, piece: bytes) -> None:
        room = _MOST_CHARACTERS - len(self._held)
        self._held += piece[:room]
        self._dropped += max(0, len(piece) - room)

    def _line(self, now_ms: int) -> Message | Corruption:
        raw, dropped = bytes(self._held), self._dropped
        self._held.clear()
        self._dropped = 0
        if dropped:
            return Corruption(CorruptionReason.TOO_LONG, len(raw) + dropped, raw)
        found = _LINE.fullmatch(raw.decode("latin-1"))
        if found is None:
            return Corruption(CorruptionReason.STUFFING, len(raw), raw)
        if _checksum(found[1]) != found[2]:
            return Corruption(CorruptionReason.CHECKSUM, len(raw), raw)
        try:
            return self._meaning(found[1], now_ms)
        except (FieldError, ValueError, KeyError) as error:
            return Corruption(CorruptionReason.CONTENT, len(raw), raw, str(error))

    def _meaning(self, text: str, now_ms: int) -> Message:
        """Raises `FieldError`, `ValueError` or `KeyError` for content that has no meaning."""
        match text.split(","):
            case ["ALIVE"]:
                return Heartbeat(now_ms)
            case ["ID", model, serial_number]:
                return self._introduced(model, serial_number, now_ms)
            case ["SET", tiles]:
                return SetComplete(now_ms, int(tiles))
            case ["WALL", seat, stacks]:
                return WallRaised(now_ms, Port[seat], int(stacks))
            case ["DICE", seat, *pips]:
                return Dice(now_ms, DicePurpose.WALL_BREAK, Port[seat], tuple(int(number) for number in pips))
            case ["DORA", seat, stack]:
                return DeadWall(now_ms, Port[seat], int(stack))
            case ["MODE", tiles]:
                return TileCountMode(now_ms, int(tiles), ModeApplies.NEXT_SET)
            case ["KEY", seat, key]:
                return Button(now_ms, Port[seat], _KEYS[key])
            case ["FAULT", name, switch]:
                return Fault(now_ms, _FAULTS[name], _SWITCH[switch])
        raise ValueError(f"no line says {text!r}")


def _text(*words: object) -> bytes:
    content = ",".join(str(word) for word in words)
    return f"${content}*{_checksum(content)}\r\n".encode("latin-1")


def _checksum(content: str) -> str:
    total = 0
    for character in content:
        total ^= ord(character)
    return f"{total:02X}"


def _name(table: dict[str, ButtonKind] | dict[str, FaultCode], wanted: int) -> str:
    return next(name for name, value in table.items() if value == wanted)
