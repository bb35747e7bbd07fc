"""Why a connection to the broker ended or never came about, in one line each: what, where, what to do."""

from __future__ import annotations

import re
import socket
import ssl
from dataclasses import dataclass

from tablebridge.errors import UsageError
from tablebridge.mqtt.broker_address import BrokerAddress
from tablebridge.mqtt.tls import tls_trouble

__all__ = [
    "BrokerStatus",
    "as_error",
    "contested",
    "hung_up_line",
    "no_echo",
    "refused",
    "silent",
    "unreachable",
    "unsecured",
    "unwritten",
]

_LINE = re.compile(r"(?P<what>.*?): (?P<where>.*?) \((?P<what_to_do>.*)\)")


@dataclass(frozen=True, slots=True)
class BrokerStatus:
    """Whether the broker has what we publish, and the one line that says so. `taken` means that another daemon
    publishes the table there."""

    connected: bool
    line: str
    taken: bool = False


def as_error(line: str, what_to_do: str | None = None) -> UsageError:
    """The same line as a command's error, with another advice where one is given."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"not what, where and what to do: {line}")
    return UsageError(parts["what"], parts["where"], what_to_do or parts["what_to_do"])


def unreachable(address: BrokerAddress, error: OSError | UnicodeError) -> str:
    """No connection came about."""
    named = address.named
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return f"no host has this name: {address} (correct {named.host})"
    if isinstance(error, TimeoutError):
        return f"the broker does not answer: {address} (check network and firewall, or correct {named.host})"
    if isinstance(error, ConnectionRefusedError):
        return f"no broker listens there: {address} (start it, or correct {named.place})"
    if isinstance(error, ConnectionResetError) and address.tls is not None:
        return f"what listens there hung up on TLS: {address} (correct {named.port}, or {named.no_tls})"
    return f"the broker cannot be reached, {error.strerror or error}: {address} (check the network and {named.host})"


def unsecured(address: BrokerAddress, error: ssl.SSLError) -> str:
    """TLS failed."""
    has_certificate = address.tls is not None and address.tls.has_certificate
    what, what_to_do = tls_trouble(error, address.named, has_certificate=has_certificate)
    return f"{what}: {address} ({what_to_do})"


def refused(address: BrokerAddress, reason: str) -> str:
    """The broker answered, and will not have us."""
    if "authoriz" in reason.lower() or "password" in reason.lower():
        if address.username is None:
            return f"the broker wants a user name and a password: {address} ({address.named.no_login})"
        return f"the broker refused user name or password: {address} (correct {address.named.login})"
    return f"the broker refused us, {reason}: {address} (see the broker's log)"


def hung_up_line(address: BrokerAddress, *, opened: bool, reason: str | None) -> str:
    """The connection was closed; `reason` is what the broker said of it, with MQTT 5."""
    if opened:
        why = f", {reason}" if reason else ""
        return f"the broker went away{why}: {address} (it is tried again until it is back)"
    if address.tls is not None and address.tls.has_certificate:
        hint = f"does it take our certificate? correct {address.named.certificate}, or see its log"
        return f"no MQTT broker answers there: {address} ({hint})"
    if address.tls is not None:
        # with TLS 1.3 a client learns only by being hung up on that it should have shown a certificate
        hint = f"does it want a certificate of ours? correct {address.named.tls}, or see its log"
        return f"no MQTT broker answers there: {address} ({hint})"
    return f"no MQTT broker answers there: {address} (correct {address.named.place}, or see its log)"


def silent(address: BrokerAddress) -> str:
    """Something took the connection and never spoke."""
    return f"what listens there gives no answer: {address} (is {address.named.port} that of an MQTT broker?)"


def no_echo(address: BrokerAddress, topic: str) -> str:
    """What we publish does not come back to us."""
    return f"the broker does not let us write or read {topic}: {address} (add it to its access list)"


def unwritten(address: BrokerAddress, reason: str) -> str:
    """The broker says that it takes no message of ours."""
    return f"the broker takes no message of ours, {reason}: {address} (its access list must let us write)"


def contested(address: BrokerAddress, client_id: str, table: str) -> str:
    """Another client keeps coming with our name. So it looks, at least: brokers also end a connection on which
    something was sent that they do not allow, and do not always say which it was."""
    return (
        f"another client took over {client_id}: {address} (is another tablebridge running for table {table} on this "
        "broker? or does its access list refuse us?)"
    )
