"""One synthetic crop: a tile on a cloth among others, seen by an ordinary camera."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from tile_training.faces import Face, FaceSet
from tile_training.labels import BACK, FACES, NOT_A_TILE
from tile_training.surroundings import CANVAS, arm, background, clutter, fill

NO_TURN = -1


@dataclass(frozen=True)
class Sample:
    """A crop in BGR, its label, how often it is turned by 90 degrees counter-clockwise (-1: unknown or
    meaningless) and whether upside down would look the same."""

    crop: np.ndarray
    label: str
    quarter_turns: int
    symmetric: bool


@dataclass
class Bench:
    """Draws crops from face sets. `rng` decides everything: the same seed gives the same crops."""

    sets: list[FaceSet]
    rng: np.random.Generator
    _weights: dict[str, tuple[list[FaceSet], np.ndarray]] = field(default_factory=dict)

    def face(self, label: str) -> Face:
        """A face of this label from a random set."""
        if label not in self._weights:
            able = [face_set for face_set in self.sets if label in face_set.faces]
            weights = np.array([face_set.weight for face_set in able])
            self._weights[label] = (able, weights / weights.sum())
        able, weights = self._weights[label]
        return able[self.rng.choice(len(able), p=weights)].faces[label]

    def tile(self, label: str) -> Sample:
        """A crop whose main tile has this label (a face or the back)."""
        rng = self.rng
        canvas, place = self._table()
        face = None if label == BACK else self.face(label)
        body = self._body(label == BACK)
        self._neighbours(canvas, place, body)
        place.draw(canvas, face, body, rng)
        self._shade(canvas)
        crop = self._look(canvas, place, rng)
        turns = int(rng.integers(4))
        crop = np.rot90(crop, turns)
        known = place.square_to_crop and face is not None
        return Sample(degrade(rng, crop), label, turns if known else NO_TURN, face is not None and face.symmetric)

    def nothing(self) -> Sample:
        """A crop that shows no single tile: cloth, half tiles, several tiles, sticks, sleeves, sides."""
        rng = self.rng
        canvas, place = self._table()
        body = self._body(False)
        kind = rng.choice(["cloth", "half", "half", "many", "stick", "skin", "side", "gap"])
        if kind in ("half", "many", "gap") or rng.random() < 0.3:
            self._neighbours(canvas, place, body, everywhere=kind in ("many", "gap"))
        if kind in ("half", "many"):
            place.draw(canvas, self.face(str(rng.choice(FACES))), body, rng)
        if kind in ("stick", "skin", "side"):
            clutter(rng, canvas, str(kind))
        self._shade(canvas)
        if kind == "half":
            angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.5, 0.85)
            place = place.moved(reach * place.width * math.cos(angle), reach * place.length * math.sin(angle))
        elif kind == "many":
            place = place.grown(rng.uniform(1.8, 2.4))
        elif kind == "side":
            place = place.grown(rng.uniform(0.8, 1.2))
        crop = np.rot90(self._look(canvas, place, rng), int(rng.integers(4)))
        return Sample(degrade(rng, crop), NOT_A_TILE, NO_TURN, False)

    def covered(self, label: str) -> Sample:
        """A crop of a tile that a hand or a sleeve hides for the greater part: not to be read."""
        rng = self.rng
        canvas, place = self._table()
        body = self._body(False)
        self._neighbours(canvas, place, body)
        place.draw(canvas, self.face(label), body, rng)
        arm(rng, canvas, (place.x, place.y), place.width, place.length)
        self._shade(canvas)
        crop = np.rot90(self._look(canvas, place, rng), int(rng.integers(4)))
        return Sample(degrade(rng, crop), NOT_A_TILE, NO_TURN, False)

    def _table(self) -> tuple[np.ndarray, Place]:
        rng = self.rng
        canvas = background(rng)
        length = 80.0
        loose = rng.random() < 0.12
        turn = rng.uniform(-45, 45) if loose else rng.normal(0, 4.0)
        return canvas, Place(CANVAS / 2, CANVAS / 2, length / rng.uniform(1.22, 1.45), length, float(turn), loose)

    def _body(self, back: bool) -> Body:
        rng = self.rng
        ivory = np.array([rng.uniform(185, 240), rng.uniform(205, 246), rng.uniform(215, 252)])
        hue = np.array([[[rng.integers(180), rng.integers(110, 256), rng.integers(50, 235)]]], np.uint8)
        colour = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
        side = colour if rng.random() < 0.35 else ivory * rng.uniform(0.55, 0.9)
        dark = rng.random() < 0.05
        if rng.random() < 0.12:  # green, blue, pink and yellow tiles, and clear ones that take the cloth's colour
            ivory = ivory * 0.6 + colour * 0.4
        return Body(
            top=colour if back else colour * 0.25 if dark else ivory,
            dark=dark and not back,
            side=side,
            round=float(rng.uniform(0.03, 0.16)),
            inset=float(rng.uniform(0.0, 0.11)),
            lean=(float(rng.normal(0, 5)), float(rng.normal(0, 5))),
            edge=float(rng.uniform(0, 0.5)),
            fade=float(rng.uniform(0.75, 1.0)),
            gloss=bool(rng.random() < 0.2),
        )

    def _neighbours(self, canvas: np.ndarray, place: Place, body: Body, everywhere: bool = False) -> None:
        rng = self.rng
        gap = float(rng.choice([0.0, 0.5, 1.5, 3.0, 6.0]))
        for step_x, step_y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if not everywhere and rng.random() < (0.45 if step_x else 0.65):
                continue
            other = place.beside(step_x, step_y, gap + float(rng.uniform(0, 3)), float(rng.normal(0, 1.5)))
            face = self.face(str(rng.choice(FACES))) if rng.random() < 0.85 else None
            other.draw(canvas, face, body if face is not None else self._body(True), rng)

    def _shade(self, canvas: np.ndarray) -> None:
        """Uneven light, a soft shadow edge, a colour cast."""
        rng = self.rng
        ys, xs = np.mgrid[-1 : 1 : CANVAS * 1j, -1 : 1 : CANVAS * 1j].astype(np.float32)
        angle = rng.uniform(0, 2 * math.pi)
        light = 1 + rng.uniform(0, 0.3) * (xs * math.cos(angle) + ys * math.sin(angle))
        if rng.random() < 0.3:
            angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(-0.5, 0.5)
            edge = 1 / (1 + np.exp(-(xs * math.cos(angle) + ys * math.sin(angle) - reach) * rng.uniform(4, 25)))
            light *= 1 - rng.uniform(0.15, 0.5) * edge
        cast = rng.normal(1, 0.06, 3).astype(np.float32)
        level = np.float32(rng.uniform(0.45, 1.15))
        np.copyto(canvas, np.clip(canvas * light[:, :, None] * cast * level, 0, 255))

    def _look(self, canvas: np.ndarray, place: Place, rng: np.random.Generator) -> np.ndarray:
        """Cuts the crop of a box found around `place`, at the resolution of some camera."""
        corners = place.box(rng)
        corners += rng.normal(0, 0.022 * place.length, corners.shape).astype(np.float32)
        long_px = float(np.exp(rng.uniform(math.log(20), math.log(90))))
        wide = np.linalg.norm(corners[1] - corners[0])
        tall = np.linalg.norm(corners[3] - corners[0])
        scale = long_px / max(wide, tall)
        size = (max(int(wide * scale), 8), max(int(tall * scale), 8))
        blur = 0.5 / scale * rng.uniform(0.6, 1.6)
        soft = cv2.GaussianBlur(canvas, (0, 0), max(blur, 0.3))
        target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
        return cv2.warpPerspective(
            soft, cv2.getPerspectiveTransform(corners, target), size, borderMode=cv2.BORDER_REFLECT
        )


@dataclass(frozen=True)
class Body:
    """How a tile is made. Colours are BGR 0..255; `lean` is where its foot shows, in px of the canvas. A `dark` one has
    its ink in light colours."""

    top: np.ndarray
    side: np.ndarray
    round: float
    inset: float
    lean: tuple[float, float]
    edge: float
    fade: float
    gloss: bool
    dark: bool = False


@dataclass(frozen=True)
class Place:
    """Where a tile lies on the canvas: centre, size in px, turn in degrees; `loose` crops keep the picture's axes."""

    x: float
    y: float
    width: float
    length: float
    turn_deg: float
    loose: bool = False

    @property
    def square_to_crop(self) -> bool:
        """Whether 'upright' has a meaning in the crop: not when the tile lies near a diagonal."""
        return abs(self.turn_deg) < 30

    def moved(self, dx: float, dy: float) -> Place:
        """The same size elsewhere."""
        return Place(self.x + dx, self.y + dy, self.width, self.length, self.turn_deg, self.loose)

    def grown(self, factor: float) -> Place:
        """The same centre, another size."""
        return Place(self.x, self.y, self.width * factor, self.length * factor, self.turn_deg, self.loose)

    def beside(self, step_x: int, step_y: int, gap: float, turn: float) -> Place:
        """A neighbour's place in this tile's own frame."""
        angle = math.radians(self.turn_deg)
        right, down = step_x * (self.width + gap), step_y * (self.length + gap)
        dx, dy = right * math.cos(angle) - down * math.sin(angle), right * math.sin(angle) + down * math.cos(angle)
        return Place(self.x + dx, self.y + dy, self.width, self.length, self.turn_deg + turn)

    def corners(self) -> np.ndarray:
        """Top left, top right, bottom right, bottom left of the tile, (4, 2) px."""
        angle = math.radians(self.turn_deg)
        right = np.array([math.cos(angle), math.sin(angle)]) * self.width / 2
        down = np.array([-math.sin(angle), math.cos(angle)]) * self.length / 2
        middle = np.array([self.x, self.y])
        return np.array(
            [middle - right - down, middle + right - down, middle + right + down, middle - right + down], np.float32
        )

    def box(self, rng: np.random.Generator) -> np.ndarray:
        """The corners a finder would give: a bit too large or small, a bit off; upright when `loose`."""
        if self.loose:
            found = self.corners()
            (left, top), (right, bottom) = found.min(axis=0), found.max(axis=0)
            found = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
        else:
            turned = Place(self.x, self.y, self.width, self.length, self.turn_deg + float(rng.normal(0, 3.0)))
            found = turned.corners()
        middle = found.mean(axis=0)
        grow = 1 + rng.uniform(-0.09, 0.13)
        shift = rng.normal(0, 0.03, 2) * (self.width, self.length)
        return ((found - middle) * grow + middle + shift).astype(np.float32)

    def draw(self, canvas: np.ndarray, face: Face | None, body: Body, rng: np.random.Generator) -> None:
        """Paints the tile: foot, body, edge, ink, shine. Without a face only the body."""
        corners = self.corners()
        foot = corners + np.array(body.lean, np.float32)
        fill(canvas, np.vstack([corners, foot]), body.side * 0.75, hull=True)
        _fill_round(canvas, corners, body.round * self.width, body.top)
        if body.edge > 0.1:
            middle = corners.mean(axis=0)
            lines = ((corners - middle) * 0.985 + middle) * 8
            shade = body.top * (1 - 0.5 * body.edge)
            cv2.polylines(canvas, [lines.astype(np.int32)], True, shade.tolist(), 1, cv2.LINE_AA, 3)
        if face is not None:
            _print(canvas, corners, face.ink, body)
        elif body.gloss or body.edge > 0.3:
            _ribs(canvas, corners, body)
        if body.gloss:
            _shine(canvas, corners, rng)


