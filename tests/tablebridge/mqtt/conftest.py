"""Real brokers, a reader of what they carry, and a journal to publish from."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import msgspec
import paho.mqtt.client as paho
import pytest

from tablebridge.backoff import Backoff
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.mqtt import BrokerAddress, BrokerStatus, EmbeddedBroker, MqttPublisher, Pace
from tablebridge.release import Ledger, PublicState, Released, ReleaseGate
from tablebridge_rules.event import Drawn, GameEvent
from tablebridge_rules.seat import Seat

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PATIENCE_S = 30.0


def program(name: str) -> str:
    """A program of this machine. Fails the test when there is none: skipping would hide that nothing was tested."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if found is None:
        pytest.fail(f"{name} is not installed: make setup-test brings it (apt-get install mosquitto)", pytrace=False)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker(Protocol):
    """A broker under test, on one port however often it is started again."""

    name: str

    @property
    def daemon(self) -> BrokerAddress: ...
    @property
    def reader(self) -> BrokerAddress: ...
    def start(self) -> None: ...
    def kill(self) -> None: ...
    def stop(self) -> None: ...


class Mosquitto:
    """Debian's broker with a password for the daemon; readers need none. `more` are further lines of its file."""

    name = "mosquitto"

    def __init__(self, folder: Path, more: str = "persistence false\n") -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        port = free_port()
        self.daemon = BrokerAddress("127.0.0.1", port, "daemon", "open sesame")
        self.reader = BrokerAddress("127.0.0.1", port)
        passwords = folder / "passwords"
        subprocess.run(
            [program("mosquitto_passwd"), "-b", "-c", passwords, "daemon", "open sesame"],
            check=True,
            capture_output=True,
        )
        (folder / "m.conf").write_text(
            f"listener {port} 127.0.0.1\nallow_anonymous true\npassword_file {passwords}\n{more}"
            f"max_queued_messages 0\nmax_inflight_messages 0\nuser root\n"
        )

    def start(self) -> None:
        log = (self._folder / "m.log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [program("mosquitto"), "-c", self._folder / "m.conf"], stdout=log, stderr=log
            )
        for_ever = time.monotonic() + PATIENCE_S
        while time.monotonic() < for_ever:
            try:
                socket.create_connection(("127.0.0.1", self.reader.port), 1).close()
            except OSError:
                assert self._process.poll() is None, (self._folder / "m.log").read_text()
                time.sleep(0.02)
            else:
                return
        pytest.fail("mosquitto does not listen")

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


class Nats:
    """The embedded broker."""

    name = "embedded"

    def __init__(self, folder: Path) -> None:
        self._broker = EmbeddedBroker(folder, mqtt_port=free_port())

    @property
    def daemon(self) -> BrokerAddress:
        return self._broker.address

    @property
    def reader(self) -> BrokerAddress:
        return BrokerAddress("127.0.0.1", self.daemon.port)

    def start(self) -> None:
        self._broker.start()

    def kill(self) -> None:
        assert self._broker.pid is not None
        os.kill(self._broker.pid, signal.SIGKILL)
        self._broker.stop()

    def stop(self) -> None:
        self._broker.stop()


@pytest.fixture(params=[pytest.param(Mosquitto, marks=pytest.mark.broker), Nats], ids=["mosquitto", "embedded"])
def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Broker]:
    """Each test with it runs against every broker; it is started already."""
    folder = tmp_path / "broker"
    folder.mkdir()
    made: Broker = request.param(folder)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """Mosquitto, not started."""
    made = Mosquitto(tmp_path)
    yield made
    made.stop()


@dataclass(frozen=True)
class Received:
    topic: str
    payload: bytes
    retained: bool
    qos: int

    @property
    def document(self) -> dict[str, object]:
        document: dict[str, object] = msgspec.json.decode(self.payload)
        return document


