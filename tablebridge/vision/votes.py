"""Several readings of one tile made one."""

from __future__ import annotations

from collections import defaultdict

from tablebridge.observation import ReadTile
from tablebridge.vision.reading import TileReading

__all__ = ["SURE", "UNKNOWN", "Votes", "unknown"]

UNKNOWN = "?"
"""The name of a tile whose face cannot be read."""

SURE = 0.9
"""A single reading at least this sure needs no second look."""
_ENOUGH = 3
_CANDIDATES = 5


class Votes:
    """Readings of the same tile from frames that show it lying still, averaged."""

    def __init__(self) -> None:
        self._sums: dict[str, float] = defaultdict(float)
        self._count = 0

    def add(self, reading: TileReading) -> None:
        """Takes one more reading."""
        self._count += 1
        for tile, confidence in reading.candidates:
            self._sums[tile] += confidence

    @property
    def decided(self) -> bool:
        """True when another look would not help: the readings are sure, or there are enough of them."""
        return self._count >= _ENOUGH or (self._count > 0 and self.result().confidence >= SURE)

    def result(self) -> ReadTile:
        """The best name with its mean confidence. Raises `ValueError` before the first reading."""
        ranked = sorted(self._sums.items(), key=lambda item: -item[1])[:_CANDIDATES]
        if not ranked:
            raise ValueError("nothing was read yet")
        candidates = tuple((tile, round(min(total / self._count, 1.0), 6)) for tile, total in ranked)
        return ReadTile(candidates[0][0], candidates[0][1], candidates)


def unknown(reading: TileReading | ReadTile) -> ReadTile:
    """A tile that is certainly there though its face was not read; what was guessed stays among the candidates."""
    return ReadTile(UNKNOWN, 0.0, reading.candidates)
