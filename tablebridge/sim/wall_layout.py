"""The walls on the simulated cloth: raised by the machine, eaten stack by stack, their indicators turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tablebridge.cloth import seat_to_cloth
from tablebridge.sim.placing import ROW, Change, Placer, Spot, spot_of
from tablebridge.sim.scene import Object
from tablebridge.sim.wall_plan import WallPlace, WallPlan
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.wall import Stack

__all__ = ["WallLayout"]

_NO_PLAN = WallPlan((0, 0, 0, 0), (), (), ())


class WallLayout:
    """The four walls of one hand. Faces of undrawn tiles are nobody's business: they are called `back`."""

    def __init__(self, placer: Placer, keys: Iterator[int]) -> None:
        self._placer = placer
        self._keys = keys
        self._raised: dict[Seat, int] = {}
        self._tiles: dict[WallPlace, int] = {}
        self._plan = _NO_PLAN

    def raise_side(self, side: Seat, stacks: int) -> Change:
        """The machine lifts the wall of one side: stacks of two, backs up."""
        cloth, placed = self._placer.cloth, list[Object]()
        self._raised[side] = stacks
        for number in range(stacks):
            place = cloth.wall_place(number, stacks)
            for upper in (False, True):
                key = self._tiles[Stack(side, number), upper] = next(self._keys)
                height = cloth.tile_thick_mm if upper else 0.0
                placed.append(self._placer.tile(key, "back", side, place, "down", height_mm=height))
        return Change(tuple(placed))

    def open(self, plan: WallPlan) -> None:
        """From here on tiles are taken in that order."""
        self._plan = plan

    @property
    def plan(self) -> WallPlan:
        """In which order tiles are taken."""
        return self._plan

    def take_at(self, place: WallPlace) -> tuple[Spot, int]:
        """The tile of that place: where its stack is, and its key. Raises `KeyError` when it is gone."""
        return self._spot(place[0]), self._tiles.pop(place)

    def take(self, skipped: int = 0) -> tuple[Spot, int]:
        """The next tile of the live end; `skipped` tiles that come before it stay lying.

        Raises `IndexError` when no tile is left.
        """
        return self.take_at(self._standing(self._plan.live)[skipped])

    def take_replacement(self, skipped: int = 0) -> tuple[Spot, int]:
        """The next tile from the tail; see `take`."""
        return self.take_at(self._standing(self._plan.tail)[skipped])

    def next_spot(self, *, tail: bool = False) -> Spot:
        """Where the next tile of either end is. Raises `IndexError` when no tile is left."""
        return self._spot(self._standing(self._plan.tail if tail else self._plan.live)[0][0])

    def turn_indicator(self, index: int, tile: Tile) -> Change:
        """The upper tile of an indicator's stack is turned face up in its place."""
        cloth, stack = self._placer.cloth, self._plan.indicators[index]
        turned = self._placer.tile(
            self._tiles[stack, True],
            str(tile),
            stack.side,
            cloth.wall_place(stack.number, self._raised[stack.side]),
            "up",
            height_mm=cloth.tile_thick_mm,
        )
        return Change((turned,), touch_mm=(spot_of(turned),))

    def turn_ura(self, indicators: Iterable[Tile], ura: Iterable[Tile]) -> Change:
        """The tiles under the indicators are laid face up beside them, outwards; the indicators sink to the cloth."""
        cloth, change = self._placer.cloth, Change()
        shown = zip(indicators, ura, strict=True)
        for stack, (upper, lower) in zip(self._plan.indicators, shown, strict=False):
            place = cloth.wall_place(stack.number, self._raised[stack.side])
            sunk = self._placer.tile(self._tiles[stack, True], str(upper), stack.side, place, "up")
            key = self._tiles[stack, False]
            laid = self._placer.tile(key, str(lower), stack.side, cloth.ura_place(stack.number), "up", ROW)
            change = change.then(Change((sunk, laid), touch_mm=(spot_of(laid),)))
        return change

    def _standing(self, places: Sequence[WallPlace]) -> list[WallPlace]:
        """Those of `places` where a tile still lies, in the same order."""
        return [place for place in places if place in self._tiles]

    def _spot(self, stack: Stack) -> Spot:
        place = self._placer.cloth.wall_place(stack.number, self._raised[stack.side])
        return seat_to_cloth(stack.side, place.right_mm, place.out_mm)
