"""What the gate lets out of hands that virtual players play: real states of every tradition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.observation import Witness
from tablebridge.release import PublicState, Released, release
from tablebridge.sim.table_play import play_game
from tablebridge_rules.event import Dealt, Drawn, HandEvent, HandStarted, TilesDealt, event_type
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.web.states import NOON

BOOKS = {
    "riichi": "riichi-league-tw",
    "taiwan": "taiwan16-ntuee-2009",
    "zungjung": "zungjung-wsom-1.03",
    "sichuan": "sichuan-bloody",
}
"""A rulebook of each tradition."""

Shown = tuple[Released, PublicState]


@cache
def played(book: str, seed: int, hands: int = 1, table: str = "hall-1") -> tuple[Shown, ...]:
    """Each event of the first hands of a game, with the public state after it."""
    projection, shown = Projection(table, read_rulebook(book)), []
    for entry in _entries(book, seed, hands):
        projection.apply(entry)
        shown.append((release(entry, table, NOON), projection.state()))
    return tuple(shown)


def last_of(shown: tuple[Shown, ...], kind: str) -> Shown:
    """The last event of that type."""
    return next(one for one in reversed(shown) if one[0].type == kind)


def _entries(book: str, seed: int, hands: int) -> Iterator[JournalEntry]:
    number = 0
    events = (event for hand in play_game(seed, read_rulebook(book), hands) for event in hand)
    for sequence, event in enumerate(events, 1):
        number = event.hand if isinstance(event, HandStarted) else number
        yield JournalEntry(
            sequence,
            f"e{sequence}",
            1,
            number,
            event_type(event),
            _as_seen(event),
            0.0,
            NOON,
            0.9,
            (Witness.CAMERA,),
            (),
            (),
        )


def _as_seen(event: HandEvent) -> HandEvent:
    """As the decoder tells it: nobody sees what is dealt and drawn."""
    match event:
        case Drawn():
            return replace(event, tile=None)
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case _:
            return event