def _fill_round(canvas: np.ndarray, corners: np.ndarray, radius: float, colour: np.ndarray) -> None:
    points = []
    for index in range(4):
        here, before, after = corners[index], corners[index - 1], corners[(index + 1) % 4]
        start = here + (before - here) / np.linalg.norm(before - here) * radius
        end = here + (after - here) / np.linalg.norm(after - here) * radius
        points += [(1 - t) ** 2 * start + 2 * t * (1 - t) * here + t * t * end for t in (0.0, 0.33, 0.67, 1.0)]
    fill(canvas, np.array(points, np.float32), colour)


def _print(canvas: np.ndarray, corners: np.ndarray, ink: np.ndarray, body: Body) -> None:
    middle = corners.mean(axis=0)
    target = ((corners - middle) * (1 - 2 * body.inset) + middle).astype(np.float32)
    left, top = np.clip(np.floor(target.min(axis=0)).astype(int) - 1, 0, CANVAS)
    right, bottom = np.clip(np.ceil(target.max(axis=0)).astype(int) + 1, 0, CANVAS)
    if right <= left or bottom <= top:
        return
    height, width = ink.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, target - np.array([left, top], np.float32))
    layer = cv2.warpPerspective(ink, matrix, (int(right - left), int(bottom - top))).astype(np.float32)
    if body.dark:
        layer[:, :, :3] = layer[:, :, 3:] - 0.6 * layer[:, :, :3]
    window = canvas[top:bottom, left:right]
    window *= 1 - layer[:, :, 3:] / 255 * body.fade
    window += layer[:, :, :3] * body.fade


