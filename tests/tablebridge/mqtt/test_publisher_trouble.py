"""The publisher when something fails: killed daemons, killed, frozen, absent and refusing brokers."""

from __future__ import annotations

import logging
import signal
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tablebridge.backoff import Backoff
from tablebridge.mqtt import BrokerAddress, MqttPublisher, connection, endings, session
from tablebridge.mqtt.ownership import Ownership
from tablebridge.mqtt.tls import Tls

BASE = "tablebridge/v1/hall-1"
CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def test_a_killed_daemon_leaves_its_last_will(broker: Any, reader_of: Any) -> None:
    reader = reader_of(broker)
    address = broker.daemon
    daemon = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time\n"
            "from tablebridge.mqtt import BrokerAddress, MqttPublisher\n"
            "host, port, user, password = sys.argv[1:]\n"
            "address = BrokerAddress(host, int(port), user, password)\n"
            "MqttPublisher(address, 'hall-1', list, lambda sequence: None).start()\n"
            "time.sleep(600)\n",
            *(address.host, str(address.port), address.username, address.password),
        ]
    )
    try:
        reader.wait_for(lambda messages: any(message.payload == b"online" for message in messages))
        daemon.send_signal(signal.SIGKILL)
        reader.wait_for(lambda _: reader.on("status")[-1].payload == b"offline")
    finally:
        daemon.kill()
        daemon.wait()

    later = reader_of(broker)
    later.wait_for(lambda _: later.topics())
    assert later.topics() == ["status"]
    assert [(message.payload, message.retained) for message in later.on("status")] == [(b"offline", True)]


def test_nothing_is_lost_or_out_of_order_when_the_broker_is_killed(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    first = reader_of(broker)
    table.publisher.start()
    playing = threading.Thread(target=lambda: table.draw(300))
    playing.start()
    first.wait_for(lambda _: len(first.sequences()) >= 20)

    broker.kill()
    playing.join()
    table.statuses.wait_for(lambda seen: not seen[-1].connected)
    # a broker that dies may have confirmed an event and not yet passed it on: what it confirmed is no longer ours
    unconfirmed = table.unconfirmed()
    # the events go on only when the second reader listens: a broker keeps none for those who are not there
    listening = threading.Event()
    table.before_backlog = listening.wait
    broker.start()
    second = reader_of(broker)
    listening.set()
    second.wait_for(lambda _: second.sequences()[-1:] == [300])

    assert first.sequences() == list(range(1, first.sequences()[-1] + 1))
    assert unconfirmed == list(range(unconfirmed[0], 301))
    again = second.sequences()
    assert again == list(range(again[0], 301))  # what it had confirmed shortly before comes once more
    assert again[0] <= min(unconfirmed[0], first.sequences()[-1] + 1)
    assert second.topics().index("state") < second.topics().index("events/draw")
    table.publisher.stop(timeout_s=20)
    assert table.unconfirmed() == []


def test_a_frozen_broker_is_noticed_and_nothing_lost(
    mosquitto: Any, reader_of: Any, table_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "KEEPALIVE_S", 1)
    mosquitto.start()
    table = table_at(mosquitto.daemon)
    reader = reader_of(mosquitto)
    table.publisher.start()
    table.draw(1)
    reader.wait_for(lambda _: reader.sequences() == [1])

    mosquitto.signal(signal.SIGSTOP)
    table.draw(50)
    table.statuses.wait_for(lambda seen: not seen[-1].connected)
    mosquitto.signal(signal.SIGCONT)
    reader.wait_for(lambda _: reader.sequences()[-1:] == [51])

    assert sorted(set(reader.sequences())) == list(range(1, 52))
    assert table.statuses.lines()[1].startswith("the broker went away: ")
    table.publisher.stop(timeout_s=20)
    assert table.unconfirmed() == []


def test_an_absent_broker_costs_one_line_and_no_event(mosquitto: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(mosquitto.daemon)
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen)
    table.draw(3)
    listening = threading.Event()
    table.before_backlog = listening.wait
    mosquitto.start()
    reader = reader_of(mosquitto)
    listening.set()
    reader.wait_for(lambda _: reader.sequences() == [1, 2, 3])

    where = f"127.0.0.1:{mosquitto.daemon.port} as daemon"
    assert table.statuses.lines() == [
        f"no broker listens there: {where} (start it, or correct mqtt.host and mqtt.port)",
        f"connected to the broker: {where}",
    ]


def test_a_bad_password_is_said_and_never_shown(broker: Any, table_at: Any, caplog: pytest.LogCaptureFixture) -> None:
    right = broker.daemon
    table = table_at(BrokerAddress(right.host, right.port, right.username, "Tr0ub4dor&3"))
    with caplog.at_level(logging.DEBUG):
        table.publisher.start()
        table.statuses.wait_for(lambda seen: seen)
        table.publisher.stop()

    assert table.statuses.lines() == [
        f"the broker refused user name or password: {right} (correct mqtt.username and the password)"
    ]
    assert "Tr0ub4dor&3" not in caplog.text + repr(table.publisher._worker.__dict__) + repr(
        table.publisher._worker.connection.__dict__
    )


def test_the_same_failure_is_logged_once(table_at: Any, caplog: pytest.LogCaptureFixture) -> None:
    tries = []

    class Counting(Backoff):
        def next_s(self) -> float:
            tries.append(1)
            return 0.01

    refusing = _closed_port()
    connecting = MqttPublisher(BrokerAddress("127.0.0.1", refusing), "hall-1", list, print, backoff=Counting())
    with caplog.at_level(logging.INFO):
        connecting.start()
        _wait_until(lambda: len(tries) >= 5)
        connecting.stop()

    assert len([record for record in caplog.records if "no broker listens" in record.message]) == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (socket.gaierror(-2, "Name or service not known"), "no host has this name: hall:1883 (correct mqtt.host)"),
        (UnicodeError("label empty or too long"), "no host has this name: hall:1883 (correct mqtt.host)"),
        (
            TimeoutError("timed out"),
            "the broker does not answer: hall:1883 (check network and firewall, or correct mqtt.host)",
        ),
        (
            OSError(101, "Network is unreachable"),
            "the broker cannot be reached, Network is unreachable: hall:1883 (check the network and mqtt.host)",
        ),
    ],
    ids=["name", "no name", "timeout", "network"],
)
def test_an_unreachable_host_is_said(
    error: Exception, line: str, table_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "create_connection", fail)
    table = table_at(BrokerAddress("hall", 1883))
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen)
    table.publisher.stop()
    assert table.statuses.lines() == [line]


