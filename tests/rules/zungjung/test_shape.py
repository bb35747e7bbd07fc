"""Readings, distance, waits and useful tiles, against plain searches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.decompose import Form
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import count_kinds
from tablebridge_rules.zungjung.shape import (
    completes,
    decompose,
    is_complete,
    pairs_shanten,
    shanten,
    useful_tiles,
    waits,
)
from tablebridge_rules.zungjung.wall import TILE_SET
from tablebridge_rules.zungjung.win import Win


def names(kinds: frozenset[object]) -> str:
    return " ".join(sorted(map(str, kinds)))


@pytest.mark.parametrize(
    ("tiles", "distance"),
    [
        pytest.param("123m456m222p78s55p", 0, id="ZJ-R10 waiting"),
        pytest.param("123m456m222p789s55p", -1, id="complete"),
        pytest.param("1111m2222p3333s4z", 0, id="ZJ-S44 four of a kind are two pairs"),
        pytest.param("1111m2222p3333s44z", -1, id="ZJ-S44 complete with fours"),
        pytest.param("19m19p19s1234567z", 0, id="ZJ-S43 thirteen-sided"),
        pytest.param("19m19p19s1234567z5m", 0, id="ZJ-S43 a simple tile completes nothing"),
        pytest.param("147m258p369s1234z", 6, id="far away"),
    ],
)
def test_the_distance_to_a_hand(tiles: str, distance: int) -> None:
    assert shanten(count_kinds(parse_tiles(tiles))) == distance


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        pytest.param("123m456m222p78s55p", (), "6s 9s", id="ZJ-R10 the example"),
        pytest.param("1112345678999m", (), "1m 2m 3m 4m 5m 6m 7m 8m 9m", id="ZJ-S06 nine-sided"),
        pytest.param("19m19p19s1234567z", (), "1m 1p 1s 1z 2z 3z 4z 5z 6z 7z 9m 9p 9s", id="ZJ-S43 thirteen"),
        pytest.param("22s66m11p77p55z33z4z", (), "4z", id="ZJ-S44 seven pairs"),
        pytest.param("9s", ("ankan:1111m", "pon:888s<left", "kakan:3333p<left", "chi:456m<left"), "9s", id="one tile"),
        pytest.param("4m", ("ankan:1111m", "pon:888s<left", "kakan:3333p<left", "pon:444m<left"), "", id="the fifth"),
        pytest.param("147m258p369s1234z", (), "", id="not ready"),
    ],
)
def test_what_completes_a_hand(tiles: str, melds: tuple[str, ...], expected: str) -> None:
    laid = [parse_meld(text).meld(Seat.B) for text in melds]
    found = waits(parse_tiles(tiles), laid)
    assert names(frozenset(found)) == expected
    assert all(is_complete((*parse_tiles(tiles), Tile(kind)), laid) for kind in found)


def test_useful_tiles_bring_a_hand_nearer() -> None:
    assert names(frozenset(useful_tiles(parse_tiles("123m456m222p78s55p")))) == "6s 9s"
    assert names(frozenset(useful_tiles(parse_tiles("123m456m222p7s5p29s")))) == "2s 5p 8s"


def test_four_alike_are_two_pairs_zj_s44() -> None:
    readings = decompose(Win(parse_tiles("22224466m33p55s7z"), Tile.parse("7z"), Wind.SOUTH))
    assert [reading.form for reading in readings] == [Form.SEVEN_PAIRS]
    assert len(readings[0].groups) == 7
    assert pairs_shanten(count_kinds(parse_tiles("22224466m33p55s7z"))) == 0


def test_a_declared_kan_is_no_two_pairs_zj_s44() -> None:
    kan = parse_meld("ankan:2222m").meld(Seat.B)
    assert decompose(Win(parse_tiles("4466m33p55s77z"), Tile.parse("1z"), Wind.SOUTH, (kan,))) == ()


def test_thirteen_terminals_need_a_second_copy_zj_s43() -> None:
    hand = parse_tiles("19m19p19s1234567z")
    assert [one.form for one in decompose(Win(hand, Tile.parse("7z"), Wind.SOUTH))] == [Form.THIRTEEN_ORPHANS]
    assert decompose(Win(hand, Tile.parse("5m"), Wind.SOUTH)) == ()


def standard(counts: list[int], pairs: int) -> Iterator[None]:
    """Every way to use up the tiles in sets and so many pairs, by trying each group on the first tile."""
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        if pairs == 0:
            yield None
        return
    for size, uses_pair in ((3, False), (2, True)):
        if counts[first] >= size and pairs >= uses_pair:
            counts[first] -= size
            yield from standard(counts, pairs - uses_pair)
            counts[first] += size
    if first < 27 and first % 9 <= 6 and counts[first + 1] and counts[first + 2]:
        for index in (first, first + 1, first + 2):
            counts[index] -= 1
        yield from standard(counts, pairs)
        for index in (first, first + 1, first + 2):
            counts[index] += 1


def complete_by_search(tiles: list[Tile]) -> bool:
    counts = list(count_kinds(tiles))
    pairs = all(count % 2 == 0 for count in counts)
    orphans = {tile.kind for tile in tiles} == {kind for kind in STANDARD_KINDS if not kind.is_simple}
    return pairs or orphans or any(True for _ in standard(counts, 1))


@st.composite
def nearly_complete(draw: st.DrawFn) -> list[Tile]:
    """Thirteen tiles of few kinds, so that many of them wait."""
    first = 9 * draw(st.integers(0, 2))
    kinds = {*range(first, first + 9), draw(st.integers(0, 33))}
    pool = [tile for tile in TILE_SET if tile.kind.index in kinds]
    return random.Random(draw(st.integers(0, 10**9))).sample(pool, 13)


@given(nearly_complete())
def test_waits_agree_with_a_plain_search(tiles: list[Tile]) -> None:
    held = count_kinds(tiles)
    found = {kind for kind in STANDARD_KINDS if held[kind.index] < 4 and complete_by_search([*tiles, Tile(kind)])}
    assert waits(tiles) == found
    assert (shanten(held) == 0) == bool(found)
    for kind in found:
        assert decompose(Win(tuple(tiles), Tile(kind), Wind.SOUTH))


@given(nearly_complete())
def test_a_ready_hand_is_one_useful_tile_from_complete(tiles: list[Tile]) -> None:
    if waits(tiles):
        assert useful_tiles(tiles) == waits(tiles)
    else:
        kind = next(iter(useful_tiles(tiles)))
        assert shanten(count_kinds([*tiles, Tile(kind)])) == shanten(count_kinds(tiles)) - 1


def test_what_completes_a_hand_zj_r10() -> None:
    """As `is_complete` says of all the tiles; nothing does with too few, nor beside a flower."""
    hand = parse_tiles("123m456m222p78s55p")
    for tile in set(TILE_SET):
        assert completes(tile, hand) is is_complete((*hand, tile))
    pon = parse_meld("pon:777z<left").meld(Seat.B)
    assert completes(Tile.parse("9s"), parse_tiles("123m222p78s55p"), (pon,))
    assert not completes(Tile.parse("9s"), hand[1:])
    assert not completes(Tile.parse("1f"), hand)
    assert not completes(Tile.parse("9s"), (*hand[1:], Tile.parse("1f")))
    assert not is_complete((*hand, Tile.parse("1f")))
