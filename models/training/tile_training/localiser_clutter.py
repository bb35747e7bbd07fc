"""What is no tile: cloths, wood, trays, rails, sticks, cards, chips, telephones, cups, paper, hands and sleeves."""

from __future__ import annotations

import math
from typing import Protocol

import cv2
import numpy as np

from tile_training.surroundings import background


class Projecting(Protocol):
    """From mm to pixels, as a camera does."""

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 3) mm to (n, 2) px."""


def surface(rng: np.random.Generator, side_px: int) -> np.ndarray:
    """A cloth, a table, a mat, with grain; uint8 BGR, square."""
    small = background(rng)
    canvas = cv2.resize(small, (side_px, side_px), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.6:
        grain = rng.normal(0, rng.uniform(1, 7), (side_px // 2, side_px // 2)).astype(np.float32)
        canvas += cv2.resize(grain, (side_px, side_px))[:, :, None]
    if rng.random() < 0.15:  # woven: a fine regular pattern
        step = rng.uniform(3, 14)
        line = np.sin(np.arange(side_px, dtype=np.float32) * np.float32(2 * math.pi / step)) * rng.uniform(2, 10)
        canvas += (line[:, None] * np.sign(line)[None, :])[:, :, None].astype(np.float32)
    return canvas.clip(0, 255).astype(np.uint8)


def _colour(rng: np.random.Generator) -> np.ndarray:
    kind = rng.random()
    if kind < 0.4:  # white, grey or black
        return np.full(3, rng.uniform(10, 250)) * rng.normal(1, 0.03, 3)
    if kind < 0.6:  # wood
        return np.array([rng.uniform(30, 130), rng.uniform(70, 170), rng.uniform(110, 220)])
    return rng.uniform(10, 245, 3)


def _polygon(canvas: np.ndarray, points: np.ndarray, colour: np.ndarray) -> None:
    value = np.clip(colour, 0, 255).tolist()
    cv2.fillPoly(canvas, [(points * 8).round().astype(np.int32)], value, cv2.LINE_AA, 3)


def _sheet(camera: Projecting, x: float, y: float, wide: float, high: float, turn: float, corner: float) -> np.ndarray:
    """A rectangle with round corners lying on the table, on the picture."""
    steps = np.linspace(0, math.pi / 2, 5)
    points = []
    for index, (i, j) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = steps + index * math.pi / 2
        points.append(
            np.column_stack([i * (wide / 2 - corner), j * (high / 2 - corner)])
            + corner * np.column_stack([np.cos(angles), np.sin(angles)])
        )
    flat = np.concatenate(points)
    c, s = math.cos(turn), math.sin(turn)
    flat = flat @ np.array([[c, s], [-s, c]]) + (x, y)
    return camera.project(np.column_stack([flat, np.zeros(len(flat))]))


def lay_things(rng: np.random.Generator, canvas: np.ndarray, camera: Projecting, reach: float, long: float) -> None:
    """Flat things under and between the tiles, of sizes in tile lengths `long` (mm)."""
    if rng.random() < 0.35:
        _rail(rng, canvas, camera, reach, long)
    for _ in range(int(rng.integers(0, 8))):
        x, y = rng.uniform(-1, 1, 2) * reach
        turn = rng.uniform(0, math.pi)
        kind = rng.choice(["stick", "stick", "card", "chip", "phone", "cup", "paper", "block", "line", "tray", "keys"])
        _THINGS[str(kind)](rng, canvas, camera, x, y, turn, long)


def _rail(rng: np.random.Generator, canvas: np.ndarray, camera: Projecting, reach: float, long: float) -> None:
    """The table's frame: long bars, wooden or white, at one or more edges, with a trough."""
    colour = _colour(rng)
    wide = rng.uniform(1.5, 6) * long
    for turn in rng.permutation(4)[: rng.integers(1, 5)] * math.pi / 2 + rng.normal(0, 0.05):
        away = reach * rng.uniform(0.75, 1.0)
        x, y = away * math.cos(turn), away * math.sin(turn)
        _polygon(canvas, _sheet(camera, x, y, wide, 6 * reach, turn, 0.1), colour)
        if rng.random() < 0.5:
            trough = _sheet(camera, x, y, 0.5 * wide, rng.uniform(3, 10) * long, turn, 0.2 * wide)
            _polygon(canvas, trough, colour * rng.uniform(0.8, 1.12))


