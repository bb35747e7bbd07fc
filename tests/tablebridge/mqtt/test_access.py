"""The access file that is shipped for Mosquitto, on a real one: what each role may read and write."""

from __future__ import annotations

import re
import shlex
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest

from tablebridge.config import MqttConfig, MqttTlsConfig
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress, CommandDesk, HomeAssistant, MqttPublisher
from tablebridge.mqtt.channels import channels
from tablebridge.mqtt.last_told import last_told
from tests.tablebridge.mqtt.conftest import Mosquitto, free_port, program

SHIPPED = Path(__file__).resolve().parents[3] / "deploy" / "mosquitto"
PAGE = (SHIPPED.parents[1] / "docs" / "mqtt.md").read_text("utf-8")
BASE = "tablebridge/v1/hall-1"
ROLES = ("viewer", "integrator", "referee")
EVERY = ("viewer", "integrator", "referee", "daemon")
HOME = "homeassistant"

# a topic of each kind, and from which role on it may be read and written
READ = {
    **{
        channel.topic.replace("{part}", "link"): channel.role
        for channel in channels()
        if not channel.asked and not channel.topic.startswith("reply/")
    },
    "violations/RL-F01": "referee",
}
# the record of all events is for programs; viewers have the fresh ones
READ |= {topic: "integrator" for topic in READ if topic.startswith("events/")}
WRITE = {channel.topic: channel.role for channel in channels() if channel.asked}


class ShippedMosquitto(Mosquitto):
    """Started from the shipped files, with only places and port changed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        passwords, access = folder / "tablebridge.passwd", folder / "tablebridge.acl"
        passwords.touch()
        for user in (*EVERY, HOME):
            subprocess.run(
                [program("mosquitto_passwd"), "-b", passwords, user, f"{user}'s word"], check=True, capture_output=True
            )
        access.write_text((SHIPPED / "tablebridge.acl").read_text("utf-8"))
        port = free_port()
        configuration = (
            (SHIPPED / "tablebridge.conf")
            .read_text("utf-8")
            .replace("listener 1883\n", f"listener {port} 127.0.0.1\n")
            .replace("/etc/mosquitto/tablebridge.passwd", str(passwords))
            .replace("/etc/mosquitto/tablebridge.acl", str(access))
        )
        included = folder / "conf.d"
        included.mkdir()
        (included / "tablebridge.conf").write_text(configuration)
        # what Debian's own file says, which includes ours
        (folder / "m.conf").write_text(
            f"user root\npid_file {folder}/m.pid\npersistence true\npersistence_location {folder}/\n"
            f"include_dir {included}\n"
        )
        self.daemon = BrokerAddress("127.0.0.1", port, "daemon", "daemon's word")
        self.reader = BrokerAddress("127.0.0.1", port)


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShippedMosquitto]:
    made = ShippedMosquitto(tmp_path_factory.mktemp("shipped"))
    made.start()
    yield made
    made.stop()


class Client:
    """Somebody of a role, speaking MQTT 5, which says what became of a message."""

    def __init__(self, broker: ShippedMosquitto, user: str, *filters: str) -> None:
        self.read: set[str] = set()
        self._last = threading.Event()
        self._acks: dict[int, bool] = {}
        self._changed = threading.Condition()
        ready = threading.Event()
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        client.username_pw_set(user, f"{user}'s word")
        client.on_connect = lambda client, *_: client.subscribe([(each, 1) for each in (*filters, "$SYS/none")])
        client.on_subscribe = lambda *_: ready.set()
        client.on_message = self._note
        client.on_publish = self._acknowledged
        client.connect(broker.reader.host, broker.reader.port)
        client.loop_start()
        assert ready.wait(20)
        self._client = client

    def _note(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        with self._changed:
            self.read.add(message.topic)
            self._changed.notify_all()
        if message.topic.endswith("/last"):
            self._last.set()

    def wait_for(self, topics: set[str]) -> None:
        """Until all of these have come."""
        with self._changed:
            assert self._changed.wait_for(lambda: topics <= self.read, 20), topics - self.read

    def _acknowledged(self, _client: Any, _data: object, token: int, reason: Any, _properties: object) -> None:
        with self._changed:
            self._acks[token] = not reason.is_failure
            self._changed.notify_all()

    def may_write(self, topic: str) -> bool:
        token = self._client.publish(topic, b"{}", 1).mid
        with self._changed:
            assert self._changed.wait_for(lambda: token in self._acks, 20)
            return self._acks[token]

    def wait_for_the_last(self) -> None:
        assert self._last.wait(20)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.mark.broker
def test_each_role_reads_what_is_for_it_and_nothing_else(shipped: ShippedMosquitto) -> None:
    readers = {role: Client(shipped, role, "tablebridge/#") for role in ROLES}
    daemon = Client(shipped, "daemon")
    others = [f"reply/{role}/1" for role in ROLES]
    for topic in (*READ, *WRITE, *others, *(f"reply/{role}/last" for role in ROLES)):
        assert daemon.may_write(f"{BASE}/{topic}"), topic
    for reader in readers.values():
        reader.wait_for_the_last()
    read = {role: {topic.removeprefix(f"{BASE}/") for topic in reader.read} for role, reader in readers.items()}
    for client in (*readers.values(), daemon):
        client.close()

    for role in ROLES:
        least = EVERY.index(role)
        allowed = {topic for topic, needed in READ.items() if EVERY.index(needed) <= least}
        assert read[role] == allowed | {f"reply/{role}/1", f"reply/{role}/last"}


@pytest.mark.broker
@pytest.mark.parametrize("role", ROLES)
def test_each_role_writes_its_commands_and_nothing_else(shipped: ShippedMosquitto, role: str) -> None:
    client = Client(shipped, role)
    written = {topic for topic in (*READ, *WRITE, f"reply/{role}/1") if client.may_write(f"{BASE}/{topic}")}
    client.close()
    assert written == {topic for topic, needed in WRITE.items() if EVERY.index(needed) <= EVERY.index(role)} - (
        set(WRITE) if role == "viewer" else set()
    )


@pytest.mark.broker
def test_home_assistant_has_what_discovery_needs_and_nothing_else(shipped: ShippedMosquitto) -> None:
    device = HomeAssistant("hall-1")
    device.know("0042-A")
    config = device.message()
    assert config is not None
    home, viewer = (
        Client(shipped, HOME, "homeassistant/#", "tablebridge/#"),
        Client(shipped, "viewer", "homeassistant/#"),
    )
    daemon = Client(shipped, "daemon", device.birth_topic)
    needed = {config.topic, device.birth_topic, f"{BASE}/state", f"{BASE}/status", f"{BASE}/status/camera"}
    assert home.may_write(device.birth_topic)
    for topic in (*sorted(needed - {device.birth_topic}), *(f"{BASE}/{topic}" for topic in READ)):
        assert daemon.may_write(topic), topic
    assert not any(home.may_write(topic) for topic in (config.topic, *(f"{BASE}/{topic}" for topic in (*READ, *WRITE))))
    assert not viewer.may_write(device.birth_topic)
    assert not viewer.may_write(config.topic)
    home.wait_for(needed | {f"{BASE}/status/link"})
    daemon.wait_for({device.birth_topic})
    for client in (home, viewer, daemon):
        client.close()
    assert viewer.read == set()


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[ShippedMosquitto]:
    """From the shipped files with their lines for TLS and certificates, which the page's own commands make."""
    for command in re.findall(r"^\$ (openssl req .*)$", PAGE, re.MULTILINE):
        here = command.replace("DNS:hall.local", "IP:127.0.0.1")
        subprocess.run([program("openssl"), *shlex.split(here)[1:]], cwd=tmp_path, check=True, capture_output=True)
    made = ShippedMosquitto(tmp_path)
    included = tmp_path / "conf.d" / "tablebridge.conf"
    text = re.sub(
        r"^#(cafile|certfile|keyfile|require_certificate|use_identity)", r"\1", included.read_text(), flags=re.M
    )
    included.write_text(text.replace("/etc/mosquitto/certs", str(tmp_path)))
    made.start()
    yield made
    made.stop()