class Reader:
    """A subscriber to everything; ready when made. It does not come back when its connection is lost."""

    def __init__(self, address: BrokerAddress) -> None:
        self.messages: list[Received] = []
        self._changed = threading.Condition()
        self._subscribed = threading.Event()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311, reconnect_on_failure=False)
        self._client.on_connect = lambda client, *_: client.subscribe("tablebridge/#", 1)
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_message = self._note
        self._client.connect(address.host, address.port)
        self._client.loop_start()
        assert self._subscribed.wait(PATIENCE_S), "the broker confirms no subscription"

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        with self._changed:
            self.messages.append(Received(message.topic, message.payload, message.retain, message.qos))
            self._changed.notify_all()

    def wait_for(self, what: Callable[[list[Received]], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: what(self.messages), PATIENCE_S), self.messages[-20:]

    def sequences(self) -> list[int]:
        """Of the events received, in order of arrival."""
        return [message.document["data"]["sequence"] for message in self.messages if "/events/" in message.topic]  # type: ignore[index]

    def topics(self) -> list[str]:
        """In order of arrival, without the daemons' own and the viewers' second copy of the events."""
        every = [message.topic.removeprefix("tablebridge/v1/hall-1/") for message in self.messages]
        return [topic for topic in every if not topic.startswith(("owner", "live/"))]

    def on(self, topic: str) -> list[Received]:
        """Of one topic below the table."""
        return [message for message in self.messages if message.topic == f"tablebridge/v1/hall-1/{topic}"]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def reader_of() -> Iterator[Callable[[Broker], Reader]]:
    readers: list[Reader] = []

    def make(broker: Broker) -> Reader:
        readers.append(Reader(broker.reader))
        return readers[-1]

    yield make
    for reader in readers:
        reader.close()


@dataclass
class Statuses:
    """What a publisher reported of its connection."""

    seen: list[BrokerStatus] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __call__(self, status: BrokerStatus) -> None:
        with self._changed:
            self.seen.append(status)
            self._changed.notify_all()

    def wait_for(self, what: Callable[[list[BrokerStatus]], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: what(self.seen), PATIENCE_S), self.seen

    def lines(self) -> list[str]:
        return [status.line for status in self.seen]


class Table:
    """A table with everything from its journal to its publisher, as the daemon wires it."""

    def __init__(self, folder: Path, address: BrokerAddress, pace: Pace, instance: str = "here") -> None:
        folder.mkdir(exist_ok=True)
        self.journal = Journal(folder / "hall-1.sqlite", "hall-1", now=NOON)
        self.journal.begin_game("riichi-league-tw", NOON)
        self.gate = ReleaseGate("hall-1")
        self.ledger = Ledger(self.journal, self.gate, "mqtt")
        self.statuses = Statuses()
        self.before_backlog: Callable[[], object] = lambda: None
        self.publisher = MqttPublisher(
            address,
            "hall-1",
            self._unacknowledged,
            self.ledger.acknowledge,
            self.statuses,
            backoff=Backoff(first_s=0.05, longest_s=0.2),
            pace=pace,
            instance=instance,
        )
        self.gate.subscribe(self._publish)

    def play(self, *events: GameEvent) -> None:
        for entry in self.journal.append([DecodedEvent(event, 0.0, NOON) for event in events]):
            state = PublicState(table="hall-1", rulebook="riichi-league-tw", sequence=entry.sequence, phase="playing")
            self.gate.admit(entry, state)

    def draw(self, count: int) -> None:
        """So many events without a meaning of their own."""
        for _ in range(count):
            self.play(Drawn(Seat.A))

    def unconfirmed(self) -> list[int]:
        return [entry.sequence for entry in self.journal.unacknowledged("mqtt")]

    def close(self) -> None:
        self.publisher.stop()
        self.journal.close()

    def _unacknowledged(self) -> list[Released]:
        self.before_backlog()
        return list(self.ledger.unacknowledged())

    def _publish(self, released: Released | None, state: PublicState) -> None:
        if released is not None:
            self.publisher.publish(released)
        self.publisher.publish_state(state)


@pytest.fixture
def table_at(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """A table that publishes to that address, once its publisher is started."""
    tables: list[Table] = []

    def make(address: BrokerAddress, pace: Pace | None = None) -> Table:
        tables.append(Table(tmp_path, address, pace or Pace(rate=1000, wait_s=0)))
        return tables[-1]

    yield make
    for table in tables:
        table.close()
