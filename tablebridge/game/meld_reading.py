"""What a meld in the corner is: its kind from the way it lies, its tiles from faces that must fit together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from tablebridge.game.face_reading import TilesLeft, candidates
from tablebridge.observation import MeldTile, ReadTile
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind

__all__ = ["MeldReading", "is_concealed_kan", "read_concealed_kan", "read_open_meld"]

_UNLIKELY = 0.01  # a kind that is no candidate of a reading: shape alone speaks for it
_SIDEWAYS_OF_THREE = (Relation.LEFT, Relation.ACROSS, Relation.RIGHT)
_SIDEWAYS_OF_FOUR = (Relation.LEFT, Relation.ACROSS, Relation.ACROSS, Relation.RIGHT)  # RL-C08: either middle


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A meld as read, how sure (0..1) its least sure face is, and the log likelihood of its faces."""

    meld: Meld
    confidence: float
    weight: float = 0.0


def is_concealed_kan(tiles: tuple[MeldTile, ...]) -> bool:
    """Four in a row with some turned down: nothing was called."""
    return len(tiles) == 4 and any(tile.reading.tile == "back" for tile in tiles) and not _sideways(tiles)


def read_concealed_kan(tiles: tuple[MeldTile, ...], rulebook: Rulebook, left: TilesLeft) -> MeldReading | None:
    """The concealed kan of a row of four; None when no face can be read."""
    faces = [tile.reading for tile in tiles if tile.reading.tile != "back"]
    best = max(
        (kind for kind in STANDARD_KINDS if left.has_all(_all_of(kind, rulebook))),
        key=lambda kind: _product([_likelihood(face, kind) for face in faces]),
        default=None,
    )
    if best is None or not faces or max(_likelihood(face, best) for face in faces) <= _UNLIKELY:
        return None
    sure = max(_likelihood(face, best) for face in faces)
    return MeldReading(Meld(MeldKind.KAN_CONCEALED, _all_of(best, rulebook)), sure)


def read_open_meld(
    tiles: tuple[MeldTile, ...], owner: Seat, called: Tile | None, rulebook: Rulebook, left: TilesLeft
) -> MeldReading | None:
    """The chi, pon or exposed kan that was laid; of an added kan the pon below it.

    `called` is the tile it was made with where that is known (it lies in no river any more, so `left` does not count
    it); None reads the sideways tile's face. The discarder is told by the sideways tile's place. None when the row
    can be no meld.
    """
    row = tuple(tile for tile in tiles if not tile.stacked)
    turned = _sideways(row)
    if len(row) not in (3, 4) or len(turned) > 1:
        return None
    at = turned[0] if turned else None
    readings = [_same(row, called, rulebook, at)]
    if len(row) == 3:
        readings += _runs(row, called, at)
    best = max((reading for reading in readings if reading is not None), key=lambda pair: pair[0], default=None)
    if best is None:
        return None
    weight, kind, kinds = best
    if weight < _UNLIKELY ** (len(row) - 1):
        return None
    return _finish(row, owner, kind, kinds, at, called, rulebook, left)


_Shape = tuple[float, MeldKind, tuple[TileKind, ...]]
"""How likely, what, and the kind of each tile of the row from left to right."""


def _same(row: tuple[MeldTile, ...], called: Tile | None, rulebook: Rulebook, at: int | None) -> _Shape | None:
    act = MeldKind.PON if len(row) == 3 else MeldKind.KAN_EXPOSED
    options = STANDARD_KINDS if called is None else (called.kind,)
    shapes = [
        (_product([_likelihood(tile.reading, kind) for tile in row]), act, (kind,) * len(row)) for kind in options
    ]
    return max(shapes, key=lambda shape: shape[0])


def _runs(row: tuple[MeldTile, ...], called: Tile | None, at: int | None) -> list[_Shape]:
    place = 0 if at is None else at  # RL-C05: the called tile is the leftmost
    shapes = []
    for first in STANDARD_KINDS:
        if not first.is_suited or first.rank > 7:
            continue
        run = tuple(TileKind(first.index + offset) for offset in range(3))
        if called is not None and called.kind not in run:
            continue
        for kinds in permutations(run):
            if called is None or kinds[place] == called.kind:
                weight = _product([_likelihood(tile.reading, kind) for tile, kind in zip(row, kinds, strict=True)])
                shapes.append((weight, MeldKind.CHI, kinds))
    return shapes


def _finish(
    row: tuple[MeldTile, ...],
    owner: Seat,
    kind: MeldKind,
    kinds: tuple[TileKind, ...],
    at: int | None,
    called: Tile | None,
    rulebook: Rulebook,
    left: TilesLeft,
) -> MeldReading:
    """Chooses the colours of fives, sets the called tile apart, and names the discarder."""
    places = _SIDEWAYS_OF_THREE if len(row) == 3 else _SIDEWAYS_OF_FOUR
    relation = Relation.LEFT if kind is MeldKind.CHI else places[at] if at is not None else None
    taken = 0 if at is None else at
    free = left.copy()
    if called is None:
        called = _colour(row[taken].reading, kinds[taken], free)
    if kind is MeldKind.KAN_EXPOSED:
        own = list(_all_of(called.kind, rulebook))
        own.remove(called if called in own else own[0])
    else:
        own = [_colour(row[i].reading, kinds[i], free) for i in range(len(row)) if i != taken]
    sure = min(max(_likelihood(tile.reading, kind_), _UNLIKELY) for tile, kind_ in zip(row, kinds, strict=True))
    giver = owner.after(relation.value) if relation else None
    return MeldReading(Meld(kind, tuple(own), called, giver), sure)


def _colour(reading: ReadTile, kind: TileKind, free: TilesLeft) -> Tile:
    """The face of that kind which the reading names first and of which one is left."""
    faces = [tile for tile, _ in candidates(reading) if tile.kind == kind] or [Tile(kind)]
    if kind.is_suited and kind.rank == 5:
        faces += [Tile(kind, red) for red in (False, True)]
    face = next((tile for tile in faces if free.has(tile)), faces[0])
    free.take(face)
    return face


def _all_of(kind: TileKind, rulebook: Rulebook) -> tuple[Tile, ...]:
    """The four tiles of a kind as the rulebook's set has them, red fives last."""
    red = rulebook.red_count(Tile(kind, red=True)) if kind.is_suited and kind.rank == 5 else 0
    return (Tile(kind),) * (4 - red) + ((Tile(kind, red=True),) * red if red else ())


def _likelihood(reading: ReadTile, kind: TileKind) -> float:
    return max((confidence for tile, confidence in candidates(reading) if tile.kind == kind), default=_UNLIKELY)


def _product(values: list[float]) -> float:
    product = 1.0
    for value in values:
        product *= max(value, _UNLIKELY)
    return product


def _sideways(tiles: tuple[MeldTile, ...]) -> list[int]:
    return [place for place, tile in enumerate(tiles) if tile.sideways and not tile.stacked]
