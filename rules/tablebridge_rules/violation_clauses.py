"""The clauses that the fold cites: a rulebook's `[violations]`, what is found on the table by its name.

The fold of a hand is one for several rulebooks; only the rulebook knows by which clause an act is wrong in it.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RiichiViolations", "TableViolations"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableViolations:
    """What can go wrong with tiles at any table: a clause id for each."""

    hand_over: str
    wall_size: str
    wrong_thrower: str
    deal_count: str
    draw_before_deal: str
    early_draw: str  # while another seat has still to discard
    draw_turn: str
    discard_turn: str
    kan_turn: str
    wrong_wall: str  # from the wrong end, or a replacement that was not due
    wall_exhausted: str
    tile_count: str  # a tile that the hand does not hold
    fifth_copy: str
    wrong_meld: str
    wrong_source: str
    late_call: str
    chi_not_from_left: str
    no_pon: str
    draw_too_soon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiViolations(TableViolations):
    """The same and what only a riichi table can see."""

    red_five_surplus: str
    swap_call: str
    fifth_kan: str
    indicator_surplus: str
    indicator_missing: str
    indicator_early: str
    dead_hand: str  # a call by a seat that may not call any more
    riichi_conditions: str
    deposit: str
    riichi_hand_changed: str
    false_riichi: str
    false_win: str
    nine_terminals: str
    four_winds: str
    four_kans: str
    four_riichi: str
    triple_ron: str
