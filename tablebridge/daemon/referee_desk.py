"""One table as the referee's console uses it: questions go to the table's thread, and what happens is told from it."""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from tablebridge.daemon.console_book import book_document, flag_document
from tablebridge.daemon.console_report import game_of, session_report
from tablebridge.daemon.console_rows import console_event, rows
from tablebridge.daemon.likely_tiles import LikelyTiles, likely_path
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.ruling import act_from_json
from tablebridge.game.session import GameSession
from tablebridge.web.console_messages import Change, ConsoleEvent, ConsoleFlag, ConsoleHand, ConsoleSuspect, Snapshot
from tablebridge_rules.event import HandStarted
from tablebridge_rules.play import AnyRulebook

__all__ = ["RefereeDesk"]

T = TypeVar("T")

_log = logging.getLogger(__name__)

_HANDS_SHOWN = 2
"""Of a snapshot: the present hand and the one before; older ones are asked for."""
_CLIP_EVERY_S = 1.0
"""How often it is looked whether the clip of a flag is there by now."""

Hear = Callable[[Snapshot | Change], None]


class _Question(Generic[T]):
    """Something to be asked of the game in the table's thread; answered when all is done that it leads to."""

    def __init__(self, ask: Callable[[], T]) -> None:
        self.answer: Future[T] = Future()
        self._ask = ask
        self._give: Callable[[], None] = lambda: None

    def ask(self) -> None:
        """Asks it, unless nobody waits for the answer any more."""
        if not self.answer.set_running_or_notify_cancel():
            return
        try:
            self._give = partial(self.answer.set_result, self._ask())
        except BaseException as error:  # noqa: BLE001 - it belongs to who asks, in the other thread
            self._give = partial(self.answer.set_exception, error)

    def give(self) -> None:
        """Gives the answer."""
        self._give()


