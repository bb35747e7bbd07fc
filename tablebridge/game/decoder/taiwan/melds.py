"""How melds lie in a Taiwanese corner: no tile sideways, the claimed one of a chi between the others (TW-R16)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.set_reading import SetReading, as_it_lies, likely_fours, likely_sets
from tablebridge.game.decoder.view import View
from tablebridge.observation import MeldSeen, MeldTile
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.tile import Tile

__all__ = ["read_meld"]

_BACK = "back"
_CHI_PLACE = 1


def read_meld(view: View, fact: Fact[MeldSeen], called: Tile | None) -> Iterator[MeldReading]:
    """What a row in the corner is, the likeliest first; who discarded its tile cannot be seen there."""
    tiles = fact.latest.tiles
    if all(tile.reading.tile == _BACK for tile in tiles):
        if len(tiles) == KAN_TILES:
            yield MeldReading(Meld(MeldKind.KAN_CONCEALED, ()), fact.confidence)
    elif any(tile.reading.tile == _BACK for tile in tiles):
        # house rules may have one or more of a concealed kan face up (TW-R23)
        for found in likely_fours(tiles, view.tiles_left()):
            yield MeldReading(Meld(MeldKind.KAN_CONCEALED, found.tiles), found.confidence, found.weight)
    else:
        yield from _open(view, tiles, called)


def _open(view: View, tiles: tuple[MeldTile, ...], called: Tile | None) -> Iterator[MeldReading]:
    sets = likely_sets(tiles, view.tiles_left(), called=called)
    plain = as_it_lies(tiles, called=called, taken=None)
    for found in sets or ([plain] if plain is not None else []):
        yield MeldReading(_claimed(found, called), found.confidence, found.weight)


def _claimed(found: SetReading, called: Tile | None) -> Meld:
    place = _CHI_PLACE if found.kind is MeldKind.CHI else len(found.tiles) - 1
    taken = found.tiles[place] if called is None else called
    own = list(found.tiles)
    own.remove(taken)
    return Meld(found.kind, tuple(own), taken)
