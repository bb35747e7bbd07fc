"""The fold: GIVEN a hand, WHEN something happens, THEN the state says so. Fouls are in `violations/`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, start
from tablebridge_rules.riichi.step import replay, step, swap_kinds
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (30000, 30000, 30000, 30000))
HANDS = ("123m456p789s1122z", "147m258p369s1234z", "5567m77p34488s55z", "19m19p19s1234567z")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str | None = None, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, None if text is None else tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, parse_tiles(own), called and tile(called), from_seat))  # type: ignore[arg-type]


def hidden(*events: GameEvent, rulebook: Rulebook | None = None) -> HandState:
    """The state after the deal and `events`, as one at the table knows it."""
    return replay([STARTED, Dealt(tile("9p")), *events], rulebook).state


def known(*events: GameEvent, rulebook: Rulebook | None = None) -> HandState:
    """The same with all hands known."""
    return replay([STARTED, Dealt(tile("9p"), tuple(map(parse_tiles, HANDS))), *events], rulebook).state


PON = call(C, MeldKind.PON, "55z", "5z", A)
RIICHI_OF_A = (draw(A, "3z"), cut(A, "3z", sideways=True), RiichiDeclared(A), RiichiAccepted(A))


def test_rl_d05_after_the_deal_seventy_tiles_are_live_and_the_dealer_draws() -> None:
    state = hidden()
    assert (state.phase, state.turn, state.wall_left) == (Phase.MUST_DRAW, A, 70)
    assert [state.concealed_count(seat) for seat in Seat] == [13, 13, 13, 13]
    assert state.indicators == (tile("9p"),)


def test_walls_and_dice_are_kept() -> None:
    state = replay([STARTED, WallBuilt((17, 17, 17, 17)), DiceRolled(A, (2, 5))]).state
    assert (state.stacks, state.dice) == ((17, 17, 17, 17), (2, 5))


def test_rl_t01_a_turn_is_a_draw_and_a_discard() -> None:
    state = hidden(draw(A))
    assert (state.phase, state.turn, state.wall_left, state.concealed_count(A)) == (Phase.MUST_DISCARD, A, 69, 14)
    state = step(state, cut(A, "3p")).state
    assert (state.phase, state.turn, state.concealed_count(A)) == (Phase.CALLS_OPEN, B, 13)
    assert state.last_discard == state.open_tile == OpenTile(A, tile("3p"))
    state = step(state, draw(B)).state
    assert (state.phase, state.turn, state.open_tile) == (Phase.MUST_DISCARD, B, None)
    assert state.last_discard == OpenTile(A, tile("3p"))


def test_a_known_hand_follows_its_tiles() -> None:
    state = known(draw(A, "0p"), cut(A, "1z"))
    assert format_tiles(state.at(A).concealed or ()) == "123m456p789s122z0p"
    assert state.at(A).drawn is None


def test_a_called_tile_leaves_the_river_and_the_caller_must_discard() -> None:
    state = known(draw(A, "5z"), cut(A, "5z"), PON)
    assert (state.phase, state.turn, state.concealed_count(C)) == (Phase.MUST_DISCARD, C, 11)
    assert state.at(A).river.lying == ()
    assert state.at(A).river.discards[0].claimed_by is C
    assert state.melds[2] == (PON.meld,)
    assert (state.last_discard, state.uninterrupted) == (None, False)
    assert [str(kind) for kind in state.swap_forbidden] == ["5z"]
    assert step(state, cut(C, "8s")).state.swap_forbidden == frozenset()


def test_a_call_without_a_known_discarder_is_applied_all_the_same() -> None:
    state = known(draw(A, "5z"), cut(A, "5z"), call(C, MeldKind.PON, "55z", "5z"))
    assert state.concealed_count(C) == 11
    assert len(state.at(A).river.lying) == 1


@pytest.mark.parametrize(
    ("kan", "count", "open_tile"),
    [
        (call(B, MeldKind.KAN_EXPOSED, "555z", "5z", A), 10, None),
        (call(B, MeldKind.KAN_CONCEALED, "1111p"), 9, OpenTile(B, tile("1p"), MeldKind.KAN_CONCEALED)),
    ],
    ids=["exposed", "concealed"],
)
def test_after_a_kan_a_replacement_is_drawn(kan: Called, count: int, open_tile: OpenTile | None) -> None:
    before: list[GameEvent] = [draw(A), cut(A, "5z")]
    state = hidden(*before, kan)
    assert (state.phase, state.turn, state.replacement_pending) == (Phase.MUST_DRAW, B, True)
    assert (state.concealed_count(B), state.open_tile, state.indicators_due) == (count, open_tile, 1)
    state = step(step(state, IndicatorTurned(tile("1m"))).state, draw(B, replacement=True)).state
    assert (state.replacement_pending, state.drew_replacement, state.indicators_due) == (False, True, 0)
    assert (state.wall_left, state.uninterrupted) == (68, False)


def test_rl_c07_an_added_kan_takes_the_place_of_its_pon_and_may_be_robbed() -> None:
    before = (draw(A), cut(A, "5z"), PON, cut(C, "8s"), draw(D), cut(D, "1m"), draw(A), cut(A, "1m"), draw(B))
    state = hidden(*before, cut(B, "1m"), draw(C), call(C, MeldKind.KAN_ADDED, "555z", "5z", A))
    assert [meld.kind for meld in state.melds[2]] == [MeldKind.KAN_ADDED]
    assert state.concealed_count(C) == 10
    assert state.open_tile == OpenTile(C, tile("5z"), MeldKind.KAN_ADDED)
    assert state.last_discard == OpenTile(B, tile("1m"))


def test_an_added_kan_without_its_pon_is_laid_as_it_is() -> None:
    state = hidden(draw(A), cut(A, "5z"), PON, call(C, MeldKind.KAN_ADDED, "666z", "6z", A))
    assert [meld.kind for meld in state.melds[2]] == [MeldKind.PON, MeldKind.KAN_ADDED]


def test_rl_p01_the_seat_that_fed_the_third_dragon_is_liable() -> None:
    dragons = [call(B, MeldKind.PON, f"{rank}{rank}z", f"{rank}z", A) for rank in (5, 6, 7)]
    assert hidden(draw(A), *dragons).at(B).liable == (("daisangen", A),)


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("always_14", [68, 67, 66, 65]),
        ("stack_per_kan", [69, 67, 65, 63]),
        ("stack_per_two_kans", [69, 67, 67, 65]),
    ],
    ids=["RL-D05", "RM-X02 a stack a kan from the second on", "RM-X02"],
)
def test_a_replacement_tile_costs_the_live_wall(rule: Any, left: list[int], league: Rulebook) -> None:
    book = replace(league, table=replace(league.table, dead_wall_after_kong=rule))
    events: list[GameEvent] = [draw(A)]
    for kan, expected in zip(("1111p", "2222p", "3333p", "4444p"), left, strict=True):
        events += [call(A, MeldKind.KAN_CONCEALED, kan), draw(A, replacement=True)]
        assert hidden(*events, rulebook=book).wall_left == expected


# -- riichi --
def test_rl_r03_an_accepted_riichi_puts_a_stick_on_the_table() -> None:
    state = hidden(*RIICHI_OF_A)
    assert (state.points, state.sticks, state.stick_down) == ((29000, 30000, 30000, 30000), 1, True)
    riichi = state.riichi[0]
    assert (riichi.declared, riichi.accepted, riichi.double, riichi.ippatsu) == (True, True, True, True)
    assert not step(state, draw(B)).state.stick_down


@pytest.mark.parametrize(
    "breaker",
    [
        (draw(B), cut(B, "5z"), call(D, MeldKind.PON, "55z", "5z", B)),
        (draw(B), call(B, MeldKind.KAN_CONCEALED, "1111p"), IndicatorTurned(tile("1m"))),
        (draw(B), cut(B, "9m"), draw(C), cut(C, "9m"), draw(D), cut(D, "9m"), draw(A), cut(A, "9m")),
    ],
    ids=["a pon", "a kan that stands", "the own next discard"],
)
def test_ippatsu_ends(breaker: tuple[GameEvent, ...]) -> None:
    assert hidden(*RIICHI_OF_A, *breaker[:-1]).riichi[0].ippatsu
    assert not hidden(*RIICHI_OF_A, *breaker).riichi[0].ippatsu


def test_double_riichi_needs_the_first_discard_and_no_call_before(league: Rulebook) -> None:
    called = (draw(A), cut(A, "5z"), PON, cut(C, "8s"), draw(D), cut(D, "1m", sideways=True), RiichiDeclared(D))
    assert not hidden(*called).riichi[3].double
    off = replace(league, play=replace(league.play, double_riichi_calls=False))
    assert hidden(*called, rulebook=off).riichi[3].double
    later = (draw(A), cut(A, "1m"), draw(B), cut(B, "1m"), draw(C), cut(C, "1m"), draw(D), cut(D, "1m"), draw(A))
    assert not hidden(*later, cut(A, "2m", sideways=True), RiichiDeclared(A)).riichi[0].double


# -- furiten --
def test_rl_r07_what_passed_is_forgotten_at_the_own_draw_but_never_after_riichi(league: Rulebook) -> None:
    round_of_b = (draw(B), cut(B, "1m"))
    assert {str(kind) for kind in hidden(*RIICHI_OF_A, *round_of_b, draw(C)).at(A).passed} == {"1m"}
    assert {str(kind) for kind in hidden(*RIICHI_OF_A, *round_of_b, draw(C)).at(C).passed} == set()
    assert {str(kind) for kind in hidden(*RIICHI_OF_A, *round_of_b, draw(C)).at(D).passed} == {"3z", "1m"}
    whole_round = (*round_of_b, draw(C), cut(C, "2m"), draw(D), cut(D, "3m"), draw(A))
    assert {str(kind) for kind in hidden(*RIICHI_OF_A, *whole_round).at(A).passed} == {"1m", "2m", "3m"}
    off = replace(league, play=replace(league.play, same_turn_furiten=False))
    state = hidden(*RIICHI_OF_A, *round_of_b, draw(C), rulebook=off)
    assert (len(state.at(A).passed), len(state.at(D).passed)) == (1, 0)


@pytest.mark.parametrize(
    ("name", "passed"),
    [("riichi-league-tw", {"3z", "1m", "5z"}), ("riichi-mjnet-2005", set()), ("riichi-common", set())],
    ids=["RL-R07 until the own draw", "RM-W07 until the own draw or call", "riichi-common"],
)
def test_when_what_passed_is_forgotten(name: str, passed: set[str]) -> None:
    called = (draw(A), cut(A, "3z"), draw(B), cut(B, "1m"), draw(D), cut(D, "5z"), PON)
    before: list[GameEvent] = [STARTED, Dealt(tile("9p")), *called]
    assert {str(kind) for kind in replay(before[:-1], load(name)).state.at(C).passed} == {"3z", "1m"}
    state = replay(before, load(name)).state
    assert {str(kind) for kind in state.at(C).passed} == passed
    assert step(state, draw(C), load(name)).state.at(C).passed == frozenset()


def test_a_kan_that_nobody_robbed_has_passed_too() -> None:
    state = hidden(draw(A), call(A, MeldKind.KAN_CONCEALED, "1111p"), IndicatorTurned(tile("1m")))
    assert state.open_tile is None
    state = hidden(draw(A), call(A, MeldKind.KAN_CONCEALED, "1111p"), draw(A, replacement=True))
    assert {str(kind) for kind in state.at(B).passed} == {"1p"}


# -- fouls are applied --
def test_rl_f06_an_early_draw_leaves_the_turn_where_it_is() -> None:
    state = hidden(draw(A), draw(B))
    assert (state.phase, state.turn, state.concealed_count(B)) == (Phase.MUST_DISCARD, A, 14)
    state = step(state, cut(A, "1m")).state
    assert (state.phase, state.turn) == (Phase.MUST_DISCARD, B)


def test_the_wall_never_counts_below_nothing() -> None:
    state = replace(hidden(), wall_left=0)
    assert step(state, draw(A)).state.wall_left == 0


# -- the end --
WAITING = parse_tiles("123m456p789s1122z")


@pytest.mark.parametrize(
    ("won", "standing"),
    [
        (Won(A, tile("1z"), WAITING), "123m456p789s11221z"),
        (Won(A, tile("1z"), WAITING, D), "123m456p789s1122z"),
    ],
    ids=["self-draw", "ron"],
)
def test_a_win_opens_the_hand_and_ends_it(won: Won, standing: str) -> None:
    state = hidden(draw(A), cut(A, "9m"), won)
    assert state.phase is Phase.ENDED
    assert state.wins == (won,)
    assert state.at(A).concealed == parse_tiles(standing)


def test_two_winners_turn_the_same_ura_indicators() -> None:
    first = Won(A, tile("1z"), WAITING, D, ura_indicators=parse_tiles("5p"))
    second = Won(B, tile("1z"), WAITING, D)
    assert hidden(draw(A), first, second).ura_indicators == parse_tiles("5p")


def test_an_exhaustive_draw_opens_the_ready_hands() -> None:
    state = hidden(draw(A), cut(A, "9m"), ExhaustiveDraw(((B, WAITING),)))
    assert state.phase is Phase.ENDED
    assert (state.at(B).concealed, state.at(C).concealed) == (WAITING, None)


def test_an_abortive_draw_ends_the_hand() -> None:
    state = hidden(draw(A), AbortiveDraw("nine_terminals", A))
    assert (state.phase, state.abortive_draw) == (Phase.ENDED, AbortiveDraw("nine_terminals", A))


def test_a_settlement_moves_points_and_sticks() -> None:
    state = hidden(*RIICHI_OF_A, Settled((-1000, 2000, 0, 0), (28000, 32000, 30000, 30000), 0))
    assert (state.points, state.sticks, state.settled) == ((28000, 32000, 30000, 30000), 0, True)


def test_a_new_hand_forgets_the_old_one() -> None:
    again = replace(STARTED, hand=1)
    assert step(hidden(draw(A)), again).state == start(again)


# -- swap-calling --
@pytest.mark.parametrize(
    ("kind", "own", "called", "rule", "forbidden"),
    [
        (MeldKind.CHI, "23m", "1m", "same_tile_forbidden", {"1m"}),
        (MeldKind.CHI, "23m", "1m", "forbidden", {"1m", "4m"}),
        (MeldKind.CHI, "45m", "6m", "forbidden", {"3m", "6m"}),
        (MeldKind.CHI, "89m", "7m", "forbidden", {"7m"}),
        (MeldKind.CHI, "12m", "3m", "forbidden", {"3m"}),
        (MeldKind.CHI, "24m", "3m", "forbidden", {"3m"}),
        (MeldKind.PON, "50p", "5p", "forbidden", {"5p"}),
        (MeldKind.PON, "55p", "0p", "allowed", set()),
        (MeldKind.KAN_CONCEALED, "1111z", None, "forbidden", set()),
    ],
)
def test_rl_c02_what_may_not_be_discarded_after_a_call(
    kind: MeldKind, own: str, called: str | None, rule: str, forbidden: set[str]
) -> None:
    meld = call(A, kind, own, called, B if called else None).meld
    assert {str(one) for one in swap_kinds(meld, rule)} == forbidden


# -- whole hands --
@pytest.mark.parametrize("events", [[], [Drawn(A)]], ids=["nothing", "no start"])
def test_a_replay_needs_the_beginning(events: list[GameEvent]) -> None:
    with pytest.raises(ValueError, match="begins with HandStarted"):
        replay(events)


def test_a_replay_collects_the_violations_of_all_events() -> None:
    found = replay([STARTED, Dealt(tile("9p")), draw(B), cut(B, "1m"), cut(B, "2m")]).violations
    assert [violation.clause for violation in found] == ["RL-T01", "RL-T01"]