@pytest.mark.parametrize("address", [BrokerAddress("hall"), BrokerAddress("hall", 8883, "me", tls=Tls(CONTEXT))])
def test_each_line_says_what_where_and_what_to_do(address: BrokerAddress) -> None:
    owner = Ownership("here", "hall-2", "1.0")
    lines = [
        *(endings.unreachable(address, error) for error in (socket.gaierror(), TimeoutError(), ConnectionResetError())),
        *(endings.unreachable(address, error) for error in (ConnectionRefusedError(), OSError(113, "No route"))),
        endings.unsecured(address, ssl.SSLError(1, "odd (really)")),
        *(endings.refused(address, reason) for reason in ("Not authorized", "Server busy")),
        *(endings.hung_up_line(address, opened=opened, reason="Quota exceeded (full)") for opened in (True, False)),
        endings.silent(address),
        endings.no_echo(address, f"{BASE}/owner"),
        endings.unwritten(address, "Not authorized"),
        endings.contested(address, "me", "hall-1"),
        owner.line(str(address)),
    ]
    for line in lines:
        assert str(endings.as_error(line)) == line
        error = endings.as_error(line, "call the hall")
        assert error.where.startswith("hall:")
        assert str(error).endswith(" (call the hall)")
    assert len({endings.as_error(line).what_to_do for line in lines}) >= 12


