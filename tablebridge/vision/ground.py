"""What bare cloth looks like here and now, so that everything else can be told from it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import seat_to_cloth
from tablebridge.vision.rectify import TableGeometry
from tablebridge_rules.seat import Seat

__all__ = ["Ground", "Lab", "to_lab"]

_SAMPLE_PX_PER_MM = 0.1
_SHRINK = 6
_ROUNDS = 4
_CONSOLE_EDGE_MM = 4.0
_LEAST_SPREAD = 2.5
_CHROMA_FACTOR, _LIGHT_FACTOR = 4.0, 4.0
_LEAST_CHROMA, _LEAST_LIGHT = 11.0, 14.0
_SHADOW = 0.45
"""Cloth in a shadow keeps its hue at down to this share of its brightness."""


class Lab(NamedTuple):
    """A colour: lightness 0..100, and green to red, blue to yellow around 0."""

    light: float
    green_red: float
    blue_yellow: float


def to_lab(image: np.ndarray) -> NDArray[np.float32]:
    """BGR uint8 (H, W, 3) to float lightness 0..100 and the two colour axes."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)


class Ground:
    """The cloth's colour over the table: the commonest colour, with light that varies smoothly from side to side.

    `learn` fits it to a picture, whatever lies on the cloth; call it again now and then to follow the light.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        cloth = geometry.cloth
        view = geometry.overview(_SAMPLE_PX_PER_MM, height_mm=0.0)
        offset = (1 / _SHRINK - 1) / 2
        to_small = np.array([[1 / _SHRINK, 0, offset], [0, 1 / _SHRINK, offset], [0, 0, 1]])
        small = None if view.lens is None else view.lens.scaled(1 / _SHRINK)
        self._view = replace(view, to_picture=to_small @ view.to_picture, lens=small)
        self._half_mm = cloth.side_mm / 2
        side = self._view.width_px
        steps = ((np.arange(side) + 0.5) / side * 2 - 1).astype(np.float32)
        x, y = np.meshgrid(steps, -steps)
        console = (cloth.console_mm / 2 + _CONSOLE_EDGE_MM) / self._half_mm
        on_cloth = (np.maximum(abs(x), abs(y)) > console).ravel()
        self._terms = _terms(x.ravel(), y.ravel())[on_cloth]
        self._on_cloth = on_cloth
        self._weights: NDArray[np.float64] | None = None
        self._chroma_limit, self._light_limit = _LEAST_CHROMA, _LEAST_LIGHT

    @property
    def known(self) -> bool:
        """False until the first `learn`."""
        return self._weights is not None

    def learn(self, image: np.ndarray) -> None:
        """Fits the cloth's colour to a camera picture."""
        height, width = image.shape[:2]
        small = cv2.resize(image, (width // _SHRINK, height // _SHRINK), interpolation=cv2.INTER_AREA)
        lab = to_lab(self._view.cut(small)).reshape(-1, 3)[self._on_cloth]
        keep = _commonest(lab)
        weights: NDArray[np.float64] = np.zeros((self._terms.shape[1], 3))
        for _ in range(_ROUNDS):
            weights = np.asarray(np.linalg.lstsq(self._terms[keep], lab[keep], rcond=None)[0], np.float64)
            off = lab - self._terms @ weights
            chroma, light = np.hypot(off[:, 1], off[:, 2]), abs(off[:, 0])
            chroma_spread = max(_LEAST_SPREAD, float(np.median(chroma[keep])))
            light_spread = max(_LEAST_SPREAD, float(np.median(light[keep])))
            keep = (chroma < 3 * chroma_spread) & (light < 4 * light_spread)
        self._weights = weights
        self._chroma_limit = max(_LEAST_CHROMA, _CHROMA_FACTOR * chroma_spread)
        self._light_limit = max(_LEAST_LIGHT, _LIGHT_FACTOR * light_spread)

    def at(self, seat: Seat, right_mm: float, out_mm: float) -> Lab:
        """The colour of bare cloth at a place of a seat's frame. Raises `RuntimeError` before the first `learn`."""
        if self._weights is None:
            raise RuntimeError("learn() a picture first")
        x, y = seat_to_cloth(seat, right_mm, out_mm)
        place = _terms(np.array([x / self._half_mm]), np.array([y / self._half_mm]))
        return Lab(*(place @ self._weights)[0])

    def bare(self, lab: NDArray[np.float32], cloth: Lab) -> NDArray[np.bool_]:
        """Which pixels of a cut (H, W, 3; see `to_lab`) look like cloth of that colour, lit or in a shadow."""
        light = lab[..., 0]
        share = np.clip(light / max(cloth.light, 1.0), _SHADOW, 1.0)
        chroma = np.hypot(lab[..., 1] - cloth.green_red * share, lab[..., 2] - cloth.blue_yellow * share)
        lit = (light < cloth.light + self._light_limit) & (light > cloth.light * _SHADOW - self._light_limit / 2)
        return np.asarray((chroma < self._chroma_limit) & lit)


def _terms(x: NDArray[np.floating], y: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.column_stack([np.ones_like(x), x, y, x * y, x * x, y * y]).astype(np.float64)


def _commonest(lab: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Pixels around the commonest colour: the fullest bin of a coarse histogram of hue and lightness."""
    bins = np.floor(lab / np.array([12, 6, 6], np.float32)).astype(np.int64)
    keys = (bins[:, 0] * 1000 + bins[:, 1]) * 1000 + bins[:, 2]
    values, counts = np.unique(keys, return_counts=True)
    middle = np.median(lab[keys == values[counts.argmax()]], axis=0)
    return np.asarray((abs(lab - middle) < np.array([16, 9, 9])).all(axis=1))
