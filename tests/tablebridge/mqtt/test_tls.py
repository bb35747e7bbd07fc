"""TLS to a real Mosquitto, and every mistake in its files."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.config import MqttConfig, MqttTlsConfig
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress, MqttPublisher
from tests.tablebridge.mqtt.certificates import Authority
from tests.tablebridge.mqtt.conftest import Mosquitto, free_port, program


class Hall:
    """A broker with a plain listener, one with TLS, and one that wants a certificate of the client."""

    def __init__(self, folder: Path) -> None:
        openssl = program("openssl")
        self.authority = Authority(folder / "ours", "hall-ca", openssl)
        self.stranger = Authority(folder / "theirs", "other-ca", openssl)
        certificate, key = self.authority.sign("broker", "IP:127.0.0.1")
        self.ours = self.authority.sign("table-1")
        self.hidden = self.authority.sign("table-2", password="open sesame")
        self.foreign = self.stranger.sign("table-1")
        self.secured, self.strict = free_port(), free_port()
        tls = f"cafile {self.authority.file}\ncertfile {certificate}\nkeyfile {key}\n"
        broker = folder / "broker"
        broker.mkdir()
        more = (
            f"persistence false\nlistener {self.secured} 127.0.0.1\n{tls}"
            f"listener {self.strict} 127.0.0.1\n{tls}require_certificate true\nuse_identity_as_username true\n"
        )
        self.broker = Mosquitto(broker, more)
        self.broker.start()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = Hall(tmp_path_factory.mktemp("hall"))
    yield made
    made.broker.stop()


def told(config: MqttConfig) -> str:
    """What a publisher says of its first try."""
    lines: list[str] = []
    heard = threading.Event()

    def note(status: Any) -> None:
        lines.append(status.line)
        heard.set()

    output = MqttPublisher(BrokerAddress.of(config), "hall-1", list, print, note)
    output.start()
    assert heard.wait(30)
    output.stop()
    return lines[0]


def files(pair: tuple[Path, Path]) -> dict[str, Any]:
    return {"certificate_file": str(pair[0]), "key_file": str(pair[1])}


@pytest.mark.broker
def test_a_broker_whose_certificate_is_trusted_is_used(hall: Hall) -> None:
    tls = MqttTlsConfig(ca_file=str(hall.authority.file))
    assert told(MqttConfig(port=hall.secured, tls=tls)) == f"connected to the broker: 127.0.0.1:{hall.secured}"


@pytest.mark.broker
@pytest.mark.parametrize("which", ["ours", "hidden"])
def test_a_broker_that_wants_a_certificate_gets_it(hall: Hall, which: str, tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("open sesame\n")
    more = {"key_password_file": str(password)} if which == "hidden" else {}
    tls = MqttTlsConfig(ca_file=str(hall.authority.file), **files(getattr(hall, which)), **more)
    assert told(MqttConfig(port=hall.strict, tls=tls)) == f"connected to the broker: 127.0.0.1:{hall.strict}"


@pytest.mark.broker
def test_a_stranger_is_no_broker(hall: Hall) -> None:
    line = told(MqttConfig(port=hall.secured, tls=MqttTlsConfig(ca_file=str(hall.stranger.file))))
    assert line.startswith("the broker's certificate is not trusted, ")
    assert line.endswith(f": 127.0.0.1:{hall.secured} (name who signed it in mqtt.tls.ca_file)")


@pytest.mark.broker
def test_a_certificate_for_another_name_is_refused(hall: Hall) -> None:
    config = MqttConfig(host="localhost", port=hall.secured, tls=MqttTlsConfig(ca_file=str(hall.authority.file)))
    assert told(config) == (
        f"the broker's certificate is for another name: localhost:{hall.secured} "
        "(correct mqtt.host, or give it a certificate)"
    )


@pytest.mark.broker
def test_who_says_insecure_is_warned_and_connected(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        line = told(MqttConfig(host="localhost", port=hall.secured, tls=MqttTlsConfig(insecure=True)))
    assert line.startswith("connected")
    assert "anybody may pass for the broker" in caplog.text


@pytest.mark.broker
def test_tls_to_a_plain_listener_is_said(hall: Hall) -> None:
    port = hall.broker.reader.port
    line = told(MqttConfig(port=port, tls=MqttTlsConfig(ca_file=str(hall.authority.file))))
    assert line == f"what listens there hung up on TLS: 127.0.0.1:{port} (correct mqtt.port, or leave [mqtt.tls] out)"


def test_tls_to_what_is_no_tls_at_all_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as chatty:
        port = chatty.getsockname()[1]

        def greet() -> None:
            connection, _ = chatty.accept()
            connection.recv(2000)
            connection.sendall(b"220 hall.local ESMTP at your service\r\n" * 4)
            connection.close()

        threading.Thread(target=greet).start()
        line = told(MqttConfig(port=port, tls=MqttTlsConfig()))
    assert line == f"no TLS is spoken there: 127.0.0.1:{port} (correct mqtt.port, or leave [mqtt.tls] out)"


@pytest.mark.broker
@pytest.mark.parametrize("which", ["none", "foreign"])
def test_a_certificate_that_is_wanted_and_not_shown_is_said(hall: Hall, which: str) -> None:
    shown = files(hall.foreign) if which == "foreign" else {}
    line = told(MqttConfig(port=hall.strict, tls=MqttTlsConfig(ca_file=str(hall.authority.file), **shown)))
    assert "certificate" in line or "see its log" in line
    assert f"127.0.0.1:{hall.strict}" in line


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ca_file": "{none}"}, r"cannot read the certificate \(No such file.*: mqtt.tls.ca_file = .*correct the path"),
        ({"ca_file": "{text}"}, r"no certificate is in this file: mqtt.tls.ca_file = "),
        ({"key_file": "{key}"}, r"a key without a certificate: mqtt.tls.key_file = "),
        ({"certificate_file": "{none}"}, r"cannot read certificate or key .*key_file = \(in the same file\)"),
        ({"certificate_file": "{pem}", "key_file": "{other}"}, "certificate and key cannot be used: .*its own|own"),
        (
            {"certificate_file": "{hidden}", "key_file": "{hiddenkey}"},
            "certificate and key cannot be used: .*encrypted",
        ),
        (
            {"certificate_file": "{pem}", "key_file": "{key}", "key_password_file": "{none}"},
            "cannot read the password of the key: mqtt.tls.key_password_file = ",
        ),
    ],
)
def test_a_mistake_in_the_files_is_said_at_the_start(
    hall: Hall, tmp_path: Path, change: dict[str, str], message: str
) -> None:
    (tmp_path / "text").write_text("hello")
    names = {
        "none": tmp_path / "none",
        "text": tmp_path / "text",
        "pem": hall.ours[0],
        "key": hall.ours[1],
        "other": hall.foreign[1],
        "hidden": hall.hidden[0],
        "hiddenkey": hall.hidden[1],
    }
    tls = MqttTlsConfig(**{key: value.format(**names) for key, value in change.items()})
    with pytest.raises(UsageError, match=message):
        BrokerAddress.of(MqttConfig(tls=tls))


def test_the_port_goes_with_the_way_of_speaking() -> None:
    assert MqttConfig().broker_port == 1883
    assert MqttConfig(tls=MqttTlsConfig()).broker_port == 8883
    assert MqttConfig(port=1884, tls=MqttTlsConfig()).broker_port == 1884
