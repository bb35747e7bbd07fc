"""The public state as it was after an entry of the journal, for an output that was not told of all of it yet."""

from __future__ import annotations

from collections import deque

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.projection import Projection
from tablebridge.game.shown.public import PublicState
from tablebridge_rules.play import AnyRulebook

__all__ = ["JournalStates"]


class JournalStates:
    """Folds the journal on, from one question to the next. Made for a few that come in order."""

    def __init__(self, journal: Journal, table: str, rulebook: AnyRulebook) -> None:
        self._journal = journal
        self._table = table
        self._rulebook = rulebook
        self._projection: Projection | None = None
        self._ahead: deque[JournalEntry] = deque()

    def after(self, sequence: int) -> PublicState | None:
        """The state after the entry with that sequence, 0 for before the first. It must not be below that of the last
        question. None when the entry is of a game under another rulebook."""
        if self._projection is None and not self._begin(sequence):
            return None
        assert self._projection is not None
        while self._ahead and self._ahead[0].sequence <= sequence:
            self._projection.apply(self._ahead.popleft())
        return self._projection.state()

    def _begin(self, sequence: int) -> bool:
        """Goes to the beginning of the game that the entry is of; False when it cannot be told under this rulebook."""
        at = self._journal.entries(after=max(0, sequence - 1), at_most=1)
        first = at[0].game if at else 1
        games = [(game, name) for game, name, _ in self._journal.games() if game >= first]
        if any(name != self._rulebook.name for _, name in games):
            return False
        self._ahead = deque(entry for game, _ in games for entry in self._journal.entries(game=game))
        self._projection = Projection(self._table, self._rulebook)
        return True
