"""How melds lie at a riichi table: the called tile sideways, its place telling who discarded it (RL-C05 to RL-C08)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.set_reading import SetReading, all_of, as_it_lies, likely_fours, likely_sets
from tablebridge.game.decoder.view import View
from tablebridge.observation import MeldSeen, MeldTile
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

__all__ = ["read_meld"]

_SIDEWAYS_OF_THREE = (Relation.LEFT, Relation.ACROSS, Relation.RIGHT)
_SIDEWAYS_OF_FOUR = (Relation.LEFT, Relation.ACROSS, Relation.ACROSS, Relation.RIGHT)  # RL-C08: either middle
_ANOTHER_TURNED = -1.0  # log weight: another tile than the called one lies sideways (RL-C08)


def read_meld(view: View, fact: Fact[MeldSeen], called: Tile | None) -> Iterator[MeldReading]:
    """The chi, pon or kan that was laid; of an added kan the pon below it. None when the row can be no meld."""
    tiles, owner = fact.latest.tiles, fact.latest.seat
    row = tuple(tile for tile in tiles if not tile.stacked)
    turned = [place for place, tile in enumerate(row) if tile.sideways]
    if _is_concealed_kan(tiles):
        for four in likely_fours(tiles, view.tiles_left()):
            yield MeldReading(Meld(MeldKind.KAN_CONCEALED, four.tiles), four.confidence, four.weight)
        return
    if len(turned) > 1:
        return
    at = turned[0] if turned else None
    sets = likely_sets(row, view.tiles_left(), called=called, called_at=(at or 0,))
    for found in sets:
        yield MeldReading(_meld(view, owner, found, at), found.confidence, found.weight)
    if sets:
        return
    for found in likely_sets(row, view.tiles_left(), called=called) if called is not None else ():
        meld = _meld(view, owner, found, found.tiles.index(called), turned=at)
        yield MeldReading(meld, found.confidence, found.weight + _ANOTHER_TURNED)
        return
    plain = as_it_lies(row, called=called, taken=at or 0)
    if plain is not None:
        yield MeldReading(_meld(view, owner, plain, at), plain.confidence, plain.weight)


def _is_concealed_kan(tiles: tuple[MeldTile, ...]) -> bool:
    """Four in a row with some turned down: nothing was called."""
    return (
        len(tiles) == 4
        and any(tile.reading.tile == "back" for tile in tiles)
        and not any(tile.sideways or tile.stacked for tile in tiles)
    )


def _meld(view: View, owner: Seat, found: SetReading, at: int | None, *, turned: int | None = None) -> Meld:
    """The called tile apart, and who discarded it: of a run always the left. `at` is the called tile's place, `turned`
    that of the sideways one where it is another."""
    taken = at or 0
    called, own = found.tiles[taken], found.tiles[:taken] + found.tiles[taken + 1 :]
    if found.kind is MeldKind.KAN_EXPOSED and len({tile.kind for tile in found.tiles}) == 1:
        own = _others(all_of(called.kind, view.setting.whole), called)
    places = _SIDEWAYS_OF_THREE if len(found.tiles) == 3 else _SIDEWAYS_OF_FOUR
    sideways = at if turned is None else turned
    relation = Relation.LEFT if found.kind is MeldKind.CHI else places[sideways] if sideways is not None else None
    return Meld(found.kind, own, called, owner.after(relation.value) if relation else None)


def _others(tiles: tuple[Tile, ...], one: Tile) -> tuple[Tile, ...]:
    """All but one of that face: of four alike the colours are known, whatever a glare shows."""
    place = tiles.index(one) if one in tiles else 0
    return tiles[:place] + tiles[place + 1 :]
