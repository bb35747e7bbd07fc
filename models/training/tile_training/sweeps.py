"""How small, turned, soft, shiny and slanted a tile may be: `python -m tile_training.sweeps --help`.

Crops of the virtual camera and, where the data is there, of photographs of sets that the model never saw, each spoilt
step by step; one plot a sweep and the figures as a table. Seeded: the same model gives the same curves.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tablebridge.cli.plots import curves_svg
from tablebridge.cloth import Cloth
from tablebridge.sim.render import SceneRenderer
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.rectify import TableGeometry
from tile_training.evaluate import DEFAULT_FOLDER
from tile_training.labels import FACES
from tile_training.photos import CONTEXT, is_validation, load_photo_tiles
from tile_training.virtual import STYLE_NAMES, Spot, laid_table

_USUAL_PX = 40.0
"""Long side of a tile where its size is not what is swept: a 1080p camera over the whole cloth gives 30 to 40."""
_GROWN = 1.04
_VIRTUAL_SIZE = (2880, 2160)
_PX_PER_MM = 3.0
_SEEDS = range(700_000, 700_002)


@dataclass(frozen=True)
class Patch:
    """A tile with some of what lies around it; `box` is (width, height) px of the tile in the middle of `image`."""

    image: np.ndarray
    box: tuple[float, float]
    label: str


@dataclass(frozen=True)
class Sweep:
    """What is varied: `spoil(rng, patch, value)` is the crop that the classifier gets."""

    name: str
    axis: str
    values: tuple[float, ...]
    spoil: Callable[[np.random.Generator, Patch, float], np.ndarray]


def cut(patch: Patch, long_px: float, turn_deg: float = 0.0) -> np.ndarray:
    """The tile so large that its long side has `long_px`, the cut turned by `turn_deg` against it."""
    size = np.array(patch.box) * _GROWN
    scale = long_px / max(patch.box)
    out = max(round(size[0] * scale), 4), max(round(size[1] * scale), 4)
    soft = cv2.GaussianBlur(patch.image, (0, 0), 0.45 / scale) if scale < 0.85 else patch.image
    middle = np.array(patch.image.shape[1::-1]) / 2
    turn = math.radians(turn_deg)
    right = np.array([math.cos(turn), math.sin(turn)]) * size[0] / 2
    down = np.array([-math.sin(turn), math.cos(turn)]) * size[1] / 2
    corners = np.array([middle - right - down, middle + right - down, middle - right + down], np.float32)
    matrix = cv2.getAffineTransform(corners, np.array([[0, 0], [out[0], 0], [0, out[1]]], np.float32))
    return cv2.warpAffine(soft, matrix, out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def _smaller(rng: np.random.Generator, patch: Patch, long_px: float) -> np.ndarray:
    return _noisy(rng, cut(patch, long_px))


def _turned(rng: np.random.Generator, patch: Patch, turn_deg: float) -> np.ndarray:
    return cut(patch, _USUAL_PX, turn_deg * float(rng.choice([-1, 1])))


def _softer(rng: np.random.Generator, patch: Patch, sigma_px: float) -> np.ndarray:
    crop = cut(patch, _USUAL_PX)
    return _noisy(rng, cv2.GaussianBlur(crop, (0, 0), sigma_px) if sigma_px > 0 else crop)


def _glaring(rng: np.random.Generator, patch: Patch, strength: float) -> np.ndarray:
    """A lamp's reflection: a soft spot a third of the tile wide, somewhere on it; 1 is white in its middle."""
    crop = cut(patch, _USUAL_PX).astype(np.float32)
    height, width = crop.shape[:2]
    x, y = rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height
    radius = 0.33 * max(crop.shape[:2])
    rows, columns = np.mgrid[:height, :width]
    spot = strength * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (radius / 2) ** 2))
    return np.clip(crop + (255 - crop) * np.minimum(spot, 1)[:, :, None], 0, 255).astype(np.uint8)


def _noisy(rng: np.random.Generator, crop: np.ndarray) -> np.ndarray:
    """A sensor's noise: without it a soft picture is sharper than any camera's."""
    return np.clip(crop + rng.normal(0, 2.5, crop.shape), 0, 255).astype(np.uint8)


SWEEPS = (
    Sweep("size", "long side of the tile, px", (12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 48, 60), _smaller),
    Sweep("rotation", "turned against the cut, degrees", (0, 5, 10, 15, 20, 25, 30, 35, 40, 45), _turned),
    Sweep("blur", "standard deviation of the blur, px of a tile 40 px long", (0, 0.5, 1, 1.5, 2, 2.5, 3), _softer),
    Sweep("glare", "strength of the reflection; 1 is white", (0, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5), _glaring),
)
TILT_DEG = (0, 10, 20, 30, 40, 50)


