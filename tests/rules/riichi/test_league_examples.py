"""The hands and payments that the clauses of riichi-league-tw work out themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.score_record import DEALER, discarder_of, liable_of, read_win, winner_of, write_score
from tablebridge_rules.riichi.scoring import Score, score
from tablebridge_rules.riichi.settlement import settle_exhaustive_draw, settle_false_win, settle_rons, settle_win
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Seat

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "riichi_league_tw_examples.toml").read_text("utf-8")
)["example"]

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{example['clause']}-{example['case']}" for example in EXAMPLES])
def test_a_worked_hand(league: Rulebook, example: dict[str, Any]) -> None:
    win, liable = read_win(example), liable_of(example)
    result = score(league, win)
    assert result is not None
    delta = settle_win(league, result, winner_of(win), discarder_of(win), DEALER, win.honba, win.sticks, liable)
    written = write_score(result, delta, liable)
    expected = {"fu": None, **example["expect"]}
    assert {field: written[field] for field in expected} == expected


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        pytest.param({E, W}, (1500, -1500, 1500, -1500), id="RL-X11 two ready"),
        pytest.param(set(Seat), (0, 0, 0, 0), id="RL-X11 all ready"),
        pytest.param(set(), (0, 0, 0, 0), id="RL-X11 none ready"),
        pytest.param({N}, (-1000, -1000, -1000, 3000), id="RL-X12 one ready"),
        pytest.param({E, W, N}, (1000, -3000, 1000, 1000), id="RL-X12 one not ready"),
    ],
)
def test_the_noten_payment(league: Rulebook, ready: set[Seat], expected: Delta) -> None:
    assert settle_exhaustive_draw(league, ready, E) == expected


def test_nagashi_mangan_is_not_played_rl_y01(league: Rulebook) -> None:
    assert settle_exhaustive_draw(league, {N}, E, nagashi={W}) == (-1000, -1000, -1000, 3000)


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(S, (4000, -8000, 2000, 2000), id="RL-F09 non-dealer"),
        pytest.param(E, (-12000, 4000, 4000, 4000), id="RL-F09 dealer"),
    ],
)
def test_a_false_win_pays_a_mangan(league: Rulebook, seat: Seat, expected: Delta) -> None:
    assert settle_false_win(league, seat, E) == expected


def scored(league: Rulebook, win: Win) -> Score:
    result = score(league, win)
    assert result is not None
    return result


def test_counters_of_a_self_draw_rl_e02(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("234m67p345m222s66s", "5p", win="tsumo", seat_wind="west"))
    assert settle_win(league, result, W, None, E, honba=2) == (-1200, -700, 2600, -700)


def test_a_double_ron_gives_counters_and_sticks_to_the_first_after_the_discarder_rl_w09(
    league: Rulebook, a_win: Callable[..., Win]
) -> None:
    south = scored(league, a_win("234m567p22456s78s", "9s", riichi="riichi", dora_indicators=["3m"]))
    west = scored(league, a_win("234m34005p34678s", "2s", seat_wind="west", riichi="riichi"))
    assert (south.points.ron, west.points.ron) == (3900, 8000)
    settled = settle_rons(league, {W: west, S: south}, E, E, honba=1, sticks=1)
    assert settled == ((S, (-4200, 5200, 0, 0)), (W, (-8000, 0, 8000, 0)))


def test_the_liable_seat_that_deals_the_tile_pays_an_ordinary_ron_rl_p03(
    league: Rulebook, a_win: Callable[..., Win]
) -> None:
    melds = ("pon:555z<left", "pon:666z<right", "pon:777z<right")
    result = scored(league, a_win("23m99p", "4m", *melds, seat_wind="west", **{"from": "right"}))
    assert settle_win(league, result, W, N, E, liable=N) == (0, 0, 32000, -32000)


def test_renhou_is_a_mangan_rl_y01(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("234m567p22456s78s", "9s", first_turn=True))
    assert result.yaku == {"renhou": 5}
    assert (result.limit, result.yakuman) == ("mangan", 0)
    assert settle_win(league, result, S, E, E) == (-8000, 8000, 0, 0)


def test_renhou_gives_way_to_a_higher_value_rl_y01(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("2233445566788p", "7p", first_turn=True))
    assert "renhou" not in result.yaku
    assert result.limit == "sanbaiman"


def test_all_green_needs_the_green_dragon_rl_y01(league: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(league, a_win("2222333344446s", "6s"))
    assert "ryuuiisou" not in result.yaku
    assert "chinitsu" in result.yaku
