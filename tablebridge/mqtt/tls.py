"""TLS to the broker: its files are read once, at the start, so that a mistake in them is told at once."""

from __future__ import annotations

import logging
import ssl
from dataclasses import dataclass
from pathlib import Path

from tablebridge.config.mqtt import MqttTlsConfig
from tablebridge.errors import UsageError
from tablebridge.mqtt.wording import IN_CONFIGURATION, Named

__all__ = ["Tls", "tls_trouble"]

_log = logging.getLogger(__name__)


class _TidySocket(ssl.SSLSocket):
    """Closes itself when the handshake fails, which paho leaves to chance: it is tried again and again."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


@dataclass(frozen=True, slots=True)
class Tls:
    """A TLS context ready for use; `has_certificate` tells whether we can show one of our own."""

    context: ssl.SSLContext
    has_certificate: bool = False

    @classmethod
    def of(cls, config: MqttTlsConfig, named: Named = IN_CONFIGURATION) -> Tls:
        """From the configuration, or what stands in its place. Raises `UsageError` for a file that is missing, no PEM,
        or does not fit."""
        context = ssl.create_default_context() if config.ca_file is None else _trusting_only(config.ca_file, named)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.sslsocket_class = _TidySocket
        if config.insecure:
            _log.warning("mqtt.tls.insecure: anybody may pass for the broker and read the password")
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        if config.key_file is not None and config.certificate_file is None:
            where = named.given(named.key, config.key_file)
            raise UsageError("a key without a certificate", where, f"add {named.certificate}")
        if config.certificate_file is not None:
            _show_certificate(context, config, config.certificate_file, named)
        return cls(context, has_certificate=config.certificate_file is not None)


def tls_trouble(error: ssl.SSLError, named: Named, *, has_certificate: bool) -> tuple[str, str]:
    """What went wrong while the connection was being secured, and what to do, each as a part of one line."""
    if isinstance(error, ssl.SSLCertVerificationError):
        if "hostname" in error.verify_message.lower() or "ip address" in error.verify_message.lower():
            return "the broker's certificate is for another name", f"correct {named.host}, or give it a certificate"
        return (
            f"the broker's certificate is not trusted, {error.verify_message}",
            f"name who signed it in {named.ca_file}",
        )
    reason = (getattr(error, "reason", None) or str(error)).lower()
    if "wrong_version" in reason or "record_layer" in reason or "http_request" in reason:
        return "no TLS is spoken there", f"correct {named.port}, or {named.no_tls}"
    if "certificate" in reason and not has_certificate:
        return "the broker wants a certificate of ours", f"set {named.certificate} and {named.key}"
    if "certificate" in reason or "unknown_ca" in reason:
        return "the broker does not take our certificate", f"correct {named.certificate}, or its tls settings"
    return f"no secure connection came about, {reason.replace('_', ' ')}", "see the broker's log"


def _trusting_only(ca_file: str, named: Named) -> ssl.SSLContext:
    where = named.given(named.ca_file, ca_file)
    try:
        context = ssl.create_default_context(cafile=ca_file)
    except ssl.SSLError as error:
        raise UsageError("no certificate is in this file", where, "name a PEM file") from error
    except OSError as error:
        raise UsageError(f"cannot read the certificate ({error.strerror})", where, "correct the path") from error
    return context


def _show_certificate(context: ssl.SSLContext, config: MqttTlsConfig, certificate: str, named: Named) -> None:
    where = named.given(named.certificate, certificate)
    password = _key_password(config)
    try:
        # an empty password instead of none: OpenSSL would ask for one at a terminal that a daemon has not got
        context.load_cert_chain(certificate, config.key_file, password=password or "")
    except ssl.SSLError as error:
        advice = f"both PEM, the key the certificate's own; {named.hidden_key}"
        raise UsageError("certificate and key cannot be used", where, advice) from error
    except OSError as error:
        both = f"{where}, {named.given(named.key, config.key_file or '(in the same file)')}"
        raise UsageError(f"cannot read certificate or key ({error.strerror})", both, "correct the paths") from error


def _key_password(config: MqttTlsConfig) -> str | None:
    if config.key_password_file is None:
        return None
    try:
        return Path(config.key_password_file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            "cannot read the password of the key",
            f"mqtt.tls.key_password_file = {config.key_password_file}",
            str(error),
        ) from error
