"""Who is logged in at the referee's console, and how often one may try. Time is passed in, in seconds."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Login", "LoginLimit", "Logins"]

_MOST_LOGINS = 256
"""More than any club has referees: the oldest login makes room, so that memory stays bounded."""
_MOST_KEYS = 4096
_QUIET_S = 3600.0


@dataclass(frozen=True, slots=True)
class Login:
    """One referee at one browser. `key` names it without being the cookie: a hash that is of no use to a thief."""

    referee: str
    key: str
    until_s: float


class Logins:
    """The logins that are open. A cookie's value is kept nowhere, only its hash."""

    def __init__(self, lasts_s: float, now_s: Callable[[], float]) -> None:
        self._lasts_s = lasts_s
        self._now_s = now_s
        self._open: dict[str, Login] = {}

    def begin(self, referee: str) -> tuple[str, Login]:
        """Logs the referee in; returns the cookie's value and the login."""
        self._forget_the_old()
        while len(self._open) >= _MOST_LOGINS:
            self._open.pop(next(iter(self._open)))
        cookie = secrets.token_urlsafe(32)
        login = Login(referee, _key(cookie), self._now_s() + self._lasts_s)
        self._open[login.key] = login
        return cookie, login

    def find(self, cookie: str | None) -> Login | None:
        """The login of that cookie, unless it is over or none."""
        login = self._open.get(_key(cookie)) if cookie else None
        return login if login is not None and self.is_open(login) else None

    def is_open(self, login: Login) -> bool:
        """Whether it still holds: it was not ended and its time is not over."""
        return login.key in self._open and self._now_s() < login.until_s

    def end(self, login: Login) -> None:
        """Logs out; the cookie opens nothing any more."""
        self._open.pop(login.key, None)

    def _forget_the_old(self) -> None:
        self._open = {key: login for key, login in self._open.items() if self._now_s() < login.until_s}


@dataclass(slots=True)
class _Failures:
    count: int = 0
    free_s: float = 0.0
    last_s: float = 0.0


class LoginLimit:
    """Slows down who guesses: after `free` wrong tries of one key (an address, a name) each further one has to wait,
    twice as long as the one before, up to `longest_s`. A right one, or an hour of quiet, forgives."""

    def __init__(
        self, free: int, now_s: Callable[[], float], *, first_s: float = 5.0, longest_s: float = 900.0
    ) -> None:
        self._free = free
        self._now_s = now_s
        self._first_s = first_s
        self._longest_s = longest_s
        self._failures: dict[str, _Failures] = {}

    def wait_s(self, key: str) -> float:
        """How long that key still has to wait; 0 when it may try now."""
        failures = self._failures.get(key)
        return max(0.0, failures.free_s - self._now_s()) if failures else 0.0

    def failed(self, key: str) -> None:
        """Notes a wrong try. Note it before the password is checked, and take it back when it was right: otherwise
        many tries at once would all be free."""
        now_s = self._now_s()
        if len(self._failures) >= _MOST_KEYS:
            self._make_room(now_s)
        failures = self._failures.setdefault(key, _Failures())
        if now_s - failures.last_s > _QUIET_S:
            failures.count = 0
        failures.count += 1
        failures.last_s = now_s
        if failures.count >= self._free:
            wait_s = self._first_s * 2.0 ** min(failures.count - self._free, 30)
            failures.free_s = now_s + min(wait_s, self._longest_s)

    def succeeded(self, key: str) -> None:
        """Forgives what that key did wrong."""
        self._failures.pop(key, None)

    def _make_room(self, now_s: float) -> None:
        self._failures = {key: one for key, one in self._failures.items() if now_s - one.last_s <= _QUIET_S}
        while len(self._failures) >= _MOST_KEYS:
            self._failures.pop(next(iter(self._failures)))


def _key(cookie: str) -> str:
    return hashlib.sha256(cookie.encode("utf-8", "surrogateescape")).hexdigest()
