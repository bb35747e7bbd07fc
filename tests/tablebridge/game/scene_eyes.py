"""What a perfect camera tells of each part of a scene: the watchers of `tablebridge.vision` without the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from tablebridge.cloth import Cloth, Place
from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    TilesShown,
    WallStacks,
)
from tablebridge.vision.melds import LAYOUTS
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.scene_map import Lying

Hidden = Callable[[float, float], bool]
"""Whether an arm is, or was a moment ago, over that point (right, out in mm)."""

_SURE = 0.97
_NEAR_MM = 13.0


class Eye(Protocol):
    """Watches one zone; `look` is called when it has settled, and tells what has changed."""

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]: ...


def sure(name: str) -> ReadTile:
    """A reading as of a clear picture."""
    return ReadTile(name, _SURE, ((name, _SURE),))


@dataclass
class _Slot:
    place: Place
    name: str
    sideways: bool
    present: bool = True


@dataclass
class RiverEye:
    """A slot's tile that is gone frees the slot once no later one lies."""

    seat: Seat
    cloth: Cloth
    _slots: list[_Slot] = field(default_factory=list)

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        tiles = list(lying)
        seen: list[Sighting] = []
        for number, slot in enumerate(self._slots):
            if not slot.present or hidden(slot.place.right_mm, slot.place.out_mm):
                continue
            found = _nearest(tiles, [slot.place])
            if found is None:
                slot.present = False
                seen.append(RiverTileGone(self.seat, number))
            elif (found.name, found.sideways) != (slot.name, slot.sideways):
                self._slots[number] = _slot(found)
                seen.append(RiverTileSeen(self.seat, number, sure(found.name), found.sideways))
        while self._slots and not self._slots[-1].present:
            self._slots.pop()
        while (tile := self._next(tiles, hidden)) is not None:
            seen.append(RiverTileSeen(self.seat, len(self._slots), sure(tile.name), tile.sideways))
            self._slots.append(_slot(tile))
        return seen

    def _next(self, tiles: list[Lying], hidden: Hidden) -> Lying | None:
        before = tuple(slot.sideways for slot in self._slots)
        places = [self.cloth.river_places((*before, sideways))[-1] for sideways in (False, True)]
        return None if hidden(places[0].right_mm, places[0].out_mm) else _nearest(tiles, places)


def _slot(tile: Lying) -> _Slot:
    return _Slot(Place(tile.right_mm, tile.out_mm), tile.name, tile.sideways)


def _nearest(tiles: Iterable[Lying], places: list[Place]) -> Lying | None:
    near = [
        (min(abs(tile.right_mm - place.right_mm) + abs(tile.out_mm - place.out_mm) for place in places), tile)
        for tile in tiles
    ]
    best = min(near, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] < _NEAR_MM else None


