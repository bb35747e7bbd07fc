"""All ways to read a complete hand, how far a hand is from one, and on what it waits.

A hand is four sets and a pair, seven pairs, of which four of a kind may be two (ZJ-S44), or thirteen terminals
(ZJ-S43).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tablebridge_rules.decompose import Form, Group, Reading, Shape, Wait, standard_readings
from tablebridge_rules.meld import Meld
from tablebridge_rules.tile import STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.waits import COMPLETE, count_kinds, orphans_shanten, standard_shanten
from tablebridge_rules.zungjung.win import HAND_TILES, Win

__all__ = ["completes", "decompose", "is_complete", "pairs_shanten", "shanten", "useful_tiles", "waits"]

_PAIRS = 7
_COPIES = 4


def decompose(win: Win) -> tuple[Reading, ...]:
    """Every reading of the win's tiles; none when they are no complete hand.

    Raises `WinError` when the win has a wrong number of tiles or another problem.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> from tablebridge_rules.seat import Wind
    >>> hand, tile = parse_tiles("223344556677m8p"), parse_tiles("8p")[0]
    >>> [reading.form.value for reading in decompose(Win(hand, tile, Wind.SOUTH))]
    ['standard', 'seven_pairs']
    """
    win.require_possible()
    counts = count_kinds(win.standing)
    found = dict.fromkeys(standard_readings(counts, win.melds, win.winning_tile.kind, by_self_draw=win.by_self_draw))
    if not win.melds:
        found.update(dict.fromkeys(_irregular_readings(counts)))
    return tuple(found)


def _irregular_readings(counts: tuple[int, ...]) -> Iterator[Reading]:
    if all(count % 2 == 0 for count in counts):
        kinds = [kind for kind in STANDARD_KINDS for _ in range(counts[kind.index] // 2)]
        yield Reading(Form.SEVEN_PAIRS, tuple(Group(Shape.PAIR, kind) for kind in kinds), Wait.PAIR)
    if orphans_shanten(counts) == COMPLETE:
        yield Reading(Form.THIRTEEN_ORPHANS, (), Wait.ORPHAN)


def is_complete(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> bool:
    """Whether standing tiles (14 less 3 a meld) and melds are a complete hand; with a flower they are none."""
    if _has_flower(tiles):
        return False
    return shanten(count_kinds(tiles), len(melds)) == COMPLETE


def completes(tile: Tile, standing: Sequence[Tile], melds: Sequence[Meld] = ()) -> bool:
    """Whether `tile` makes a complete hand of standing tiles (13 less 3 a meld); what a hand waits for is kept.

    A tile that is none of the 136 completes nothing, nor does one beside it.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> completes(Tile.parse("9s"), parse_tiles("123m456m222p78s55p"))
    True
    """
    if len(standing) + 3 * len(melds) != HAND_TILES or _has_flower(standing):
        return False
    return tile.kind in _waits(count_kinds(standing), len(melds))


def _has_flower(tiles: Sequence[Tile]) -> bool:
    return any(tile.kind.is_flower for tile in tiles)


def shanten(counts: Sequence[int], melds: int = 0) -> int:
    """Tiles that must still be exchanged before the hand is ready: 0 ready, -1 complete.

    `counts` are the 34 counts of the standing tiles (13 or 14 less 3 a meld), `melds` the number of melds.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> [shanten(count_kinds(parse_tiles(text))) for text in ("1111m2222p3333s4z", "123m456p789s11z235s")]
    [0, 0]
    """
    best = standard_shanten(counts, melds)
    return best if melds else min(best, pairs_shanten(counts), orphans_shanten(counts))


def pairs_shanten(counts: Sequence[int]) -> int:
    """The shanten towards seven pairs, four of a kind being two of them (ZJ-S44)."""
    missing = _PAIRS - sum(count // 2 for count in counts)
    singles = sum(count % 2 for count in counts)
    return missing + max(0, missing - singles) - 1


def waits(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> frozenset[TileKind]:
    """The kinds that complete standing tiles one short of a hand (ZJ-R10); empty when they are not ready.

    A kind of which the own hand and melds hold all four copies is no wait.

    >>> from tablebridge_rules.notation import parse_tiles
    >>> sorted(map(str, waits(parse_tiles("123m456m222p78s55p"))))
    ['6s', '9s']
    """
    held = _held(tiles, melds)
    return frozenset(kind for kind in _waits(count_kinds(tiles), len(melds)) if held[kind.index] < _COPIES)


def useful_tiles(tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> frozenset[TileKind]:
    """The kinds that bring standing tiles (13 less 3 a meld) one step nearer to a hand; the waits when it is ready."""
    held = _held(tiles, melds)
    return frozenset(kind for kind in _nearer(count_kinds(tiles), len(melds)) if held[kind.index] < _COPIES)


def _held(tiles: Sequence[Tile], melds: Sequence[Meld]) -> tuple[int, ...]:
    return count_kinds((*tiles, *(tile for meld in melds for tile in meld.tiles)))


@lru_cache(maxsize=1 << 14)
def _waits(counts: tuple[int, ...], melds: int) -> frozenset[TileKind]:
    # a draw changes the distance by one at most, so only a ready hand has a tile that completes it
    return _nearer(counts, melds) if shanten(counts, melds) == COMPLETE + 1 else frozenset()


@lru_cache(maxsize=1 << 14)
def _nearer(counts: tuple[int, ...], melds: int) -> frozenset[TileKind]:
    before = shanten(counts, melds)
    return frozenset(
        kind
        for kind in STANDARD_KINDS
        if counts[kind.index] < _COPIES
        and shanten((*counts[: kind.index], counts[kind.index] + 1, *counts[kind.index + 1 :]), melds) < before
    )
