"""Draws a layout of tiles as some camera sees it, and tells where every tile ended up on the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tile_training.faces import Face, FaceSet
from tile_training.labels import FACES
from tile_training.localiser_clutter import lay_hands, lay_things, surface
from tile_training.localiser_layouts import Lying, TileSize, random_layout, random_size
from tile_training.localiser_sample import DOWN, HIDDEN, STANDING, UP, Laid

SIDE_PX = 1280
_SEEN, _WANTED = 0.35, 0.6
"""Of a tile's surface: less than the first is no find, less than the second neither right nor wrong."""
_CORNERS = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], float)
_SIDES = ((0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0))


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: `matrix` (3, 4) from mm (z up) to homogeneous pixels, `eye` in mm."""

    matrix: np.ndarray
    eye: np.ndarray

    @classmethod
    def random(cls, rng: np.random.Generator, reach_mm: float, long_mm: float) -> Camera:
        """Looks at the middle from above or from the side, so near that most of `reach_mm` fills the picture."""
        tilt = math.radians(abs(rng.normal(0, 10)) if rng.random() < 0.4 else rng.uniform(0, 56))
        around = rng.uniform(0, 2 * math.pi)
        distance = reach_mm * rng.uniform(1.6, 5.0) + 6 * long_mm
        upwards = np.array([math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)])
        right = np.array([-math.sin(around), math.cos(around), 0.0])
        down = np.cross(-upwards, right)
        roll = rng.uniform(0, 2 * math.pi)
        turned = math.cos(roll) * right + math.sin(roll) * down
        rotation = np.stack([turned, np.cross(-upwards, turned), -upwards])
        focal = SIDE_PX / 2 * distance / reach_mm * rng.uniform(0.85, 1.5)
        inner = np.array([[focal, 0, SIDE_PX / 2], [0, focal, SIDE_PX / 2], [0, 0, 1]])
        eye = distance * upwards
        return cls(inner @ np.column_stack([rotation, -rotation @ eye]), eye)

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 3) mm to (n, 2) px."""
        seen = points_mm @ self.matrix[:, :3].T + self.matrix[:, 3]
        return seen[:, :2] / seen[:, 2:]


@dataclass(frozen=True)
class Make:
    """How a set of tiles looks. Colours BGR 0..255; `layer` is the coloured part of the depth, `round` the corner's
    radius and `inset` the ink's margin as parts of the width; `dark` tiles have light ink."""

    front: np.ndarray
    back: np.ndarray
    layer: float
    round: float
    inset: float
    dark: bool
    seam: float
    ribs: bool

    @classmethod
    def random(cls, rng: np.random.Generator) -> Make:
        """Mostly ivory fronts with a coloured back; also all white ones, dark ones, tinted ones."""
        front = np.array([rng.uniform(190, 245), rng.uniform(205, 250), rng.uniform(215, 255)])
        hue = np.array([[[rng.integers(180), rng.integers(90, 256), rng.integers(50, 240)]]], np.uint8)
        back = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
        dark = rng.random() < 0.05
        if dark:
            front = back * 0.3
        elif rng.random() < 0.1:
            front = front * 0.6 + back * 0.4
        kind = rng.random()
        if kind < 0.12:
            back = front * rng.uniform(0.9, 1.0)
        elif kind < 0.2:
            back = np.array([rng.uniform(20, 60)] * 3) * rng.normal(1, 0.1, 3)
        layer = float(rng.uniform(0.25, 0.6)) if rng.random() < 0.85 else float(rng.choice([0.0, 1.0]))
        return cls(
            front, back, layer, float(rng.uniform(0.03, 0.18)), float(rng.uniform(0.0, 0.14)), dark,
            float(rng.uniform(0, 0.6)), bool(rng.random() < 0.15),
        )  # fmt: skip


