"""The journal as the referee reads it: every event at its place in the game, what was put right beside what it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tablebridge.game.journal.correction import Correction
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.event import document
from tablebridge.game.journal.note import ActNote, JournalNote
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.ruling_event import PenaltyRevoked
from tablebridge.web.console_messages import ConsoleEvent

__all__ = ["Candidates", "console_event", "rows"]

Candidates = Callable[[JournalEntry], tuple[tuple[str, float], ...]]
"""The tiles that the reading behind an event could be, likeliest first, with their share 0..1."""


@dataclass(slots=True)
class _Line:
    """Ids in the order of the game, those that do not count any more included."""

    ids: list[str] = field(default_factory=list)
    gone: dict[str, str] = field(default_factory=dict)  # by whose entry
    told_by: dict[str, str] = field(default_factory=dict)  # an event of a correction -> the correction

    def take(self, entry: JournalEntry) -> None:
        match entry.event:
            case Correction() as correction:
                self._correct(entry.id, correction)
            case PenaltyRevoked(applied=applied):
                self.gone[applied] = entry.id
        self.ids.append(entry.id)

    def _correct(self, identity: str, correction: Correction) -> None:
        self.gone |= dict.fromkeys(correction.replaces, identity)
        for placed in correction.events:
            if placed.id in self.gone:
                del self.gone[placed.id]  # it counts again where it was
                continue
            self.told_by[placed.id] = identity
            self.ids.insert(self._place_after(placed.after), placed.id)

    def _place_after(self, after: str | None) -> int:
        """Behind that event, and behind what was taken away there: what was wrong is read before what is right."""
        place = 0 if after is None else self.ids.index(after) + 1
        while place < len(self.ids) and self.ids[place] in self.gone:
            place += 1
        return place


def rows(
    game: JournalGame | None, entries: Sequence[JournalEntry], notes: Iterable[JournalNote], candidates: Candidates
) -> list[ConsoleEvent]:
    """All events of a game in its order. `entries` are those of its journal, `notes` tell who did what.

    Without a `game`, because nobody has its rulebook any more, what corrections brought is left out.
    """
    line = _Line()
    for entry in entries:
        line.take(entry)
    known = {entry.id: entry for entry in entries}
    if game is not None:
        known |= {entry.id: entry for entry in game.entries}
    acts = {made: note.body for note in notes if isinstance(note.body, ActNote) for made in note.body.entries}
    made = []
    for identity in line.ids:
        found = known.get(identity) or (game.gone(identity) if game is not None else None)
        if found is not None:
            act = acts.get(identity) or acts.get(line.told_by.get(identity, ""))
            made.append(console_event(found, act, line.gone.get(identity), candidates(found)))
    return made


def console_event(
    entry: JournalEntry,
    act: ActNote | None = None,
    replaced_by: str | None = None,
    candidates: tuple[tuple[str, float], ...] = (),
) -> ConsoleEvent:
    """One event; `act` is the referee's that made it."""
    return ConsoleEvent(
        id=entry.id,
        sequence=entry.sequence,
        game=entry.game,
        hand=entry.hand,
        type=entry.type,
        data=document(entry.event),
        captured_at=entry.captured_at,
        confidence=entry.confidence,
        witnesses=tuple(witness.value for witness in entry.witnesses),
        clauses=entry.clauses,
        by=act.by if act is not None else None,
        reason=(getattr(act.act, "reason", "") or None) if act is not None else None,
        replaced_by=replaced_by,
        candidates=candidates,
    )
