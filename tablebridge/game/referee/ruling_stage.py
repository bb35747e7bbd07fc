"""A referee's act being tried out: events told one after the other to a copy of the game, before any is written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from tablebridge.errors import UsageError
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.flag import Flag, FlagState
from tablebridge.game.journal.correction import Cause, Correction
from tablebridge.game.journal.entry import JournalEntry, RuledEvent
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.ruling_event import Decision, PenaltyRevoked, Ruling
from tablebridge.game.referee.correction_plan import Draft, correction_of
from tablebridge.game.referee.flag_book import FlagBook
from tablebridge.observation import Witness
from tablebridge_rules.errors import RulesError
from tablebridge_rules.event import HandEvent
from tablebridge_rules.payment import Delta

__all__ = ["Stage"]


class Stage:
    """What an act comes to: `events` and `flags` are to be written together, or not at all.

    `at_ms` and `captured_at` are the moment of the act.
    """

    def __init__(self, game: JournalGame, flags: FlagBook, journal: Journal, at_ms: float, at: datetime) -> None:
        self.game = game.copy()
        self.events: list[DecodedEvent | RuledEvent] = []
        self.at_ms, self.captured_at = at_ms, at
        self._book = FlagBook(flags.rulebook, flags.flags)
        self._changed: dict[str, Flag] = {}
        self._journal = journal

    @property
    def flags(self) -> list[Flag]:
        """The flags that have changed, each as it is now."""
        return list(self._changed.values())

    @property
    def next_id(self) -> str:
        """The id that the next event will have."""
        return self._journal.next_id(len(self.events))

    @property
    def points(self) -> Delta:
        """The points A..D after all of it."""
        return self.game.state.points if self.game.state is not None else (0, 0, 0, 0)

    def flag(self, identity: str) -> Flag:
        """The flag of that id as it is now. Raises `UsageError` when there is none."""
        return self._book.get(identity)

    def is_of_earlier_game(self, flag: Flag) -> bool:
        """Whether the flag was raised in a game that is over, whose points the rules do not move any more."""
        return flag.game != self._journal.game

    def note(self, flag: Flag) -> None:
        """Lets a flag be as given from now on."""
        self._book.put(flag)
        self._changed[flag.id] = flag

    def tell(self, event: RefereeEvent) -> JournalEntry:
        """Tells what the referee made of the game."""
        return self._tell(RuledEvent(event, self.at_ms, self.captured_at))

    def enter(self, event: HandEvent) -> JournalEntry:
        """Tells an act of the game that the referee entered."""
        return self._tell(DecodedEvent(event, self.at_ms, self.captured_at, witnesses=(Witness.REFEREE,)))

    def draft(self) -> Draft:
        """The events that count, to be changed and handed to `correct`; new ones are named after the correction."""
        number = iter(range(1, 1_000_000))
        told_by = self.next_id
        return Draft(self.game, lambda: f"{told_by}.{next(number)}")

    def correct(self, draft: Draft, cause: Cause, taken_back: Collection[str] = ()) -> Correction | None:
        """Tells the correction that makes the draft's events count, and what becomes of flags and penalties by it.

        `taken_back` are the events that never happened. Raises `UsageError` when an event cannot be in such a game.
        """
        try:
            correction = correction_of(draft, cause)
        except (RulesError, ValueError) as error:
            raise UsageError(f"this cannot be told: {error}", "the referee's act", "give another event") from error
        if correction is not None:
            self.tell(correction)
            self.review(taken_back)
        return correction

    def review(self, taken_back: Collection[str] = ()) -> None:
        """Raises and withdraws flags as the game is now; of one that is withdrawn a ruling that let it stand is told
        otherwise, and its penalty is revoked."""
        for flag in self._book.reviewed(self.game, taken_back):
            before = self._book.find(flag.id)
            self.note(flag)
            if before is not None and before.state is FlagState.ACCEPTED:
                self.tell(Ruling(flag.id, flag.event_id, flag.clause, flag.seat, Decision.OVERRULED))
                self.revoke(before)

    def revoke(self, flag: Flag) -> None:
        """Takes the flag's penalty back, and tells the points that follow from it."""
        if flag.penalty is None:
            return
        place = self.game.find(flag.event_id) if flag.penalty.by_rules else self.game.find(flag.penalty.id)
        event = PenaltyRevoked(flag.penalty.id, flag.id, flag.clause, flag.seat, self.points)
        self.tell(replace(event, points=self.points_after(event)))
        self.note(replace(self.flag(flag.id), penalty=None))
        self.reckon(place or 0)

    def points_after(self, event: RefereeEvent) -> Delta:
        """The points A..D if that were told, settlements later in the game reckoned anew."""
        trial = Stage(self.game, FlagBook(self._book.rulebook), self._journal, self.at_ms, self.captured_at)
        trial.events = list(self.events)
        trial.tell(event)
        correction = correction_of(trial.draft(), Cause.PENALTY, 0)
        return trial.points if correction is None or correction.points is None else correction.points

    def reckon(self, since: int) -> None:
        """Tells what points and settlements are by the rules from that place on, where they have changed, and what
        becomes of later flags."""
        correction = correction_of(self.draft(), Cause.PENALTY, since)
        if correction is not None:
            self.tell(correction)
        self.review()

    def _prepared(self, event: DecodedEvent | RuledEvent) -> JournalEntry:
        return self._journal.prepared([*self.events, event])[-1]

    def _tell(self, event: DecodedEvent | RuledEvent) -> JournalEntry:
        entry = self._prepared(event)
        self.game.apply(entry)
        self.events.append(event)
        return entry