def _stick(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    high = rng.uniform(0.22, 0.34) * long
    outline = _sheet(camera, x, y, rng.uniform(2, 3.4) * long, high, turn, 0.3 * high)
    _polygon(canvas, outline, np.array([225.0, 235, 240]) * rng.uniform(0.8, 1.05))
    for _ in range(int(rng.integers(1, 6))):
        spot = outline.mean(axis=0) + rng.normal(0, 4, 2)
        red = (30, 30, 190) if rng.random() < 0.6 else (30, 30, 30)
        cv2.circle(canvas, (int(spot[0]), int(spot[1])), int(rng.integers(1, 5)), red, -1, cv2.LINE_AA)


def _card(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    wide = rng.uniform(1.6, 3.0) * long
    _polygon(canvas, _sheet(camera, x, y, wide, 1.45 * wide, turn, 0.06 * wide), np.array([235.0, 240, 240]))
    inner = _sheet(camera, x, y, 0.85 * wide, 1.3 * wide, turn, 0.03 * wide)
    if rng.random() < 0.5:
        _polygon(canvas, inner, rng.uniform(20, 220, 3))
    else:
        _write(rng, canvas, inner)


def _chip(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    size = rng.uniform(0.6, 1.6) * long
    colour = rng.uniform(20, 240, 3)
    for _ in range(int(rng.integers(1, 5))):
        cx, cy = x + rng.normal(0, 1.2) * size, y + rng.normal(0, 1.2) * size
        _polygon(canvas, _sheet(camera, cx, cy, size, size, 0.0, size / 2), colour)
        ring = rng.uniform(0.5, 0.8) * size
        _polygon(canvas, _sheet(camera, cx, cy, ring, ring, 0.0, ring / 2), colour * 0.6 + rng.uniform(0, 100))


def _phone(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    wide = rng.uniform(2.2, 3.2) * long
    _polygon(canvas, _sheet(camera, x, y, wide, 2.1 * wide, turn, 0.12 * wide), np.full(3, rng.uniform(5, 60)))
    screen = _sheet(camera, x, y, 0.9 * wide, 1.9 * wide, turn, 0.08 * wide)
    _polygon(canvas, screen, rng.uniform(0, 255, 3) * rng.uniform(0.1, 1.0))
    if rng.random() < 0.4:
        _write(rng, canvas, screen)


def _cup(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    size = rng.uniform(2, 4) * long
    colour = _colour(rng)
    for part in (1.0, 0.86):
        _polygon(canvas, _sheet(camera, x, y, part * size, part * size, 0.0, part * size / 2), colour)
        colour = rng.uniform(10, 220, 3)


def _paper(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    sheet = _sheet(camera, x, y, rng.uniform(2, 8) * long, rng.uniform(2, 8) * long, turn, 0.05)
    _polygon(canvas, sheet, np.array([240.0, 245, 245]) * rng.uniform(0.75, 1.0))
    if rng.random() < 0.6:
        _write(rng, canvas, sheet)


def _block(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    """Plates of any size and colour: a console, buttons, a lighter, a box, a blank strip."""
    wide, high = np.exp(rng.uniform(math.log(0.4), math.log(9), 2)) * long
    if 0.5 < wide / long < 1.3 and 0.5 < high / long < 1.3:  # of a tile's own size it would be a lie
        wide *= 3
    outline = _sheet(camera, x, y, wide, high, turn, rng.uniform(0, 0.5) * min(wide, high))
    _polygon(canvas, outline, _colour(rng))
    if rng.random() < 0.5:
        _polygon(canvas, _sheet(camera, x, y, 0.7 * wide, 0.7 * high, turn, 0.02), _colour(rng))
    if rng.random() < 0.3:
        _write(rng, canvas, outline)


def _keys(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    """The buttons of a console: a few alike, of a tile's size but rounder, lit or dark, often red."""
    wide = rng.uniform(0.45, 1.3) * long
    high = wide * rng.uniform(0.6, 1.4)
    colour = np.array([rng.uniform(10, 80), rng.uniform(10, 80), rng.uniform(120, 250)])
    if rng.random() < 0.5:
        colour = rng.uniform(10, 245, 3)
    step = wide * rng.uniform(1.1, 2.2)
    for number in range(int(rng.integers(1, 6))):
        cx, cy = x + number * step * math.cos(turn), y + number * step * math.sin(turn)
        for part, shade in ((1.0, 0.7), (0.85, 1.0), (0.4, rng.uniform(0.9, 1.4))):
            corner = rng.uniform(0.3, 0.5) * min(wide, high)
            _polygon(canvas, _sheet(camera, cx, cy, part * wide, part * high, turn, part * corner), colour * shade)


def _line(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    outline = _sheet(camera, x, y, 40 * long, rng.uniform(0.03, 0.3) * long, turn, 0.01)
    _polygon(canvas, outline, _colour(rng))


def _tray(rng, canvas, camera, x, y, turn, long):  # type: ignore[no-untyped-def]
    wide, high = rng.uniform(4, 14, 2) * long
    colour = _colour(rng)
    for part in (1.0, 0.93):
        _polygon(canvas, _sheet(camera, x, y, part * wide, part * high, turn, 0.4 * long), colour)
        colour = colour * rng.uniform(0.6, 1.3)


def _write(rng: np.random.Generator, canvas: np.ndarray, outline: np.ndarray) -> None:
    """Signs and rings as they stand on cards, screens and paper, at random inside."""
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0)
    middle = outline.mean(axis=0)
    size = 0.5 * min(right - left, bottom - top)
    for _ in range(int(rng.integers(1, 8))):
        x, y = middle + rng.normal(0, 0.25, 2) * size
        colour = rng.uniform(0, 200, 3).tolist()
        if rng.random() < 0.5:
            cv2.circle(canvas, (int(x), int(y)), max(int(rng.uniform(0.04, 0.3) * size), 1), colour, 2, cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("ABE2345678FNSW#%"), rng.integers(1, 5)))
            scale = max(size / 60 * rng.uniform(0.3, 1.3), 0.2)
            cv2.putText(canvas, text, (int(x - size / 4), int(y)), rng.integers(8), scale, colour, 2, cv2.LINE_AA)


_THINGS = {
    "stick": _stick, "card": _card, "chip": _chip, "phone": _phone, "cup": _cup,
    "paper": _paper, "block": _block, "line": _line, "tray": _tray, "keys": _keys,
}  # fmt: skip


def lay_hands(rng: np.random.Generator, canvas: np.ndarray, owner: np.ndarray) -> None:
    """One or two arms reaching in from the edge, over the tiles; what they cover is set to 0 in `owner`."""
    side = canvas.shape[0]
    for _ in range(int(rng.integers(1, 3))):
        skin = np.array([rng.uniform(70, 170), rng.uniform(90, 190), rng.uniform(140, 240)])
        sleeve = _colour(rng) if rng.random() < 0.6 else skin
        angle = rng.uniform(0, 2 * math.pi)
        start = np.array([side / 2, side / 2]) + 0.75 * side * np.array([math.cos(angle), math.sin(angle)])
        end = rng.uniform(0.15, 0.85, 2) * side
        thick = int(rng.uniform(0.06, 0.14) * side)
        wrist = end + (start - end) * rng.uniform(0.15, 0.4)
        _limb(canvas, owner, wrist, end, int(0.8 * thick), skin)
        _limb(canvas, owner, start, wrist, thick, sleeve)
        along = (end - wrist) / max(float(np.linalg.norm(end - wrist)), 1.0)
        for spread in rng.normal(0, 0.4, 5):
            c, s = math.cos(spread), math.sin(spread)
            tip = end + thick * rng.uniform(0.6, 1.3) * np.array(
                [c * along[0] - s * along[1], s * along[0] + c * along[1]]
            )
            _limb(canvas, owner, end, tip, max(int(0.2 * thick), 2), skin * rng.uniform(0.9, 1.05))


def _limb(
    canvas: np.ndarray, owner: np.ndarray, start: np.ndarray, end: np.ndarray, thick: int, colour: np.ndarray
) -> None:
    ends = [(int(x), int(y)) for x, y in (start, end)]
    value = np.clip(colour, 0, 255)
    cv2.line(canvas, *ends, (value * 0.75).tolist(), thick + 2, cv2.LINE_AA)
    cv2.line(canvas, *ends, value.tolist(), thick, cv2.LINE_AA)
    cv2.line(owner, *ends, 0, thick)
