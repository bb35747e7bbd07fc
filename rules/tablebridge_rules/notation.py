"""Text for tiles: `123m0p77z` for several, the catalogue's notation for melds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablebridge_rules.errors import NotationError
from tablebridge_rules.tile import Tile

__all__ = ["format_tiles", "parse_tiles"]

_GROUP = re.compile(r"([0-9]+)([mpszfg])")


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
