"""Errors a user can meet. Everything else is a bug and may show a traceback."""

__all__ = ["TablebridgeError", "UsageError"]


class TablebridgeError(Exception):
    """Root of everything the daemon raises on purpose."""


class UsageError(TablebridgeError):
    """A user's mistake, said in one line: what is wrong, where, and what to do. Exit code 2.

    >>> str(UsageError("no such port", "/dev/ttyUSB9", "check the cable and link.port"))
    'no such port: /dev/ttyUSB9 (check the cable and link.port)'
    """

    def __init__(self, what: str, where: str, what_to_do: str) -> None:
        super().__init__(f"{what}: {where} ({what_to_do})")
        self.what = what
        self.where = where
        self.what_to_do = what_to_do
