"""Calls that the rules do not allow, told as they lie: a run from the wrong seat, tiles that make no set.

What makes them sure is the river: the newest discard is gone from it, and lies among the tiles of a new meld.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tablebridge.game.fact import Fact
from tablebridge.game.proposal import Proposal
from tablebridge.game.view import View, vouch
from tablebridge.observation import MeldSeen
from tablebridge_rules.event import Called
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import OpenTile, Phase
from tablebridge_rules.tile import Tile

__all__ = ["wrong_call"]

_PLAIN = 0.8  # a face so surely read is not taken for another
_DOUBTFUL = math.log(0.1)  # a set less likely than this by its faces is none
_STEADY_MS = 900.0  # a meld may still be read better, or put right
_NO_SET = -0.5
_OF_THREE = 3


def wrong_call(view: View) -> Iterator[Proposal]:
    """The newest discard in a meld that its owner may not make of it."""
    laid: OpenTile | None = view.state.last_discard
    if laid is None or view.state.phase is not Phase.CALLS_OPEN or view.taken_discard() is None:
        return
    for fact in view.fresh_melds():
        seat = fact.latest.seat
        if seat is laid.seat or fact.latest.index != len(view.state.at(seat).melds):
            continue
        yield from _from_wrong_seat(view, fact, laid)
        yield from _no_set(view, fact, laid)


def _from_wrong_seat(view: View, fact: Fact[MeldSeen], laid: OpenTile) -> Iterator[Proposal]:
    """A run of a discard that is not the left player's."""
    if laid.seat.after() is fact.latest.seat:
        return
    for reading in view.customs.read_meld(view, fact, laid.tile):
        if reading.meld.kind is MeldKind.CHI and reading.confidence >= _PLAIN:
            meld = Meld(MeldKind.CHI, reading.meld.own, laid.tile, laid.seat)
            yield _told(view, fact, meld, reading.confidence, reading.weight)


def _no_set(view: View, fact: Fact[MeldSeen], laid: OpenTile) -> Iterator[Proposal]:
    """Tiles that are surely read and are no set."""
    faces = [face for tile in fact.latest.tiles for face in view.faces(tile.reading)[:1]]
    tiles = [face.tile for face in faces]
    sure = min((face.confidence for face in faces), default=0.0)
    if len(tiles) != len(fact.latest.tiles) or len(tiles) != _OF_THREE or sure < _PLAIN or laid.tile not in tiles:
        return
    if any(reading.weight > _DOUBTFUL for reading in view.customs.read_meld(view, fact, laid.tile)):
        return
    own = list(tiles)
    own.remove(laid.tile)
    meld = Meld(_meant(tiles), tuple(own), laid.tile, laid.seat)
    yield _told(view, fact, meld, sure, _NO_SET)


def _meant(tiles: list[Tile]) -> MeldKind:
    """What a wrong set was laid for: a run where one suit lies there, else equal tiles."""
    suits = {tile.kind.suit for tile in tiles}
    return MeldKind.CHI if len(suits) == 1 and tiles[0].kind.is_suited else MeldKind.PON


def _told(view: View, fact: Fact[MeldSeen], meld: Meld, sure: float, weight: float) -> Proposal:
    seat: Seat = fact.latest.seat
    events = (*view.customs.before_act(view, fact), vouch(Called(seat, meld), [fact], sure))
    return Proposal(events, weight=weight, certain=True, not_before_ms=fact.changed_ms + _STEADY_MS)