@pytest.mark.broker
def test_the_certificates_of_the_page_let_their_user_in(secured: ShippedMosquitto, tmp_path: Path) -> None:
    for file in ("broker.pem", "integrator.pem"):
        assert (tmp_path / file).exists()
    files = {"ca_file": tmp_path / "ca.pem", "certificate_file": tmp_path / "integrator.pem"}
    tls = MqttTlsConfig(key_file=str(tmp_path / "integrator.key"), **{name: str(path) for name, path in files.items()})
    address = BrokerAddress.of(MqttConfig(port=secured.reader.port, tls=tls))
    # who may only read is told so, and by that is known by the certificate
    with pytest.raises(UsageError, match=r"^the broker takes no message of ours, Not authorized: "):
        last_told(address, "hall-1")
    stranger = BrokerAddress.of(MqttConfig(port=secured.reader.port, tls=MqttTlsConfig(ca_file=tls.ca_file)))
    with pytest.raises(UsageError, match="does it want a certificate of ours"):
        last_told(stranger, "hall-1")


@pytest.mark.broker
def test_a_daemon_has_what_it_needs(shipped: ShippedMosquitto) -> None:
    connected = threading.Event()
    output = MqttPublisher(
        shipped.daemon,
        "hall-1",
        list,
        print,
        lambda status: status.connected and connected.set(),
        commands=CommandDesk("hall-1", [], {}),
    )
    output.start()
    assert connected.wait(20)
    output.stop()


@pytest.mark.broker
def test_a_daemon_with_too_few_rights_says_which(shipped: ShippedMosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    told = threading.Event()

    def note(status: Any) -> None:
        lines.append(status.line)
        told.set()

    address = BrokerAddress("127.0.0.1", shipped.reader.port, "viewer", "viewer's word")
    output = MqttPublisher(address, "hall-1", list, print, note)
    output.start()
    assert told.wait(20)
    output.stop()
    assert lines[0].startswith("the broker takes no message of ours, Not authorized: ")
    assert lines[0].endswith("(its access list must let us write)")


@pytest.mark.broker
def test_nobody_comes_in_without_a_password(shipped: ShippedMosquitto) -> None:
    refused = threading.Event()
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    client.on_connect = lambda _client, _data, _flags, reason, _properties: reason.is_failure and refused.set()
    client.connect(shipped.reader.host, shipped.reader.port)
    client.loop_start()
    assert refused.wait(20)
    client.disconnect()
    client.loop_stop()
