"""Which tile of the wall goes where: every tile once, from where the throws say, for every rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.sim.wall_plan import Throw, plan_wall, stacks_of
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
from tablebridge_rules.wall import Stack

A, B, C, D = Seat
THROWS: dict[str, list[Throw]] = {
    "riichi-league-tw": [(A, (3, 4))],
    "zungjung-wsom-1.03": [(A, (3, 4))],
    "taiwan16-ntuee-2009": [(A, (3, 4, 5))],
    "sichuan-bloody": [(A, (1, 2)), (C, (4, 4))],
}
FIRST = {
    "riichi-league-tw": Stack(C, 7),
    "zungjung-wsom-1.03": Stack(C, 7),
    "taiwan16-ntuee-2009": Stack(D, 12),
    "sichuan-bloody": Stack(C, 11),
}


@pytest.mark.parametrize("name", THROWS)
def test_the_deal_begins_where_the_throws_say(name: str) -> None:
    plan = plan_wall(read_rulebook(name), A, THROWS[name])
    assert plan.deal[0] == (A, tuple((FIRST[name] if n < 2 else _next(plan, 1), n % 2 == 0) for n in range(4)))


def _next(plan: object, steps: int) -> Stack:
    places = [place for _, places in plan.deal for place in places]  # type: ignore[attr-defined]
    return places[2 * steps][0]


@pytest.mark.parametrize("name", THROWS)
def test_every_tile_of_the_wall_is_somewhere_once(name: str) -> None:
    book = read_rulebook(name)
    plan = plan_wall(book, A, THROWS[name])
    every = {(Stack(side, n), up) for side in Seat for n in range(plan.stacks[side.number]) for up in (True, False)}
    dealt = [place for _, places in plan.deal for place in places]
    assert len(dealt) == len(set(dealt)) == 64 if name.startswith("taiwan") else 52
    assert plan.stacks == stacks_of(book, A)
    left = every - set(dealt)
    assert set(plan.tail) <= set(plan.live) <= every
    assert len(plan.live) == len(set(plan.live))
    assert set(plan.live) >= left
    if plan.indicators:
        assert {(stack, True) for stack in plan.indicators} | set(plan.tail) <= set(plan.live[-14:])


def test_tw_r10_the_tail_is_beside_the_break() -> None:
    plan = plan_wall(read_rulebook("taiwan16-ntuee-2009"), A, THROWS["taiwan16-ntuee-2009"])
    assert plan.tail[:3] == ((Stack(D, 11), True), (Stack(D, 11), False), (Stack(D, 10), True))


def test_tw_r06_the_first_throw_names_the_dealer_and_opens_the_dealers_wall() -> None:
    plan = plan_wall(read_rulebook("taiwan16-ntuee-2009"), D, [(A, (3, 4, 5))], first=True)
    assert plan.deal[0][0] is D
    assert plan.deal[0][1][0] == (Stack(D, 12), True)


def test_sc_r11_the_dealer_jumps_over_a_stack() -> None:
    plan = plan_wall(read_rulebook("sichuan-bloody"), A, THROWS["sichuan-bloody"])
    last = dict(plan.deal[-4:])
    (own, up), (second, second_up) = last[A][0], plan.live[0]
    assert plan.jump
    assert up
    assert second_up
    assert [place[0] for seat in (B, C, D) for place in last[seat]].count(own) == 1
    assert second not in {place[0] for places in last.values() for place in places}


def test_sc_r20_a_kong_draws_from_the_tail_or_from_the_live_end() -> None:
    book = read_rulebook("sichuan-bloody")
    assert isinstance(book, SichuanRulebook)
    tail = plan_wall(book, A, THROWS["sichuan-bloody"]).tail
    assert tail[:2] == ((Stack(C, 10), True), (Stack(C, 10), False))
    head = plan_wall(replace(book, table=replace(book.table, kong_draw_from="head")), A, THROWS["sichuan-bloody"])
    assert head.tail == head.live


@pytest.mark.parametrize("name", THROWS)
def test_a_wall_can_be_opened_elsewhere(name: str) -> None:
    plan = plan_wall(read_rulebook(name), A, THROWS[name], opened=Stack(B, 4))
    assert plan.deal[0][1][0] == (Stack(B, 4), True)


@pytest.mark.parametrize("name", THROWS)
def test_throws_that_open_no_wall_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"0 throws open no wall of {name}"):
        plan_wall(read_rulebook(name), A, [])
