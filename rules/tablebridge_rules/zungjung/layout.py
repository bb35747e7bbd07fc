"""How a set lies in front of its owner: the order of its tiles, and which one is turned to show where it came from.

Places count from 0 at the owner's left.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["added_places", "laid_order", "read_chi", "shown_tiles", "sideways_places"]

_PON = {Relation.LEFT: (0,), Relation.ACROSS: (1,), Relation.RIGHT: (2,)}
_KAN = {Relation.LEFT: (0,), Relation.ACROSS: (1, 2), Relation.RIGHT: (3,)}


def sideways_places(kind: MeldKind, relation: Relation) -> tuple[int, ...]:
    """The places at which the sideways tile of a pon or exposed kan may lie, by the discarder (ZJ-R16, ZJ-R26).

    >>> sideways_places(MeldKind.PON, Relation.RIGHT), sideways_places(MeldKind.KAN_EXPOSED, Relation.ACROSS)
    ((2,), (1, 2))
    """
    return _PON[relation] if kind is MeldKind.PON else _KAN[relation]


def laid_order(meld: Meld, owner: Seat) -> tuple[tuple[Tile, ...], int | None]:
    """The tiles of a meld as they lie, and the place of the sideways one; None in a concealed kan.

    A chi lies in ascending order (ZJ-R19); an added tile at the first end that is allowed (ZJ-R25).
    """
    if meld.called is None or meld.from_seat is None:
        return meld.own, None
    if meld.kind is MeldKind.CHI:
        tiles = tuple(sorted(meld.tiles))
        return tiles, tiles.index(meld.called)
    relation = owner.relation_to(meld.from_seat)
    if meld.kind is MeldKind.KAN_ADDED:
        # a tile added at the left end pushes the sideways one of a pon from the right to place 3
        return meld.tiles, _PON[relation][0] + (relation is Relation.RIGHT)
    return meld.tiles, sideways_places(meld.kind, relation)[0]


def read_chi(tiles: Sequence[Tile], sideways: int, owner: Seat) -> Meld:
    """The chi that lies so: the sideways tile was claimed, always from the upper seat (ZJ-R19).

    Raises `IndexError` for a place that the set does not have.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> read_chi(parse_tiles("456p"), 1, Seat.B).called
    Tile('5p')
    """
    own = tuple(tile for place, tile in enumerate(tiles) if place != sideways)
    return Meld(MeldKind.CHI, own, tiles[sideways], owner.after(-1))


def added_places(rulebook: Rulebook, relation: Relation) -> tuple[int, ...]:
    """The places that a tile added to a pon may take: an end that is not next to the sideways tile (ZJ-R25).

    Both ends of a pon of the opposite seat touch it: there the rulebook says which. Place 3 is the right end.
    """
    if relation is Relation.ACROSS:
        return (0, 3) if rulebook.table.added_tile_end == "any" else (3,)
    return (3,) if relation is Relation.LEFT else (0,)


def shown_tiles(meld: Meld, owner: Seat) -> tuple[Tile | None, ...]:
    """What the table sees of a meld, None for a tile face down: the outer two of a concealed kan (ZJ-R24)."""
    if meld.kind is MeldKind.KAN_CONCEALED:
        return None, meld.own[1], meld.own[2], None
    return laid_order(meld, owner)[0]
