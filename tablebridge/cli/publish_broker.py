"""Which broker a command of the command line publishes to: an address, or a configuration's own."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from tablebridge.config import MqttConfig, MqttTlsConfig, load
from tablebridge.errors import UsageError
from tablebridge.mqtt import BrokerAddress

__all__ = ["add_broker_arguments", "broker_of"]

_HERE = "mqtt://127.0.0.1"
_FORM = "give it as mqtt://host, mqtts://host for TLS, with user@ and :port where needed"


def add_broker_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds `--broker`, `--password-file` and `--config`."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--broker", metavar="URL", help=f"mqtt://[user@]host[:port], or mqtts:// for TLS ({_HERE})")
    where.add_argument("-c", "--config", type=Path, metavar="FILE", help="the broker of this configuration's [mqtt]")
    parser.add_argument("--password-file", metavar="FILE", help="the password of the user that --broker names")


def broker_of(args: argparse.Namespace) -> BrokerAddress:
    """The broker that is wanted. Raises `UsageError` for an address, a file or a password that cannot be used."""
    if args.config is not None:
        if args.password_file is not None:
            raise UsageError("--password-file goes with --broker", "the command line", "name it in [mqtt]")
        return BrokerAddress.of(load(args.config).mqtt)
    return BrokerAddress.of(_config(args.broker or _HERE, args.password_file))


def _config(url: str, password_file: str | None) -> MqttConfig:
    if _has_password(url):
        # everybody on this machine may read a command line; what else is wrong would be said with the whole address
        raise UsageError("a password on the command line", "--broker", "leave it out, and give --password-file")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"no broker's address ({error})", f"--broker {url}", _FORM) from error
    if parts.scheme not in ("mqtt", "mqtts") or not host or parts.path.strip("/") or parts.query or port == 0:
        raise UsageError("no broker's address", f"--broker {url}", _FORM)
    if password_file is not None and not parts.username:
        raise UsageError("a password for nobody", f"--broker {url}", "name the user: mqtt://user@host")
    return MqttConfig(
        host=host,
        port=msgspec.UNSET if port is None else port,
        username=unquote(parts.username) if parts.username else None,
        password_file=password_file,
        tls=MqttTlsConfig() if parts.scheme == "mqtts" else None,
    )


def _has_password(url: str) -> bool:
    """Whether something like `user:password@` stands there, also where it makes no address."""
    user, at, _host = re.sub(r"\A(mqtts?:/*|\w+:/+)", "", url).rpartition("@")
    return bool(at) and ":" in user
