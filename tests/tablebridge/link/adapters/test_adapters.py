"""Adapters by name and by file: what can be loaded is, what cannot is one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.link.adapters import ADAPTERS, load_adapter
from tablebridge.link.adapters.start_byte import StartByteAdapter
from tablebridge.link.adapters.text_line import TextLineAdapter
from tablebridge_protocol.framing import Corruption, CorruptionReason
from tablebridge_protocol.messages import Heartbeat, Port, SetComplete, WallRaised

_TWO = "from tablebridge.link.adapters import Adapter\nclass A(Adapter): pass\nclass B(Adapter): pass\n"


def test_the_shipped_ones() -> None:
    assert {"start-byte": StartByteAdapter, "text-line": TextLineAdapter} == ADAPTERS
    assert load_adapter("text-line") is TextLineAdapter


@pytest.mark.parametrize(
    ("text", "what"),
    [
        pytest.param("x = 1", "the file holds no adapter", id="none"),
        pytest.param(_TWO, "the file holds several adapters", id="two"),
        pytest.param(_TWO.replace("class B(Adapter): pass\n", ""), "the adapter has no feed, speak", id="unfinished"),
        pytest.param("import no_such_module", r"cannot be loaded \(ModuleNotFoundError", id="import"),
        pytest.param("raise SystemExit(3)", r"cannot be loaded \(SystemExit: 3", id="ends-itself"),
        pytest.param("def (", r"cannot be loaded \(SyntaxError", id="syntax"),
    ],
)
def test_a_file_that_is_no_adapter(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(UsageError, match=what) as refused:
        load_adapter(str(path))
    assert str(path) in str(refused.value)


def test_a_name_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^no such adapter: acme \(write one of start-byte, text-line, or the path"):
        load_adapter("acme")
    with pytest.raises(UsageError, match="no such adapter"):
        load_adapter(str(tmp_path / "none.py"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(b"\xaa\x11" + bytes(20), CorruptionReason.TOO_LONG, id="too-long"),
        pytest.param(b"\xaa\x02\x10\x88\x00", CorruptionReason.CHECKSUM, id="checksum"),
        pytest.param(b"\x01\xaa\x01\x01\x02", CorruptionReason.STUFFING, id="noise"),
        pytest.param(b"\xaa\x03\x11\x04\x11\x29", CorruptionReason.CONTENT, id="fifth-side"),
        pytest.param(b"\xaa\x01\x77\x78", CorruptionReason.CONTENT, id="unknown-type"),
        pytest.param(b"\xaa\x03\x15\x01\x02\x1b", CorruptionReason.CONTENT, id="half-on"),
        pytest.param(b"\xaa\x02\x10\xd0\xe2", CorruptionReason.CONTENT, id="too-many-tiles"),
    ],
)
def test_start_byte_frames_that_are_none(line: bytes, reason: CorruptionReason) -> None:
    first, *_ = StartByteAdapter().feed(line, 5)
    assert isinstance(first, Corruption)
    assert first.reason is reason


def test_a_start_byte_inside_a_damaged_frame_is_found() -> None:
    # the length was damaged: a whole frame stands where data is expected
    line = b"\xaa\x03\xaa\x03\x11\x02\x11\x27\xaa\x01\x01\x02"
    items = StartByteAdapter().feed(line, 5)
    assert [item for item in items if not isinstance(item, Corruption)] == [WallRaised(5, Port.C, 17), Heartbeat(5)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(b"$SET,136*00\r\n", CorruptionReason.CHECKSUM, id="checksum"),
        pytest.param(b"SET,136\r\n", CorruptionReason.STUFFING, id="no-checksum"),
        pytest.param(b"x" * 100 + b"\n", CorruptionReason.TOO_LONG, id="too-long"),
        pytest.param(b"$WALL,E,17*55\r\n", CorruptionReason.CONTENT, id="fifth-side"),
        pytest.param(b"$HELLO*42\r\n", CorruptionReason.CONTENT, id="unknown"),
    ],
)
def test_text_lines_that_are_none(line: bytes, reason: CorruptionReason) -> None:
    (item,) = TextLineAdapter().feed(line, 5)
    assert isinstance(item, Corruption)
    assert item.reason is reason


def test_the_lines_of_the_description() -> None:
    assert TextLineAdapter().feed(b"$WALL,C,17*53\r\n", 5) == [WallRaised(5, Port.C, 17)]
    assert TextLineAdapter().begin() == b"$ID?*32\r\n"
    assert TextLineAdapter().feed(TextLineAdapter().speak(SetComplete(1, 136)), 5) == [SetComplete(5, 136)]
    assert StartByteAdapter().begin() == b"\xaa\x01\x82\x83"
