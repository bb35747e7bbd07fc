"""A line in words: every message, every direction, and what is no message."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tablebridge.link.adapters.text_line import TextLineAdapter
from tablebridge.link.capture import Entry, Mark
from tablebridge.link.decoding import CORRUPTED, NOTE, UNKNOWN, Decoded, LineDecoder
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.framing import Frame, encode_frame
from tablebridge_protocol.messages import (
    Ack,
    Capability,
    Dice,
    DicePurpose,
    Hello,
    Message,
    Port,
    SetComplete,
    WallRaised,
)

NOON = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=UTC)
HELLO = Hello(1, 1, 5, Capability.DICE | Capability.BUTTONS, "Acme", "T 1", "", "0001")


def decoded(*entries: Entry, decoder: LineDecoder | None = None) -> list[Decoded]:
    decoder = decoder or LineDecoder()
    return [thing for entry in entries for thing in decoder.take(entry)]


def came(data: bytes) -> Entry:
    return Entry(NOON, 7.0, Mark.FROM_TABLE, data=data)


def sent(data: bytes) -> Entry:
    return Entry(NOON, 7.0, Mark.TO_TABLE, data=data)


def note(text: str) -> Entry:
    return Entry(NOON, 7.0, Mark.NOTE, note=text)


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        (SetComplete(9, 136), {"at_ms": 9, "tiles": 136, "tile_set": 0}),
        (WallRaised(9, Port.C, 17), {"at_ms": 9, "side": "C", "stacks": 17}),
        (
            Dice(9, DicePurpose.WALL_BREAK, Port.B, (2, 5)),
            {"at_ms": 9, "purpose": "wall_break", "seat": "B", "values": [2, 5]},
        ),
    ],
    ids=lambda value: value.NAME if isinstance(value, Message) else "",
)
def test_fields_in_plain_words(message: Message, fields: dict[str, object]) -> None:
    wire = encode_message(message, 4)
    (thing,) = decoded(came(wire))
    assert (thing.name, thing.number, thing.fields, thing.raw) == (message.NAME, 4, fields, wire)


def test_pieces_and_both_directions_do_not_mix() -> None:
    report, ack = encode_message(SetComplete(9, 136), 4), encode_message(Ack(4), 9)
    things = decoded(came(report[:3]), sent(ack[:2]), came(report[3:]), sent(ack[2:]))
    assert [(thing.name, thing.mark, thing.raw) for thing in things] == [
        ("set_complete", Mark.FROM_TABLE, report),
        ("ack", Mark.TO_TABLE, ack),
    ]


def test_a_new_connection_finishes_nothing_of_the_old_one() -> None:
    report = encode_message(SetComplete(9, 136), 4)
    things = decoded(came(report[:3]), note("gone x"), note("open x"), came(report[3:]))
    assert [thing.name for thing in things] == [NOTE, NOTE, CORRUPTED]


def test_what_is_no_message_is_shown_with_its_bytes() -> None:
    damaged, strange = b"\x03\x41\x42\x00", encode_frame(Frame(0x6E, 3, b"xy"))
    first, second = decoded(came(damaged + strange))
    assert (first.name, first.raw) == (CORRUPTED, damaged)
    assert first.text.startswith("too short for a frame")
    assert (second.name, second.number, second.text, second.raw) == (UNKNOWN, 3, "type 0x6e, 2 bytes", strange)


def test_noise_without_end_is_bounded() -> None:
    (thing,) = decoded(*[came(b"\x55" * 100)] * 50, came(b"\x00"))
    assert thing.text.startswith("too long for a frame: 5000 bytes")
    assert len(thing.raw) == 256


def test_lines_for_people() -> None:
    hello, ack, bad, said = decoded(
        came(encode_message(HELLO, 0)), sent(encode_message(Ack(4), 17)), came(b"\x03\x41\x42\x00"), note("gone away")
    )
    local = f"{NOON.astimezone():%H:%M:%S}.250"
    assert str(hello) == (
        f"{local}  table >      #0    hello            protocol_major=1 protocol_minor=1 uptime_ms=5 "
        'capabilities=dice+buttons vendor=Acme model="T 1" firmware="" serial_number=0001'
    )
    assert str(ack) == f"{local}        < host #17   ack              acknowledged=4"
    assert str(bad).startswith(f"{local}  table >            corrupted        too short for a frame: 3 bytes")
    assert str(said) == f"{local}  -- gone away"


def test_a_document() -> None:
    (thing,) = decoded(sent(encode_message(Ack(4), 17)))
    assert thing.document() == {
        "time": "2026-11-30T12:00:00.250Z",
        "from": "host",
        "message": "ack",
        "sequence": 17,
        "fields": {"acknowledged": 4},
        "text": "",
        "raw": thing.raw.hex(" "),
    }


def test_another_language_through_its_adapter() -> None:
    things = decoded(
        note("open x"),
        sent(b"$ID?*02\r\n"),
        came(TextLineAdapter().speak(SetComplete(1, 136))),
        came(b"rubbish\r\n"),
        sent(b"\xaa\x01"),
        decoder=LineDecoder(TextLineAdapter),
    )
    assert [thing.name for thing in things] == [NOTE, UNKNOWN, "set_complete", CORRUPTED, UNKNOWN]
    assert [things[1].text, things[4].text] == ['"$ID?*02"', "aa 01"]
    assert things[2].fields == {"at_ms": 7, "tiles": 136, "tile_set": 0}
