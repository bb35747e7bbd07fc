"""Where tiles are found on drawn cloths: alone, turned, touching in rows, of any size; and where there are none."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge.errors import UsageError
from tablebridge.vision.localiser import TileLocaliser, cut_out, load
from tablebridge.vision.reading import Detection

from .pictures import CLOTH, Laid, table

WIDE, HIGH = 42, 56
CLASSIFIER = Path(__file__).parents[3] / "models" / "tile_classifier"


@pytest.fixture(scope="module")
def localiser() -> TileLocaliser:
    return TileLocaliser()


def found_at(detections: list[Detection], x: float, y: float, reach: float = 6.0) -> Detection | None:
    near = [d for d in detections if np.hypot(d.centre_px[0] - x, d.centre_px[1] - y) < reach]
    return near[0] if len(near) == 1 else None


@pytest.mark.parametrize("known", [True, False], ids=["size known", "size unknown"])
@pytest.mark.parametrize("turn_deg", [0, 10, 33, 60, 90, 137, 180, 250])
def test_a_single_tile_in_any_direction(localiser: TileLocaliser, turn_deg: float, known: bool) -> None:
    picture = table([Laid("5m", 150, 120, turn_deg)], (300, 240))
    detections = localiser.find(picture, tile_long_px=HIGH if known else None)
    assert len(detections) == 1
    assert detections[0].centre_px == pytest.approx((150, 120), abs=4)
    assert detections[0].size_px == pytest.approx((HIGH * 0.94, WIDE * 0.94), abs=8)
    assert (detections[0].long_axis_deg + turn_deg + 90) % 180 - 90 == pytest.approx(0, abs=6)
    assert detections[0].pose == "up"


@pytest.mark.parametrize("size", [20, 40, 80, 160, 320])
def test_tiles_of_any_size(localiser: TileLocaliser, size: int) -> None:
    wide, space = round(size * 0.75), 2 * size
    tiles = [Laid(name, space * (i + 0.5), space * 0.6, 20 * i) for i, name in enumerate(["1m", "7p", "4s", "7z"])]
    detections = localiser.find(table(tiles, (4 * space, round(1.2 * space)), (wide, size)))
    assert [tile.tile for tile in tiles if not found_at(detections, tile.x, tile.y, size / 6)] == []
    assert len(detections) == len(tiles)


@pytest.mark.parametrize("turn_deg", [0, 17, 90])
def test_a_row_of_touching_tiles_is_taken_apart(localiser: TileLocaliser, turn_deg: float) -> None:
    angle, names = np.radians(turn_deg), ["1m", "5p", "7z", "2s", "8p", "4m"]
    centres = [((i - 2.5) * WIDE * np.cos(angle), -(i - 2.5) * WIDE * np.sin(angle)) for i in range(6)]
    tiles = [Laid(name, 200 + x, 200 + y, turn_deg) for name, (x, y) in zip(names, centres, strict=True)]
    detections = localiser.find(table(tiles, (400, 400)))
    assert [tile.tile for tile in tiles if not found_at(detections, tile.x, tile.y)] == []
    assert len(detections) == 6


def test_a_sideways_tile_in_a_row(localiser: TileLocaliser) -> None:
    tiles = [Laid("3m", 60, 100), Laid("4m", 102, 100), Laid("5m", 102 + 49, 107, 90), Laid("6z", 200, 100)]
    detections = localiser.find(table(tiles, (300, 200)))
    assert all(found_at(detections, tile.x, tile.y, 7.0) for tile in tiles)
    sideways = found_at(detections, 151, 107, 7.0)
    assert sideways is not None
    assert abs(sideways.long_axis_deg) == pytest.approx(90, abs=8)


def test_a_block_of_rows(localiser: TileLocaliser) -> None:
    names = iter(["1m", "2p", "3s", "4m", "5p", "6s", "7z", "8p", "9m", "1z", "2s", "3p"])
    tiles = [Laid(next(names), 60 + WIDE * column, 60 + HIGH * row) for row in range(3) for column in range(4)]
    detections = localiser.find(table(tiles, (260, 240)))
    assert sum(found_at(detections, tile.x, tile.y) is not None for tile in tiles) >= 11


def test_uneven_light_hides_nothing(localiser: TileLocaliser) -> None:
    tiles = [Laid("1p", 60, 60), Laid("2m", 340, 60), Laid("3z", 60, 240), Laid("4s", 340, 240)]
    picture = table(tiles, (400, 300)).astype(np.float32)
    picture *= np.linspace(1.0, 0.5, 400, dtype=np.float32)[None, :, None]
    detections = localiser.find(picture.astype(np.uint8))
    assert all(found_at(detections, tile.x, tile.y) for tile in tiles)


def test_backs_are_told_from_faces(localiser: TileLocaliser) -> None:
    tiles = [Laid("back", 60, 60), Laid("2m", 160, 60), Laid("back", 60, 160, 90), Laid("4s", 160, 160, 45)]
    detections = localiser.find(table(tiles, (240, 240)))
    poses = [found.pose for tile in tiles if (found := found_at(detections, tile.x, tile.y)) is not None]
    assert poses == ["down", "up", "down", "up"]


def test_a_region_is_looked_at_alone(localiser: TileLocaliser) -> None:
    tiles = [Laid("1p", 60, 60), Laid("2m", 340, 60), Laid("3z", 60, 240), Laid("4s", 340, 240)]
    picture = table(tiles, (400, 300))
    (only,) = localiser.find(picture, tile_long_px=HIGH, region_px=(300, 10, 400, 110))
    assert only.centre_px == pytest.approx((340, 60), abs=4)
    assert localiser.find(picture, tile_long_px=HIGH, region_px=(-50, -50, 1000, 1000)) != []


@pytest.mark.parametrize("region_px", [(0, 0, 0, 10), (400, 0, 500, 10), (20, 20, 10, 40)])
def test_a_region_without_pixels_is_refused(localiser: TileLocaliser, region_px: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="holds no pixel"):
        localiser.find(np.zeros((40, 400, 3), np.uint8), region_px=region_px)


def test_a_higher_least_finds_no_more(localiser: TileLocaliser) -> None:
    picture = table([Laid("5m", 150, 120, 20)], (300, 240))
    counts = [len(localiser.find(picture, least=least)) for least in (0.05, 0.5, 1.01)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 0


def test_an_empty_cloth_has_no_tiles(localiser: TileLocaliser) -> None:
    noise = np.random.default_rng(3).normal(0, 3, (300, 400, 3)) + CLOTH
    assert localiser.find(np.clip(noise, 0, 255).astype(np.uint8)) == []


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (17, 33)])
def test_pictures_smaller_than_a_tile_have_none(localiser: TileLocaliser, size: tuple[int, int]) -> None:
    assert localiser.find(np.full((*size, 3), 90, np.uint8)) == []


def test_a_stick_is_no_tile(localiser: TileLocaliser) -> None:
    picture = table([], (300, 200))
    cv2.fillPoly(picture, [cv2.boxPoints(((150, 100), (130, 16), 20)).astype(np.int32)], (235, 240, 240))
    assert localiser.find(picture, tile_long_px=HIGH) == []


def test_a_cut_out_tile_stands_on_its_short_side(localiser: TileLocaliser) -> None:
    picture = table([Laid("7m", 150, 120, 75)], (300, 240))
    crop = cut_out(picture, localiser.find(picture)[0])
    assert crop.shape[0] / crop.shape[1] == pytest.approx(HIGH / WIDE, abs=0.2)
    assert crop.mean() > 150  # the tile, not the cloth


@pytest.mark.parametrize(
    "image",
    [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 3), np.float32), np.zeros((0, 9, 3), np.uint8)],
    ids=["grey", "float", "empty"],
)
def test_what_is_no_picture_is_refused(localiser: TileLocaliser, image: np.ndarray) -> None:
    with pytest.raises(ValueError, match="expected uint8"):
        localiser.find(image)


def test_another_model_is_refused(tmp_path: Path) -> None:
    own, broken = load().model.folder, tmp_path / "tile_localiser"
    shutil.copytree(own, broken)
    manifest = (own / "manifest.toml").read_text(encoding="utf-8")
    other = (CLASSIFIER / "manifest.toml").read_text(encoding="utf-8")
    digest = next(line for line in other.splitlines() if line.startswith("sha256"))
    mixed = [digest if line.startswith("sha256") else line for line in manifest.splitlines()]
    (broken / "manifest.toml").write_text("\n".join(mixed), encoding="utf-8")
    shutil.copy(CLASSIFIER / "model.onnx", broken / "model.onnx")
    with pytest.raises(UsageError, match="not a tile localiser"):
        TileLocaliser(load(broken))


@pytest.mark.parametrize("threshold", ["", 'threshold = "high"'], ids=["none", "a word"])
def test_a_manifest_without_threshold_is_refused(tmp_path: Path, threshold: str) -> None:
    own, broken = load().model.folder, tmp_path / "tile_localiser"
    shutil.copytree(own, broken)
    lines = (own / "manifest.toml").read_text(encoding="utf-8").splitlines()
    changed = [threshold if line.startswith("threshold") else line for line in lines]
    (broken / "manifest.toml").write_text("\n".join(changed), encoding="utf-8")
    with pytest.raises(UsageError, match="lacks or misstates a key"):
        load(broken)
