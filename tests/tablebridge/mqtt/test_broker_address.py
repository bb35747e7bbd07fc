from __future__ import annotations

import pytest

from tablebridge.config import MqttConfig
from tablebridge.mqtt import BrokerAddress


def test_comes_from_the_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALL_PASSWORD", "secret")
    config = MqttConfig(host="hall", port=1884, username="table-1", password_env="HALL_PASSWORD")
    assert BrokerAddress.of(config) == BrokerAddress("hall", 1884, "table-1", "secret")


def test_no_text_made_of_it_holds_the_password() -> None:
    address = BrokerAddress("hall", 1884, "table-1", "secret")
    assert "secret" not in f"{address} {address!r}"
