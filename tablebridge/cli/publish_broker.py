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
from tablebridge.mqtt.wording import Named

__all__ = ["add_broker_arguments", "broker_of"]

_HERE = "mqtt://127.0.0.1"
_FORM = "give it as mqtt://host, mqtts://host for TLS, with user@ and :port where needed"

_FLAGS = Named(
    host="the host in --broker",
    port="the port in --broker",
    place="--broker",
    login="the user in --broker, or what is in --password-file",
    no_login="give --broker mqtt://user@host and --password-file",
    tls="--certificate-file and --key-file",
    no_tls="write mqtt:// instead of mqtts://",
    with_tls="write mqtts:// instead of mqtt://",
    ca_file="--ca-file",
    certificate="--certificate-file",
    key="--key-file",
    hidden_key="an encrypted one only with -c",
    sign=" ",
)
_FILES = ("password_file", "ca_file", "certificate_file", "key_file")
"""Flags that go with an address, as argparse and the configuration call them."""


def add_broker_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds `--broker`, `--config`, and the files that go with an address."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--broker", metavar="URL", help=f"mqtt://[user@]host[:port], or mqtts:// for TLS ({_HERE})")
    where.add_argument("-c", "--config", type=Path, metavar="FILE", help="the broker of this configuration's [mqtt]")
    parser.add_argument("--password-file", metavar="FILE", help="the password of the user that --broker names")
    parser.add_argument("--ca-file", metavar="FILE", help="who may have signed the broker's certificate, as PEM")
    parser.add_argument("--certificate-file", metavar="FILE", help="ours, for a broker that asks for one, as PEM")
    parser.add_argument("--key-file", metavar="FILE", help="the key of --certificate-file")


def broker_of(args: argparse.Namespace) -> BrokerAddress:
    """The broker that is wanted. Raises `UsageError` for an address, a file or a password that cannot be used."""
    if args.config is not None:
        given = [f"--{name.replace('_', '-')}" for name in _FILES if getattr(args, name) is not None]
        if given:
            raise UsageError(f"{given[0]} goes with --broker", "the command line", "name it in [mqtt]")
        return BrokerAddress.of(load(args.config).mqtt)
    config = _config(args.broker or _HERE, args)
    try:
        address = BrokerAddress.of(config, _FLAGS)
    except UsageError as error:
        raise _in_flags(error) from error
    if address.password == "":
        raise UsageError("no password is in the file", f"--password-file {args.password_file}", "write it into it")
    return address


def _config(url: str, args: argparse.Namespace) -> MqttConfig:
    if _has_password(url):
        # everybody on this machine may read a command line; what else is wrong would be said with the whole address
        raise UsageError("a password on the command line", "--broker", "leave it out, and give --password-file")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"no broker's address ({error})", f"--broker {url}", _FORM) from error
    more = parts.path.strip("/") or parts.query or parts.fragment
    user = unquote(parts.username or "")
    if parts.scheme not in ("mqtt", "mqtts") or not host or port == 0 or more or not user.isprintable():
        raise UsageError("no broker's address", f"--broker {url}", _FORM)
    if args.password_file is not None and not parts.username:
        raise UsageError("a password for nobody", f"--broker {url}", "name the user: mqtt://user@host")
    files = {"ca_file": args.ca_file, "certificate_file": args.certificate_file, "key_file": args.key_file}
    if parts.scheme == "mqtt" and any(files.values()):
        raise UsageError("a certificate without TLS", f"--broker {url}", "write mqtts:// instead of mqtt://")
    return MqttConfig(
        host=host,
        port=msgspec.UNSET if port is None else port,
        username=user or None,
        password_file=args.password_file,
        tls=MqttTlsConfig(**files) if parts.scheme == "mqtts" else None,
    )


def _in_flags(error: UsageError) -> UsageError:
    """The same of a password that a flag names instead of a configuration."""
    if not error.where.startswith("mqtt.password_file = "):
        return error
    where = error.where.replace("mqtt.password_file = ", "--password-file ")
    match error.__cause__:
        case PermissionError():
            return UsageError(error.what, where, "make the file readable for you")
        case OSError():
            return UsageError(error.what, where, "correct the path")
        case _:
            return UsageError(error.what, where, error.what_to_do)


def _has_password(url: str) -> bool:
    """Whether something like `user:password@` stands there, also where it makes no address."""
    user, at, _host = re.sub(r"\A(mqtts?:/*|\w+:/+)", "", url).rpartition("@")
    return bool(at) and ":" in user
