"""How far sixteen tiles are from five sets and a pair, and on what they wait. No other shape is a hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tablebridge_rules.decompose import standard_readings
from tablebridge_rules.taiwan.win import HAND_TILES, SETS
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.waits import READY, count_kinds, standard_shanten

__all__ = ["flowers_missing", "is_complete", "shanten", "shape_waits", "useful_tiles", "waits"]

_COPIES = 4


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """Tiles that must still be exchanged before the hand is ready: 0 ready, -1 complete.

    `counts` are the 34 counts of the standing tiles (16 or 17 less 3 a meld), `melds` the number of melds.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> shanten(count_kinds(parse_tiles("123m456m789p123s67s22p")))
    0
    """
    return standard_shanten(counts, melds, SETS)


def is_complete(tiles: Iterable[Tile], melds: int) -> bool:
    """Whether standing tiles with the winning one are a pair and the sets that `melds` leave to be made (TW-R25).

    A hand with a flower kept in it is none.
    """
    counts = _counts(tiles)
    return counts is not None and sum(counts) == HAND_TILES + 1 - 3 * melds and _is_complete(counts)


def shape_waits(tiles: Iterable[Tile]) -> frozenset[TileKind]:
    """The kinds that complete standing tiles by their shape, even one of which all four copies are held (TW-S02).

    Standing tiles tell by their number how many melds there are. With a flower kept among them they wait for nothing.
    """
    counts = _counts(tiles)
    return frozenset() if counts is None else _shape_waits(counts)


def waits(tiles: Iterable[Tile]) -> frozenset[TileKind]:
    """The kinds that complete standing tiles, without those of which the standing tiles hold all four copies.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> sorted(map(str, waits(parse_tiles("123m456m789p34567s22p"))))
    ['2s', '5s', '8s']
    """
    held = tuple(tiles)
    kinds = [tile.kind for tile in held]
    return frozenset(kind for kind in shape_waits(held) if kinds.count(kind) < _COPIES)


def useful_tiles(tiles: Iterable[Tile], melds: int = 0) -> frozenset[TileKind]:
    """The kinds that bring standing tiles (16 less 3 a meld) one step nearer to a hand; the waits when it is ready.

    Raises `ValueError` for a flower among them: set those aside first.
    """
    counts = count_kinds(tiles)
    before = shanten(counts, melds)
    found = []
    for kind in STANDARD_KINDS:
        index = kind.index
        if counts[index] < _COPIES:
            drawn = (*counts[:index], counts[index] + 1, *counts[index + 1 :])
            if shanten(drawn, melds) < before:
                found.append(kind)
    return frozenset(found)


def flowers_missing(flowers: Iterable[Tile]) -> int:
    """How many flowers are missing from a win by flowers: 0 for seven or eight (TW-S24, TW-S25)."""
    return max(0, 7 - len(set(flowers)))


def _counts(tiles: Iterable[Tile]) -> tuple[int, ...] | None:
    """The counts of standing tiles, None when a flower is kept among them."""
    held = tuple(tiles)
    return None if any(tile.kind.is_flower for tile in held) else count_kinds(held)


@lru_cache(maxsize=1 << 14)
def _is_complete(counts: tuple[int, ...]) -> bool:
    # the winning kind only places the reading: any kind of the hand will do
    held = next(kind for kind in STANDARD_KINDS if counts[kind.index])
    return any(standard_readings(counts, (), held, by_self_draw=True))


@lru_cache(maxsize=1 << 14)
def _shape_waits(counts: tuple[int, ...]) -> frozenset[TileKind]:
    # one tile in three is over beside the sets and the pair, so a wait needs 3n + 1 tiles
    if sum(counts) % 3 != 1 or _too_far(counts):
        return frozenset()
    return frozenset(
        kind
        for kind in STANDARD_KINDS
        if _is_complete((*counts[: kind.index], counts[kind.index] + 1, *counts[kind.index + 1 :]))
    )


def _too_far(counts: tuple[int, ...]) -> bool:
    """A quick no: a hand that waits on a fifth copy only is one step away when copies are counted."""
    return shanten(counts, SETS - sum(counts) // 3) > READY + 1
