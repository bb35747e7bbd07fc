"""Where tiles are found on drawn cloths: alone, turned, touching in rows, and where there are none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.vision.localiser import cut_out, localise
from tablebridge.vision.reading import Detection

from .pictures import CLOTH, Laid, table

WIDE, HIGH = 42, 56


def found_at(detections: list[Detection], x: float, y: float, reach: float = 5.0) -> Detection | None:
    near = [d for d in detections if np.hypot(d.centre_px[0] - x, d.centre_px[1] - y) < reach]
    return near[0] if len(near) == 1 else None


@pytest.mark.parametrize("known", [True, False], ids=["size known", "size unknown"])
@pytest.mark.parametrize("turn_deg", [0, 10, 33, 60, 90, 137, 180, 250])
def test_a_single_tile_in_any_direction(turn_deg: float, known: bool) -> None:
    picture = table([Laid("5m", 150, 120, turn_deg)], (300, 240))
    detections = localise(picture, (HIGH, WIDE) if known else None)
    assert len(detections) == 1
    assert detections[0].centre_px == pytest.approx((150, 120), abs=3)
    assert detections[0].size_px == pytest.approx((HIGH * 0.94, WIDE * 0.94), abs=4)
    assert (detections[0].long_axis_deg + turn_deg + 90) % 180 - 90 == pytest.approx(0, abs=4)


def test_tiles_apart_are_all_found() -> None:
    tiles = [Laid("1m", 60, 60), Laid("7p", 200, 70, 40), Laid("5z", 90, 180, 90), Laid("9s", 220, 190, 170)]
    detections = localise(table(tiles, (300, 260)), (HIGH, WIDE))
    assert all(found_at(detections, tile.x, tile.y) for tile in tiles)
    assert len(detections) == len(tiles)


@pytest.mark.parametrize("turn_deg", [0, 17, 90])
def test_a_row_of_touching_tiles_is_taken_apart(turn_deg: float) -> None:
    angle, names = np.radians(turn_deg), ["1m", "5p", "7z", "2s", "8p", "4m"]
    centres = [((i - 2.5) * WIDE * np.cos(angle), -(i - 2.5) * WIDE * np.sin(angle)) for i in range(6)]
    tiles = [Laid(name, 200 + x, 200 + y, turn_deg) for name, (x, y) in zip(names, centres, strict=True)]
    detections = localise(table(tiles, (400, 400)), (HIGH, WIDE))
    assert [tile.tile for tile in tiles if not found_at(detections, tile.x, tile.y)] == []
    assert len(detections) == 6


def test_a_sideways_tile_in_a_row() -> None:
    tiles = [Laid("3m", 60, 100), Laid("4m", 102, 100), Laid("5m", 102 + 49, 107, 90), Laid("6z", 200, 100)]
    detections = localise(table(tiles, (300, 200)), (HIGH, WIDE))
    assert all(found_at(detections, tile.x, tile.y, 7.0) for tile in tiles)
    sideways = found_at(detections, 151, 107, 7.0)
    assert sideways is not None
    assert abs(sideways.long_axis_deg) == pytest.approx(90, abs=5)


def test_a_block_of_rows() -> None:
    names = iter(["1m", "2p", "3s", "4m", "5p", "6s", "7z", "8p", "9m", "1z", "2s", "3p"])
    tiles = [Laid(next(names), 60 + WIDE * column, 60 + HIGH * row) for row in range(3) for column in range(4)]
    detections = localise(table(tiles, (260, 240)), (HIGH, WIDE))
    assert sum(found_at(detections, tile.x, tile.y) is not None for tile in tiles) >= 11


def test_uneven_light_hides_nothing() -> None:
    tiles = [Laid("1p", 60, 60), Laid("2m", 340, 60), Laid("3z", 60, 240), Laid("4s", 340, 240)]
    picture = table(tiles, (400, 300)).astype(np.float32)
    picture *= np.linspace(1.0, 0.5, 400, dtype=np.float32)[None, :, None]
    detections = localise(picture.astype(np.uint8), (HIGH, WIDE))
    assert all(found_at(detections, tile.x, tile.y) for tile in tiles)


def test_an_empty_cloth_has_no_tiles() -> None:
    noise = np.random.default_rng(3).normal(0, 3, (300, 400, 3)) + CLOTH
    assert localise(np.clip(noise, 0, 255).astype(np.uint8), (HIGH, WIDE)) == []


def test_a_stick_is_not_of_a_tiles_size() -> None:
    picture = table([], (300, 200))
    cv2.fillPoly(picture, [cv2.boxPoints(((150, 100), (130, 16), 20)).astype(np.int32)], (235, 240, 240))
    assert localise(picture, (HIGH, WIDE)) == []


def test_a_cut_out_tile_stands_on_its_short_side() -> None:
    picture = table([Laid("7m", 150, 120, 75)], (300, 240))
    crop = cut_out(picture, localise(picture, (HIGH, WIDE))[0])
    assert crop.shape[0] / crop.shape[1] == pytest.approx(HIGH / WIDE, abs=0.15)
    assert crop.mean() > 150  # the tile, not the cloth


@pytest.mark.parametrize("image", [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 3), np.float32)], ids=["grey", "float"])
def test_what_is_no_picture_is_refused(image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected uint8"):
        localise(image, None)
