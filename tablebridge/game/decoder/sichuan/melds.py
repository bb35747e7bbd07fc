"""How melds lie in a Sichuan corner: no tile sideways, a concealed kong face down (SC-R16, SC-R18, SC-R19)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.face_reading import is_face
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.set_reading import SetReading, likely_fours, likely_sets
from tablebridge.game.decoder.view import View
from tablebridge.observation import MeldSeen, MeldTile
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["is_face_down", "is_false_kong", "kong_tile", "read_meld"]

_BACK = "back"
_SURELY = 0.8


def read_meld(view: View, fact: Fact[MeldSeen], called: Tile | None) -> Iterator[MeldReading]:
    """What a row in the corner is, the likeliest first; who discarded its tile cannot be seen there. Runs are no melds
    here: see `calls`."""
    tiles = fact.latest.tiles
    if is_face_down(tiles):
        yield MeldReading(Meld(MeldKind.KAN_CONCEALED, ()), fact.confidence)
        return
    if any(tile.reading.tile == _BACK for tile in tiles):
        return
    for found in likely_sets(tiles, view.tiles_left(), called=called, runs=False):
        yield MeldReading(_meld(found, called), found.confidence, found.weight)


def is_face_down(tiles: tuple[MeldTile, ...]) -> bool:
    """Whether four tiles lie there of which nobody sees a face."""
    return len(tiles) == KAN_TILES and all(tile.reading.tile == _BACK for tile in tiles)


def kong_tile(view: View, seat: Seat, index: int) -> tuple[Tile, float] | None:
    """What a concealed kong is that was turned up, and how sure (0..1); None while it lies face down."""
    fact = view.here(view.facts.melds.get((seat, index)))
    if fact is None or len(fact.latest.tiles) != KAN_TILES or is_face_down(fact.latest.tiles):
        return None
    found = likely_fours(fact.latest.tiles, view.tiles_left())
    return (found[0].tiles[0], found[0].confidence) if found else None


def is_false_kong(view: View, seat: Seat, index: int) -> bool:
    """Whether four tiles were turned up there that are surely not the same (SC-F03)."""
    fact = view.here(view.facts.melds.get((seat, index)))
    if fact is None or len(fact.latest.tiles) != KAN_TILES:
        return False
    readings = [tile.reading for tile in fact.latest.tiles]
    surely = all(is_face(one.tile) and one.confidence >= _SURELY for one in readings)
    return surely and len({one.tile for one in readings}) > 1


def _meld(found: SetReading, called: Tile | None) -> Meld:
    """The set as a claimed meld; whose tile it was is for the one who knows the discard."""
    taken = found.tiles[-1] if called is None else called
    own = list(found.tiles)
    own.remove(taken)
    return Meld(found.kind, tuple(own), taken)
