"""Watches one side's wall: how many stacks still stand, and tiles that lie face up on it or beside it."""

from __future__ import annotations

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
_RAISED_SHARE = 0.7
"""A wall comes up whole: fewer stacks at once are something else."""


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


class WallWatch:
    """One side's wall, the indicators on it and those laid beside it."""

    def __init__(self, side: Seat, cloth: Cloth, order: IndicatorOrder) -> None:
        self._side = side
        self._cloth = cloth
        self._order = order
        self._standing: list[bool] | None = None
        self._counting = Gate()
        self._faces = [_Face() for _ in range(cloth.wall_stacks)]
        self._ura = [_Face() for _ in range(cloth.wall_stacks)]

    def look(self, look: Look) -> list[Sighted]:
        """What has changed on this side and settled."""
        seen = self._count(look)
        for stack in range(self._cloth.wall_stacks):
            seen += self._turned_up(look, stack)
            if self._faces[stack].tile is not None or self._ura[stack].tile is not None:
                seen += self._beside(look, stack)
        return seen

    # -- stacks --

    def _count(self, look: Look) -> list[Sighted]:
        cloth = self._cloth
        length = cloth.wall_stacks * cloth.tile_wide_mm
        footprint = look.stillness.footprint(
            self._side, 0, cloth.wall_out_mm, length, cloth.tile_long_mm, 2 * cloth.tile_thick_mm
        )
        if not self._counting.due(look, footprint):
            return []
        self._counting.done(look)
        places = [cloth.wall_place(stack) for stack in range(cloth.wall_stacks)]
        shares = [
            look.bare_shares(
                self._side, [(place.right_mm, place.out_mm) for place in places], _CORE_MM, 3 * _CORE_MM, height
            )
            for height in (cloth.tile_thick_mm, 0.0)
        ]
        # a stack hides the cloth at its foot and at its middle; one beside it can hide only one of the two
        standing = [max(pair) < 0.5 for pair in zip(*shares, strict=True)]
        before = self._standing
        if before is not None and any(before):
            # a wall only shrinks while it is played: what seems to have come is an arm at rest
            standing = [here and was for here, was in zip(standing, before, strict=True)]
        elif before is not None and sum(standing) < _RAISED_SHARE * cloth.wall_stacks:
            standing = before
        self._standing = standing
        if before == standing or (before is None and not any(standing)):
            return []
        return [Sighted(WallStacks(self._side, sum(standing)), look.stillness.moved_at_ms(footprint))]

    # -- indicators on the wall --

    def _turned_up(self, look: Look, stack: int) -> list[Sighted]:
        face, place = self._faces[stack], self._cloth.wall_place(stack)
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
        face, place = self._ura[stack], self._cloth.ura_place(stack)
        footprint = self._footprint(look, place, self._cloth.tile_thick_mm)
        if not face.gate.due(look, footprint):
            return []
        if look.is_bare(self._side, place.right_mm, place.out_mm):
            return self._hide(look, face, stack, footprint, ura=True)
        moved_ms = look.stillness.moved_at_ms(footprint)
        wall = self._cloth.wall_place(stack)
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
        place = self._cloth.ura_place(stack) if ura else self._cloth.wall_place(stack)
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
