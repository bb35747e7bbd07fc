"""What to do when something that does not fit keeps lying there: it happened, whatever was missed before it.

The engine judges and does not prevent, so an act that can be described is told as it lies, with little confidence.
What was missed stays missing, and from here the game is followed again.
"""

from __future__ import annotations

from dataclasses import replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.meld_acts import open_call
from tablebridge.game.meld_reading import is_concealed_kan, read_open_meld
from tablebridge.game.situation import Situation, vouch
from tablebridge.game.turn_acts import discard_of
from tablebridge.observation import MeldSeen, RiverTileSeen
from tablebridge_rules.event import Drawn
from tablebridge_rules.seat import Seat

__all__ = ["forced_act"]

_DOUBTFUL = 0.3


def forced_act(now: Situation) -> list[DecodedEvent]:
    """The oldest tile or meld that has been waiting for too long, told as it lies; none while nothing has."""
    tiles = [(fact.arrived_ms, seat, fact) for seat, river in now.facts.rivers.items() if (fact := river.next())]
    for _, seat, tile in sorted(tiles, key=lambda item: item[0]):
        if tile.gone_ms is None and now.waited(tile, now.patience.forced):
            return _doubtful(_discard(now, seat, tile))
    for (seat, index), meld in now.facts.melds.items():
        is_next = index == len(now.hand.at(seat).melds)
        if is_next and meld.gone_ms is None and now.waited(meld, now.patience.forced):
            events = _meld(now, seat, meld)
            if events:
                return _doubtful(events)
    return []


def _discard(now: Situation, seat: Seat, fact: Fact[RiverTileSeen]) -> list[DecodedEvent]:
    full = 14 - 3 * len(now.hand.at(seat).melds)
    drawn = [] if now.hand.concealed_count(seat) >= full else [vouch(Drawn(seat), [fact])]
    return discard_of(now, seat, fact, drawn)


def _meld(now: Situation, seat: Seat, fact: Fact[MeldSeen]) -> list[DecodedEvent]:
    if is_concealed_kan(fact.latest.tiles):
        return []
    reading = read_open_meld(fact.latest.tiles, seat, None, now.rulebook, now.tiles_left())
    if reading is None or reading.meld.from_seat is None:
        return []
    return open_call(now, seat, reading.meld.from_seat, reading, fact)


def _doubtful(events: list[DecodedEvent]) -> list[DecodedEvent]:
    return [replace(event, confidence=min(event.confidence, _DOUBTFUL)) for event in events]
