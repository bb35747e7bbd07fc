"""Specification, Python and C say the same: names, ids, widths, ranges, states, bits, CRC, and every vector."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable, Iterable
from enum import IntEnum
from pathlib import Path

import pytest

from tablebridge_protocol.errors import FieldError
from tablebridge_protocol.fields import Choice, Field, Flags, Int, Numbers, Switch, Text, UInt
from tablebridge_protocol.framing import PAYLOAD_MAX_BYTES, crc16
from tablebridge_protocol.messages import (
    MESSAGES,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Capability,
    Command,
    Message,
    Report,
    Sender,
    TableState,
)
from tablebridge_protocol.source import load

Ask = Callable[[Iterable[str]], list[str]]
FIRMWARE = Path(__file__).resolve().parents[3] / "firmware_protocol" / "reference"
VECTORS = FIRMWARE.parent / "vectors"


def field_words(field: Field) -> str:
    """A field of the Python side in the words in which the C side describes its own."""
    later = int(field.default is not None)
    match field:
        case UInt():
            return f"uint width {field.width} later {later} low {field.minimum} high {field.maximum}"
        case Int():
            return f"int width {field.width} later {later} low {field.minimum} high {field.maximum}"
        case Choice():
            return f"enum width 1 later {later} choices {' '.join(map(choice_words, field.enum))}"
        case Flags():
            return f"flags width {field.width} later {later}"
        case Switch():
            return f"bool width 1 later {later}"
        case Text():
            return f"text width 1 later {later} least 0 most {field.max_bytes}"
        case Numbers():
            low, high, least, most = field.minimum, field.maximum, field.min_count, field.max_count
            return f"list width 1 later {later} low {low} high {high} least {least} most {most}"
    raise AssertionError(f"teach this test {field}")


def choice_words(value: IntEnum) -> str:
    """A value and the minor version since which it is there."""
    enum = next(enum for enum in load().enums if enum.name.replace("_", "") == type(value).__name__.lower())
    since = next(one.since for one in enum.values if one.value == value) or "1.0"
    return f"{value.value}/{since.removeprefix('1.')}"


def message_words(message: type[Message]) -> str:
    table, report = int(message.SENDER is Sender.TABLE), int(issubclass(message, Report))
    capability = message.CAPABILITY.value if issubclass(message, Command) else None
    states = sum(1 << state for state in message.STATES) if issubclass(message, Command) else 0
    bits = r"\d+" if capability is None else str(capability)
    return rf"message {message.NAME} {message.ID} table {table} report {report} capability {bits} states {states}"


def test_names_ids_widths_and_ranges_are_the_same_in_python_and_c(ask: Ask) -> None:
    said = [line for line in ask(["describe"]) if line.startswith(("protocol", "message", "field"))]
    expected = [f"protocol {PROTOCOL_MAJOR} {PROTOCOL_MINOR} payload {PAYLOAD_MAX_BYTES}"]
    for message in MESSAGES:
        expected.append(message_words(message))
        expected += [f"field {field.name} {field_words(field)}" for field in message.LAYOUT]
    assert len(said) == len(expected)
    for line, pattern in zip(said, expected, strict=True):
        assert re.fullmatch(pattern, line)


def test_the_states_follow_each_other_in_c_as_in_the_specification(ask: Ask) -> None:
    said = dict(line.split()[1:] for line in ask(["describe"]) if line.startswith("next"))
    follows = {str(state.value): 0 for state in TableState} | {"0": 0}
    for transition in load().transitions:
        before, after = TableState[transition.source.upper()], TableState[transition.target.upper()]
        follows[str(before.value)] |= 1 << after
    assert {number: int(mask) for number, mask in said.items()} == follows


def test_a_report_needs_the_capability_that_the_specification_names(ask: Ask) -> None:
    reports = [line.split() for line in ask(["describe"]) if " report 1 " in line]
    needs = {message.name: message.needs for message in load().messages if message.report}
    assert {words[1]: int(words[8]) for words in reports} == {
        name: Capability[bit.upper()].value if bit else 0 for name, bit in needs.items()
    }
    assert [name for name, bit in needs.items() if not bit] == ["set_complete", "fault", "self_test"]


def test_the_timing_of_the_header_is_that_of_the_specification() -> None:
    header = (FIRMWARE / "generated" / "tb_messages.h").read_text("utf-8")
    for name, (value, _) in load().timing.items():
        assert re.search(rf"^#define TB_{name.upper()} {value}u\b", header, re.MULTILINE), name


@pytest.mark.parametrize("vectors", ["frames.txt", "malformed.txt"])
def test_the_c_code_reads_and_writes_every_shared_vector(built: Callable[[str], Path], vectors: str) -> None:
    ran = subprocess.run([built("check_vectors"), VECTORS / vectors], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout == f"{len((VECTORS / vectors).read_text('utf-8').splitlines())} vectors, all agree\n"


def test_a_vector_that_is_wrong_would_be_noticed(built: Callable[[str], Path], tmp_path: Path) -> None:
    first = (VECTORS / "frames.txt").read_text("utf-8").splitlines()[3]
    changed = first[:-1] + ("0" if first[-1] != "0" else "1")
    (tmp_path / "wrong.txt").write_text(changed + "\n", "utf-8")
    ran = subprocess.run([built("check_vectors"), tmp_path / "wrong.txt"], capture_output=True, text=True)
    assert ran.returncode == 1
    assert "NOT all agree" in ran.stdout


def test_the_crc_is_the_same_over_bytes_of_any_length(ask: Ask) -> None:
    chance = random.Random(5)
    pieces = [b"123456789", *(chance.randbytes(size) for size in range(1, 70))]
    assert ask(f"crc {piece.hex()}" for piece in pieces) == [f"{crc16(piece):04x}" for piece in pieces]


# ------------------------------------------------------------------------------------------- ranges, by their edges


def c_word(field: Field, value: object) -> str:
    match field, value:
        case Text(), str():
            return f"t{value.encode('latin-1').hex() or '-'}"
        case Numbers(), tuple():
            return f"l{bytes(value).hex() or '-'}"
        case _:
            assert isinstance(value, int)
            return str(int(value))


def edges(field: Field) -> Iterable[object]:
    """Values at and just beyond what a field allows, as far as a C struct can hold them."""
    match field:
        case UInt() | Int():
            signed = isinstance(field, Int)
            bottom, top = (
                (-1 << 8 * field.width - 1, (1 << 8 * field.width - 1) - 1) if signed else (0, 256**field.width - 1)
            )
            beyond = (field.minimum - 1, field.minimum, field.maximum, field.maximum + 1)
            return [value for value in beyond if bottom <= value <= top]
        case Choice():
            return range(256)
        case Switch():
            return (0, 1, 2, 255)
        case Flags():
            return (0, 1, 256**field.width - 1)
        case Text():
            return ("", "a", "~ " * (field.max_bytes // 2), "a" * (field.max_bytes + 1), "\x1f", "\x7f", "\xe9")
        case Numbers():
            low, high = field.minimum, field.maximum
            counts = [(high,) * count for count in range(field.max_count + 1)]
            return (*counts, (low,) * field.max_count, (high + 1,) * field.max_count)
    raise AssertionError(f"teach this test {field}")


def python_says(field: Field, value: object) -> bool:
    """Whether the Python side would send this value, given as C has it."""
    try:
        match field:
            case Choice():
                assert isinstance(value, int)
                value = next((choice for choice in field.enum if choice == value), value)
            case Switch():
                value = bool(value) if value in (0, 1) else value
            case Flags():
                assert isinstance(value, int)
                value = field.flags(value)
        field.check(value)
    except FieldError:
        return False
    return True


def allowed(field: Field) -> object:
    """One value that the field allows, and no default of an appended field."""
    return next(value for value in edges(field) if value not in (0, "", ()) and python_says(field, value))


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message.NAME))
def test_c_and_python_refuse_the_same_values(message: type[Message], ask: Ask) -> None:
    lines, expected = [], []
    for tested in message.LAYOUT:
        for value in edges(tested):
            values = [value if field is tested else allowed(field) for field in message.LAYOUT]
            words = " ".join(c_word(field, value) for field, value in zip(message.LAYOUT, values, strict=True))
            lines.append(f"pack {message.ID:02x} {words}")
            expected.append(python_says(tested, value))
    answers = ask(lines)
    assert [answer not in ("refused", "no room") for answer in answers] == expected
    assert True in expected
