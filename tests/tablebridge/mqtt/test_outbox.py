from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tablebridge.mqtt.message import Message
from tablebridge.mqtt.outbox import Outbox
from tablebridge.mqtt.pace import Pace
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


def drain(outbox: Outbox, from_s: float = 0.0) -> Iterable[Message]:
    """Sends and confirms everything, one a second."""
    token = int(from_s)
    while (message := outbox.next(float(token))) is not None:
        token += 1
        outbox.sent(token, message)
        outbox.confirmed(token, float(token))
        yield message


def at_once(outbox: Outbox, now_s: float) -> list[Message]:
    """All that may be sent in this moment, each confirmed."""
    sent = []
    while (message := outbox.next(now_s)) is not None:
        sent.append(message)
        token = len(sent) + int(now_s * 1000)
        outbox.sent(token, message)
        outbox.confirmed(token, now_s)
    return sent


def test_greets_with_status_parts_state_health_then_the_backlog_in_order() -> None:
    outbox = Outbox(TOPICS)
    for topic in (TOPICS.health, TOPICS.state, TOPICS.part("link"), TOPICS.status):
        outbox.put_retained(Message(topic, b""))
    outbox.connected(events(3, 1, 2), 0.0)

    sent = [message.topic.removeprefix("tablebridge/v1/t/") for message in drain(outbox)]

    assert sent == ["status", "status/link", "state", "health", "events/draw", "events/draw", "events/draw"]


def test_a_newer_state_replaces_one_that_waits() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([], 0.0)
    for payload in (b"1", b"2", b"3"):
        outbox.put_retained(Message(TOPICS.state, payload))
    assert [message.payload for message in drain(outbox)] == [b"3"]


def test_a_state_that_changes_during_the_greeting_is_sent_once() -> None:
    outbox = Outbox(TOPICS)
    outbox.put_retained(Message(TOPICS.state, b"old"))
    outbox.connected([], 0.0)
    outbox.put_retained(Message(TOPICS.state, b"new"))
    assert [message.payload for message in drain(outbox)] == [b"new"]


def test_an_event_of_the_backlog_that_comes_live_too_is_sent_once() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(1, 2), 0.0)
    outbox.put_event(event(2))
    outbox.put_event(event(3))
    assert [message.sequence for message in drain(outbox)] == [1, 2, 3]


def test_no_more_than_the_window_is_on_the_way() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(*range(1, 101)), 0.0)
    count = 0
    while (message := outbox.next(float(count))) is not None:
        count += 1
        outbox.sent(count, message)
    assert count == 16
    assert outbox.due_s() is None  # a confirmation is waited for, not a moment
    outbox.confirmed(1, 20.0)
    assert outbox.next(20.0) is not None


def test_qos_0_is_not_waited_for() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([], 0.0)
    outbox.put_retained(Message(TOPICS.health, b"", qos=0))
    message = outbox.next(0.0)
    assert message is not None
    outbox.sent(1, message)
    assert outbox.empty


def test_a_backlog_is_sent_at_its_rate_after_the_wait_and_live_events_behind_it() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10, wait_s=2))
    outbox.connected([], 0.0)
    outbox.lost(50.0)
    outbox.connected(events(*range(1, 31)), 100.0)
    outbox.put_event(event(31))
    times: dict[int, float] = {}
    now_s = 100.0
    while not outbox.empty:
        for message in at_once(outbox, now_s):
            assert message.sequence is not None
            times[message.sequence] = now_s
        due_s = outbox.due_s()
        now_s = max(now_s, due_s if due_s is not None else now_s)

    assert list(times) == list(range(1, 32))
    assert [round(times[sequence], 6) for sequence in (1, 2, 11, 31)] == [102.0, 102.1, 103.0, 105.0]


def test_once_the_backlog_is_through_events_are_sent_as_they_come() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10))
    outbox.connected(events(1), 0.0)
    assert [message.sequence for message in at_once(outbox, 0.0)] == [1]
    for sequence in range(2, 14):
        outbox.put_event(event(sequence))
    assert [message.sequence for message in at_once(outbox, 0.0)] == list(range(2, 14))


def test_a_stall_is_not_caught_up_in_a_flood() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10))
    outbox.connected(events(*range(1, 31)), 0.0)
    assert len(at_once(outbox, 0.0)) == 1
    assert len(at_once(outbox, 60.0)) == 1


def test_the_first_connection_waits_for_nobody() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10, wait_s=2))
    outbox.connected(events(1), 0.0)
    assert [message.sequence for message in at_once(outbox, 0.0)] == [1]


