"""Counts of all faces in one integer."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.tile import ALL_TILES, RED_LANES, STANDARD_KINDS, Tile, TileKind
from tablebridge_rules.tile_counts import KIND_COPIES, above, count_of, lane, limits, unpacked

SETS = limits((*KIND_COPIES, 1, 2, 1))


@given(st.lists(st.sampled_from(ALL_TILES), max_size=300))
def test_a_count_is_that_of_a_counter(tiles: list[Tile]) -> None:
    kinds = Counter(tile.kind for tile in tiles)
    reds = Counter(str(tile) for tile in tiles if tile.red)
    count = count_of(tiles)
    assert unpacked(count) == tuple(kinds[TileKind(index)] for index in range(42))
    assert [lane(count, RED_LANES + place) for place in range(3)] == [reds[name] for name in ("0m", "0p", "0s")]
    many = [kind for kind in range(42) if kinds[TileKind(kind)] > KIND_COPIES[kind]]
    surplus = [RED_LANES + at for at, most in enumerate((1, 2, 1)) if reds[("0m", "0p", "0s")[at]] > most]
    assert list(above(count, SETS)) == [*many, *surplus]


def test_a_whole_set_has_nothing_above_it() -> None:
    whole = [Tile(kind) for kind in STANDARD_KINDS for _ in range(4)]
    assert above(count_of(whole), SETS) == ()
    assert above(count_of([*whole, Tile.parse("9m")]), SETS) == (8,)
