"""Corrections that suggest themselves: told events that later evidence speaks against, by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge.game.decoder.suspicion import Suspicion
from tablebridge.game.journal.event import RefereeEvent
from tablebridge.game.journal.played import JournalGame
from tablebridge_rules.event import HandStarted
from tablebridge_rules.tile import Tile

__all__ = ["Suspect", "suspects_of"]


@dataclass(frozen=True, slots=True)
class Suspect:
    """The event of that id was probably misread: `likely` are the tiles that it may have been instead, likeliest first,
    `reason` one line for the referee."""

    event_id: str
    likely: tuple[Tile, ...]
    reason: str


def suspects_of(suspicions: Iterable[Suspicion], game: JournalGame) -> tuple[Suspect, ...]:
    """The suspicions against acts of the hand in play, as far as they are told and not corrected since."""
    entries = [told.entry for told in game.told if not isinstance(told.entry.event, RefereeEvent)]
    begun = max((place for place, entry in enumerate(entries) if isinstance(entry.event, HandStarted)), default=0)
    hand = dict(enumerate(entries[begun:]))
    return tuple(
        Suspect(hand[one.index].id, one.likely, one.reason)
        for one in suspicions
        if one.index in hand and hand[one.index].event == one.event
    )
