"""The choices a Zung Jung rulebook makes, one frozen value a section of its file. The types say what is allowed.

A `Literal` lists the values the engine can play; another value is refused when the file is read, never ignored.
What a pattern is worth is no option but a line of the file's `[patterns]` table, a foul's penalty one of `[penalty]`.
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
    cycles: int  # of four hands; 0 is until the organiser ends the game
    reseat_after_cycle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """`[table]`: the wall, and what lies where."""

    dead_wall_tiles: int
    dead_wall_after_kong: Literal["replenished", "shrinks"]
    added_tile_end: Literal["any", "right"]  # asked for only where both ends touch the sideways tile


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """`[play]`: calls, their moments, and how the witnesses know what was said."""

    oral_calls: Literal["console", "taken_as_seen"]
    late_claim: Literal["until_drawn_tile_joined", "until_next_draw"]
    chi_pause_ms: int
    penalty_tile: Literal["referee", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringOptions:
    """`[scoring]`: what counts when a hand is valued."""

    minimum_points: int
    chicken_points: int
    limit: int
    zj_table: Literal["v3.3", "early"]
    nine_gates_selfdraw: Literal["none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentOptions:
    """`[payment]`: how the three others share what a hand is worth, in points."""

    share_limit: int
    immunity_window: Literal["since_winners_last_discard", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulOptions:
    """`[foul]`: what a dead hand loses, and what is only put right."""

    minor_dead_hand: Literal["no_win", "no_call_no_win"]
    major_dead_hand: Literal["no_win_plus_referee", "no_win"]
    premature_exposure_penalty: Literal["referee", "warn"]
    meld_rotation_error: Literal["warn", "ignore"]
