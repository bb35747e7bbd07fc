"""Errors of the rules: one root, raised for a caller's mistake and never for a player's.

A foul at the table is a value (`tablebridge_rules.violation.Violation`), not an exception.
"""

__all__ = ["EventError", "JsonError", "NoWinError", "NotationError", "RulebookError", "RulesError", "WinError"]


class RulesError(Exception):
    """Root of everything this distribution raises on purpose."""


class NotationError(RulesError):
    """Text that does not describe tiles or melds; the message quotes the text and the position."""


class RulebookError(RulesError):
    """A rulebook file that cannot be used; the message names the file, the key and what is allowed, in one line."""

    def __init__(self, message: str) -> None:
        super().__init__("".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message))


class EventError(RulesError):
    """An event that the tradition in use does not have; the message says which and where it belongs."""


class JsonError(RulesError):
    """A document that describes no state or event; the message names the path in it, what stands there, what may."""


class WinError(RulesError):
    """A win that cannot be at any table (wrong number of tiles, contradicting circumstances); lists all problems."""


class NoWinError(WinError):
    """A possible hand that is no win: its tiles are not complete, or no yaku counts; the message says which."""
