"""Watches one side's wall: how many stacks still stand, and tiles that lie face up on it or beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import IndicatorGone, IndicatorSeen, WallStacks
from tablebridge.vision.change import Footprint
from tablebridge.vision.fit import fit_places
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.votes import Votes
from tablebridge_rules.seat import Seat

__all__ = ["IndicatorOrder", "WallWatch"]

_IVORY_CHROMA = 22.0
_IVORY_SHARE = 0.35
_LEAST_CONFIDENCE = 0.5
_CORE_MM = 4.0
_LEAST_STACKS, _MOST_STACKS = 10, 18
"""A wall comes up whole: 13 or 14 stacks of 108 tiles, 17 of 136, 18 of 144; fewer at once are something else."""
_OFF_MIDDLE = 1
"""By so many half stacks a wall that stands whole may seem to be off the middle of its side."""


class IndicatorOrder:
    """Numbers the indicators of all four walls in the order in which they are turned up; anew once all are gone."""

    def __init__(self) -> None:
        self._turned: list[tuple[Seat, int]] = []
        self._lying: set[tuple[Seat, int]] = set()

    def appear(self, side: Seat, stack: int) -> int:
        """The number of the indicator that lies on a stack."""
        if (side, stack) not in self._turned:
            self._turned.append((side, stack))
        self._lying.add((side, stack))
        return self._turned.index((side, stack))

    def vanish(self, side: Seat, stack: int) -> None:
        """An indicator was taken away."""
        self._lying.discard((side, stack))
        if not self._lying:
            self._turned.clear()


@dataclass(slots=True)
class _Face:
    """A place where a tile may be turned up: what was read there, and which indicator it is."""

    tile: str | None = None
    number: int = 0
    votes: Votes = field(default_factory=Votes)
    gate: Gate = field(default_factory=Gate)


@dataclass(slots=True)
class _Stack:
    stands: bool
    gate: Gate = field(default_factory=Gate)


class WallWatch:
    """One side's wall, the indicators on it and those laid beside it."""

    def __init__(self, side: Seat, cloth: Cloth, order: IndicatorOrder) -> None:
        self._side = side
        self._cloth = cloth
        self._order = order
        self._raising = Gate()
        self._began = False  # a wall that is eaten in part already may stand there at the first look
        self._raise(cloth.wall_stacks, standing=False)

    def _raise(self, stacks: int, *, standing: bool) -> None:
        """A wall of so many stacks, all of them standing or none."""
        self._stacks = [_Stack(standing) for _ in range(stacks)]
        self._faces = [_Face() for _ in range(stacks)]
        self._ura = [_Face() for _ in range(stacks)]

    def look(self, look: Look) -> list[Sighted]:
        """What has changed on this side and settled."""
        seen = self._count(look) if any(stack.stands for stack in self._stacks) else self._come_up(look)
        for stack in range(len(self._stacks)):
            seen += self._turned_up(look, stack)
            if self._faces[stack].tile is not None or self._ura[stack].tile is not None:
                seen += self._beside(look, stack)
        return seen

    # -- stacks --

    def _come_up(self, look: Look) -> list[Sighted]:
        """A wall where none stood: how long it is tells how many stacks it has, for it stands in the middle."""
        cloth = self._cloth
        length = _MOST_STACKS * cloth.tile_wide_mm
        footprint = look.stillness.footprint(
            self._side, 0, cloth.wall_out_mm, length, cloth.tile_long_mm, 2 * cloth.tile_thick_mm
        )
        if not self._raising.due(look, footprint):
            return []
        self._raising.done(look)
        half_mm = cloth.tile_wide_mm / 2
        steps = range(-_MOST_STACKS, _MOST_STACKS + 1)
        places = [Place((step + 0.5) * half_mm, cloth.wall_out_mm) for step in steps]
        filled = self._filled(look, places, whole=True)
        first, run = _longest_run(filled)
        began, self._began = self._began, True
        if run < 2 * (_LEAST_STACKS if began else 1):
            return []
        # half stacks left and right of the middle
        left, right = -(steps[first]), steps[first] + run
        whole = run >= 2 * _LEAST_STACKS and abs(left - right) <= _OFF_MIDDLE
        self._raise(min(round(run / 2), _MOST_STACKS) if whole else cloth.wall_stacks, standing=True)
        moved_ms = look.stillness.moved_at_ms(footprint)
        for number, here in enumerate(self._filled(look, [self._place(stack) for stack in range(len(self._stacks))])):
            self._stacks[number].stands = here
            self._stacks[number].gate.done(look)
        return [Sighted(WallStacks(self._side, sum(stack.stands for stack in self._stacks)), moved_ms)]

    def _count(self, look: Look) -> list[Sighted]:
        """Each stack is counted for itself: an arm over one end of the wall holds nothing back at the other.

        A wall only shrinks while it is played: what seems to have come back is an arm at rest.
        """
        due = []
        for number, stack in enumerate(self._stacks):
            footprint = self._footprint(look, self._place(number), 2 * self._cloth.tile_thick_mm)
            if stack.stands and stack.gate.due(look, footprint):
                due.append((number, look.stillness.moved_at_ms(footprint)))
        gone_ms: list[float] = []
        filled = self._filled(look, [self._place(number) for number, _ in due])
        for (number, moved_ms), here in zip(due, filled, strict=True):
            stack = self._stacks[number]
            stack.gate.done(look)
            if not here:
                stack.stands = False
                gone_ms.append(moved_ms)
        if not gone_ms:
            return []
        standing = sum(stack.stands for stack in self._stacks)
        return [Sighted(WallStacks(self._side, standing), max(gone_ms))]

    def _filled(self, look: Look, places: Sequence[Place], *, whole: bool = False) -> list[bool]:
        """Where a stack stands. It hides the cloth at its foot and at its middle, a `whole` one at its top, too; one
        beside it hides it at only some of these heights."""
        if not places:
            return []
        thick = self._cloth.tile_thick_mm
        centres = [(place.right_mm, place.out_mm) for place in places]
        shares = [
            look.bare_shares(self._side, centres, _CORE_MM, 3 * _CORE_MM, height)
            for height in (0.0, thick, *((2 * thick,) if whole else ()))
        ]
        return [max(each) < 0.5 for each in zip(*shares, strict=True)]

    def _place(self, stack: int) -> Place:
        return self._cloth.wall_place(stack, len(self._stacks))

    def _beside_place(self, stack: int) -> Place:
        """Where the tile under an indicator is laid."""
        shift = self._cloth.ura_place(0).out_mm - self._cloth.wall_place(0).out_mm
        place = self._place(stack)
        return Place(place.right_mm, place.out_mm + shift)

    # -- indicators on the wall --

    def _turned_up(self, look: Look, stack: int) -> list[Sighted]:
        face, place = self._faces[stack], self._place(stack)
        top_mm = 2 * self._cloth.tile_thick_mm
        footprint = self._footprint(look, place, top_mm)
        if not face.gate.due(look, footprint):
            return []
        moved_ms = look.stillness.moved_at_ms(footprint)
        for height in (top_mm, top_mm / 2):
            if not self._looks_like_a_face(look, place, height):
                continue
            reading = look.read(self._side, [place], height)[0]
            if reading.is_face and reading.confidence > _LEAST_CONFIDENCE:
                face.votes.add(reading)
                if face.votes.decided:
                    return self._show(look, face, stack, moved_ms, ura=False)
                return []
        return self._hide(look, face, stack, footprint, ura=False)

    def _looks_like_a_face(self, look: Look, place: Place, height_mm: float) -> bool:
        """Cheap: much of it is bright and without colour, as the body of a tile is and its back is not."""
        lab = look.lab(
            self._side,
            place.right_mm,
            place.out_mm,
            self._cloth.tile_wide_mm - 5,
            self._cloth.tile_long_mm - 5,
            height_mm,
        )
        cloth = look.ground.at(self._side, place.right_mm, place.out_mm)
        ivory = (np.hypot(lab[..., 1], lab[..., 2]) < _IVORY_CHROMA) & (lab[..., 0] > cloth.light + 15)
        return float(ivory.mean()) > _IVORY_SHARE

    # -- ura indicators beside it --

    def _beside(self, look: Look, stack: int) -> list[Sighted]:
        face, place = self._ura[stack], self._beside_place(stack)
        footprint = self._footprint(look, place, self._cloth.tile_thick_mm)
        if not face.gate.due(look, footprint):
            return []
        if look.is_bare(self._side, place.right_mm, place.out_mm):
            return self._hide(look, face, stack, footprint, ura=True)
        moved_ms = look.stillness.moved_at_ms(footprint)
        wall = self._place(stack)
        row = [Place(wall.right_mm + step * self._cloth.tile_wide_mm, wall.out_mm) for step in (-1, 0, 1)]
        fit = fit_places(look.window(self._side, place.right_mm, place.out_mm, 64, 64).without(row), [place])
        reading = look.read(self._side, fit.places)[0]
        if fit.score < 0.4 or not reading.is_face or reading.confidence < _LEAST_CONFIDENCE:
            face.gate.puzzled(look, footprint)
            return []
        face.votes.add(reading)
        return self._show(look, face, stack, moved_ms, ura=True) if face.votes.decided else []

    # -- both --

    def _show(self, look: Look, face: _Face, stack: int, moved_ms: float, *, ura: bool) -> list[Sighted]:
        reading = face.votes.result()
        face.votes = Votes()
        face.gate.done(look)
        if face.tile == reading.tile:
            return []
        face.tile = reading.tile
        face.number = self._faces[stack].number if ura else self._order.appear(self._side, stack)
        return [Sighted(IndicatorSeen(face.number, reading, ura), moved_ms, reading.confidence)]

    def _hide(self, look: Look, face: _Face, stack: int, footprint: Footprint, *, ura: bool) -> list[Sighted]:
        """No face is seen there: gone if one was, unless something covers it."""
        face.votes = Votes()
        if face.tile is None:
            face.gate.done(look)
            return []
        place = self._beside_place(stack) if ura else self._place(stack)
        if not look.is_bare(self._side, place.right_mm, place.out_mm, _CORE_MM):
            face.gate.puzzled(look, footprint)
            return []
        face.tile = None
        face.gate.done(look)
        if not ura:
            self._order.vanish(self._side, stack)
        return [Sighted(IndicatorGone(face.number, ura), look.stillness.moved_at_ms(footprint))]

    def _footprint(self, look: Look, place: Place, height_mm: float) -> Footprint:
        cloth = self._cloth
        return look.stillness.footprint(
            self._side, place.right_mm, place.out_mm, cloth.tile_wide_mm, cloth.tile_long_mm, height_mm
        )


def _longest_run(filled: Sequence[bool]) -> tuple[int, int]:
    """Where the longest run of filled places begins, and its length."""
    best = (0, 0)
    run = 0
    for number, here in enumerate(filled):
        run = run + 1 if here else 0
        if run > best[1]:
            best = (number - run + 1, run)
    return best
