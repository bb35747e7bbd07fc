"""What the parts of a broker's address are called where it was given."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["IN_CONFIGURATION", "Named"]


@dataclass(frozen=True, slots=True)
class Named:
    """The words of the advice in a line about a broker.

    `no_login`, `no_tls`, `with_tls` and `hidden_key` say what to do where there is no login yet, where TLS is too much,
    where it is lacking, and where the key needs a password; the others are what can be wrong. `sign` stands between a
    name and its value.
    """

    host: str
    port: str
    place: str
    login: str
    no_login: str
    tls: str
    no_tls: str
    with_tls: str
    ca_file: str
    certificate: str
    key: str
    hidden_key: str
    sign: str

    def given(self, name: str, value: str) -> str:
        """One of the names with the value that was given to it."""
        return f"{name}{self.sign}{value}"


IN_CONFIGURATION = Named(
    host="mqtt.host",
    port="mqtt.port",
    place="mqtt.host and mqtt.port",
    login="mqtt.username and the password",
    no_login="set mqtt.username and mqtt.password_file",
    tls="[mqtt.tls]",
    no_tls="leave [mqtt.tls] out",
    with_tls="add [mqtt.tls]",
    ca_file="mqtt.tls.ca_file",
    certificate="mqtt.tls.certificate_file",
    key="mqtt.tls.key_file",
    hidden_key="mqtt.tls.key_password_file where it is encrypted",
    sign=" = ",
)
