"""Crops carry their tiles with them, however they are turned, mirrored and stretched."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from tile_training.localiser_sample import CROP_PX, UP, Laid, random_crop, relit


def painted() -> Laid:
    """A dark picture on which each tile is a white rectangle with one red short edge."""
    picture = np.full((700, 900, 3), 30, np.uint8)
    quads = []
    for number in range(30):
        x, y = 60 + 140 * (number % 6), 70 + 130 * (number // 6)
        quad = np.array([[x - 20, y - 27], [x + 20, y - 27], [x + 20, y + 27], [x - 20, y + 27]], np.float32)
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (255, 255, 255))
        cv2.line(picture, (x - 16, y - 21), (x + 16, y - 21), (0, 0, 255), 9)
        quads.append(quad)
    return Laid(picture, np.array(quads), np.full(30, UP), np.ones(30, bool), True)


def inside(quad: np.ndarray) -> bool:
    return bool((quad > 3).all() and (quad < CROP_PX - 3).all())


@pytest.mark.parametrize("seed", range(12))
def test_quads_stay_on_their_tiles(seed: int) -> None:
    rng = np.random.default_rng(seed)
    crop = random_crop(rng, painted())
    assert crop.picture.shape == (CROP_PX, CROP_PX, 3)
    for quad in crop.quads[[inside(quad) for quad in crop.quads]]:
        mask = np.zeros(crop.picture.shape[:2], np.uint8)
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(mask, ((quad - middle) * 0.9 + middle).round().astype(np.int32), 255)
        assert crop.picture[..., 2][mask > 0].mean() > 200
        turning = np.cross(np.append(quad[1] - quad[0], 0), np.append(quad[2] - quad[1], 0))[2]
        assert turning > 0, "clockwise with y down"
        first = ((quad[0] + quad[1]) / 2 - middle) * 0.72 + middle
        last = ((quad[2] + quad[3]) / 2 - middle) * 0.72 + middle
        greens = [int(crop.picture[round(y), round(x), 1]) for x, y in (first, last)]
        assert greens[0] < greens[1] + 40, "the first edge stays the one with the mark"


def test_the_same_seed_gives_the_same_crop() -> None:
    one, other = (random_crop(np.random.default_rng(5), painted()) for _ in range(2))
    assert (one.picture == other.picture).all()
    assert (one.quads == other.quads).all()


def test_a_tile_of_a_few_pixels_is_hidden() -> None:
    sizes = []
    for seed in range(40):
        crop = random_crop(np.random.default_rng(seed), painted())
        sizes += [float(long) for long, pose in zip(crop.lengths(), crop.poses, strict=True) if pose >= 0]
    assert min(sizes) >= 9
    assert max(sizes) <= 74


@pytest.mark.parametrize("seed", range(8))
def test_light_changes_a_picture_but_not_its_kind(seed: int) -> None:
    picture = painted().picture[:256, :256]
    lit = relit(np.random.default_rng(seed), picture)
    assert lit.shape == picture.shape
    assert lit.dtype == np.uint8
    assert (lit != picture).mean() > 0.5