class SceneBench:
    """Draws whole scenes from face sets. `rng` decides everything."""

    def __init__(self, sets: list[FaceSet], rng: np.random.Generator) -> None:
        self._sets = [face_set for face_set in sets if len(face_set.faces) >= 20]
        self._rng = rng

    def scene(self) -> Laid:
        """A picture of SIDE_PX by SIDE_PX with all its tiles."""
        rng = self._rng
        size = random_size(rng)
        tiles = random_layout(rng, size)
        reach = max((math.hypot(tile.x, tile.y) for tile in tiles), default=size.long) + size.long
        camera = Camera.random(rng, reach, size.long)
        canvas = surface(rng, SIDE_PX)
        lay_things(rng, canvas, camera, reach, size.long)
        painter = _Painter(canvas, camera, Make.random(rng), size, rng)
        painter.shadows(tiles)
        weights = np.array([face_set.weight for face_set in self._sets])
        chosen = self._sets[rng.choice(len(self._sets), p=weights / weights.sum())]
        faces = [chosen.faces[label] for label in FACES if label in chosen.faces]
        far_first = sorted(tiles, key=lambda tile: (round(tile.z / size.thick), -_distance(tile, camera)))
        for tile in far_first:
            painter.tile(tile, faces[rng.integers(len(faces))])
        if rng.random() < 0.4:
            lay_hands(rng, canvas, painter.owner)
        return painter.laid()

    def empty(self) -> Laid:
        """A picture without any tile: cloth and all that is no tile."""
        rng = self._rng
        size = random_size(rng)
        reach = size.long * 12
        canvas = surface(rng, SIDE_PX)
        camera = Camera.random(rng, reach, size.long)
        for _ in range(3):
            lay_things(rng, canvas, camera, reach, size.long)
        lay_hands(rng, canvas, np.zeros((SIDE_PX, SIDE_PX), np.int32))
        none = np.zeros(0, np.int64)
        return Laid(canvas, np.zeros((0, 4, 2), np.float32), none, none.astype(bool), True)


def _distance(tile: Lying, camera: Camera) -> float:
    return float(np.linalg.norm(np.array([tile.x, tile.y, tile.z]) - camera.eye))


