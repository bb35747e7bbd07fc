"""The host's conversation, without a port: GIVEN bytes and moments, THEN events and answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_protocol.codec import encode_message, message_of
from tablebridge_protocol.errors import SessionError
from tablebridge_protocol.framing import Frame, encode_frame
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import (
    Ack,
    Button,
    ButtonKind,
    Capability,
    CommandAck,
    Heartbeat,
    Hello,
    HelloRequest,
    HostNak,
    Message,
    NakReason,
    Port,
    RaiseWalls,
    Sides,
    TableNak,
    WallRaised,
)
from tablebridge_protocol.session import (
    COMMAND_ANSWER_MS,
    COMMAND_TRIES,
    HEARTBEAT_LOSS_MS,
    HELLO_REPEAT_MS,
    HELLO_TIMEOUT_MS,
    Alive,
    CommandAccepted,
    CommandRefused,
    CommandUnanswered,
    Garbled,
    Lost,
    Missing,
    Opened,
    Received,
    Refusal,
    Refused,
    RefusedByPeer,
    Turn,
)
from tablebridge_protocol.stream import StreamDecoder

HELLO = Hello(1, 0, 1000, Capability.DICE, "Acme", "T1", "1.0", "0001")
WALL = WallRaised(2000, Port.A, 17)
BUTTON = Button(3000, Port.B, ButtonKind.RIICHI)


def messages_in(wire: bytes) -> list[Message]:
    found = [message_of(item) for item in StreamDecoder().feed(wire) if isinstance(item, Frame)]
    return [message for message in found if isinstance(message, Message)]


def opened(hello: Hello = HELLO, sequence: int = 0) -> HostSession:
    session = HostSession()
    session.begin(0)
    assert session.receive(encode_message(hello, sequence), 10).events == (Opened(hello),)
    return session


def test_it_asks_first_and_opens_on_the_hello() -> None:
    session = HostSession()
    assert messages_in(session.begin(0)) == [HelloRequest(1, 1)]
    assert not session.is_open
    assert session.receive(encode_message(HELLO, 9), 20) == Turn((Opened(HELLO),))
    assert session.is_open


def test_the_first_byte_ends_what_noise_may_have_begun() -> None:
    assert HostSession().begin(0)[0] == 0


def test_it_asks_again_until_the_time_is_over() -> None:
    session = HostSession()
    session.begin(0)
    asked = [now_ms for now_ms in range(0, HELLO_TIMEOUT_MS, 100) if messages_in(session.tick(now_ms).reply)]
    assert asked == list(range(HELLO_REPEAT_MS, HELLO_TIMEOUT_MS, HELLO_REPEAT_MS))
    assert session.tick(HELLO_TIMEOUT_MS) == Turn((Refused(Refusal.SILENT, 0),))
    assert session.tick(HELLO_TIMEOUT_MS + 1) == Turn()


@pytest.mark.parametrize(
    ("heard", "refusal"),
    [
        pytest.param(b"", Refusal.SILENT, id="silence"),
        pytest.param(b"OK\r\n" * 100, Refusal.FOREIGN, id="text"),
        pytest.param(bytes(range(256)) * 4, Refusal.FOREIGN, id="binary"),
        pytest.param(encode_message(HelloRequest(), 0), Refusal.ECHO, id="own-request"),
        pytest.param(encode_message(Heartbeat(5), 0), Refusal.NO_HELLO, id="heartbeat-only"),
        pytest.param(encode_frame(Frame(0x6E, 0, b"")), Refusal.NO_HELLO, id="unknown-message"),
    ],
)
def test_a_port_without_a_table_is_refused_with_its_reason(heard: bytes, refusal: Refusal) -> None:
    session = HostSession()
    session.begin(0)
    assert session.receive(heard, 5) == Turn()  # nothing is answered before the hello
    assert session.tick(HELLO_TIMEOUT_MS).events == (Refused(refusal, len(heard)),)
    assert session.receive(encode_message(HELLO, 0), HELLO_TIMEOUT_MS + 1) == Turn()


def test_another_major_version_is_refused_at_once() -> None:
    newer = replace(HELLO, protocol_major=2)
    wire = encode_message(newer, 0)
    session = HostSession()
    session.begin(0)
    refused = Refused(Refusal.VERSION, len(wire), newer)
    assert session.receive(wire, 5) == Turn((refused,))
    assert session.receive(encode_message(WALL, 1), 6) == Turn()
    assert not session.is_open


@pytest.mark.parametrize("payload", [b"\x02\x05", b"\x02\x05\xff\xff\xff", bytes([2, 5, *range(50)])])
def test_a_hello_of_another_major_need_not_make_sense_to_be_refused(payload: bytes) -> None:
    wire = encode_frame(Frame(Hello.ID, 0, payload))
    session = HostSession()
    session.begin(0)
    known = Hello(2, 5, 0, Capability(0), "", "", "", "")
    assert session.receive(wire, 5).events == (Refused(Refusal.VERSION, len(wire), known),)


VECTORS = Path(__file__).parents[2] / "firmware_protocol" / "vectors" / "malformed.jsonl"
REFUSED = [vector for vector in map(json.loads, VECTORS.read_text("utf-8").splitlines()) if "host" in vector]


@pytest.mark.parametrize("vector", REFUSED, ids=[vector["id"] for vector in REFUSED])
def test_vectors_that_a_host_refuses(vector: dict[str, str]) -> None:
    session = HostSession()
    session.begin(0)
    (refused,) = session.receive(bytes.fromhex(vector["wire"]), 5).events
    assert isinstance(refused, Refused)
    assert vector["host"] == f"refuses {refused.refusal.name}"


def test_a_hello_that_makes_no_sense_in_this_major_is_none() -> None:
    session = HostSession()
    session.begin(0)
    assert session.receive(encode_frame(Frame(Hello.ID, 0, b"\x01\x00\xff")), 5) == Turn()
    assert session.receive(encode_frame(Frame(Hello.ID, 1, b"\x02")), 5) == Turn()
    assert session.tick(HELLO_TIMEOUT_MS).events == (Refused(Refusal.NO_HELLO, 16),)


RAISE = RaiseWalls(Sides.A | Sides.C)


def ask(session: HostSession, now_ms: float = 100) -> int:
    """Sends RAISE; returns its sequence number."""
    turn = session.command(RAISE, now_ms)
    (frame,) = StreamDecoder().feed(turn.reply)
    assert isinstance(frame, Frame)
    assert (message_of(frame), turn.events) == (RAISE, ())
    return frame.sequence


def test_a_command_is_accepted_once() -> None:
    session = opened()
    sequence = ask(session)
    answer = encode_message(CommandAck(sequence), 1)
    assert session.receive(answer, 110) == Turn((CommandAccepted(RAISE, sequence),))
    assert session.receive(encode_message(CommandAck(sequence), 2), 120) == Turn()
    assert session.tick(100 + COMMAND_ANSWER_MS) == Turn()


def test_a_command_is_refused_by_its_number() -> None:
    session = opened()
    sequence = ask(session)
    nak = TableNak(NakReason.WRONG_STATE, sequence)
    assert session.receive(encode_message(nak, 1), 110) == Turn((CommandRefused(RAISE, sequence, nak.reason),))
    assert session.receive(encode_message(nak, 2), 120) == Turn((RefusedByPeer(nak),))


def test_a_command_that_came_damaged_is_sent_again_and_given_up_in_the_end() -> None:
    session = opened()
    sequence = ask(session)
    nak = TableNak(NakReason.BAD_FRAME, 0)
    assert session.receive(encode_message(nak, 1), 110) == Turn((RefusedByPeer(nak),))
    wires = []
    for now_ms in range(100, 100 + COMMAND_ANSWER_MS * (COMMAND_TRIES + 1), 10):
        turn = session.tick(now_ms)
        assert turn.events == ()
        wires += [turn.reply] if turn.reply else []
    assert wires == [encode_message(RAISE, sequence)] * COMMAND_TRIES
    end = session.tick(100 + COMMAND_ANSWER_MS * (COMMAND_TRIES + 1))
    assert end == Turn((CommandUnanswered(RAISE, sequence),))


def test_a_command_waits_for_no_table_that_is_gone() -> None:
    unanswered = CommandUnanswered(RAISE, 1)
    session = opened()
    ask(session, HEARTBEAT_LOSS_MS)
    assert session.tick(HEARTBEAT_LOSS_MS + 10).events == (unanswered, Lost(HEARTBEAT_LOSS_MS))
    session = opened()
    ask(session)
    again = replace(HELLO, uptime_ms=3)
    assert session.receive(encode_message(again, 0), 150).events == (unanswered, Opened(again))
    ask(session)
    newer = encode_message(replace(HELLO, protocol_major=2), 1)
    assert isinstance(session.receive(newer, 160).events[0], CommandUnanswered)


def test_without_a_table_no_command_can_be_sent() -> None:
    with pytest.raises(SessionError, match="raise_walls cannot be sent, no table is open: wait for Opened"):
        HostSession().command(RAISE, 0)


def test_another_minor_version_is_welcome() -> None:
    session = opened(replace(HELLO, protocol_minor=9))
    assert session.is_open
    assert session.receive(encode_message(WALL, 1), 20).events == (Received(WALL, 1, late=False),)


def test_frames_before_the_hello_are_not_taken() -> None:
    session = HostSession()
    session.begin(0)
    assert session.receive(encode_message(WALL, 4), 1) == Turn()
    assert session.receive(encode_message(HELLO, 5), 2).events == (Opened(HELLO),)
    assert session.counters.early == 1


def test_a_report_is_received_and_acknowledged() -> None:
    turn = opened().receive(encode_message(WALL, 1), 20)
    assert turn.events == (Received(WALL, 1, late=False),)
    assert messages_in(turn.reply) == [Ack(1)]


def test_a_repeated_report_is_acknowledged_but_not_received_again() -> None:
    session = opened()
    session.receive(encode_message(WALL, 1), 20)
    turn = session.receive(encode_message(WALL, 1), 30)
    assert turn.events == ()
    assert messages_in(turn.reply) == [Ack(1)]
    assert session.counters.duplicates == 1


def test_a_missing_report_is_told_and_taken_when_it_comes_late() -> None:
    session = opened()
    turn = session.receive(encode_message(BUTTON, 2), 20)
    assert turn.events == (Missing(1, before=2), Received(BUTTON, 2, late=False))
    assert session.missing == 1
    assert session.receive(encode_message(WALL, 1), 30).events == (Received(WALL, 1, late=True),)
    assert session.missing == 0
    assert session.counters.late == 1


def test_own_frames_that_come_back_are_no_messages() -> None:
    session = opened()
    reply = session.receive(encode_message(WALL, 1), 20).reply
    assert session.receive(reply, 21) == Turn()
    assert session.counters.echoes == 1


def test_a_damaged_frame_is_told_and_refused_once_in_a_while() -> None:
    session = opened()
    damaged = b"\x06\x10\x01\x07\x53\x8a\x00"
    first, second = session.receive(damaged, 20), session.receive(damaged, 25)
    assert [type(event) for event in first.events + second.events] == [Garbled, Garbled]
    assert messages_in(first.reply) == [HostNak(NakReason.BAD_FRAME, 0)]
    assert second.reply == b""
    assert session.counters.corrupted == 2


def test_a_report_with_content_that_is_not_allowed_is_refused_by_number() -> None:
    session = opened()
    turn = session.receive(encode_frame(Frame(WallRaised.ID, 1, b"\x00\x00\x00\x00\x09\x11")), 20)
    (event,) = turn.events
    assert isinstance(event, Garbled)
    assert "wall_raised: side is 9" in str(event.corruption)
    assert messages_in(turn.reply) == [HostNak(NakReason.BAD_CONTENT, 1)]
    assert session.receive(encode_message(WALL, 2), 30).events == (Received(WALL, 2, late=False),)


def test_a_message_of_a_newer_version_is_skipped() -> None:
    session = opened()
    turn = session.receive(encode_frame(Frame(0x2A, 1, b"")), 20)
    assert turn.events == ()
    assert messages_in(turn.reply) == [HostNak(NakReason.UNKNOWN_TYPE, 1)]
    assert session.counters.unknown == 1


def test_what_the_table_could_not_read_is_told() -> None:
    nak = TableNak(NakReason.BAD_FRAME, 0)
    assert opened().receive(encode_message(nak, 1), 20) == Turn((RefusedByPeer(nak),))


def test_silence_is_noticed_within_three_seconds_of_the_last_frame() -> None:
    session = opened()
    assert session.receive(encode_message(Heartbeat(1500), 1), 500) == Turn((Alive(1500),))
    assert session.tick(500 + HEARTBEAT_LOSS_MS - 1) == Turn()
    assert session.tick(500 + HEARTBEAT_LOSS_MS) == Turn((Lost(HEARTBEAT_LOSS_MS),))
    assert HEARTBEAT_LOSS_MS < 3000
    assert not session.is_open


def test_noise_does_not_keep_a_line_alive() -> None:
    session = opened()
    for now_ms in range(100, HEARTBEAT_LOSS_MS, 100):
        session.receive(b"noise\x00", now_ms)
    assert session.tick(10 + HEARTBEAT_LOSS_MS).events == (Lost(HEARTBEAT_LOSS_MS),)


def test_a_second_answer_to_a_repeated_request_opens_nothing_again() -> None:
    session = opened()
    assert session.receive(encode_message(replace(HELLO, uptime_ms=1400), 1), 400) == Turn()
    assert session.receive(encode_message(WALL, 2), 410).events == (Received(WALL, 2, late=False),)


@pytest.mark.parametrize(
    "hello",
    [
        pytest.param(replace(HELLO, uptime_ms=10), id="restarted"),
        pytest.param(replace(HELLO, uptime_ms=9000, serial_number="0002"), id="another-table"),
    ],
)
def test_a_new_start_opens_again_and_counts_anew(hello: Hello) -> None:
    session = opened()
    session.receive(encode_message(Heartbeat(5000), 1), 20)
    assert session.receive(encode_message(hello, 200), 30).events == (Opened(hello),)
    assert session.receive(encode_message(WALL, 201), 40).events == (Received(WALL, 201, late=False),)
    assert session.missing == 0


def test_a_heartbeat_from_after_a_restart_asks_for_the_hello_again() -> None:
    session = opened()
    session.receive(encode_message(Heartbeat(5000), 1), 20)
    turn = session.receive(encode_message(Heartbeat(100), 2), 30)
    assert messages_in(turn.reply) == [HelloRequest()]
    assert not session.is_open
    again = replace(HELLO, uptime_ms=130)
    assert session.receive(encode_message(again, 3), 40).events == (Opened(again),)


def test_a_repeated_heartbeat_is_no_restart() -> None:
    session = opened()
    session.receive(encode_message(Heartbeat(5000), 1) + encode_message(Heartbeat(5500), 2), 20)
    assert session.receive(encode_message(Heartbeat(5000), 1), 30) == Turn()
    assert session.is_open


@given(st.lists(st.binary(max_size=100), max_size=20))
def test_no_bytes_raise_or_make_a_report(pieces: list[bytes]) -> None:
    session = opened()
    for now_ms, piece in enumerate(pieces, 20):
        events = session.receive(piece, now_ms).events
        assert all(isinstance(event, Garbled | Missing | RefusedByPeer) for event in events)
    assert session.counters.bytes_received == len(encode_message(HELLO, 0)) + sum(map(len, pieces))


def test_a_restart_is_noticed_though_its_hello_was_lost_and_its_numbers_have_been_seen() -> None:
    session = opened()
    for number in range(1, 20):
        session.receive(encode_message(Heartbeat(1000 + 500 * number), number), 10 + number)
    turn = session.receive(encode_message(Heartbeat(700), 3), 40)
    assert turn.events == ()
    assert messages_in(turn.reply) == [HelloRequest()]
    restarted = replace(HELLO, uptime_ms=750)
    assert session.receive(encode_message(restarted, 4), 50).events == (Opened(restarted),)


def test_a_heartbeat_that_comes_twice_says_nothing_new() -> None:
    session = opened()
    beat = encode_message(Heartbeat(5000), 1)
    assert session.receive(beat, 20).events == (Alive(5000),)
    assert session.receive(beat, 21) == Turn()


def test_a_hello_that_nobody_asked_for_is_asked_for_so_that_the_table_knows_of_its_host() -> None:
    session = opened()
    restarted = replace(HELLO, uptime_ms=30)
    turn = session.receive(encode_message(restarted, 0), 5000)
    assert turn.events == (Opened(restarted),)
    assert messages_in(turn.reply) == [HelloRequest()]
    assert session.receive(encode_message(replace(restarted, uptime_ms=40), 1), 5010) == Turn()
    assert session.is_open


def test_a_table_that_is_switched_on_while_the_host_waits_is_asked_again() -> None:
    session = HostSession()
    session.begin(0)
    started = replace(HELLO, uptime_ms=20)
    assert messages_in(session.receive(encode_message(started, 0), 400).reply) == [HelloRequest()]
