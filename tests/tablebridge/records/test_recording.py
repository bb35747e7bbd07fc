"""Recorded evenings: those that are shipped are whole and as the schemas say; what is none is refused in one line."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tablebridge.errors import UsageError
from tablebridge.records.recording import (
    Header,
    Part,
    Recording,
    Vital,
    is_kept,
    packed,
    read_recording,
    shipped_evenings,
)
from tablebridge.release import PublicState, Released
from tablebridge_rules.play import read_rulebook

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HEADER = Header(title="one draw", rulebook="riichi-common", session="5e55", began=NOON)
NAMES = sorted(shipped_evenings())
_MOST_BYTES = 300 * 1024
"""Of all that are shipped together: they are in every wheel."""


@cache
def evening(name: str) -> Recording:
    return read_recording(shipped_evenings()[name])


@cache
def validator(topic: str) -> jsonschema.Draft202012Validator:
    path = resources.files("tablebridge.mqtt").joinpath("schemas", f"{topic.replace('/', '.')}.json")
    return jsonschema.Draft202012Validator(json.loads(path.read_text("utf-8")))


def schema_of(topic: str) -> str:
    kind, _, rest = topic.partition("/")
    return {"status": "status/part", "violations": "violations/clause"}.get(kind, topic) if rest else topic


def event(sequence: int, kind: str = "draw", **own: Any) -> bytes:
    data = {
        **({"type": "draw", "seat": "A", "tile": None, "replacement": False} if kind == "draw" else {"type": kind}),
        **own,
        "table": "t1",
        "sequence": sequence,
        "hand": 3,
        "captured_at": "2026-11-30T12:00:01Z",
        "released_at": "2026-11-30T12:00:02Z",
        "confidence": 0.9,
        "witnesses": ["camera"],
        "clauses": [],
    }
    return json.dumps({"id": f"5e55-{sequence}", "data": data}).encode()


def written(path: Path, *messages: tuple[float, str, bytes]) -> Path:
    path.write_bytes(packed(HEADER, messages))
    return path


def test_every_tradition_has_an_evening() -> None:
    traditions = {read_rulebook(evening(name).header.rulebook).TRADITION for name in NAMES}
    assert traditions == {"riichi", "taiwan", "zungjung", "sichuan"}
    assert sum(path.stat().st_size for path in shipped_evenings().values()) < _MOST_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_is_whole(name: str) -> None:
    recorded = evening(name)
    types = recorded.types
    assert types["hand_started"] == types["settled"] >= 2
    assert min(types[kind] for kind in ("discard", "win", "correction", "ruling", "penalty_applied")) >= 1
    last = [told for _, told in recorded.told if isinstance(told, PublicState)][-1]
    assert (last.phase, last.in_step, last.sequence) == ("settled", True, recorded.events[-1].sequence)
    assert {part.name for _, part in recorded.told if isinstance(part, Part)} == {"link", "camera", "journal"}
    assert any(isinstance(told, Vital) for _, told in recorded.told)


def test_the_riichi_evening_has_what_a_scoreboard_must_show() -> None:
    types = evening("riichi").types
    assert min(types[kind] for kind in ("riichi", "riichi_accepted", "chi", "pon", "exhaustive_draw")) >= 1
    results = [told.result for _, told in evening("riichi").told if isinstance(told, PublicState) and told.result]
    assert any(win.explanation and win.patterns for result in results for win in result.wins)


@pytest.mark.parametrize("name", NAMES)
def test_what_was_recorded_is_as_the_shipped_schemas_say(name: str) -> None:
    lines = [json.loads(line) for line in gzip.decompress(shipped_evenings()[name].read_bytes()).splitlines()[1:]]
    # states change little from one to the next, and are large: the last of each ten is enough
    looked_at = [line for number, line in enumerate(lines) if line["topic"] != "state" or number % 10 == 9]
    for line in looked_at:
        validator(schema_of(line["topic"])).validate(line["payload"])
    assert len(looked_at) > 200


def test_an_event_is_read_as_it_was_released(tmp_path: Path) -> None:
    path = written(tmp_path / "e.jsonl.gz", (40.0, "events/draw", event(1)), (50.0, "events/draw", event(2)))
    read = read_recording(path)
    assert read.header == HEADER
    assert [at_ms for at_ms, _ in read.told] == [40.0, 50.0]
    assert read.events[0] == Released(
        id="5e55-1",
        sequence=1,
        type="draw",
        table="t1",
        hand=3,
        data={"type": "draw", "seat": "A", "tile": None, "replacement": False},
        captured_at=NOON.replace(second=1),
        released_at=NOON.replace(second=2),
        confidence=0.9,
        witnesses=("camera",),
    )
    assert (read.length_s, read.types) == (0.05, {"draw": 2})


def test_an_evening_may_lie_there_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_bytes(gzip.decompress(shipped_evenings()["zungjung"].read_bytes()))
    assert read_recording(path) == evening("zungjung")


def test_a_hand_that_begins_keeps_its_number(tmp_path: Path) -> None:
    path = written(tmp_path / "e.jsonl.gz", (0.0, "events/hand_started", event(1, "hand_started", dealer="A")))
    assert read_recording(path).events[0].data == {"type": "hand_started", "dealer": "A", "hand": 3}


def test_the_same_messages_make_the_same_file() -> None:
    messages = [(0.0, "events/draw", event(1))]
    assert packed(HEADER, messages) == packed(HEADER, messages)


@pytest.mark.parametrize(
    ("topic", "kept"),
    [
        ("state", True),
        ("events/draw", True),
        ("status/link", True),
        ("violations/RL-F01", True),
        ("health", True),
        ("status", False),
        ("live/draw", False),
        ("owner", False),
        ("reply/ping", False),
        ("command/ping", False),
    ],
)
def test_what_the_publisher_makes_by_itself_is_not_kept(topic: str, kept: bool) -> None:
    assert is_kept(topic) is kept


@pytest.mark.parametrize(
    ("messages", "line"),
    [
        ([], "the recording lacks events before its first: "),
        ([(0.0, "events/draw", event(2))], "the recording lacks events before its first: "),
        ([(0.0, "events/draw", event(1)), (0.0, "events/draw", event(3))], "the recording lacks events before 3: "),
        ([(9.0, "events/draw", event(1)), (8.0, "events/draw", event(2))], "a message before its time: "),
        ([(0.0, "owner", b"{}")], "no message of a table (nothing is published on 'owner'): "),
        ([(0.0, "state", b'{"id": "x", "data": {}}')], "no message of a table (Object missing required field"),
        ([(0.0, "events/draw", b"7")], "no message of a table (Expected `object`, got `int`"),
    ],
)
def test_what_is_no_whole_evening_is_one_line(
    messages: list[tuple[float, str, bytes]], line: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "e.jsonl.gz", *messages)
    with pytest.raises(UsageError) as refused:
        read_recording(path)
    assert str(refused.value).startswith(line)
    assert str(path) in str(refused.value)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "cannot read the recording: {path}: No such file or directory (give a recorded evening; "),
        (b"", "this is no recorded evening: {path} ("),
        (b"no recording", "this is no recorded evening: {path} (`tablebridge publish --list` names"),
        (b"\x1f\x8b\x00 and so on", "cannot read the recording: {path}: Unknown compression method"),
        (packed(HEADER, [])[:-12], "cannot read the recording: {path}: Compressed file ended"),
        (gzip.compress(b""), "this is no recorded evening: {path} ("),
        (gzip.compress(b'{"type": "game_start"}\n'), "this is no recorded evening: {path} ("),
        (gzip.compress(b'{"tablebridge_recording": 2}\n'), "this is no recorded evening: {path} ("),
    ],
    # the bytes themselves would be no names: when they were packed is in them
    ids=["nothing", "empty", "text", "badly packed", "half", "empty packed", "a game", "another version"],
)
def test_what_is_no_recording_is_one_line(content: bytes | None, line: str, tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl.gz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError) as refused:
        read_recording(path)
    assert str(refused.value).startswith(line.format(path=path))
