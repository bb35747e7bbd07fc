"""Which pictures are taught and which are tested: never tiles of one root picture on both sides."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tile_training.photos import PhotoTile
from tile_training.teaching_evaluate import Count, box_in_patch, taught_numbers


def tiles() -> list[PhotoTile]:
    """Six root pictures; each shows 1m twice, and some of 2m to 4m."""
    patch = np.zeros((34, 26, 3), np.uint8)
    shown = ["1m 1m 2m", "1m 1m 3m", "1m 1m 4m", "1m 1m 2m 3m", "1m 1m 4m", "1m 1m 2m 3m 4m"]
    return [
        PhotoTile(patch, (15.0, 20.0), label, "felt", f"root-{number}", f"{number}.jpg", (0, 0, 15, 20))
        for number, labels in enumerate(shown)
        for label in labels.split()
    ]


@pytest.mark.parametrize("shots", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_so_many_of_each_kind_and_one_a_picture(shots: int, seed: int) -> None:
    every = tiles()
    chosen = [every[number] for number in taught_numbers(every, shots, np.random.default_rng(seed))]
    assert Counter(tile.label for tile in chosen) == dict.fromkeys(("1m", "2m", "3m", "4m"), shots)
    assert max(Counter((tile.label, tile.root) for tile in chosen).values()) == 1


def test_no_more_pictures_are_used_than_needed() -> None:
    every = tiles()
    used = {every[number].root for number in taught_numbers(every, 1, np.random.default_rng(0))}
    assert len(used) <= 4


def test_the_box_lies_in_the_middle_of_its_patch() -> None:
    assert box_in_patch(tiles()[0]) == (6.0, 7.0, 20.0, 27.0)


def test_counts_add_up() -> None:
    one, other = Count(), Count()
    one.add("1m", "1m", True)
    one.add("1m", "2m", False)
    other.add("2m", "3m", True)
    both = one + other
    assert (both.tiles, both.right, both.sure, both.sure_right) == (3, 1, 2, 1)
    assert both.wrong == {("1m", "2m"): 1, ("2m", "3m"): 1}
    assert (both.text(), both.sure_text()) == ("33.33% of 3", "50.00%, 33.3% unknown")
    assert (Count().text(), Count().sure_text()) == ("none", "none")
