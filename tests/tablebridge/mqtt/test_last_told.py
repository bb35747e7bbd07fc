"""How far a table was told is read from the state that the broker keeps; a broker that does not answer is one line."""

from __future__ import annotations

import gc
import socket
import threading
import weakref
from collections.abc import Callable

import pytest

from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress
from tablebridge.mqtt import last_told as module
from tablebridge.mqtt.last_told import last_told
from tablebridge.mqtt.session import Opened, Session
from tests.tablebridge.mqtt.conftest import PATIENCE_S, Broker, Mosquitto, Reader, Table, free_port


def test_nothing_was_told_where_the_broker_keeps_no_state(broker: Broker) -> None:
    assert last_told(broker.daemon, "hall-1") == 0


def test_it_is_the_sequence_of_the_state_that_is_kept(
    broker: Broker, table_at: Callable[..., Table], reader_of: Callable[[Broker], Reader]
) -> None:
    table = table_at(broker.daemon)
    table.publisher.start()
    reader = reader_of(broker)
    table.draw(3)
    reader.wait_for(lambda _: any(message.document["data"]["sequence"] == 3 for message in reader.on("state")))  # type: ignore[index]
    assert last_told(broker.daemon, "hall-1") == 3
    assert last_told(broker.daemon, "hall-2") == 0


@pytest.mark.broker
def test_a_session_that_is_closed_leaves_no_socket_to_chance(mosquitto: Mosquitto) -> None:
    mosquitto.start()
    opened = threading.Event()
    gc.disable()
    try:
        session = Session(mosquitto.daemon, "me", None, ["a"], lambda event: isinstance(event, Opened) and opened.set())
        session.open()
        assert opened.wait(PATIENCE_S)
        session.close()
        left = weakref.ref(session._client)
        del session
        assert left() is None
    finally:
        gc.enable()


@pytest.mark.broker
def test_a_login_that_is_refused_is_one_line(mosquitto: Mosquitto) -> None:
    mosquitto.start()
    stranger = BrokerAddress("127.0.0.1", mosquitto.daemon.port, "stranger", "guessed")
    with pytest.raises(UsageError, match=r"^the broker refused user name or password: .* as stranger \(correct mqtt"):
        last_told(stranger, "hall-1")


def test_a_broker_that_is_not_there_is_one_line() -> None:
    port = free_port()
    with pytest.raises(UsageError) as refused:
        last_told(BrokerAddress("127.0.0.1", port), "hall-1")
    assert (
        str(refused.value)
        == f"no broker listens there: 127.0.0.1:{port} (start it, or correct mqtt.host and mqtt.port)"
    )


def test_what_never_answers_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ANSWER_WITHIN_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken: list[socket.socket] = []
        accepting = threading.Thread(target=lambda: taken.append(listener.accept()[0]))
        accepting.start()
        address = BrokerAddress("127.0.0.1", listener.getsockname()[1])
        with pytest.raises(UsageError, match=r"^what listens there gives no answer: "):
            last_told(address, "hall-1")
        accepting.join()
        taken[0].close()
