"""One table's game from witness to journal: decode, write down, then tell."""

from __future__ import annotations

from tablebridge.errors import UsageError
from tablebridge.game.decode import Decoder
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.journal import Journal, JournalEntry
from tablebridge.game.opening import FIRST_HAND
from tablebridge.game.patience import Patience
from tablebridge.game.projection import Projection
from tablebridge.game.public import PublicState
from tablebridge.observation import Observation
from tablebridge_rules.event import HandStarted
from tablebridge_rules.rulebook import Rulebook

__all__ = ["GameSession"]


class GameSession:
    """Follows one table. Made with a journal that holds a game already, it goes on in the middle of its hand."""

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

    @property
    def state(self) -> PublicState:
        """The public state after all that was told so far."""
        return self._projection.state(self._decoder.out_of_step)

    @property
    def out_of_step(self) -> str | None:
        """What on the cloth differs from the game as followed; None while they agree."""
        return self._decoder.out_of_step

    def feed(self, observation: Observation) -> list[JournalEntry]:
        """Takes in one report; returns the new events, in order, once they are on disk."""
        return self._write(self._decoder.observe(observation))

    def tick(self, at_ms: float) -> list[JournalEntry]:
        """Lets table time pass, as often as once a frame; returns the new events as `feed` does."""
        return self._write(self._decoder.tick(at_ms))

    def _write(self, told: list[DecodedEvent]) -> list[JournalEntry]:
        entries: list[JournalEntry] = []
        batch: list[DecodedEvent] = []
        for decoded in told:
            if isinstance(decoded.event, HandStarted) and decoded.event.hand == FIRST_HAND:
                entries += self._append(batch)
                batch = []
                self._journal.begin_game(self._rulebook.name, decoded.captured_at)
            batch.append(decoded)
        return entries + self._append(batch)

    def _append(self, batch: list[DecodedEvent]) -> list[JournalEntry]:
        if not batch:
            return []
        entries = self._journal.append(batch)
        for entry in entries:
            self._projection.apply(entry)
        return entries
