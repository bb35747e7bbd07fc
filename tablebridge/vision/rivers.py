"""Watches one seat's river: tiles that are laid there, turned sideways or not, and taken away again."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import ReadTile, RiverTileCovered, RiverTileGone, RiverTileSeen
from tablebridge.vision.change import Footprint
from tablebridge.vision.fit import Fit, fit_places
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.reading import TileReading
from tablebridge.vision.votes import Votes, unknown
from tablebridge_rules.seat import Seat

__all__ = ["RiverWatch"]

_LEAST_SCORE = 0.5
"""Of a tile that lies free; one half covered by others may score half of it."""
_LEAST_CONFIDENCE = 0.35
_BODY_SCORE, _BODY_FREE = 0.88, 0.6
"""What lies this clearly in a tile's outline is a tile, even when its face cannot be read."""
_CROWDED = 0.95
_BLIND_LOOKS = 3
_AXIS_BONUS = 0.25
_SIDEWAYS_DOUBT = 0.12
_SAME_PICTURE, _SOFT = 6.0, 0.7
_NO_AXIS = "5z"
"""The white dragon shows no direction."""


@dataclass(slots=True)
class _Slot:
    place: Place
    sideways: bool
    reading: ReadTile
    picture: NDArray[np.float32]
    gate: Gate
    present: bool = True
    doubts: Votes | None = None
    seen_ms: float = -np.inf
    """The last moment at which it was seen as it lies."""
    covered_ms: float | None = None


@dataclass(slots=True)
class _Candidate:
    """A place where the next tile may come to lie."""

    gate: Gate = field(default_factory=Gate)
    votes: Votes = field(default_factory=Votes)
    blind_looks: int = 0


@dataclass(frozen=True, slots=True)
class _Found:
    fit: Fit
    sideways: bool
    reading: TileReading

    @property
    def is_read(self) -> bool:
        """Whether the reading names a face."""
        return self.reading.is_face and self.reading.confidence > _LEAST_CONFIDENCE

    @property
    def is_body(self) -> bool:
        """Whether the outline alone says that a tile lies there."""
        return self.fit.score > _BODY_SCORE and self.fit.free > _BODY_FREE

    @property
    def lies_along(self) -> bool:
        """Whether the face stands along the tile's long side, or shows no direction."""
        turns = self.reading.quarter_turns
        return self.reading.tile == _NO_AXIS or turns is None or turns % 2 == 0

    @property
    def weight(self) -> float:
        """How well it fits, the reading's direction counted in: a tile's face stands along its long side."""
        reading = self.reading
        if not reading.is_face or reading.tile == _NO_AXIS or reading.quarter_turns is None:
            return self.fit.score
        return self.fit.score + (_AXIS_BONUS if self.lies_along else -_AXIS_BONUS) * reading.confidence


