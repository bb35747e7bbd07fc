"""Where tiles lie after each act, and how melds tell the discarder."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from tablebridge.cloth import Cloth, cloth_to_seat
from tablebridge.sim.layout import Layout
from tablebridge.sim.meld_rows import manner_of
from tablebridge.sim.placing import Change, Placer
from tablebridge.sim.scene import SceneTile
from tablebridge.sim.wall_plan import WallPlace, plan_wall
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
CLOTH = Cloth()
BOOK = load("riichi-league-tw")


def meld(kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Meld:
    return Meld(kind, parse_tiles(own), Tile.parse(called) if called else None, from_seat)


@pytest.fixture
def layout() -> Layout:
    """A table whose walls stand and are broken, and hands of 13 dealt from it."""
    made = Layout(Placer(CLOTH, Random(1)), count(1), manner_of(BOOK))
    for seat in Seat:
        made.wall.raise_side(seat, 17)
    made.wall.open(plan_wall(BOOK, A, [(A, (3, 4))]))
    dealt: dict[Seat, list[WallPlace]] = {seat: [] for seat in Seat}
    for seat, places in made.wall.plan.deal:
        dealt[seat] += places
    for seat, hand in zip(
        Seat, ("1234567m111222z", "1113m456p789s557z", "123m456p789s11z5p5p", "19m19p19s1234567z"), strict=True
    ):
        made.deal(seat, parse_tiles(hand), [made.wall.take_at(place) for place in dealt[seat]])
    return made


def tiles(change: Change, pose: str) -> list[SceneTile]:
    return [thing for thing in change.place if isinstance(thing, SceneTile) and thing.pose == pose]


def names(change: Change, pose: str, seat: Seat) -> list[str]:
    """The names of the placed tiles from that seat's left to right."""
    found = [(cloth_to_seat(seat, thing.x_mm, thing.y_mm)[0], thing.name) for thing in tiles(change, pose)]
    return [name for _, name in sorted(found)]


def test_a_wall_is_stacks_of_two_with_backs_up() -> None:
    wall = Layout(Placer(CLOTH, Random(1)), count(1), manner_of(BOOK)).wall
    change = wall.raise_side(C, 17)
    assert len({thing.key for thing in change.place}) == 34
    heights = [thing.height_mm for thing in tiles(change, "down")]
    assert (heights.count(0.0), heights.count(CLOTH.tile_thick_mm)) == (17, 17)


def test_the_drawn_tile_stands_apart_and_comes_from_the_wall(layout: Layout) -> None:
    change = layout.draw(A, Tile.parse("9s"), replacement=False)
    standing = tiles(change, "standing")
    right = sorted(cloth_to_seat(A, thing.x_mm, thing.y_mm)[0] for thing in standing)
    assert len(standing) == 14
    assert right[-1] - right[-2] > CLOTH.tile_wide_mm + 10
    assert len(change.touch_mm) == 2
    upper = max(tiles(change, "standing"), key=lambda thing: thing.x_mm)
    assert upper.name == "9s"


def test_the_upper_tile_of_a_stack_goes_first(layout: Layout) -> None:
    first, second, third = (layout.wall.take() for _ in range(3))
    assert first[0] == second[0] != third[0]
    assert first[1] == second[1] + 1


def test_replacement_tiles_come_from_the_tail(layout: Layout) -> None:
    (live, _), (tail, _) = layout.wall.take(), layout.wall.take_replacement()
    assert live != tail
    assert cloth_to_seat(C, *tail)[0] == pytest.approx(CLOTH.wall_place(6).right_mm)


def test_a_discard_closes_the_row(layout: Layout) -> None:
    layout.draw(A, Tile.parse("9s"), replacement=False)
    change = layout.discard(A, Tile.parse("3m"), sideways=False, drawn=False)
    assert names(change, "standing", A) == [
        "1m",
        "2m",
        "4m",
        "5m",
        "6m",
        "7m",
        "9s",
        "1z",
        "1z",
        "1z",
        "2z",
        "2z",
        "2z",
    ]
    (laid,) = tiles(change, "up")
    place = CLOTH.river_places((False,))[0]
    right, out = cloth_to_seat(A, laid.x_mm, laid.y_mm)
    assert abs(right - place.right_mm) <= 1.5
    assert abs(out - place.out_mm) <= 1.5
    assert min(laid.turn_deg, 360 - laid.turn_deg) <= 4


def test_a_sideways_discard_lies_on_its_side(layout: Layout) -> None:
    layout.draw(B, Tile.parse("9s"), replacement=False)
    (laid,) = tiles(layout.discard(B, Tile.parse("9s"), sideways=True, drawn=True), "up")
    assert abs(laid.turn_deg - 180) <= 4


