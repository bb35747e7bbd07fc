"""Text for tiles: `123m0p77z` for several, `pon:777z<across` for melds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tablebridge_rules.errors import NotationError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

__all__ = ["MeldText", "format_meld", "format_tiles", "parse_meld", "parse_tiles"]

_GROUP = re.compile(r"([0-9]+)([mpszfg])")
_MELD = re.compile(r"(?P<kind>[a-z]+):(?P<tiles>[0-9a-z]+)(?:<(?P<relation>[a-z]+))?")

_KINDS = {
    "chi": MeldKind.CHI,
    "pon": MeldKind.PON,
    "daiminkan": MeldKind.KAN_EXPOSED,
    "kakan": MeldKind.KAN_ADDED,
    "ankan": MeldKind.KAN_CONCEALED,
}
_RELATIONS = {"left": Relation.LEFT, "across": Relation.ACROSS, "right": Relation.RIGHT}


@dataclass(frozen=True, slots=True)
class MeldText:
    """What a meld's notation says: the act, the tiles, and where the discarder sits (None for a concealed kan)."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    relation: Relation | None

    def meld(self, owner: Seat) -> Meld:
        """The meld of that owner. The notation does not say which tile was called: the first one is taken."""
        if self.relation is None:
            return Meld(self.kind, self.tiles)
        return Meld(self.kind, self.tiles[1:], self.tiles[0], owner.after(self.relation.value))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Reads `123m055p77z`; the order is kept, the empty text is no tiles.

    Raises `NotationError` with the position of the first character that cannot be read.

    >>> [str(tile) for tile in parse_tiles("19m0p")]
    ['1m', '9m', '0p']
    """
    tiles: list[Tile] = []
    position = 0
    while position < len(text):
        group = _GROUP.match(text, position)
        if group is None:
            raise NotationError(f"cannot read tiles in {text!r} from position {position}: {text[position:]!r}")
        tiles.extend(Tile.parse(rank + group[2]) for rank in group[1])
        position = group.end()
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Writes tiles in the given order, one suit letter for each unbroken row of a suit."""
    text = ""
    for tile in tiles:
        name = str(tile)
        if text.endswith(name[1]):
            text = text[:-1]
        text += name
    return text


def parse_meld(text: str) -> MeldText:
    """Reads `chi:345p<left`, `pon:777z<across`, `daiminkan:5555m<right`, `kakan:4444p<left` or `ankan:9999s`.

    `<…` is the discarder seen from the owner. Raises `NotationError` when the text is none of these; that the tiles
    make the set is not asked here (`Win.problems` does).

    >>> parse_meld("pon:777z<across").relation
    <Relation.ACROSS: 2>
    """
    match = _MELD.fullmatch(text)
    kind = _KINDS.get(match["kind"]) if match else None
    if match is None or kind is None:
        raise NotationError(f"{text!r} is no meld; melds are {', '.join(f'{name}:TILES' for name in _KINDS)}")
    relation = _RELATIONS.get(match["relation"] or "")
    if (relation is None) != (kind is MeldKind.KAN_CONCEALED) or (match["relation"] and relation is None):
        expected = "takes no discarder" if kind is MeldKind.KAN_CONCEALED else "ends with <left, <across or <right"
        raise NotationError(f"{text!r} is no meld; {match['kind']} {expected}")
    return MeldText(kind, parse_tiles(match["tiles"]), relation)


def format_meld(meld: Meld, owner: Seat) -> str:
    """Writes a meld of that owner in the notation of `parse_meld`, the called tile first."""
    name = next(name for name, kind in _KINDS.items() if kind is meld.kind)
    text = f"{name}:{format_tiles(meld.tiles)}"
    if meld.from_seat is None:
        return text
    relation = owner.relation_to(meld.from_seat)
    return text + "<" + next(name for name, value in _RELATIONS.items() if value is relation)
