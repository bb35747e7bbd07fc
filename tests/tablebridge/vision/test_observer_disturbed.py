"""What disturbs the picture and is no act: a lamp, a knock, a fast camera, other sizes of pictures, a bent lens."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth
from tablebridge.observation import RiverTileSeen, StandingRow, ViewHeld, WallStacks
from tablebridge.vision.lens import Lens
from tablebridge.vision.observer import TableObserver
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

NAMES = ("1m", "9s", "5z", "3p")


def darker(image: np.ndarray) -> np.ndarray:
    return (image * 0.6).astype(np.uint8)


def knocked(image: np.ndarray) -> np.ndarray:
    """About 2 cm on the cloth."""
    shift = np.array([[1.0, 0.003, 18.0], [-0.003, 1.0, -9.0]])
    return cv2.warpAffine(image, shift, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REPLICATE)


@pytest.mark.parametrize("spoil", [darker, knocked], ids=["lamp", "knock"])
def test_nothing_is_made_up_and_play_goes_on(stage, spoil: Callable[[np.ndarray], np.ndarray]) -> None:
    stage.lay_river(Seat.A, NAMES[:3])
    stage.raise_wall(Seat.B, range(17))
    for index in range(13):
        stage.lay(Seat.D, stage.cloth.hand_place(index), "1m", pose="standing")
    before = stage.sightings(1500)
    assert {type(one) for one in before} == {RiverTileSeen, WallStacks, StandingRow}
    stage.spoil = spoil
    told = [stage.observe() for _ in range(22)]
    sightings = [one.sighting for frame in told for one in frame]
    assert [type(one) for one in sightings] == [ViewHeld, ViewHeld]
    assert [one.held for one in sightings] == [True, False]
    stage.lay(Seat.A, stage.cloth.river_places((False,) * 4)[3], NAMES[3])
    (seen,) = stage.sightings()
    assert (seen.slot, seen.reading.tile) == (3, NAMES[3])


def grainy(image: np.ndarray) -> np.ndarray:
    """Coarse noise of another kind in every frame, and JPEG's blocks."""
    rng = np.random.default_rng(int(image[::50, ::50].sum()))
    height, width = image.shape[:2]
    grain = cv2.resize(rng.normal(0, 4, (height // 2, width // 2)).astype(np.float32), (width, height))
    noisy = np.clip(image + grain[..., None], 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 70])[1], cv2.IMREAD_COLOR)


def test_votes_over_grainy_pictures_read_every_tile(stage) -> None:
    stage.spoil = grainy
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    rivers = {seat: kinds[seat.number * 8 : seat.number * 8 + 8] for seat in Seat}
    for seat, names in rivers.items():
        stage.lay_river(seat, names)
    seen: dict[Seat, dict[int, str]] = {seat: {} for seat in Seat}
    for one in stage.sightings(1600):
        if isinstance(one, RiverTileSeen):
            seen[one.seat][one.slot] = one.reading.tile
    assert {seat: [tiles[slot] for slot in sorted(tiles)] for seat, tiles in seen.items()} == rivers


@pytest.mark.parametrize("size", [(1280, 720), (2880, 2160)], ids=["720p", "4K-high"])
def test_pictures_of_any_size_are_read(make_stage, size: tuple[int, int]) -> None:
    stage = make_stage(size=size)
    stage.show(400)
    stage.lay(Seat.B, stage.cloth.river_places((False,))[0], "9s", off_mm=(1, 0.5), turn_deg=2)
    (seen,) = stage.sightings(800)
    assert (seen.seat, seen.slot, seen.reading.tile) == (Seat.B, 0, "9s")


@pytest.mark.parametrize("frame_ms", [1000 / 60, 200.0], ids=["60-a-second", "5-a-second"])
def test_time_counts_and_not_frames(stage, frame_ms: float) -> None:
    stage.frame_ms = frame_ms
    stage.show(450)
    laid_ms = stage.now_ms
    stage.lay(Seat.C, stage.cloth.river_places((False,))[0], "9s")
    (seen,) = stage.show(900)
    assert seen.sighting.reading.tile == "9s"
    assert laid_ms <= seen.at_ms <= laid_ms + max(frame_ms, 1000 / 30) + 1


def test_bent_picture_is_read_where_its_lens_is_known(stage, classifier) -> None:
    size = stage.renderer.projection.size
    lens = Lens.of(stage.renderer.projection.focal_px, size, (-0.25, 0.06, 0.0, 0.0))
    assert lens is not None
    rows, columns = np.indices((size[1], size[0]), np.float64)
    grid = np.column_stack([columns.ravel(), rows.ravel()])
    where = lens.straighten(grid).reshape(size[1], size[0], 2).astype(np.float32)
    geometry = TableGeometry.from_corners(
        lens.bend(np.array(stage.renderer.corners_px)),
        size,
        Cloth(),
        focal_px=lens.focal_px,
        distortion=lens.distortion,
    )
    stage.observer = TableObserver(geometry, Cloth(), classifier)
    stage.spoil = lambda image: cv2.remap(image, where, None, cv2.INTER_LINEAR)
    stage.lay_river(Seat.A, NAMES)
    for index in range(13):
        stage.lay(Seat.C, stage.cloth.hand_place(index), "1m", pose="standing")
    seen = stage.sightings(1300)
    assert StandingRow(Seat.C, 13, False) in seen
    assert [one.reading.tile for one in seen if isinstance(one, RiverTileSeen)] == list(NAMES)
