"""The walls on the simulated cloth: raised by the machine, eaten stack by stack, their indicators turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablebridge.cloth import seat_to_cloth
from tablebridge.sim.placing import ROW, Change, Placer, Spot, spot_of
from tablebridge.sim.scene import Object
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.wall import Stack, WallOrder

__all__ = ["WallLayout"]


class WallLayout:
    """The four walls of one hand. Faces of undrawn tiles are nobody's business: they are called `back`."""

    def __init__(self, placer: Placer, keys: Iterator[int]) -> None:
        self._placer = placer
        self._keys = keys
        self._stacks: dict[Stack, list[int]] = {}  # keys, the upper tile last
        self._order = WallOrder(())
        self._eaten = 0
        self._replaced = 0

    def raise_side(self, side: Seat, stacks: int) -> Change:
        """The machine lifts the wall of one side: stacks of two, backs up."""
        cloth, placed = self._placer.cloth, list[Object]()
        for number in range(stacks):
            keys = [next(self._keys), next(self._keys)]
            self._stacks[Stack(side, number)] = keys
            for level, key in enumerate(keys):
                height = level * cloth.tile_thick_mm
                placed.append(self._placer.tile(key, "back", side, cloth.wall_place(number), "down", height_mm=height))
        return Change(tuple(placed))

    def open(self, order: WallOrder) -> None:
        """From here on tiles are taken in that order."""
        self._order = order

    def take(self) -> tuple[Spot, int]:
        """The next tile of the live wall: where its stack is, and its key."""
        stack = self._order.stacks[self._eaten // 2]
        self._eaten += 1
        return self._spot(stack), self._stacks[stack].pop()

    def take_replacement(self) -> tuple[Spot, int]:
        """The next tile from the tail of the dead wall: where its stack is, and its key."""
        stack, _ = self._order.replacement(self._replaced)
        self._replaced += 1
        return self._spot(stack), self._stacks[stack].pop()

    def turn_indicator(self, index: int, tile: Tile) -> Change:
        """The upper tile of an indicator's stack is turned face up in its place."""
        cloth, stack = self._placer.cloth, self._order.indicator(index)
        turned = self._placer.tile(
            self._stacks[stack][-1],
            str(tile),
            stack.side,
            cloth.wall_place(stack.number),
            "up",
            height_mm=cloth.tile_thick_mm,
        )
        return Change((turned,), touch_mm=(spot_of(turned),))

    def turn_ura(self, indicators: Iterable[Tile], ura: Iterable[Tile]) -> Change:
        """The tiles under the indicators are laid face up beside them, outwards; the indicators sink to the cloth."""
        cloth, change = self._placer.cloth, Change()
        for index, (upper, lower) in enumerate(zip(indicators, ura, strict=True)):
            stack = self._order.indicator(index)
            low, high = self._stacks[stack]
            place = cloth.wall_place(stack.number)
            sunk = self._placer.tile(high, str(upper), stack.side, place, "up")
            laid = self._placer.tile(low, str(lower), stack.side, cloth.ura_place(stack.number), "up", ROW)
            change = change.then(Change((sunk, laid), touch_mm=(spot_of(laid),)))
        return change

    def _spot(self, stack: Stack) -> Spot:
        place = self._placer.cloth.wall_place(stack.number)
        return seat_to_cloth(stack.side, place.right_mm, place.out_mm)
