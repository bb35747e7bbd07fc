"""Every way a port can disappoint has its own line that says what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.link.identity import Wanted
from tablebridge.link.words import lost_line, nowhere_line, other_table_line, refused_line, up_line
from tablebridge_protocol.messages import Capability, Hello
from tablebridge_protocol.session import Refusal, Refused

HELLO = Hello(1, 0, 5, Capability(0), "Acme", "T1", "1.2", "0001")
URL = "/dev/ttyUSB0"


@pytest.mark.parametrize(
    ("refused", "line"),
    [
        (
            Refused(Refusal.SILENT, 0),
            "port /dev/ttyUSB0 is open, but nothing answers: switch the table on, check the cable and link.port",
        ),
        (
            Refused(Refusal.FOREIGN, 312),
            "port /dev/ttyUSB0 answers, but not as a tablebridge table (got 312 bytes, no valid frame): "
            "check link.port, or name the adapter for this table in link.adapter",
        ),
        (
            Refused(Refusal.FOREIGN, 1),
            "port /dev/ttyUSB0 answers, but not as a tablebridge table (got 1 byte, no valid frame): "
            "check link.port, or name the adapter for this table in link.adapter",
        ),
        (
            Refused(Refusal.ECHO, 18),
            "port /dev/ttyUSB0 only gives back what is sent to it (got 18 bytes): check the cable and link.port",
        ),
        (
            Refused(Refusal.NO_HELLO, 60),
            "port /dev/ttyUSB0 sends valid frames (got 60 bytes), but no hello: check the table's firmware",
        ),
        (
            Refused(Refusal.VERSION, 60, replace(HELLO, protocol_major=2, protocol_minor=3)),
            "table on /dev/ttyUSB0 speaks protocol 2.3, this host 1.1: update tablebridge",
        ),
        (
            Refused(Refusal.VERSION, 60, replace(HELLO, protocol_major=0)),
            "table on /dev/ttyUSB0 speaks protocol 0.0, this host 1.1: update the table's firmware",
        ),
    ],
    ids=lambda value: value.refusal.name.lower() if isinstance(value, Refused) else "",
)
def test_refused(refused: Refused, line: str) -> None:
    assert refused_line(URL, refused) == line


def test_up_and_lost() -> None:
    assert up_line(URL, HELLO) == "Acme T1 on /dev/ttyUSB0, serial number 0001, firmware 1.2"
    nameless = replace(HELLO, vendor="", model="", firmware="", serial_number="")
    assert up_line(URL, nameless) == "a table on /dev/ttyUSB0, serial number unknown, firmware unknown"
    assert lost_line(URL, 2510) == (
        "table on /dev/ttyUSB0 has not been heard for 2.5 s: check the cable and the table's power"
    )


@pytest.mark.parametrize(
    ("heard", "shown"),
    [(b"OK\r\n", '"OK"'), (b"\x55\xaa\x00", "55 aa 00"), (b"\xe9t\xe9", "e9 74 e9")],
    ids=["text", "binary", "latin-1"],
)
def test_what_was_heard_is_shown(heard: bytes, shown: str) -> None:
    assert f"(got 4 bytes, no valid frame; it begins {shown}): " in refused_line(
        URL, Refused(Refusal.FOREIGN, 4), heard
    )


def test_another_table() -> None:
    wanted = Wanted("0042")
    assert other_table_line(URL, HELLO, wanted) == (
        "port /dev/ttyUSB0 is Acme T1 with serial number 0001, not serial number 0042: "
        "put the cables right or correct link.serial_number"
    )
    follows = Wanted()
    follows.met(replace(HELLO, serial_number="0007"))
    assert other_table_line(URL, HELLO, follows) == (
        "port /dev/ttyUSB0 is Acme T1 with serial number 0001, not Acme T1 with serial number 0007: "
        "put the cables right, or start tablebridge again to take this table"
    )


@pytest.mark.parametrize(
    ("others", "line"),
    [
        (0, "no such port"),
        (1, "no such port (serial number 0042 is not on the other port either)"),
        (3, "no such port (serial number 0042 is not on any of 3 other ports either)"),
    ],
)
def test_nowhere_else(others: int, line: str) -> None:
    assert nowhere_line("no such port", Wanted("0042"), others) == line
