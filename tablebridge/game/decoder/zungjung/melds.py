"""How melds lie in a Zung Jung corner: ascending chi, a sideways tile that tells the discarder (ZJ-R16 to ZJ-R26)."""

from __future__ import annotations

from collections.abc import Iterator

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.meld_reading import MeldReading
from tablebridge.game.decoder.set_reading import SetReading, as_it_lies, likely_fours, likely_sets
from tablebridge.game.decoder.view import View
from tablebridge.observation import MeldSeen
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.layout import sideways_places

__all__ = ["read_meld"]

_BACK = "back"
_LAID_WRONGLY = -0.5  # log weight: the sideways tile is the one claimed, or it tells nothing


def read_meld(view: View, fact: Fact[MeldSeen], called: Tile | None) -> Iterator[MeldReading]:
    """What a row in the corner is, the likeliest first. A chi comes from the left, whatever lies sideways in it; of
    other sets the place of the sideways tile tells the discarder, None where none lies sideways."""
    tiles, seat = fact.latest.tiles, fact.latest.seat
    if any(tile.reading.tile == _BACK for tile in tiles):
        for four in likely_fours(tiles, view.tiles_left()):
            yield MeldReading(Meld(MeldKind.KAN_CONCEALED, four.tiles), four.confidence, four.weight)
        return
    turned = [place for place, tile in enumerate(tiles) if tile.sideways]
    sets = likely_sets(tiles, view.tiles_left(), called=called)
    plain = as_it_lies(tiles, called=called, taken=turned[0] if turned else 0)
    for found in sets or ([plain] if plain is not None else []):
        meld, as_laid = _claimed(found, turned, called, seat)
        yield MeldReading(meld, found.confidence, found.weight + (0.0 if as_laid else _LAID_WRONGLY))


def _claimed(found: SetReading, turned: list[int], called: Tile | None, seat: Seat) -> tuple[Meld, bool]:
    """The meld, and whether its sideways tile is the one that was claimed."""
    place = turned[0] if len(turned) == 1 else 0
    taken = found.tiles[place] if called is None else called
    own = list(found.tiles)
    own.remove(taken)
    as_laid = len(turned) == 1 and found.tiles[place] == taken
    if found.kind is MeldKind.CHI:
        return Meld(found.kind, tuple(own), taken, seat.after(-1)), as_laid
    relation = _told_by(found.kind, place) if as_laid else None
    return Meld(found.kind, tuple(own), taken, None if relation is None else seat.after(relation.value)), as_laid


def _told_by(kind: MeldKind, place: int) -> Relation | None:
    relations = (Relation.LEFT, Relation.ACROSS, Relation.RIGHT)
    return next((one for one in relations if place in sideways_places(kind, one)), None)