@dataclass
class MeldEye:
    """All melds of a corner are read together; rows that no meld lies in are none, and then nothing is told."""

    seat: Seat
    cloth: Cloth
    _melds: list[tuple[MeldTile, ...]] = field(default_factory=list)

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        melds = self._parse(list(lying))
        if melds is None:
            return []
        seen: list[Sighting] = [MeldGone(self.seat, index) for index in range(len(melds), len(self._melds))]
        for index, meld in enumerate(melds):
            if index >= len(self._melds) or self._melds[index] != meld:
                seen.append(MeldSeen(self.seat, index, meld))
        self._melds = melds
        return seen

    def _parse(self, tiles: list[Lying]) -> list[tuple[MeldTile, ...]] | None:
        """The melds from the right on; None when something lies there that is none."""
        base = self.cloth.meld_out_mm
        added = [tile for tile in tiles if tile.sideways and base - tile.out_mm > self.cloth.tile_wide_mm]
        row = sorted((tile for tile in tiles if tile not in added), key=lambda tile: -tile.right_mm)
        groups: list[list[Lying]] = []
        left = float("inf")
        for tile in row:
            half = (self.cloth.tile_long_mm if tile.sideways else self.cloth.tile_wide_mm) / 2
            if left - (tile.right_mm + half) > self.cloth.meld_gap_mm() / 2:
                groups.append([])
            groups[-1].insert(0, tile)
            left = tile.right_mm - half
        melds = [self._meld(group, added, self._lay_face_down(index)) for index, group in enumerate(groups)]
        return None if None in melds else [meld for meld in melds if meld is not None]

    def _lay_face_down(self, index: int) -> bool:
        known = self._melds[index] if index < len(self._melds) else ()
        return bool(known) and all(tile.reading.tile == "back" for tile in known)

    def _meld(self, group: list[Lying], added: list[Lying], was_down: bool) -> tuple[MeldTile, ...] | None:
        on_top = [
            more for more in added for tile in group if tile.sideways and abs(more.right_mm - tile.right_mm) < _NEAR_MM
        ]
        turned = tuple(tile.sideways for tile in group)
        if not any(layout.turned == turned and layout.added == bool(on_top) for layout in LAYOUTS):
            return None
        tiles = [MeldTile(sure(tile.name if tile.pose == "up" else "back"), tile.sideways) for tile in group]
        tiles += [MeldTile(sure(tile.name), sideways=True, stacked=True) for tile in on_top]
        turned_up = was_down and len(tiles) == 4 and all(tile.pose == "up" for tile in group)
        return tuple(tiles) if turned_up or _can_be(tiles) else None


def _can_be(tiles: list[MeldTile]) -> bool:
    """As `vision.melds` has it: four of one kind or a meld of three, backs only in a concealed kan."""
    names = [tile.reading.tile for tile in tiles]
    kinds = {name.replace("0", "5") for name in names if name != "back"}
    if len(names) == 4:
        upright = not any(tile.sideways for tile in tiles)
        return len(kinds) <= 1 and (names.count("back") != 1 if upright else "back" not in names)
    return "back" not in names


@dataclass
class FlowerEye:
    """Flowers from the left end on; one counts once those to its left do."""

    seat: Seat
    cloth: Cloth
    _known: dict[int, str] = field(default_factory=dict)

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        tiles = list(lying)
        seen: list[Sighting] = []
        for index in range(8):
            found = _nearest(tiles, [self.cloth.flower_place(index)])
            if found is None:
                if self._known.pop(index, None) is not None:
                    seen.append(FlowerGone(self.seat, index))
            elif self._known.get(index) != found.name and (index == 0 or index - 1 in self._known):
                self._known[index] = found.name
                seen.append(FlowerSeen(self.seat, index, sure(found.name)))
        return seen


@dataclass
class RowEye:
    """The standing row: counted from its left end on, and the tile that stands apart."""

    seat: Seat
    cloth: Cloth
    _known: tuple[int, bool] = (0, False)

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        row = [tile for tile in lying if tile.pose == "standing"]
        count = _counted(row, self.cloth, revealed=False)
        if count == self._known:
            return []
        self._known = count
        return [StandingRow(self.seat, *count)]


@dataclass
class OpenEye:
    """A hand laid open, and the one tile that lies apart from it."""

    seat: Seat
    cloth: Cloth
    _known: tuple[str, ...] | None = None

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        tiles = list(lying)
        count, apart = _counted(tiles, self.cloth, revealed=True)
        if count == 0:
            gone = self._known is not None and not apart
            self._known = None if gone else self._known
            return [RevealedHandGone(self.seat)] if gone else []
        places = [self.cloth.hand_place(index, revealed=True) for index in range(count)]
        places += [self.cloth.hand_place(count, apart=True, revealed=True)] if apart else []
        names = tuple(found.name for place in places if (found := _nearest(tiles, [place])) is not None)
        if names == self._known:
            return []
        self._known = names
        return [HandRevealed(self.seat, tuple(map(sure, names[:count])), sure(names[-1]) if apart else None)]


@dataclass
class FallenEye:
    """Tiles that lie face up before the standing row."""

    seat: Seat
    _known: tuple[str, ...] = ()

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        names = tuple(tile.name for tile in sorted(lying, key=lambda tile: tile.right_mm))
        if names == self._known:
            return []
        self._known = names
        return [TilesShown(self.seat, tuple(map(sure, names)))]