def _ribs(canvas: np.ndarray, corners: np.ndarray, body: Body) -> None:
    """Stripes along the long side, as some backs have."""
    for part in np.linspace(0.1, 0.9, 7):
        ends = np.array([corners[0] * (1 - part) + corners[1] * part, corners[3] * (1 - part) + corners[2] * part])
        cv2.polylines(canvas, [(ends * 8).astype(np.int32)], False, (body.top * 0.9).tolist(), 2, cv2.LINE_AA, 3)


def _shine(canvas: np.ndarray, corners: np.ndarray, rng: np.random.Generator) -> None:
    layer = np.zeros((CANVAS, CANVAS), np.float32)
    weights = rng.dirichlet(np.ones(4))
    x, y = (weights[:, None] * corners).sum(axis=0)
    axes = (int(rng.integers(3, 16)), int(rng.integers(2, 8)))
    cv2.ellipse(layer, (int(x), int(y)), axes, float(rng.integers(180)), 0, 360, 1.0, -1)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(1, 5)) * rng.uniform(0.2, 0.9)
    canvas += (255 - canvas) * layer[:, :, None]


def degrade(rng: np.random.Generator, crop: np.ndarray) -> np.ndarray:
    """What a cheap camera does to a crop: motion, noise, sharpening, compression. Returns uint8 BGR."""
    picture = np.ascontiguousarray(crop, np.float32)
    if rng.random() < 0.25:
        length = int(rng.integers(2, max(3, min(picture.shape[:2]) // 10 + 2)))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2, :] = 1 / length
        picture = cv2.filter2D(picture, -1, kernel if rng.random() < 0.5 else kernel.T)
    if rng.random() < 0.25:
        amount = rng.uniform(0.2, 1.0)
        picture = picture * (1 + amount) - cv2.GaussianBlur(picture, (0, 0), 1.0) * amount
    if rng.random() < 0.7:
        picture = picture + rng.normal(0, rng.uniform(1, 9), picture.shape).astype(np.float32)
    small = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(30, 96))
        small = cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return small
