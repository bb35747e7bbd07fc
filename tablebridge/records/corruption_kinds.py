"""The kinds of corruption, what each breaks, and which of them may give another legal hand."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from random import Random

from tablebridge.records import corruptions as change
from tablebridge.records.corruptions import CALLS, Change
from tablebridge.records.game_lines import RecordedHand

__all__ = ["KINDS", "WRONG_FIGURE", "Kind", "corrupted"]

WRONG_FIGURE = "wrong_figure"
"""The name under which a figure of the record is flagged that the rules reckon otherwise."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of corruption.

    `names` are those of the violations that describe it. `may_be_legal` says why the change may give a hand that
    breaks no rule, which then nobody can tell from a true record; empty where it always breaks one.
    """

    name: str
    change: Change
    names: tuple[str, ...]
    may_be_legal: str = ""


def corrupted(hand: RecordedHand, kind: Kind, random: Random) -> tuple[RecordedHand, str] | None:
    """A changed copy of the hand and what was changed; None where the hand has no place for it."""
    rows = deepcopy([dict(hand.start), *map(dict, hand.rows)])
    says = kind.change(rows, random)
    return None if says is None else (RecordedHand(rows[0], tuple(rows[1:])), says)


_SWAP = "no act depends on where those two tiles were: the record is another legal hand"
_NO_DORA = "it is no dora of a winning hand, or nobody wins: the record is another legal hand"
_TURN = ("turn_order", "early_draw")
_INDICATOR = {"type": "indicator", "tile": "1z"}
_DRAW_GAME = {"type": "exhaustive_draw", "ready": [], "delta": [0, 0, 0, 0]}
_ABORT = {"type": "abortive_draw", "reason": "four_kans", "delta": [0, 0, 0, 0]}
_DELTAS = ("win", "exhaustive_draw", "abortive_draw")
_STICK_ROWS = ("hand_start", "hand_end", "riichi_accepted")

KINDS = (
    Kind("two dealt tiles exchanged", change.swap_dealt, ("tile_count", "false_win"), _SWAP),
    Kind("two drawn tiles exchanged", change.swap_drawn, ("tile_count", "false_win"), _SWAP),
    Kind("a fifth copy", change.fifth_copy, ("fifth_copy",)),
    Kind("a discard of a tile not held", change.discard_not_held, ("tile_count",)),
    Kind("a wrong indicator", change.wrong_indicator, ("fifth_copy", WRONG_FIGURE), _NO_DORA),
    Kind("a turn left out", change.skip_turn, _TURN),
    Kind("a draw left out", change.leave_out("draw"), _TURN),
    Kind("a discard left out", change.leave_out("discard"), (*_TURN, "wrong_source")),
    Kind("a second draw", change.twice("draw"), _TURN),
    Kind("a second discard", change.twice("discard"), _TURN),
    Kind("a draw by another seat", change.other_seat("draw"), _TURN),
    Kind("a discard by another seat", change.other_seat("discard"), (*_TURN, "tile_count")),
    Kind("a call by another seat", change.other_seat(*CALLS), (*_TURN, "chi_not_from_left", "tile_count", "no_pon")),
    Kind("a call from another seat", change.call_from_elsewhere, ("wrong_source",)),
    Kind("a call with wrong tiles", change.wrong_meld, ("wrong_meld",)),
    Kind("a draw from the other end of the wall", change.other_wall, ("wrong_wall",)),
    Kind("an indicator too many", change.insert_after_discard(_INDICATOR), ("indicator_surplus",)),
    Kind("a draw game too soon", change.insert_after_discard(_DRAW_GAME), ("draw_too_soon",)),
    Kind("an abortive draw without reason", change.insert_after_discard(_ABORT), ("abort_without_reason",)),
    Kind(
        "a riichi that is not ready",
        change.riichi_not_ready,
        ("riichi_conditions", "false_riichi", "riichi_hand_changed"),
    ),
    Kind("a riichi hand changed", change.riichi_hand_changed, ("riichi_hand_changed",)),
    Kind("a missing stick", change.leave_out("riichi_accepted"), ("deposit", WRONG_FIGURE)),
    Kind("a second stick", change.twice("riichi_accepted"), ("deposit",)),
    # the hand that is shown is another's: its tiles are then there twice
    Kind("a win by another seat", change.other_seat("win"), ("false_win", "fifth_copy")),
    Kind("a wrong payment", change.move_points("delta", *_DELTAS), (WRONG_FIGURE,)),
    Kind("a wrong value", change.add("value", "win"), (WRONG_FIGURE,)),
    Kind("a wrong han", change.add("han", "win"), (WRONG_FIGURE,)),
    Kind("wrong ready seats", change.ready_seats, (WRONG_FIGURE, "false_riichi")),
    Kind("wrong points at the end", change.move_points("points", "hand_end"), (WRONG_FIGURE,)),
    Kind("wrong points at the start", change.move_points("points", "hand_start"), (WRONG_FIGURE,)),
    Kind("a wrong counter", change.add("honba", "hand_start"), (WRONG_FIGURE,)),
    Kind("a wrong number of sticks", change.add("sticks", *_STICK_ROWS), (WRONG_FIGURE, "deposit")),
    Kind("a wrong dealer", change.other_dealer, _TURN),
)
"""Every kind; `corrupt_games` takes them in turn."""
