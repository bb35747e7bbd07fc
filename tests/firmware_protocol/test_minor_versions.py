"""A value that is newer than the host's minor version is not sent."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum

import pytest

from tablebridge_protocol import messages
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.device_session import DeviceSession
from tablebridge_protocol.messages import Capability, Fault, FaultCode, Hello, HelloRequest, Port, WallRaised
from tablebridge_protocol.minor_versions import LATER_VALUES, common_minor, suits
from tablebridge_protocol.session import RESEND_MS, Turn
from tablebridge_protocol.source import SpecEnum, load

HELLO = Hello(1, 1, 0, Capability.RESENDS, "Acme", "T1", "1.0", "0001")
OLD = Fault(0, FaultCode.JAM, active=True)
NEW = Fault(0, FaultCode.SETTINGS_LOST, active=True)
ENUMS = [enum for enum in load().enums if not enum.flags]


@pytest.mark.parametrize("spec", ENUMS, ids=[enum.name for enum in ENUMS])
def test_later_values_as_in_the_table(spec: SpecEnum) -> None:
    enum: type[IntEnum] = getattr(messages, "".join(part.capitalize() for part in spec.name.split("_")))
    later = {value.value: int(value.since.removeprefix("1.")) for value in spec.values if value.since}
    assert LATER_VALUES.get(enum, {}) == later


@pytest.mark.parametrize(("minor", "known"), [(0, False), (1, True), (255, True)])
def test_a_message_suits_whoever_knows_its_values(minor: int, known: bool) -> None:
    assert suits(NEW, minor) is known
    assert suits(OLD, minor)
    assert suits(WallRaised(0, Port.A, 17), minor)


@pytest.mark.parametrize(("major", "minor", "common"), [(1, 0, 0), (1, 1, 1), (1, 9, 1), (2, 0, 1), (0, 0, 1)])
def test_both_sides_work_with_the_smaller_minor(major: int, minor: int, common: int) -> None:
    assert common_minor(HelloRequest(major, minor)) == common


@pytest.mark.parametrize(("minor", "heard"), [(0, False), (1, True), (7, True)])
def test_a_host_of_an_older_minor_version_gets_no_value_that_it_does_not_know(minor: int, heard: bool) -> None:
    session = DeviceSession(HELLO)
    assert session.report(NEW, 0)  # nobody has said yet that he is older
    session.receive(encode_message(HelloRequest(1, minor), 0), 0, 0)
    assert session.report(OLD, 0)
    assert bool(session.report(NEW, 0)) is heard
    session.receive(encode_message(HelloRequest(), 1), 0, 0)
    assert session.report(replace(NEW, at_ms=1), 0)  # a newer host came


def test_what_is_not_sent_is_not_sent_again_and_takes_no_number() -> None:
    session = DeviceSession(HELLO)
    session.receive(encode_message(HelloRequest(1, 0), 0), 0, 0)
    assert session.report(NEW, 0) == b""
    assert session.tick(RESEND_MS) == Turn()
    assert session.report(OLD, 0) == encode_message(OLD, 1)
