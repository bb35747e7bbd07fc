"""Distance and waits, against worked hands and against the readings of complete hands."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tablebridge_rules.waits as waits_module
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.riichi.readings import decompose
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import (
    count_kinds,
    live_waits,
    orphans_shanten,
    pairs_shanten,
    shanten,
    standard_shanten,
    waits,
)

WALL = tuple(Tile(kind) for kind in STANDARD_KINDS for _ in range(4))


@pytest.mark.parametrize(
    ("text", "melds", "expected"),
    [
        ("123m456p789s11222z", 0, -1),
        ("123m456p789s1122z", 0, 0),
        ("123m456p78s11222z", 0, 0),
        ("123m456p78s1122z", 0, 1),
        ("147m258p369s1234z", 0, 6),
        ("147m258p369s12345z", 0, 6),
        ("19m19p19s1234567z", 0, 0),
        ("19m19p19s12345677z", 0, -1),
        ("1122335577m11p1z", 0, 0),
        ("1122335577m19p1z", 0, 1),
        ("1111m222333444z", 0, 1),
        ("11m", 4, -1),
        ("1m", 4, 0),
        ("1234m", 3, 0),
        ("1122z", 3, 0),
        ("1357m", 3, 1),
        ("1122335577m", 1, 0),
        ("0556m123p", 2, 0),
    ],
)
def test_shanten(text: str, melds: int, expected: int) -> None:
    assert shanten(count_kinds(parse_tiles(text)), melds) == expected


@pytest.mark.parametrize(
    ("text", "standard", "pairs", "orphans"),
    [
        ("1122m3344p5566s77z", 3, -1, 10),
        ("1111m2222p3333s77z", 1, 5, 10),
        ("19m19p19s12345677z", 7, 5, -1),
        ("123m456p789s11222z", -1, 4, 8),
    ],
)
def test_the_three_shapes_apart(text: str, standard: int, pairs: int, orphans: int) -> None:
    counts = count_kinds(parse_tiles(text))
    assert (standard_shanten(counts), pairs_shanten(counts), orphans_shanten(counts)) == (standard, pairs, orphans)


@pytest.mark.parametrize(
    ("text", "melds", "expected"),
    [
        ("123m456p789s1122z", 0, "1z2z"),
        ("111m222m333m4445m", 0, "2m3m4m5m6m"),
        ("1112345678999m", 0, "1m2m3m4m5m6m7m8m9m"),
        ("19m19p19s1234567z", 0, "1m9m1p9p1s9s1z2z3z4z5z6z7z"),
        ("1122335577m11p1z", 0, "1z"),
        ("1111m222333444z", 0, ""),
        ("78m456p45699s", 1, "6m9m"),
        ("123m456p78s1122z", 0, ""),
        ("340m", 3, ""),
        ("3406m", 3, "3m6m"),
    ],
)
def test_waits(text: str, melds: int, expected: str) -> None:
    assert waits(parse_tiles(text), melds) == {tile.kind for tile in parse_tiles(expected)}


def test_formal_readiness_needs_no_yaku_rl_x14() -> None:
    meld = parse_meld("chi:123m<left").meld(Seat.A)
    assert live_waits(parse_tiles("78m456p45699s"), (meld,)) == {tile.kind for tile in parse_tiles("6m9m")}


def test_a_wait_that_is_all_in_the_own_melds_is_dead_rl_x14() -> None:
    meld = parse_meld("ankan:9999m").meld(Seat.A)
    assert waits(parse_tiles("78m456p45699s"), 1) == {tile.kind for tile in parse_tiles("69m")}
    assert live_waits(parse_tiles("78m456p45699s"), (meld,)) == {tile.kind for tile in parse_tiles("6m")}


def test_flowers_have_no_place_in_a_shape() -> None:
    with pytest.raises(ValueError, match="1f is no part of a hand's shape"):
        count_kinds(parse_tiles("1f"))


@given(st.permutations(WALL))
def test_one_tile_changes_the_distance_by_one_at_most(wall: list[Tile]) -> None:
    before = shanten(count_kinds(wall[:13]))
    after = shanten(count_kinds(wall[:14]))
    assert before - 1 <= after <= before


complete = st.tuples(
    st.lists(st.sampled_from([(0, 1, 2), (0, 0, 0)]), min_size=4, max_size=4),
    st.lists(st.integers(0, 26), min_size=5, max_size=5),
)


@given(complete)
def test_a_wait_is_exactly_a_tile_that_completes_a_hand(parts: tuple[list[tuple[int, ...]], list[int]]) -> None:
    shapes, firsts = parts
    indices = list(
        chain.from_iterable(
            [min(first, first // 9 * 9 + 6) + step for step in shape] if shape[1] else [first] * 3
            for shape, first in zip(shapes, firsts, strict=False)
        )
    )
    indices += [firsts[4]] * 2
    counts = [indices.count(index) for index in range(34)]
    assume(max(counts) <= 4)
    standing = tuple(Tile(STANDARD_KINDS[index]) for index in indices[:-1])
    found = {
        kind
        for kind in STANDARD_KINDS
        if count_kinds(standing)[kind.index] < 4 and decompose(Win(standing, Tile(kind), Wind.EAST, Wind.EAST))
    }
    assert STANDARD_KINDS[indices[-1]] in found
    assert waits(standing) == found


def test_suits_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waits_module, "_MOST_SUITS", 2)
    suits = waits_module._Remembered(1, waits_module._suit_costs)
    counts = [(1, 1, 1, 0, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0, 0)]
    costs = [(suits[count].costs, len(suits)) for count in counts]
    # no set, one set, the pair alone, and both
    assert costs == [((0, 0, 1, 2), 1), ((0, 1, 0, 3), 2), ((0, 2, 1, 4), 1)]