def _counted(tiles: list[Lying], cloth: Cloth, *, revealed: bool) -> tuple[int, bool]:
    """How many tiles lie close from the left end on, and whether one more lies apart."""

    def filled(place: Place) -> bool:
        return any(abs(tile.right_mm - place.right_mm) < _NEAR_MM / 2 for tile in tiles)

    count = 0
    while filled(cloth.hand_place(count, revealed=revealed)):
        count += 1
    return count, filled(cloth.hand_place(count, apart=True, revealed=revealed))


@dataclass
class StickEye:
    """A riichi stick before the river."""

    seat: Seat
    _present: bool = False

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        present = any(True for _ in lying)
        if present == self._present:
            return []
        self._present = present
        return [RiichiStickSeen(self.seat, present)]


@dataclass
class IndicatorOrder:
    """Numbers the indicators of all walls in the order in which they were seen; anew once all are gone."""

    turned: list[tuple[Seat, int]] = field(default_factory=list)
    lying: set[tuple[Seat, int]] = field(default_factory=set)

    def appear(self, side: Seat, stack: int) -> int:
        if (side, stack) not in self.turned:
            self.turned.append((side, stack))
        self.lying.add((side, stack))
        return self.turned.index((side, stack))

    def vanish(self, side: Seat, stack: int) -> int:
        number = self.turned.index((side, stack))
        self.lying.discard((side, stack))
        if not self.lying:
            self.turned.clear()
        return number


@dataclass
class WallEye:
    """One side's wall: stacks that stand, tiles turned up on it or laid beside it."""

    seat: Seat
    cloth: Cloth
    order: IndicatorOrder
    _stacks: int = 0
    _faces: dict[int, str] = field(default_factory=dict)
    _ura: dict[int, tuple[str, int]] = field(default_factory=dict)

    def look(self, lying: Iterable[Lying], hidden: Hidden) -> list[Sighting]:
        stacks: set[int] = set()
        faces: dict[int, str] = {}
        ura: dict[int, str] = {}
        for tile in lying:
            number = round(tile.right_mm / self.cloth.tile_wide_mm * 2)
            beside = tile.out_mm > self.cloth.wall_out_mm + self.cloth.tile_long_mm / 2
            if not beside:
                stacks.add(number)
            if tile.pose == "up":
                (ura if beside else faces)[number] = tile.name
        seen = self._count(len(stacks)) + self._beside_gone(ura) + self._turned_up(faces)
        return seen + self._beside(ura)

    def _count(self, stacks: int) -> list[Sighting]:
        if stacks == self._stacks:
            return []
        self._stacks = stacks
        return [WallStacks(self.seat, stacks)]

    def _turned_up(self, faces: dict[int, str]) -> list[Sighting]:
        seen: list[Sighting] = []
        for number, name in faces.items():
            if self._faces.get(number) != name:
                seen.append(IndicatorSeen(self.order.appear(self.seat, number), sure(name)))
        gone = self._faces.keys() - faces.keys()
        seen += [IndicatorGone(self.order.vanish(self.seat, number)) for number in gone]
        self._faces = faces
        return seen

    def _beside(self, ura: dict[int, str]) -> list[Sighting]:
        seen: list[Sighting] = []
        for number, name in ura.items():
            if self._ura.get(number, ("", 0))[0] != name:
                self._ura[number] = name, self.order.turned.index(self._near(number))
                seen.append(IndicatorSeen(self._ura[number][1], sure(name), ura=True))
        return seen

    def _beside_gone(self, ura: dict[int, str]) -> list[Sighting]:
        gone = self._ura.keys() - ura.keys()
        return [IndicatorGone(self._ura.pop(number)[1], ura=True) for number in gone]

    def _near(self, number: int) -> tuple[Seat, int]:
        return min((one for one in self.order.turned if one[0] is self.seat), key=lambda one: abs(one[1] - number))
