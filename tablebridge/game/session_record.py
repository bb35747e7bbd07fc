"""What is told of one table and flagged at it, kept in step with its journal: nothing is here that is not on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.flag import Flag
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.note import ActNote, JournalNote, NoteBody
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.projection import Projection
from tablebridge.game.referee.clause_watch import Noticed
from tablebridge.game.referee.consequence import cited, consequence
from tablebridge.game.referee.flag_book import FlagBook, flag_of
from tablebridge.game.referee.ruling_stage import Stage
from tablebridge.observation import Witness
from tablebridge_rules.event import Settled
from tablebridge_rules.play import AnyRulebook

__all__ = ["SessionRecord"]

_OPEN_FOR = timedelta(days=1)
"""Longer than any evening: what nobody has ruled on by then is left to the report of its game."""


class SessionRecord:
    """The present game of a journal with its flags and the open ones of earlier games, and the public state. With
    `fresh` the journal's game is over, and the next one begins."""

    def __init__(self, table: str, rulebook: AnyRulebook, journal: Journal, *, fresh: bool = False) -> None:
        self._journal = journal
        self._rulebook = rulebook
        known = bool(journal.game) and not fresh
        entries = journal.entries(game=journal.game) if known else []
        self.game = JournalGame(rulebook, entries)
        self.flags = FlagBook(rulebook, _to_be_seen(journal.notes(), journal.game if known else None))
        self.projection = Projection(table, rulebook, entries)
        self._changed = {flag.id: flag for flag in self.flags.flags}

    def changed_flags(self) -> list[Flag]:
        """The flags that were raised or have changed since this was last asked; all of them at first."""
        changed, self._changed = list(self._changed.values()), {}
        return changed

    def append(self, batch: Sequence[DecodedEvent | Noticed], *, new_game: bool = False) -> list[JournalEntry]:
        """Writes down what was decoded and noticed, in this order, and raises the flags for it.

        Settlements and the points of a new hand are those that follow from what the referee has let stand. Raises
        `JournalUnwritable` when it cannot be written: then nothing has changed.
        """
        game = JournalGame(self._rulebook) if new_game else self.game.copy()
        # what was not ruled on before the next game began can be ruled on still
        book = FlagBook(self._rulebook, self.flags.open) if new_game else self.flags
        events: list[DecodedEvent] = []
        raised: dict[str, Flag] = {}
        entries = self._journal.preparing(_growing(events), new_game=new_game)
        for item in batch:
            if isinstance(item, Noticed):
                found = _noticed(game, item, book)
            else:
                decoded = self._as_ruled(game, item)
                if decoded is None:
                    continue
                events.append(decoded)
                known = len(game.told)
                game.apply(next(entries))
                new = game.told[known:]
                # by this fold and not the decoder's, in which violations that are not ruled on have made hands dead
                found = book.raised(new)
            raised |= {flag.id: flag for flag in found}
        moment = max((item.captured_at for item in batch), default=None)
        name = self._rulebook.name if new_game else None
        written = self._journal.append(events, notes=tuple(raised.values()), at=moment, new_game=name)
        if new_game:
            self.flags = book
        self._take(game, written, list(raised.values()))
        return written

    def commit(self, stage: Stage, note: ActNote) -> list[JournalEntry]:
        """Writes down what a referee's act comes to. Raises as `append` does."""
        ids = [entry.id for entry in self._journal.prepared(stage.events)]
        notes: list[NoteBody] = [*stage.flags, replace(note, entries=tuple(ids))]
        entries = self._journal.append(stage.events, notes=notes, at=stage.captured_at)
        self._take(stage.game, entries, stage.flags)
        return entries

    def _as_ruled(self, game: JournalGame, decoded: DecodedEvent) -> DecodedEvent | None:
        by_referee = decoded.witnesses == (Witness.REFEREE,)
        event = consequence(game.state, decoded.event, self._rulebook, game.first_dealer, by_referee=by_referee)
        if event is None:
            return None
        if isinstance(event, Settled) and game.state is not None:
            return replace(decoded, event=event, clauses=cited(game.state, self._rulebook))
        broken = {violation.clause for violation in decoded.violations}  # that is for the referee alone
        return replace(decoded, event=event, clauses=tuple(one for one in decoded.clauses if one not in broken))

    def _take(self, game: JournalGame, entries: Sequence[JournalEntry], flags: Sequence[Flag]) -> None:
        self.game = game
        for entry in entries:
            self.projection.apply(entry)
        for flag in flags:
            self.flags.put(flag)
            self._changed[flag.id] = flag


def _to_be_seen(notes: Sequence[JournalNote], game: int | None) -> Iterator[Flag]:
    """The flags of that game as they are now, and those of earlier games that were open lately or ruled on in it."""
    latest = {note.body.id: note for note in notes if isinstance(note.body, Flag)}
    for note in latest.values():
        flag = note.body
        assert isinstance(flag, Flag)
        lately = notes[-1].at - note.at < _OPEN_FOR
        if game in (flag.game, note.game) or (flag.state.open and lately):
            yield flag


def _growing(events: Sequence[DecodedEvent]) -> Iterator[DecodedEvent]:
    """Every event of a list that grows meanwhile."""
    for place in count():
        yield events[place]


def _noticed(game: JournalGame, noticed: Noticed, book: FlagBook) -> list[Flag]:
    """The flag for what was noticed besides the acts: it lies on the newest of them."""
    if not game.told:
        return []
    flag = replace(
        flag_of(game.told[-1].entry, noticed.violation),
        at_ms=noticed.at_ms,
        captured_at=noticed.captured_at,
        confidence=noticed.confidence,
        evidence=noticed.evidence,
        witnessed=True,
    )
    return [] if book.find(flag.id) is not None else [flag]
