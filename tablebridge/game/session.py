"""One table's game from witness to journal: decode, write down, then tell; and what the referee makes of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.game.decoder.hypothesis import FIRST_HAND
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.flag import Flag
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.journal import Journal, JournalEntry
from tablebridge.game.journal.note import ActNote
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.unwritable import JournalUnwritable
from tablebridge.game.referee.clause_watch import ClauseWatch, Noticed
from tablebridge.game.referee.ruling_desk import carry_out
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge.game.referee.suspect import Suspect, suspects_of
from tablebridge.game.ruling import ConfirmTable, RefereeAct, VoidHand
from tablebridge.game.session_record import SessionRecord
from tablebridge.game.session_report import report_of
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Observation
from tablebridge_rules.event import HandEvent, HandStarted
from tablebridge_rules.play import AnyRulebook

__all__ = ["GameSession"]


class GameSession:
    """Follows one table. Made with a journal that holds a game already, it goes on in the middle of its hand.

    While the journal cannot be written, the events wait here in their order, nobody hears of them, and the table is
    out of step; every tick tries again. Nothing is raised for it: `trouble` says what is wrong.
    """

    def __init__(self, table: str, rulebook: AnyRulebook, journal: Journal, patience: Patience | None = None) -> None:
        """Raises `UsageError` when the journal's game is played under another rulebook and not over yet."""
        self._table = table
        self._rulebook = rulebook
        self._journal = journal
        self._patience = patience
        self._record = SessionRecord(table, rulebook, journal, fresh=_is_over(journal, rulebook))
        self._begin_afresh()
        self._waiting: deque[DecodedEvent | Noticed] = deque()
        self._trouble: JournalUnwritable | None = None
        newest = self._record.game.told[-1].entry if self._record.game.told else None
        self._now_ms = newest.at_ms if newest else 0.0
        self._seen = (self._now_ms, newest.captured_at if newest else datetime.min.replace(tzinfo=UTC))

    @property
    def state(self) -> PublicState:
        """The public state after all that was told so far."""
        return self._record.projection.state(self.out_of_step)

    @property
    def out_of_step(self) -> str | None:
        """What on the cloth differs from the game as told, or why nothing can be told; None while they agree."""
        if self._trouble is not None:
            return f"the journal cannot be written: {self._trouble.reason}"
        return self._decoder.out_of_step

    @property
    def trouble(self) -> JournalUnwritable | None:
        """Why events wait for the journal, the same until it can be written again; None when none waits."""
        return self._trouble

    @property
    def waiting(self) -> int:
        """How many events wait for the journal; they are lost when the process ends before it can be written."""
        return sum(isinstance(one, DecodedEvent) for one in self._waiting)

    @property
    def game(self) -> JournalGame:
        """The present game with its corrections carried out: for the referee, who sees more than the public."""
        return self._record.game

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the present game and the open ones of earlier games, in the order in which they were raised.

        For the referee alone.
        """
        return self._record.flags.flags

    @property
    def suspects(self) -> tuple[Suspect, ...]:
        """Events of the hand in play that were probably misread, each with what it may have been: for the referee."""
        return suspects_of(self._decoder.suspicions, self._record.game)

    def changed_flags(self) -> list[Flag]:
        """The flags that were raised, ruled on or withdrawn since this was last asked, all of them at first.

        For the referee alone.
        """
        return self._record.changed_flags()

    def report(self) -> dict[str, Any]:
        """What the present game came to so far, as plain JSON values: for the referee alone. See `session_report`."""
        number = self._journal.game
        notes = self._journal.notes(game=number)
        return report_of(self._table, number, self.game, self.flags, notes)

    def feed(self, observation: Observation) -> list[JournalEntry]:
        """Takes in one report; returns the new events, in order, once they are on disk."""
        self._now_ms = max(self._now_ms, observation.at_ms)
        if observation.captured_at > self._seen[1]:
            self._seen = (observation.at_ms, observation.captured_at)
        self._take(self._decoder.observe(observation))
        self._waiting += self._watch.observe(observation)
        return [] if self._trouble else self.write()

    def tick(self, at_ms: float) -> list[JournalEntry]:
        """Lets table time pass, as often as once a frame; returns the new events as `feed` does, and those that
        waited for the journal."""
        self._now_ms = max(self._now_ms, at_ms)
        self._take(self._decoder.tick(at_ms))
        self._waiting += self._watch.tick(at_ms)
        return self.write()

    def write(self) -> list[JournalEntry]:
        """Tries to write what waits for the journal; returns what is on disk now."""
        entries: list[JournalEntry] = []
        # a journal that could not be written is tried with one event: much may wait, and be tried often
        most = None if self._trouble is None else 1
        try:
            while self._waiting:
                entries += self._append(self._next_batch(most))
                most = None
        except JournalUnwritable as trouble:
            self._trouble = self._trouble or trouble
        else:
            self._trouble = None
        return entries

    def act(self, act: RefereeAct, by: str) -> list[JournalEntry]:
        """Carries out what the referee `by` that name does; returns the new events, in order, once they are on disk.

        Raises `UsageError`, one clear line, for an act that is impossible as things stand, or that cannot be written:
        then nothing has changed.
        """
        entries = self.write()
        if self._trouble is not None:
            raise self._trouble
        if self._journal.game == 0:
            raise UsageError("no game has begun", "the referee's act", "wait for the first deal")
        before = _acts_in_play(self._record.game)
        at_ms, captured_at = self._moment()
        stage = Stage(self._record.game, self._record.flags, self._journal, at_ms, captured_at)
        carry_out(act, by, stage)
        entries += self._record.commit(stage, ActNote(by, act))
        if isinstance(act, ConfirmTable | VoidHand):
            self._begin_afresh()
        elif _acts_in_play(self._record.game) != before:
            self._resume()
        return entries

    def _take(self, decoded: Iterable[DecodedEvent]) -> None:
        for one in decoded:
            self._waiting.append(one)
            self._waiting += self._watch.told(one)

    def _begin_afresh(self) -> None:
        """Nothing of what lies there is to be explained any more: it is as told."""
        self._decoder = Decoder(self._rulebook, self._patience)
        self._watch = ClauseWatch(self._rulebook)
        self._resume()

    def _resume(self) -> None:
        events = _acts(self._record.game.entries)
        self._decoder.resume(events)
        self._watch.resume(events)

    def _moment(self) -> tuple[float, datetime]:
        """Now, as the witnesses have it: table time and aware UTC."""
        at_ms, captured_at = self._seen
        return self._now_ms, captured_at + timedelta(milliseconds=self._now_ms - at_ms)

    def _next_batch(self, most: int | None) -> list[DecodedEvent | Noticed]:
        """What waits, up to the beginning of the next game."""
        batch = [self._waiting[0]]
        for one in islice(self._waiting, 1, most):
            if _begins_game(one):
                break
            batch.append(one)
        return batch

    def _append(self, batch: list[DecodedEvent | Noticed]) -> list[JournalEntry]:
        entries = self._record.append(batch, new_game=_begins_game(batch[0]))
        for _ in batch:
            self._waiting.popleft()
        return entries


def _is_over(journal: Journal, rulebook: AnyRulebook) -> bool:
    """Whether the journal's game is of another rulebook and over: the next begins, whose first throw tells its dealer.

    Raises `UsageError` when it is not over.
    """
    if not journal.game or journal.rulebook == rulebook.name:
        return False
    entries = journal.entries(game=journal.game)
    acts = [entry for entry in entries if not isinstance(entry.event, RefereeEvent)]
    if acts and acts[-1].type != "settled":
        raise UsageError(
            f"the journal holds an unfinished hand under {journal.rulebook!r}, not {rulebook.name!r}",
            str(journal.path),
            "finish it under its own rulebook or name another journal",
        )
    return True


def _begins_game(one: DecodedEvent | Noticed) -> bool:
    return isinstance(one, DecodedEvent) and isinstance(one.event, HandStarted) and one.event.hand == FIRST_HAND


def _acts(entries: Iterable[JournalEntry]) -> list[HandEvent]:
    return [entry.event for entry in entries if not isinstance(entry.event, RefereeEvent)]


def _acts_in_play(game: JournalGame) -> list[HandEvent]:
    """The acts of the newest hand, but for what the points were at its beginning."""
    acts = _acts(game.entries)
    begun = max((place for place, act in enumerate(acts) if isinstance(act, HandStarted)), default=0)
    return acts[begun + 1 :]