def test_the_state_does_not_wait_for_the_backlog() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10, wait_s=2))
    outbox.connected([], 0.0)
    outbox.connected(events(*range(1, 31)), 0.0)
    outbox.put_retained(Message(TOPICS.state, b"now"))
    assert [message.payload for message in at_once(outbox, 0.0)] == [b"now"]


def test_what_viewers_are_told_is_fresh_or_nothing() -> None:
    outbox = Outbox(TOPICS, Pace(rate=10, wait_s=2))
    outbox.connected(events(1, 2), 0.0)
    live = [Message(TOPICS.live("draw"), payload, qos=0, retain=False) for payload in (b"old", b"fresh")]
    outbox.put_live(live[0], 5.0)
    outbox.put_live(live[1], 15.0)
    assert [message.payload for message in at_once(outbox, 10.0) if message.sequence is None] == [b"fresh"]


def test_what_viewers_were_not_told_before_a_loss_they_are_never_told() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([], 0.0)
    outbox.put_live(Message(TOPICS.live("draw"), b"", qos=0, retain=False), 60.0)
    outbox.put_direct(Message("a reply", b"", retain=False))
    outbox.connected([], 1.0)
    assert at_once(outbox, 1.0) == []


def test_an_answer_goes_before_the_events() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(1), 0.0)
    outbox.put_direct(Message("a reply", b"", retain=False))
    assert [message.topic for message in drain(outbox)] == ["a reply", TOPICS.event("draw")]


def test_what_was_confirmed_shortly_before_a_loss_is_sent_once_more() -> None:
    outbox = Outbox(TOPICS, Pace(rate=1000, wait_s=0, repeat_s=20))
    outbox.connected([], 0.0)
    for sequence, now_s in ((1, 10.0), (2, 85.0), (3, 90.0)):
        outbox.put_event(event(sequence))
        at_once(outbox, now_s)
    outbox.lost(100.0)
    outbox.lost(150.0)  # a try that failed: what matters is when the broker went
    outbox.connected(events(4), 200.0)
    assert [message.sequence for message in drain(outbox, 200.0)] == [2, 3, 4]


def test_a_broker_that_takes_little_at_once_is_given_little() -> None:
    outbox = Outbox(TOPICS)
    outbox.connected([], 0.0, window=2)
    for sequence in (1, 2, 3):
        outbox.put_event(event(sequence))
    for token in (1, 2):
        message = outbox.next(0.0)
        assert message is not None
        outbox.sent(token, message)
    assert outbox.next(0.0) is None


def test_a_topic_that_is_forgotten_is_in_no_greeting() -> None:
    outbox = Outbox(TOPICS)
    outbox.put_retained(Message("elsewhere", b"x"))
    outbox.connected([], 0.0)
    outbox.forget_retained("elsewhere")
    assert at_once(outbox, 0.0) == []


@given(order=st.permutations(range(1, 13)))
def test_confirmations_are_passed_on_without_a_gap(order: list[int]) -> None:
    outbox = Outbox(TOPICS)
    outbox.connected(events(*range(1, 13)), 0.0)
    for token in range(1, 13):
        message = outbox.next(float(token))
        assert message is not None
        outbox.sent(token, message)

    passed_on: list[int] = []
    for arrived, token in enumerate(order, 1):
        passed_on += outbox.confirmed(token, 20.0)
        whole = next(number for number in range(13) if number + 1 not in order[:arrived])
        assert passed_on == list(range(1, whole + 1))
    assert outbox.confirmed(5, 0.0) == []  # a second confirmation says nothing new


class Deliveries(RuleBasedStateMachine):
    """Whatever order things happen in, readers get every event, and in order, but for repeats after a loss."""

    def __init__(self) -> None:
        super().__init__()
        self.outbox = Outbox(TOPICS)
        self.journal: list[Released] = []
        self.confirmed: set[int] = set()
        self.on_the_way: list[int] = []
        self.token = 0
        self.now_s = 0.0
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
        self.outbox.connected([entry for entry in self.journal if entry.sequence not in self.confirmed], self.now_s)

    @rule()
    def lose(self) -> None:
        self.connected = False
        self.outbox.lost(self.now_s)

    @rule(by_s=st.sampled_from([0.01, 1.0, 30.0]))
    def wait(self, by_s: float) -> None:
        self.now_s += by_s

    @rule(arrives=st.booleans())
    def send(self, arrives: bool) -> None:
        message = self.outbox.next(self.now_s) if self.connected else None
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
            self.confirmed.update(self.outbox.confirmed(self.token, self.now_s))

    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        if self.connected and self.on_the_way:
            token = data.draw(st.sampled_from(self.on_the_way))
            self.on_the_way.remove(token)
            self.confirmed.update(self.outbox.confirmed(token, self.now_s))

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
