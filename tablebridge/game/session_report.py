"""What a game came to, for the referee's record: hands, standings, flags, rulings, and who did what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tablebridge.game.flag import Flag
from tablebridge.game.journal.event import document
from tablebridge.game.journal.game_end import is_over, number, standings_now
from tablebridge.game.journal.note import ActNote, JournalNote
from tablebridge.game.journal.played import JournalGame, Told
from tablebridge.game.journal.ruling_event import PenaltyApplied
from tablebridge.game.ruling import act_to_json
from tablebridge_rules.event import (
    AbortiveDraw,
    ExhaustiveDraw,
    HandStarted,
    Settled,
    Won,
    WonByFlowers,
)
from tablebridge_rules.seat import Seat

__all__ = ["report_of", "violation_points"]

_ENDINGS = (Won, WonByFlowers, ExhaustiveDraw, AbortiveDraw)


def report_of(
    table: str, which: int, game: JournalGame, flags: Sequence[Flag], notes: Iterable[JournalNote]
) -> dict[str, Any]:
    """The report on a game of `table`, its number in the journal (`which`), as plain JSON values.

    `over` says whether the rules leave nothing to play; until then the standings are those of an end just now.
    """
    noted = list(notes)
    flags = [flag for flag in flags if flag.game == which]  # an earlier game's may be ruled on in this one
    counted = violation_points(flags)
    return {
        "table": table,
        "game": which,
        "rulebook": game.rulebook.name,
        "over": is_over(game),
        "points": _by_seat(game.state.points if game.state is not None else (0, 0, 0, 0)),
        "violation_points": {seat.value: points for seat, points in counted.items()},
        "standings": [
            {"place": one.place, "seat": one.seat.value, "points": one.points, "total": number(one.total)}
            for one in standings_now(game, counted)
        ],
        "hands": _hands(game.told),
        "flags": [msgspec.to_builtins(flag) for flag in flags],
        "penalties": [
            {"id": told.entry.id, **document(told.entry.event)}
            for told in game.told
            if isinstance(told.entry.event, PenaltyApplied)
        ],
        "acts": [_act(note, note.body) for note in noted if isinstance(note.body, ActNote)],
    }


def violation_points(flags: Iterable[Flag]) -> dict[Seat, int]:
    """The violation points that each seat has by the penalties in force."""
    counted = dict.fromkeys(Seat, 0)
    for flag in flags:
        if flag.penalty is not None and flag.seat is not None:
            counted[flag.seat] += flag.penalty.violation_points
    return counted


def _hands(told: Sequence[Told]) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    for one in told:
        event = one.entry.event
        if isinstance(event, HandStarted):
            hands.append({**document(event), "endings": [], "settled": None})
            hands[-1].pop("type")
        elif isinstance(event, _ENDINGS):
            hands[-1]["endings"].append(document(event))
        elif isinstance(event, Settled):
            hands[-1]["settled"] = {"delta": _by_seat(event.delta), "points": _by_seat(event.points)}
    return hands


def _act(note: JournalNote, body: ActNote) -> dict[str, Any]:
    return {"at": note.at.isoformat(), "by": body.by, "act": act_to_json(body.act), "entries": list(body.entries)}


def _by_seat(points: tuple[int, int, int, int]) -> dict[str, int]:
    return {seat.value: points[seat.number] for seat in Seat}
