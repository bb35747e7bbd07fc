"""The drawn cloth shows what lies on it, where the projection says it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tablebridge.cloth import Cloth, seat_to_cloth, upright_deg
from tablebridge.faces import face_image
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion, Object, SceneTile, Stick
from tablebridge_rules.seat import Seat

CLOTH = Cloth()
PLAIN = {"noise": 0.0, "markers": False}


@pytest.fixture(scope="module", params=["japanese", "chinese"])
def renderer(request: pytest.FixtureRequest) -> SceneRenderer:
    return SceneRenderer(CLOTH, request.param, seed=4)


def _tile(
    key: int, name: str, seat: Seat, right_mm: float, out_mm: float, pose: str = "up", **more: float
) -> SceneTile:
    x, y = seat_to_cloth(seat, right_mm, out_mm)
    return SceneTile(key, name, x, y, upright_deg(seat) + more.get("turn", 0.0), pose, more.get("height", 0.0))


def _by_key(*things: Object) -> dict[int, Object]:
    return {thing.key: thing for thing in things}


def _cut(renderer: SceneRenderer, picture: np.ndarray, thing: Object) -> np.ndarray:
    """The object's upper side as it is read, 72 by 96 pixels."""
    upright = np.array([[0, 0], [72, 0], [72, 96], [0, 96]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(renderer.top_corners_px(thing).astype(np.float32), upright)
    return cv2.warpPerspective(picture, warp, (72, 96), flags=cv2.INTER_CUBIC)


def _likeness(cut: np.ndarray, name: str, style: str) -> float:
    face = cv2.GaussianBlur(face_image(name, style, 72, 96)[..., :3], (0, 0), 1.8)
    inner = slice(8, -8), slice(8, -8)
    one, other = cut[inner].astype(float).ravel(), face[inner].astype(float).ravel()
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("turn", [0.0, 90.0, -7.0])
def test_a_face_is_read_upright_at_the_predicted_pixels(renderer: SceneRenderer, seat: Seat, turn: float) -> None:
    names = ("3p", "7s", "5m", "2z", "1s")
    tiles = [_tile(k, name, seat, 60 * k - 120, 160 + 40 * k, turn=turn) for k, name in enumerate(names)]

    picture = renderer.frame(_by_key(*tiles))

    for tile in tiles:
        cut = _cut(renderer, picture, tile)
        scores = {name: _likeness(cut, name, renderer.style) for name in names}
        assert max(scores, key=scores.__getitem__) == tile.name
        assert scores[tile.name] > 0.8


def test_the_upper_tile_of_a_stack_is_seen_further_out(renderer: SceneRenderer) -> None:
    lower, upper = (_tile(k, "9p", Seat.B, 0, 300, height=18.0 * k) for k in range(2))
    eye = renderer.projection.project([[*renderer.projection.eye_mm[:2], 0.0]])[0]

    low, high = (renderer.top_corners_px(tile).mean(axis=0) for tile in (lower, upper))

    assert np.linalg.norm(high - eye) > np.linalg.norm(low - eye) + 2
    assert _likeness(_cut(renderer, renderer.frame(_by_key(lower, upper)), upper), "9p", renderer.style) > 0.8


def test_a_back_hides_the_face_and_a_standing_tile_shows_its_edge(renderer: SceneRenderer) -> None:
    down = _tile(0, "5m", Seat.A, 0, 200, pose="down")
    standing = _tile(1, "5m", Seat.A, 0, 390, pose="standing")
    picture = renderer.frame(_by_key(down, standing))

    assert _likeness(_cut(renderer, picture, down), "5m", renderer.style) < 0.4
    edge = _cut(renderer, picture, standing)
    back = _cut(renderer, picture, down).mean(axis=(0, 1))
    assert np.abs(edge[8:30].mean(axis=(0, 1)) - back).max() < 45, "away from the owner: the coloured back"
    assert edge[60:88].min(axis=2).mean() > 120, "towards the owner: the pale body"


def test_a_stick_is_white_with_a_red_dot(renderer: SceneRenderer) -> None:
    place = CLOTH.stick_place()
    stick = Stick(7, *seat_to_cloth(Seat.C, place.right_mm, place.out_mm), upright_deg(Seat.C))

    cut = _cut(renderer, renderer.frame(_by_key(stick)), stick)

    blue, _, red = cut[40:56, 32:40].reshape(-1, 3).mean(axis=0)
    assert red > blue + 60
    assert cut[30:66, 8:24].mean() > 150


@pytest.mark.parametrize("seat", Seat)
def test_the_cloth_corners_are_where_its_colour_ends(seat: Seat) -> None:
    renderer = SceneRenderer(CLOTH, "chinese", seed=2, noise=0.0, markers=False)
    picture = renderer.frame({}).astype(float)
    half = CLOTH.side_mm / 2
    # 12 mm on either side of a corner, along the diagonal
    inside, outside = (
        renderer.projection.project([(*seat_to_cloth(seat, half + by, half + by), 0.0)])[0] for by in (-12, 12)
    )
    corner = np.array(renderer.corners_px[seat.number])

    colours = [picture[round(y), round(x)] for x, y in (inside, outside)]
    assert np.abs(colours[0] - colours[1]).max() > 12
    assert np.allclose(corner, (inside + outside) / 2, atol=0.3)


def test_markers_lie_with_their_inner_corner_on_the_cloths(renderer: SceneRenderer) -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    quads, numbers, _ = detector.detectMarkers(renderer.frame({}))

    assert sorted(numbers.ravel()) == [0, 1, 2, 3]
    for quad, number in zip(quads, numbers.ravel(), strict=True):
        nearest = np.linalg.norm(quad.reshape(4, 2) - renderer.corners_px[number], axis=1).min()
        assert nearest < 2


def test_what_is_taken_away_leaves_no_trace() -> None:
    things = [_tile(k, "1m", Seat.A, 24 * k, 200, pose="down") for k in range(5)]
    worked = SceneRenderer(CLOTH, seed=1, **PLAIN)
    worked.frame(_by_key(*things))
    worked.frame(_by_key(*things[:2], _tile(2, "7z", Seat.A, 48, 203)))

    after = worked.frame(_by_key(*things[:2]))

    assert np.array_equal(after, SceneRenderer(CLOTH, seed=1, **PLAIN).frame(_by_key(*things[:2])))


def test_drawing_step_by_step_is_the_same_as_drawing_all_at_once() -> None:
    things = [
        _tile(k, "back", Seat.D, 21.0 * (k % 15) - 150, 248, pose="down", height=18.0 * (k // 15)) for k in range(30)
    ]
    stepwise, at_once = (SceneRenderer(CLOTH, "chinese", seed=9, **PLAIN) for _ in range(2))
    for count in range(1, 31):
        picture = stepwise.frame(_by_key(*things[:count]))

    assert np.array_equal(picture, at_once.frame(_by_key(*things)))


def test_same_seed_same_picture_other_seed_another_table() -> None:
    things = _by_key(_tile(0, "6s", Seat.B, 0, 160))
    arm = Motion(0, 500, 900, Seat.B, ((200.0, 0.0),))
    one, again, other = (SceneRenderer(CLOTH, seed=seed).frame(things, [arm], 400) for seed in (3, 3, 4))

    assert np.array_equal(one, again)
    assert np.abs(one.astype(int) - other).mean() > 5


def test_noise_changes_from_frame_to_frame_by_its_deviation() -> None:
    renderer = SceneRenderer(CLOTH, seed=3, noise=4.0)
    still = renderer.still({}).astype(int)
    first, second = (renderer.frame({}, at_ms=at_ms).astype(int) for at_ms in (0, 40))

    assert 3 < (first - still).std() < 5
    assert 4.5 < (first - second).std() < 6.5


def test_a_frame_belongs_to_the_caller(renderer: SceneRenderer) -> None:
    things = _by_key(_tile(0, "6s", Seat.B, 0, 160))
    first = renderer.frame(things)
    kept = first.copy()
    first[:] = 0

    assert np.array_equal(renderer.frame(things), kept)


@pytest.mark.parametrize("size", [(1440, 1080), (1280, 720), (640, 480)])
def test_any_size_shows_the_whole_cloth(size: tuple[int, int]) -> None:
    renderer = SceneRenderer(CLOTH, size=size, tilt_deg=6)

    assert renderer.frame({}).shape == (size[1], size[0], 3)
    corners = np.array(renderer.corners_px)
    assert (corners > 0).all()
    assert (corners < np.array(size) - 1).all()
    assert np.ptp(corners[:, 1]) > 0.8 * size[1]


def test_an_unknown_pose_is_named() -> None:
    with pytest.raises(ValueError, match=r"tile 3 \(5m\) has the pose 'leaning'"):
        SceneRenderer(CLOTH, size=(320, 240)).frame(_by_key(_tile(3, "5m", Seat.A, 0, 200, pose="leaning")))
