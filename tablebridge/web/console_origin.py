"""Which browsers may speak to the console: those that were opened at its own address."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

__all__ = ["Origins"]


class Origins:
    """The addresses by which the console may be reached.

    Its own, as long as it is `localhost` or made of digits: a foreign page can make its own name point to this machine,
    but not such an address. Names have to be `configured` (`https://console.example`).
    """

    def __init__(self, configured: Iterable[str]) -> None:
        self._configured = frozenset(configured)
        self._hosts = frozenset(urlsplit(origin).netloc for origin in self._configured)

    def accepts(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of that `Origin` may act on the console that was addressed as `host`; none is refused."""
        if origin is None or host is None or not self.knows(host):
            return False
        return origin in self._configured or (_is_own(host) and origin == f"http://{host}")

    def knows(self, host: str | None) -> bool:
        """Whether the `Host` header is an address of the console."""
        return host is not None and (host in self._hosts or _is_own(host))

    @staticmethod
    def is_encrypted(origin: str | None) -> bool:
        """Whether the browser came by TLS, so that its cookie may be kept to that."""
        return (origin or "").startswith("https://")


def _is_own(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
