"""Fouls that a witness tells of: each clause's own example, with the penalty of the book's option."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablebridge_rules.errors import NotationError
from tablebridge_rules.event import Called, Dealt, Discarded, Drawn, HandStarted, RiichiAccepted, RiichiDeclared
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi import fouls
from tablebridge_rules.riichi.penalties import fine_of
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.score_record import read_win
from tablebridge_rules.riichi.standings import final_standings
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D
STARTED = HandStarted(0, Wind.EAST, E, 0, 0, (25000, 25000, 25000, 25000))

Judged = tuple[Violation, ...]


@pytest.fixture
def mjnet() -> Rulebook:
    return load("riichi-mjnet-2005")


def after(book: Rulebook, *events: Drawn | Discarded | RiichiDeclared | RiichiAccepted | Called) -> HandState:
    return replay([STARTED, Dealt(Tile.parse("4z")), *events], book).state


@pytest.mark.parametrize(
    ("judge", "clause", "name", "seat", "penalty"),
    [
        pytest.param(
            lambda book: fouls.judge_empty_call(book, S, "pon"), "RL-F02", "empty_call", S, "hand_dead", id="RL-F02"
        ),
        pytest.param(
            lambda book: fouls.judge_wrong_meld_left(book, W, disturbed=True),
            "RL-F03",
            "wrong_meld_disturbs",
            W,
            "hand_dead",
            id="RL-F03 the next player has drawn",
        ),
        pytest.param(
            lambda book: fouls.judge_exposed(book, W, parse_tiles("123m")),
            "RL-F05",
            "exposed_tile",
            W,
            "notice",
            id="RL-F05 three faces seen",
        ),
        pytest.param(
            lambda book: fouls.judge_exposed(book, W, parse_tiles("123m"), deliberate=True),
            "RL-F05",
            "exposed_tile",
            W,
            "violation_point",
            id="RL-F05 the referee confirms intent",
        ),
        pytest.param(
            lambda book: fouls.judge_exposed(book, W, parse_tiles("123m"), deliberate=False),
            "RL-F05",
            "exposed_tile",
            W,
            "warning",
            id="RL-F05 by mistake",
        ),
        pytest.param(lambda book: fouls.judge_eyeing(book, N), "RL-F10", "eyeing", N, "violation_point", id="RL-F10"),
        pytest.param(
            lambda book: fouls.judge_withdrawn_riichi(book, S), "RL-R02", "riichi_withdrawn", S, "referee", id="RL-R02"
        ),
        pytest.param(
            lambda book: fouls.judge_unseparated(book, S), "RL-W04", "unseparated_tsumo", S, "warning", id="RL-W04"
        ),
        pytest.param(
            lambda book: fouls.judge_unopened_ron(book, S, opened=False),
            "RL-W06",
            "unopened_ron",
            S,
            "referee",
            id="RL-W06 no opened hand",
        ),
        pytest.param(
            lambda book: fouls.judge_verification(book, S, mixed=True),
            "RL-W11",
            "unverified_win",
            S,
            "referee",
            id="RL-W11 mixed before confirmation",
        ),
    ],
)
def test_what_the_league_says(
    league: Rulebook, judge: Callable[[Rulebook], Judged], clause: str, name: str, seat: Seat, penalty: str
) -> None:
    (found,) = judge(league)
    assert (found.clause, found.name, found.seat, found.penalty) == (clause, name, seat, penalty)
    assert judge(load("riichi-common")) == ()


def test_what_is_in_order(league: Rulebook, mjnet: Rulebook) -> None:
    assert fouls.judge_wrong_meld_left(league, W, disturbed=False) == ()
    assert fouls.judge_unopened_ron(league, S, opened=True) == ()
    assert fouls.judge_verification(league, S, mixed=False) == ()
    assert fouls.judge_eyeing(mjnet, N) == ()


def test_the_tiles_of_a_lost_pon_are_a_notice_rm_c04(mjnet: Rulebook) -> None:
    (found,) = fouls.judge_exposed(mjnet, N, parse_tiles("66p"))
    assert (found.clause, found.name, found.seat, found.penalty) == ("RM-C04", "exposed_tile", N, "notice")
    assert fine_of(mjnet, N, found.penalty) == ((0, 0, 0, 0), 0)


FIRST_TURN = (Drawn(E), Discarded(E, Tile.parse("9m")), Drawn(S))


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param(FIRST_TURN, id="RM-F01 before the left has discarded"),
        pytest.param((*FIRST_TURN, Discarded(S, Tile.parse("9m"))), id="RM-F01 discard before draw"),
    ],
)
def test_a_fine_of_1000_points_is_a_deposit(mjnet: Rulebook, acts: tuple[Drawn | Discarded, ...]) -> None:
    state = after(mjnet, *acts)
    wrong = Drawn(W) if state.phase is Phase.MUST_DISCARD else Discarded(W, Tile.parse("1s"))
    (found,) = step(state, wrong, mjnet).violations
    assert (found.clause, found.seat) == ("RM-F01", W)
    assert found.penalty == "fine_1000"
    delta, sticks = fine_of(mjnet, W, found.penalty)
    assert (25000 + delta[W.number], sticks) == (24000, 1)
    assert sum(delta) + sticks * mjnet.payment.deposit == 0


def test_a_riichi_that_is_taken_back_stands_rl_r02(league: Rulebook) -> None:
    laid = Discarded(E, Tile.parse("9m"), sideways=True)
    state = after(league, Drawn(E), laid, RiichiDeclared(E), RiichiAccepted(E))
    assert fouls.judge_withdrawn_riichi(league, E)[0].text == "A took a riichi back: it stands"
    assert state.at(E).riichi.declared
    assert state.at(E).riichi.accepted


def test_a_violation_point_of_an_eyeing_player_costs_20_rl_f10_rl_f08(league: Rulebook) -> None:
    (found,) = fouls.judge_eyeing(league, N)
    points = {N: 1} if found.penalty == fouls.VIOLATION_POINT else {}
    plain = final_standings(league, (38000, 32000, 28000, 22000))
    fined = final_standings(league, (38000, 32000, 28000, 22000), violation_points=points)
    assert [before.total - now.total for before, now in zip(plain, fined, strict=True)] == [0, 0, 0, 20]


def test_an_opened_row_is_the_hand_that_is_confirmed_rl_w11() -> None:
    seen = parse_tiles("678s234m55p456p24p3p")
    assert format_tiles(sorted(seen)) == "234m23445556p678s"


def test_a_win_is_by_self_draw_or_ron_rl_w01() -> None:
    record = {"hand": "234m456p678s55p24p", "win_tile": "3p", "seat_wind": "south", "round_wind": "east"}
    with pytest.raises(NotationError, match="allowed: tsumo without from, or ron from right, across, left"):
        read_win(record)
    assert read_win({**record, "win": "tsumo", "from": None}).from_relation is None
    assert read_win({**record, "win": "ron", "from": "left"}).from_relation is not None


def test_the_dealer_begins_with_14_tiles_rl_d06(league: Rulebook) -> None:
    state = after(league, Drawn(E))
    assert [part.concealed_count for part in state.seats] == [14, 13, 13, 13]
    assert (state.phase, state.turn) == (Phase.MUST_DISCARD, E)
    assert [fouls.judge_row_length(league, state, seat, 13 + (seat is E)) for seat in Seat] == [()] * 4
    (found,) = fouls.judge_row_length(league, state, E, 13)
    assert (found.clause, found.seat, found.penalty) == ("RL-F07", E, "hand_dead_no_call")
    assert found.text.endswith("a missing tile")


def test_a_tile_too_many_beside_open_melds_is_a_violation_point_too_rl_f07(league: Rulebook) -> None:
    pon = Called(S, Meld(MeldKind.PON, parse_tiles("99m"), Tile.parse("9m"), E))
    state = after(league, Drawn(E), Discarded(E, Tile.parse("9m")), pon)
    (found,) = fouls.judge_row_length(league, state, S, 12)
    assert (found.seat, found.penalty) == (S, "hand_dead_no_call_vp_with_melds")
    assert found.text.endswith("a surplus tile")
    (late,) = fouls.judge_row_length(league, replace(state, phase=Phase.ENDED), S, 12)
    assert late.penalty == "hand_dead_no_call"
    warned = replace(league, foul=replace(league.foul, tile_count_error="warning"))
    assert fouls.judge_row_length(warned, state, S, 12)[0].penalty == "warning"
