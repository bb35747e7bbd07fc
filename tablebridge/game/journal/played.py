"""The game as its journal tells it: corrections carried out, every event with the hand after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tablebridge.game.flag import flag_id
from tablebridge.game.journal.correction import Cause, Correction, Placed
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.event import RefereeEvent, type_of
from tablebridge.game.journal.ruling_event import PenaltyApplied, PenaltyRevoked, Ruling
from tablebridge.observation import Witness
from tablebridge_rules import play
from tablebridge_rules.event import HandStarted
from tablebridge_rules.frozen import replace as changed
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable
from tablebridge_rules.violation import Violation

__all__ = ["JournalGame", "Told", "summed"]


@dataclass(frozen=True, slots=True)
class Told:
    """An event that counts, the hand after it, and the violations that the rules find in it.

    Its event is an act of the game or a `PenaltyApplied`; its `sequence` is that of the entry that told it, which for
    one that a correction brought is the correction's.
    """

    entry: JournalEntry
    state: AnyTable
    violations: tuple[Violation, ...] = ()


class JournalGame:
    """One game. A violation has consequences only while a `PenaltyApplied` by the rules is in force for it: what a
    referee has not ruled on touches neither hand nor points."""

    def __init__(self, rulebook: AnyRulebook, entries: Iterable[JournalEntry] = ()) -> None:
        self.rulebook = rulebook
        self._told: list[Told] = []
        self._enforced: dict[str, PenaltyApplied] = {}
        self._gone: dict[str, JournalEntry] = {}
        self._voided: tuple[str, ...] = ()
        for entry in entries:
            self.apply(entry)

    @property
    def told(self) -> Sequence[Told]:
        """All that counts, in the order of the game."""
        return self._told

    @property
    def entries(self) -> list[JournalEntry]:
        """All that counts, as entries."""
        return [told.entry for told in self._told]

    @property
    def state(self) -> AnyTable | None:
        """The hand after all of it; None before the first."""
        return self._told[-1].state if self._told else None

    @property
    def first_dealer(self) -> Seat:
        """Who dealt the game's first hand."""
        return self._told[0].state.dealer if self._told else Seat.A

    @property
    def voided(self) -> tuple[str, ...]:
        """The events of the hand voided last, as long as nothing else has happened since."""
        return self._voided

    def find(self, event_id: str) -> int | None:
        """The place of an event that counts; None when there is none of that id."""
        return next((place for place, told in enumerate(self._told) if told.entry.id == event_id), None)

    def gone(self, event_id: str) -> JournalEntry | None:
        """An event that was told and does not count any more."""
        return self._gone.get(event_id)

    def apply(self, entry: JournalEntry) -> bool:
        """Takes in the next entry of the journal; tells whether it has changed what was told before.

        Entries of a hand whose beginning is not in the journal are passed over. The first entry of another game begins
        anew.
        """
        if self._told and entry.game != self._told[0].entry.game:
            self._told, self._enforced, self._gone, self._voided = [], {}, {}, ()
        match entry.event:
            case Correction(cause=cause, replaces=replaces):
                self._edit(entry, entry.event)
                if cause in (Cause.HAND_VOIDED, Cause.HAND_RESUMED):
                    self._voided = replaces
            case Ruling():
                return False
            case PenaltyApplied(flag=flag, by_rules=by_rules):
                self._append([entry])
                return by_rules and self._enforce({**self._enforced, flag: entry.event})
            case PenaltyRevoked(applied=applied, flag=flag):
                self._fold([one for one in self.entries if one.id != applied])
                self._enforce({of: applied for of, applied in self._enforced.items() if of != flag})
            case _:
                self._append([entry])
                self._voided = ()
                return False
        return True

    def copy(self, length: int | None = None) -> JournalGame:
        """The same game, to be tried out, or only its first `length` events."""
        game = JournalGame(self.rulebook)
        game._told, game._enforced, game._gone = self._told[:length], dict(self._enforced), dict(self._gone)
        game._voided = self._voided
        return game

    def _edit(self, told_by: JournalEntry, correction: Correction) -> None:
        sources = {entry.id: entry for entry in self.entries}
        away = set(correction.replaces)
        line = [entry for entry in self.entries if entry.id not in away]
        for placed in correction.events:
            source = sources.get(placed.instead or "") or self._gone.get(placed.instead or "") or told_by
            at = 0 if placed.after is None else 1 + _place(line, placed.after)
            line.insert(at, _placed_entry(placed, source, told_by))
        self._gone |= {entry_id: sources[entry_id] for entry_id in away if entry_id in sources}
        self._fold(_numbered(line))

    def _enforce(self, enforced: dict[str, PenaltyApplied]) -> bool:
        if enforced == self._enforced:
            return False
        self._enforced = enforced
        line, self._told = self.entries, []
        self._append(line)
        return True

    def _fold(self, entries: Sequence[JournalEntry]) -> None:
        """Makes these the events that count; what is the same at the beginning need not be folded again."""
        same = 0
        for told, entry in zip(self._told, entries, strict=False):
            if told.entry != entry:
                break
            same += 1
        self._told = self._told[:same]
        self._append(entries[same:])

    def _append(self, entries: Iterable[JournalEntry]) -> None:
        for entry in entries:
            told = self._step(entry)
            if told is not None:
                self._told.append(told)

    def _step(self, entry: JournalEntry) -> Told | None:
        before, event = self.state, entry.event
        if before is None:
            return Told(entry, play.begin(event, self.rulebook)) if isinstance(event, HandStarted) else None
        if isinstance(event, PenaltyApplied):
            return Told(entry, changed(before, points=summed(before.points, event.delta)))
        if isinstance(event, RefereeEvent):
            return None
        made = play.step(before, event, self.rulebook)
        standing = [one for one in made.violations if flag_id(entry.id, one) in self._enforced]
        state = play.enforce(before, made, standing, self.rulebook)
        for penalty in self._enforced.values():
            if penalty.witnessed and penalty.event_id == entry.id:
                state = play.bear(state, penalty.violation, self.rulebook)
        return Told(entry, state, made.violations)


def summed(points: Delta, delta: Delta) -> Delta:
    """The points A..D after `delta` has moved."""
    a, b, c, d = (one + change for one, change in zip(points, delta, strict=True))
    return a, b, c, d


def _place(line: Sequence[JournalEntry], event_id: str) -> int:
    return next(place for place, entry in enumerate(line) if entry.id == event_id)


def _placed_entry(placed: Placed, source: JournalEntry, told_by: JournalEntry) -> JournalEntry:
    if placed.id == source.id and placed.event == source.event:
        return source  # an event that counts again as it was told
    kind = type_of(placed.event)
    entry = replace(
        source,
        sequence=told_by.sequence,
        id=placed.id,
        game=told_by.game,
        type=kind,
        event=placed.event,
        clauses=placed.clauses,
    )
    if placed.by_referee:
        return replace(entry, confidence=1.0, witnesses=(Witness.REFEREE,))
    return entry


def _numbered(line: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The entries, each with the number of the hand that it lies in."""
    numbered, hand = [], 0
    for entry in line:
        hand = entry.event.hand if isinstance(entry.event, HandStarted) else hand
        numbered.append(entry if entry.hand == hand else replace(entry, hand=hand))
    return numbered
