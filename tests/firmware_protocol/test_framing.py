"""Frames on the wire: stuffing against the `cobs` package, the CRC's check value, limits, damage as a value."""

from __future__ import annotations

import pytest
from cobs import cobs  # type: ignore[import-untyped]  # ships no types; only the oracle here
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_protocol.errors import FrameError, ProtocolError
from tablebridge_protocol.framing import (
    BODY_MAX_BYTES,
    PAYLOAD_MAX_BYTES,
    STUFFED_MAX_BYTES,
    Corruption,
    CorruptionReason,
    Frame,
    crc16,
    encode_frame,
    parse_frame,
    stuff,
    unstuff,
)

FRAMES = st.builds(
    Frame,
    type_id=st.integers(0, 255),
    sequence=st.integers(0, 255),
    payload=st.binary(max_size=PAYLOAD_MAX_BYTES),
)
# few different bytes and many of them: runs around the 254-byte block are where COBS goes wrong
LONG_BODIES = st.lists(
    st.tuples(st.sampled_from([0, 1, 0xFF]), st.sampled_from([1, 2, 253, 254, 255, 508])), max_size=5
).map(lambda runs: b"".join(bytes([byte]) * count for byte, count in runs))


def test_crc_check_value() -> None:
    assert crc16(b"123456789") == 0x29B1
    assert crc16(b"") == 0xFFFF


@given(st.binary(max_size=600) | LONG_BODIES)
def test_stuffing_agrees_with_the_cobs_package(body: bytes) -> None:
    assert stuff(body) == cobs.encode(body)
    assert unstuff(stuff(body)) == body


@given(st.binary(max_size=80) | st.lists(st.integers(0, 6), max_size=12).map(bytes))
def test_unstuffing_accepts_exactly_what_the_cobs_package_accepts(stuffed: bytes) -> None:
    try:
        expected: bytes | None = cobs.decode(stuffed)
    except cobs.DecodeError:
        expected = None
    assert unstuff(stuffed) == expected


@given(FRAMES)
def test_round_trip(frame: Frame) -> None:
    wire = encode_frame(frame)
    assert wire.count(0) == 1
    assert wire[-1] == 0
    assert len(wire) <= STUFFED_MAX_BYTES + 1
    assert parse_frame(wire[:-1]) == frame


@given(FRAMES, st.data())
def test_any_one_changed_byte_is_noticed(frame: Frame, data: st.DataObject) -> None:
    stuffed = bytearray(encode_frame(frame)[:-1])
    at = data.draw(st.integers(0, len(stuffed) - 1))
    stuffed[at] ^= data.draw(st.integers(1, 255))
    parsed = parse_frame(bytes(stuffed))
    # A CRC-16 sees every burst of 16 bits; a changed COBS code moves zeros about and is not one burst.
    assert parsed != frame


@given(st.binary(max_size=200))
def test_garbage_never_raises(garbage: bytes) -> None:
    parsed = parse_frame(garbage)
    if isinstance(parsed, Corruption):
        assert parsed.length == len(garbage)
        assert parsed.raw == garbage[:STUFFED_MAX_BYTES]
        assert parsed.reason.value in str(parsed)


@pytest.mark.parametrize(
    ("stuffed", "reason"),
    [
        (b"", CorruptionReason.TOO_SHORT),
        (b"\x01\x01\x01", CorruptionReason.TOO_SHORT),
        (b"\x09\x01", CorruptionReason.STUFFING),
        (b"\x03\x00\x01", CorruptionReason.STUFFING),
        (b"\x06\x04\x01\x07\x53\x8b", CorruptionReason.CHECKSUM),
        (b"\x01" * (STUFFED_MAX_BYTES + 1), CorruptionReason.TOO_LONG),
    ],
)
def test_damage_has_its_reason(stuffed: bytes, reason: CorruptionReason) -> None:
    parsed = parse_frame(stuffed)
    assert isinstance(parsed, Corruption)
    assert parsed.reason is reason


def test_a_damaged_frame_shows_both_checksums() -> None:
    assert str(parse_frame(b"\x06\x04\x01\x07\x53\x8b")) == (
        "checksum wrong (got 538b, computed 538a): 6 bytes, 06 04 01 07 53 8b"
    )


@pytest.mark.parametrize(
    ("type_id", "sequence", "payload", "text"),
    [
        (256, 0, b"", "frame type 256 is not a byte"),
        (-1, 0, b"", "frame type -1 is not a byte"),
        (0, 256, b"", "frame sequence number 256 is not a byte"),
        (0, 0, bytes(PAYLOAD_MAX_BYTES + 1), "payload of 60 bytes is too long"),
    ],
)
def test_a_frame_that_cannot_be_sent_is_refused(type_id: int, sequence: int, payload: bytes, text: str) -> None:
    with pytest.raises(FrameError, match=text) as refused:
        Frame(type_id, sequence, payload)
    assert isinstance(refused.value, ProtocolError)


def test_the_largest_frame_fills_one_cobs_block() -> None:
    assert len(encode_frame(Frame(1, 1, b"x" * PAYLOAD_MAX_BYTES))) == BODY_MAX_BYTES + 2
