"""The message classes say the same as `messages.toml`, word by word and number by number."""

from __future__ import annotations

import dataclasses
import re
from enum import IntEnum, IntFlag

import pytest

from tablebridge_protocol import framing, messages, session
from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.fields import Choice, Field, Flags, Int, Numbers, Switch, Text, UInt
from tablebridge_protocol.messages import (
    MESSAGES,
    Ack,
    Dice,
    DicePurpose,
    Heartbeat,
    Message,
    Port,
    Sender,
    WallRaised,
    is_report,
)
from tablebridge_protocol.source import SpecEnum, SpecField, SpecMessage, load

SPEC = load()


def snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def described(field: Field) -> tuple[str, str, dict[str, int]]:
    """A field of the code in the words of the table: its type, what it refers to, its numbers."""
    match field:
        case UInt(_, width, minimum, maximum):
            return "uint", "", {"width": width, "min": minimum, "max": maximum}
        case Int(_, width, minimum, maximum):
            return "int", "", {"width": width, "min": minimum, "max": maximum}
        case Switch(_):
            return "bool", "", {"width": 1}
        case Choice(_, enum):
            return "enum", snake(enum.__name__), {"width": 1}
        case Flags(_, width, flags):
            return "flags", snake(flags.__name__), {"width": width}
        case Text(_, max_bytes):
            return "text", "", {"max_bytes": max_bytes}
        case Numbers(_, min_count, max_count, minimum, maximum):
            numbers = {"min_count": min_count, "max_count": max_count, "min": minimum, "max": maximum}
            return "list", "", {"width": 1, **numbers}
    raise AssertionError(f"a kind of field that the table has no word for: {field}")


def in_words(field: SpecField) -> tuple[str, str, dict[str, int]]:
    return field.type, field.of, dict(field.numbers)


def test_same_messages_in_the_same_order() -> None:
    assert [message.NAME for message in MESSAGES] == [message.name for message in SPEC.messages]
    assert len({message.ID for message in MESSAGES}) == len(MESSAGES)


@pytest.mark.parametrize(
    ("message", "spec"), list(zip(MESSAGES, SPEC.messages, strict=True)), ids=[m.NAME for m in MESSAGES]
)
def test_message_as_in_the_table(message: type[Message], spec: SpecMessage) -> None:
    assert snake(message.__name__) == message.NAME == spec.name
    assert spec.id == message.ID
    assert message.SENDER is Sender(spec.sender)
    assert issubclass(message, messages.Report) is spec.report
    assert [field.name for field in message.LAYOUT] == [field.name for field in spec.fields]
    assert [field.name for field in message.LAYOUT] == [f.name for f in dataclasses.fields(message)]
    assert [described(field) for field in message.LAYOUT] == [in_words(field) for field in spec.fields]
    assert [field.default for field in message.LAYOUT] == [field.default for field in spec.fields]


COMMANDS = [spec for spec in SPEC.messages if spec.capability]


@pytest.mark.parametrize("spec", COMMANDS, ids=[spec.name for spec in COMMANDS])
def test_command_as_in_the_table(spec: SpecMessage) -> None:
    command = next(message for message in MESSAGES if spec.name == message.NAME)
    assert issubclass(command, messages.Command)
    assert spec.sender == "host"
    assert command.CAPABILITY.name == spec.capability.upper()
    assert {state.name.lower() for state in command.STATES} == set(spec.states)


def test_every_command_has_a_capability_bit_of_its_own() -> None:
    bits = [message.CAPABILITY for message in MESSAGES if issubclass(message, messages.Command)]
    assert [bit.name for bit in bits] == [f"CAN_{spec.name.upper()}" for spec in COMMANDS]
    assert len(set(bits)) == len(COMMANDS) == 6


@pytest.mark.parametrize("message", MESSAGES, ids=[m.NAME for m in MESSAGES])
def test_appended_fields_stand_at_the_end_and_have_a_default_in_range(message: type[Message]) -> None:
    spec = next(spec for spec in SPEC.messages if spec.name == message.NAME)
    appended = [bool(field.since) for field in spec.fields]
    assert appended == sorted(appended)
    assert appended == [field.default is not None for field in message.LAYOUT]
    for field, value in zip(message.LAYOUT, dataclasses.fields(message), strict=True):
        if field.default is not None:
            field.check(field.default)
            assert value.default == field.default


@pytest.mark.parametrize("spec", SPEC.enums, ids=[enum.name for enum in SPEC.enums])
def test_enumeration_as_in_the_table(spec: SpecEnum) -> None:
    name = "".join(part.capitalize() for part in spec.name.split("_"))
    enum: type[IntEnum] | type[IntFlag] = getattr(messages, name)
    assert issubclass(enum, IntFlag if spec.flags else IntEnum)
    assert {member.name: member.value for member in enum} == {value.name.upper(): value.value for value in spec.values}


def test_version_framing_and_timing_as_in_the_table() -> None:
    assert (SPEC.major, SPEC.minor) == (messages.PROTOCOL_MAJOR, messages.PROTOCOL_MINOR)
    assert SPEC.framing["payload_max_bytes"] == framing.PAYLOAD_MAX_BYTES
    assert bytes([int(SPEC.framing["delimiter"])]) == framing.DELIMITER
    for name, (value, _) in SPEC.timing.items():
        assert getattr(session, name.upper()) == value


def test_every_message_fits_one_frame_even_at_its_longest() -> None:
    for message in MESSAGES:
        longest = sum(_longest(field) for field in message.LAYOUT)
        assert longest <= framing.PAYLOAD_MAX_BYTES, message.NAME


def _longest(field: Field) -> int:
    match field:
        case Text(_, max_bytes):
            return 1 + max_bytes
        case Numbers(max_count=max_count):
            return 1 + max_count
        case UInt(width=width) | Int(width=width) | Flags(width=width):
            return width
    return 1


def test_a_message_cannot_be_made_with_a_wrong_value() -> None:
    with pytest.raises(FieldError, match="stacks is 26"):
        WallRaised(at_ms=0, side=Port.A, stacks=26)
    with pytest.raises(FieldError, match="values is"):
        Dice(at_ms=0, purpose=DicePurpose.DEALER, seat=Port.A, values=(6,))


def test_reports_are_what_the_host_acknowledges() -> None:
    assert is_report(WallRaised(0, Port.A, 17))
    assert not is_report(Heartbeat(0))
    assert not is_report(Ack(0))


def test_all_is_offered() -> None:
    assert set(messages.__all__) >= {message.__name__ for message in MESSAGES}
