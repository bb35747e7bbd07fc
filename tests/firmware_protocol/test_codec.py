"""Messages into bytes and back, against the golden frames and for every value a field may have."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_protocol.codec import UnknownMessage, encode_message, message_of, to_frame
from tablebridge_protocol.errors import FrameError
from tablebridge_protocol.fields import Choice, Field, Flags, Int, Numbers, Switch, Text, UInt
from tablebridge_protocol.framing import Corruption, CorruptionReason, Frame
from tablebridge_protocol.messages import MESSAGES, Ack, Heartbeat, Message
from tablebridge_protocol.stream import StreamDecoder

FOLDER = Path(__file__).parents[2] / "firmware_protocol" / "vectors"


def _read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


FRAMES = _read("frames.jsonl")
MALFORMED = _read("malformed.jsonl")
VECTORS = FRAMES + MALFORMED


def values_of(field: Field) -> st.SearchStrategy[object]:
    """Every value the field may carry."""
    match field:
        case UInt(_, _, minimum, maximum) | Int(_, _, minimum, maximum):
            return st.integers(minimum, maximum)
        case Switch(_):
            return st.booleans()
        case Choice(_, enum):
            return st.sampled_from(list(enum))
        case Flags(_, width, flags):
            return st.integers(0, (1 << 8 * width) - 1).map(flags)
        case Text(_, max_bytes):
            return st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=max_bytes)
        case Numbers(_, min_count, max_count, minimum, maximum):
            numbers = st.lists(st.integers(minimum, maximum), min_size=min_count, max_size=max_count)
            return numbers.map(tuple)
    raise AssertionError(field)


def instances(kind: type[Message]) -> st.SearchStrategy[Message]:
    return st.builds(kind, *[values_of(field) for field in kind.LAYOUT])


ANY_MESSAGE = st.sampled_from(MESSAGES).flatmap(instances)


def as_item(found: Frame | Corruption) -> dict[str, Any]:
    """What was decoded, in the words of the vector file."""
    if isinstance(found, Corruption):
        return {"corruption": found.reason.name, "length": found.length}
    message = message_of(found)
    if isinstance(message, Corruption):
        return {"corruption": message.reason.name, "length": message.length}
    if isinstance(message, UnknownMessage):
        return {"unknown": message.frame.type_id, "sequence": message.frame.sequence}
    fields = json.loads(json.dumps(dataclasses.asdict(message)))
    return {"message": message.NAME, "sequence": found.sequence, "fields": fields}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_golden_frames_decode(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    assert [as_item(found) for found in StreamDecoder().feed(wire)] == vector["items"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["encodes"]], ids=[v["id"] for v in VECTORS if v["encodes"]])
def test_golden_frames_encode_byte_for_byte(vector: dict[str, Any]) -> None:
    (item,) = vector["items"]
    kind = next(kind for kind in MESSAGES if item["message"] == kind.NAME)
    values = {field.name: as_value(field, item["fields"][field.name]) for field in kind.LAYOUT}
    assert encode_message(kind(**values), item["sequence"]).hex() == vector["wire"]


def as_value(field: Field, plain: Any) -> Any:
    match field:
        case Choice(_, enum):
            return enum(plain)
        case Flags(_, _, flags):
            return flags(plain)
        case Numbers():
            return tuple(plain)
    return plain


@pytest.mark.parametrize("name", ["frames", "malformed"])
def test_the_flat_form_says_the_same(name: str) -> None:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    vectors = {"frames": FRAMES, "malformed": MALFORMED}[name]
    assert [line.split()[0] for line in lines] == [vector["id"] for vector in vectors]
    for line, vector in zip(lines, vectors, strict=True):
        _, wire, encodes, *outcome = line.split()
        assert (wire if wire != "-" else "", encodes == "1") == (vector["wire"], vector["encodes"])
        found = StreamDecoder().feed(bytes.fromhex(vector["wire"]))
        assert outcome == ([as_flat(item) for item in found] or ["-"])


def as_flat(found: Frame | Corruption) -> str:
    """What was decoded, in the words of the flat files."""
    if isinstance(found, Corruption):
        return f"C:{found.reason.name}:{found.length}"
    message = message_of(found)
    if isinstance(message, Corruption):
        return f"C:{message.reason.name}:{message.length}"
    head = f"{found.type_id:02x}:{found.sequence:02x}"
    if isinstance(message, UnknownMessage):
        return f"U:{head}"
    return f"M:{head}:{to_frame(message, found.sequence).payload.hex()}"


def test_the_vectors_are_as_their_own_program_makes_them() -> None:
    script = FOLDER / "make_vectors.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_malformed_vectors_show_every_message_and_every_damage_alone() -> None:
    assert {vector["id"].partition("-")[0] for vector in MALFORMED} >= {kind.NAME for kind in MESSAGES}
    assert {v["items"][0]["corruption"] for v in MALFORMED if "corruption" in v["items"][0]} == set(
        CorruptionReason.__members__
    )


def test_golden_frames_show_every_message_and_every_damage() -> None:
    items = [item for vector in FRAMES for item in vector["items"]]
    assert {item["message"] for item in items if "message" in item} == {kind.NAME for kind in MESSAGES}
    assert {item["corruption"] for item in items if "corruption" in item} == set(CorruptionReason.__members__)


@given(ANY_MESSAGE, st.integers(0, 255))
def test_round_trip(message: Message, sequence: int) -> None:
    (frame,) = StreamDecoder().feed(encode_message(message, sequence))
    assert isinstance(frame, Frame)
    assert frame.sequence == sequence
    assert message_of(frame) == message


def packed(message: Message, *, appended: bool) -> bytes:
    """All its fields, or those alone that its first version had."""
    fields = [field for field in message.LAYOUT if appended or field.default is None]
    return b"".join(field.pack(getattr(message, field.name)) for field in fields)


@given(ANY_MESSAGE, st.binary(max_size=2))
def test_fields_appended_by_a_newer_version_are_skipped(message: Message, newer: bytes) -> None:
    assert message_of(Frame(message.ID, 1, packed(message, appended=True) + newer)) == message


APPENDED = [kind for kind in MESSAGES if kind.LAYOUT[-1].default is not None]


@given(st.sampled_from(APPENDED).flatmap(instances))
def test_fields_an_older_version_did_not_have_are_their_defaults(message: Message) -> None:
    defaults = {field.name: field.default for field in message.LAYOUT if field.default is not None}
    older = dataclasses.replace(message, **defaults)
    assert message_of(Frame(message.ID, 1, packed(message, appended=False))) == older
    assert to_frame(older, 1).payload == packed(message, appended=False)


@given(ANY_MESSAGE, st.data())
def test_a_payload_cut_off_is_a_corruption_that_names_the_message(message: Message, data: st.DataObject) -> None:
    payload = packed(message, appended=False)
    found = message_of(Frame(message.ID, 1, payload[: data.draw(st.integers(0, len(payload) - 1))]))
    assert isinstance(found, Corruption)
    assert found.reason is CorruptionReason.CONTENT
    assert found.detail.startswith(f"{message.NAME}: ")


@given(st.integers(0, 255), st.binary(max_size=59))
def test_no_payload_raises(type_id: int, payload: bytes) -> None:
    found = message_of(Frame(type_id, 0, payload))
    if isinstance(found, Message):
        # What is understood can be said again, and in the same bytes as far as this version knows them.
        assert payload.startswith(to_frame(found, 0).payload)


def test_an_unknown_type_keeps_its_frame() -> None:
    frame = Frame(0x6E, 9, b"later")
    assert message_of(frame) == UnknownMessage(frame)


def test_a_sequence_number_that_is_no_byte_is_refused() -> None:
    with pytest.raises(FrameError, match="sequence number 256"):
        encode_message(Ack(1), 256)
    assert encode_message(Heartbeat(1500), 3).hex(" ") == "05 02 03 dc 05 01 03 67 43 00"


def test_the_flat_lines_of_the_readme_are_vectors() -> None:
    readme = (FOLDER.parent / "README.md").read_text("utf-8")
    shown = readme.split("separated by one space.\n\n```\n")[1].split("```")[0].splitlines()
    flat = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in ("frames", "malformed")).splitlines()
    assert len(shown) == 3
    assert set(shown) <= set(flat)


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (FOLDER.parent / "README.md").read_text("utf-8")
    exec(readme.split("```python\n")[1].split("```")[0], {})
    first, second = capsys.readouterr().out.splitlines()
    assert first == "byte stuffing broken: 5 bytes, 6e 6f 69 73 65"
    assert second.startswith("WallRaised(at_ms=61000, side=<Port.A: 1>, stacks=17)")
