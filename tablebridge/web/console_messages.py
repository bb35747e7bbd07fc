"""What the referee's console is told, undelayed and with what no spectator may know: documents of one table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tablebridge.release import PublicState
from tablebridge.web.messages import Parts

__all__ = [
    "Change",
    "ConsoleBook",
    "ConsoleClause",
    "ConsoleEvent",
    "ConsoleFlag",
    "ConsoleHand",
    "ConsolePenalty",
    "ConsoleSuspect",
    "Desk",
    "Presence",
    "Snapshot",
    "Texts",
]

Texts = dict[str, str]
"""A text by language: `en`, `ja` and `zh`, each only where it is given."""


class ConsoleClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the rulebook: its number, title and meaning."""

    id: str
    title: Texts
    says: Texts


class ConsoleBook(msgspec.Struct, frozen=True, kw_only=True):
    """The rulebook that is played: its tradition, and the names of the tiles that a picker offers."""

    name: str
    title: Texts
    tradition: str
    tiles: tuple[str, ...]
    clauses: tuple[ConsoleClause, ...] = ()


class ConsoleEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A journal entry. `by` and `reason` are set where a referee entered it; `replaced_by` names the correction that
    made it void; `candidates` are other tiles that the reading could be, likeliest first, with their share 0..1."""

    id: str
    sequence: int
    game: int
    hand: int
    type: str
    data: dict[str, Any]
    captured_at: datetime
    confidence: float = 1.0
    witnesses: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    by: str | None = None
    reason: str | None = None
    replaced_by: str | None = None
    candidates: tuple[tuple[str, float], ...] = ()


class ConsolePenalty(msgspec.Struct, frozen=True, kw_only=True):
    """What a flag has cost: points A..D that the referee moved, and violation points where the book has them."""

    id: str
    by_rules: bool
    delta: tuple[int, int, int, int]
    violation_points: int = 0


class ConsoleFlag(msgspec.Struct, frozen=True, kw_only=True):
    """A violation and what has become of it: `state` is pending, deferred, accepted, overruled or withdrawn."""

    id: str
    clause: str
    name: str
    seat: str | None
    text: str
    proposed_penalty: str
    game: int
    hand: int
    event_id: str
    sequence: int
    captured_at: datetime
    confidence: float
    state: str
    reason: str = ""
    by: str = ""
    penalty: ConsolePenalty | None = None
    has_clip: bool = False


class ConsoleSuspect(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the hand in play that was probably misread: `likely` are the tiles that it may have been instead,
    likeliest first, and may be none."""

    event_id: str
    likely: tuple[str, ...]
    reason: str


class ConsoleHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that the journal holds, for choosing one; `first` is the sequence of its beginning."""

    game: int
    hand: int
    first: int


class Snapshot(msgspec.Struct, tag_field="kind", tag="snapshot", frozen=True, kw_only=True):
    """All of a table: the first message on each connection, and after every act of a referee.

    `events` are those of the newest hands only; older ones are asked for by hand.
    """

    table: str
    book: ConsoleBook
    state: PublicState
    hands: tuple[ConsoleHand, ...] = ()
    events: tuple[ConsoleEvent, ...] = ()
    flags: tuple[ConsoleFlag, ...] = ()
    suspects: tuple[ConsoleSuspect, ...] = ()
    void: bool = False
    parts: Parts = {}


class Change(msgspec.Struct, tag_field="kind", tag="change", frozen=True, kw_only=True):
    """What is new: events at the end of the list, flags by id, and the state after them; `suspects` are all there
    are."""

    table: str
    state: PublicState
    events: tuple[ConsoleEvent, ...] = ()
    flags: tuple[ConsoleFlag, ...] = ()
    suspects: tuple[ConsoleSuspect, ...] = ()


class Presence(msgspec.Struct, tag_field="kind", tag="presence", frozen=True, kw_only=True):
    """Who is at the console of this table."""

    referees: tuple[str, ...]


class Desk(Protocol):
    """One table as the console uses it. Each question is answered by the thread that owns the game."""

    def snapshot(self) -> Future[Snapshot]:
        """All of the table now; who waits is told in the table's thread, before the next change."""
        ...

    def hand_events(self, game: int, hand: int) -> Future[tuple[ConsoleEvent, ...]]:
        """The events of one hand; none for a hand that was not played."""
        ...

    def act(self, document: object, by: str) -> Future[tuple[str, ...]]:
        """Carries out what the referee `by` asks for; ids of the journal entries that came of it.

        The future raises `UsageError` for what is no act and for what cannot be done.
        """
        ...

    def report(self) -> Future[dict[str, Any]]:
        """The session so far, or all of it: hands, standings, flags and rulings."""
        ...

    def clip(self, flag_id: str) -> Path | None:
        """The film that shows what the flag says; None without one. Asked in the console's thread."""
        ...

    def subscribe(self, hear: Callable[[Snapshot | Change], None]) -> None:
        """`hear` is called in the table's thread for all that happens from now on."""
        ...
