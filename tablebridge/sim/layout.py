"""What lies before the players on the simulated cloth during a hand, and what each act moves. Time comes later.

Every act gives back a `Change`. A tile keeps its key from the wall to the river.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tablebridge.cloth import Place, seat_to_cloth, upright_deg
from tablebridge.sim.placing import MELD, RIVER, ROW, Change, Placer, Spot, spot_of
from tablebridge.sim.scene import SceneTile, Stick
from tablebridge.sim.wall_layout import WallLayout
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile

__all__ = ["Layout", "meld_row"]


@dataclass(frozen=True, slots=True)
class _Held:
    key: int
    tile: Tile


@dataclass(slots=True)
class _SeatLayout:
    """One seat's tiles: the sorted row, the drawn tile apart, the river (key, sideways), the left end of the corner's
    melds, and where the sideways tile of each pon lies."""

    corner_mm: float
    row: list[_Held] = field(default_factory=list)
    drawn: _Held | None = None
    river: list[tuple[int, bool]] = field(default_factory=list)
    pons: list[tuple[Tile, Place]] = field(default_factory=list)


class Layout:
    """The cloth of one hand. `keys` gives a new key for every object of the session."""

    def __init__(self, placer: Placer, keys: Iterator[int], *, outer_faces_up: bool) -> None:
        self.wall = WallLayout(placer, keys)
        self._placer = placer
        self._cloth = placer.cloth
        self._keys = keys
        self._outer_faces_up = outer_faces_up
        self._seats = {seat: _SeatLayout(self._cloth.meld_right_mm) for seat in Seat}

    # -- hands --
    def deal(self, seat: Seat, tiles: tuple[Tile, ...]) -> Change:
        """The seat takes so many tiles from the wall and stands them at the right of its row."""
        part, start = self._seats[seat], len(self._seats[seat].row)
        taken = [self.wall.take() for _ in tiles]
        part.row += [_Held(key, tile) for (_, key), tile in zip(taken, tiles, strict=True)]
        placed = self._standing(seat)
        return Change(placed, touch_mm=(taken[0][0], spot_of(placed[start])))

    def draw(self, seat: Seat, tile: Tile, *, replacement: bool) -> Change:
        """A tile from the wall, or from its tail, stands apart at the right of the row."""
        where, key = self.wall.take_replacement() if replacement else self.wall.take()
        self._seats[seat].drawn = _Held(key, tile)
        placed = self._standing(seat)
        return Change(placed, touch_mm=(where, spot_of(placed[-1])))

    def discard(self, seat: Seat, tile: Tile, *, sideways: bool, drawn: bool) -> Change:
        """A tile goes from the hand to the river; the row closes up, the drawn tile among the others."""
        part = self._seats[seat]
        key = self._take(seat, tile, drawn=drawn)
        origin = self._cloth.hand_place(len(part.row) if drawn else len(part.row) // 2)
        part.river.append((key, sideways))
        laid = self._placer.tile(key, str(tile), seat, self._river_end(seat), "up", RIVER)
        touch = (seat_to_cloth(seat, origin.right_mm, origin.out_mm), spot_of(laid))
        return Change((*self._standing(seat), laid), touch_mm=touch)

    def put_stick(self, seat: Seat) -> Change:
        """A riichi stick before the river."""
        place, spread = self._cloth.stick_place(), self._placer.spread
        x, y = seat_to_cloth(seat, place.right_mm + spread(4.0), place.out_mm + spread(2.0))
        stick = Stick(next(self._keys), x, y, upright_deg(seat) + spread(3.0))
        return Change((stick,), touch_mm=((x, y),))

    # -- melds --
    def call(self, seat: Seat, meld: Meld) -> Change:
        """A meld is laid in the corner; its called tile leaves the river."""
        if meld.kind is MeldKind.KAN_ADDED:
            return self._add_to_pon(seat, meld)
        touch: list[Spot] = []
        keys: defaultdict[Tile, list[int]] = defaultdict(list)
        for tile in meld.own:
            keys[tile].append(self._take(seat, tile, drawn=False))
        called_key = -1
        if meld.from_seat is not None:
            place = self._river_end(meld.from_seat)
            touch.append(seat_to_cloth(meld.from_seat, place.right_mm, place.out_mm))
            called_key = self._seats[meld.from_seat].river.pop()[0]
        placed = []
        row = meld_row(meld, seat, outer_faces_up=self._outer_faces_up)
        for (tile, turned, face_up), place in zip(row, self._corner(seat, row), strict=True):
            key = called_key if turned else keys[tile].pop()
            placed.append(self._placer.tile(key, str(tile), seat, place, "up" if face_up else "down", MELD))
            if turned and meld.kind is MeldKind.PON:
                self._seats[seat].pons.append((tile, place))
        return Change((*self._standing(seat), *placed), touch_mm=(*touch, spot_of(placed[0])))

    def _corner(self, seat: Seat, row: tuple[tuple[Tile, bool, bool], ...]) -> tuple[Place, ...]:
        """Places of the next meld, to the left of those that lie in the corner already."""
        part = self._seats[seat]
        turned = tuple(sideways for _, sideways, _ in row)
        places = self._cloth.meld_places(part.corner_mm, turned)
        widths = sum(self._cloth.tile_long_mm if sideways else self._cloth.tile_wide_mm for sideways in turned)
        part.corner_mm -= widths + self._cloth.meld_gap_mm()
        return places

    def _add_to_pon(self, seat: Seat, meld: Meld) -> Change:
        added = meld.own[-1]
        key = self._take(seat, added, drawn=False)
        sideways = next(place for tile, place in self._seats[seat].pons if tile.kind == added.kind)
        laid = self._placer.tile(key, str(added), seat, self._cloth.added_place(sideways), "up", MELD)
        return Change((*self._standing(seat), laid), touch_mm=(spot_of(laid),))

    # -- the end --
    def reveal(self, seat: Seat, *, apart: Tile | None = None) -> Change:
        """The hand is laid open in a sorted row, the winning tile of a self-draw apart (RL-W04)."""
        part = self._seats[seat]
        last = None if apart is None else _Held(self._take(seat, apart, drawn=True), apart)
        self._gather(part)
        places = [self._cloth.hand_place(index, revealed=True) for index in range(len(part.row))]
        if last is not None:
            places.append(self._cloth.hand_place(len(part.row), apart=True, revealed=True))
            part.row.append(last)
        return self._lay_row(seat, places, "up")

    def lay_down(self, seat: Seat) -> Change:
        """The row is pushed over, backs up: not ready, or not shown."""
        part = self._seats[seat]
        self._gather(part)
        return self._lay_row(seat, [self._cloth.hand_place(index) for index in range(len(part.row))], "down")

    # -- inner parts --
    def _lay_row(self, seat: Seat, places: list[Place], pose: str) -> Change:
        placed = tuple(
            self._placer.tile(held.key, str(held.tile), seat, place, pose, ROW)
            for held, place in zip(self._seats[seat].row, places, strict=True)
        )
        return Change(placed, touch_mm=(spot_of(placed[0]), spot_of(placed[-1])))

    def _river_end(self, seat: Seat) -> Place:
        """Where the newest tile of that river lies."""
        return self._cloth.river_places(tuple(turned for _, turned in self._seats[seat].river))[-1]

    def _gather(self, part: _SeatLayout) -> None:
        """The drawn tile goes into the row, and the row is sorted."""
        if part.drawn is not None:
            part.row.append(part.drawn)
            part.drawn = None
        part.row.sort(key=lambda held: held.tile)

    def _take(self, seat: Seat, tile: Tile, *, drawn: bool) -> int:
        """Takes a tile out of the hand, the drawn one where that is meant; what stays is sorted."""
        part = self._seats[seat]
        if drawn and part.drawn is not None and part.drawn.tile == tile:
            key = part.drawn.key
            part.drawn = None
            return key
        self._gather(part)
        held = next(held for held in part.row if held.tile == tile)
        part.row.remove(held)
        return held.key

    def _standing(self, seat: Seat) -> tuple[SceneTile, ...]:
        """The standing tiles, the drawn one last."""
        part = self._seats[seat]
        places = [self._cloth.hand_place(index) for index in range(len(part.row))]
        held = list(part.row)
        if part.drawn is not None:
            places.append(self._cloth.hand_place(len(part.row), apart=True))
            held.append(part.drawn)
        return tuple(
            self._placer.tile(one.key, str(one.tile), seat, place, "standing")
            for one, place in zip(held, places, strict=True)
        )


def meld_row(meld: Meld, owner: Seat, *, outer_faces_up: bool = True) -> tuple[tuple[Tile, bool, bool], ...]:
    """A meld from its owner's left to right: tile, whether it lies sideways, whether its face is up.

    The sideways tile is leftmost when taken from the left player, rightmost from the right one, else in the middle, of
    four the third (RL-C05 to RL-C08). Of a concealed kan the outer or the middle pair is face up, a red five among it.
    """
    if meld.called is None or meld.from_seat is None:
        first, second, third, fourth = sorted(meld.own, key=lambda tile: tile.red)
        if outer_faces_up:
            return (third, False, True), (first, False, False), (second, False, False), (fourth, False, True)
        return (first, False, False), (third, False, True), (fourth, False, True), (second, False, False)
    own = [(tile, False, True) for tile in sorted(meld.own)]
    places = {Relation.LEFT: 0, Relation.ACROSS: (len(own) + 1) // 2, Relation.RIGHT: len(own)}
    at = places[owner.relation_to(meld.from_seat)]
    return (*own[:at], (meld.called, True, True), *own[at:])
