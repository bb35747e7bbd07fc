"""The hands and payments that the clauses of riichi-mjnet-2005 work out themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.event import Dealt, Discarded, Drawn, HandStarted, RiichiAccepted, RiichiDeclared
from tablebridge_rules.notation import parse_meld
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.liability import liable_after
from tablebridge_rules.riichi.patterns.bonus_tiles import dora_of
from tablebridge_rules.riichi.points import repeat_markers
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.score_record import DEALER, discarder_of, liable_of, read_win, winner_of, write_score
from tablebridge_rules.riichi.scoring import Score, score
from tablebridge_rules.riichi.settlement import settle_exhaustive_draw, settle_false_win, settle_win
from tablebridge_rules.riichi.state import start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

EXAMPLES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "riichi_mjnet_2005_examples.toml").read_text("utf-8")
)["example"]

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D


@pytest.fixture
def mjnet() -> Rulebook:
    return load("riichi-mjnet-2005")


def options(book: Rulebook, **changes: Any) -> Rulebook:
    return replace(book, scoring=replace(book.scoring, **changes))


def scored(book: Rulebook, win: Win) -> Score:
    result = score(book, win)
    assert result is not None
    return result


def test_every_scored_example_is_here() -> None:
    assert len(EXAMPLES) == 68


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{example['clause']}-{example['case']}" for example in EXAMPLES])
def test_a_worked_hand(mjnet: Rulebook, example: dict[str, Any]) -> None:
    win, liable = read_win(example), liable_of(example)
    result = scored(mjnet, win)
    delta = settle_win(mjnet, result, winner_of(win), discarder_of(win), DEALER, win.honba, win.sticks, liable)
    written = write_score(result, delta, liable)
    expected = {"fu": None, **example["expect"]}
    assert {field: written[field] for field in expected} == expected


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("9s", "1s"), ("4z", "1z"), ("5z", "6z"), ("6z", "7z"), ("7z", "5z"), ("4p", "5p")],
    ids=lambda tile: f"RM-S03 {tile}",
)
def test_the_dora_is_the_next_tile(mjnet: Rulebook, indicator: str, dora: str) -> None:
    assert dora_of(Tile.parse(indicator).kind, mjnet.scoring) == Tile.parse(dora).kind


def test_the_dragons_other_order_is_an_option_rm_s03(mjnet: Rulebook) -> None:
    order = options(mjnet, dragon_order="red_green_white").scoring
    assert [str(dora_of(Tile.parse(tile).kind, order)) for tile in ("7z", "6z", "5z")] == ["6z", "5z", "7z"]


@pytest.mark.parametrize(
    ("ready", "expected"),
    [
        pytest.param({E, S, N}, (1000, 1000, -3000, 1000), id="RM-X03 one not ready"),
        pytest.param({E, S}, (1500, 1500, -1500, -1500), id="RM-X03 two ready"),
        pytest.param({N}, (-1000, -1000, -1000, 3000), id="RM-X03 one ready"),
    ],
)
def test_the_noten_payment(mjnet: Rulebook, ready: set[Seat], expected: Delta) -> None:
    assert settle_exhaustive_draw(mjnet, ready, E) == expected


@pytest.mark.parametrize(
    ("nagashi", "expected"),
    [
        pytest.param({S}, (-4000, 8000, -2000, -2000), id="RM-Y33 non-dealer"),
        pytest.param({E}, (12000, -4000, -4000, -4000), id="RM-Y33 dealer"),
        pytest.param({E, S}, (8000, 4000, -6000, -6000), id="RM-Y33 two at once, both are paid"),
    ],
)
def test_nagashi_mangan_replaces_the_noten_payment(mjnet: Rulebook, nagashi: set[Seat], expected: Delta) -> None:
    assert settle_exhaustive_draw(mjnet, {N}, E, nagashi) == expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(W, (4000, 2000, -8000, 2000), id="RM-F02 non-dealer"),
        pytest.param(E, (-12000, 4000, 4000, 4000), id="RM-F02 dealer"),
        pytest.param(S, (4000, -8000, 2000, 2000), id="RM-Y20 four identical tiles are not two pairs"),
    ],
)
def test_a_false_win_pays_a_mangan(mjnet: Rulebook, seat: Seat, expected: Delta) -> None:
    assert settle_false_win(mjnet, seat, E) == expected


def test_four_identical_tiles_are_not_two_pairs_rm_y20(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    assert score(mjnet, a_win("1111m33p5577s22z6z", "6z")) is None


def test_no_yaku_no_win_rm_w01(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    assert score(mjnet, a_win("123m45678p11199s", "9p", seat_wind="east")) is None


def test_dora_is_no_yaku_rm_w02(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    shown = {"dora_indicators": ["8m", "2p"]}
    assert score(mjnet, a_win("34p99m789s", "5p", "chi:123m<left", "chi:456p<left", **shown)) is None
    assert scored(mjnet, a_win("34p99m789s", "5p", "chi:123m<left", "chi:456p<left", houtei=True, **shown)).han == 4


def open_tanyao_with_dora(a_win: Callable[..., Win], seat_wind: str = "south") -> Win:
    """Two han 30 fu: 2000 points from the player at the left."""
    return a_win("23466m45678s", "6s", "chi:345p<left", seat_wind=seat_wind, dora_indicators=["1m"])


def test_sticks_left_by_a_draw_go_to_the_next_winner_rm_x10(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(mjnet, open_tanyao_with_dora(a_win, "west"))
    assert settle_win(mjnet, result, W, S, E, sticks=2) == (0, -2000, 4000, 0)


def test_counters_are_1500_points_rm_p02(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    dealer = scored(mjnet, a_win("234567m66p23468s", "7s", win="tsumo", seat_wind="east"))
    assert dealer.points.tsumo_each == 1000
    assert settle_win(mjnet, dealer, E, None, E, honba=2) == (6000, -2000, -2000, -2000)
    south = scored(mjnet, open_tanyao_with_dora(a_win))
    assert settle_win(mjnet, south, S, E, E, honba=1) == (-3500, 3500, 0, 0)


def test_a_repeat_is_marked_by_a_stick_that_is_no_deposit_rm_e02(mjnet: Rulebook, league: Rulebook) -> None:
    assert repeat_markers(mjnet, 2) == 2
    assert repeat_markers(league, 2) == 0


def test_riichi_costs_1000_points_rm_r02(mjnet: Rulebook) -> None:
    state = start(HandStarted(0, Wind.EAST, E, 0, 0, (25000, 25000, 25000, 25000)))
    for event in (
        Dealt(Tile.parse("1m")),
        Drawn(E),
        Discarded(E, Tile.parse("9p")),
        Drawn(S),
        Discarded(S, Tile.parse("2s"), sideways=True),
        RiichiDeclared(S),
        RiichiAccepted(S),
    ):
        state = step(state, event, mjnet).state
    assert (state.points, state.sticks) == ((25000, 24000, 25000, 25000), 1)


def test_who_feeds_the_last_wind_pays_alone_rm_p04(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    texts = ("pon:111z<left", "pon:222z<right", "pon:333z<right", "pon:444z<left")
    melds = tuple(parse_meld(text).meld(W) for text in texts)
    assert liable_after(melds[:3], melds, melds[3]) == (("daisuushii", S),)
    result = scored(mjnet, a_win("5m", "5m", *texts, win="tsumo", seat_wind="west"))
    assert settle_win(mjnet, result, W, None, E, liable={"daisuushii": S}) == (0, -32000, 32000, 0)


def test_scoring_honours_across_from_the_dealer_rm_y06(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    def counts(honour: int) -> bool:
        win = a_win("34m567789p99s", "5m", f"pon:{honour}{honour}{honour}z<across", seat_wind="west")
        return score(mjnet, win) is not None

    assert [honour for honour in range(1, 8) if counts(honour)] == [1, 3, 5, 6, 7]


def test_twice_twin_runs_are_no_seven_pairs_rm_y30(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(mjnet, a_win("223344m667788p9s", "9s"))
    assert (result.han, result.fu) == (3, 40)
    assert "chiitoitsu" not in result.yaku


def test_all_green_without_the_green_dragon_rm_y45(mjnet: Rulebook, a_win: Callable[..., Win]) -> None:
    result = scored(mjnet, a_win("2223334446668s", "8s", win="tsumo"))
    assert set(result.yaku) == {"suuankou_tanki"}
    plain = scored(mjnet, a_win("2233344466s", "2s", "pon:888s<left"))
    assert "ryuuiisou" not in plain.yaku


@pytest.mark.parametrize(
    ("option", "yakuman"), [("tiles_5_to_9", 1), ("sum_100", 0), ("off", 0)], ids=lambda value: f"RM-Y49 {value}"
)
def test_a_hand_of_fives_to_nines_that_sums_to_88(
    mjnet: Rulebook, a_win: Callable[..., Win], option: str, yakuman: int
) -> None:
    # the catalogue's own hand holds five 5m; this one has the same sum
    win = a_win("5555666777m", "8m", "chi:678m<left")
    assert scored(options(mjnet, hyakumangoku=option), win).yakuman == yakuman


CONCEALED = "111m444p77799s33z"
HONROUTOU = ("99s33z", "9s", "pon:111m<left", "pon:999p<right", "pon:111s<across")


@pytest.mark.parametrize(
    ("changes", "hand", "fields", "yaku"),
    [
        pytest.param({}, (CONCEALED, "9s"), {}, {"toitoi": 2, "sanankou": 2}, id="RM-Y18 as we recommend"),
        pytest.param({"toitoi_min_pons": 2}, (CONCEALED, "9s"), {}, {"sanankou": 2}, id="RM-Y18 two called pons"),
        pytest.param(
            {"suuankou_ron": "any_concealed_toitoi"}, (CONCEALED, "9s"), {}, {"suuankou": 13}, id="RM-Y38 by any ron"
        ),
        pytest.param(
            {},
            ("234567m34678p99s", "2p"),
            {"riichi": "double_open"},
            {"double_open_riichi": 3, "pinfu": 1},
            id="RM-Y23 double and open",
        ),
        pytest.param(
            {"open_riichi": "off"},
            ("234567m34678p99s", "2p"),
            {"riichi": "open"},
            {"riichi": 1, "pinfu": 1},
            id="RM-Y23 off",
        ),
        pytest.param(
            {"ippatsu_ron": False},
            ("234567m34678p99s", "2p"),
            {"riichi": "riichi", "ippatsu": True},
            {"riichi": 1, "pinfu": 1},
            id="RM-Y17 self-draw only",
        ),
        pytest.param(
            {"pinfu_tsumo": False},
            ("234567m34678p99s", "2p"),
            {"win": "tsumo"},
            {"menzen_tsumo": 1},
            id="RM-Y07 off by self-draw",
        ),
        pytest.param(
            {"sanrenkou": "off"},
            ("78m22p555s", "9m", "pon:333s<left", "pon:444s<right"),
            {"houtei": True},
            {"houtei_raoyui": 1},
            id="RM-Y28 off",
        ),
        pytest.param(
            {"shousangen_value": "4_plus_dragons"},
            ("234m67p77z", "8p", "pon:555z<left", "pon:666z<across"),
            {},
            {"yakuhai_haku": 1, "yakuhai_hatsu": 1, "shousangen": 4},
            id="RM-Y31 on top of the dragons",
        ),
        pytest.param({"toitoi_min_pons": 4}, HONROUTOU, {}, {"honroutou": 4}, id="RM-Y32 four han in all"),
        pytest.param({}, ("1199m1199p11s337z", "7z"), {}, {"chiitoitsu": 2, "honroutou": 2}, id="RM-Y32 seven pairs"),
        pytest.param(
            {"daisangen_value": "4_han"},
            ("23m99p777z", "4m", "pon:555z<left", "pon:666z<right"),
            {},
            {"yakuhai_haku": 1, "yakuhai_hatsu": 1, "yakuhai_chun": 1, "daisangen": 4},
            id="RM-Y39 four han",
        ),
        pytest.param(
            {"chuuren_form": "nine_sided_only"},
            ("1112345678999m", "5m"),
            {},
            {"junsei_chuuren_poutou": 13},
            id="RM-Y47 nine-sided",
        ),
        pytest.param(
            {"chuuren_form": "nine_sided_only"},
            ("1112345678899m", "9m"),
            {},
            {"chinitsu": 6},
            id="RM-Y47 the shape alone",
        ),
        pytest.param(
            {"suurenkou": "off", "sanrenkou": "off"},
            ("99m55s", "5s", "pon:222s<left", "pon:333s<right", "pon:444s<across"),
            {},
            {"toitoi": 2},
            id="RM-Y52 off",
        ),
        pytest.param(
            {"beni_kujaku": "off"},
            ("5557799s", "9s", "pon:111s<left", "pon:777z<across"),
            {"chinitsu": 6},
            {"yakuhai_chun": 1, "toitoi": 2, "honitsu": 2},
            id="RM-Y50 off",
        ),
        pytest.param(
            {"daisharin": "off"},
            ("2233445566778p", "8p"),
            {},
            {"pinfu": 1, "tanyao": 1, "ryanpeikou": 3, "chinitsu": 6},
            id="RM-Y51 off",
        ),
        pytest.param(
            {"renhou": "mangan"}, ("234567m34678p99s", "5p"), {"first_turn": True}, {"renhou": 5}, id="RM-Y48 mangan"
        ),
        pytest.param(
            {"yakuman_stacking": False},
            ("11z22z777z", "1z", "pon:555z<left", "pon:666z<across"),
            {},
            {"daisangen": 13},
            id="RM-Y54 one yakuman",
        ),
    ],
)
def test_what_the_text_leaves_open_is_an_option(
    mjnet: Rulebook,
    a_win: Callable[..., Win],
    changes: dict[str, Any],
    hand: tuple[str, ...],
    fields: dict[str, Any],
    yaku: dict[str, int],
) -> None:
    result = scored(options(mjnet, **changes), a_win(*hand, **fields))
    assert result.yaku == yaku
