"""Where a riichi rule needs to know what was said or touched, and when: how such facts are read."""

from __future__ import annotations

from enum import Enum

from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.tile import Tile

__all__ = ["CallStanding", "Declaration", "call_standing", "hand_after_call", "pon_in_time", "touched_tile"]


class Declaration(Enum):
    """The words that are declarations, in the order in which a console offers them (RL-C02)."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    RON = "ron"
    RIICHI = "riichi"
    TSUMO = "tsumo"


class CallStanding(Enum):
    """How a call on the table counts: nobody has told yet whether it was voiced, it stands, or it is undone."""

    PROVISIONAL = "provisional"
    STANDS = "stands"
    VOID = "void"


def call_standing(rulebook: Rulebook, voiced: bool | None) -> CallStanding:
    """How a meld counts that was `voiced`, was not, or of which nobody has told (None).

    A camera hears nothing: without a word of the referee it is provisional (RL-C01). A silent one is void, or stands
    with a warning (option `silent_call`; RL-C03).
    """
    if voiced is None:
        return CallStanding.PROVISIONAL
    if voiced or rulebook.play.silent_call == "warning":
        return CallStanding.STANDS
    return CallStanding.VOID


def hand_after_call(rulebook: Rulebook, before: HandState, after: HandState, voiced: bool | None) -> HandState:
    """The hand that goes on: `after` the call, or, where it is void, that of `before` it: the tile stays (RL-C03)."""
    return before if call_standing(rulebook, voiced) is CallStanding.VOID else after


def pon_in_time(
    rulebook: Rulebook, pon_at_ms: int, chi_placed_at_ms: int | None = None, chi_discard_at_ms: int | None = None
) -> bool:
    """Whether a pon still goes before a chi on the same tile (RM-C02, RM-C03).

    `chi_placed_at_ms` is when the chi caller put the tile into the meld, `chi_discard_at_ms` when its discard lay,
    None while that has not happened. With `lost_when_clearly_late` only the latter makes the pon late.
    """
    strict = rulebook.play.late_pon == "lost_when_chi_tile_placed"
    too_late_ms = chi_placed_at_ms if strict else chi_discard_at_ms
    return too_late_ms is None or pon_at_ms < too_late_ms


def touched_tile(rulebook: Rulebook, touched: Tile, left: Tile) -> tuple[Tile, bool]:
    """What was discarded when one tile touched the cloth inside the walls and another was left there in the end.

    The second value says whether the referee has to be told: the discard was changed (RM-T01). Without the option
    `touch_is_discard` the tile that is left is the discard.
    """
    if not rulebook.play.touch_is_discard:
        return left, False
    return touched, touched != left
