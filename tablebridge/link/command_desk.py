"""Where commands to the table are asked for, by any thread, and answered, in the link's own.

Nothing here sends by itself: what is sent is one allowed command, asked for by a person's role.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection
from dataclasses import dataclass

from tablebridge.link.conversation import Conversation
from tablebridge.link.permission import CommandOutcome, Refusal, Role, outcome_before_sending
from tablebridge_protocol.messages import Command, Hello
from tablebridge_protocol.session import (
    COMMAND_ANSWER_MS,
    COMMAND_TRIES,
    CommandAccepted,
    CommandRefused,
    CommandUnanswered,
    SessionEvent,
    Turn,
)
from tablebridge_protocol.words import text_of

__all__ = ["CommandDesk"]

_log = logging.getLogger(__name__)
_WAIT_S = (COMMAND_TRIES + 1) * COMMAND_ANSWER_MS / 1000 + 5  # the session gives up earlier; the rest is a busy machine


@dataclass(slots=True)
class _Asked:
    command: Command
    done: threading.Event
    sent: bool = False
    outcome: CommandOutcome | None = None


class CommandDesk:
    """One command at a time; `allowed` are the names of those that may be given at all."""

    def __init__(self, name: str, allowed: Collection[str]) -> None:
        self._name = name
        self._allowed = frozenset(allowed)
        self._turn = threading.Lock()  # one who asks at a time
        self._changing = threading.Lock()
        self._asked: _Asked | None = None

    def ask(self, command: Command, role: Role, hello: Hello | None) -> CommandOutcome:
        """Asks for a command and waits for what comes of it; `hello` is of the table that is heard."""
        outcome = outcome_before_sending(command, role, self._allowed, hello)
        if outcome is None:
            outcome = self._answer_to(command)
        level = logging.INFO if outcome.accepted else logging.WARNING
        _log.log(level, "link %s: asked by the %s: %s", self._name, role.value, outcome)
        return outcome

    def due(self, session: Conversation, now_ms: float) -> Turn:
        """What to send now, in the link's thread."""
        with self._changing:
            if self._asked is None or self._asked.sent:
                return Turn()
            self._asked.sent = True
            return session.command(self._asked.command, now_ms)

    def hear(self, event: SessionEvent) -> None:
        """Takes an answer, in the link's thread."""
        match event:
            case CommandAccepted(command, _):
                self._settle(CommandOutcome(command))
            case CommandRefused(command, _, reason):
                self._settle(CommandOutcome(command, Refusal.TABLE, text_of(reason)))
            case CommandUnanswered(command, _):
                self._settle(CommandOutcome(command, Refusal.NO_ANSWER))
            case _:
                pass

    def connection_ended(self) -> None:
        """Nobody answers any more, in the link's thread."""
        asked = self._asked
        if asked is not None:
            self._settle(CommandOutcome(asked.command, Refusal.NO_ANSWER if asked.sent else Refusal.NO_TABLE))

    def _answer_to(self, command: Command) -> CommandOutcome:
        with self._turn:
            asked = _Asked(command, threading.Event())
            with self._changing:
                self._asked = asked
            asked.done.wait(_WAIT_S)
            with self._changing:
                self._asked = None
                return asked.outcome or CommandOutcome(command, Refusal.NO_ANSWER if asked.sent else Refusal.NO_TABLE)

    def _settle(self, outcome: CommandOutcome) -> None:
        with self._changing:
            asked, self._asked = self._asked, None
            if asked is not None:
                asked.outcome = outcome
                asked.done.set()
