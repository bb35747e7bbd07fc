"""Passwords of referees: never kept, only what they can be checked against (scrypt, RFC 7914).

The text is in the PHC form, `$scrypt$ln=15,r=8,p=1$SALT$HASH`, base64 without padding: cost, salt and hash in one line
that may stand in a configuration or in a file of `name:text` lines.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from dataclasses import dataclass

__all__ = ["LONGEST_PASSWORD", "SHORTEST_PASSWORD", "PasswordHash", "hash_password"]

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 256
"""In characters. A longer one is refused unread: hashing is made to be slow, and must not be made slower by a guest."""

_LN, _R, _P = 15, 8, 1  # 32 MiB and some 60 ms a try
_LARGEST = {"ln": 18, "r": 16, "p": 4}  # a line that asks for more would stop the daemon at each login
_SALT_BYTES, _HASH_BYTES = 16, 32
_FORM = re.compile(r"\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)")


@dataclass(frozen=True, slots=True, repr=False)
class PasswordHash:
    """What a password is checked against: the cost (`n = 2 ** ln`, `r`, `p` of scrypt), the salt, the hash."""

    ln: int
    r: int
    p: int
    salt: bytes
    digest: bytes

    @classmethod
    def parse(cls, text: str) -> PasswordHash:
        """Reads the line. Raises `ValueError` saying what is wrong, never repeating the line."""
        found = _FORM.fullmatch(text.strip())
        if found is None:
            raise ValueError("is not a password's hash")
        costs = dict(zip(_LARGEST, map(int, found.groups()[:3]), strict=True))
        wrong = [name for name, cost in costs.items() if not 1 <= cost <= _LARGEST[name]]
        if wrong:
            raise ValueError(f"asks for a cost that is not allowed ({wrong[0]} from 1 to {_LARGEST[wrong[0]]})")
        try:
            return cls(**costs, salt=_from_base64(found[4]), digest=_from_base64(found[5]))
        except Base64Error as error:
            raise ValueError("is cut off or mistyped") from error

    def matches(self, password: str) -> bool:
        """Whether it is that password; takes as long for a wrong one."""
        return hmac.compare_digest(self.digest, self._digest_of(password))

    def _digest_of(self, password: str) -> bytes:
        n = 1 << self.ln
        room = 256 * self.r * (n + self.p + 2)  # twice what it needs: OpenSSL's own limit is below the usual cost
        return hashlib.scrypt(
            password.encode(), salt=self.salt, n=n, r=self.r, p=self.p, maxmem=room, dklen=len(self.digest)
        )

    def __str__(self) -> str:
        return f"$scrypt$ln={self.ln},r={self.r},p={self.p}${_to_base64(self.salt)}${_to_base64(self.digest)}"

    def __repr__(self) -> str:
        return "PasswordHash(…)"  # a log that shows a configuration must not show this


def hash_password(password: str, salt: bytes | None = None) -> PasswordHash:
    """What to keep of that password; the salt is drawn by chance when None.

    Raises `ValueError` when it is too short to be safe, or too long to be checked.
    """
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ValueError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    empty = PasswordHash(_LN, _R, _P, salt or secrets.token_bytes(_SALT_BYTES), bytes(_HASH_BYTES))
    return PasswordHash(_LN, _R, _P, empty.salt, empty._digest_of(password))


def _to_base64(raw: bytes) -> str:
    return b64encode(raw).decode().rstrip("=")


def _from_base64(text: str) -> bytes:
    return b64decode(text + "=" * (-len(text) % 4), validate=True)
