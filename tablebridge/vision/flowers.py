"""Watches the row of flowers that lies face up before one seat's hand (TW-R10)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import FlowerGone, FlowerSeen
from tablebridge.vision.change import Footprint
from tablebridge.vision.fit import fit_places
from tablebridge.vision.look import Gate, Look, Sighted
from tablebridge.vision.votes import Votes
from tablebridge_rules.seat import Seat

__all__ = ["FlowerWatch"]

_MOST_FLOWERS = 8
_LEAST_SCORE, _LEAST_CONFIDENCE = 0.45, 0.35
_ROOM_MM = 60.0


@dataclass(slots=True)
class _Slot:
    """A place in the row: what was read there, and where it lies."""

    gate: Gate = field(default_factory=Gate)
    votes: Votes = field(default_factory=Votes)
    tile: str | None = None
    place: Place | None = None


class FlowerWatch:
    """One seat's flowers, from the left end of its hand on. A tile counts once those to its left do."""

    def __init__(self, seat: Seat, cloth: Cloth) -> None:
        self._seat = seat
        self._cloth = cloth
        self._slots = [_Slot() for _ in range(_MOST_FLOWERS)]

    def look(self, look: Look) -> list[Sighted]:
        """Flowers that came, changed or went."""
        seen: list[Sighted] = []
        for index, slot in enumerate(self._slots):
            seen += self._check(look, index, slot)
            if slot.tile is None:
                break
        return seen + self._gone_behind(look)

    def _check(self, look: Look, index: int, slot: _Slot) -> list[Sighted]:
        expected = self._cloth.flower_place(index)
        footprint = self._footprint(look, expected)
        if not slot.gate.due(look, footprint):
            return []
        moved_ms = look.stillness.moved_at_ms(footprint)
        place = slot.place or expected
        if look.is_bare(self._seat, place.right_mm, place.out_mm):
            return self._leave(look, index, slot, moved_ms)
        window = look.window(self._seat, expected.right_mm, expected.out_mm, _ROOM_MM, _ROOM_MM)
        others = [other.place for other in self._slots if other.place is not None and other is not slot]
        right = self._cloth.flower_place(index + 1)
        if not look.is_bare(self._seat, right.right_mm, right.out_mm):
            others.append(right)
        fit = fit_places(window.without(others, expected), [expected])
        reading = look.read(self._seat, fit.places)[0]
        if (
            fit.score < _LEAST_SCORE * min(fit.free, 1.0)
            or not reading.is_face
            or reading.confidence < _LEAST_CONFIDENCE
        ):
            slot.gate.puzzled(look, footprint)
            return []
        slot.votes.add(reading)
        if not slot.votes.decided:
            return []
        read, slot.votes, slot.place = slot.votes.result(), Votes(), fit.places[0]
        slot.gate.done(look)
        if slot.tile == read.tile:
            return []
        slot.tile = read.tile
        return [Sighted(FlowerSeen(self._seat, index, read), moved_ms, read.confidence)]

    def _leave(self, look: Look, index: int, slot: _Slot, moved_ms: float) -> list[Sighted]:
        slot.gate.done(look)
        slot.votes, slot.place = Votes(), None
        if slot.tile is None:
            return []
        slot.tile = None
        return [Sighted(FlowerGone(self._seat, index), moved_ms)]

    def _gone_behind(self, look: Look) -> list[Sighted]:
        """What still counts to the right of a gap is checked too: a row is cleared in any order."""
        first = next((number for number, slot in enumerate(self._slots) if slot.tile is None), _MOST_FLOWERS)
        return [
            sighted
            for number in range(first + 1, _MOST_FLOWERS)
            if self._slots[number].tile is not None
            for sighted in self._check(look, number, self._slots[number])
        ]

    def _footprint(self, look: Look, place: Place) -> Footprint:
        cloth = self._cloth
        return look.stillness.footprint(
            self._seat, place.right_mm, place.out_mm, cloth.tile_wide_mm, cloth.tile_long_mm, cloth.tile_thick_mm
        )
