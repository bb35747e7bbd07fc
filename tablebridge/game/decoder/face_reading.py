"""Which tile a reading can be: the best candidate of which the set still has one that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tablebridge.observation import ReadTile
from tablebridge_rules.errors import NotationError
from tablebridge_rules.play import AnyRulebook, tradition
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile

__all__ = ["TilesLeft", "candidates", "is_face"]

_COLOUR_DOUBT = 0.5
_WORST = 0.05


class TilesLeft:
    """How many tiles of each face the witnesses have not seen yet; a red five is a face of its own."""

    def __init__(self, rulebook: AnyRulebook, seen: Iterable[Tile] = ()) -> None:
        self._whole = Counter(tradition(rulebook).tile_set(rulebook))
        self._left = Counter(self._whole)
        self._left.subtract(seen)

    @classmethod
    def of(cls, state: AnyTable, rulebook: AnyRulebook) -> TilesLeft:
        """What the present hand leaves: the whole set without rivers, melds, indicators and open hands."""
        return cls(rulebook, state.visible_tiles())

    def has(self, tile: Tile) -> bool:
        """Whether one more of that face can turn up."""
        return self._left[tile] > 0

    def has_all(self, tiles: Iterable[Tile]) -> bool:
        """Whether all of these can turn up together."""
        return all(self._left[tile] >= count for tile, count in Counter(tiles).items())

    def in_set(self, tile: Tile) -> int:
        """How many of that face the whole set has."""
        return self._whole[tile]

    def overdrawn(self) -> list[Tile]:
        """The faces of which more were seen than the set has."""
        return [tile for tile, count in self._left.items() if count < 0]

    def take(self, tile: Tile) -> None:
        """One of that face was seen."""
        self._left[tile] -= 1

    def copy(self) -> TilesLeft:
        """The same counts, free to be changed."""
        other = TilesLeft.__new__(TilesLeft)
        other._whole = self._whole
        other._left = Counter(self._left)
        return other

    def best(self, reading: ReadTile) -> tuple[Tile, float] | None:
        """The surest face of a reading of which one is left, and how sure (0..1); when none of its candidates is left
        the face as read, hardly sure. None for a reading without any face.
        """
        faces = list(candidates(reading))
        for tile, confidence in faces:
            if self.has(tile):
                return tile, confidence
        return (faces[0][0], min(faces[0][1], _WORST)) if faces else None


def is_face(name: str) -> bool:
    """Whether the name is that of a face: not `back`, not `?`, not something unknown."""
    try:
        Tile.parse(name)
    except NotationError:
        return False
    return True


def candidates(reading: ReadTile) -> Iterator[tuple[Tile, float]]:
    """The faces a reading may be, surest first. After them, with half the confidence, the same fives in the other
    colour: a glare or a shadow hides the red."""
    named = {reading.tile: reading.confidence}
    for name, confidence in reading.candidates:
        named.setdefault(name, confidence)
    faces = [(Tile.parse(name), confidence) for name, confidence in named.items() if is_face(name)]
    faces = faces[:1] + sorted(faces[1:], key=lambda face: -face[1]) if is_face(reading.tile) else faces
    yield from faces
    known = {tile for tile, _ in faces}
    for tile, confidence in faces:
        twin = Tile(tile.kind, not tile.red) if tile.kind.is_suited and tile.kind.rank == 5 else None
        if twin is not None and twin not in known:
            yield twin, confidence * _COLOUR_DOUBT
