"""Readers of our frames built from other people's parts, for `bench_protocol.py`: the same bytes to the same values.

`cobs` unstuffs (a C extension), `crcmod` checks (a C extension); fields are taken with `struct`, or declared with
`construct`. They check no ranges but what their parts check by themselves.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from cobs import cobs
from construct import Byte, GreedyBytes, Int8ul, Int32sl, Int32ul, PrefixedArray, Struct
from crcmod.predefined import mkPredefinedCrcFun

__all__ = ["CobsReader", "construct_values", "struct_values"]

_crc: Callable[[bytes], int] = mkPredefinedCrcFun("crc-ccitt-false")


class CobsReader:
    """Frames out of a stream: splits at 0x00, unstuffs, checks; damaged pieces are dropped."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Type, sequence number and payload of every whole frame."""
        *pieces, self._held = (self._held + data).split(b"\x00")
        found = []
        for piece in pieces:
            try:
                body = cobs.decode(piece)
            except cobs.DecodeError:
                continue
            if len(body) >= 4 and _crc(body) == 0:  # a CRC without final XOR over data and itself leaves nothing
                found.append((body[0], body[1], body[2:-2]))
        return found


_FORMATS = {0x02: "<I", 0x11: "<IBB", 0x14: "<IBB", 0x15: "<IBB", 0x1C: "<IBiB"}


def struct_values(type_id: int, payload: bytes) -> tuple[Any, ...]:
    """The fields as plain numbers."""
    if type_id == 0x12:
        at_ms, purpose, seat, count = struct.unpack_from("<IBBB", payload)
        return at_ms, purpose, seat, tuple(payload[7 : 7 + count])
    return struct.unpack_from(_FORMATS[type_id], payload)


_STRUCTS = {
    0x02: Struct("uptime_ms" / Int32ul, "rest" / GreedyBytes),
    0x11: Struct("at_ms" / Int32ul, "side" / Byte, "stacks" / Byte, "rest" / GreedyBytes),
    0x12: Struct(
        "at_ms" / Int32ul, "purpose" / Byte, "seat" / Byte, "values" / PrefixedArray(Int8ul, Byte), "rest" / GreedyBytes
    ),
    0x14: Struct("at_ms" / Int32ul, "seat" / Byte, "button" / Byte, "rest" / GreedyBytes),
    0x15: Struct("at_ms" / Int32ul, "code" / Byte, "active" / Byte, "rest" / GreedyBytes),
    0x1C: Struct("at_ms" / Int32ul, "seat" / Byte, "points" / Int32sl, "source" / Byte, "rest" / GreedyBytes),
}


def construct_values(type_id: int, payload: bytes) -> tuple[Any, ...]:
    """The fields as `construct` reads them. Raises `construct.ConstructError` for a payload that is cut off."""
    found = _STRUCTS[type_id].parse(payload)
    return tuple(tuple(v) if isinstance(v, list) else v for k, v in found.items() if k not in ("_io", "rest"))