def test_rl_t02_the_place_of_a_claimed_tile_is_used_again(layout: Layout) -> None:
    layout.draw(A, Tile.parse("5z"), replacement=False)
    (first,) = tiles(layout.discard(A, Tile.parse("5z"), sideways=False, drawn=True), "up")
    change = layout.call(B, meld(MeldKind.PON, "55z", "5z", A))
    assert first.key in {thing.key for thing in tiles(change, "up")}
    assert len(tiles(change, "standing")) == 11
    layout.draw(A, Tile.parse("9p"), replacement=False)
    (second,) = tiles(layout.discard(A, Tile.parse("9p"), sideways=False, drawn=True), "up")
    assert (second.x_mm, second.y_mm) == pytest.approx((first.x_mm, first.y_mm), abs=3.1)


def test_melds_grow_to_the_left_from_the_right_hand_corner(layout: Layout) -> None:
    layout.draw(A, Tile.parse("5z"), replacement=False)
    layout.discard(A, Tile.parse("5z"), sideways=False, drawn=True)
    first = layout.call(B, meld(MeldKind.PON, "55z", "5z", A))
    layout.draw(B, Tile.parse("1m"), replacement=False)
    second = layout.call(B, meld(MeldKind.KAN_CONCEALED, "1111m"))
    assert (len(tiles(first, "up")), len(tiles(second, "up")), len(tiles(second, "down"))) == (3, 2, 2)
    of_first = [cloth_to_seat(B, thing.x_mm, thing.y_mm)[0] for thing in tiles(first, "up")]
    of_second = [cloth_to_seat(B, thing.x_mm, thing.y_mm)[0] for thing in tiles(second, "up") + tiles(second, "down")]
    assert max(of_first) < CLOTH.meld_right_mm
    assert min(of_first) - max(of_second) > CLOTH.tile_wide_mm


def test_rl_c07_the_fourth_tile_touches_the_sideways_one(layout: Layout) -> None:
    layout.draw(A, Tile.parse("5z"), replacement=False)
    layout.discard(A, Tile.parse("5z"), sideways=False, drawn=True)
    pon = layout.call(B, meld(MeldKind.PON, "55z", "5z", A))
    layout.draw(B, Tile.parse("5z"), replacement=False)
    (added,) = tiles(layout.call(B, meld(MeldKind.KAN_ADDED, "555z", "5z", A)), "up")
    sideways = min(tiles(pon, "up"), key=lambda thing: cloth_to_seat(B, thing.x_mm, thing.y_mm)[0])
    right, out = cloth_to_seat(B, sideways.x_mm, sideways.y_mm)
    assert cloth_to_seat(B, added.x_mm, added.y_mm) == pytest.approx((right, out - CLOTH.tile_wide_mm), abs=1.7)


def test_indicators_are_turned_in_their_place_and_ura_laid_beside_them(layout: Layout) -> None:
    up = Tile.parse("3s")
    (turned,) = tiles(layout.wall.turn_indicator(0, up), "up")
    assert (turned.name, turned.height_mm) == ("3s", CLOTH.tile_thick_mm)
    right, out = cloth_to_seat(C, turned.x_mm, turned.y_mm)
    assert (right, out) == pytest.approx((CLOTH.wall_place(4).right_mm, CLOTH.wall_out_mm))
    sunk, under = tiles(layout.wall.turn_ura([up], parse_tiles("7p")), "up")
    assert (sunk.key, sunk.height_mm, under.name) == (turned.key, 0.0, "7p")
    place = CLOTH.ura_place(4)
    assert cloth_to_seat(C, under.x_mm, under.y_mm) == pytest.approx((place.right_mm, place.out_mm), abs=0.6)


def test_rl_w04_a_winning_draw_is_laid_open_apart(layout: Layout) -> None:
    layout.draw(D, Tile.parse("1m"), replacement=False)
    opened = layout.reveal(D, apart=Tile.parse("1m"))
    row = names(opened, "up", D)
    assert (row[:3], row[-2:]) == (["1m", "9m", "1p"], ["7z", "1m"])
    rights = sorted(cloth_to_seat(D, thing.x_mm, thing.y_mm)[0] for thing in tiles(opened, "up"))
    assert rights[-1] - rights[-2] > CLOTH.tile_wide_mm + 10


def test_a_hand_of_fourteen_may_be_opened_in_one_row(layout: Layout) -> None:
    layout.draw(D, Tile.parse("5m"), replacement=False)
    opened = layout.reveal(D)
    assert names(opened, "up", D)[:3] == ["1m", "5m", "9m"]
    assert len(opened.place) == 14


def test_a_row_that_is_not_shown_lies_backs_up(layout: Layout) -> None:
    assert len(tiles(layout.lay_down(C), "down")) == 13


def test_a_stick_lies_before_the_river(layout: Layout) -> None:
    (stick,) = layout.put_stick(B).place
    assert cloth_to_seat(B, stick.x_mm, stick.y_mm) == pytest.approx((0.0, CLOTH.console_mm / 2 - 10), abs=4.0)


def test_changes_follow_each_other() -> None:
    one, two = Change(remove=(1,), touch_mm=((0.0, 0.0),)), Change(remove=(2,), touch_mm=((1.0, 1.0),))
    assert one.then(two) == Change((), (1, 2), ((0.0, 0.0), (1.0, 1.0)))
