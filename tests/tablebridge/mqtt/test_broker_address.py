from __future__ import annotations

import pytest

from tablebridge.config import MqttConfig, MqttTlsConfig
from tablebridge.mqtt import BrokerAddress


def test_comes_from_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALL_PASSWORD", "secret")
    config = MqttConfig(host="hall", port=1884, username="table-1", password_env="HALL_PASSWORD")
    assert BrokerAddress.of(config) == BrokerAddress("hall", 1884, "table-1", "secret")


def test_no_text_made_of_it_holds_the_password() -> None:
    address = BrokerAddress("hall", 1884, "table-1", "secret")
    assert "secret" not in f"{address} {address!r}"


@pytest.mark.parametrize(
    ("host", "tls", "warned"),
    [
        ("hall", None, True),
        ("192.168.1.7", None, True),
        ("hall", MqttTlsConfig(), False),
        ("127.0.0.1", None, False),
        ("localhost", None, False),
        ("::1", None, False),
    ],
)
def test_a_password_that_anybody_could_read_is_warned_of(
    host: str,
    tls: MqttTlsConfig | None,
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("HALL_PASSWORD", "secret")
    BrokerAddress.of(MqttConfig(host=host, username="table-1", password_env="HALL_PASSWORD", tls=tls))
    assert ("unencrypted (add [mqtt.tls])" in caplog.text) is warned
    assert "secret" not in caplog.text
