"""Readings of seventeen tiles against a plain search over every way to group them."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.decompose import Group, Shape
from tablebridge_rules.seat import Wind
from tablebridge_rules.taiwan.scoring import decompose
from tablebridge_rules.taiwan.win import Win
from tablebridge_rules.tile import STANDARD_KINDS, Tile
from tablebridge_rules.waits import count_kinds

Written = tuple[str, ...]


def searched(counts: list[int], groups: Written = ()) -> set[Written]:
    """Every way to use up the tiles in runs, triplets and pairs, each group on the lowest tile left."""
    first = next((index for index, count in enumerate(counts) if count), None)
    if first is None:
        return {tuple(sorted(groups))}
    found: set[Written] = set()
    name = str(STANDARD_KINDS[first])
    run = (first, first + 1, first + 2) if first < 27 and first % 9 <= 6 else ()
    for letter, taken in (("t", (first,) * 3), ("p", (first,) * 2), ("r", run)):
        needed = Counter(taken)
        if taken and all(counts[index] >= needed[index] for index in needed):
            for index in taken:
                counts[index] -= 1
            found |= searched(counts, (*groups, letter + name))
            for index in taken:
                counts[index] += 1
    return found


def written(groups: tuple[Group, ...]) -> Written:
    letters = {Shape.RUN: "r", Shape.TRIPLET: "t", Shape.PAIR: "p", Shape.QUAD: "q"}
    return tuple(sorted(f"{letters[group.shape]}{group.first}" for group in groups))


@st.composite
def complete_hands(draw: st.DrawFn) -> list[Tile]:
    """Five sets and a pair, mostly of one suit, so that many can be read in several ways."""
    chance = random.Random(draw(st.integers(0, 10**9)))
    suit = 9 * chance.randrange(3)
    while True:
        indices: list[int] = []
        for _ in range(5):
            start = suit + chance.randrange(7) if chance.random() < 0.85 else 9 * chance.randrange(3) + 3
            indices += (
                [start, start + 1, start + 2] if chance.random() < 0.6 else [chance.randrange(suit, suit + 9)] * 3
            )
        indices += [chance.randrange(34)] * 2
        if max(Counter(indices).values()) <= 4:
            chance.shuffle(indices)
            return [Tile(STANDARD_KINDS[index]) for index in indices]


@given(complete_hands())
def test_readings_agree_with_a_plain_search(tiles: list[Tile]) -> None:
    win = Win(tuple(tiles[:-1]), tiles[-1], Wind.EAST, Wind.EAST)
    by_search = {found for found in searched(list(count_kinds(tiles))) if sum(one[0] == "p" for one in found) == 1}
    assert by_search
    assert {written(reading.groups) for reading in decompose(win)} == by_search


@given(complete_hands(), st.integers(0, 10**9))
def test_the_order_of_the_tiles_is_nothing(tiles: list[Tile], seed: int) -> None:
    standing = tiles[:-1]
    random.Random(seed).shuffle(standing)
    one = Win(tuple(tiles[:-1]), tiles[-1], Wind.EAST, Wind.EAST)
    other = Win(tuple(standing), tiles[-1], Wind.EAST, Wind.EAST)
    assert decompose(one) == decompose(other)
