"""One table's game from witness to journal: decode, write down, then tell."""

from __future__ import annotations

from collections import deque
from itertools import islice

from tablebridge.errors import UsageError
from tablebridge.game.decode import Decoder
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal import Journal, JournalEntry
from tablebridge.game.opening import FIRST_HAND
from tablebridge.game.patience import Patience
from tablebridge.game.projection import Projection
from tablebridge.game.public import PublicState
from tablebridge.game.unwritable import JournalUnwritable
from tablebridge.observation import Observation
from tablebridge_rules.event import HandStarted
from tablebridge_rules.riichi.rulebook import Rulebook

__all__ = ["GameSession"]


class GameSession:
    """Follows one table. Made with a journal that holds a game already, it goes on in the middle of its hand.

    While the journal cannot be written, the events wait here in their order, nobody hears of them, and the table is
    out of step; every tick tries again. Nothing is raised for it: `trouble` says what is wrong.
    """

    def __init__(self, table: str, rulebook: Rulebook, journal: Journal, patience: Patience | None = None) -> None:
        """Raises `UsageError` when the journal's game is played under another rulebook and not over yet."""
        self._rulebook = rulebook
        self._journal = journal
        self._decoder = Decoder(rulebook, patience)
        entries = journal.entries(game=journal.game) if journal.game else []
        if journal.game and journal.rulebook != rulebook.name:
            if entries and entries[-1].type != "settled":
                raise UsageError(
                    f"the journal holds an unfinished hand under {journal.rulebook!r}, not {rulebook.name!r}",
                    str(journal.path),
                    "finish it under its own rulebook or name another journal",
                )
            entries = []  # another rulebook, another game: the first throw tells its dealer
        self._projection = Projection(table, rulebook, entries)
        self._decoder.resume(entry.event for entry in entries)
        self._waiting: deque[DecodedEvent] = deque()
        self._trouble: JournalUnwritable | None = None

    @property
    def state(self) -> PublicState:
        """The public state after all that was told so far."""
        return self._projection.state(self.out_of_step)

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
        return len(self._waiting)

    def feed(self, observation: Observation) -> list[JournalEntry]:
        """Takes in one report; returns the new events, in order, once they are on disk."""
        self._waiting += self._decoder.observe(observation)
        return [] if self._trouble else self.write()

    def tick(self, at_ms: float) -> list[JournalEntry]:
        """Lets table time pass, as often as once a frame; returns the new events as `feed` does, and those that
        waited for the journal."""
        self._waiting += self._decoder.tick(at_ms)
        return self.write()

    def write(self) -> list[JournalEntry]:
        """Tries to write what waits for the journal; returns what is on disk now."""
        entries: list[JournalEntry] = []
        try:
            while self._waiting:
                entries += self._append(self._next_batch())
        except JournalUnwritable as trouble:
            self._trouble = self._trouble or trouble
        else:
            self._trouble = None
        return entries

    def _next_batch(self) -> list[DecodedEvent]:
        """What waits, up to the beginning of the next game."""
        batch = [self._waiting[0]]
        for decoded in islice(self._waiting, 1, None):
            if _begins_game(decoded):
                break
            batch.append(decoded)
        return batch

    def _append(self, batch: list[DecodedEvent]) -> list[JournalEntry]:
        entries = self._journal.append(batch, new_game=self._rulebook.name if _begins_game(batch[0]) else None)
        for _ in batch:
            self._waiting.popleft()
        for entry in entries:
            self._projection.apply(entry)
        return entries


def _begins_game(decoded: DecodedEvent) -> bool:
    return isinstance(decoded.event, HandStarted) and decoded.event.hand == FIRST_HAND
