"""The table of the reference firmware: its states, its faults, what it tells a new host, which commands it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest

from tablebridge_protocol.codec import encode_message, message_of, to_frame
from tablebridge_protocol.framing import Frame
from tablebridge_protocol.messages import (
    MESSAGES,
    Abilities,
    Capability,
    Command,
    CommandAck,
    Fault,
    FaultCode,
    Hello,
    HelloRequest,
    LampKind,
    LampMode,
    Message,
    ModeApplies,
    NakReason,
    OpenCover,
    Port,
    RaiseWalls,
    SetComplete,
    SetLamp,
    SetMode,
    Sides,
    StateChanged,
    TableNak,
    TableState,
    TileCountMode,
    WallRaised,
)
from tablebridge_protocol.source import load
from tablebridge_protocol.stream import StreamDecoder

Ask = Callable[[Iterable[str]], list[str]]
ALL = 0xFFFF
POWER = f"table power 0 {ALL}"
REQUEST = encode_message(HelloRequest(), 0).hex()


@dataclass(frozen=True)
class Answer:
    """What one line came to."""

    sent: tuple[Message, ...]
    result: bool
    state: TableState
    carried_out: int


def answers(ask: Ask, *lines: str) -> list[Answer]:
    return [answer_of(line) for line in ask(lines)]


def answer_of(line: str) -> Answer:
    wire, result, state, carried_out = line.split()
    found = StreamDecoder().feed(bytes.fromhex(wire)) if wire != "-" else []
    sent = [message_of(frame) for frame in found if isinstance(frame, Frame)]
    assert len(sent) == len(found)
    assert all(isinstance(message, Message) for message in sent)
    messages = tuple(message for message in sent if isinstance(message, Message))
    number = int(state.removeprefix("state:"))
    return Answer(messages, result == "result:1", TableState(number), int(carried_out.removeprefix("carried_out:"), 16))


# ------------------------------------------------------------------------------------------------------------- states


def allowed() -> set[tuple[TableState, TableState]]:
    return {(TableState[one.source.upper()], TableState[one.target.upper()]) for one in load().transitions}


@pytest.mark.parametrize("before", TableState, ids=lambda state: state.name.lower())
def test_the_machine_goes_on_only_where_the_specification_lets_it(before: TableState, ask: Ask) -> None:
    for after in TableState:
        *_, answer = answers(ask, POWER, f"table state {before.value}", f"table became 70 {after.value}")
        may = (before, after) in allowed()
        assert answer.result is may
        assert answer.state is (after if may else before)
        assert answer.sent == ((StateChanged(70, after, 0),) if may else ())


@pytest.mark.parametrize("number", [0, 9, 15, 16, 255])
def test_there_are_no_other_states(number: int, ask: Ask) -> None:
    *_, answer = answers(ask, POWER, f"table became 70 {number}")
    assert (answer.result, answer.sent, answer.state) == (False, (), TableState.IDLE)


def test_a_table_without_the_capability_changes_its_state_in_silence(ask: Ask) -> None:
    *_, answer = answers(ask, "table power 0 0", f"table became 5 {TableState.SHUFFLING.value}")
    assert (answer.result, answer.sent, answer.state) == (True, (), TableState.SHUFFLING)


# ------------------------------------------------------------------------------------------------------------- faults


def fault(code: FaultCode, now_ms: int, *, active: bool, stops: bool = True) -> str:
    return f"table fault {now_ms} {code.value} {int(active)} {int(stops)}"


@pytest.mark.parametrize("state", [state for state in TableState if state is not TableState.FAULT])
def test_a_fault_stops_the_machine_and_lets_it_go_on_where_it_was(state: TableState, ask: Ask) -> None:
    jam, hot = FaultCode.JAM, FaultCode.MOTOR_HOT
    *_, came, second, gone, last = answers(
        ask,
        POWER,
        f"table state {state.value}",
        fault(jam, 10, active=True),
        fault(hot, 20, active=True),
        fault(jam, 30, active=False),
        fault(hot, 40, active=False),
    )
    assert came.sent == (Fault(10, jam, True), StateChanged(10, TableState.FAULT, 0))
    assert second.sent == (Fault(20, hot, True),)
    assert (gone.sent, gone.state) == ((Fault(30, jam, False),), TableState.FAULT)
    assert last.sent == (Fault(40, hot, False), StateChanged(40, state, 0))


def test_a_fault_that_does_not_stop_the_machine_is_only_told_and_once(ask: Ask) -> None:
    dirty = FaultCode.SENSOR_DIRTY
    told = answers(
        ask,
        POWER,
        fault(dirty, 1, active=False, stops=False),
        fault(dirty, 2, active=True, stops=False),
        fault(dirty, 3, active=True, stops=False),
        fault(dirty, 4, active=False, stops=False),
    )
    assert [answer.sent for answer in told[1:]] == [(), (Fault(2, dirty, True),), (), (Fault(4, dirty, False),)]
    assert {answer.state for answer in told} == {TableState.IDLE}


def test_the_machine_may_be_elsewhere_after_a_fault(ask: Ask) -> None:
    after = f"table after {TableState.IDLE.value}"
    raised = f"table state {TableState.RAISED.value}"
    jam = FaultCode.JAM
    *_, answer = answers(ask, POWER, raised, fault(jam, 1, active=True), after, fault(jam, 2, active=False))
    assert answer.state is TableState.IDLE


def test_more_faults_than_there_is_room_for_are_refused_not_forgotten(ask: Ask) -> None:
    codes = list(FaultCode)[:9]
    told = answers(ask, POWER, *(fault(code, 1, active=True) for code in codes))
    assert [answer.result for answer in told[1:]] == [True] * 8 + [False]
    assert told[-1].sent == ()


# --------------------------------------------------------------------------------------------------- reports and hosts


def report(message: Message, now_ms: int) -> str:
    return f"table report {now_ms} {message.ID:x} {to_frame(message, 0).payload.hex()}"


def test_a_report_is_stamped_and_needs_its_capability(ask: Ask) -> None:
    wall = WallRaised(0, Port.A, 17)
    without = ALL & ~Capability.WALL_SIDES.value
    assert answers(ask, POWER, report(wall, 77))[1].sent == (WallRaised(77, Port.A, 17),)
    refused = answers(ask, f"table power 0 {without}", report(wall, 77))[1]
    assert (refused.result, refused.sent) == (False, ())


def test_what_every_table_may_report_needs_no_capability(ask: Ask) -> None:
    told = answers(ask, "table power 0 0", report(SetComplete(0, 136), 5), fault(FaultCode.JAM, 6, active=True))
    assert [answer.sent for answer in told[1:]] == [(SetComplete(5, 136),), (Fault(6, FaultCode.JAM, True),)]


def test_a_message_that_is_no_report_cannot_be_reported(ask: Ask) -> None:
    hello = Hello(1, 1, 0, Capability(0), "A", "B", "C", "D")
    answer = answers(ask, POWER, report(hello, 1))[1]
    assert (answer.result, answer.sent) == (False, ())


def test_a_new_host_is_told_what_the_table_has_its_mode_its_state_and_its_faults(ask: Ask) -> None:
    *_, greeted = answers(
        ask, POWER, fault(FaultCode.JAM, 40, active=True), "table mode 50 144", f"table turn 90 {REQUEST}"
    )
    hello, *reports = greeted.sent
    assert isinstance(hello, Hello)
    assert hello.uptime_ms == 90
    assert reports == [
        Abilities(90, 2, 1, False, False, (136, 144)),
        TileCountMode(90, 136, ModeApplies.NOW),
        TileCountMode(90, 144, ModeApplies.NEXT_SET),
        StateChanged(90, TableState.FAULT, 0),
        Fault(40, FaultCode.JAM, True),
    ]


@pytest.mark.parametrize(
    ("major", "minor", "heard"),
    [(1, 0, False), (1, 1, True), (1, 7, True), (2, 0, True)],
    ids=lambda number: str(number),
)
def test_a_host_of_an_older_minor_version_gets_no_value_that_it_does_not_know(
    major: int, minor: int, heard: bool, ask: Ask
) -> None:
    old, new = FaultCode.JAM, FaultCode.SETTINGS_LOST  # since 1.0 and since 1.1
    request = encode_message(HelloRequest(major, minor), 0).hex()
    *_, first, second = answers(
        ask,
        POWER,
        f"table turn 5 {request}",
        fault(old, 10, active=True, stops=False),
        fault(new, 20, active=True, stops=False),
    )
    assert first.sent == (Fault(10, old, True),)
    assert second.sent == ((Fault(20, new, True),) if heard else ())


def test_a_value_that_no_version_knows_is_not_reported(ask: Ask) -> None:
    answer = answers(ask, POWER, "table fault 10 99 1 0")[1]
    assert answer.sent == ()


def test_a_mode_holds_from_the_next_set_that_is_built(ask: Ask) -> None:
    _, set_, built, again = answers(ask, POWER, "table mode 10 144", "table complete 20", "table complete 30")
    assert set_.sent == (TileCountMode(10, 144, ModeApplies.NEXT_SET),)
    assert built.sent == (TileCountMode(20, 144, ModeApplies.NOW), SetComplete(20, 144))
    assert again.sent == (SetComplete(30, 144),)


# ----------------------------------------------------------------------------------------------------------- commands

COMMANDS: tuple[Command, ...] = (
    RaiseWalls(Sides.A | Sides.B | Sides.C | Sides.D),
    OpenCover(True),
    SetMode(144),
    SetLamp(Port.A, LampKind.TURN, LampMode.ON),
)


def commanded(ask: Ask, command: Command, state: TableState, *, permitted: bool = True, busy: bool = False) -> Answer:
    return answers(
        ask,
        POWER,
        f"table board {int(permitted)} {int(busy)}",
        f"table state {state.value}",
        f"table turn 60 {encode_message(command, 9).hex()}",
    )[-1]


@pytest.mark.parametrize("state", TableState, ids=lambda state: state.name.lower())
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.NAME))
def test_a_command_is_carried_out_in_its_states_only(command: Command, state: TableState, ask: Ask) -> None:
    answer = commanded(ask, command, state)
    if state not in command.STATES:
        assert (answer.sent, answer.carried_out) == ((TableNak(NakReason.WRONG_STATE, 9),), 0)
    elif isinstance(command, SetMode):
        assert answer.sent == (CommandAck(9), TileCountMode(60, 144, ModeApplies.NEXT_SET))
        assert answer.carried_out == 0
    else:
        assert (answer.sent, answer.carried_out) == ((CommandAck(9),), command.ID)


def test_the_checks_come_in_the_order_of_the_specification(ask: Ask) -> None:
    command, wrong, right = COMMANDS[0], TableState.IDLE, TableState.BUILT
    without = f"table power 0 {ALL & ~command.CAPABILITY.value}"
    asked = f"table turn 60 {encode_message(command, 9).hex()}"
    refusals = [
        answers(ask, without, "table board 0 1", asked)[-1],
        commanded(ask, command, wrong, permitted=False, busy=True),
        commanded(ask, command, wrong, busy=True),
        commanded(ask, command, right, busy=True),
    ]
    reasons = [NakReason.NO_CAPABILITY, NakReason.NOT_PERMITTED, NakReason.WRONG_STATE, NakReason.BUSY]
    assert [answer.sent for answer in refusals] == [(TableNak(reason, 9),) for reason in reasons]
    assert {answer.carried_out for answer in refusals} == {0}


def test_a_tile_count_that_the_table_does_not_have_is_refused(ask: Ask) -> None:
    assert commanded(ask, SetMode(137), TableState.IDLE).sent == (TableNak(NakReason.BAD_CONTENT, 9),)


def test_every_command_of_the_protocol_has_states_in_c(ask: Ask) -> None:
    for kind in MESSAGES:
        if issubclass(kind, Command):
            assert kind.STATES, kind.NAME
    commands = [line.split() for line in ask(["describe"]) if line.startswith("message") and " table 0 " in line]
    with_states = {int(words[2]) for words in commands if words[-1] != "0"}
    assert with_states == {kind.ID for kind in MESSAGES if issubclass(kind, Command)}
