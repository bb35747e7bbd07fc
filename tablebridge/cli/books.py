"""Rulebooks as named on the command line."""

from __future__ import annotations

from tablebridge.errors import UsageError
from tablebridge_rules import rulebook as rulebooks
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.rulebook import Rulebook

__all__ = ["load_rulebook"]


def load_rulebook(name: str) -> Rulebook:
    """The rulebook of that name or file. Raises `UsageError` with what is wrong with it and what is allowed."""
    try:
        return rulebooks.load(name)
    except RulebookError as error:
        raise UsageError(str(error), f"--rulebook {name}", "see docs/rulebooks.md") from error
