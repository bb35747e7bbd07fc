"""What every adapter keeps: one suite over all that are shipped, and over a file of somebody's own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.link.adapters import ADAPTERS, Adapter, load_adapter
from tablebridge_protocol.framing import Corruption
from tablebridge_protocol.messages import (
    Button,
    ButtonKind,
    Capability,
    Command,
    DeadWall,
    Dice,
    DicePurpose,
    Fault,
    FaultCode,
    Heartbeat,
    Hello,
    LampKind,
    LampMode,
    Message,
    ModeApplies,
    OpenCover,
    Port,
    RaiseWalls,
    RollDice,
    Sender,
    SetComplete,
    SetDisplay,
    SetLamp,
    SetMode,
    Sides,
    TileCountMode,
    WallRaised,
)

NOW_MS = 123_456
REPORTS: tuple[Message, ...] = (
    SetComplete(NOW_MS, 136),
    *(WallRaised(NOW_MS, side, 17) for side in Port),
    Dice(NOW_MS, DicePurpose.WALL_BREAK, Port.B, (2, 5)),
    Dice(NOW_MS, DicePurpose.WALL_BREAK, Port.D, (6, 6, 1)),
    DeadWall(NOW_MS, Port.C, 7),
    TileCountMode(NOW_MS, 144, ModeApplies.NEXT_SET),
    *(Button(NOW_MS, Port.A, kind) for kind in ButtonKind),
    *(Fault(NOW_MS, code, active) for code in FaultCode for active in (True, False)),
)
COMMANDS: tuple[Command, ...] = (
    RaiseWalls(Sides.A),
    RollDice(DicePurpose.DEALER, Port.A),
    OpenCover(True),
    SetMode(144),
    SetLamp(Port.A, LampKind.DEALER, LampMode.ON),
    SetDisplay(Port.A, -1000),
)
OWN = Path(__file__).with_name("own_table.py")  # the one that docs/link.md leads to

ALL = [
    *(pytest.param(kind, id=name) for name, kind in ADAPTERS.items()),
    pytest.param(load_adapter(str(OWN)), id="own"),
]
pytestmark = pytest.mark.parametrize("kind", ALL)


def spoken(kind: type[Adapter]) -> list[tuple[Message, bytes]]:
    """What the table has words for, with them."""
    return [(message, words) for message in REPORTS if (words := kind().speak(message))]


def messages(items: object) -> list[Message]:
    assert isinstance(items, list | tuple)
    assert all(isinstance(item, Message | Corruption) for item in items)
    return [item for item in items if isinstance(item, Message)]


def test_it_is_found_by_its_name(kind: type[Adapter]) -> None:
    assert kind.NAME
    assert kind.NAME.isascii()
    assert ADAPTERS.get(kind.NAME, kind) is kind


def test_what_the_table_says_is_understood(kind: type[Adapter]) -> None:
    assert {SetComplete, WallRaised} <= {type(message) for message, _ in spoken(kind)}
    for message, words in spoken(kind):
        assert messages(kind().feed(words, NOW_MS)) == [message]


def test_pieces_of_any_size_say_the_same(kind: type[Adapter]) -> None:
    line = b"".join(words for _, words in spoken(kind))
    adapter = kind()
    one_by_one = [item for byte in line for item in messages(adapter.feed(bytes((byte,)), NOW_MS))]
    assert one_by_one == messages(kind().feed(line, NOW_MS)) == [message for message, _ in spoken(kind)]


@given(data=st.lists(st.binary(max_size=200), max_size=10))
def test_whatever_comes_it_never_raises_and_invents_no_command(kind: type[Adapter], data: list[bytes]) -> None:
    adapter = kind()
    for piece in data:
        for message in messages(adapter.feed(piece, NOW_MS)):
            assert message.SENDER is Sender.TABLE


@pytest.mark.parametrize("seed", range(3))
def test_behind_garbage_it_is_in_step_again_after_one_message_at_most(kind: type[Adapter], seed: int) -> None:
    chance = random.Random(seed)
    (message, words), *_ = spoken(kind)
    for _ in range(200):
        adapter = kind()
        adapter.feed(chance.randbytes(chance.randrange(300)), NOW_MS)
        line = words * 20  # a false beginning may swallow what follows it, up to its longest frame
        assert messages(adapter.feed(line, NOW_MS))[-1] == message


def test_one_wrong_byte_never_makes_another_report(kind: type[Adapter]) -> None:
    for message, words in spoken(kind):
        for at in range(len(words)):
            for wrong in range(256):
                damaged = words[:at] + bytes((wrong,)) + words[at + 1 :]
                got = [
                    item for item in messages(kind().feed(damaged, NOW_MS)) if not isinstance(item, Heartbeat | Hello)
                ]
                assert got in ([], [message])


def test_it_holds_no_more_than_a_frame(kind: type[Adapter]) -> None:
    adapter = kind()
    for _ in range(100):
        adapter.feed(b"\x55" * 1000, NOW_MS)
    held = sum(len(value) for value in vars(adapter).values() if isinstance(value, bytes | bytearray | str | list))
    assert held <= 1024


def test_a_table_that_beats_is_missed(kind: type[Adapter]) -> None:
    beat = kind().speak(Heartbeat(NOW_MS))
    assert bool(beat) == (kind.SILENCE_MS is not None)
    if beat:
        assert messages(kind().feed(beat, NOW_MS)) == [Heartbeat(NOW_MS)]


def test_it_says_who_the_table_is(kind: type[Adapter]) -> None:
    hello = kind().hello(NOW_MS)
    assert hello.uptime_ms == NOW_MS
    words = kind().speak(Hello(1, 1, 0, Capability(0), "V", "M1", "1.0", "0042"))
    if words:
        (heard,) = messages(kind().feed(words, NOW_MS))
        assert isinstance(heard, Hello)
        assert heard.serial_number == "0042"
        assert heard.capabilities == hello.capabilities


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.NAME)
def test_a_command_it_has_words_for_is_one_that_the_table_can(kind: type[Adapter], command: Command) -> None:
    words = kind().command(command)
    assert (words is not None) == (command.CAPABILITY in kind().hello(NOW_MS).capabilities)
    assert words != b""
