"""From an edit of what was told to the correction that tells it, with all that follows from it by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from tablebridge.game.journal.correction import Cause, Correction, Placed
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.event import RefereeEvent, type_of
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.referee.consequence import cited, consequence, missing_settlement
from tablebridge.observation import Witness
from tablebridge_rules.event import HandEvent, HandStarted

__all__ = ["Draft", "correction_of", "hand_event"]


@dataclass(slots=True)
class Draft:
    """The events that are to count, being changed. `new_id` gives each new one its id."""

    game: JournalGame
    new_id: Callable[[], str]
    line: list[JournalEntry] = field(default_factory=list)
    placed: dict[str, Placed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.line = self.game.entries

    def put(self, at: int, event: HandEvent, source: JournalEntry, *, by_referee: bool = True) -> None:
        """Lets a new event count at that place, with the moment and the evidence of `source`."""
        self.line.insert(at, self.made(event, source, by_referee=by_referee))

    def restore(self, at: int, entry: JournalEntry) -> None:
        """Lets an event count again as it was told."""
        self.placed[entry.id] = Placed(entry.id, None, hand_event(entry), entry.id, clauses=entry.clauses)
        self.line.insert(at, entry)

    def made(
        self, event: HandEvent, source: JournalEntry, *, by_referee: bool, clauses: tuple[str, ...] = ()
    ) -> JournalEntry:
        """A new event that is in no place yet, with the moment and the evidence of `source`."""
        placed = Placed(self.new_id(), None, event, source.id, by_referee, clauses)
        self.placed[placed.id] = placed
        witnesses = (Witness.REFEREE,) if by_referee else source.witnesses
        return replace(source, id=placed.id, type=type_of(event), event=event, clauses=clauses, witnesses=witnesses)

    def adjusted(self, entry: JournalEntry, event: HandEvent, clauses: tuple[str, ...]) -> JournalEntry:
        """Instead of an entry of the line the same one with another event: a new one, if it was told already."""
        placed = self.placed.get(entry.id)
        if placed is None or placed.instead == entry.id:
            return self.made(event, entry, by_referee=entry.witnesses == (Witness.REFEREE,), clauses=clauses)
        self.placed[entry.id] = replace(placed, event=event, clauses=clauses)
        return replace(entry, event=event, clauses=clauses)


def correction_of(draft: Draft, cause: Cause, since: int | None = None) -> Correction | None:
    """The correction that makes the draft's events count; None when nothing that was told changes.

    Points, counters and settlements behind the first change, or from the place `since` on, are reckoned anew. A hand
    that is over gets its settlement where it had none, and one that is not loses it.
    """
    game = draft.game
    known = {entry.id for entry in game.entries}
    fresh = _reckoned(draft, since)
    told = fresh.entries
    left = {entry.id for entry in told}
    events = tuple(
        replace(draft.placed[entry.id], after=told[place - 1].id if place else None)
        for place, entry in enumerate(told)
        if entry.id not in known
    )
    replaces = tuple(entry.id for entry in game.entries if entry.id not in left)
    if not events and not replaces:
        return None
    return Correction(cause, replaces, events, fresh.state.points if fresh.state is not None else None)


def hand_event(entry: JournalEntry) -> HandEvent:
    """The entry's event, an act of the game. Raises `ValueError` for what a referee made."""
    if isinstance(entry.event, RefereeEvent):
        raise ValueError(f"{entry.id} is no act of the game: {entry.type}")
    return entry.event


def _reckoned(draft: Draft, since: int | None) -> JournalGame:
    pairs = zip(draft.game.entries, draft.line, strict=False)
    shorter = min(len(draft.game.told), len(draft.line))
    same = next((place for place, (old, new) in enumerate(pairs) if old is not new), shorter)
    same = same if since is None else min(same, since)
    fresh = draft.game.copy(same)
    for entry in draft.line[same:]:
        for one in _following(draft, fresh, entry):
            fresh.apply(one)
    return fresh


def _following(draft: Draft, fresh: JournalGame, entry: JournalEntry) -> Iterator[JournalEntry]:
    """The entry as it is after what `fresh` has come to, with a settlement before it that was missing."""
    event = entry.event
    if isinstance(event, RefereeEvent):
        yield entry
        return
    if isinstance(event, HandStarted) and fresh.state is not None:
        settled = missing_settlement(fresh.state, fresh.rulebook)
        if settled is not None:
            told = fresh.told[-1]
            yield draft.made(settled, told.entry, by_referee=False, clauses=cited(told.state, fresh.rulebook))
            # it is in `fresh` by now, and the next hand follows it
    by_referee = entry.witnesses == (Witness.REFEREE,)
    now = consequence(fresh.state, event, fresh.rulebook, fresh.first_dealer, by_referee=by_referee)
    if now == event:
        yield entry
    elif now is not None:
        yield draft.adjusted(entry, now, () if fresh.state is None else cited(fresh.state, fresh.rulebook))
