"""Games of a journal as they were: for reading an older hand, and for the report of a whole session."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tablebridge.game.flag import Flag
from tablebridge.game.journal.journal import Journal
from tablebridge.game.journal.played import JournalGame
from tablebridge.game.referee.flag_book import FlagBook
from tablebridge.game.session_report import report_of
from tablebridge_rules.errors import RulebookError
from tablebridge_rules.play import AnyRulebook, read_rulebook

__all__ = ["game_of", "session_report"]

_SESSION = timedelta(hours=18)
"""Games that began so long before the newest one belong to another evening."""


def game_of(journal: Journal, number: int, rulebook: AnyRulebook) -> JournalGame | None:
    """That game, corrections carried out; None when its rulebook is not to be had any more.

    `rulebook` is the one that is played now; an older game may have had another.
    """
    name = next((name for game, name, _ in journal.games() if game == number), rulebook.name)
    if name != rulebook.name:
        try:
            rulebook = read_rulebook(name)
        except RulebookError:
            return None
    return JournalGame(rulebook, journal.entries(game=number))


def session_report(journal: Journal, rulebook: AnyRulebook) -> dict[str, Any]:
    """All games of the newest session, each as `report_of` has it, with when it began."""
    begun = journal.games()
    flags_noted = [note.body for note in journal.notes() if isinstance(note.body, Flag)]
    games = []
    for number, name, began_at in begun:
        if began_at < begun[-1][2] - _SESSION:
            continue
        game = game_of(journal, number, rulebook)
        about = {"began_at": began_at.isoformat(), "rulebook": name}
        if game is None:
            games.append({"table": journal.table, "game": number} | about)
            continue
        notes = journal.notes(game=number)
        flags = FlagBook(game.rulebook, flags_noted).flags
        games.append(report_of(journal.table, number, game, flags, notes) | about)
    return {"table": journal.table, "games": games}
