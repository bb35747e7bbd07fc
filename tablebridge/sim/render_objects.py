"""Tiles and sticks as the virtual camera sees them: each one a small picture with the place where it belongs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Cloth
from tablebridge.faces import STYLES, face_image
from tablebridge.sim.render_projection import Projection
from tablebridge.sim.scene import Object, Stick

__all__ = ["Patch", "draw_object", "tile_box", "top_corners_mm"]

_FINER = 3
"""Patches are drawn this many times finer than the picture and then averaged down."""
_TEXTURE_PX_PER_MM = 4
_LAYER = 0.42
"""Share of a tile's thickness that is the coloured back."""
_STICK_MM = (65.0, 8.0, 4.0)

Picture = np.ndarray
Points = NDArray[np.float64]
Colour = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece of picture: `colour` (h, w, 3) already weighted by its cover, `gap` (h, w, 1) what remains of the
    ground under it (0..255); its upper left pixel is (`left`, `top`). `order` sorts from far to near."""

    left: int
    top: int
    colour: NDArray[np.uint16]
    gap: NDArray[np.uint16]
    order: tuple[float, float]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """left, top, right, bottom; the last two exclusive."""
        height, width = self.gap.shape[:2]
        return self.left, self.top, self.left + width, self.top + height

    def lay_on(self, picture: Picture, box: tuple[int, int, int, int]) -> None:
        """Draws the part inside `box` onto a picture of the whole camera view."""
        left, top, right, bottom = (
            max(self.left, box[0]),
            max(self.top, box[1]),
            min(self.box[2], box[2]),
            min(self.box[3], box[3]),
        )
        if left >= right or top >= bottom:
            return
        part = slice(top - self.top, bottom - self.top), slice(left - self.left, right - self.left)
        ground = picture[top:bottom, left:right]
        ground[:] = (ground * self.gap[part] + self.colour[part]) // 255


@dataclass(frozen=True, slots=True)
class TileBox:
    """A body on the cloth: half sizes along its own right and away from its owner, and its two heights, in mm."""

    half_right: float
    half_away: float
    bottom: float
    top: float


def tile_box(thing: Object, cloth: Cloth) -> TileBox:
    """How much room an object takes. Raises `ValueError` for a pose that does not exist."""
    if isinstance(thing, Stick):
        return TileBox(_STICK_MM[0] / 2, _STICK_MM[1] / 2, 0.0, _STICK_MM[2])
    low = thing.height_mm
    match thing.pose:
        case "up" | "down":
            return TileBox(cloth.tile_wide_mm / 2, cloth.tile_long_mm / 2, low, low + cloth.tile_thick_mm)
        case "standing":
            return TileBox(cloth.tile_wide_mm / 2, cloth.tile_thick_mm / 2, low, low + cloth.tile_long_mm)
        case pose:
            raise ValueError(f"tile {thing.key} ({thing.name}) has the pose {pose!r}; use up, down or standing")


def top_corners_mm(thing: Object, cloth: Cloth) -> Points:
    """The upper side's corners (4, 3): upper left, upper right, lower right, lower left of the face as it is read."""
    box = tile_box(thing, cloth)
    return _ring(thing, box.half_right, box.half_away, box.top)


def draw_object(
    thing: Object, cloth: Cloth, projection: Projection, style: str, light: NDArray[np.float32], blur_px: float
) -> tuple[Patch, Patch]:
    """The object's shadow on the cloth and its body. `light` is the whole picture's, see `light_map`."""
    box = tile_box(thing, cloth)
    floor = _ring(thing, box.half_right, box.half_away, box.bottom)
    roof = _ring(thing, box.half_right, box.half_away, box.top)
    brush = _Brush(np.vstack([projection.project(floor), projection.project(roof)]), blur_px)
    tall = box.top - box.bottom
    for sides, colour in _walls(thing, box, floor, roof, style):
        normal = _outward(sides, thing)
        if np.dot(normal, projection.eye_mm[:2] - sides[0, :2]) > 0:
            brush.polygon(projection.project(sides), colour * (0.66 + 0.16 * normal[1] - 0.10 * normal[0]))
    brush.picture_on(_top(thing, style, cloth), projection.project(roof))
    middle = projection.project([[thing.x_mm, thing.y_mm, box.top]])[0]
    column, row = np.clip(np.round(middle).astype(int), 0, np.array(light.shape[::-1]) - 1)
    distance = float(np.hypot(thing.x_mm - projection.eye_mm[0], thing.y_mm - projection.eye_mm[1]))
    order = (box.bottom, -distance)
    body = brush.patch(float(light[row, column]), order)
    return _shadow(floor, tall, projection, order), body


