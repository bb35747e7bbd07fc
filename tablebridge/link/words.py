"""The lines a technician reads: what the port does, and what to do about it."""

from __future__ import annotations

from typing import assert_never

from tablebridge.link.identity import Identity, Wanted
from tablebridge_protocol.messages import PROTOCOL_MAJOR, PROTOCOL_MINOR, Hello
from tablebridge_protocol.session import Refusal, Refused

__all__ = ["lost_line", "nowhere_line", "other_table_line", "refused_line", "up_line"]


def up_line(url: str, hello: Hello) -> str:
    """Who is there."""
    who = " ".join(word for word in (hello.vendor, hello.model) if word) or "a table"
    return f"{who} on {url}, serial number {hello.serial_number or 'unknown'}, firmware {hello.firmware or 'unknown'}"


def lost_line(url: str, silence_ms: int) -> str:
    """The table fell silent."""
    return f"table on {url} has not been heard for {silence_ms / 1000:.1f} s: check the cable and the table's power"


def other_table_line(url: str, hello: Hello, wanted: Wanted) -> str:
    """A table, but not the one that belongs here."""
    return f"port {url} is {Identity.of(hello)}, not {wanted}: {wanted.what_to_do}"


def nowhere_line(line: str, wanted: Wanted, others: int) -> str:
    """Why the table is not where it is expected, and that it is nowhere else."""
    if not others:
        return line
    where = "the other port" if others == 1 else f"any of {others} other ports"
    return f"{line} ({wanted} is not on {where} either)"


def refused_line(url: str, refused: Refused, heard: bytes = b"") -> str:
    """No table there, and what is; `heard` are the first bytes of it."""
    got = f"{refused.bytes_received} byte{'' if refused.bytes_received == 1 else 's'}"
    match refused.refusal:
        case Refusal.SILENT:
            return f"port {url} is open, but nothing answers: switch the table on, check the cable and link.port"
        case Refusal.FOREIGN:
            begins = f"; it begins {_shown(heard)}" if heard else ""
            return (
                f"port {url} answers, but not as a tablebridge table (got {got}, no valid frame{begins}): "
                "check link.port, or name the adapter for this table in link.adapter"
            )
        case Refusal.ECHO:
            return f"port {url} only gives back what is sent to it (got {got}): check the cable and link.port"
        case Refusal.NO_HELLO:
            return f"port {url} sends valid frames (got {got}), but no hello: check the table's firmware"
        case Refusal.VERSION:
            return _version_line(url, refused.hello)
    assert_never(refused.refusal)


def _shown(heard: bytes) -> str:
    """Text as text, everything else in hexadecimal."""
    text = heard.decode("latin-1")
    words = text.strip()
    return f'"{words}"' if words.isascii() and words.isprintable() else heard.hex(" ")


def _version_line(url: str, hello: Hello | None) -> str:
    theirs = f"{hello.protocol_major}.{hello.protocol_minor}" if hello is not None else "unknown"
    older = hello is not None and hello.protocol_major < PROTOCOL_MAJOR
    action = "update the table's firmware" if older else "update tablebridge"
    return f"table on {url} speaks protocol {theirs}, this host {PROTOCOL_MAJOR}.{PROTOCOL_MINOR}: {action}"
