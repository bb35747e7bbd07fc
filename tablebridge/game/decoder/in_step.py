"""What on the cloth does not agree with the game as followed, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.draw_acts import extra_draws
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.phrases import due
from tablebridge.game.decoder.view import CLEARED, View
from tablebridge.observation import RiverTileSeen
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["difference", "unexplained", "vanished"]


_WON = (
    "the beginning of this hand was not seen, and the hand of {} lies open: when that came to be shows nowhere, so "
    "that the next hand is followed"
)
_UNSEEN = "the beginning of this hand was not seen: it is joined when rivers, melds and rows fit together"


def difference(view: View) -> str | None:
    """The oldest thing on the cloth that no event has explained for too long; None while all agrees."""
    table = view.table
    if table is None:
        facts = view.facts
        tiles = any(facts.rivers.values()) or facts.melds or facts.rows
        return _unseen(view) if tiles else None
    if len(view.new_walls()) == len(Seat) and view.between_hands:
        return "four walls are up and nobody threw for the first dealer: waiting for the dice"
    if table.phase is Phase.ENDED:
        late = any(view.waited(fact, view.patience.missing) for seat in Seat for fact in _lying(view, seat))
        unseen = _unseen(view) if late else None
        return unseen or (None if table.settled else view.customs.owed(view))
    late_facts = [
        (fact.arrived_ms, text) for fact, text in unexplained(view) if view.waited(fact, view.patience.missing)
    ]
    if late_facts:
        return min(late_facts)[1]
    taken = view.taken_discard() if table.phase is Phase.CALLS_OPEN else None
    if taken is not None and not view.call_under_way():
        laid = taken.latest
        return f"{laid.reading.tile} is gone from {laid.seat.value}'s river and lies in no meld"
    return None


def _unseen(view: View) -> str:
    opened = [seat.value for seat, fact in view.facts.reveals.items() if fact.lies]
    return _WON.format(" and ".join(opened)) if opened else _UNSEEN


def unexplained(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """Everything that lies there unexplained, with what it is. Once a hand is over, only what lay there before."""
    table = view.table
    if table is None:
        return
    over, end_ms = table.phase is Phase.ENDED, view.hypothesis.event_ms
    for seat in Seat:
        for fact in _lying(view, seat):
            if not over or fact.at_ms < end_ms:
                tile = fact.latest.reading.tile
                yield fact, f"{tile} lies in {seat.value}'s river at place {fact.latest.slot + 1}, {due(table)}"
    if over:
        return
    for meld in view.fresh_melds():
        faces = " ".join(tile.reading.tile for tile in meld.latest.tiles)
        yield meld, f"{meld.latest.seat.value} has a meld {faces}, {due(table)}"
    if view.in_play:
        for row in extra_draws(view):
            yield row, f"{row.latest.seat.value} has drawn a tile, {due(table)}"
    yield from view.customs.unexplained(view)


def vanished(view: View) -> int:
    """How many discards left their river and lie in no meld of this hypothesis; none while the cloth is cleared, when
    they all do."""
    if not view.in_play:
        return 0
    used, claimed = view.hypothesis.used, view.hypothesis.claimed
    gone = [fact for river in view.facts.rivers.values() for fact in river if not fact.lies and fact in used]
    lost = sum(fact not in claimed and not view.came_back(fact) for fact in gone)
    return lost if lost < CLEARED else 0


def _lying(view: View, seat: Seat) -> list[Fact[RiverTileSeen]]:
    return [fact for fact in view.fresh_tiles(seat) if fact.lies]
