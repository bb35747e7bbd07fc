"""What is on a crop besides its tile: the cloth, sticks, sides of tiles, hands and sleeves."""

from __future__ import annotations

import math

import cv2
import numpy as np

CANVAS = 176  # px; a tile is about 80 px long on it


def fill(canvas: np.ndarray, points: np.ndarray, colour: np.ndarray, hull: bool = False) -> None:
    """A filled shape with smooth rims: `points` (n, 2) px, or their hull."""
    shape = cv2.convexHull(points.astype(np.float32)) if hull else points
    cv2.fillPoly(canvas, [(shape * 8).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 3)


def background(rng: np.random.Generator) -> np.ndarray:
    """A cloth, a wooden table, a mat or a dark tray, float32 BGR."""
    kind = rng.random()
    if kind < 0.5:
        hsv = (rng.integers(50, 90), rng.integers(90, 255), rng.integers(50, 200))
    elif kind < 0.65:
        hsv = (rng.integers(95, 130), rng.integers(80, 230), rng.integers(40, 180))
    elif kind < 0.8:
        hsv = (rng.integers(8, 25), rng.integers(40, 160), rng.integers(80, 220))
    else:
        hsv = (rng.integers(180), rng.integers(0, 120), rng.integers(10, 235))
    colour = cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    grain = int(rng.choice([176, 88, 44, 22]))
    noise = rng.normal(0, rng.uniform(0, 14), (grain, grain, 1)).astype(np.float32)
    noise = cv2.resize(noise, (CANVAS, CANVAS), interpolation=cv2.INTER_LINEAR)[:, :, None]
    if rng.random() < 0.15:  # wood: streaks along one axis
        noise = np.repeat(rng.normal(0, 14, (CANVAS, 1, 1)).astype(np.float32), CANVAS, axis=1)
    return np.clip(colour + noise, 0, 255).astype(np.float32)


def clutter(rng: np.random.Generator, canvas: np.ndarray, kind: str) -> None:
    """A `stick`, `skin` or the `side` of a tile somewhere on the canvas."""
    x, y = rng.uniform(50, CANVAS - 50, 2)
    turn = float(rng.uniform(0, 180))
    if kind == "stick":  # a riichi stick: a narrow white bar with dots
        half = rng.uniform(60, 100)
        bar = cv2.boxPoints(((x, y), (half * 2, rng.uniform(14, 26)), turn))
        fill(canvas, bar, np.array([235.0, 240, 245]))
        cv2.circle(canvas, (int(x), int(y)), int(rng.integers(2, 7)), (40.0, 30.0, 190.0), -1, cv2.LINE_AA)
    elif kind == "skin":  # a finger or a sleeve over the cloth
        skin = np.array([rng.uniform(90, 190), rng.uniform(110, 200), rng.uniform(150, 240)])
        colour = skin if rng.random() < 0.6 else rng.uniform(10, 240, 3)
        shape = cv2.boxPoints(((x, y), (rng.uniform(40, 220), rng.uniform(30, 120)), turn))
        fill(canvas, shape, colour)
    else:  # the narrow side of a standing tile or of a wall: two layers, no face
        light, dark = np.array([200.0, 220, 230]) * rng.uniform(0.7, 1.05), rng.uniform(20, 220, 3)
        wide, high = rng.uniform(50, 130), rng.uniform(14, 30)
        fill(canvas, cv2.boxPoints(((x, y), (wide, high * 2), turn)), dark)
        fill(canvas, cv2.boxPoints(((x, y), (wide, high), turn)), light)


def arm(
    rng: np.random.Generator, canvas: np.ndarray, centre: tuple[float, float], tile_wide: float, tile_long: float
) -> None:
    """A forearm, a sleeve or fingers over a tile: limbs side by side that cross it, round ones, so darker to the rims,
    some with folds or a pattern. The thinnest leave a third of the tile to be seen."""
    skin = np.array([rng.uniform(70, 190), rng.uniform(95, 205), rng.uniform(130, 245)])
    colour = skin if rng.random() < 0.45 else np.clip(np.full(3, rng.uniform(20, 240)) + rng.normal(0, 30, 3), 0, 250)
    angle, count = rng.uniform(0, 2 * math.pi), int(rng.choice([1, 1, 1, 2, 3, 4]))
    along, across = np.array([math.cos(angle), math.sin(angle)]), np.array([-math.sin(angle), math.cos(angle)])
    middle = np.array(centre) + rng.normal(0, 0.1, 2) * tile_wide
    wide = rng.uniform(0.75, 2.2) * tile_wide / count
    for index in range(count):
        axis = middle + across * wide * (index - (count - 1) / 2) * rng.uniform(0.95, 1.05)
        near = rng.uniform(0.35, 1.4) if rng.random() < 0.4 else 3.0  # a limb's end may lie on the tile
        ends = axis - along * CANVAS, axis + along * near * tile_long / 2
        shades = np.array([0.7, 0.88, 1.0]) ** rng.uniform(0.3, 1.5)
        for part, shade in zip((1.0, 0.84, 0.52), shades, strict=True):
            points = (np.array([ends]) * 8).round().astype(np.int32)
            thick = max(int(wide * part), 2)
            cv2.polylines(canvas, points, False, (colour * shade).tolist(), thick, cv2.LINE_AA, 3)
    if rng.random() < 0.4:  # folds of a sleeve, or its stripes
        period = rng.uniform(5, 40)
        ys, xs = np.mgrid[:CANVAS, :CANVAS].astype(np.float32)
        turn = angle + rng.choice([0.0, math.pi / 2]) + rng.normal(0, 0.3)
        wave = np.sin((xs * math.cos(turn) + ys * math.sin(turn)) * 2 * math.pi / period + rng.uniform(0, 6))
        canvas *= 1 + (np.sign(wave) if rng.random() < 0.3 else wave)[:, :, None] * np.float32(rng.uniform(0.03, 0.25))
