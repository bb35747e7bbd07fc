"""Watches one seat's edge of the table for arms, and the place before its river for a riichi stick."""

from __future__ import annotations

import numpy as np

from tablebridge.cloth import Cloth
from tablebridge.observation import HandOverCloth, RiichiStickSeen
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge_rules.seat import Seat

__all__ = ["ArmWatch", "StickWatch"]

_EDGE_MM = 60.0
_MOVING_SHARE = 0.04
_STICK_MM = (65.0, 8.0)
_CLEAR_STEP = 18.0


class ArmWatch:
    """Tells when something moves over the cloth at a seat's edge, and when it is still again."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._width_mm = cloth.side_mm - 2 * _EDGE_MM
        self._out_mm = cloth.side_mm / 2 - _EDGE_MM / 2
        self._present = False

    def look(self, look: Look) -> list[Sighted]:
        """An arm that came or is gone."""
        footprint = look.stillness.footprint(self._seat, 0, self._out_mm, self._width_mm, _EDGE_MM, 30)
        if look.stillness.begins:  # everything counts as moved
            return []
        if not self._present and look.stillness.moving_share(footprint) > _MOVING_SHARE:
            self._present = True
            return [Sighted(HandOverCloth(self._seat, True), look.at_ms)]
        still_ms = look.at_ms - look.stillness.moved_at_ms(footprint)
        if self._present and still_ms >= look.settle_ms:
            self._present = False
            return [Sighted(HandOverCloth(self._seat, False), look.at_ms)]
        return []


class StickWatch:
    """Tells when a riichi stick lies before a seat's river."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._place = cloth.stick_place()
        self._present = False
        self._gate = Gate()

    def look(self, look: Look) -> list[Sighted]:
        """A stick that was put down or taken away."""
        place, (length, depth) = self._place, _STICK_MM
        footprint = look.stillness.footprint(self._seat, place.right_mm, place.out_mm, length, depth)
        if not self._gate.due(look, footprint):
            return []
        self._gate.done(look)
        present = self._is_there(look)
        if present == self._present:
            return []
        self._present = present
        return [Sighted(RiichiStickSeen(self._seat, present), look.stillness.moved_at_ms(footprint))]

    def _is_there(self, look: Look) -> bool:
        """A bright bar of the stick's length, darker on both sides along almost all of it."""
        place, (length, depth) = self._place, _STICK_MM
        lab = look.lab(self._seat, place.right_mm, place.out_mm, length - 8, 4 * depth, 1.0)
        rows = len(lab)
        light = lab[..., 0]
        reach = rows // 8
        best = 0.0
        for shift in range(-reach, reach + 1):
            middle = rows // 2 + shift
            bar = light[middle - rows // 12 : middle + rows // 12 + 1].mean(axis=0)
            above = light[max(middle - rows // 4, 0)]
            below = light[min(middle + rows // 4, rows - 1)]
            best = max(best, float(np.mean(bar - np.maximum(above, below) > _CLEAR_STEP)))
        return best > 0.75
