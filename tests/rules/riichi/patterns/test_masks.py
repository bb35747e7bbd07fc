"""Sets of kinds as numbers."""

from __future__ import annotations

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.patterns import masks
from tablebridge_rules.seat import Wind


def named(text: str) -> int:
    return masks.bits(tile.kind for tile in parse_tiles(text))


@pytest.mark.parametrize(
    ("found", "tiles"),
    [
        (masks.WINDS, "1234z"),
        (masks.DRAGONS, "567z"),
        (masks.TERMINALS, "19m19p19s"),
        (masks.OUTSIDE, "19m19p19s1234567z"),
        (masks.OUTSIDE_RUNS, "17m17p17s"),
        (masks.SIMPLES, "2345678m2345678p2345678s"),
        (masks.wind_bit(Wind.NORTH), "4z"),
    ],
)
def test_the_named_sets(found: int, tiles: str) -> None:
    assert found == named(tiles)


@pytest.mark.parametrize(
    ("tiles", "in_three", "suits"),
    [
        ("2m2p2s", "2m", 3),
        ("2m2p3s", "", 3),
        ("9m1p1s", "", 3),
        ("12m12p2s5z", "2m", 3),
        ("2m5z", "", 1),
        ("5z", "", 0),
    ],
)
def test_suits_of_a_set(tiles: str, in_three: str, suits: int) -> None:
    assert masks.in_three_suits(named(tiles)) == named(in_three)
    assert masks.suits_in(named(tiles)) == suits
