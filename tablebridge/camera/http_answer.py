"""What an HTTP address answers that was expected to be a camera."""

from __future__ import annotations

import http.client
import ssl
from base64 import b64encode
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import SplitResult, unquote, urlsplit

__all__ = ["HttpAnswer", "http_answer"]

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The head of an answer: its status, and the kind of its content, such as `text/html`, empty when not said."""

    status: int
    content_type: str

    @property
    def text(self) -> str:
        """It in a few words: `200 OK, text/html`."""
        known = self.status in set(HTTPStatus)
        words = f"{self.status} {HTTPStatus(self.status).phrase}" if known else str(self.status)
        return f"{words}, {self.content_type}" if self.content_type else words

    @property
    def what_to_do(self) -> str:
        """The advice that goes with it."""
        if self.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return "give the camera's user and password in the address"
        return "give the address of the stream itself"


def http_answer(address: str, timeout_s: float) -> HttpAnswer | None:
    """Asks an `http://` or `https://` address; None for another kind, or when nothing answers in HTTP.

    A camera's certificate is not checked: what it says is only shown.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
        if parts.scheme not in ("http", "https") or not host:
            return None
        if parts.scheme == "https":
            unchecked = ssl._create_unverified_context()
            line: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=timeout_s, context=unchecked
            )
        else:
            line = http.client.HTTPConnection(host, port, timeout=timeout_s)
        try:
            line.request("GET", parts._replace(scheme="", netloc="", fragment="").geturl() or "/", headers=_pass(parts))
            answer = line.getresponse()
            kind = answer.getheader("Content-Type", "").partition(";")[0].strip()
            return HttpAnswer(answer.status, kind[:_LONGEST] if kind.isprintable() else "")
        finally:
            line.close()
    except (OSError, http.client.HTTPException, ValueError):  # ValueError: an address that is none
        return None


def _pass(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return {}
    both = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
    return {"Authorization": f"Basic {b64encode(both).decode()}"}
