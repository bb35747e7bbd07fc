"""The C session and the Python one, given the same bytes and moments, send the same bytes and tell the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest

from tablebridge_protocol.codec import encode_message, to_frame
from tablebridge_protocol.device_session import DeviceSession
from tablebridge_protocol.framing import Frame, encode_frame
from tablebridge_protocol.messages import (
    Ack,
    Button,
    ButtonKind,
    Capability,
    DicePurpose,
    Fault,
    FaultCode,
    Hello,
    HelloRequest,
    HostNak,
    Message,
    NakReason,
    Points,
    PointsSource,
    Port,
    RaiseWalls,
    Report,
    RollDice,
    SetDisplay,
    SetMode,
    Sides,
    TableNak,
    TableState,
    WallRaised,
)
from tablebridge_protocol.session import (
    COMMAND_MEMORY_MS,
    HEARTBEAT_MS,
    NAK_PAUSE_MS,
    Acknowledged,
    CommandReceived,
    Garbled,
    GivenUp,
    HostArrived,
    RefusedByPeer,
    SessionEvent,
)
from tablebridge_protocol.stream import StreamDecoder

Ask = Callable[[Iterable[str]], list[str]]
IDENTITY = Hello(1, 1, 0, Capability(0), "Acme", "T1", "1.0", "0001")
ALL = Capability(0xFFFF)
REQUEST = encode_message(HelloRequest(), 0)


class Both:
    """One script for both sides: `lines` for the C session, `answers` from the Python one, in the same words."""

    def __init__(self, capabilities: Capability, began_ms: int = 0) -> None:
        self.now_ms = began_ms
        self._beat_ms = began_ms
        self._session = DeviceSession(
            replace(IDENTITY, capabilities=capabilities, protocol_minor=IDENTITY.protocol_minor)
        )
        self.lines = [f"power {began_ms % 2**32} {capabilities.value}"]
        self.answers = [_answer(self._session.power_on(began_ms))]

    def machine(self, state: TableState, *, permitted: bool, busy: bool) -> None:
        self._session.state, self._session.busy, self._session.commands_permitted = state, busy, permitted
        self._say(f"machine {state.value} {int(permitted)} {int(busy)}", "-")

    def receive(self, data: bytes) -> None:
        turn = self._session.receive(data, self.now_ms, self.now_ms)
        self._say(f"receive {self._clock} {data.hex() or '-'}", _answer(turn.reply, turn.events))

    def report(self, report: Report) -> None:
        payload = to_frame(report, 0).payload.hex()
        sent = self._session.report(report, self.now_ms)
        answer = _answer(sent) if sent else f"- no_report:{report.ID}"
        self._say(f"report {self._clock} {report.ID:x} {payload}", answer)

    def tick(self, passed_ms: int) -> None:
        self.now_ms += passed_ms
        beat = b""
        if self.now_ms - self._beat_ms >= HEARTBEAT_MS:
            self._beat_ms = self.now_ms
            beat = self._session.heartbeat(self.now_ms)
        turn = self._session.tick(self.now_ms)
        self._say(f"tick {self._clock}", _answer(beat + turn.reply, turn.events))

    def host_left(self) -> None:
        self._session.host_left()
        self._say("left", "-")

    @property
    def _clock(self) -> int:
        return self.now_ms % 2**32

    def _say(self, line: str, answer: str) -> None:
        self.lines.append(line)
        self.answers.append(answer)


def _answer(sent: bytes, events: Iterable[SessionEvent] = ()) -> str:
    given_up = sum(isinstance(event, GivenUp) for event in events)
    words = [*_words(events), *([f"given_up:{given_up}"] if given_up else [])]
    return " ".join([sent.hex() or "-", *words])


def _words(events: Iterable[SessionEvent]) -> Iterator[str]:
    for event in events:
        match event:
            case HostArrived(request):
                yield f"host:{request.protocol_major}"
            case Acknowledged(sequence):
                yield f"acknowledged:{sequence}"
            case CommandReceived():
                yield f"command:{event.sequence}"
            case RefusedByPeer(nak):
                yield f"refused:{nak.refused}"
            case Garbled():
                yield "garbled:0"


# ------------------------------------------------------------------------------------------------------------ scripts


def any_message(chance: random.Random) -> bytes:
    """A frame of the host, of the table (an echo), of nobody, or one that says nonsense."""
    near = chance.randrange(30)
    messages: list[Message] = [
        HelloRequest(chance.choice((1, 1, 1, 2)), chance.randrange(3)),
        Ack(near),
        Ack(chance.randrange(256)),
        HostNak(chance.choice(list(NakReason)), near),
        RaiseWalls(Sides(15)),
        RollDice(DicePurpose.WALL_BREAK, chance.choice(list(Port))),
        SetMode(chance.choice((136, 144))),
        SetDisplay(Port.B, chance.choice((-3_000, 25_000))),
        TableNak(NakReason.BAD_FRAME, 0),
        Button(5, Port.A, ButtonKind.WIN),
    ]
    sequence = chance.choice((near, near % 4, chance.randrange(256)))  # commands come again under their number
    nonsense = Frame(
        chance.choice((0x03, 0x04, 0x20, 0x21, 0x24, 0x07, 0xEE)), sequence, chance.randbytes(chance.randrange(4))
    )
    return encode_frame(nonsense) if chance.random() < 0.15 else encode_message(chance.choice(messages), sequence)


def any_report(chance: random.Random, now_ms: int) -> Report:
    at_ms = now_ms % 2**32
    reports: list[Report] = [
        WallRaised(at_ms, chance.choice(list(Port)), chance.randrange(26)),
        Fault(at_ms, chance.choice(list(FaultCode)), active=chance.random() < 0.5),
        Points(at_ms, Port.C, chance.randint(-1_000_000, 1_000_000), PointsSource.STICKS),
    ]
    return chance.choice(reports)


def damaged(wire: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(wire))
    return wire[:at] + bytes([wire[at] ^ 1 << chance.randrange(8)]) + wire[at + 1 :]


def evening(seed: int) -> Both:
    """A script of a hundred steps."""
    chance = random.Random(seed)
    both = Both(chance.choice((ALL, ALL, Capability.RESENDS, Capability(0))), chance.choice((0, 0, 2**32 - 3_000)))
    for _ in range(100):
        step = chance.random()
        if step < 0.35:
            wire = any_message(chance)
            both.receive(damaged(wire, chance) if chance.random() < 0.15 else wire)
        elif step < 0.60:
            both.report(any_report(chance, both.now_ms))
        elif step < 0.92:
            both.tick(chance.choice((1, 20, 20, 99, 100, 101, 150, 199, 200, 201, 500, 2_000)))
        elif step < 0.97:
            permitted, busy = chance.random() < 0.7, chance.random() < 0.3
            both.machine(chance.choice(list(TableState)), permitted=permitted, busy=busy)
        elif step < 0.98:
            both.host_left()
        else:
            both.receive(chance.randbytes(chance.randrange(100)))
    return both


def agree(both: Both, ask: Ask) -> None:
    for line, said, expected in zip(both.lines, ask(both.lines), both.answers, strict=True):
        assert said == expected, line


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_both_sessions_say_the_same_through_any_evening(first: int, ask: Ask) -> None:
    evenings = {seed: evening(seed) for seed in range(first, first + 50)}
    answers = iter(ask(line for both in evenings.values() for line in both.lines))
    for seed, both in evenings.items():
        for line, expected in zip(both.lines, both.answers, strict=True):
            assert next(answers) == expected, f"seed {seed}: {line}"


def test_a_report_is_sent_again_under_its_number_until_it_is_given_up(ask: Ask) -> None:
    both = Both(ALL)
    both.receive(REQUEST)
    both.report(WallRaised(0, Port.A, 17))
    for _ in range(5):
        both.tick(200)
    agree(both, ask)
    assert both.answers[-2].endswith(" given_up:1")


def test_a_command_is_carried_out_once_however_often_it_is_asked(ask: Ask) -> None:
    both = Both(ALL)
    both.machine(TableState.BUILT, permitted=True, busy=False)
    command = encode_message(RaiseWalls(Sides(15)), 9)
    for _ in range(3):
        both.receive(command)
        both.tick(200)
    both.tick(2_000)
    both.receive(command)  # the memory is over: a new one that happens to have the old number
    agree(both, ask)
    commands = [answer for answer in both.answers if "command:9" in answer]
    assert len(commands) == 2


def test_a_command_is_remembered_to_the_last_millisecond(ask: Ask) -> None:
    both = Both(ALL)
    both.machine(TableState.BUILT, permitted=True, busy=False)
    command = encode_message(RaiseWalls(Sides(15)), 9)
    both.receive(command)
    both.tick(COMMAND_MEMORY_MS)
    both.receive(command)
    both.tick(1)
    both.receive(command)
    agree(both, ask)
    asked = [answer for line, answer in zip(both.lines, both.answers, strict=True) if line.startswith("receive")]
    assert ["command:9" in answer for answer in asked] == [True, False, True]
    assert all(answer != "-" for answer in asked)


def test_naks_keep_their_pause_to_the_millisecond(ask: Ask) -> None:
    both = Both(ALL)
    for pause_ms in (0, NAK_PAUSE_MS - 1, 1, NAK_PAUSE_MS, 0):
        both.tick(pause_ms)
        both.receive(b"noise\0")
    agree(both, ask)
    naks = [answer for line, answer in zip(both.lines, both.answers, strict=True) if line.startswith("receive")]
    assert [answer != "- garbled:0" for answer in naks] == [True, False, True, True, False]


def test_more_reports_than_there_is_room_for_give_the_oldest_up(ask: Ask) -> None:
    both = Both(ALL)
    both.receive(REQUEST)
    for stacks in range(20):
        both.report(WallRaised(1, Port.B, stacks))
    both.tick(200)
    agree(both, ask)
    again = [
        found.sequence for found in StreamDecoder().feed(bytes.fromhex(both.answers[-1])) if isinstance(found, Frame)
    ]
    assert again == list(range(6, 22))  # two hellos had 0 and 1, the reports 2..21


def test_a_hello_request_in_between_makes_no_second_deed_of_a_command(ask: Ask) -> None:
    both = Both(ALL)
    both.machine(TableState.BUILT, permitted=True, busy=False)
    command = encode_message(RaiseWalls(Sides(15)), 9)
    for wire in (REQUEST, command, REQUEST, command):
        both.receive(wire)
    agree(both, ask)
    assert ["command:9" in answer for answer in both.answers].count(True) == 1


@pytest.mark.parametrize(("minor", "heard"), [(0, False), (1, True)])
def test_a_value_newer_than_the_host_is_not_sent(minor: int, heard: bool, ask: Ask) -> None:
    both = Both(ALL)
    both.receive(encode_message(HelloRequest(1, minor), 0))
    both.report(Fault(5, FaultCode.SETTINGS_LOST, active=True))
    both.report(Fault(5, FaultCode.JAM, active=True))
    agree(both, ask)
    assert ("no_report" not in both.answers[-2]) is heard


def test_a_report_out_of_range_is_not_sent(ask: Ask) -> None:
    assert ask([f"power 0 {ALL.value}", "report 0 11 0000000001ff"])[1] == "- no_report:17"
