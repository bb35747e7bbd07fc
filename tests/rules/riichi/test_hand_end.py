"""Points at the end of a hand, and the hand that follows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, HandStarted, Settled, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.hand_end import dealer_stays, next_hand, ready_seats, scores, settle
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, Riichi, SeatState, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
EVEN = (30000, 30000, 30000, 30000)
READY = parse_tiles("234m456p678s55p24p")  # tanyao on 3p
IDLE = parse_tiles("147m258p369s1234z")
YAKULESS = parse_tiles("123m456p789s99p24p")
THREE = Tile.parse("3p")
PLAYED = River((Discard(Tile.parse("9m")), Discard(Tile.parse("2m"))))


def ended(
    *wins: Won,
    points: tuple[int, int, int, int] = EVEN,
    dealer: Seat = A,
    wind: Wind = Wind.EAST,
    honba: int = 0,
    sticks: int = 0,
    **changes: Any,
) -> HandState:
    """A hand dealt by A that is over, ten tiles before the end of the wall; everybody has discarded."""
    state = start(HandStarted(4, wind, dealer, honba, sticks, points))
    for seat in Seat:
        state = state.with_seat(seat, SeatState(river=PLAYED))
    laid = OpenTile(D, THREE)
    given = {"phase": Phase.ENDED, "wins": wins, "wall_left": 10, "uninterrupted": False, "open_tile": laid, **changes}
    return replace(state, indicators=parse_tiles("9s"), last_discard=laid, **given)


def ron(seat: Seat, hand: tuple[Tile, ...] = READY) -> Won:
    return Won(seat, THREE, hand, D if seat is not D else C)


def tsumo(seat: Seat, hand: tuple[Tile, ...] = READY) -> Won:
    return Won(seat, THREE, hand)


def drawn(*ready: Seat, **changes: Any) -> HandState:
    return ended(exhaustive_draw=ExhaustiveDraw(tuple((seat, READY) for seat in ready)), **changes)


def aborted(reason: str, **changes: Any) -> HandState:
    return ended(abortive_draw=AbortiveDraw(reason), **changes)


# -- settlement --
@pytest.mark.parametrize(
    ("state", "delta", "sticks"),
    [
        (ended(ron(B)), (0, 1300, 0, -1300), 0),
        (ended(ron(A)), (2000, 0, 0, -2000), 0),
        (ended(tsumo(B)), (-1000, 2000, -500, -500), 0),
        (ended(ron(B), honba=2, sticks=3), (0, 1300 + 600 + 3000, 0, -1900), 0),
        (ended(ron(A), ron(B), honba=1, sticks=1), (2000 + 300 + 1000, 1300, 0, -3600), 0),
        (drawn(A, C, sticks=2), (1500, -1500, 1500, -1500), 2),
        (drawn(sticks=1), (0, 0, 0, 0), 1),
        (aborted("four_winds", sticks=1), (0, 0, 0, 0), 1),
        (ended(ron(B, YAKULESS)), (4000, -8000, 2000, 2000), 0),
        (ended(tsumo(A, IDLE)), (-12000, 4000, 4000, 4000), 0),
        (ended(ron(A), ron(B, YAKULESS), sticks=1), (3000 + 4000, -8000, 2000, -2000 + 2000), 0),
    ],
    ids=[
        "RL-W05",
        "RL-W05 dealer",
        "RL-W02",
        "RL-E02 counters and deposits",
        "RL-W09 the nearest takes counters and deposits",
        "RL-X11",
        "RL-X12 nobody ready",
        "an abortive draw",
        "RL-F09 no yaku",
        "RL-F09 the dealer without a hand",
        "RL-F09 beside a good win",
    ],
)
def test_settlement(state: HandState, delta: tuple[int, ...], sticks: int, league: Rulebook) -> None:
    settled = settle(state, league)
    assert (settled.delta, settled.sticks) == (delta, sticks)
    assert settled.points == tuple(30000 + change for change in delta)


def test_counters_may_go_to_each_winner(league: Rulebook) -> None:
    each = replace(league, payment=replace(league.payment, double_ron_bonus="honba_each"))
    assert settle(ended(ron(A), ron(B), honba=1, sticks=1), each).delta == (3300, 1600, 0, -3900)


def test_rl_w07_a_furiten_ron_is_a_false_win(league: Rulebook) -> None:
    state = ended(ron(B))
    furiten = state.with_seat(B, SeatState(river=River((Discard(THREE),))))
    assert scores(furiten, league) == (None,)
    assert settle(furiten, league).delta == (4000, -8000, 2000, 2000)
    self_draw = ended(tsumo(B)).with_seat(B, SeatState(river=River((Discard(THREE),))))
    assert all(scores(self_draw, league))


def test_after_a_false_win_the_sticks_of_this_hand_go_back(league: Rulebook) -> None:
    riichi = SeatState(river=PLAYED, riichi=Riichi(declared=True, accepted=True))
    state = ended(ron(B, YAKULESS), points=(29000, 30000, 30000, 30000), sticks=2).with_seat(A, riichi)
    assert settle(state, league) == Settled((5000, -8000, 2000, 2000), (34000, 22000, 32000, 32000), 1)


def test_rl_p04_a_liable_seat_pays_a_self_draw_alone(league: Rulebook) -> None:
    dragons = tuple(
        Meld(MeldKind.PON, parse_tiles(f"{n}{n}z"), Tile.parse(f"{n}z"), D if n == 7 else A) for n in (5, 6, 7)
    )
    part = SeatState(river=PLAYED, melds=dragons, liable=(("daisangen", D),))
    state = ended(Won(B, Tile.parse("4m"), parse_tiles("23m99s"))).with_seat(B, part)
    assert settle(state, league).delta == (0, 32000, 0, -32000)


def test_nagashi_mangan_where_it_is_played(league: Rulebook) -> None:
    outside = SeatState(river=River((Discard(Tile.parse("9m")), Discard(Tile.parse("1z")))))
    state = drawn().with_seat(B, outside)
    played = replace(league, payment=replace(league.payment, nagashi_mangan=True))
    assert settle(state, played).delta == (-4000, 8000, -2000, -2000)
    assert settle(state, league).delta == (0, 0, 0, 0)
    called = SeatState(river=River((Discard(Tile.parse("9m"), claimed_by=C),)))
    assert settle(drawn().with_seat(B, called), played).delta == (0, 0, 0, 0)


def test_rl_x13_only_an_opened_ready_hand_is_ready(league: Rulebook) -> None:
    state = ended(exhaustive_draw=ExhaustiveDraw(((A, READY), (B, IDLE))))
    assert ready_seats(state, league) == {A}
    assert ready_seats(ended(), league) == frozenset()


# -- the dealer --
@pytest.mark.parametrize(
    ("state", "change", "stays"),
    [
        (ended(ron(A)), {}, True),
        (ended(ron(B)), {}, False),
        (ended(ron(A), ron(B)), {}, True),
        (ended(ron(B, YAKULESS)), {}, True),
        (drawn(A), {}, True),
        (drawn(B), {}, False),
        (drawn(A), {"renchan": "win_only"}, False),
        (aborted("four_winds"), {}, True),
        (aborted("triple_ron"), {}, True),
        (aborted("triple_ron", dealer=D), {}, False),
        (aborted("triple_ron", dealer=D), {"triple_ron_dealer": "stays"}, True),
    ],
    ids=[
        "RL-E01 dealer wins",
        "another wins",
        "both win",
        "RL-F09 replayed",
        "RL-E01 dealer ready",
        "RL-E01 dealer not ready",
        "win only",
        "RL-X02 abort",
        "RL-E03",
        "RL-E04",
        "RL-E04 not played",
    ],
)
def test_who_deals(state: HandState, change: dict[str, Any], stays: bool, league: Rulebook) -> None:
    assert dealer_stays(state, replace(league, game=replace(league.game, **change))) is stays


@pytest.mark.parametrize(
    ("state", "change", "dealer", "honba"),
    [
        (ended(ron(A), honba=1), {}, A, 2),
        (ended(ron(B), honba=3), {}, B, 0),
        (ended(ron(B, YAKULESS), honba=3), {}, A, 3),
        (drawn(B), {}, B, 1),
        (drawn(A, honba=1), {}, A, 2),
        (drawn(B, honba=1), {"honba_after_draw": False}, B, 0),
        (drawn(A, honba=1), {"honba_after_draw": False}, A, 2),
        (aborted("four_winds", honba=1), {}, A, 2),
        (aborted("four_winds", honba=1), {"abort_dealer": "redeal_same_honba"}, A, 1),
        (aborted("triple_ron", dealer=D, honba=1), {}, A, 2),
    ],
    ids=[
        "RL-E02 repeat",
        "RL-E02 another's win clears",
        "RL-F09 replayed",
        "RL-E01 E2, honba 1",
        "RL-E01 E1, honba 2",
        "no counter after a draw",
        "a repeat counts always",
        "RL-X02",
        "redeal",
        "RL-E04 honba 2",
    ],
)
def test_rl_e02_counters(state: HandState, change: dict[str, Any], dealer: Seat, honba: int, league: Rulebook) -> None:
    following = next_hand(state, replace(league, game=replace(league.game, **change)))
    assert following is not None
    assert (following.dealer, following.honba, following.hand) == (dealer, honba, 5)
    assert (following.points, following.sticks) == (state.points, state.sticks)


# -- winds and the end of a game --
@pytest.mark.parametrize(
    ("dealer", "first", "wind", "expected"),
    [
        (C, A, Wind.EAST, Wind.EAST),
        (D, A, Wind.EAST, Wind.SOUTH),
        (B, C, Wind.EAST, Wind.SOUTH),
        (D, A, Wind.SOUTH, None),
        (A, B, Wind.SOUTH, None),
    ],
)
def test_rl_s02_the_wind_changes_when_the_deal_comes_back(
    dealer: Seat, first: Seat, wind: Wind, expected: Wind | None, league: Rulebook
) -> None:
    following = next_hand(drawn(dealer=dealer, wind=wind), league, first)
    assert (following and following.round_wind) is expected


LAST: dict[str, Any] = {"dealer": D, "wind": Wind.SOUTH}


@pytest.mark.parametrize(
    ("state", "goes_on"),
    [
        (drawn(points=(29000, 29900, 29900, 29900), sticks=1, **LAST), True),
        (drawn(points=(29000, 30100, 29900, 29900), sticks=1, **LAST), False),
        (drawn(points=(29000, 29900, 29900, 29900), dealer=D, wind=Wind.WEST), False),
        (drawn(points=(29000, 29900, 29900, 29900), dealer=A, wind=Wind.WEST), True),
        (drawn(points=(29000, 31000, 29900, 29900), dealer=A, wind=Wind.WEST), False),
        (ended(ron(A), points=(-100, 40100, 40000, 40000)), False),
        (drawn(D, points=(20000, 20000, 20000, 60000), **LAST), False),
        (ended(tsumo(D), points=(20000, 20000, 20000, 60000), **LAST), False),
        (ended(tsumo(D), points=(20000, 20000, 60000, 20000), **LAST), True),
        (ended(tsumo(D), points=(40000, 20000, 20000, 40000), **LAST), True),
        (ended(tsumo(D), points=(29000, 29000, 29000, 29900), **LAST), True),
        (aborted("four_winds", points=(20000, 20000, 20000, 60000), **LAST), True),
        (ended(tsumo(D, IDLE), points=(24000, 24000, 24000, 48000), **LAST), True),
        (drawn(D, points=(24000, 24000, 24000, 48000), void=True, **LAST), True),
        (ended(tsumo(C), points=(20000, 20000, 60000, 20000), dealer=C, wind=Wind.SOUTH), True),
        (ended(tsumo(A), points=(60000, 20000, 20000, 20000), dealer=A, wind=Wind.WEST), False),
    ],
    ids=[
        "nobody has enough: west",
        "somebody has enough",
        "west 4 is the very last",
        "west goes on",
        "enough in west",
        "below zero",
        "the leading dealer ready",
        "the leading dealer wins",
        "a dealer who does not lead",
        "a dealer on equal points",
        "a leader without the points",
        "an abort does not end it",
        "a false win does not end it",
        "a false riichi that was paid for does not end it",
        "not the last hand",
        "the leading dealer in west",
    ],
)
def test_the_end_of_a_game_as_commonly_played(state: HandState, goes_on: bool, common: Rulebook) -> None:
    assert (next_hand(state, common) is not None) is goes_on


def test_rl_e01_in_this_league_the_leading_dealer_goes_on(league: Rulebook) -> None:
    state = ended(tsumo(D), points=(20000, 20000, 20000, 60000), **LAST)
    assert next_hand(state, league) == HandStarted(5, Wind.SOUTH, D, 1, 0, state.points)
    assert next_hand(ended(ron(A), points=(-100, 40100, 40000, 40000)), league) is not None