class RefereeDesk:
    """A `Desk` of the console. `snapshot`, `act`, `hand_events`, `report` and `clip` are for any thread, `work`,
    `tell` and `follow` for the one that owns the session.

    `find_clip` gives the file that shows a flag, by its id. `likely` wants to see every observation.
    """

    def __init__(
        self,
        table: str,
        rulebook: AnyRulebook,
        session: GameSession,
        journal: Journal,
        find_clip: Callable[[str], Path | None] = lambda _flag: None,
    ) -> None:
        self._table = table
        self._rulebook = rulebook
        self._session = session
        self._journal = journal
        self._find_clip = find_clip
        self._book = book_document(rulebook)
        self.likely = LikelyTiles(self._book.tiles, likely_path(journal.path))
        self._waiting: queue.SimpleQueue[_Question[Any]] = queue.SimpleQueue()
        self._hears: list[Hear] = []
        self._made: list[JournalEntry] | None = None  # by the act that was just carried out
        self._hands = [_hand(entry) for entry in journal.entries() if isinstance(entry.event, HandStarted)]
        self._told_flags: dict[str, ConsoleFlag] = {}
        self._told_suspects: tuple[ConsoleSuspect, ...] = ()
        self._clips: set[str] = set()
        self._look_for_clips_s = 0.0
        self._closed = False

    # -- for the console's thread ---------------------------------------------------------------------------------

    def snapshot(self) -> Future[Snapshot]:
        """See `Desk`."""
        return self._ask(self._snapshot)

    def hand_events(self, game: int, hand: int) -> Future[tuple[ConsoleEvent, ...]]:
        """See `Desk`."""
        return self._ask(lambda: tuple(row for row in self._rows(game) if row.hand == hand))

    def act(self, document: object, by: str) -> Future[tuple[str, ...]]:
        """See `Desk`. The ids are those of the entries that stand in the journal for it."""

        def carry_out() -> tuple[str, ...]:
            act = act_from_json(document)
            self._made = self._session.act(act, by)
            _log.info("table %s: %s by %s", self._table, act.TYPE, by)
            return tuple(entry.id for entry in self._made)

        return self._ask(carry_out)

    def report(self) -> Future[dict[str, Any]]:
        """See `Desk`."""
        return self._ask(lambda: session_report(self._journal, self._rulebook))

    def clip(self, flag_id: str) -> Path | None:
        """See `Desk`."""
        return self._find_clip(flag_id)

    def subscribe(self, hear: Hear) -> None:
        """See `Desk`. To be done before the table starts."""
        self._hears.append(hear)

    def _ask(self, ask: Callable[[], T]) -> Future[T]:
        question = _Question(ask)
        if self._closed:
            question.answer.cancel()
        else:
            self._waiting.put(question)
        return question.answer

    # -- for the table's thread -----------------------------------------------------------------------------------

    def work(self) -> Iterator[list[JournalEntry]]:
        """Answers what was asked, one question at a time; yields the entries of each act, to be admitted before the
        next is carried out."""
        while not self._waiting.empty():
            question = self._waiting.get()
            self._made = None
            question.ask()
            try:
                if self._made is not None:
                    yield self._made
                    self._say(self._snapshot())
            finally:
                question.give()

    def tell(self, entries: Sequence[JournalEntry]) -> None:
        """Tells of what was just journalled and of the state after it."""
        self._hands += [_hand(entry) for entry in entries if isinstance(entry.event, HandStarted)]
        if any(isinstance(entry.event, RefereeEvent) for entry in entries):
            return  # an act changes what was told before: it is told as a whole
        self._say(self._change(tuple(console_event(entry, candidates=self.likely.of(entry)) for entry in entries)))

    def follow(self) -> None:
        """Tells of flags that were raised, of clips that have come, and of what looks misread by now, since the last
        time."""
        if time.monotonic() >= self._look_for_clips_s:
            self._look_for_clips_s = time.monotonic() + _CLIP_EVERY_S
            self._clips |= {
                flag.id for flag in self._session.flags if flag.id not in self._clips and self._find_clip(flag.id)
            }
        suspects_told = self._told_suspects
        change = self._change()
        if change.flags or change.suspects != suspects_told:
            self._say(change)

    def close(self) -> None:
        """Whoever still asks gets no answer."""
        self._closed = True
        while not self._waiting.empty():
            self._waiting.get().answer.cancel()

    def _snapshot(self) -> Snapshot:
        self._told_flags = {flag.id: flag for flag in self._flags()}
        self._told_suspects = self._suspects()
        shown = {(hand.game, hand.hand) for hand in self._hands[-_HANDS_SHOWN:]}
        events = [row for game in sorted({game for game, _ in shown}) for row in self._rows(game)]
        return Snapshot(
            table=self._table,
            book=self._book,
            state=self._session.state,
            hands=tuple(self._hands),
            events=tuple(row for row in events if (row.game, row.hand) in shown),
            flags=tuple(self._told_flags.values()),
            suspects=self._told_suspects,
            void=bool(self._session.game.voided),
        )

    def _change(self, events: tuple[ConsoleEvent, ...] = ()) -> Change:
        self._told_suspects = self._suspects()
        return Change(
            table=self._table,
            state=self._session.state,
            events=events,
            flags=self._changed_flags(),
            suspects=self._told_suspects,
        )

    def _suspects(self) -> tuple[ConsoleSuspect, ...]:
        return tuple(
            ConsoleSuspect(event_id=one.event_id, likely=tuple(map(str, one.likely)), reason=one.reason)
            for one in self._session.suspects
        )

    def _rows(self, game: int) -> list[ConsoleEvent]:
        entries = self._journal.entries(game=game)
        present = game == self._journal.game
        told = self._session.game if present else game_of(self._journal, game, self._rulebook)
        return rows(told, entries, self._journal.notes(game=game), self.likely.of)

    def _flags(self) -> list[ConsoleFlag]:
        return [flag_document(flag, has_clip=flag.id in self._clips) for flag in self._session.flags]

    def _changed_flags(self) -> tuple[ConsoleFlag, ...]:
        now = self._flags()
        changed = tuple(flag for flag in now if self._told_flags.get(flag.id) != flag)
        self._told_flags = {flag.id: flag for flag in now}
        return changed

    def _say(self, message: Snapshot | Change) -> None:
        for hear in self._hears:
            hear(message)


def _hand(entry: JournalEntry) -> ConsoleHand:
    return ConsoleHand(game=entry.game, hand=entry.hand, first=entry.sequence)
