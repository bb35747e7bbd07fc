"""A camera that is knocked and a lamp that is switched, on small pictures of the virtual table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth, Place, seat_to_cloth, upright_deg
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import SceneTile
from tablebridge.vision.change import Stillness
from tablebridge.vision.rectify import TableGeometry
from tablebridge.vision.steadiness import Steadiness, Trust
from tablebridge_rules.seat import Seat

SIZE = (640, 480)
STEP_MS = 100.0


class Watched:
    """A still table whose picture is disturbed frame by frame."""

    def __init__(self, markers: bool = True) -> None:
        self.renderer = SceneRenderer(Cloth(), seed=3, size=SIZE, tilt_deg=12, markers=markers)
        self.geometry = TableGeometry.from_corners(self.renderer.corners_px, SIZE, Cloth())
        self.stillness = Stillness(self.geometry)
        self.steadiness = Steadiness(self.geometry)
        self.number = 0

    def show(self, frames: int, *, shift: np.ndarray | None = None, gain: tuple[float, ...] = (1.0,)) -> list[Trust]:
        told = []
        for _ in range(frames):
            self.number += 1
            image = self.renderer.frame({}, take=self.number)
            if shift is not None:
                image = cv2.warpPerspective(image, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
            image = np.clip(image * np.array(gain), 0, 255).astype(np.uint8)
            self.stillness.see(image, self.number * STEP_MS)
            told.append(self.steadiness.check(image, self.number * STEP_MS, self.stillness))
        return told


def moved(right_px: float, down_px: float, turn_deg: float = 0.0) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1.0)
    return np.vstack([turn, [0, 0, 1]]) + np.array([[0, 0, right_px], [0, 0, down_px], [0, 0, 0]])


def test_still_table_is_trusted() -> None:
    assert set(Watched().show(8)) == {Trust()}


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "bare-rim"])
@pytest.mark.parametrize(("right", "down", "turn"), [(10, -4, 0.0), (-3, 9, 1.0), (0.0, 2.0, 0.0)])
def test_knocked_camera_is_noticed_and_the_table_found_again(
    markers: bool, right: float, down: float, turn: float
) -> None:
    watched = Watched(markers)
    watched.show(4)
    shift = moved(right, down, turn)
    told = watched.show(8, shift=shift)
    first = next(number for number, trust in enumerate(told) if trust.held)
    assert (first + 1) * STEP_MS <= 300
    (news,) = [trust for trust in told if trust.geometry is not None]
    assert news.geometry is not None
    corners = np.array([[430.0, -430.0], [430.0, 430.0], [-430.0, 430.0], [-430.0, -430.0]])
    expected = cv2.perspectiveTransform(watched.geometry.project(corners)[None], shift)[0]
    assert np.abs(news.geometry.project(corners) - expected).max() < 1.0, "within 2 mm on the cloth"
    assert told[-1] == Trust(), "it hangs still in its new place"


def test_camera_that_still_swings_is_waited_for() -> None:
    watched = Watched()
    watched.show(4)
    swinging = [watched.show(1, shift=moved(6.0 * (-1) ** (beat // 2), 3))[0] for beat in range(8)]
    assert not any(trust.geometry for trust in swinging)
    assert swinging[-1].held
    assert any(trust.geometry for trust in watched.show(6, shift=moved(6, 3)))


@pytest.mark.parametrize("gain", [(0.55,), (1.3,), (0.8, 0.95, 1.1)], ids=["darker", "brighter", "warmer"])
def test_switched_lamp_is_another_light_and_no_knock(gain: tuple[float, ...]) -> None:
    watched = Watched()
    watched.show(4)
    told = watched.show(7, gain=gain)
    assert any(trust.held for trust in told[:2])
    assert [trust.relit for trust in told if trust.relit] == [True]
    assert not any(trust.geometry for trust in told)
    assert told[-1] == Trust()


def test_nothing_is_trusted_in_the_dark() -> None:
    watched = Watched()
    watched.show(4)
    assert watched.show(4, gain=(0.02,))[-1].held
    assert watched.show(5)[-1] == Trust()


def test_hand_on_the_rim_is_no_knock() -> None:
    watched = Watched()
    watched.show(3)
    place = watched.geometry.project(np.array([[0.0, -430.0]]))[0]
    for number in range(6):
        watched.number += 1
        image = watched.renderer.frame({}, take=watched.number)
        cv2.circle(image, (round(place[0]) + 12 * number - 30, round(place[1])), 40, (120, 140, 190), -1)
        watched.stillness.see(image, watched.number * STEP_MS)
        assert not watched.steadiness.check(image, watched.number * STEP_MS, watched.stillness).held


class FullTable:
    """A table before its first tile is laid, and as it is watched when everything lies on it."""

    def __init__(self, seed: int) -> None:
        cloth = Cloth()
        self.renderer = SceneRenderer(cloth, seed=seed, size=SIZE)
        self.geometry = TableGeometry.from_corners(self.renderer.corners_px, SIZE, cloth)
        self.stillness, self.steadiness = Stillness(self.geometry), Steadiness(self.geometry)
        self.tiles = full_table(cloth)
        self.number = 0

    def show(self, count: int, gain: float = 1.0, shift: np.ndarray | None = None) -> Trust:
        self.number += 1
        image = self.renderer.frame(dict(enumerate(self.tiles[:count])), take=self.number)
        if shift is not None:
            image = cv2.warpPerspective(image, shift, SIZE, borderMode=cv2.BORDER_REPLICATE)
        image = np.clip(image * gain, 0, 255).astype(np.uint8)
        self.stillness.see(image, self.number * 250.0)
        return self.steadiness.check(image, self.number * 250.0, self.stillness)

    def fill(self) -> None:
        for count in [0, 0, *range(0, len(self.tiles), 24), len(self.tiles), len(self.tiles)]:
            assert self.show(count) == Trust(), f"{count} tiles"


@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_fills_with_tiles_and_is_emptied_stands_in_the_same_light(seed: int) -> None:
    table = FullTable(seed)
    table.fill()
    assert [table.show(0) for _ in range(3)] == [Trust()] * 3


@pytest.mark.parametrize("gain", [0.6, 1.3])
@pytest.mark.parametrize("seed", range(3))
def test_a_lamp_is_switched_over_a_full_table(seed: int, gain: float) -> None:
    table = FullTable(seed)
    table.fill()
    told = [table.show(len(table.tiles), gain) for _ in range(6)]
    assert told[0].held
    assert [trust.relit for trust in told if trust.relit] == [True]
    assert told[-1] == Trust()


@pytest.mark.parametrize("seed", range(3))
def test_a_full_table_is_found_again_when_the_camera_is_knocked(seed: int) -> None:
    table = FullTable(seed)
    table.fill()
    told = [table.show(len(table.tiles), shift=moved(7, -4)) for _ in range(6)]
    (news,) = [trust.geometry for trust in told if trust.geometry is not None]
    corners = np.array([[430.0, -430.0], [430.0, 430.0], [-430.0, 430.0], [-430.0, -430.0]])
    expected = cv2.perspectiveTransform(table.geometry.project(corners)[None], moved(7, -4))[0]
    assert np.abs(news.project(corners) - expected).max() < 1.5, "within 3 mm on the cloth"
    assert told[-1] == Trust()


def full_table(cloth: Cloth) -> list[SceneTile]:
    """As much as ever lies on it: walls of 18 stacks, rows of 16, rivers of 24."""
    tiles: list[SceneTile] = []

    def lay(seat: Seat, place: Place, pose: str, low_mm: float = 0.0) -> None:
        x, y = seat_to_cloth(seat, place.right_mm, place.out_mm)
        turn = upright_deg(seat) + place.turn_deg
        tiles.append(SceneTile(len(tiles), "1z", x, y, turn, pose, low_mm))

    for seat in Seat:
        for stack in range(18):
            lay(seat, cloth.wall_place(stack, stacks=18), "down")
            lay(seat, cloth.wall_place(stack, stacks=18), "down", cloth.tile_thick_mm)
        for index in range(16):
            lay(seat, cloth.hand_place(index), "standing")
        for place in cloth.river_places((False,) * 24):
            lay(seat, place, "up")
    return tiles


def test_shift_through_a_bent_lens_is_told_in_straight_pixels() -> None:
    watched = Watched()
    bent = TableGeometry.from_corners(
        watched.renderer.corners_px, SIZE, Cloth(), focal_px=650.0, distortion=(-0.1, 0.0, 0.0, 0.0)
    )
    watched.stillness, watched.steadiness = Stillness(bent), Steadiness(bent)
    watched.show(4)
    (news,) = [trust for trust in watched.show(8, shift=moved(7, 0)) if trust.geometry is not None]
    assert news.geometry is not None
    middle = np.array([[0.0, 0.0]])
    assert news.geometry.seen(middle) - bent.seen(middle) == pytest.approx(np.array([[7.0, 0.0]]), abs=0.7)
    assert news.geometry.lens == bent.lens


def test_it_says_when_the_table_was_last_recognised() -> None:
    watched = Watched()
    watched.show(5)
    seen_ms = watched.steadiness.recognised_ms
    assert seen_ms >= 4 * STEP_MS
    rng = np.random.default_rng(1)
    elsewhere = rng.integers(0, 90, (SIZE[1], SIZE[0], 3), np.uint8)
    for number in range(6, 14):
        watched.stillness.see(elsewhere, number * STEP_MS)
        watched.steadiness.check(elsewhere, number * STEP_MS, watched.stillness)
    assert watched.steadiness.recognised_ms == seen_ms, "nothing of it is the table"
    watched.number = 14
    watched.show(6)
    assert watched.steadiness.recognised_ms > 14 * STEP_MS
