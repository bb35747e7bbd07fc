"""Commands without a broker: who is answered what, once, and in time."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from tablebridge.mqtt import answers
from tablebridge.mqtt.command_desk import CommandDesk, Finished
from tablebridge.mqtt.commands import COMMANDS, CommandRefused, Handler, Request
from tablebridge.mqtt.message import Message
from tablebridge.mqtt.motor import command_of
from tablebridge.mqtt.payloads import Done
from tablebridge.mqtt.session import Received
from tablebridge.release import PublicState, Released
from tablebridge_protocol import messages as wire
from tablebridge_protocol.messages import Command, DicePurpose, LampKind, LampMode, Port, Sides

BASE = "tablebridge/v1/hall-1"
REPLY = f"{BASE}/reply/integrator/1"


class Counter:
    """A desk with its publisher played by the test."""

    def __init__(self, handlers: Mapping[str, Handler], allow: Any = tuple(COMMANDS), timeout_s: float = 10) -> None:
        self.desk = CommandDesk("hall-1", allow, handlers, timeout_s=timeout_s)  # type: ignore[arg-type]
        self.finished: queue.SimpleQueue[Finished] = queue.SimpleQueue()

    def ask(self, name: str, payload: bytes | dict[str, object] = b"", now_s: float = 0.0, **more: Any) -> None:
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        received = Received(None, f"{BASE}/command/{name}", data, **{"retained": False, **more})  # type: ignore[arg-type]
        self.desk.take(name, received, self.finished.put, now_s)

    def answer(self) -> Message | None:
        return self.desk.answer(self.finished.get(timeout=20))

    def said(self) -> dict[str, Any]:
        """The data of the next answer."""
        message = self.answer()
        assert message is not None
        assert (message.qos, message.retain) == (1, False)
        data: dict[str, Any] = json.loads(message.payload)["data"]
        return data


def scene(request: Request) -> Done:
    return Done(line="changed")


def test_the_answer_goes_where_mqtt_5_says_with_its_correlation() -> None:
    counter = Counter({"scene": scene})
    counter.ask("scene", {"scene": "standings"}, reply_to=REPLY, correlation=b"\x00\x07")
    message = counter.answer()
    assert message is not None
    assert (message.topic, message.correlation) == (REPLY, b"\x00\x07")
    document = json.loads(message.payload)
    assert (document["type"], document["subject"]) == ("tablebridge.v1.reply.scene", "reply/scene")
    assert document["data"] == {
        "command": "scene",
        "request_id": None,
        "ok": True,
        "result": {"line": "changed"},
        "error": None,
    }


def test_the_answer_goes_where_the_payload_says_with_its_request_id() -> None:
    counter = Counter({"scene": scene})
    counter.ask("scene", {"scene": "standings", "reply_to": REPLY, "request_id": "a7"})
    message = counter.answer()
    assert message is not None
    assert message.topic == REPLY
    assert json.loads(message.payload)["data"]["request_id"] == "a7"


def test_who_names_no_place_is_told_nothing_and_it_is_done() -> None:
    done = threading.Event()
    counter = Counter({"scene": lambda _request: done.set() or Done(line="")})  # type: ignore[func-returns-value]
    counter.ask("scene", {"scene": "standings"})
    assert counter.answer() is None
    assert done.is_set()


@pytest.mark.parametrize(
    "place",
    [
        f"{BASE}/state",
        f"{BASE}/reply",
        f"{BASE}/reply/",
        f"{BASE}/reply/a/../b",
        f"{BASE}/reply/a//b",
        f"{BASE}/reply/+/1",
        f"{BASE}/reply/#",
        "tablebridge/v1/hall-2/reply/a",
        f"{BASE}/reply/{'x' * 300}",
        "",
    ],
)
@pytest.mark.parametrize("modern", [True, False])
def test_nobody_has_the_daemon_write_elsewhere(place: str, modern: bool) -> None:
    counter = Counter({"scene": lambda _request: pytest.fail("it was done")})
    if modern:
        counter.ask("scene", {"scene": "a"}, reply_to=place or " ")
    else:
        counter.ask("scene", {"scene": "a", "reply_to": place, "request_id": "1"})
    assert counter.answer() is None


@pytest.mark.parametrize(
    ("name", "payload", "code", "message"),
    [
        ("dance", {}, "bad_request", "no command is called dance (there are ping, state, "),
        ("scene", {}, "bad_request", "Object missing required field `scene` (see `tablebridge schema command/scene`)"),
        ("scene", {"scene": "a b"}, "bad_request", "Expected `str` matching regex"),
        ("scene", {"scene": "a", "colour": 1}, "bad_request", "Object contains unknown field `colour`"),
        ("scene", b"{", "bad_request", "Input data was truncated"),
        ("scene", b"[]", "bad_request", "Expected `object`, got `array`"),
        ("set_delay", {"delay_s": 301}, "bad_request", "Expected `float` <= 300.0 - at `$.delay_s`"),
        ("ping", {}, "not_allowed", 'ping is switched off (add "ping" to mqtt.commands.allow)'),
        ("replay", {}, "unavailable", "this daemon cannot do replay"),
        ("state", {}, "refused", "not now: hall (wait)"),
        ("resend", {"from_sequence": 1}, "failed", "a fault of the daemon (see its log)"),
    ],
)
def test_what_is_not_done_is_said(name: str, payload: Any, code: str, message: str) -> None:
    def refuse(_request: Request) -> Done:
        raise CommandRefused("not now: hall (wait)")

    def break_down(_request: Request) -> Done:
        raise KeyError("a bug")

    handlers = {"scene": scene, "set_delay": scene, "ping": scene, "state": refuse, "resend": break_down}
    counter = Counter(handlers, allow=[each for each in COMMANDS if each != "ping"])
    counter.ask(name, payload, reply_to=REPLY, correlation=b"1")
    said = counter.said()
    assert (said["ok"], said["result"], said["error"]["code"]) == (False, None, code)
    assert message in said["error"]["message"]


def test_nothing_is_allowed_unless_it_is_named() -> None:
    counter = Counter({"scene": scene}, allow=())
    counter.ask("scene", {"scene": "a"}, reply_to=REPLY)
    assert counter.said()["error"]["code"] == "not_allowed"


def test_a_retained_command_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    counter = Counter({"scene": lambda _request: pytest.fail("it was done")})
    counter.ask("scene", {"scene": "a"}, retained=True, reply_to=REPLY)
    assert counter.finished.empty()
    assert "a retained command scene is left undone" in caplog.text


def test_a_request_that_comes_twice_is_done_once_and_answered_twice() -> None:
    done: list[int] = []

    def roll(_request: Request) -> Done:
        done.append(1)
        return Done(line=f"throw {len(done)}")

    counter = Counter({"roll_dice": roll})
    request = {"purpose": "dealer", "seat": "A", "reply_to": REPLY, "request_id": "7"}
    counter.ask("roll_dice", request, now_s=0.0)
    first = counter.answer()
    counter.ask("roll_dice", request, now_s=1.0)
    assert counter.answer() == first
    counter.ask("roll_dice", {**request, "request_id": "8"}, now_s=2.0)
    assert counter.said()["result"] == {"line": "throw 2"}
    counter.ask("roll_dice", request, now_s=100.0)  # nobody delivers twice so late: this one is meant
    assert counter.said()["result"] == {"line": "throw 3"}


def test_a_request_that_comes_again_while_it_is_done_is_answered_once() -> None:
    go = threading.Event()

    def slow(_request: Request) -> Done:
        assert go.wait(20)
        return Done(line="")

    counter = Counter({"scene": slow})
    for _ in range(2):
        counter.ask("scene", {"scene": "a"}, reply_to=REPLY, correlation=b"1")
    assert counter.answer() is None  # the second: its answer is on its way
    go.set()
    assert counter.said()["ok"]


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    go = threading.Event()
    yield go
    go.set()


def test_what_takes_too_long_is_said_in_time(hanging: threading.Event) -> None:
    def hang(_request: Request) -> Done:
        assert hanging.wait(20)
        return Done(line="")

    counter = Counter({"scene": hang}, timeout_s=2)
    counter.ask("scene", {"scene": "a"}, now_s=10.0, reply_to=REPLY)
    assert counter.desk.due_s == 12.0
    counter.desk.tick(counter.finished.put, 11.9)
    assert counter.finished.empty()
    counter.desk.tick(counter.finished.put, 12.0)
    assert counter.said()["error"] == {
        "code": "timeout",
        "message": "not done within 2 s, it may still be (ask for the state)",
    }
    assert counter.desk.due_s is None
    counter.desk.tick(counter.finished.put, 13.0)
    assert counter.finished.empty()


def test_too_many_at_once_are_told_to_come_again(hanging: threading.Event) -> None:
    def hang(_request: Request) -> Done:
        assert hanging.wait(20)
        return Done(line="")

    counter = Counter({"scene": hang})
    for number in range(9):
        counter.ask("scene", {"scene": "a"}, reply_to=REPLY, correlation=bytes([number]))
    assert counter.said()["error"]["code"] == "busy"


STATE = PublicState(table="hall-1", rulebook="riichi-common", sequence=5, phase="playing")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def history(first: int, count: int) -> list[Released]:
    return [
        Released(
            id=f"s-{number}",
            sequence=number,
            type="draw",
            table="hall-1",
            hand=1,
            data={"type": "draw", "seat": "A", "tile": None, "replacement": False},
            captured_at=NOON,
            released_at=NOON,
        )
        for number in range(first, min(first + count, 6))
    ]


def reading() -> Counter:
    return Counter(answers.reading("hall-1", "a1b2", lambda: STATE, history))


def test_ping_says_who_is_there() -> None:
    counter = reading()
    counter.ask("ping", reply_to=REPLY)
    result = counter.said()["result"]
    assert (result["table"], result["instance"], result["sequence"]) == ("hall-1", "a1b2", 5)


def test_state_is_the_public_state() -> None:
    counter = reading()
    counter.ask("state", reply_to=REPLY)
    assert counter.said()["result"]["state"]["sequence"] == 5


@pytest.mark.parametrize(
    ("request_", "sequences", "following"),
    [
        ({"from_sequence": 1}, [1, 2, 3, 4, 5], None),
        ({"from_sequence": 2, "count": 2}, [2, 3], 4),
        ({"from_sequence": 5}, [5], None),
        ({"from_sequence": 6}, [], None),
    ],
)
def test_resend_gives_events_as_they_were(request_: dict[str, object], sequences: list[int], following: Any) -> None:
    counter = reading()
    counter.ask("resend", request_, reply_to=REPLY)
    result = counter.said()["result"]
    assert [event["data"]["sequence"] for event in result["events"]] == sequences
    assert [event["id"] for event in result["events"]] == [f"s-{number}" for number in sequences]
    assert result["next_sequence"] == following


@pytest.mark.parametrize(
    ("kept", "asked", "message"),
    [
        (range(4, 6), 1, "events 1 to 3 are not here any more (ask from 4 on)"),
        (range(4, 6), 3, "events 3 to 3 are not here any more (ask from 4 on)"),
        (range(0), 2, "events 2 to 5 are not here any more (ask from 6 on)"),
    ],
)
def test_what_is_not_kept_is_not_passed_over_by_resend(kept: range, asked: int, message: str) -> None:
    def some(first: int, count: int) -> list[Released]:
        return [event for event in history(1, 5) if event.sequence in kept and event.sequence >= first][:count]

    counter = Counter(answers.reading("hall-1", "a1b2", lambda: STATE, some))
    counter.ask("resend", {"from_sequence": asked}, reply_to=REPLY)
    assert counter.said()["error"] == {"code": "refused", "message": message}


def test_resend_of_the_future_is_refused() -> None:
    counter = reading()
    counter.ask("resend", {"from_sequence": 7}, reply_to=REPLY)
    assert counter.said()["error"] == {
        "code": "refused",
        "message": "no event has the sequence 7 yet (the last has 5)",
    }


def test_the_delay_is_changed_and_said() -> None:
    counter = Counter(answers.delay(lambda delay_s: delay_s))
    counter.ask("set_delay", {"delay_s": 30}, reply_to=REPLY)
    assert counter.said()["result"] == {"delay_s": 30.0}


def test_the_pages_are_asked_and_may_refuse() -> None:
    seen: list[str] = []

    def no_replay(what: str) -> None:
        raise ValueError(f"there is no {what} yet")

    counter = Counter(answers.pages(seen.append, no_replay))
    counter.ask("scene", {"scene": "standings"}, reply_to=REPLY)
    assert counter.said()["result"] == {"line": "scene standings"}
    counter.ask("replay", {"what": "call"}, reply_to=REPLY)
    assert counter.said()["error"] == {"code": "refused", "message": "there is no call yet"}
    assert seen == ["standings"]


class Said:
    def __init__(self, accepted: bool, line: str) -> None:
        self.accepted = accepted
        self._line = line

    def __str__(self) -> str:
        return self._line


def test_a_motor_moves_or_the_link_says_why_not() -> None:
    asked: list[Command] = []
    outcomes = iter([Said(True, "open_cover: accepted by the table"), Said(False, "open_cover: no table is heard")])

    def ask(command: Command) -> Said:
        asked.append(command)
        return next(outcomes)

    counter = Counter(answers.motors(ask))
    counter.ask("open_cover", {"open": True}, reply_to=REPLY)
    first = counter.said()
    counter.ask("open_cover", {"open": True}, reply_to=REPLY)
    second = counter.said()
    assert first["result"] == {"line": "open_cover: accepted by the table"}
    assert second["error"] == {"code": "refused", "message": "open_cover: no table is heard"}
    assert asked == [wire.OpenCover(True)] * 2


@pytest.mark.parametrize(
    ("name", "payload", "command"),
    [
        ("raise_walls", {}, wire.RaiseWalls(Sides.A | Sides.B | Sides.C | Sides.D)),
        ("raise_walls", {"sides": ["B", "D"]}, wire.RaiseWalls(Sides.B | Sides.D)),
        ("roll_dice", {"purpose": "wall_break", "seat": "C"}, wire.RollDice(DicePurpose.WALL_BREAK, Port.C)),
        ("open_cover", {"open": False}, wire.OpenCover(False)),
        ("set_mode", {"tiles": 144}, wire.SetMode(144)),
        (
            "set_lamp",
            {"seat": "A", "lamp": "riichi", "mode": "blink"},
            wire.SetLamp(Port.A, LampKind.RIICHI, LampMode.BLINK),
        ),
        ("set_display", {"seat": "D", "points": -300}, wire.SetDisplay(Port.D, -300)),
    ],
)
def test_a_request_becomes_the_message_of_the_wire(name: str, payload: dict[str, object], command: Command) -> None:
    asked: list[Command] = []

    def ask(command: Command) -> Said:
        asked.append(command)
        return Said(True, "")

    counter = Counter(answers.motors(ask))
    counter.ask(name, payload, reply_to=REPLY)
    assert counter.said()["ok"]
    assert asked == [command]


def test_what_is_no_command_to_the_table_is_none() -> None:
    with pytest.raises(ValueError, match="Request is no command to the table"):
        command_of(Request())
