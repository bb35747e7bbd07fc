"""What a journal keeps for the referee alone: flags and who did what. Notes have a count of their own, so that the
public sequence has no gap where one was made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from tablebridge.game.flag import Flag
from tablebridge.game.ruling import RefereeAct, act_from_json, act_to_json

__all__ = ["ActNote", "JournalNote", "NoteBody", "body_from_text", "body_to_text"]


@dataclass(frozen=True, slots=True)
class ActNote:
    """A referee's act: who did it, and the ids of the events that it made."""

    by: str
    act: RefereeAct
    entries: tuple[str, ...] = ()


NoteBody = Flag | ActNote
"""A flag as it is from now on, or an act."""


@dataclass(frozen=True, slots=True)
class JournalNote:
    """A note on disk. `number` counts from 1 for each table; `after` is the sequence of the newest event then; `at` is
    aware UTC."""

    number: int
    game: int
    after: int
    at: datetime
    body: NoteBody


_FLAG = msgspec.json.Decoder(Flag)


def body_to_text(body: NoteBody) -> tuple[str, str]:
    """The kind of note, `flag` or `act`, and its body as one line of JSON."""
    if isinstance(body, Flag):
        return "flag", msgspec.json.encode(body).decode()
    document = {"by": body.by, "act": act_to_json(body.act), "entries": body.entries}
    return "act", msgspec.json.encode(document).decode()


def body_from_text(kind: str, text: str) -> NoteBody:
    """What `body_to_text` wrote."""
    if kind == "flag":
        return _FLAG.decode(text)
    document = msgspec.json.decode(text)
    return ActNote(document["by"], act_from_json(document["act"]), tuple(document["entries"]))
