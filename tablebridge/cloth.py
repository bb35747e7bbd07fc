"""Where things lie on the cloth, in millimetres: one map for the eye that looks and the hand that lays tiles.

The origin is the centre, +x towards seat B's side, +y away from seat A (A sits at -y, B at +x, C at +y, D at -x).
Each seat also has its own frame, in which places are the same for everyone: `right` along the player's right hand,
`out` from the centre towards the player, both in mm.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.seat import Seat

__all__ = ["Cloth", "Place", "cloth_to_seat", "seat_to_cloth", "upright_deg"]


def seat_to_cloth(seat: Seat, right_mm: float, out_mm: float) -> tuple[float, float]:
    """From a seat's frame to the cloth's: `(x_mm, y_mm)`.

    >>> seat_to_cloth(Seat.A, 10, 100), seat_to_cloth(Seat.B, 10, 100)
    ((10, -100), (100, 10))
    """
    match seat:
        case Seat.A:
            return right_mm, -out_mm
        case Seat.B:
            return out_mm, right_mm
        case Seat.C:
            return -right_mm, out_mm
        case Seat.D:
            return -out_mm, -right_mm


def cloth_to_seat(seat: Seat, x_mm: float, y_mm: float) -> tuple[float, float]:
    """The inverse of `seat_to_cloth`: `(right_mm, out_mm)`."""
    match seat:
        case Seat.A:
            return x_mm, -y_mm
        case Seat.B:
            return y_mm, x_mm
        case Seat.C:
            return -x_mm, y_mm
        case Seat.D:
            return -y_mm, -x_mm


def upright_deg(seat: Seat) -> int:
    """How far a tile that this seat reads upright is turned counter-clockwise on the cloth seen from above:
    0 for A, 90 for B, 180 for C, 270 for D. A tile laid sideways is at 90 more."""
    return 90 * seat.number


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile's centre lies in its seat's frame; `turn_deg` counter-clockwise against upright for that seat."""

    right_mm: float
    out_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Cloth:
    """Sizes of a table and its tiles in mm; the defaults are a common riichi table with 28 mm tiles.

    `side_mm` is the cloth inside the rim. A tile lying face up is `tile_long_mm` by `tile_wide_mm` and
    `tile_thick_mm` high; a standing one shows `tile_thick_mm` by `tile_wide_mm` to the camera.
    """

    side_mm: float = 860.0
    console_mm: float = 250.0
    tile_long_mm: float = 28.0
    tile_wide_mm: float = 21.0
    tile_thick_mm: float = 18.0
    wall_stacks: int = 17

    # -- rivers: rows of six growing outwards from the console (RL-T02) --
    @property
    def river_out_mm(self) -> float:
        """Centre line of the first river row."""
        return self.console_mm / 2 + 6 + self.tile_long_mm / 2

    @property
    def river_pitch_mm(self) -> float:
        """From one river row to the next."""
        return self.tile_long_mm + 2

    def river_places(self, sideways: tuple[bool, ...]) -> tuple[Place, ...]:
        """Places of a river's tiles from the first on, six a row, the third row going on (RL-T02); a
        sideways tile takes its length along the row. Tiles are 1 mm apart."""
        places: list[Place] = []
        right = 0.0
        for slot, turned in enumerate(sideways):
            row = min(slot // 6, 2)
            if slot == row * 6:
                right = -(6 * self.tile_wide_mm + 5) / 2
            width = self.tile_long_mm if turned else self.tile_wide_mm
            # a sideways tile shares the lower edge of its row with the upright ones
            drop = (self.tile_long_mm - self.tile_wide_mm) / 2 if turned else 0.0
            places.append(
                Place(
                    right + width / 2,
                    self.river_out_mm + row * self.river_pitch_mm + drop,
                    90.0 if turned else 0.0,
                )
            )
            right += width + 1
        return tuple(places)

    # -- walls: stacks of two between rivers and hands --
    @property
    def wall_out_mm(self) -> float:
        """Centre line of a wall."""
        return 248.0

    def wall_place(self, stack: int, stacks: int | None = None) -> Place:
        """A stack of a wall; 0 is at its owner's right-hand end, where counting for the break begins.

        `stacks` stood in that wall when it was raised, `wall_stacks` where it is not told: 18 of 144 tiles, 13 or 14
        of 108. A wall stands in the middle of its side.
        """
        length = self.wall_stacks if stacks is None else stacks
        return Place(((length - 1) / 2 - stack) * self.tile_wide_mm, self.wall_out_mm)

    def ura_place(self, stack: int) -> Place:
        """Where the tile under an indicator is laid face up after a riichi win: beside it, outwards."""
        place = self.wall_place(stack)
        return Place(place.right_mm, self.wall_out_mm + self.tile_long_mm + 4)

    # -- hands --
    @property
    def hand_out_mm(self) -> float:
        """Centre line of the standing row, near the rim."""
        return 398.0

    @property
    def revealed_out_mm(self) -> float:
        """Centre line of a hand laid open, between the wall and the standing row."""
        return 335.0

    @property
    def hand_left_mm(self) -> float:
        """Left end of the row of tiles of a hand, standing or open (owner's view)."""
        return -215.0

    def hand_place(self, index: int, *, apart: bool = False, revealed: bool = False) -> Place:
        """The `index`-th tile of a hand from the left; `apart` adds the gap of a drawn or winning tile (RL-W04)."""
        gap = 14.0 if apart else 0.0
        right = self.hand_left_mm + (index + 0.5) * self.tile_wide_mm + gap
        return Place(right, self.revealed_out_mm if revealed else self.hand_out_mm)

    def shown_place(self, index: int) -> Place:
        """Where the `index`-th tile of a standing row comes to lie that falls over, face up, towards the middle."""
        return Place(self.hand_place(index).right_mm, self.hand_out_mm - 22.0)

    # -- flowers: face up in a row before the hand, between it and the wall (TW-R10) --
    @property
    def flower_out_mm(self) -> float:
        """Centre line of the flowers, inwards of a hand laid open."""
        return 300.0

    def flower_place(self, index: int) -> Place:
        """The `index`-th flower of a seat, from the left end of its hand on; eight are the most."""
        return Place(self.hand_left_mm + (index + 0.5) * self.tile_wide_mm, self.flower_out_mm)

    # -- melds: in the right-hand corner, each next one to the left of the last --
    @property
    def meld_out_mm(self) -> float:
        """Line on which the near edges of the tiles of melds lie, closest to the rim."""
        return self.side_mm / 2 - 6

    @property
    def meld_right_mm(self) -> float:
        """Right end of the first meld."""
        return self.side_mm / 2 - 6

    def meld_places(self, right_mm: float, turned: tuple[bool, ...]) -> tuple[Place, ...]:
        """Places of a meld's row from left to right, its right end at `right_mm`; near edges in line."""
        widths = [self.tile_long_mm if sideways else self.tile_wide_mm for sideways in turned]
        left = right_mm - sum(widths)
        places = []
        for width, sideways in zip(widths, turned, strict=True):
            depth = self.tile_wide_mm if sideways else self.tile_long_mm
            places.append(Place(left + width / 2, self.meld_out_mm - depth / 2, 90.0 if sideways else 0.0))
            left += width
        return tuple(places)

    def meld_gap_mm(self) -> float:
        """Gap between two melds of one seat."""
        return 4.0

    def added_place(self, sideways: Place) -> Place:
        """An added kan's fourth tile: touching the sideways tile, inwards of it (RL-C07)."""
        return Place(sideways.right_mm, sideways.out_mm - self.tile_wide_mm, 90.0)

    # -- sticks --
    def stick_place(self) -> Place:
        """Centre of a riichi stick (65 by 8 mm) on the console's edge before the river."""
        return Place(0.0, self.console_mm / 2 - 10)
