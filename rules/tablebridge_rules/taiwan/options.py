"""The choices a Taiwanese rulebook makes, one frozen value a section of its file. The types say what is allowed.

A `Literal` lists the values the engine can play; another value is refused when the file is read, never ignored.
What a pattern is worth is no option but a line of the file's `[tai]` table, a foul's penalty one of `[penalty]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "FoulOptions",
    "GameOptions",
    "PaymentOptions",
    "PlayOptions",
    "ScoringOptions",
    "TableOptions",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """`[game]`: from the first dealer to the final standing."""

    starting_points: int
    rounds: int  # winds played: 4 is east to north
    reseat_after_round: int  # seats are drawn anew after so many rounds; 0 is never
    reseat_thrower: Literal["first_in_turn_order", "last_in_turn_order"]
    time_limit_s: int  # 0 is no limit
    timeout_hand: Literal["void", "finish"]
    bust_payment: Literal["capped", "below_zero"]
    multi_win_dealer: Literal["continues_if_among_winners", "passes_if_another_wins"]
    dealer_false_win: Literal["deal_passes", "dealer_continues"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """`[table]`: seats, dice, wall and what lies where."""

    seat_draw_mode: Literal["fixed_seat", "drawer_stays"]
    dice_table: Literal["mod4_anticlockwise"]
    first_hand_seat_wind: Literal["dealer_is_east", "thrower_is_east"]
    stack_order: Literal["upper_first", "lower_first"]
    tail_order: Literal["upper_first", "lower_first"]
    dead_wall: Literal["16_tiles_total", "8_stacks"]
    ankan_display: Literal["all_face_down", "one_face_up", "all_face_up"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """`[play]`: flowers, calls, MIGI, the passed win, and how the witnesses know what was done."""

    oral_calls: Literal["referee_confirm", "taken_as_seen"]
    midgame_flowers: Literal["immediate", "next_turn"]
    haidi_flower_replacement: bool
    touch_wall_forfeits: tuple[Literal["chi", "pon", "kan", "win"], ...]
    kaopai_gap_ms: int
    kaopai_exempt: tuple[Literal["tianhu"], ...]
    enquiry_rule: Literal["console_only", "off"]
    added_kan_delayed: bool
    no_call_from: int  # tiles left in the wall
    no_kan_from_19: Literal["all_kans", "open_kans"]
    multi_win: Literal["three_yes_two_intercept", "first_only", "all_win"]
    guoshui_scope: Literal["all_tiles_and_selfdraw", "missed_tile"]
    guoshui_release: Literal["own_nonwinning_tile", "own_discard"]
    migi_lock: Literal["full", "concealed_kan_allowed"]
    migi_turns: int  # the own turns in which MIGI may be declared
    qiqiangyi_replace: Literal["not_needed", "needed"]
    streak_announce: Literal["camera_or_button", "button_only", "not_needed"]
    face_seen: Literal["tile_lifted", "referee_only"]
    think_time_ms: int
    think_clock_start: Literal["counted", "turn_start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    """`[scoring]`: what counts when a hand is valued."""

    duting_by: Literal["shape", "tiles_not_held"]
    haidi_discard: bool
    quanqiu_selfdraw: bool
    huagang_plus_zhenghua: bool
    pinghu_flowers: Literal["allowed", "forbidden"]
    anke_on_discard: Literal["open", "concealed"]
    big_dragons_count_triplets: bool
    big_winds_count_triplets: bool
    flower_wins: Literal["flat", "with_flowers"]
    tianhu_adds: tuple[Literal["menqing", "zimo", "buqiu", "lingshang"], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOptions:
    """`[payment]`: what is paid, in points; a tai is worth `tai` points."""

    base: int
    tai: int
    dealer_tai: int
    streak_tai: Literal["2n", "n", "off"]
    liability_tai: int  # full liability is one base and so many tai to each other player
    penalty_dealer_tai: bool
    false_win_dealer_tai: bool
    wrong_call_tai: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulOptions:
    """`[foul]`: windows in which a mistake may be put right, and how far a foul reaches."""

    wrong_break_grace: Literal["until_first_face_seen", "none"]
    claim_fix_window: Literal["until_next_draw", "none"]
    miscall_grace_discards: int
    miscall_calls: tuple[Literal["chi", "pon", "kan", "win"], ...]
    late_call_penalty: Literal["wrong_call", "refused"]
    xianpai_duration: Literal["hand", "own_next_discard"]
    xianpai_claim: Literal["wrong_call", "refused"]
    false_win_ends_hand: bool
    false_win_single_penalty: bool
    migi_check: Literal["end_of_hand", "when_it_wins"]
    migi_mistimed: Literal["void", "warning"]
