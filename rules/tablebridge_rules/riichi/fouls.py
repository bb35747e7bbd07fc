"""Fouls that a camera or the referee tells of: calls taken back, tiles shown, hands not opened, draws too early.

`penalty` of each violation is the value of its option; what it does to the hand is the business of `penalties`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge_rules.notation import format_tiles
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.riichi.witness import pon_in_time, touched_tile
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation, one_violation

__all__ = [
    "VIOLATION_POINT",
    "judge_empty_call",
    "judge_exposed",
    "judge_eyeing",
    "judge_late_pon",
    "judge_row_length",
    "judge_silent_call",
    "judge_touched",
    "judge_unopened_ron",
    "judge_unseparated",
    "judge_verification",
    "judge_withdrawn_riichi",
    "judge_wrong_meld_left",
    "miscount_penalty",
]

VIOLATION_POINT = "violation_point"
_REFEREE = "referee"


def judge_empty_call(rulebook: Rulebook, seat: Seat, call: str) -> tuple[Violation, ...]:
    """A call without a meld: no win in this hand (RL-F02)."""
    text = f"{seat.value} called {call} and laid no meld"
    return _found(rulebook, ("RL-F02",), "empty_call", seat, text, rulebook.foul.empty_call)


def judge_wrong_meld_left(rulebook: Rulebook, seat: Seat, *, disturbed: bool) -> tuple[Violation, ...]:
    """A wrong meld that still lay when the next player drew or its owner discarded: `disturbed` play (RL-F03).

    Until then it may be set right freely (option `meld_correction`).
    """
    if not disturbed:
        return ()
    text = f"{seat.value} left a wrong meld while play went on"
    return _found(rulebook, ("RL-F03",), "wrong_meld_disturbs", seat, text, "hand_dead")


def judge_exposed(
    rulebook: Rulebook, seat: Seat, tiles: Sequence[Tile], *, deliberate: bool | None = None
) -> tuple[Violation, ...]:
    """Tiles of a standing hand that others could see; `deliberate` is the referee's word, None before it.

    A violation point is given for what was meant only (RL-F05); in the other book it is a notice (RM-C04).
    """
    penalty = "notice"
    if rulebook.foul.exposed_tile == "violation_point_if_deliberate" and deliberate is not None:
        penalty = VIOLATION_POINT if deliberate else "warning"
    text = f"{seat.value} showed {format_tiles(tiles)}"
    return _found(rulebook, ("RL-F05", "RM-C04"), "exposed_tile", seat, text, penalty)


def judge_eyeing(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The referee saw that seat look at tiles it may not see (RL-F10); no camera ever tells."""
    if rulebook.foul.eyeing_meaning == "off":
        return ()
    return _found(rulebook, ("RL-F10",), "eyeing", seat, f"{seat.value} looked at hidden tiles", VIOLATION_POINT)


def judge_withdrawn_riichi(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The sideways tile was turned upright, or the stick taken back: the declaration stands all the same (RL-R02)."""
    text = f"{seat.value} took a riichi back: it stands"
    return _found(rulebook, ("RL-R02",), "riichi_withdrawn", seat, text, _REFEREE)


def judge_unseparated(rulebook: Rulebook, seat: Seat) -> tuple[Violation, ...]:
    """The drawn tile was put into the row before the win was declared: the referee names the tile (RL-W04)."""
    text = f"{seat.value} put the winning tile into the hand before declaring"
    return _found(rulebook, ("RL-W04",), "unseparated_tsumo", seat, text, rulebook.foul.unseparated_tsumo)


def judge_unopened_ron(rulebook: Rulebook, seat: Seat, *, opened: bool) -> tuple[Violation, ...]:
    """A ron was declared and the hand not laid open in time (RL-W06)."""
    if opened:
        return ()
    text = f"{seat.value} declared ron and did not open the hand"
    return _found(rulebook, ("RL-W06",), "unopened_ron", seat, text, _REFEREE)


def judge_verification(rulebook: Rulebook, seat: Seat, *, mixed: bool) -> tuple[Violation, ...]:
    """The winning hand was mixed with others before it was confirmed (RL-W11)."""
    if not mixed:
        return ()
    text = f"{seat.value} mixed the winning hand before it was confirmed"
    return _found(rulebook, ("RL-W11",), "unverified_win", seat, text, _REFEREE)


def judge_silent_call(rulebook: Rulebook, seat: Seat, call: str) -> tuple[Violation, ...]:
    """A call that nobody heard: it is void, or stands with a warning (option `silent_call`; RL-C03, RM-C02)."""
    text = f"{seat.value} laid a {call} and did not say so"
    return _found(rulebook, ("RL-C03", "RM-C02"), "silent_call", seat, text, rulebook.play.silent_call)


def judge_late_pon(
    rulebook: Rulebook, seat: Seat, at_ms: int, chi_placed_at_ms: int | None, chi_discard_at_ms: int | None
) -> tuple[Violation, ...]:
    """A pon or kan that came too late for a chi on the same tile: the chi stands (RM-C03, RL-C02)."""
    if pon_in_time(rulebook, at_ms, chi_placed_at_ms, chi_discard_at_ms):
        return ()
    text = f"{seat.value} called when the chi already stood: the call is lost"
    return _found(rulebook, ("RM-C03", rulebook.violations.late_call), "late_call", seat, text, "")


def judge_touched(rulebook: Rulebook, seat: Seat, touched: Tile, left: Tile) -> tuple[Violation, ...]:
    """One tile touched the cloth inside the walls, another was left there: the touch was the discard (RM-T01)."""
    if not touched_tile(rulebook, touched, left)[1]:
        return ()
    text = f"{seat.value} touched the cloth with {touched} and left {left}: {touched} is the discard"
    return _found(rulebook, ("RM-T01",), "changed_discard", seat, text, _REFEREE)


def judge_row_length(rulebook: Rulebook, state: HandState, seat: Seat, count: int) -> tuple[Violation, ...]:
    """Whether a standing row, counted by a camera, is as long as it should be (RL-D06, RL-F07).

    With open melds an error found during play costs a violation point, too.
    """
    part = state.at(seat)
    if count == part.concealed_count:
        return ()
    what = "missing" if count < part.concealed_count else "surplus"
    text = f"{seat.value} has {count} standing tiles, expected {part.concealed_count}: a {what} tile"
    penalty = miscount_penalty(rulebook, state, seat)
    return one_violation(rulebook.violations.tile_count, "tile_count", seat, text, penalty)


def miscount_penalty(rulebook: Rulebook, state: HandState, seat: Seat) -> str:
    """What a wrong number of tiles leads to, as it stands with that seat's melds (RL-F07)."""
    penalty = rulebook.foul.tile_count_error
    in_play = state.phase is not Phase.ENDED
    if penalty == "hand_dead_no_call_vp_with_melds" and not (in_play and state.at(seat).melds):
        return "hand_dead_no_call"
    return penalty


def _found(
    rulebook: Rulebook, clauses: Sequence[str], name: str, seat: Seat, text: str, penalty: str
) -> tuple[Violation, ...]:
    """The violation by whichever of `clauses` the rulebook has; nothing where it has none of them."""
    known = {clause.id for clause in rulebook.clauses}
    cited = next((clause for clause in clauses if clause in known), None)
    return one_violation(cited, name, seat, text, penalty) if cited else ()