class _Painter:
    """Paints tile after tile and keeps, for every pixel, which tile's wanted side it shows."""

    def __init__(
        self, canvas: np.ndarray, camera: Camera, make: Make, size: TileSize, rng: np.random.Generator
    ) -> None:
        self.canvas, self.camera, self.make, self.size, self.rng = canvas, camera, make, size, rng
        self.owner = np.zeros(canvas.shape[:2], np.int32)
        self._quads: list[np.ndarray] = []
        self._poses: list[int] = []
        angle, steep = rng.uniform(0, 2 * math.pi), rng.uniform(0.5, 1.3)
        lamp = np.array([math.cos(angle) * math.cos(steep), math.sin(angle) * math.cos(steep), math.sin(steep)])
        self._lamp, self._ambient = lamp, float(rng.uniform(0.45, 0.8))
        self._half = np.array([size.wide, size.long, size.thick]) / 2

    def shadows(self, tiles: list[Lying]) -> None:
        """Soft dark places on the ground, away from the lamp."""
        mask = np.zeros(self.owner.shape, np.uint8)
        fall = -self._lamp[:2] / max(self._lamp[2], 0.3)
        for tile in tiles:
            corners = self._corners(tile)
            ground = np.column_stack([corners[:, :2] + fall * corners[:, 2:] * 0.7, np.zeros(8)])
            hull = cv2.convexHull(self.camera.project(ground).astype(np.float32))
            cv2.fillConvexPoly(mask, (hull * 8).astype(np.int32), int(self.rng.integers(90, 130)), cv2.LINE_AA, 3)
        mask = cv2.blur(cv2.blur(mask, (9, 9)), (9, 9))
        dark = 1 - mask.astype(np.float32)[:, :, None] / 255 * np.float32(self.rng.uniform(0.2, 1.3))
        np.copyto(self.canvas, (self.canvas * dark).clip(0, 255).astype(np.uint8))

    def _corners(self, tile: Lying) -> np.ndarray:
        signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
        return np.array([tile.x, tile.y, tile.z]) + (signs * self._half) @ tile.rotation().T

    def tile(self, tile: Lying, face: Face) -> None:
        """Paints the sides that are turned to the camera, and takes down what is wanted of this tile."""
        rotation, middle = tile.rotation(), np.array([tile.x, tile.y, tile.z])
        view = self.camera.eye - middle
        view = view / np.linalg.norm(view)
        for axis, sign in _SIDES:
            if sign * rotation[:, axis] @ view > 0:
                self._side(rotation, middle, axis, sign)
        towards = float(rotation[:, 2] @ view)
        plane = self._plane(rotation, middle, 2, 1.0 if towards > 0 else -1.0)
        if towards > 0.02:
            self._front(plane, rotation[:, 2], face)
        elif towards < -0.02:
            self._back(plane, -rotation[:, 2])
        self._take_down(tile, rotation, middle, view, towards, plane)

    def _plane(self, rotation: np.ndarray, middle: np.ndarray, axis: int, sign: float) -> np.ndarray:
        """One side's corners on the picture; of the face and the back upper left, upper right, lower right, lower
        left as the camera sees them."""
        across = [other for other in (0, 1, 2) if other != axis]
        local = np.zeros((4, 3))
        local[:, across] = _CORNERS
        if axis == 2 and sign < 0:
            local[:, 0] *= -1
        local[:, axis] = sign
        return self.camera.project(middle + (local * self._half) @ rotation.T)

    def _light(self, normal: np.ndarray) -> float:
        return self._ambient + (1.05 - self._ambient) * max(float(normal @ self._lamp), 0.0)

    def _fill(self, points: np.ndarray, colour: np.ndarray) -> None:
        value = np.clip(colour, 0, 255).tolist()
        cv2.fillConvexPoly(self.canvas, (points * 8).astype(np.int32), value, cv2.LINE_AA, 3)

    def _side(self, rotation: np.ndarray, middle: np.ndarray, axis: int, sign: float) -> None:
        """A side wall in two layers, the back's colour and the front's; it hides what lies behind."""
        along = 1 - axis
        local = np.zeros((4, 3))
        local[:, axis], local[:, along] = sign, [-1, 1, 1, -1]
        depth = [-1.0, -1 + 2 * self.make.layer, 1.0]
        normal = sign * rotation[:, axis]
        light = self._light(normal) * 0.85
        whole = []
        for low, high, colour in ((depth[0], depth[1], self.make.back), (depth[1], depth[2], self.make.front)):
            local[:, 2] = [low, low, high, high]
            points = self.camera.project(middle + (local * self._half) @ rotation.T)
            whole.append(points)
            if high > low:
                self._fill(points, colour * light)
        hull = np.concatenate([whole[0][:2], whole[1][2:]])
        cv2.fillConvexPoly(self.owner, (hull * 8).astype(np.int32), 0, cv2.LINE_8, 3)
        if self.make.seam > 0.1:
            edge = (hull * 8).astype(np.int32)
            shade = np.clip(self.make.front * light * (1 - 0.5 * self.make.seam), 0, 255).tolist()
            cv2.polylines(self.canvas, [edge], True, shade, 1, cv2.LINE_AA, 3)

    def _top(self, quad: np.ndarray, colour: np.ndarray) -> None:
        """A rounded front or back over a slightly darker edge."""
        self._fill(quad, colour * 0.86)
        points = []
        for index in range(4):
            here, before, after = quad[index], quad[index - 1], quad[(index + 1) % 4]
            start = here + (before - here) * self.make.round * 0.8
            end = here + (after - here) * self.make.round
            points += [(1 - t) ** 2 * start + 2 * t * (1 - t) * here + t * t * end for t in (0.0, 0.33, 0.67, 1.0)]
        self._fill(np.array(points), colour)
        if self.make.seam > 0.1:
            shade = np.clip(colour * (1 - 0.5 * self.make.seam), 0, 255).tolist()
            cv2.polylines(self.canvas, [(quad * 8).astype(np.int32)], True, shade, 1, cv2.LINE_AA, 3)

    def _front(self, quad: np.ndarray, normal: np.ndarray, face: Face) -> None:
        light = self._light(normal)
        self._top(quad, self.make.front * light)
        middle = quad.mean(axis=0)
        inner = ((quad - middle) * (1 - 2 * self.make.inset) + middle).astype(np.float32)
        left, top = np.clip(np.floor(inner.min(axis=0)).astype(int) - 1, 0, SIDE_PX)
        right, bottom = np.clip(np.ceil(inner.max(axis=0)).astype(int) + 1, 0, SIDE_PX)
        if right <= left or bottom <= top:
            return
        ink = face.ink
        shrink = 96 / max(float(np.linalg.norm(quad[1] - quad[0])), 1.0)
        if shrink > 1.6:
            ink = cv2.blur(ink, (int(shrink + 0.5), int(shrink + 0.5)))
        height, width = ink.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, inner - np.array([left, top], np.float32))
        layer = cv2.warpPerspective(ink, matrix, (int(right - left), int(bottom - top))).astype(np.float32)
        if self.make.dark:
            layer[:, :, :3] = layer[:, :, 3:] - 0.4 * layer[:, :, :3]
        window = self.canvas[top:bottom, left:right]
        mixed = window * (1 - layer[:, :, 3:] / 255) + layer[:, :, :3] * light
        np.copyto(window, mixed.clip(0, 255).astype(np.uint8))

    def _back(self, quad: np.ndarray, normal: np.ndarray) -> None:
        colour = self.make.back * self._light(normal)
        self._top(quad, colour)
        if self.make.ribs:
            for part in np.linspace(0.15, 0.85, 5):
                ends = np.array([quad[0] * (1 - part) + quad[1] * part, quad[3] * (1 - part) + quad[2] * part])
                shade = np.clip(colour * 0.88, 0, 255).tolist()
                cv2.polylines(self.canvas, [(ends * 8).astype(np.int32)], False, shade, 1, cv2.LINE_AA, 3)

    def _take_down(
        self, tile: Lying, rotation: np.ndarray, middle: np.ndarray, view: np.ndarray, towards: float, plane: np.ndarray
    ) -> None:
        pose, quad = (UP if towards > 0 else DOWN), plane
        if tile.pose == "standing" and towards < 0.4:
            pose = STANDING
            upper = 1.0 if rotation[2, 1] > 0 else -1.0
            quad = np.roll(self._plane(rotation, middle, 1, upper), 1, axis=0)
            if float(upper * rotation[:, 1] @ view) < 0.3:
                pose = HIDDEN
        elif abs(towards) < 0.3:
            pose = HIDDEN
        for other in (plane,) if pose == STANDING else ():
            cv2.fillConvexPoly(self.owner, (other * 8).astype(np.int32), 0, cv2.LINE_8, 3)
        self._quads.append(quad)
        self._poses.append(pose)
        cv2.fillConvexPoly(self.owner, (quad * 8).astype(np.int32), len(self._quads), cv2.LINE_8, 3)

    def laid(self) -> Laid:
        """The picture with all tiles that can be seen well enough; half covered ones as hidden."""
        shown = np.bincount(self.owner.ravel(), minlength=len(self._quads) + 1)[1:]
        kept, poses = [], []
        for quad, pose, count in zip(self._quads, self._poses, shown, strict=True):
            area = max(cv2.contourArea(quad.astype(np.float32)), 1.0)
            if count < _SEEN * area:
                continue
            kept.append(quad)
            poses.append(pose if count >= _WANTED * area else HIDDEN)
        quads = np.array(kept, np.float32).reshape(-1, 4, 2)
        quads = _short_first(quads)
        return Laid(self.canvas, quads, np.array(poses, np.int64), np.ones(len(kept), bool), True)


def _short_first(quads: np.ndarray) -> np.ndarray:
    """Clockwise corners whose first edge is the body's short one: kept as painted, only the order of turning set."""
    if len(quads) == 0:
        return quads
    a, b, c = quads[:, 0], quads[:, 1], quads[:, 2]
    other = (b - a)[:, 0] * (c - b)[:, 1] - (b - a)[:, 1] * (c - b)[:, 0] < 0
    quads[other] = quads[other][:, [1, 0, 3, 2]]
    return quads
