"""Which sets a row of open tiles can be: faces that must fit together, of tiles that the wall can still have given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from tablebridge.game.decoder.face_reading import TilesLeft, candidates
from tablebridge.observation import MeldTile, ReadTile
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind

__all__ = ["SetReading", "all_of", "as_it_lies", "likely_fours", "likely_sets"]

UNLIKELY = 0.01
"""Of a kind that is no candidate of a reading: the shape alone speaks for it."""

_PLAIN = 0.8  # a face so sure is what it is, or nearly always
_OTHER_THAN_PLAIN = 1e-7  # what it might be instead would be among the candidates
_NO_SET = -8.0  # log weight of a row that is no set although all of it is plainly read: rather wait than accuse
_FIFTH = 0.02  # for every tile more than the set has
_RIVAL = 0.05  # a set that much less likely than the best one is no rival
_MOST = 3


@dataclass(frozen=True, slots=True)
class SetReading:
    """A run, a triplet (`PON`) or four of a kind (`KAN_EXPOSED`), its tiles in the order of the row.

    `weight` is the log likelihood of the faces; `confidence` 0..1 is that of the least sure of them.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    weight: float
    confidence: float


def likely_sets(
    row: Sequence[MeldTile],
    left: TilesLeft,
    *,
    called: Tile | None = None,
    called_at: Sequence[int] = (0, 1, 2, 3),
    runs: bool = True,
) -> list[SetReading]:
    """The sets that a row of three or four tiles can be, the likeliest first and only real rivals.

    `called` is the tile it was made with, where that is known (it lies open already, so `left` does not have it); it
    is one of the places `called_at`, counted from the left. A row of another length, or one that is no set by most of
    its faces, is none.
    """
    if len(row) not in (3, 4):
        return []
    places = [place for place in called_at if place < len(row)]
    found = [
        _reading(row, kind, kinds, left, called, places)
        for kind, kinds in _shapes(len(row), runs, called, places)
        if _score(row, kinds) >= UNLIKELY ** (len(row) - 1)
    ]
    return _rivals(found)


def as_it_lies(row: Sequence[MeldTile], *, called: Tile | None = None, taken: int | None = 0) -> SetReading | None:
    """A row that is no set, by its plain faces: three as a run, four as a kan, whatever they are.

    None when a face is not plainly read, or when the tile it was called with is not in it: at the place `taken`, or
    anywhere when that is None.
    """
    faces = [next(iter(candidates(tile.reading)), None) for tile in row]
    if len(row) not in (3, 4) or any(face is None or face[1] < _PLAIN for face in faces):
        return None
    tiles = tuple(face[0] for face in faces if face is not None)
    looked_at = tiles if taken is None else tiles[taken : taken + 1]
    if called is not None and called.kind not in {tile.kind for tile in looked_at}:
        return None
    kinds = {tile.kind for tile in tiles}
    three = MeldKind.PON if len(kinds) == 1 else MeldKind.CHI
    kind = three if len(row) == 3 else MeldKind.KAN_EXPOSED
    sure = min(face[1] for face in faces if face is not None)
    return SetReading(kind, tiles, _NO_SET + len(row) * math.log(sure), sure)


def likely_fours(row: Sequence[MeldTile], left: TilesLeft) -> list[SetReading]:
    """The kinds that four tiles in a row can be of which some lie face down: the likeliest first. None when no face
    can be read."""
    faces = [tile for tile in row if tile.reading.tile != "back"]
    found = []
    for kind in {face.kind for tile in faces for face, _ in candidates(tile.reading)}:
        tiles = tuple(all_of(kind, left))
        missing = 0 if left.has_all(tiles) else 1
        weight = math.log(_score(faces, (kind,) * len(faces)) * _FIFTH**missing)
        sure = max(_likelihood(tile.reading, kind) for tile in faces)
        found.append(SetReading(MeldKind.KAN_CONCEALED, tiles, weight, sure))
    return _rivals(found)


def all_of(kind: TileKind, left: TilesLeft) -> tuple[Tile, ...]:
    """The four tiles of a kind as the set has them, red fives last."""
    red = Tile(kind, red=True) if kind.is_suited and kind.rank == 5 else None
    reds = left.in_set(red) if red is not None else 0
    return (Tile(kind),) * (4 - reds) + ((red,) * reds if red is not None else ())


def _shapes(
    length: int, runs: bool, called: Tile | None, places: Sequence[int]
) -> Iterator[tuple[MeldKind, tuple[TileKind, ...]]]:
    same = MeldKind.PON if length == 3 else MeldKind.KAN_EXPOSED
    for kind in STANDARD_KINDS if called is None else (called.kind,):
        yield same, (kind,) * length
    if length == 3 and runs:
        for kinds in _RUNS:
            if called is None or any(kinds[place] == called.kind for place in places):
                yield MeldKind.CHI, kinds


_RUNS = tuple(
    kinds
    for first in STANDARD_KINDS
    if first.is_suited and first.rank <= 7
    for kinds in permutations(TileKind(first.index + offset) for offset in range(3))
)


def _reading(
    row: Sequence[MeldTile],
    kind: MeldKind,
    kinds: tuple[TileKind, ...],
    left: TilesLeft,
    called: Tile | None,
    places: Sequence[int],
) -> SetReading:
    free, missing = left.copy(), 0
    taken = next((place for place in places if called is not None and kinds[place] == called.kind), None)
    tiles: list[Tile] = []
    for place, (tile, face_kind) in enumerate(zip(row, kinds, strict=True)):
        if place == taken and called is not None:
            tiles.append(called)
            continue
        face = _colour(tile.reading, face_kind, free)
        missing += not free.has(face)
        free.take(face)
        tiles.append(face)
    sure = min(max(_likelihood(tile.reading, one), UNLIKELY) for tile, one in zip(row, kinds, strict=True))
    return SetReading(kind, tuple(tiles), math.log(_score(row, kinds) * _FIFTH**missing), sure)


def _colour(reading: ReadTile, kind: TileKind, free: TilesLeft) -> Tile:
    """The face of that kind which the reading names first and of which one is left."""
    faces = [tile for tile, _ in candidates(reading) if tile.kind == kind] or [Tile(kind)]
    if kind.is_suited and kind.rank == 5:
        faces += [Tile(kind, red) for red in (False, True)]
    return next((tile for tile in faces if free.has(tile)), faces[0])


def _score(row: Iterable[MeldTile], kinds: tuple[TileKind, ...]) -> float:
    score = 1.0
    for tile, kind in zip(row, kinds, strict=True):
        score *= max(_likelihood(tile.reading, kind), _OTHER_THAN_PLAIN)
    return score


def _likelihood(reading: ReadTile, kind: TileKind) -> float:
    found = max((confidence for tile, confidence in candidates(reading) if tile.kind == kind), default=None)
    if found is not None:
        return found
    plain = reading.confidence >= _PLAIN and any(candidates(reading))
    return _OTHER_THAN_PLAIN if plain else UNLIKELY


def _rivals(found: list[SetReading]) -> list[SetReading]:
    found.sort(key=lambda reading: -reading.weight)
    return [one for one in found[:_MOST] if one.weight >= found[0].weight + math.log(_RIVAL)]