def _ring(thing: Object, half_right: float, half_away: float, height: float) -> Points:
    turn = np.radians(thing.turn_deg)
    right, away = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    corners = [
        (thing.x_mm, thing.y_mm) + i * half_right * right + j * half_away * away
        for i, j in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    return np.column_stack([corners, np.full(4, height)])


def _outward(wall: Points, thing: Object) -> Points:
    """The horizontal unit vector that leaves the body through this wall."""
    along = (wall[1] - wall[0])[:2]
    normal = np.array([along[1], -along[0]]) / np.linalg.norm(along)
    away = wall[0, :2] - (thing.x_mm, thing.y_mm)
    return normal if np.dot(normal, away) > 0 else -normal


def _walls(thing: Object, box: TileBox, floor: Points, roof: Points, style: str) -> list[tuple[Points, Colour]]:
    """The four sides, each as one or two quadrilaterals of one colour."""
    look = STYLES[style]
    walls = [np.stack([floor[i], floor[(i + 1) % 4], roof[(i + 1) % 4], roof[i]]) for i in range(4)]
    if isinstance(thing, Stick):
        return [(wall, _bgr("#ece9e0")) for wall in walls]
    front, back = _bgr(look.body), _bgr(look.back)
    if thing.pose == "standing":
        # walls: 0 faces away from the owner (the back), 1 and 3 are the narrow sides, 2 is the face
        parted = []
        for index, (first, second) in ((1, (back, front)), (3, (front, back))):
            share = _LAYER if index == 1 else 1 - _LAYER
            parted += _split_upright(walls[index], share, first, second)
        return [(walls[0], back), (walls[2], front), *parted]
    lower, upper = (back, front) if thing.pose == "up" else (front, back)
    share = _LAYER if thing.pose == "up" else 1 - _LAYER
    out = []
    for wall in walls:
        middle = wall[:2] + share * (wall[[3, 2]] - wall[:2])
        out.append((np.stack([wall[0], wall[1], middle[1], middle[0]]), lower))
        out.append((np.stack([middle[0], middle[1], wall[2], wall[3]]), upper))
    return out


def _split_upright(wall: Points, share: float, first: Colour, second: Colour) -> list[tuple[Points, Colour]]:
    low, high = wall[0] + share * (wall[1] - wall[0]), wall[3] + share * (wall[2] - wall[3])
    return [(np.stack([wall[0], low, high, wall[3]]), first), (np.stack([low, wall[1], wall[2], high]), second)]


class _Brush:
    """Draws one object finely, then averages it down to a patch of the picture."""

    def __init__(self, outline_px: Points, blur_px: float) -> None:
        reach = 2 + round(3 * blur_px)
        self.left, self.top = (int(edge) - reach for edge in np.floor(outline_px.min(axis=0)))
        right, bottom = (int(edge) + reach + 1 for edge in np.ceil(outline_px.max(axis=0)))
        self.width, self.height = right - self.left, bottom - self.top
        self.blur_px = blur_px
        self.canvas = np.zeros((self.height * _FINER, self.width * _FINER, 4), np.uint8)

    def _fine(self, points_px: Points) -> Points:
        """Pixels of the picture to pixels of the canvas; both count centres."""
        return (points_px - (self.left, self.top)) * _FINER + (_FINER - 1) / 2

    def polygon(self, points_px: Points, colour: Colour) -> None:
        """A flat side."""
        points = np.round(self._fine(points_px) * 16).astype(np.int32)
        cv2.fillConvexPoly(self.canvas, points, (*np.clip(colour, 0, 255).tolist(), 255), cv2.LINE_8, 4)

    def picture_on(self, texture: Picture, corners_px: Points) -> None:
        """A BGRA picture spread over four corners: upper left, upper right, lower right, lower left."""
        height, width = texture.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, self._fine(corners_px).astype(np.float32))
        size = self.canvas.shape[1::-1]
        laid = cv2.warpPerspective(texture, warp, size, flags=cv2.INTER_LINEAR, borderValue=(0, 0, 0, 0))
        cover = laid[..., 3:].astype(np.uint16)
        self.canvas[..., :3] = (self.canvas[..., :3] * (255 - cover) + laid[..., :3].astype(np.uint16) * cover) // 255
        self.canvas[..., 3] = np.maximum(self.canvas[..., 3], laid[..., 3])

    def patch(self, light: float, order: tuple[float, float]) -> Patch:
        """What was drawn, lit and as sharp as the lens."""
        cover = self.canvas[..., 3:].astype(np.float32) / 255
        weighted = np.concatenate([self.canvas[..., :3] * (cover * light), cover * 255], axis=2)
        small = cv2.resize(weighted, (self.width, self.height), interpolation=cv2.INTER_AREA)
        if self.blur_px:
            small = cv2.GaussianBlur(small, (0, 0), self.blur_px)
        colour = np.minimum(small[..., :3], small[..., 3:])  # light above 1 must not overflow the sum
        return Patch(
            self.left,
            self.top,
            np.round(colour * 255).astype(np.uint16),
            np.round(255 - small[..., 3:]).astype(np.uint16),
            order,
        )


