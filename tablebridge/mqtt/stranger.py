"""What answers where no MQTT broker does: for one line that says what to do."""

from __future__ import annotations

import socket
import ssl

from tablebridge.mqtt.broker_address import BrokerAddress

__all__ = ["what_answers"]

_PATIENCE_S = 2.0
_HEAD = b"HTTP/"


def what_answers(address: BrokerAddress) -> str | None:
    """A line about what listens on the port of a connection without TLS that was hung up on; None when it is neither a
    web server nor something that speaks TLS. Waits for some seconds."""
    named = address.named
    if address.tls is not None:
        return None
    if _speaks_http(address):
        return f"a web server answers there, no MQTT broker: {address} (correct {named.port}: mostly it is 1883)"
    if _speaks_tls(address):
        return f"TLS is spoken there: {address} ({named.with_tls}, or correct {named.port})"
    return None


def _speaks_http(address: BrokerAddress) -> bool:
    try:
        with socket.create_connection((address.host, address.port), _PATIENCE_S) as connection:
            connection.sendall(b"HEAD / HTTP/1.0\r\n\r\n")
            return connection.recv(len(_HEAD), socket.MSG_WAITALL) == _HEAD
    except OSError:
        return False


def _speaks_tls(address: BrokerAddress) -> bool:
    # whose certificate it is does not matter: nothing is said on this connection
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        with (
            socket.create_connection((address.host, address.port), _PATIENCE_S) as connection,
            context.wrap_socket(connection),
        ):
            return True
    except OSError:
        return False
