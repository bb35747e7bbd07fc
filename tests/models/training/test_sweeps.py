"""What the sweeps do to a tile, and that the virtual camera's tiles lie where they are cut."""

from __future__ import annotations

import numpy as np
import pytest
from tile_training.sweeps import SWEEPS, Patch, accuracy, cut, swept, virtual_patches

from tablebridge.vision.classifier import TileClassifier


def striped(wide: int = 60, high: int = 80) -> Patch:
    """A grey tile with a dark left half in a picture of white."""
    image = np.full((int(high * 1.7), int(wide * 1.7), 3), 255, np.uint8)
    top, left = (image.shape[0] - high) // 2, (image.shape[1] - wide) // 2
    image[top : top + high, left : left + wide] = 160
    image[top : top + high, left : left + wide // 2] = 40
    return Patch(image, (float(wide), float(high)), "5m")


@pytest.mark.parametrize("long_px", [12, 30, 60])
def test_a_cut_is_as_large_as_asked(long_px: int) -> None:
    crop = cut(striped(), long_px)
    assert max(crop.shape[:2]) == pytest.approx(1.04 * long_px, abs=1)
    assert crop.shape[0] / crop.shape[1] == pytest.approx(80 / 60, rel=0.1)
    middle = crop[crop.shape[0] // 2]
    assert middle[crop.shape[1] // 4].mean() < 60
    assert middle[3 * crop.shape[1] // 4].mean() > 140


def test_a_turned_cut_shows_what_lies_beside() -> None:
    assert (cut(striped(), 60, 0.0)[4:-4, 4:-4] < 200).all()
    assert (cut(striped(), 60, 40.0)[4:-4, 4:-4] > 230).mean() > 0.05


@pytest.mark.parametrize("sweep", SWEEPS, ids=lambda sweep: sweep.name)
def test_more_spoils_more_and_the_seed_decides(sweep) -> None:  # type: ignore[no-untyped-def]
    patch = striped()
    first, last = sweep.values[0], sweep.values[-1]
    one, same = (sweep.spoil(np.random.default_rng(3), patch, last) for _ in range(2))
    assert np.array_equal(one, same)
    if sweep.name == "size":
        first, last = last, first
        assert sweep.spoil(np.random.default_rng(3), patch, last).size < one.size
        return
    clean = cut(patch, 40.0).astype(int)
    changed = [
        float(np.abs(sweep.spoil(np.random.default_rng(3), patch, value).astype(int) - clean).mean())
        for value in (first, last)
    ]
    assert changed[0] < 4
    assert changed[1] > 2 * changed[0] + 2


def test_virtual_tiles_are_cut_where_they_lie() -> None:
    """Large and unspoilt, nearly every one is read: so patch, box and label belong together."""
    patches = list(virtual_patches(range(700_000, 700_001), size=(1440, 1080), px_per_mm=2.0))[:60]
    crops = [cut(patch, 50.0) for patch in patches]
    classifier = TileClassifier()
    assert accuracy(classifier, crops, [patch.label for patch in patches]) > 0.95
    points = swept(classifier, SWEEPS[0], patches[:12])
    assert [value for value, _ in points] == list(SWEEPS[0].values)
    assert points[-1][1] >= points[0][1]
