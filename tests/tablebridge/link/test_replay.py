"""A captured line as a port: the same bytes, in their time, over the same connections."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablebridge.errors import UsageError
from tablebridge.link.capture import Entry, Mark
from tablebridge.link.port import PortError
from tablebridge.link.replay import Replay, ReplayEnded, is_replay
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import Capability, Hello, SetComplete
from tablebridge_protocol.session import Opened, Received

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HELLO = Hello(1, 1, 5, Capability(0), "Acme", "T1", "1.2", "0001")


class Time:
    """Time that passes only by waiting."""

    ms = 0.0

    def now_ms(self) -> float:
        return self.ms

    def sleep_s(self, seconds: float) -> None:
        self.ms += seconds * 1000


def note(at_ms: float, text: str) -> Entry:
    return Entry(NOON, at_ms, Mark.NOTE, note=text)


def came(at_ms: float, data: bytes) -> Entry:
    return Entry(NOON, at_ms, Mark.FROM_TABLE, data=data)


def replay_of(*captured: Entry, speed: float = 1.0) -> tuple[Replay, Time]:
    time = Time()
    return Replay("x.cap", captured, speed, time.now_ms, time.sleep_s), time


@pytest.mark.parametrize(("speed", "took_ms"), [(1.0, 1000.0), (4.0, 250.0), (0.0, 0.0)])
def test_bytes_come_in_their_time(speed: float, took_ms: float) -> None:
    sent = Entry(NOON, 10, Mark.TO_TABLE, data=b"never")
    replay, time = replay_of(note(0, "open x"), sent, came(200, b"a"), came(1000, b"b"), speed=speed)
    heard = b""
    with replay.open() as line:
        line.write(b"nothing")
        while heard != b"ab":
            heard += line.read()
        assert time.ms == pytest.approx(took_ms)
        with pytest.raises(ReplayEnded, match=r"^the capture x\.cap is played to its end$"):
            line.read()


def test_a_connection_ends_as_the_captured_one_did_and_the_next_goes_on() -> None:
    replay, _ = replay_of(
        note(0, "open x"), came(1, b"a"), note(2, "gone port x is gone"), note(9, "open x"), came(10, b"b")
    )
    with replay.open() as line:
        assert line.read() == b"a"
        with pytest.raises(PortError, match=r"^in the capture x\.cap: port x is gone$"):
            line.read()
    with replay.open() as line:
        assert line.read() == b"b"
    with pytest.raises(ReplayEnded):
        replay.open()


def test_a_connection_that_the_host_ends_earlier_is_left_behind() -> None:
    replay, _ = replay_of(note(0, "open x"), came(1, b"a"), came(2, b"a"), note(9, "open x"), came(10, b"b"))
    with replay.open() as line:
        assert line.read() == b"a"
    with replay.open() as line:
        assert line.read() == b"b"


def test_a_capture_that_broke_off_ends_the_connection() -> None:
    replay, _ = replay_of(note(0, "open x"), came(5, b"a"), note(0, "open x"), came(1, b"b"))
    with replay.open() as line:
        assert line.read() == b"a"
        with pytest.raises(PortError, match="the line was opened again"):
            line.read()
    with replay.open() as line:
        assert line.read() == b"b"  # a later process counted from 0 again


def test_silence_is_silence() -> None:
    replay, time = replay_of(note(0, "open x"), note(10, "hello 00"), came(500, b"a"))
    with replay.open() as line:
        assert line.read() == b""
        assert line.read() == b""
        assert time.ms <= 100


def test_a_file_that_goes_on_in_the_middle_begins_with_the_hello_it_notes() -> None:
    hello = encode_message(HELLO, 0).hex(" ")
    replay, _ = replay_of(note(7, f"hello {hello}"), came(9, encode_message(SetComplete(5, 136), 41)))
    session = HostSession()
    session.begin(0)
    with replay.open() as line:
        events = session.receive(line.read() + line.read(), 1).events
    assert events == (Opened(HELLO), Received(SetComplete(5, 136), 41, late=False))  # and nothing is missing between


def test_urls(tmp_path: Path) -> None:
    path = tmp_path / "a line.cap"
    path.write_text("# tablebridge line capture 1\n2026-11-30T12:00:00.250Z 0.000 < 41\n")
    assert is_replay(f"replay://{path}")
    assert not is_replay(str(path))
    with Replay.of_url(f"replay://{str(path).replace(' ', '%20')}?speed=0").open() as line:
        assert line.read() == b"A"


@pytest.mark.parametrize("options", ["?speed=-1", "?speed=fast", "?speed=1e9", "?spede=2", "?speed=nan"])
def test_a_url_that_is_none(tmp_path: Path, options: str) -> None:
    path = tmp_path / "x.cap"
    path.write_text("# tablebridge line capture 1\n")
    with pytest.raises(UsageError, match=r"^not a replay: replay://.*speed 0 to 1000"):
        Replay.of_url(f"replay://{path}{options}")