def virtual_patches(seeds: Iterable[int] = _SEEDS, tilt_deg: float = 2.5, size: tuple[int, int] = _VIRTUAL_SIZE,
                    px_per_mm: float = _PX_PER_MM) -> Iterator[Patch]:  # fmt: skip
    """Faces on tables of the virtual camera, rectified as the daemon does it."""
    cloth = Cloth()
    for seed in seeds:
        for style in STYLE_NAMES:
            rng = np.random.default_rng(seed)
            objects, spots = laid_table(rng, cloth)
            renderer = SceneRenderer(cloth, style, seed, size, tilt_deg=tilt_deg)
            picture = renderer.frame(objects)
            height, width = picture.shape[:2]
            geometry = TableGeometry.from_corners(renderer.corners_px, (width, height), cloth)
            for spot in spots:
                if spot.label in FACES:
                    yield _patch(geometry, picture, spot, px_per_mm)


def _patch(geometry: TableGeometry, picture: np.ndarray, spot: Spot, px_per_mm: float) -> Patch:
    cloth, place = geometry.cloth, spot.place
    view = geometry.view(
        spot.seat, place.right_mm, place.out_mm, cloth.tile_wide_mm * CONTEXT, cloth.tile_long_mm * CONTEXT,
        height_mm=spot.height_mm, turn_deg=place.turn_deg, px_per_mm=px_per_mm,
    )  # fmt: skip
    box = cloth.tile_wide_mm * px_per_mm, cloth.tile_long_mm * px_per_mm
    return Patch(view.cut(picture), box, spot.label)


def photo_patches(photos: Path, held_out: set[str], most: int) -> list[Patch]:
    """Tiles of photographs that were not trained on and are large enough to be made smaller, at most so many, drawn by
    a fixed seed: of sets never trained on, or where there is none, of the pictures kept for validation."""
    tiles = [tile for tile in load_photo_tiles(photos, held_out or None) if max(tile.box) >= 48]
    tiles = [tile for tile in tiles if held_out or is_validation(tile.root)]
    chosen = np.random.default_rng(11).permutation(len(tiles))[:most]
    return [Patch(tiles[number].patch, tiles[number].box, tiles[number].label) for number in sorted(chosen)]


def accuracy(classifier: TileClassifier, crops: Sequence[np.ndarray], labels: Sequence[str]) -> float:
    """Part of the crops whose first answer is right."""
    readings = classifier.classify(crops)
    return sum(reading.tile == label for reading, label in zip(readings, labels, strict=True)) / len(labels)


def swept(classifier: TileClassifier, sweep: Sweep, patches: Sequence[Patch]) -> list[tuple[float, float]]:
    """(value, accuracy); crops lie by quarter turns in turn, as on a table."""
    points = []
    for value in sweep.values:
        rng = np.random.default_rng(5)
        crops = [np.rot90(sweep.spoil(rng, patch, value), number % 4) for number, patch in enumerate(patches)]
        crops = [np.ascontiguousarray(crop) for crop in crops]
        points.append((value, accuracy(classifier, crops, [patch.label for patch in patches])))
    return points


def tilted(classifier: TileClassifier) -> list[tuple[float, float]]:
    """(camera's degrees off the vertical, accuracy) of a 1080p camera over the whole virtual table."""
    points = []
    for tilt_deg in TILT_DEG:
        patches = list(virtual_patches(range(710_000, 710_001), tilt_deg, (1440, 1080)))
        crops = [cut(patch, max(patch.box)) for patch in patches]
        points.append((float(tilt_deg), accuracy(classifier, crops, [patch.label for patch in patches])))
    return points


def _table(axis: str, series: dict[str, list[tuple[float, float]]]) -> list[str]:
    values = [value for value, _ in next(iter(series.values()))]
    lines = [f"| {axis} | {' | '.join(f'{value:g}' for value in values)} |", "|---|" + "---|" * len(values)]
    for name, points in series.items():
        lines.append(f"| {name} | {' | '.join(f'{share:.1%}' for _, share in points)} |")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Writes one SVG a sweep and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tile_training.sweeps", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with photos/; without it only the virtual camera")
    parser.add_argument("--model", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--to", type=Path, default=Path(__file__).parents[3] / "docs" / "recognition")
    parser.add_argument("--photos", type=int, default=600, help="how many photographed tiles at most")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    classifier = TileClassifier(model_file.load(options.model), threads=2)
    sources = {"virtual camera": list(virtual_patches())}
    if options.data is not None:
        held_out = set(classifier.model.held_out)
        real = photo_patches(options.data / "photos", held_out, options.photos)
        if real:
            sources["photographs, set never trained on" if held_out else "photographs not trained on"] = real
    options.to.mkdir(parents=True, exist_ok=True)
    print(", ".join(f"{name}: {len(patches)} tiles" for name, patches in sources.items()), flush=True)
    for sweep in SWEEPS:
        series = {name: swept(classifier, sweep, patches) for name, patches in sources.items()}
        _publish(options.to, sweep.name, sweep.axis, series)
    _publish(options.to, "tilt", "camera off the vertical, degrees", {"virtual camera": tilted(classifier)})
    return 0


def _publish(folder: Path, name: str, axis: str, series: dict[str, list[tuple[float, float]]]) -> None:
    lowest = math.floor(10 * min(share for points in series.values() for _, share in points)) / 10
    text = curves_svg(series, f"Tiles read right: {name}", axis, lowest=min(lowest, 0.9))
    (folder / f"{name}.svg").write_text(text, encoding="utf-8")
    print("\n".join(["", *_table(axis, series)]), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
