from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tablebridge.mqtt.outbox import Message, Outbox
from tablebridge.mqtt.topics import Topics
from tablebridge.release import Released

TOPICS = Topics("t")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def event(sequence: int) -> Released:
    return Released(
        id=f"s-{sequence}",
        sequence=sequence,
        type="draw",
        table="t",
        hand=1,
        data={"type": "draw", "seat": "A"},
        captured_at=NOON,
        released_at=NOON,
    )


def events(*sequences: int) -> list[Released]:
    return [event(sequence) for sequence in sequences]


def drain(outbox: Outbox) -> Iterable[Message]:
    """Sends and confirms everything, one by one."""
    token = 0
    while (message := outbox.next()) is not None:
        token += 1
        outbox.sent(token, message)
        outbox.confirmed(token)
        yield message


def test_greets_with_status_parts_state_health_then_the_backlog_in_order() -> None:
    outbox = Outbox(TOPICS)
    for topic in (TOPICS.health, TOPICS.state, TOPICS.part("link"), TOPICS.status):
        outbox.put_retained(Message(topic, b""))
    outbox.connected(events(3, 1, 2))

    sent = [message.topic.removeprefix("tablebridge/v1/t/") for message in drain(outbox)]

    assert sent == ["status", "status/link", "state", "health", "events/draw", "events/draw", "events/draw"]


def test_a_newer_state_replaces_one_that_waits() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([])
    for payload in (b"1", b"2", b"3"):
        outbox.put_retained(Message(TOPICS.state, payload))
    assert [message.payload for message in drain(outbox)] == [b"3"]


def test_a_state_that_changes_during_the_greeting_is_sent_once() -> None:
    outbox = Outbox(TOPICS)
    outbox.put_retained(Message(TOPICS.state, b"old"))
    outbox.connected([])
    outbox.put_retained(Message(TOPICS.state, b"new"))
    assert [message.payload for message in drain(outbox)] == [b"new"]


def test_an_event_of_the_backlog_that_comes_live_too_is_sent_once() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(1, 2))
    outbox.put_event(event(2))
    outbox.put_event(event(3))
    assert [message.sequence for message in drain(outbox)] == [1, 2, 3]


def test_no_more_than_the_window_is_on_the_way() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(*range(1, 101)))
    count = 0
    while (message := outbox.next()) is not None:
        count += 1
        outbox.sent(count, message)
    assert count == 16
    outbox.confirmed(1)
    assert outbox.next() is not None


def test_qos_0_is_not_waited_for() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([])
    outbox.put_retained(Message(TOPICS.health, b"", qos=0))
    message = outbox.next()
    assert message is not None
    outbox.sent(1, message)
    assert outbox.empty


@given(order=st.permutations(range(1, 13)))
def test_confirmations_are_passed_on_without_a_gap(order: list[int]) -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(*range(1, 13)))
    for token in range(1, 13):
        message = outbox.next()
        assert message is not None
        outbox.sent(token, message)

    passed_on: list[int] = []
    for arrived, token in enumerate(order, 1):
        passed_on += outbox.confirmed(token)
        whole = next(number for number in range(13) if number + 1 not in order[:arrived])
        assert passed_on == list(range(1, whole + 1))
    assert outbox.confirmed(5) == []  # a second confirmation says nothing new


class Deliveries(RuleBasedStateMachine):
    """Whatever order things happen in, readers get every event, and in order, but for repeats after a loss."""

    def __init__(self) -> None:
        super().__init__()
        self.outbox = Outbox(TOPICS)
        self.journal: list[Released] = []
        self.confirmed: set[int] = set()
        self.on_the_way: list[int] = []
        self.token = 0
        self.connected = False
        self.read: list[int] = []

    @rule()
    def play(self) -> None:
        self.journal.append(event(len(self.journal) + 1))
        if self.connected:
            self.outbox.put_event(self.journal[-1])

    @rule()
    def change_state(self) -> None:
        self.outbox.put_retained(Message(TOPICS.state, b""))

    @rule()
    def connect(self) -> None:
        self.connected = True
        self.on_the_way.clear()
        self.outbox.connected([entry for entry in self.journal if entry.sequence not in self.confirmed])

    @rule()
    def lose(self) -> None:
        self.connected = False

    @rule(arrives=st.booleans())
    def send(self, arrives: bool) -> None:
        message = self.outbox.next() if self.connected else None
        if message is None:
            return
        self.token += 1
        self.outbox.sent(self.token, message)
        if not arrives:  # lost with its connection
            self.connected = False
        elif message.sequence is not None:
            self.read.append(message.sequence)
            self.on_the_way.append(self.token)
        else:
            self.confirmed.update(self.outbox.confirmed(self.token))

    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        if self.connected and self.on_the_way:
            token = data.draw(st.sampled_from(self.on_the_way))
            self.on_the_way.remove(token)
            self.confirmed.update(self.outbox.confirmed(token))

    @invariant()
    def only_what_was_read_is_confirmed(self) -> None:
        assert self.confirmed <= set(self.read)

    @invariant()
    def no_reader_meets_a_gap(self) -> None:
        newest = 0
        for sequence in self.read:
            assert sequence <= newest + 1
            newest = max(newest, sequence)


TestDeliveries = Deliveries.TestCase