class RiverWatch:
    """One seat's river."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._cloth = cloth
        self._slots: list[_Slot] = []
        self._candidates: dict[int, _Candidate] = {}

    def look(self, look: Look) -> list[Sighted]:
        """What has changed in the river and settled."""
        seen = [sighted for number in range(len(self._slots)) for sighted in self._check(look, number)]
        # the next discard takes the place of the one that was called (RL-T02)
        while self._slots and not self._slots[-1].present:
            self._slots.pop()
            self._candidates.clear()
        while (sighted := self._try(look, len(self._slots))) is not None:
            seen.append(sighted)
        return seen

    # -- tiles that lie there --

    def _check(self, look: Look, number: int) -> list[Sighted]:
        slot = self._slots[number]
        if not slot.present:
            return []
        footprint = self._footprint(look, slot.place)
        if not slot.gate.due(look, footprint):
            return self._hidden(look, number, footprint)
        moved_ms = look.stillness.moved_at_ms(footprint)
        if look.is_bare(self._seat, slot.place.right_mm, slot.place.out_mm):
            if not look.is_lit(self._seat, slot.place.right_mm, slot.place.out_mm) and not slot.gate.spent:
                # cloth in a shadow, or a dark sleeve: it will move on
                slot.gate.puzzled(look, footprint)
                return self._covered(look, slot, number, moved_ms)
            slot.present = False
            return [Sighted(RiverTileGone(self._seat, number), moved_ms)]
        if self._looks_the_same(look, slot):
            slot.gate.done(look)
            slot.doubts = None
            return self._uncovered(slot, number, moved_ms)
        return self._read_again(look, number, footprint, moved_ms)

    def _looks_the_same(self, look: Look, slot: _Slot) -> bool:
        return _differ(_picture(look, self._seat, slot.place), slot.picture) < _SAME_PICTURE

    def _hidden(self, look: Look, number: int, footprint: Footprint) -> list[Sighted]:
        """A tile under a hand that goes on moving is told covered, once it was for as long as anything must last."""
        slot = self._slots[number]
        if look.stillness.moved_at_ms(footprint) < look.at_ms:
            if slot.covered_ms is None:
                slot.seen_ms = look.at_ms
            return []
        if slot.covered_ms is not None or look.at_ms - slot.seen_ms < look.settle_ms:
            return []
        if self._looks_the_same(look, slot):
            slot.seen_ms = look.at_ms
            return []
        return self._covered(look, slot, number, slot.seen_ms)

    def _covered(self, look: Look, slot: _Slot, number: int, since_ms: float) -> list[Sighted]:
        if slot.covered_ms is not None:
            return []
        # a river that was just begun to be watched has not been seen before
        slot.covered_ms = since_ms if np.isfinite(since_ms) else look.at_ms
        return [Sighted(RiverTileCovered(self._seat, number, True, slot.covered_ms), slot.covered_ms)]

    def _uncovered(self, slot: _Slot, number: int, since_ms: float) -> list[Sighted]:
        slot.seen_ms = since_ms
        if slot.covered_ms is None:
            return []
        slot.covered_ms = None
        return [Sighted(RiverTileCovered(self._seat, number, False, since_ms), since_ms)]

    def _read_again(self, look: Look, number: int, footprint: Footprint, moved_ms: float) -> list[Sighted]:
        """The slot looks different though it is not empty: an arm at rest, a tile pushed a little, or another tile."""
        slot = self._slots[number]
        others = [other.place for other in self._slots if other.present and other is not slot]
        found = self._best(look, number, others)
        if found is None or not found.is_read:
            slot.gate.puzzled(look, footprint)
            return self._covered(look, slot, number, moved_ms)
        slot.doubts = slot.doubts or Votes()
        slot.doubts.add(found.reading)
        if not slot.doubts.decided:
            return []
        reading = slot.doubts.result()
        same = reading.tile == slot.reading.tile and found.sideways == slot.sideways
        uncovered = self._uncovered(slot, number, moved_ms)
        self._slots[number] = self._slot(look, found, reading)
        if same:
            return uncovered
        seen = RiverTileSeen(self._seat, number, reading, found.sideways)
        return [*uncovered, Sighted(seen, moved_ms, reading.confidence)]

    # -- tiles that come --

    def _try(self, look: Look, number: int) -> Sighted | None:
        candidate = self._candidates.setdefault(number, _Candidate())
        footprint = self._footprint(look, *self._places(number))
        if not candidate.gate.due(look, footprint):
            return None
        places = self._places(number)
        if all(look.is_bare(self._seat, place.right_mm, place.out_mm) for place in places):
            candidate.gate.done(look)
            candidate.votes, candidate.blind_looks = Votes(), 0
            return None
        found = self._best(look, number, [slot.place for slot in self._slots if slot.present])
        if found is None or not found.is_read:
            candidate.gate.puzzled(look, footprint)
            candidate.votes = Votes()
            candidate.blind_looks = candidate.blind_looks + 1 if found is not None else 0
            if found is None or candidate.blind_looks < _BLIND_LOOKS:
                return None
            reading = unknown(found.reading)
        else:
            candidate.votes.add(found.reading)
            if not candidate.votes.decided:
                return None
            reading = candidate.votes.result()
        del self._candidates[number]
        self._slots.append(self._slot(look, found, reading))
        moved_ms = look.stillness.moved_at_ms(footprint)
        return Sighted(RiverTileSeen(self._seat, number, reading, found.sideways), moved_ms, reading.confidence)

    def _best(self, look: Look, number: int, known: list[Place]) -> _Found | None:
        """The tile that lies at a slot, upright or sideways, read or at least clearly a tile; else None."""
        places = self._places(number)
        middle = places[0]
        window = look.window(self._seat, middle.right_mm, middle.out_mm, 64, 64)
        fits = []
        for sideways, place in zip((False, True), places, strict=True):
            later = self._later(look, number, sideways)
            others = [other for other in (*known, *later) if abs(other.right_mm - middle.right_mm) < 60]
            fits.append((fit_places(window.without(others, place), [place]), sideways))
        found = self._read(look, [each for each in fits if each[0].score > _LEAST_SCORE * min(each[0].free, 1.0)])
        read = [each for each in found if each.is_read]
        if not any(each.lies_along for each in read):
            # what is read lies across its own outline, or nothing is: neighbours that lie otherwise than they are
            # thought to, or hide it, have misled the fit. It may as well lie exactly where it should
            unmoved = [
                (Fit((place,), fit.score, fit.free), sideways)
                for (fit, sideways), place in zip(fits, places, strict=True)
                if read or fit.free < _CROWDED
            ]
            read += [each for each in self._read(look, unmoved) if each.is_read and each.lies_along]
        bodies = [each for each in found if each.is_body]
        # a river has one sideways tile at most (RL-R06), and rarely any: that another lies so needs clearer proof
        turned = any(slot.sideways and slot.present for slot in self._slots[:number])
        doubt = _SIDEWAYS_DOUBT * (2 if turned else 1)
        return max(read or bodies, key=lambda each: each.weight - doubt * each.sideways, default=None)

    def _read(self, look: Look, fits: list[tuple[Fit, bool]]) -> list[_Found]:
        readings = look.read(self._seat, [fit.places[0] for fit, _ in fits])
        return [_Found(fit, sideways, reading) for (fit, sideways), reading in zip(fits, readings, strict=True)]

    def _later(self, look: Look, number: int, sideways: bool) -> list[Place]:
        """Where tiles lie already that come after a slot, roughly: the next in the row, and the row below it."""
        row = min(number // 6, 2)
        end = number + 2 if row == 2 else row * 6 + 12
        before = tuple(slot.sideways for slot in self._slots[:number])
        turned = (*before, sideways, *(False,) * (end - number - 1))
        places = self._cloth.river_places(turned)[number + 1 : end]
        middle = self._places(number)[0]
        near = [place for place in places if abs(place.right_mm - middle.right_mm) < 40]
        return [place for place in near if not look.is_bare(self._seat, place.right_mm, place.out_mm)]

    def _slot(self, look: Look, found: _Found, reading: ReadTile) -> _Slot:
        place = found.fit.places[0]
        gate = Gate()
        gate.done(look)
        return _Slot(place, found.sideways, reading, _picture(look, self._seat, place), gate, seen_ms=look.at_ms)

    def _places(self, number: int) -> tuple[Place, Place]:
        """Where a tile of that slot lies when it is upright and when it is sideways."""
        before = tuple(slot.sideways for slot in self._slots[:number])
        upright = self._cloth.river_places((*before, False))[number]
        return upright, self._cloth.river_places((*before, True))[number]

    def _footprint(self, look: Look, *places: Place) -> Footprint:
        right = float(np.mean([place.right_mm for place in places]))
        out = float(np.mean([place.out_mm for place in places]))
        size = (self._cloth.tile_wide_mm + self._cloth.tile_long_mm) / 2
        # rounded, so that a tile fitted anew has the cells of the old one
        return look.stillness.footprint(self._seat, round(right), round(out), size, size, self._cloth.tile_thick_mm)


def _picture(look: Look, seat: Seat, place: Place) -> NDArray[np.float32]:
    """A small grey picture of a tile, to tell cheaply whether it is still the same; so soft that it does not matter
    where in a pixel the camera has its strokes, which a knock changes."""
    grey = cv2.cvtColor(look.crop(seat, place), cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (12, 16), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT), np.float32)


def _differ(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Mean difference in grey levels once the light is made equal."""
    return float(np.abs(one - other * (one.mean() / max(float(other.mean()), 1.0))).mean())
