"""A conversation through an adapter looks to the link like the protocol's own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.link.adapted_session import AdaptedSession
from tablebridge.link.adapters import Adapter
from tablebridge.link.adapters.start_byte import StartByteAdapter
from tablebridge.link.adapters.text_line import TextLineAdapter
from tablebridge_protocol.framing import Corruption
from tablebridge_protocol.messages import (
    Ack,
    Hello,
    LampKind,
    LampMode,
    Message,
    NakReason,
    OpenCover,
    Port,
    SetComplete,
    SetLamp,
)
from tablebridge_protocol.session import (
    Alive,
    CommandAccepted,
    CommandRefused,
    Garbled,
    Lost,
    Opened,
    Received,
    Refusal,
    Refused,
    SessionEvent,
    Turn,
)

ID = b"$ID,M1,0042*77\r\n"
SET = TextLineAdapter().speak(SetComplete(0, 136))
ALIVE = b"$ALIVE*57\r\n"


class Mute(Adapter):
    """A table that is never heard of its own accord, and asked about everything."""

    NAME = "mute"

    def feed(self, data: bytes, now_ms: int) -> Sequence[Message | Corruption]:
        return [SetComplete(now_ms, 136) if byte else Ack(1) for byte in data]

    def speak(self, message: Message) -> bytes:
        return b""

    def poll(self, now_ms: int) -> bytes:
        return b"?"


def opened(session: AdaptedSession) -> AdaptedSession:
    session.begin(0)
    session.receive(ID, 10)
    return session


def kinds(events: Sequence[SessionEvent]) -> list[type[SessionEvent]]:
    return [type(event) for event in events]


def test_it_asks_who_is_there_and_opens_with_the_answer() -> None:
    session = AdaptedSession(TextLineAdapter())
    assert session.begin(0) == b"$ID?*32\r\n"
    (event,) = session.receive(ID, 10).events
    assert isinstance(event, Opened)
    assert (event.hello.model, event.hello.serial_number, event.hello.uptime_ms) == ("M1", "0042", 10)


def test_what_comes_before_the_answer_is_kept_for_it() -> None:
    session = AdaptedSession(TextLineAdapter())
    session.begin(0)
    assert session.receive(SET, 5).events == ()
    assert session.tick(6).events == ()
    events = session.receive(ID, 10).events
    assert kinds(events) == [Opened, Alive, Received]
    assert events[2] == Received(SetComplete(5, 136), 1, late=False)


def test_a_table_that_does_not_answer_is_taken_as_it_is() -> None:
    session = AdaptedSession(TextLineAdapter())
    session.begin(0)
    session.receive(SET, 5)
    events = session.tick(1000).events
    assert kinds(events) == [Opened, Alive, Received]
    assert isinstance(events[0], Opened)
    assert events[0].hello.serial_number == ""


def test_it_says_again_who_it_is_and_nothing_changes() -> None:
    session = opened(AdaptedSession(TextLineAdapter()))
    assert session.receive(ID, 20).events == ()
    assert kinds(session.receive(b"$ID,M1,0043*76\r\n", 30).events) == [Opened]


def test_reports_are_numbered_and_heartbeats_tell_the_time() -> None:
    session = opened(AdaptedSession(TextLineAdapter()))
    assert session.receive(ALIVE, 20).events == (Alive(20),)
    events = session.receive(SET + SET, 30).events
    assert [event.sequence for event in events if isinstance(event, Received)] == [1, 2]
    assert session.receive(b"", 31) == Turn()


def test_damage_is_counted_and_told_once_the_table_is_known() -> None:
    session = AdaptedSession(TextLineAdapter())
    session.begin(0)
    assert session.receive(b"rubbish\r\n", 5).events == ()
    session.receive(ID, 6)
    assert kinds(session.receive(b"rubbish\r\n", 7).events) == [Garbled]
    assert session.counters.corrupted == 2
    assert session.counters.frames == 1


@pytest.mark.parametrize(
    ("data", "refusal", "after_ms"),
    [
        pytest.param(b"", Refusal.SILENT, 3000, id="silence"),
        pytest.param(b"OK\r\n", Refusal.FOREIGN, 3500, id="another-language"),
    ],
)
def test_what_is_no_such_table_is_refused(data: bytes, refusal: Refusal, after_ms: int) -> None:
    session = AdaptedSession(StartByteAdapter())
    session.begin(0)
    session.receive(data, 500)
    assert session.tick(after_ms - 1).events == ()
    assert session.tick(after_ms).events == (Refused(refusal, len(data)),)
    assert session.tick(after_ms + 1) == session.receive(b"\xaa\x01\x01\x02", after_ms + 2) == Turn()


def test_a_table_that_beats_is_lost_when_it_falls_silent() -> None:
    session = opened(AdaptedSession(TextLineAdapter()))
    assert session.tick(2509).events == ()
    assert session.tick(2510).events == (Lost(2500),)


def test_a_table_that_says_nothing_of_itself_is_never_missed() -> None:
    session = AdaptedSession(Mute())
    assert session.begin(0) == b""
    assert session.tick(3_600_000) == Turn((), b"?")
    events = session.receive(b"\x01", 3_600_001).events
    assert kinds(events) == [Opened, Alive, Received]
    assert session.tick(7_200_000).events == ()
    assert session.receive(b"\x00", 7_200_001).events == (Alive(7_200_001),)  # a message that no table sends
    assert session.counters.unknown == 1


def test_the_clock_goes_round() -> None:
    session = opened(AdaptedSession(TextLineAdapter()))
    assert session.receive(ALIVE, 2.0**32 + 7).events == (Alive(7),)


def test_commands() -> None:
    session = opened(AdaptedSession(TextLineAdapter()))
    lamp = SetLamp(Port.B, LampKind.DEALER, LampMode.ON)
    assert session.command(lamp, 20) == Turn((CommandAccepted(lamp, 0),), b"$LAMP,B,ON*53\r\n")
    cover = OpenCover(True)
    assert session.command(cover, 20) == Turn((CommandRefused(cover, 0, NakReason.NO_CAPABILITY),))


def test_many_early_messages_are_bounded() -> None:
    session = AdaptedSession(TextLineAdapter())
    session.begin(0)
    for _ in range(100):
        session.receive(SET, 5)
    received = [event for event in session.receive(ID, 6).events if isinstance(event, Received)]
    assert len(received) == 64


def test_hello_alone_is_the_introduction() -> None:
    assert isinstance(TextLineAdapter().hello(1), Hello)
