"""What lies before the players on the simulated cloth during a hand, and what each act moves. Time comes later.

Every act gives back a `Change`. A tile keeps its key from the wall to the river.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tablebridge.cloth import Place, seat_to_cloth, upright_deg
from tablebridge.sim.corner import Corner
from tablebridge.sim.meld_rows import Laid, MeldManner
from tablebridge.sim.placing import EXACT, RIVER, ROW, Change, Placer, Spot, spot_of
from tablebridge.sim.scene import SceneTile, Stick
from tablebridge.sim.wall_layout import WallLayout
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["Layout"]

_HOVER_MM = 45.0
"""How high a tile is held that is not laid down yet."""


@dataclass(frozen=True, slots=True)
class _Held:
    key: int
    tile: Tile


@dataclass(slots=True)
class _SeatLayout:
    """One seat's tiles: the sorted row, the drawn tile apart, the river (key, sideways), how many flowers lie before
    the row, and whether the row lies open; tiles set `aside` with a win lie right of an open row."""

    corner: Corner
    row: list[_Held] = field(default_factory=list)
    drawn: _Held | None = None
    river: list[tuple[int, bool]] = field(default_factory=list)
    flowers: int = 0
    open: bool = False
    aside: list[_Held] = field(default_factory=list)


class Layout:
    """The cloth of one hand. `keys` gives a new key for every object of the session."""

    def __init__(self, placer: Placer, keys: Iterator[int], manner: MeldManner) -> None:
        self.wall = WallLayout(placer, keys)
        self.placer = placer
        self._cloth = placer.cloth
        self._keys = keys
        self._manner = manner
        self._seats = {seat: _SeatLayout(Corner(placer, seat)) for seat in Seat}

    # -- hands --
    def deal(self, seat: Seat, tiles: tuple[Tile, ...], taken: list[tuple[Spot, int]]) -> Change:
        """The seat stands tiles `taken` from the wall at the right of its row."""
        part, start = self._seats[seat], len(self._seats[seat].row)
        part.row += [_Held(key, tile) for (_, key), tile in zip(taken, tiles, strict=True)]
        placed = self._standing(seat)
        return Change(placed, touch_mm=(taken[0][0], spot_of(placed[start])))

    def draw(self, seat: Seat, tile: Tile, *, replacement: bool, skipped: int = 0) -> Change:
        """A tile from the wall, or from its tail, stands apart at the right of the row; one that stood there goes into
        it. `skipped` tiles of that end stay lying."""
        where, key = self.wall.take_replacement(skipped) if replacement else self.wall.take(skipped)
        return self.take_in(seat, tile, where, key)

    def take_in(self, seat: Seat, tile: Tile, where: Spot, key: int) -> Change:
        """The tile of that key, taken from somewhere, stands apart at the right of the row."""
        part = self._seats[seat]
        if part.drawn is not None:
            self._gather(part)
        part.drawn = _Held(key, tile)
        placed = self._standing(seat)
        return Change(placed, touch_mm=(where, spot_of(placed[-1])))

    def sort(self, seat: Seat) -> Change | None:
        """The drawn tile goes into the row; None when there is none."""
        if self._seats[seat].drawn is None:
            return None
        self._gather(self._seats[seat])
        placed = self._standing(seat)
        return Change(placed, touch_mm=(spot_of(placed[-1]),))

    def discard(self, seat: Seat, tile: Tile, *, sideways: bool, drawn: bool) -> Change:
        """A tile goes from the hand to the river; the row closes up, the drawn tile among the others."""
        part = self._seats[seat]
        key = self._take(seat, tile, drawn=drawn)
        origin = self._cloth.hand_place(len(part.row) if drawn else len(part.row) // 2)
        part.river.append((key, sideways))
        laid = self.placer.tile(key, str(tile), seat, self._river_end(seat), "up", RIVER)
        touch = (seat_to_cloth(seat, origin.right_mm, origin.out_mm), spot_of(laid))
        return Change((*self._standing(seat), laid), touch_mm=touch)

    def hover(self, seat: Seat, tile: Tile, *, high_mm: float = _HOVER_MM) -> Change:
        """A tile of the hand is held over the place of the next discard, or touches it; `stand` puts it back."""
        part = self._seats[seat]
        held = next(one for one in (*([part.drawn] if part.drawn else []), *part.row) if one.tile == tile)
        flags = (*(turned for _, turned in part.river), False)
        place = self._cloth.river_places(flags)[-1]
        shown = self.placer.tile(held.key, str(tile), seat, place, "up", RIVER, height_mm=high_mm)
        return Change((shown,), touch_mm=(self._hand_spot(seat), spot_of(shown)))

    def stand(self, seat: Seat) -> Change:
        """Every tile of the hand stands, or lies open, where it belongs."""
        return Change(self._standing(seat), touch_mm=(self._hand_spot(seat),))

    def show(self, seat: Seat, tiles: tuple[Tile, ...]) -> Change:
        """Tiles of the row fall over, faces up, before it; `stand` puts them back."""
        part, fallen = self._seats[seat], list[SceneTile]()
        left = list(tiles)
        for index, held in enumerate(part.row):
            if held.tile in left:
                left.remove(held.tile)
                place = self._cloth.shown_place(index)
                fallen.append(self.placer.tile(held.key, str(held.tile), seat, place, "up", ROW))
        return Change(tuple(fallen), touch_mm=(spot_of(fallen[0]), spot_of(fallen[-1])))

    def borrow(self, seat: Seat, tile: SceneTile) -> SceneTile:
        """Where a tile of the cloth stands that this seat puts to its hand: apart, beyond the drawn one."""
        place = self._cloth.hand_place(len(self._seats[seat].row) + 2, apart=True)
        return self.placer.tile(tile.key, tile.name, seat, place, "standing")

    def all_held(self, seat: Seat) -> tuple[Tile, ...]:
        """All tiles of the hand, the drawn one last."""
        drawn = self._seats[seat].drawn
        return (*self.held(seat), *([drawn.tile] if drawn else []))

    def held(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles of the row, from left to right, without the drawn one."""
        return tuple(held.tile for held in self._seats[seat].row)

    def show_flowers(self, seat: Seat, tiles: tuple[Tile, ...]) -> Change:
        """Flowers of the hand are laid face up in a row before it (TW-R10)."""
        part, placed = self._seats[seat], list[SceneTile]()
        for tile in tiles:
            key = self._take(seat, tile, drawn=True)
            place = self._cloth.flower_place(part.flowers)
            placed.append(self.placer.tile(key, str(tile), seat, place, "up", ROW))
            part.flowers += 1
        return Change((*self._standing(seat), *placed), touch_mm=(self._hand_spot(seat), spot_of(placed[-1])))

    def put_stick(self, seat: Seat) -> Change:
        """A riichi stick before the river."""
        place, spread = self._cloth.stick_place(), self.placer.spread
        x, y = seat_to_cloth(seat, place.right_mm + spread(4.0), place.out_mm + spread(2.0))
        stick = Stick(next(self._keys), x, y, upright_deg(seat) + spread(3.0))
        return Change((stick,), touch_mm=((x, y),))

    # -- melds --
    def call(self, seat: Seat, meld: Meld, *, held_back: bool = False) -> Change:
        """A meld is laid in the corner; its called tile leaves the river. `held_back`: the tile added to a pon is not
        the one just drawn, which stays apart."""
        corner, touch = self._seats[seat].corner, list[Spot]()
        if meld.kind is MeldKind.KAN_ADDED:
            added = meld.own[-1]
            key = self._take_of_row(seat, added) if held_back else self._take(seat, added, drawn=False)
            tile = key, Laid(added)
            if (end := self._manner.added_end(meld, seat)) is None:
                tile = tile[0], Laid(added, turned=True)
            placed = corner.add(meld, tile, end)
            return Change((*self._standing(seat), *placed), touch_mm=(spot_of(placed[-1]),))
        keys: defaultdict[Tile, list[int]] = defaultdict(list)
        for own in meld.own:
            keys[own].append(self._take(seat, own, drawn=False))
        called_key = -1
        if meld.from_seat is not None:
            touch.append(self._river_spot(meld.from_seat))
            called_key = self._seats[meld.from_seat].river.pop()[0]
        row = self._manner.row(meld, seat)
        placed = corner.lay(meld, [(called_key if one.called else keys[one.tile].pop(), one) for one in row])
        return Change((*self._standing(seat), *placed), touch_mm=(*touch, spot_of(placed[0])))

    def corner(self, seat: Seat) -> Corner:
        """The melds of that seat."""
        return self._seats[seat].corner

    # -- the end --
    def reveal(self, seat: Seat, *, apart: Tile | None = None) -> Change:
        """The hand is laid open in a sorted row, the winning tile of a self-draw apart (RL-W04)."""
        part = self._seats[seat]
        last = None if apart is None else _Held(self._take(seat, apart, drawn=True), apart)
        self._gather(part)
        part.open = True
        if last is not None:
            part.aside.append(last)
        return self._touched(self._standing(seat))

    def close_hand(self, seat: Seat, *, drawn: bool) -> Change:
        """A hand that was laid open stands again, the tile set aside last as the drawn one where that is meant."""
        part = self._seats[seat]
        part.open = False
        if drawn and part.aside:
            part.drawn = part.aside.pop()
        return self._touched(self._standing(seat))

    def rob(self, seat: Seat, from_seat: Seat, tile: Tile) -> Change:
        """The tile that `from_seat` added to a pon is set aside by the winner, whose hand lies open (SC-P09)."""
        (key, _), moved = self._seats[from_seat].corner.take_added(tile.kind)
        self._seats[seat].aside.append(_Held(key, tile))
        placed = self._standing(seat)
        return Change((*placed, *moved), touch_mm=(spot_of(placed[-1]),))

    def turn_up_kans(self, seat: Seat) -> Change | None:
        """The concealed kans of that seat are shown; None when none lies face down."""
        placed = self._seats[seat].corner.turn_up()
        return self._touched(placed) if placed else None

    def lay_down(self, seat: Seat) -> Change:
        """The row is pushed over, backs up: not ready, or not shown."""
        part = self._seats[seat]
        self._gather(part)
        places = [self._cloth.hand_place(index) for index in range(len(part.row))]
        return self._touched(self._row(seat, part.row, places, "down"))

    def is_open(self, seat: Seat) -> bool:
        """Whether the hand of that seat lies open."""
        return self._seats[seat].open

    # -- rivers --
    def river_keys(self, seat: Seat) -> tuple[int, ...]:
        """The tiles that lie in that river, the oldest first."""
        return tuple(key for key, _ in self._seats[seat].river)

    def take_from_river(self, seat: Seat) -> tuple[Spot, int]:
        """The newest tile of that river: where it lies, and its key; it is in no river any more."""
        return self._river_spot(seat), self._seats[seat].river.pop()[0]

    # -- inner parts --
    def _touched(self, placed: tuple[SceneTile, ...]) -> Change:
        return Change(placed, touch_mm=(spot_of(placed[0]), spot_of(placed[-1])))

    def _hand_spot(self, seat: Seat) -> Spot:
        place = self._cloth.hand_place(len(self._seats[seat].row) // 2)
        return seat_to_cloth(seat, place.right_mm, place.out_mm)

    def _river_spot(self, seat: Seat) -> Spot:
        place = self._river_end(seat)
        return seat_to_cloth(seat, place.right_mm, place.out_mm)

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
        return self._take_of_row(seat, tile)

    def _take_of_row(self, seat: Seat, tile: Tile) -> int:
        """Takes a tile out of the row, whatever stands apart."""
        part = self._seats[seat]
        held = next(held for held in part.row if held.tile == tile)
        part.row.remove(held)
        return held.key

    def _standing(self, seat: Seat) -> tuple[SceneTile, ...]:
        """The tiles of the hand, standing or open, those apart last."""
        part = self._seats[seat]
        places = [self._cloth.hand_place(index, revealed=part.open) for index in range(len(part.row))]
        rows = self._row(seat, part.row, places, "up" if part.open else "standing")
        at = len(part.row)
        if part.aside:
            places = [self._cloth.hand_place(at + index, apart=True, revealed=True) for index in range(len(part.aside))]
            rows += self._row(seat, part.aside, places, "up")
        if part.drawn is not None:
            rows += self._row(seat, [part.drawn], [self._cloth.hand_place(at, apart=True)], "standing")
        return rows

    def _row(self, seat: Seat, row: list[_Held], places: list[Place], pose: str) -> tuple[SceneTile, ...]:
        jitter = ROW if pose != "standing" else EXACT
        return tuple(
            self.placer.tile(held.key, str(held.tile), seat, place, pose, jitter)
            for held, place in zip(row, places, strict=True)
        )
