"""One map of the cloth for the eye that looks and the hand that lays tiles."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge.cloth import Cloth, Place, cloth_to_seat, seat_to_cloth, upright_deg
from tablebridge_rules.seat import Seat

CLOTH = Cloth()
MM = st.floats(-430, 430)


@given(st.sampled_from(Seat), MM, MM)
def test_there_and_back(seat: Seat, right: float, out: float) -> None:
    assert cloth_to_seat(seat, *seat_to_cloth(seat, right, out)) == (right, out)


@pytest.mark.parametrize(("seat", "side"), [(Seat.A, (0, -1)), (Seat.B, (1, 0)), (Seat.C, (0, 1)), (Seat.D, (-1, 0))])
def test_seats_sit_counter_clockwise_from_a_at_the_near_side(seat: Seat, side: tuple[int, int]) -> None:
    assert seat_to_cloth(seat, 0, 1) == side


def test_the_next_seat_is_at_the_right_hand() -> None:
    for seat in Seat:
        assert seat_to_cloth(seat, 1, 0) == seat_to_cloth(seat.after(), 0, 1)
        assert upright_deg(seat.after()) == (upright_deg(seat) + 90) % 360


@pytest.mark.parametrize(
    ("slot", "row", "place_in_row"), [(0, 0, 0), (5, 0, 5), (6, 1, 0), (12, 2, 0), (18, 2, 6), (23, 2, 11)]
)
def test_rl_t02_rows_of_six_and_the_third_goes_on(slot: int, row: int, place_in_row: int) -> None:
    place = CLOTH.river_places((False,) * 24)[slot]
    assert place.out_mm == CLOTH.river_out_mm + row * CLOTH.river_pitch_mm
    assert place.right_mm == CLOTH.river_places((False,) * 24)[0].right_mm + place_in_row * (CLOTH.tile_wide_mm + 1)


def test_a_sideways_tile_moves_the_later_ones_of_its_row_only() -> None:
    plain, turned = CLOTH.river_places((False,) * 12), CLOTH.river_places((*[False] * 3, True, *[False] * 8))
    assert turned[:3] == plain[:3]
    assert turned[3].turn_deg == 90
    assert [after.right_mm - before.right_mm for before, after in zip(plain[4:6], turned[4:6], strict=True)] == [7, 7]
    assert turned[6:] == plain[6:]


def box(seat: Seat, place: Place) -> tuple[float, float, float, float]:
    """Left, lower, right and upper edge on the cloth."""
    wide, long = CLOTH.tile_wide_mm, CLOTH.tile_long_mm
    if place.turn_deg:
        wide, long = long, wide
    corners = [
        seat_to_cloth(seat, place.right_mm + x * wide / 2, place.out_mm + y * long / 2)
        for x in (-1, 1)
        for y in (-1, 1)
    ]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_nothing_that_lies_at_the_same_time_overlaps() -> None:
    boxes = []
    for seat in Seat:
        places = list(CLOTH.river_places((*[False] * 9, True, *[False] * 12)))
        places += [CLOTH.wall_place(stack) for stack in range(17)]
        places += [CLOTH.ura_place(2)]
        places += [CLOTH.hand_place(index, revealed=True, apart=index == 13) for index in range(14)]
        right = CLOTH.meld_right_mm
        for _ in range(4):
            meld = CLOTH.meld_places(right, (True, False, False))
            places += meld
            right = meld[0].right_mm - CLOTH.tile_long_mm / 2 - CLOTH.meld_gap_mm()
        boxes += [box(seat, place) for place in places]
    for one, other in combinations(boxes, 2):
        apart = (
            one[2] <= other[0] + 0.01
            or other[2] <= one[0] + 0.01
            or one[3] <= other[1] + 0.01
            or other[3] <= one[1] + 0.01
        )
        assert apart, (one, other)
    half = CLOTH.side_mm / 2
    assert all(-half <= edge <= half for one in boxes for edge in one)


def test_the_third_row_has_room_for_all_that_two_players_discard_who_play_on_to_the_last_tile() -> None:
    """In the blood battle (SC-R02) walls are shorter, and a river may grow to 28: half of 55 drawn tiles."""
    boxes = []
    for seat in Seat:
        places = list(CLOTH.river_places((False,) * 28))
        places += [CLOTH.wall_place(stack, 14) for stack in range(14)]
        places += [CLOTH.hand_place(index, revealed=True, apart=index == 13) for index in range(14)]
        boxes += [(seat, box(seat, place)) for place in places]
    for (_, one), (_, other) in combinations(boxes, 2):
        assert (
            one[2] <= other[0] + 0.01
            or other[2] <= one[0] + 0.01
            or one[3] <= other[1] + 0.01
            or other[3] <= one[1] + 0.01
        ), (one, other)


@pytest.mark.parametrize("stacks", [13, 14, 17, 18])
def test_a_wall_of_any_length_stands_in_the_middle_of_its_side(stacks: int) -> None:
    first, last = CLOTH.wall_place(0, stacks), CLOTH.wall_place(stacks - 1, stacks)
    assert first.right_mm == -last.right_mm == (stacks - 1) / 2 * CLOTH.tile_wide_mm
    assert CLOTH.wall_place(3) == CLOTH.wall_place(3, CLOTH.wall_stacks)


def test_tw_r10_flowers_lie_between_the_wall_and_the_hand() -> None:
    boxes = [box(Seat.A, CLOTH.flower_place(index)) for index in range(8)]
    wall, hand = box(Seat.A, CLOTH.wall_place(0)), box(Seat.A, CLOTH.hand_place(0, revealed=True))
    assert all(hand[3] < lower and upper < wall[1] for _, lower, _, upper in boxes)
    assert all(one[2] <= other[0] + 0.01 for one, other in pairwise(boxes))
