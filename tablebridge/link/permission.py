"""Who may command a table: the configuration, the caller's role and the table itself must all agree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from tablebridge_protocol.messages import Command, Hello

__all__ = ["CommandOutcome", "Refusal", "Role", "outcome_before_sending"]


class Role(Enum):
    """Whom a command comes from. Whoever gives it vouches for it."""

    VIEWER = "viewer"
    REFEREE = "referee"
    TECHNICIAN = "technician"


class Refusal(Enum):
    """Why a command was not carried out. With the first four nothing was sent."""

    NOT_ALLOWED = "the configuration does not allow it"
    ROLE = "this role may not give it"
    NO_TABLE = "no table is heard"
    NO_CAPABILITY = "this table cannot do it"
    TABLE = "the table refuses it"
    NO_ANSWER = "the table does not answer, it may have been carried out"


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What became of a command: accepted by the table (what comes of it is told by reports), or refused and why."""

    command: Command
    refusal: Refusal | None = None
    detail: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the table has begun with it."""
        return self.refusal is None

    def __str__(self) -> str:
        if self.refusal is None:
            return f"{self.command.NAME}: accepted by the table"
        return f"{self.command.NAME}: {self.refusal.value}" + (f" ({self.detail})" if self.detail else "")


_MAY_COMMAND = frozenset({Role.REFEREE, Role.TECHNICIAN})


def outcome_before_sending(
    command: Command, role: Role, allowed: Collection[str], hello: Hello | None
) -> CommandOutcome | None:
    """The refusal of a `command` that may not be sent, or None where it may.

    Args:
        allowed: names of commands, as in `link.allow_commands`.
        hello: of the table that is heard, None while none is.
    """
    if command.NAME not in allowed:
        return CommandOutcome(command, Refusal.NOT_ALLOWED, f'add "{command.NAME}" to link.allow_commands')
    if role not in _MAY_COMMAND:
        return CommandOutcome(command, Refusal.ROLE, f"{role.value}: only a referee or a technician may")
    if hello is None:
        return CommandOutcome(command, Refusal.NO_TABLE, "see the status of the link")
    if command.CAPABILITY not in hello.capabilities:
        missing = (command.CAPABILITY.name or "").lower()
        return CommandOutcome(command, Refusal.NO_CAPABILITY, f"it has not the capability {missing}")
    return None
