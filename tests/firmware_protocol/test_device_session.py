"""The table's conversation, and both sides together over a line that loses, doubles and damages."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_protocol.codec import encode_message, message_of
from tablebridge_protocol.device_session import UNDER_WAY_MAX, DeviceSession
from tablebridge_protocol.framing import Frame, encode_frame
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import (
    Ack,
    Capability,
    Heartbeat,
    Hello,
    HelloRequest,
    HostNak,
    Message,
    NakReason,
    Port,
    TableNak,
    WallRaised,
)
from tablebridge_protocol.session import (
    RESEND_MS,
    RESEND_TRIES,
    Acknowledged,
    Garbled,
    GivenUp,
    HostArrived,
    Received,
    RefusedByPeer,
    Turn,
)
from tablebridge_protocol.stream import StreamDecoder

HELLO = Hello(1, 0, 0, Capability.RESENDS, "Acme", "T1", "1.0", "0001")
REQUEST = encode_message(HelloRequest(), 0)


def wall(number: int) -> WallRaised:
    return WallRaised(number, Port.A, 17)


def frames_in(wire: bytes) -> list[tuple[Message, int]]:
    found = [(message_of(item), item.sequence) for item in StreamDecoder().feed(wire) if isinstance(item, Frame)]
    return [(message, sequence) for message, sequence in found if isinstance(message, Message)]


def with_host(hello: Hello = HELLO) -> DeviceSession:
    session = DeviceSession(hello)
    session.receive(REQUEST, 0, 0)  # its hello takes sequence number 0
    return session


def test_power_on_says_hello_with_the_present_uptime() -> None:
    wire = DeviceSession(HELLO).power_on(uptime_ms=7)
    assert wire[0] == 0
    assert frames_in(wire) == [(replace(HELLO, uptime_ms=7), 0)]


def test_a_request_is_answered_at_once() -> None:
    session = DeviceSession(HELLO)
    turn = session.receive(REQUEST, now_ms=0, uptime_ms=900)
    assert turn.events == (HostArrived(HelloRequest(), again=False),)
    assert frames_in(turn.reply) == [(replace(HELLO, uptime_ms=900), 0)]
    assert session.receive(REQUEST, 1, 901).events == (HostArrived(HelloRequest(), again=True),)
    assert session.host_present
    session.host_left()
    assert not session.host_present


def test_heartbeats_count_on_and_the_clock_wraps() -> None:
    session = DeviceSession(HELLO)
    assert frames_in(session.heartbeat(500) + session.heartbeat(2**32 + 4)) == [
        (Heartbeat(500), 0),
        (Heartbeat(4), 1),
    ]


def test_a_report_is_sent_again_until_it_is_given_up() -> None:
    session = with_host()
    wire = session.report(wall(1), now_ms=0)
    sent = []
    for now_ms in range(0, RESEND_MS * (RESEND_TRIES + 1), 10):
        turn = session.tick(now_ms)
        assert turn.events == ()
        if turn.reply:
            assert turn.reply == wire
            sent.append(now_ms)
    assert sent == [RESEND_MS * count for count in range(1, RESEND_TRIES + 1)]
    assert session.tick(RESEND_MS * (RESEND_TRIES + 1)) == Turn((GivenUp(1),))
    assert session.tick(10_000) == Turn()


def test_an_acknowledged_report_is_not_sent_again() -> None:
    session = with_host()
    session.report(wall(1), 0)
    assert session.receive(encode_message(Ack(1), 1), 5, 5) == Turn((Acknowledged(1),))
    assert session.tick(RESEND_MS) == Turn()
    assert session.receive(encode_message(Ack(77), 2), 5, 5).events == (Acknowledged(77),)  # harmless


@pytest.mark.parametrize(
    ("reason", "sent_again"),
    [(NakReason.BAD_FRAME, True), (NakReason.BAD_CONTENT, False), (NakReason.UNKNOWN_TYPE, False)],
)
def test_a_nak_hastens_what_was_damaged_and_ends_what_is_not_understood(reason: NakReason, sent_again: bool) -> None:
    session = with_host()
    wire = session.report(wall(1), 0)
    nak = HostNak(reason, 0 if sent_again else 1)
    assert session.receive(encode_message(nak, 1), 5, 5) == Turn((RefusedByPeer(nak),))
    assert session.tick(6).reply == (wire if sent_again else b"")


@pytest.mark.parametrize(
    ("capabilities", "host"), [(Capability(0), True), (Capability.RESENDS, False)], ids=["cannot", "no-host"]
)
def test_nothing_is_kept_without_the_capability_or_a_host(capabilities: Capability, host: bool) -> None:
    session = DeviceSession(replace(HELLO, capabilities=capabilities))
    if host:
        session.receive(REQUEST, 0, 0)
    assert frames_in(session.report(wall(1), 0)) == [(wall(1), int(host))]
    assert session.tick(RESEND_MS) == Turn()


def test_what_waits_for_its_ack_is_bounded_and_ends_with_the_host() -> None:
    session = with_host()
    wires = [session.report(wall(number), 0) for number in range(UNDER_WAY_MAX + 3)]
    assert session.tick(RESEND_MS).reply == b"".join(wires[3:])
    session.host_left()
    assert session.tick(2 * RESEND_MS) == Turn()


@pytest.mark.parametrize(
    ("wire", "nak"),
    [
        (b"junk\x00", TableNak(NakReason.BAD_FRAME, 0)),
        (encode_frame(Frame(Ack.ID, 8, b"")), TableNak(NakReason.BAD_CONTENT, 8)),
        (encode_frame(Frame(0x40, 9, b"")), TableNak(NakReason.UNKNOWN_TYPE, 9)),
    ],
)
def test_what_the_table_cannot_use_is_refused_but_not_in_a_storm(wire: bytes, nak: TableNak) -> None:
    session = with_host()
    first, second = session.receive(wire, 10, 10), session.receive(wire, 11, 11)
    assert [message for message, _ in frames_in(first.reply)] == [nak]
    assert second.reply == b""
    assert all(isinstance(event, Garbled) for event in first.events)


def test_own_words_coming_back_are_left_alone() -> None:
    session = with_host()
    assert session.receive(session.report(wall(1), 0) + session.heartbeat(1), 1, 1) == Turn()


@given(st.integers(0, 2**32), st.integers(1, 60), st.sampled_from([0.0, 0.01, 0.05]))
def test_over_a_bad_line_nothing_is_doubled_or_invented_and_losses_are_counted(
    seed: int, reports: int, rate: float
) -> None:
    """Frames are lost, doubled and damaged both ways; then the line is good, so that the last losses show."""
    chance = random.Random(seed)
    table, host = DeviceSession(HELLO), HostSession()
    table_out, host_out = bytearray(table.power_on(0)), bytearray(host.begin(0))
    received: list[int] = []
    opened_at = next_report = 0
    for now_ms in range(0, 11_000, 20):
        bad = rate if now_ms < 8_000 else 0.0
        table_in, host_in = spoil(bytes(host_out), chance, bad), spoil(bytes(table_out), chance, bad)
        table_out.clear()
        host_out.clear()
        turn = host.receive(host_in, now_ms)
        host_out += turn.reply + host.tick(now_ms).reply
        received += [event.report.at_ms for event in turn.events if isinstance(event, Received)]
        table_out += table.receive(table_in, now_ms, now_ms).reply + table.tick(now_ms).reply
        if now_ms % 500 == 0:
            table_out += table.heartbeat(now_ms)
        if host.is_open and not opened_at:
            opened_at = now_ms or 1
        if opened_at and now_ms % 100 == 0 and next_report < reports:
            table_out += table.report(wall(next_report), now_ms)
            next_report += 1
    assert len(received) == len(set(received))
    assert set(received) <= set(range(reports))
    lost = reports - len(received)
    assert lost <= host.missing  # a heartbeat that was lost counts as well
    if rate == 0.0:
        assert received == list(range(reports))
        assert host.missing == 0


def spoil(wire: bytes, chance: random.Random, rate: float) -> bytes:
    """Each frame of `wire` lost, doubled or damaged in one bit, each with probability `rate`."""
    out = bytearray()
    for piece in wire.split(b"\x00")[:-1]:
        frame = bytearray(piece + b"\x00")
        if chance.random() < rate:
            continue
        if chance.random() < rate:
            frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
        out += frame * (2 if chance.random() < rate else 1)
    return bytes(out)
