"""Shanten, waits and useful tiles of sixteen tiles, against plain searches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.taiwan.waits import flowers_missing, is_complete, shanten, shape_waits, useful_tiles, waits
from tablebridge_rules.taiwan.wall import TILE_SET
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import count_kinds

PLAIN = [tile for tile in TILE_SET if not tile.kind.is_flower]


def names(kinds: frozenset[object]) -> str:
    return " ".join(sorted(map(str, kinds)))


@pytest.mark.parametrize(
    ("tiles", "distance"),
    [
        ("123m456m789m123p67s22p", 0),
        ("123m456m789m123p678s22p", -1),
        ("123m456m789m123p6s29p3z", 2),
        ("147m258p369s1234567z", 10),
        ("111122223333444m5z", 0),
        ("1m", 0),
        ("11m", -1),
    ],
)
def test_the_distance_to_a_hand(tiles: str, distance: int) -> None:
    counts = count_kinds(parse_tiles(tiles))
    assert shanten(counts, 5 - sum(counts) // 3) == distance


@pytest.mark.parametrize(
    ("tiles", "by_shape", "live"),
    [
        pytest.param("123m456m789p34567s22p", "2s 5s 8s", "2s 5s 8s", id="TW-S41 three-sided"),
        pytest.param("123m456m789p123s67s22p", "5s 8s", "5s 8s", id="TW-S13 two-sided"),
        pytest.param("46m789m123p456p99s888s", "5m", "5m", id="TW-S02 closed"),
        pytest.param("1111m", "1m", "", id="TW-S02 the fifth copy"),
        pytest.param("1111z", "1z", "", id="TW-S02 the fifth copy of an honour"),
        pytest.param("1111z55p9s", "", "", id="TW-S02 a fifth copy that makes a second pair"),
        pytest.param("3334m45m99s", "", "", id="not waiting"),
        pytest.param("123m456m789p123s67s2p1f", "", "", id="TW-S37 a flower kept in the hand"),
        pytest.param("12m", "", "", id="no number of tiles that waits"),
        pytest.param("1m9p5s7z", "", "", id="far away"),
    ],
)
def test_what_completes_a_hand(tiles: str, by_shape: str, live: str) -> None:
    standing = parse_tiles(tiles)
    assert names(frozenset(shape_waits(standing))) == by_shape
    assert names(frozenset(waits(standing))) == live


def test_useful_tiles_bring_a_hand_nearer() -> None:
    assert names(frozenset(useful_tiles(parse_tiles("123m456m789p123s67s22p")))) == "5s 8s"
    assert names(frozenset(useful_tiles(parse_tiles("123m456m789p123s6s22p4z")))) == "2p 4s 4z 5s 6s 7s 8s"
    assert names(frozenset(useful_tiles(parse_tiles("9m"), melds=5))) == "9m"
    assert Tile.parse("1m").kind not in useful_tiles(parse_tiles("1111m"), melds=4)


@pytest.mark.parametrize(
    ("tiles", "melds", "complete"),
    [
        pytest.param("123m456m789p123s678s22p", 0, True, id="TW-R25 five sets and a pair"),
        pytest.param("123m456m789p123s22p", 1, True, id="TW-R25 and one of them a meld"),
        pytest.param("123m456m789p123s22p", 0, False, id="TW-R25 four sets are too few"),
        pytest.param("123m456m789p123s679s22p", 0, False, id="TW-R25 not five sets"),
        pytest.param("", 0, False, id="TW-R25 nothing"),
        pytest.param("123m456m789p123s67s22p1f", 0, False, id="TW-S37 a flower kept in the hand"),
    ],
)
def test_what_is_complete(tiles: str, melds: int, complete: bool) -> None:
    assert is_complete(parse_tiles(tiles), melds) is complete


def test_seven_flowers_are_a_win_tw_s24() -> None:
    assert [flowers_missing(parse_tiles(text)) for text in ("", "1234f", "1234f123g", "1234f1234g")] == [7, 3, 0, 0]


def readings(counts: list[int], pairs: int) -> Iterator[None]:
    """Every way to use up the tiles in sets and so many pairs, by trying each group on the first tile."""
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        if pairs == 0:
            yield None
        return
    for size, uses_pair in ((3, False), (2, True)):
        if counts[first] >= size and pairs >= uses_pair:
            counts[first] -= size
            yield from readings(counts, pairs - uses_pair)
            counts[first] += size
    if first < 27 and first % 9 <= 6 and counts[first + 1] and counts[first + 2]:
        for index in (first, first + 1, first + 2):
            counts[index] -= 1
        yield from readings(counts, pairs)
        for index in (first, first + 1, first + 2):
            counts[index] += 1


def complete_by_search(tiles: list[Tile]) -> bool:
    return any(True for _ in readings(list(count_kinds(tiles)), 1))


@st.composite
def nearly_complete(draw: st.DrawFn) -> list[Tile]:
    """Sixteen tiles of few kinds, so that many of them wait."""
    first = 9 * draw(st.integers(0, 2))
    kinds = {*range(first, first + 9), draw(st.integers(0, 33))}
    pool = [tile for tile in PLAIN if tile.kind.index in kinds]
    return random.Random(draw(st.integers(0, 10**9))).sample(pool, 16)


@given(nearly_complete())
def test_waits_agree_with_a_plain_search(tiles: list[Tile]) -> None:
    found = {kind for kind in STANDARD_KINDS if complete_by_search([*tiles, Tile(kind)])}
    assert shape_waits(tiles) == found
    held = count_kinds(tiles)
    live = {kind for kind in found if held[kind.index] < 4}
    assert waits(tiles) == live
    assert (shanten(held) <= 0) == bool(live)


@given(nearly_complete())
def test_a_ready_hand_is_one_useful_tile_from_complete(tiles: list[Tile]) -> None:
    if shanten(count_kinds(tiles)) == 0:
        assert useful_tiles(tiles) == waits(tiles)


def test_distance_one_agrees_with_every_exchange() -> None:
    """A small search: a hand is one step away exactly when exchanging one tile makes it wait."""
    chance = random.Random(20091)
    for _ in range(6):
        standing = chance.sample([tile for tile in PLAIN if tile.kind.index < 9], 7)
        counts = count_kinds(standing)
        if shanten(counts, 3) < 1:
            continue
        exchanged = (
            [*rest, Tile(kind)]
            for rest in combinations(standing, 6)
            for kind in STANDARD_KINDS[:9]
            if counts[kind.index] < 4
        )
        reaches = any(shanten(count_kinds(tiles), 3) == 0 for tiles in exchanged)
        assert (shanten(counts, 3) == 1) == reaches
