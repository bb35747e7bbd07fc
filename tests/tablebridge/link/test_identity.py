"""Which table a link follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.link.identity import Wanted
from tablebridge_protocol.messages import Capability, Hello

HELLO = Hello(1, 0, 5, Capability(0), "Acme", "T1", "1.2", "0001")
NAMELESS = replace(HELLO, serial_number="")


def test_whoever_comes_first_is_followed() -> None:
    wanted = Wanted()
    assert not wanted.is_known
    assert not wanted.is_other(HELLO)
    wanted.met(HELLO)
    assert wanted.is_known
    assert not wanted.is_other(replace(HELLO, firmware="2.0", uptime_ms=9))
    assert str(wanted) == "Acme T1 with serial number 0001"


@pytest.mark.parametrize(
    "other",
    [replace(HELLO, serial_number="0002"), replace(HELLO, model="T2"), replace(HELLO, vendor="Bolt"), NAMELESS],
    ids=["number", "model", "vendor", "nameless"],
)
def test_another_table_is_another(other: Hello) -> None:
    wanted = Wanted()
    wanted.met(HELLO)
    assert wanted.is_other(other)


def test_the_configured_number_is_wanted_from_the_start() -> None:
    wanted = Wanted("0001")
    assert wanted.is_known
    assert wanted.is_other(NAMELESS)
    assert not wanted.is_other(HELLO)
    assert str(wanted) == "serial number 0001"


def test_a_table_without_a_number_is_no_one_in_particular() -> None:
    wanted = Wanted()
    wanted.met(NAMELESS)
    assert not wanted.is_known
    assert not wanted.is_other(HELLO)
    assert str(wanted) == "any table"