def test_something_that_hangs_up_is_no_broker(table_at: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        table = table_at(BrokerAddress("127.0.0.1", port))
        table.publisher.start()
        for _ in ("5", "3.1.1"):
            listener.accept()[0].close()
        table.statuses.wait_for(lambda seen: seen)
        table.publisher.stop()
    assert table.statuses.lines()[0] == (
        f"no MQTT broker answers there: 127.0.0.1:{port} (correct mqtt.host and mqtt.port, or see its log)"
    )


def test_something_that_never_answers_is_given_up(table_at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_ANSWER_TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        table = table_at(BrokerAddress("127.0.0.1", port))
        table.publisher.start()
        table.statuses.wait_for(lambda seen: seen)
        table.publisher.stop()
    assert table.statuses.lines()[0] == (
        f"what listens there gives no answer: 127.0.0.1:{port} (is mqtt.port that of an MQTT broker?)"
    )


def test_a_fault_of_the_journal_costs_a_reconnection_only(broker: Any, reader_of: Any, table_at: Any) -> None:
    table = table_at(broker.daemon)
    faults = iter([OSError("disk full")])

    def fail_once() -> None:
        for fault in faults:
            raise fault

    table.before_backlog = fail_once
    reader = reader_of(broker)
    table.draw(2)
    table.publisher.start()
    reader.wait_for(lambda _: reader.sequences() == [1, 2])
    assert [status.connected for status in table.statuses.seen] == [False, True]


def test_two_daemons_of_one_table_do_not_leave_it_offline(broker: Any, reader_of: Any, table_at: Any) -> None:
    """A daemon started anew while the broker still holds its dead predecessor: the will must not come after it."""
    reader = reader_of(broker)
    dead = socket.create_connection((broker.daemon.host, broker.daemon.port))
    dead.sendall(_connect_packet("tablebridge-hall-1-here", broker.daemon, will=f"{BASE}/status"))
    assert dead.recv(4)[:1] == b"\x20"

    table = table_at(broker.daemon)
    table.publisher.start()
    table.statuses.wait_for(lambda seen: seen and seen[-1].connected)
    table.draw(1)
    reader.wait_for(lambda _: reader.sequences() == [1])
    dead.close()

    statuses = [message.payload for message in reader.messages if message.topic == f"{BASE}/status"]
    assert statuses[-1] == b"online"


def test_two_running_daemons_of_one_table_say_so_once_and_wait_longer_each_time(
    broker: Any, caplog: pytest.LogCaptureFixture
) -> None:
    waits: dict[str, list[float]] = {"first": [], "second": []}

    class Noted(Backoff):
        def __init__(self, name: str) -> None:
            super().__init__(first_s=0.02, longest_s=0.1)
            self._waits = waits[name]

        def next_s(self) -> float:
            self._waits.append(super().next_s())
            return self._waits[-1]

        def reset(self) -> None:
            pytest.fail("no connection lasted, yet the wait began anew")

    seen: dict[str, list[str]] = {"first": [], "second": []}
    two = [
        MqttPublisher(
            broker.daemon,
            "hall-1",
            list,
            print,
            lambda status, name=name: seen[name].append(status.line),  # type: ignore[misc]
            backoff=Noted(name),
            instance="here",
        )
        for name in waits
    ]
    try:
        for each in two:
            each.start()
        _wait_until(lambda: all(len(those) >= 4 for those in waits.values()))
    finally:
        for each in two:
            each.stop()

    contested = (
        f"another client took over tablebridge-hall-1-here: {broker.daemon} "
        "(is another tablebridge running for table hall-1 on this broker? or does its access list refuse us?)"
    )
    for lines in seen.values():
        assert lines[-1] == contested
        assert lines.count(contested) == 1
        assert len(lines) <= 6
    assert caplog.text.count("another client took over") == 2


def test_a_connection_that_lasts_ends_the_quarrel_and_the_long_waits(
    broker: Any, table_at: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_at(broker.daemon)
    table.publisher.start()
    for times in (1, 2):
        table.statuses.wait_for(lambda _: table.statuses.seen[-1:] and table.statuses.seen[-1].connected)
        # the embedded broker makes clients wait that come in turn, or hangs up on them: one of these comes through
        while table.publisher._worker.connection._thrown_off < times:
            with socket.create_connection((broker.daemon.host, broker.daemon.port)) as usurper:
                usurper.sendall(_connect_packet("tablebridge-hall-1-here", broker.daemon, will=f"{BASE}/status"))
                usurper.settimeout(2)
                with suppress(OSError):
                    while usurper.recv(64):
                        pass
    monkeypatch.setattr(connection, "_STEADY_S", 0.2)
    _wait_until(lambda: table.statuses.seen[-1].connected)

    assert table.publisher._worker.connection._thrown_off == 0
    assert table.publisher._worker.connection._backoff._tries == 0
    assert "another client took over" in table.statuses.lines()[-2]


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(3000):
        if condition():
            return
        waiting.wait(0.01)
    pytest.fail("it never came about")


def _connect_packet(client_id: str, address: BrokerAddress, will: str) -> bytes:
    """A CONNECT of MQTT 3.1.1 with a retained will of QoS 1 and a long keepalive."""

    def text(value: str | None) -> bytes:
        data = (value or "").encode()
        return len(data).to_bytes(2, "big") + data

    flags = 0b1110_1110  # user name, password, will retained, will QoS 1, will, clean session
    body = text("MQTT") + bytes([4, flags]) + (3600).to_bytes(2, "big")
    body += text(client_id) + text(will) + text("offline") + text(address.username) + text(address.password)
    return bytes([0x10, len(body)]) + body
