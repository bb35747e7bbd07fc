"""Frames: the bytes of one message on the wire, and back.

A frame is `COBS(type u8, sequence u8, payload 0..59 bytes, CRC-16 big-endian)` followed by one 0x00.
Byte stuffing (COBS) takes every zero out of the frame, so that 0x00 can only mean "here a frame ends": a
receiver that comes in late or loses bytes is in step again after the next zero.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass
from enum import Enum

from tablebridge_protocol.errors import FrameError

__all__ = [
    "BODY_MAX_BYTES",
    "DELIMITER",
    "PAYLOAD_MAX_BYTES",
    "STUFFED_MAX_BYTES",
    "Corruption",
    "CorruptionReason",
    "Frame",
    "crc16",
    "encode_frame",
    "parse_frame",
    "stuff",
    "unstuff",
]

DELIMITER = b"\x00"
PAYLOAD_MAX_BYTES = 59
_OVERHEAD_BYTES = 4  # type, sequence, two bytes of CRC
BODY_MAX_BYTES = PAYLOAD_MAX_BYTES + _OVERHEAD_BYTES
STUFFED_MAX_BYTES = BODY_MAX_BYTES + 1  # COBS adds one byte to a body of fewer than 254
_BLOCK_BYTES = 254  # the longest run of non-zero bytes one COBS code can announce


@dataclass(frozen=True, slots=True)
class Frame:
    """What one frame says before anybody knows what it means.

    Raises `FrameError` for a type or sequence number outside 0..255 or a payload above 59 bytes.
    """

    type_id: int
    sequence: int
    payload: bytes

    def __post_init__(self) -> None:
        if not 0 <= self.type_id <= 0xFF:
            raise FrameError(f"frame type {self.type_id} is not a byte: use 0..255")
        if not 0 <= self.sequence <= 0xFF:
            raise FrameError(f"frame sequence number {self.sequence} is not a byte: use 0..255")
        if len(self.payload) > PAYLOAD_MAX_BYTES:
            raise FrameError(
                f"payload of {len(self.payload)} bytes is too long for one frame: at most {PAYLOAD_MAX_BYTES}"
            )


class CorruptionReason(Enum):
    """Why bytes are no message."""

    STUFFING = "byte stuffing broken"
    TOO_SHORT = "too short for a frame"
    TOO_LONG = "too long for a frame"
    CHECKSUM = "checksum wrong"
    CONTENT = "content not allowed"


@dataclass(frozen=True, slots=True)
class Corruption:
    """Bytes that are no message: why, how many, and the first 64 of them as they came (without the 0x00)."""

    reason: CorruptionReason
    length: int
    raw: bytes
    detail: str = ""

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return f"{self.reason.value}{detail}: {self.length} bytes, {self.raw[:16].hex(' ')}"


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, no final XOR.

    >>> hex(crc16(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(data, 0xFFFF)


def stuff(body: bytes) -> bytes:
    """COBS-encode `body` of any length; the result has no zero byte and no delimiter.

    >>> stuff(bytes([0x11, 0x00, 0x22])).hex(" ")
    '02 11 02 22'
    """
    out = bytearray()
    runs = body.split(b"\x00")
    for run in runs[:-1]:
        out += _stuff_run(run)
        out.append(len(run) % _BLOCK_BYTES + 1)
        out += run[len(run) - len(run) % _BLOCK_BYTES :]
    out += _stuff_last(runs[-1])
    return bytes(out)


def _stuff_run(run: bytes) -> bytes:
    """The full blocks of a run, each announced by 0xFF: "254 bytes follow, and no zero after them"."""
    full = len(run) - len(run) % _BLOCK_BYTES
    return b"".join(b"\xff" + run[start : start + _BLOCK_BYTES] for start in range(0, full, _BLOCK_BYTES))


def _stuff_last(run: bytes) -> bytes:
    """The last run. One that ends exactly with a full block needs no further code: nothing follows it."""
    rest = run[len(run) - len(run) % _BLOCK_BYTES :]
    if run and not rest:
        return _stuff_run(run)
    return _stuff_run(run) + bytes([len(rest) + 1]) + rest


def unstuff(stuffed: bytes) -> bytes | None:
    """The body of COBS bytes (no delimiter in them), or None where they are none.

    >>> unstuff(bytes.fromhex("02 11 02 22")).hex(" ")
    '11 00 22'
    """
    if 0 in stuffed:
        return None
    out = bytearray()
    at, length = 0, len(stuffed)
    while at < length:
        code = stuffed[at]
        out += stuffed[at + 1 : at + code]
        at += code
        if code != 0xFF and at < length:
            out.append(0)
    return bytes(out) if at == length else None


def encode_frame(frame: Frame) -> bytes:
    """The bytes to send for `frame`, its closing 0x00 included.

    >>> encode_frame(Frame(type_id=0x04, sequence=1, payload=bytes([7]))).hex(" ")
    '06 04 01 07 53 8a 00'
    """
    body = bytes((frame.type_id, frame.sequence)) + frame.payload
    return stuff(body + crc16(body).to_bytes(2, "big")) + DELIMITER


def parse_frame(stuffed: bytes) -> Frame | Corruption:
    """Read the bytes between two delimiters. Never raises: what is no frame comes back as `Corruption`."""
    if len(stuffed) > STUFFED_MAX_BYTES:
        return _corruption(CorruptionReason.TOO_LONG, stuffed)
    body = unstuff(stuffed)
    if body is None:
        return _corruption(CorruptionReason.STUFFING, stuffed)
    if len(body) < _OVERHEAD_BYTES:
        return _corruption(CorruptionReason.TOO_SHORT, stuffed)
    content, received = body[:-2], int.from_bytes(body[-2:], "big")
    expected = crc16(content)
    if received != expected:
        detail = f"got {received:04x}, computed {expected:04x}"
        return _corruption(CorruptionReason.CHECKSUM, stuffed, detail)
    return Frame(type_id=content[0], sequence=content[1], payload=content[2:])


def _corruption(reason: CorruptionReason, stuffed: bytes, detail: str = "") -> Corruption:
    return Corruption(reason, len(stuffed), stuffed[:STUFFED_MAX_BYTES], detail)
