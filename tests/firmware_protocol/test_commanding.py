"""Commands at the table: judged in the order of the specification, answered at once, done once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebridge_protocol.codec import encode_message, message_of
from tablebridge_protocol.commanding import refusal_of
from tablebridge_protocol.device_session import DeviceSession
from tablebridge_protocol.framing import Frame
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import (
    Capability,
    Command,
    CommandAck,
    DicePurpose,
    Hello,
    HelloRequest,
    LampKind,
    LampMode,
    Message,
    NakReason,
    OpenCover,
    Port,
    RaiseWalls,
    RollDice,
    SetDisplay,
    SetLamp,
    SetMode,
    Sides,
    TableNak,
    TableState,
)
from tablebridge_protocol.session import (
    COMMAND_MEMORY_MS,
    CommandAccepted,
    CommandReceived,
    CommandUnanswered,
    SessionEvent,
)
from tablebridge_protocol.stream import StreamDecoder

COMMANDS: list[Command] = [
    RaiseWalls(Sides(0x0F)),
    RollDice(DicePurpose.WALL_BREAK, Port.A),
    OpenCover(True),
    SetMode(144),
    SetLamp(Port.B, LampKind.TURN, LampMode.BLINK),
    SetDisplay(Port.C, -1200),
]
EVERYTHING = Capability(0xFFFF)
HELLO = Hello(1, 1, 0, EVERYTHING, "Acme", "T1", "1.0", "0001")
RAISE = COMMANDS[0]


def table(state: TableState = TableState.BUILT, capabilities: Capability = EVERYTHING) -> DeviceSession:
    session = DeviceSession(replace(HELLO, capabilities=capabilities))
    session.state, session.commands_permitted = state, True
    return session


def ask(session: DeviceSession, command: Command, sequence: int, now_ms: float = 0) -> tuple[Message, bool]:
    """The table's answer, and whether the command reached its owner."""
    turn = session.receive(encode_message(command, sequence), now_ms, 0)
    (frame,) = StreamDecoder().feed(turn.reply)
    assert isinstance(frame, Frame)
    answer = message_of(frame)
    assert isinstance(answer, Message)
    assert turn.events in ((), (CommandReceived(command, sequence),))
    return answer, bool(turn.events)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.NAME)
@pytest.mark.parametrize("state", TableState, ids=lambda state: state.name)
def test_a_command_fits_some_states_and_is_refused_in_the_others(command: Command, state: TableState) -> None:
    answer = ask(table(state), command, 5)
    if state in command.STATES:
        assert answer == (CommandAck(5), True)
    else:
        assert answer == (TableNak(NakReason.WRONG_STATE, 5), False)


def test_commands_are_off_until_the_table_permits_them() -> None:
    session = DeviceSession(HELLO)
    assert ask(session, SetMode(136), 1) == (TableNak(NakReason.NOT_PERMITTED, 1), False)


@pytest.mark.parametrize(
    ("capabilities", "permitted", "state", "busy", "reason"),
    [
        (Capability(0), False, TableState.IDLE, True, NakReason.NO_CAPABILITY),
        (EVERYTHING ^ Capability.CAN_RAISE_WALLS, True, TableState.BUILT, False, NakReason.NO_CAPABILITY),
        (EVERYTHING, False, TableState.IDLE, True, NakReason.NOT_PERMITTED),
        (EVERYTHING, True, TableState.IDLE, True, NakReason.WRONG_STATE),
        (EVERYTHING, True, TableState.BUILT, True, NakReason.BUSY),
        (Capability.CAN_RAISE_WALLS, True, TableState.BUILT, False, None),
    ],
)
def test_the_first_reason_is_told(
    capabilities: Capability, permitted: bool, state: TableState, busy: bool, reason: NakReason | None
) -> None:
    assert refusal_of(RAISE, capabilities, state, permitted=permitted, busy=busy) is reason
    session = table(state, capabilities)
    session.commands_permitted, session.busy = permitted, busy
    answer, _ = ask(session, RAISE, 3)
    assert answer == (CommandAck(3) if reason is None else TableNak(reason, 3))


def test_a_command_that_comes_again_is_answered_again_and_not_done_again() -> None:
    session = table()
    assert ask(session, RAISE, 7) == (CommandAck(7), True)
    session.state = TableState.RAISED  # it has begun: asked anew it would be refused
    assert ask(session, RAISE, 7, COMMAND_MEMORY_MS) == (CommandAck(7), False)
    assert ask(session, RAISE, 7, COMMAND_MEMORY_MS + 1) == (TableNak(NakReason.WRONG_STATE, 7), False)


def test_a_refusal_is_remembered_and_another_number_or_command_is_another_wish() -> None:
    session = table()
    session.busy = True
    assert ask(session, RAISE, 7) == (TableNak(NakReason.BUSY, 7), False)
    session.busy = False
    assert ask(session, RAISE, 7) == (TableNak(NakReason.BUSY, 7), False)
    assert ask(session, RAISE, 8) == (CommandAck(8), True)
    assert ask(session, SetMode(108), 7) == (CommandAck(7), True)


def test_a_hello_request_forgets_no_command() -> None:
    session = table()
    ask(session, RAISE, 7)
    session.receive(encode_message(HelloRequest(), 0), 0, 0)
    assert ask(session, RAISE, 7) == (CommandAck(7), False)


def test_a_new_host_begins_with_no_memory() -> None:
    session = table()
    ask(session, RAISE, 7)
    session.host_left()
    assert ask(session, RAISE, 7) == (CommandAck(7), True)


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.1, 0.4]))
def test_over_a_bad_line_a_command_is_done_at_most_once_and_its_end_is_told(seed: int, rate: float) -> None:
    """GIVEN frames lost both ways THEN accepted means done, done means at most once, and silence is told."""
    chance = random.Random(seed)
    device, host = table(TableState.PLAYING), HostSession()
    host.begin(0)
    host.receive(device.power_on(0), 0)
    done: list[SessionEvent] = []
    told: list[CommandAccepted | CommandUnanswered] = []
    for number in range(20):
        command = SetDisplay(Port.A, number)
        wire = host.command(command, number * 1000).reply
        for now_ms in range(number * 1000, number * 1000 + 1000, 100):
            if chance.random() < rate:
                wire = b""
            turn = device.receive(wire, now_ms, now_ms)
            done += turn.events
            reply = turn.reply if chance.random() >= rate else b""
            told += answers(host.receive(reply + device.heartbeat(now_ms), now_ms).events)
            turn = host.tick(now_ms)
            told += answers(turn.events)
            wire = turn.reply
    deeds = [event.command for event in done if isinstance(event, CommandReceived)]
    assert len(deeds) == len(done) == len(set(deeds))
    assert [event.command for event in told] == [SetDisplay(Port.A, number) for number in range(20)]
    accepted = {event.command for event in told if isinstance(event, CommandAccepted)}
    assert accepted <= set(deeds)
    if rate == 0.0:
        assert len(accepted) == 20


def answers(events: Iterable[SessionEvent]) -> list[CommandAccepted | CommandUnanswered]:
    return [event for event in events if isinstance(event, CommandAccepted | CommandUnanswered)]
