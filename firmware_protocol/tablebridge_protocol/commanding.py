"""Commands between sending and answer: the host's half asks until it is answered, the table's answers each once."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.messages import Capability, Command, NakReason, TableState
from tablebridge_protocol.session import (
    COMMAND_ANSWER_MS,
    COMMAND_MEMORY_MS,
    COMMAND_TRIES,
    CommandAccepted,
    CommandRefused,
    CommandUnanswered,
)

__all__ = ["CommandsAsked", "CommandsTaken", "refusal_of"]


@dataclass(slots=True)
class _Asked:
    """A command that waits for its answer."""

    command: Command
    wire: bytes
    sent_ms: float
    tries: int = 0


class CommandsAsked:
    """The host's commands that have no answer yet, by sequence number."""

    def __init__(self) -> None:
        self._waiting: dict[int, _Asked] = {}

    def send(self, command: Command, sequence: int, now_ms: float) -> bytes:
        """The bytes of a new command."""
        wire = encode_message(command, sequence)
        self._waiting[sequence] = _Asked(command, wire, now_ms)
        return wire

    def accepted(self, sequence: int) -> CommandAccepted | None:
        """The table's yes; None where nothing waits for it: the answer came twice."""
        asked = self._waiting.pop(sequence, None)
        return None if asked is None else CommandAccepted(asked.command, sequence)

    def refused(self, reason: NakReason, sequence: int) -> CommandRefused | None:
        """The table's no; None where it is about no command, or about one that only came damaged."""
        if reason is NakReason.BAD_FRAME:
            return None
        asked = self._waiting.pop(sequence, None)
        return None if asked is None else CommandRefused(asked.command, sequence, reason)

    def tick(self, now_ms: float) -> tuple[list[CommandUnanswered], bytes]:
        """What nobody answered `COMMAND_TRIES` times, and the bytes of what is sent again."""
        given_up: list[CommandUnanswered] = []
        wire = b""
        for sequence, asked in list(self._waiting.items()):
            if now_ms - asked.sent_ms < COMMAND_ANSWER_MS:
                continue
            if asked.tries == COMMAND_TRIES:
                del self._waiting[sequence]
                given_up.append(CommandUnanswered(asked.command, sequence))
            else:
                asked.tries += 1
                asked.sent_ms = now_ms
                wire += asked.wire
        return given_up, wire

    def drop_all(self) -> list[CommandUnanswered]:
        """Nobody will answer any more: the table restarted or is lost."""
        dropped = [CommandUnanswered(asked.command, sequence) for sequence, asked in self._waiting.items()]
        self._waiting.clear()
        return dropped


class CommandsTaken:
    """The table's memory: a command that comes again under its number gets the same answer, and no second deed."""

    def __init__(self) -> None:
        self._answers: dict[int, tuple[Command, NakReason | None, float]] = {}

    def answer_again(self, command: Command, sequence: int, now_ms: float) -> tuple[bool, NakReason | None]:
        """Whether the command was answered already, and with which reason (None: accepted)."""
        self._forget(now_ms)
        known = self._answers.get(sequence)
        if known is None or known[0] != command:
            return False, None
        return True, known[1]

    def remember(self, command: Command, sequence: int, reason: NakReason | None, now_ms: float) -> None:
        """Keeps an answer for `COMMAND_MEMORY_MS`."""
        self._answers[sequence] = (command, reason, now_ms)

    def _forget(self, now_ms: float) -> None:
        for sequence, (_, _, answered_ms) in list(self._answers.items()):
            if now_ms - answered_ms > COMMAND_MEMORY_MS:
                del self._answers[sequence]


def refusal_of(
    command: Command, capabilities: Capability, state: TableState, *, permitted: bool, busy: bool
) -> NakReason | None:
    """Why a table refuses a command, in the order of the specification; None where it accepts.

    >>> from tablebridge_protocol.messages import SetMode
    >>> refusal_of(SetMode(144), Capability.CAN_SET_MODE, TableState.SHUFFLING, permitted=True, busy=False)
    <NakReason.WRONG_STATE: 7>
    """
    if command.CAPABILITY not in capabilities:
        return NakReason.NO_CAPABILITY
    if not permitted:
        return NakReason.NOT_PERMITTED
    if state not in command.STATES:
        return NakReason.WRONG_STATE
    return NakReason.BUSY if busy else None
