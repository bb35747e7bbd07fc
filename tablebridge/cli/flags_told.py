"""The flags that a daemon raised, for a rehearsal that knows which fouls were committed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tablebridge.config import Config
from tablebridge.daemon.table import journal_path
from tablebridge.game.flag import Flag, FlagState
from tablebridge.game.journal.journal import Journal

__all__ = ["flags_told"]


def flags_told(config: Config) -> list[Flag]:
    """All flags in the journal of the configuration's first table, in the order in which they were raised; none that
    was withdrawn. To be asked when the daemon has stopped.

    Raises `UsageError` when the journal cannot be read.
    """
    table = config.table[0]
    found: dict[str, Flag] = {}
    with Journal(journal_path(table, Path(config.data)), table.name, now=datetime.now(UTC)) as journal:
        for note in journal.notes():
            if isinstance(note.body, Flag):
                found[note.body.id] = note.body
    return [flag for flag in found.values() if flag.state is not FlagState.WITHDRAWN]
