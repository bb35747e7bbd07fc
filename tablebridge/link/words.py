"""The lines a technician reads: what the port does, and what to do about it."""

from __future__ import annotations

from typing import assert_never

from tablebridge_protocol.messages import PROTOCOL_MAJOR, PROTOCOL_MINOR, Hello
from tablebridge_protocol.session import Refusal, Refused

__all__ = ["lost_line", "refused_line", "up_line"]


def up_line(url: str, hello: Hello) -> str:
    """Who is there."""
    who = " ".join(word for word in (hello.vendor, hello.model) if word) or "a table"
    return f"{who} on {url}, serial number {hello.serial_number or 'unknown'}, firmware {hello.firmware or 'unknown'}"


def lost_line(url: str, silence_ms: int) -> str:
    """The table fell silent."""
    return f"table on {url} has not been heard for {silence_ms / 1000:.1f} s: check the cable and the table's power"


def refused_line(url: str, refused: Refused) -> str:
    """No table there, and what is."""
    got = f"{refused.bytes_received} byte{'' if refused.bytes_received == 1 else 's'}"
    match refused.refusal:
        case Refusal.SILENT:
            return f"port {url} is open, but nothing answers: switch the table on, check the cable and link.port"
        case Refusal.FOREIGN:
            return f"port {url} answers, but not as a tablebridge table (got {got}, no valid frame): check link.port"
        case Refusal.ECHO:
            return f"port {url} only gives back what is sent to it (got {got}): check the cable and link.port"
        case Refusal.NO_HELLO:
            return f"port {url} sends valid frames (got {got}), but no hello: check the table's firmware"
        case Refusal.VERSION:
            return _version_line(url, refused.hello)
    assert_never(refused.refusal)


def _version_line(url: str, hello: Hello | None) -> str:
    theirs = f"{hello.protocol_major}.{hello.protocol_minor}" if hello is not None else "unknown"
    older = hello is not None and hello.protocol_major < PROTOCOL_MAJOR
    action = "update the table's firmware" if older else "update tablebridge"
    return f"table on {url} speaks protocol {theirs}, this host {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}: {action}"
