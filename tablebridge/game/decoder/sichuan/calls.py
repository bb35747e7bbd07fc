"""Chi, which nobody plays and somebody may lay all the same (SC-R17)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tablebridge.game.decoder.face_reading import is_face
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import MeldSeen
from tablebridge_rules.event import Called
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = ["chi"]

_SURELY = 0.9
"""Faces that are hardly sure are rather those of a pon."""
_PRIOR = -3.0
_TILES = 3


def chi(view: View) -> Iterator[Proposal]:
    """Three tiles that are no pon, surely read, the newest discard among them: whatever they are, they were called."""
    laid = view.state.last_discard
    if view.state.phase is not Phase.CALLS_OPEN or laid is None:
        return
    for fact in view.fresh_melds():
        seat = fact.latest.seat
        tiles = _surely_read(fact)
        next_one = fact.latest.index == len(view.state.at(seat).melds)
        if not next_one or seat is laid.seat or laid.tile not in tiles or not _is_no_pon(tiles):
            continue
        if view.waited(fact, view.patience.lost_discard):
            yield _called(seat, tiles, laid.tile, laid.seat, fact)


def _surely_read(fact: Fact[MeldSeen]) -> tuple[Tile, ...]:
    """The faces from the owner's left; none when one may be another."""
    readings = [tile.reading for tile in fact.latest.tiles]
    if any(not is_face(one.tile) or one.confidence < _SURELY for one in readings):
        return ()
    return tuple(Tile.parse(one.tile) for one in readings)


def _is_no_pon(tiles: tuple[Tile, ...]) -> bool:
    return len(tiles) == _TILES and len({tile.kind for tile in tiles}) > 1


def _called(seat: Seat, tiles: tuple[Tile, ...], called: Tile, giver: Seat, fact: Fact[MeldSeen]) -> Proposal:
    own = list(tiles)
    own.remove(called)
    sure = min(tile.reading.confidence for tile in fact.latest.tiles)
    meld = Meld(MeldKind.CHI, tuple(own), called, giver)
    return Proposal((vouch(Called(seat, meld), [fact], sure),), weight=math.log(sure) + _PRIOR, certain=True)
