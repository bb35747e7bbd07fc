"""How a hand is played by riichi-league-tw: worked examples that are an order of acts, folded and judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.claims import legal_events
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.own_turn import own_turn_events
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.standings import final_standings
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D
STARTED = HandStarted(0, Wind.EAST, E, 0, 0, (25000, 25000, 25000, 25000))
IDLE = "147m258p369s1234z"


def tile(text: str) -> Tile:
    return Tile.parse(text)


def turns(*discards: str, first: Seat = E) -> list[GameEvent]:
    """Draws and discards in turn from `first` on; `!` lays the discard sideways with a riichi and its stick."""
    events: list[GameEvent] = []
    for place, text in enumerate(discards):
        seat = first.after(place)
        riichi = text.endswith("!")
        events += (Drawn(seat), Discarded(seat, tile(text.rstrip("!")), riichi))
        if riichi:
            events += (RiichiDeclared(seat), RiichiAccepted(seat))
    return events


def after(book: Rulebook, *events: GameEvent) -> HandState:
    """The hand after those events as the table sees it: hidden hands, 4z the indicator."""
    return replay([STARTED, Dealt(tile("4z")), *events], book).state


def holding(state: HandState, seat: Seat, hand: str) -> HandState:
    tiles = parse_tiles(hand)
    return state.with_seat(seat, replace(state.at(seat), concealed=tiles, concealed_count=len(tiles)))


def names(state: HandState, event: GameEvent, book: Rulebook) -> list[tuple[str, str, Seat | None]]:
    return [(one.clause, one.name, one.seat) for one in step(state, event, book).violations]


def test_east_1_begins_when_four_walls_stand_rl_d01(league: Rulebook) -> None:
    state = start(STARTED)
    built = step(state, WallBuilt((17, 17, 17, 17)), league)
    assert built.violations == ()
    assert (built.state.phase, built.state.round_wind, built.state.dealer) == (Phase.BEFORE_DEAL, Wind.EAST, E)
    assert (built.state.honba, built.state.sticks) == (0, 0)
    assert names(state, WallBuilt((17, 17, 17, 16)), league) == [("RL-D01", "wall_size", None)]


def test_a_turn_is_one_discard_rl_t01(league: Rulebook) -> None:
    state = after(league, *turns("9m", "3p"))
    assert (state.turn, [str(discard.tile) for discard in state.at(S).river.discards]) == (W, ["3p"])
    assert names(state, Discarded(S, tile("9s")), league) == [("RL-T01", "turn_order", S)]


# -- riichi --
RIICHI_OF_NORTH = (*turns("9m", "9s", "9p"), Drawn(N), Discarded(N, tile("2s"), sideways=True), RiichiDeclared(N))


def test_a_riichi_is_established_when_nobody_wins_on_its_tile_rl_r01_rl_r03(league: Rulebook) -> None:
    pending = after(league, *RIICHI_OF_NORTH)
    assert (pending.at(N).riichi.declared, pending.at(N).riichi.accepted) == (True, False)
    assert (pending.points[N.number], pending.sticks) == (25000, 0)
    established = step(pending, RiichiAccepted(N), league).state
    assert established.at(N).riichi.accepted
    assert (established.points[N.number], established.sticks) == (24000, 1)


def test_the_riichi_tile_that_is_won_takes_no_deposit_rl_r03(league: Rulebook) -> None:
    won = Won(E, tile("2s"), parse_tiles("234m456p678s55p34s"), N)
    ended = step(after(league, *RIICHI_OF_NORTH), won, league).state
    settled = settle(ended, league)
    assert settled.sticks == 0
    assert settled.delta[E.number] == -settled.delta[N.number]
    assert settled.points[N.number] == 25000 - settled.delta[E.number]


def test_a_riichi_that_is_not_ready_counts_as_noten_and_costs_20_rl_r05_rl_f08(league: Rulebook) -> None:
    state = replace(after(league, *turns("9m", "9s", "9p!")), wall_left=0)
    ready = (E, parse_tiles("234m456p678s55p24p"))
    draw = ExhaustiveDraw((ready, (W, parse_tiles(IDLE))))
    assert names(state, draw, league) == [("RL-R05", "false_riichi", W)]
    ended = step(state, draw, league).state
    assert settle(ended, league).delta == (3000, -1000, -1000, -1000)
    assert league.foul.noten_riichi_penalty == "violation_point"
    points = (28000, 24000, 23000, 24000)
    fined, plain = (final_standings(league, points, violation_points=fouls) for fouls in ({W: 1}, {}))
    assert {one.seat: one.total for one in plain}[W] - {one.seat: one.total for one in fined}[W] == 20


READY_58P = parse_tiles("234m567m88s678s67p")


def test_a_furiten_riichi_wins_by_self_draw_only_rl_r06(league: Rulebook) -> None:
    state = after(league, *turns("8p", "9s", "9p", "1s", "9m!", "1m", "5p"))
    assert names(state, Won(E, tile("5p"), READY_58P, W), league) == [("RL-F09", "false_win", E)]
    own = after(league, *turns("8p", "9s", "9p", "1s", "9m!", "1m", "1p", "1s"), Drawn(E))
    for drawn in ("5p", "8p"):
        assert names(own, Won(E, tile(drawn), READY_58P), league) == []


def test_a_riichi_hand_that_let_a_tile_pass_wins_by_self_draw_only_rl_r07(league: Rulebook) -> None:
    ready = parse_tiles("234m567m88p678p45s")
    passed = turns("9m!", "1m", "9p", "6s", "1p", "1m", "9p", "2p", "1p", "3s")
    assert names(after(league, *passed), Won(E, tile("3s"), ready, S), league) == [("RL-F09", "false_win", E)]
    own = after(league, *turns("9m!", "1m", "9p", "6s", "1p", "1m", "9p", "2p"), Drawn(E))
    assert names(own, Won(E, tile("3s"), ready), league) == []


# -- wins and draws --
def test_waiting_for_two_tiles_with_one_discarded_is_furiten_for_both_rl_w07(league: Rulebook) -> None:
    for won in ("5p", "8p"):
        state = after(league, *turns("8p", "9s", won))
        assert names(state, Won(E, tile(won), READY_58P, W), league) == [("RL-F09", "false_win", E)]
    chi = Called(S, Meld(MeldKind.CHI, parse_tiles("79p"), tile("8p"), E))
    called = after(league, Drawn(E), Discarded(E, tile("8p")), chi, Discarded(S, tile("5p")))
    assert names(called, Won(E, tile("5p"), READY_58P, S), league) == [("RL-F09", "false_win", E)]


def test_a_self_draw_is_offered_and_ends_the_play_rl_w02_rl_w03(league: Rulebook) -> None:
    state = after(league, *turns("9m", "9s"), Drawn(W, tile("7s")))
    state = holding(state, W, "234m456p68s678p55p7s")
    state = state.with_seat(W, replace(state.at(W), drawn=tile("7s")))
    (won,) = (event for event in own_turn_events(state, league) if isinstance(event, Won))
    assert (won.seat, won.tile, won.from_seat) == (W, tile("7s"), None)
    ended = step(state, won, league).state
    assert ended.phase is Phase.ENDED
    assert names(ended, Discarded(W, tile("5p")), league) == [("RL-W03", "hand_over", W)]


def test_a_ron_is_on_the_newest_tile_of_the_river_rl_w05(league: Rulebook) -> None:
    state = holding(after(league, *turns("9m", "5p")), N, "234m67p678p678s88s")
    (won,) = (event for event in legal_events(state, league) if isinstance(event, Won))
    assert (won.seat, won.from_seat, won.tile) == (N, S, tile("5p"))
    assert state.at(S).river.discards[-1].tile == won.tile


def test_three_winners_pay_nothing_rl_w10(league: Rulebook) -> None:
    state = after(league, *turns("9m", "9s", "9p", "4m"))
    ended = step(state, AbortiveDraw("triple_ron"), league).state
    settled = settle(ended, league)
    assert (settled.delta, settled.sticks) == ((0, 0, 0, 0), 0)


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        pytest.param("19m19p1s12345z4567m", ["nine_terminals"], id="RL-X01 ten kinds"),
        pytest.param("19m19p1s123z34567m8p", [], id="RL-X01 eight kinds"),
    ],
)
def test_nine_terminals_on_request(league: Rulebook, hand: str, reasons: list[str]) -> None:
    state = holding(after(league, *turns("9s"), Drawn(S)), S, hand)
    offered = [event for event in own_turn_events(state, league) if isinstance(event, AbortiveDraw)]
    assert [event.reason for event in offered] == reasons
    for abort in offered:
        following = next_hand(step(state, abort, league).state, league)
        assert following == replace(STARTED, hand=1, honba=1)


def test_a_pon_between_four_winds_keeps_the_hand_going_rl_x02(league: Rulebook) -> None:
    abort = AbortiveDraw("four_winds")
    winds = after(league, *turns("3z", "3z", "3z", "3z"))
    assert legal_events(winds, league) == (abort,)
    assert next_hand(step(winds, abort, league).state, league) == replace(STARTED, hand=1, honba=1)
    pon = Called(E, Meld(MeldKind.PON, parse_tiles("99m"), tile("9m"), N))
    called = [*turns("3z", "3z", "3z"), Drawn(N), Discarded(N, tile("9m")), pon, Discarded(E, tile("1s"))]
    assert abort not in legal_events(after(league, *called), league)
    assert names(after(league, *called), abort, league) == [("RL-X02", "abort_without_reason", None)]