def _shadow(floor: Points, tall_mm: float, projection: Projection, order: tuple[float, float]) -> Patch:
    """A soft dark place on the cloth, towards the side away from the lamp."""
    ground = np.column_stack([floor[:, :2], np.zeros(4)])
    moved = ground + np.array([0.16, -0.22, 0]) * tall_mm
    points = np.vstack([projection.project(ground), projection.project(moved)])
    soft_px = max(1.0, 0.11 * tall_mm * projection.px_per_mm(floor[0]))
    reach = 1 + round(2.5 * soft_px)
    left, top = (int(edge) - reach for edge in np.floor(points.min(axis=0)))
    right, bottom = (int(edge) + reach + 1 for edge in np.ceil(points.max(axis=0)))
    mask: np.ndarray = np.zeros((bottom - top, right - left), np.uint8)
    hull = cv2.convexHull(np.round((points - (left, top)) * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 120, cv2.LINE_AA, 4)
    mask = cv2.GaussianBlur(mask, (0, 0), soft_px)
    gap = (255 - mask)[..., None].astype(np.uint16)
    return Patch(left, top, np.zeros((*mask.shape, 3), np.uint16), gap, order)


def _top(thing: Object, style: str, cloth: Cloth) -> Picture:
    """What is on an object's upper side, BGRA, its upper edge away from the owner."""
    if isinstance(thing, Stick):
        return _stick_top()
    wide, long, thick = (
        round(side * _TEXTURE_PX_PER_MM) for side in (cloth.tile_wide_mm, cloth.tile_long_mm, cloth.tile_thick_mm)
    )
    match thing.pose:
        case "up":
            return face_image(thing.name, style, wide, long)
        case "down":
            return face_image("back", style, wide, long)
        case _:
            return _edge_top(style, wide, thick)


@lru_cache(maxsize=16)
def _edge_top(style: str, wide_px: int, thick_px: int) -> Picture:
    """A standing tile from above: the coloured back away from the owner, the body towards them."""
    look = STYLES[style]
    picture = face_image("blank", style, wide_px, thick_px).copy()
    back = round(thick_px * _LAYER)
    picture[:back, :, :3] = _bgr(look.back)
    picture[back : back + 2, :, :3] = _bgr(look.edge)
    return picture


@cache
def _stick_top() -> Picture:
    """A thousand-point stick: one red dot."""
    size = round(_STICK_MM[0] * _TEXTURE_PX_PER_MM), round(_STICK_MM[1] * _TEXTURE_PX_PER_MM)
    picture = np.full((size[1], size[0], 4), (236, 240, 242, 255), np.uint8)
    cv2.circle(picture, (size[0] // 2, size[1] // 2), size[1] // 3, (40, 36, 200, 255), -1, cv2.LINE_AA)
    return picture


def _bgr(colour: str) -> Colour:
    """An SVG colour `#rrggbb` as (blue, green, red)."""
    return np.array([int(colour[i : i + 2], 16) for i in (5, 3, 1)], np.float64)
