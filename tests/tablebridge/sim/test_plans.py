"""How far a hand is from a win that has a yaku."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.sim.plans import (
    NO_PLAN,
    Plan,
    Progress,
    best_progress,
    discards_by_progress,
    is_value,
    plans_for,
    unseen,
)
from tablebridge_rules.event import HandStarted
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.state import SeatState, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
SOUTH = start(HandStarted(0, Wind.SOUTH, A, 0, 0, (30000, 30000, 30000, 30000)))


def chi(text: str) -> Meld:
    called, *own = parse_tiles(text)
    return Meld(MeldKind.CHI, tuple(own), called, D)


def pon(text: str) -> Meld:
    called, *own = parse_tiles(text)
    return Meld(MeldKind.PON, tuple(own), called, D)


@pytest.mark.parametrize(
    ("tile", "seat", "value"),
    [
        ("5z", B, True),
        ("2z", B, True),
        ("2z", C, True),
        ("3z", C, True),
        ("1z", B, False),
        ("1z", A, True),
        ("5m", A, False),
    ],
    ids=["dragon", "own and round wind", "round wind", "own wind", "guest wind", "dealer's wind", "a number"],
)
def test_value_tiles(tile: str, seat: Seat, value: bool) -> None:
    assert is_value(Tile.parse(tile).kind, seat, SOUTH) is value


@pytest.mark.parametrize(
    ("melds", "plans"),
    [
        ((), (Plan.CLOSED,)),
        ((Meld(MeldKind.KAN_CONCEALED, parse_tiles("9999m")),), (Plan.CLOSED,)),
        ((pon("555z"),), (Plan.VALUE, Plan.FLUSH)),
        ((chi("234m"),), (Plan.SIMPLES, Plan.FLUSH)),
        ((chi("234m"), chi("345p")), (Plan.SIMPLES,)),
        ((chi("123m"), chi("345p")), ()),
    ],
    ids=["closed", "closed with a kan", "value", "simples or a flush", "simples", "no yaku to be had"],
)
def test_melds_leave_plans(melds: tuple[Meld, ...], plans: tuple[Plan, ...]) -> None:
    assert plans_for(SOUTH, B, melds) == plans


@pytest.mark.parametrize(
    ("standing", "melds", "plan", "shanten"),
    [
        ("123m456p789s1122z", (), Plan.CLOSED, 0),
        ("123m456p789s1234z", (), Plan.SIMPLES, 6),
        ("345m456p78s55p", (chi("234m"),), Plan.SIMPLES, 0),
        ("123m456m78m11z", (chi("234m"),), Plan.FLUSH, 0),
        ("123m456p78p11z", (chi("234m"),), Plan.FLUSH, 5),
    ],
)
def test_the_distance_towards_a_plan(standing: str, melds: tuple[Meld, ...], plan: Plan, shanten: int) -> None:
    assert best_progress(parse_tiles(standing), melds, [plan]).shanten == shanten


def test_the_best_plan_counts_and_no_plan_is_far() -> None:
    standing = parse_tiles("123m456m78m11z")
    assert best_progress(standing, (chi("234m"),), [Plan.SIMPLES, Plan.FLUSH]).shanten == 0
    assert best_progress(standing, (chi("234m"),), []) == Progress(NO_PLAN, 0)


def test_of_equal_hands_the_one_with_more_live_tiles_is_ahead() -> None:
    live = [4] * 34
    open_wait = best_progress(parse_tiles("123m456p789s34s55p"), (), [Plan.CLOSED], tuple(live))
    edge_wait = best_progress(parse_tiles("123m456p789s12s55p"), (), [Plan.CLOSED], tuple(live))
    assert (open_wait, edge_wait) == (Progress(0, -8), Progress(0, -4))
    assert open_wait < edge_wait


def test_discards_are_ranked() -> None:
    standing = parse_tiles("123m456p789s34s55p9m")
    options = [Tile.parse(text) for text in ("1m", "9m", "3s")]
    ranked = discards_by_progress(standing, (), (Plan.CLOSED,), options, (4,) * 34)
    assert str(ranked[0][1]) == "9m"
    assert ranked[0][0] < ranked[1][0]


def test_unseen_tiles_are_those_nobody_showed_to_this_seat() -> None:
    own = SeatState(concealed=parse_tiles("1m1m"), river=River((Discard(Tile.parse("2m")),)))
    other = SeatState(concealed=parse_tiles("3m3m3m"), melds=(pon("555z"),))
    state = replace(SOUTH, indicators=parse_tiles("1m")).with_seat(A, own).with_seat(B, other)
    live = unseen(state, A)
    assert [live[index] for index in (0, 1, 2, 31)] == [1, 3, 4, 1]
