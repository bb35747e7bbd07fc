"""Whole tables of the project's virtual camera, at any tilt, with the exact place of every tile that can be seen."""

from __future__ import annotations

import cv2
import numpy as np

from tablebridge.cloth import Cloth
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.render_objects import tile_box
from tablebridge.sim.scene import Object, SceneTile
from tile_training.labels import BACK
from tile_training.localiser_sample import DOWN, HIDDEN, STANDING, UP, Laid
from tile_training.virtual import laid_table

_POSES = {"up": UP, "down": DOWN, "standing": STANDING}
_SEEN, _WANTED = 0.35, 0.6
FIRST_SEED = 20_000
"""Games and the crops of the classifier use cameras below."""


def virtual_table(seed: int, style: str, tilt_deg: float, size: tuple[int, int] = (1920, 1080)) -> Laid:
    """One laid table under one camera of `size` pixels, its axis `tilt_deg` off the vertical."""
    rng, cloth = np.random.default_rng([seed, 5]), Cloth()
    objects, _ = laid_table(rng, cloth)
    renderer = SceneRenderer(cloth, style, FIRST_SEED + seed, size, tilt_deg=tilt_deg)
    picture = renderer.frame(objects, at_ms=float(rng.uniform(0, 1e6)))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
    picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return _with_truth(picture, objects, renderer, cloth)


def _with_truth(picture: np.ndarray, objects: dict[int, Object], renderer: SceneRenderer, cloth: Cloth) -> Laid:
    """The tiles whose upper side shows; the half covered ones as hidden."""
    eye = renderer.projection.eye_mm
    order = sorted(
        objects.values(), key=lambda o: (tile_box(o, cloth).bottom, -np.hypot(o.x_mm - eye[0], o.y_mm - eye[1]))
    )
    owner = np.zeros(picture.shape[:2], np.int32)
    tiles: list[tuple[np.ndarray, int, str]] = []
    for thing in order:
        roof = renderer.top_corners_px(thing)
        floor = _foot(thing, renderer, cloth)
        hull = cv2.convexHull(np.vstack([roof, floor]).astype(np.float32))
        cv2.fillConvexPoly(owner, (hull * 8).round().astype(np.int32), 0, cv2.LINE_8, 3)
        if isinstance(thing, SceneTile):
            pose = _POSES[thing.pose]
            name = {UP: thing.name, DOWN: BACK}.get(pose, "")
            tiles.append((np.roll(roof, -1, axis=0) if pose == STANDING else roof, pose, name))
            cv2.fillConvexPoly(owner, (roof * 8).round().astype(np.int32), len(tiles), cv2.LINE_8, 3)
    shown = np.bincount(owner.ravel(), minlength=len(tiles) + 1)[1:]
    quads, poses, names = [], [], []
    for (quad, pose, name), count in zip(tiles, shown, strict=True):
        area = max(cv2.contourArea(quad.astype(np.float32)), 1.0)
        if count >= _SEEN * area:
            quads.append(quad)
            poses.append(pose if count >= _WANTED * area else HIDDEN)
            names.append(name)
    return Laid(picture, np.array(quads, np.float32), np.array(poses), np.ones(len(poses), bool), True, tuple(names))


def _foot(thing: Object, renderer: SceneRenderer, cloth: Cloth) -> np.ndarray:
    box = tile_box(thing, cloth)
    turn = np.radians(thing.turn_deg)
    right, away = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corners = [
        (*((thing.x_mm, thing.y_mm) + i * box.half_right * right + j * box.half_away * away), box.bottom)
        for i, j in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    return renderer.projection.project(corners)
