"""The choices a rulebook makes, one frozen value a section of its file. The types say what is allowed.

A `Literal` lists the values the engine can play; another value is refused when the file is read, never ignored.
What a yaku is worth is no option but a line of the file's `[yaku]` table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Citations",
    "FoulOptions",
    "FuTable",
    "GameOptions",
    "LiableYakuman",
    "LimitTable",
    "PaymentOptions",
    "PlayOptions",
    "ScoringOptions",
    "TableOptions",
]

LiableYakuman = Literal["daisangen", "daisuushii", "suukantsu", "suurenkou"]
"""The yakuman that melds alone can make certain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """`[game]`: from the first dealer to the final standing. Points are points, uma are placement points."""

    starting_points: int
    return_points: int
    rounds: int  # winds played: 2 is east and south
    extra_round: bool  # a further wind while nobody has the return points
    bankruptcy: bool  # the game ends when a seat is below zero
    # the leading dealer's win (or ready draw) in the last hand ends it, perhaps only with the return points
    agari_yame: Literal["off", "automatic", "with_return_points"]
    renchan: Literal["tenpai_renchan", "win_only"]
    honba_after_draw: bool
    abort_dealer: Literal["repeat_plus_counter", "redeal_same_honba"]
    triple_ron_dealer: Literal["stays", "passes_if_dealer_discarded"]
    repeat_marker: bool  # 100-point sticks lie on the table for the counter
    final_deposits: Literal["first_place", "left_over"]
    rank_points: Literal["none", "transfer_4th_to_1st_5000", "oka_5000_each"]
    uma: tuple[int, ...]  # first to fourth
    tie_break: Literal["split_uma", "seat_order"]
    games_per_session: int
    standing_counts: Literal["uma_only", "uma_plus_points"]
    session_window: Literal["booked_session", "best_consecutive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """`[table]`: tiles, seats, wall and what lies where."""

    red_fives: tuple[tuple[str, int], ...]  # red tile and how many of them the set has
    seat_draw_end: Literal["odd_end", "dice_parity", "none"]
    wall_break_wall: Literal["counted_from_dealer", "dealers_own_wall"]
    dead_wall_after_kong: Literal["always_14", "stack_per_two_kans", "stack_per_kan"]
    kan_dora_timing: Literal["immediate", "after_discard_open_kan"]
    ankan_display: Literal["outer_faces_up", "middle_faces_up"]
    tenpai_order: Literal["dealer_first", "simultaneous"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """`[play]`: calls, riichi, furiten and the ways a hand ends without a winner."""

    kuikae: Literal["forbidden", "same_tile_forbidden", "allowed"]
    call_priority: Literal["ron_pon_chi"]
    late_pon: Literal["lost_when_clearly_late", "lost_when_chi_tile_placed"]
    silent_call: Literal["void", "warning"]
    riichi_min_points: int
    riichi_min_live_tiles: int
    ankan_after_riichi: Literal["wait_and_shape", "wait_only", "forbidden"]
    furiten_riichi: Literal["allowed", "forbidden"]
    same_turn_furiten: bool
    same_turn_furiten_ends: Literal["own_draw", "own_draw_or_call"]
    furiten_called_tiles: bool
    double_riichi_calls: bool  # a call before the declaration makes it a plain riichi
    chiihou_calls: bool  # a call before the draw cancels tenhou, chiihou and renhou
    kokushi_robs_ankan: bool
    double_ron: Literal["both_win", "head_bump"]
    triple_ron: Literal["abort", "all_win", "head_bump"]
    nine_kinds: Literal["off", "nine_kinds", "ten_tiles"]
    four_winds_draw: bool
    four_riichi_draw: bool
    four_kan_draw: Literal["off", "several_players", "each_player_one"]
    four_kan_timing: Literal["after_discard", "at_kan"]
    fifth_kan: Literal["refused"]
    formal_tenpai: bool
    dead_wait_tenpai: Literal["noten", "tenpai"]
    touch_is_discard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    """`[scoring]`: what counts when a hand is valued."""

    ippatsu: bool
    ippatsu_ron: bool
    ura_dora: bool
    kan_dora: bool
    dragon_order: Literal["white_green_red", "red_green_white"]
    pinfu_tsumo: bool
    kuitan: bool
    kiriage: bool
    counted_yakuman: Literal["yakuman", "sanbaiman"]
    double_yakuman: bool
    yakuman_stacking: bool
    renhou: Literal["off", "mangan", "yakuman"]
    suurenkou: Literal["off", "yakuman"]
    open_riichi: Literal["off", "2_han"]
    sanrenkou: Literal["off", "2_han"]
    hyakumangoku: Literal["off", "tiles_5_to_9", "sum_100"]
    beni_kujaku: Literal["off", "yakuman"]
    daisharin: Literal["off", "yakuman"]
    ryuuiisou_needs_hatsu: bool
    chuuren_form: Literal["finished_shape", "nine_sided_only"]
    suuankou_ron: Literal["pair_wait_only", "any_concealed_toitoi"]
    suukantsu_pair: Literal[True]
    toitoi_min_pons: int
    shousangen_value: Literal["2_plus_dragons", "4_including_dragons", "4_plus_dragons"]
    honroutou_value: Literal["2_plus_toitoi", "4_including_toitoi"]
    daisangen_value: Literal["yakuman", "4_han"]
    chiitoitsu_four_same: Literal["not_a_hand", "false_win"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOptions:
    """`[payment]`: who pays what besides the hand's own value, in points."""

    honba_ron: int
    honba_tsumo_each: int
    honba_for_non_dealer: bool
    double_ron_bonus: Literal["nearest_winner", "honba_each"]
    deposit: int  # what a riichi stick is worth
    noten_total: int
    nagashi_mangan: bool
    pao_list: tuple[LiableYakuman, ...]
    pao_tsumo: Literal["all"]
    pao_ron: Literal["half"]
    pao_honba: Literal["discarder", "liable"]
    pao_scope: Literal["listed_share", "whole_hand"]
    daiminkan_pao: Literal[False]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulOptions:
    """`[foul]`: what an error at the table costs."""

    violation_point_cost: int  # uma points each
    false_win: Literal["mangan", "mangan_and_violation_point"]
    after_chombo: Literal["replay_same_honba"]
    noten_riichi_penalty: Literal["violation_point", "chombo_mangan", "both"]
    noten_riichi_after_win: Literal["no_penalty"]
    riichi_hand_changed: Literal["warning", "chombo_mangan"]
    early_draw: Literal["hand_dead_and_violation_point", "fine_1000", "warning"]
    early_draw_recipient: Literal["deposit"]
    empty_call: Literal["hand_dead", "fine_1000", "warning"]
    wrong_meld: Literal["violation_point", "hand_dead", "warning"]
    meld_correction: Literal["until_discard"]
    tile_count_error: Literal["hand_dead_no_call", "hand_dead_no_call_vp_with_melds", "warning"]
    dead_hand_scope: Literal["no_win", "no_win_no_call"]
    exposed_tile: Literal["violation_point_if_deliberate", "notice"]
    eyeing_meaning: Literal["peeking", "off"]
    unseparated_tsumo: Literal["warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FuTable:
    """`[fu]`: minipoints. Triplets by what they are made of; a quad counts `quad_factor` times its triplet."""

    base: int
    closed_ron: int
    self_draw: int
    seven_pairs: int
    open_minimum: int  # an open ron without any other fu
    round_up_to: int
    closed_wait: int
    edge_wait: int
    pair_wait: int
    value_pair: int  # for each reason: dragon, seat wind, round wind
    double_wind_pair: int
    open_triplet: int
    concealed_triplet: int
    outside_factor: int  # ones, nines and honours
    quad_factor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitTable:
    """`[limits]`: from how many han a limit holds, and its basic points (a quarter of a non-dealer's ron)."""

    mangan_han: int
    haneman_han: int
    baiman_han: int
    sanbaiman_han: int
    counted_yakuman_han: int
    mangan: int
    haneman: int
    baiman: int
    sanbaiman: int
    yakuman: int
    round_up_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """`[citations]`: the clause that each part of a score or a payment cites."""

    shape: str
    fu: str
    limit: str
    self_draw: str
    ron: str
    double_ron: str
    honba: str
    deposit: str
    liable_self_draw: str
    liable_ron: str
    noten: str
    nagashi: str
    false_win: str
