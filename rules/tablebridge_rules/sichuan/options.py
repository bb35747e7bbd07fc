"""The choices a Sichuan rulebook makes, one frozen value a section of its file. The types say what is allowed.

What a pattern is worth is no option but a line of the file's `[patterns]` table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Citations",
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
    hands: int  # hands of a game
    next_dealer: Literal["first_winner"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """`[table]`: tiles, wall and deal."""

    flowers: Literal[False]
    wall_stacks: tuple[int, ...]  # on the sides of the dealer, right, across, left
    break_direction: Literal["right_to_left"]
    break_overflow: Literal["continue"]
    deal_rounds: Literal[3]
    deal_jump: Literal[True]
    kong_draw_from: Literal["tail", "head"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """`[play]`: the void suit, calls, and what a winner does after his win."""

    dingque_input: Literal["console", "face_down_tile"]
    must_discard_void_first: bool
    after_win: Literal["xuezhan", "xueliu"]
    swap_call: Literal["allowed", "forbidden"]
    pon_void_suit: bool  # kongs of the void suit likewise
    chi: Literal[False]
    seven_pairs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    """`[scoring]`: what counts when a hand is valued. Fan are counted from zero everywhere."""

    fan_base: Literal["zero", "one"]  # with "one" every hand is named one fan higher; payments stay
    enable_daiyaojiu: bool
    enable_jiangdui: bool
    enable_tiandihu: bool
    enable_menqing_zhongzhang: bool
    haidipao: bool
    zimo_bonus: Literal["add_base", "add_fan"]
    zimo_base_multiplied: bool
    cap_fan: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOptions:
    """`[payment]`: who pays what besides the hand's own value; units of `base`, which is in points."""

    base: int
    kong_payers: Literal["active_only", "all"]
    wind_unit: int
    rain_unit: int
    wind_only_if_fresh: bool
    direct_kong_payer: Literal["discarder"]
    pig_amount: int
    pig_pays_winners: bool
    pig_and_dajiao: Literal["pig_only", "both"]
    dajiao_counts: Literal["patterns_and_roots"]
    dajiao_payees: Literal["waiting_only"]
    kong_refund_to: Literal["original_payers"]
    transfer_on_kong_shoot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulOptions:
    """`[foul]`: what an error at the table costs."""

    forced_win_from: int  # tiles in the wall before the draw
    forced_win_check: Literal["at_reveal"]
    early_draw_penalty: Literal["warn", "referee"]
    premature_exposure_penalty: Literal["referee", "warn"]
    false_kong_penalty: Literal["as_pig", "referee"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """`[citations]`: the clause that each part of a score or a payment cites."""

    cap: str
    discard_win: str
    self_draw: str
    self_draw_base: str
    wind: str
    rain: str
    transfer: str
    pig: str
    forced_win: str
    not_ready: str
    false_kong: str
