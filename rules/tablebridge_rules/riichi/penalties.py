"""What fouls lead to: what the book lays down for each, and what of it the hand itself has to bear.

A dead hand may not win, not declare riichi and is not ready at a draw; whether it may call is the option
`dead_hand_scope`, or the penalty itself says so (RL-F02, RL-F07). Points of a session and payments of a false win wait
for the referee or for the settlement.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablebridge_rules.frozen import replace
from tablebridge_rules.riichi.options import FoulOptions
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.violation import Violation

__all__ = ["FINE", "fine_of", "priced", "suffer"]

FINE = "fine_1000"
_FINE_POINTS = 1000
_OPTIONS = {
    "early_draw": "early_draw",
    "wrong_meld": "wrong_meld",
    "false_win": "false_win",
    "false_riichi": "noten_riichi_penalty",
    "riichi_hand_changed": "riichi_hand_changed",
}
"""The option that holds the penalty, by the name of the violation."""


def fine_of(rulebook: Rulebook, seat: Seat, penalty: str) -> tuple[tuple[int, int, int, int], int]:
    """The points that a penalty takes at once, and the sticks that it puts on the table (RM-F01).

    A fine lies as a deposit for the next winner (option `early_draw_recipient`); other penalties move nothing now.
    """
    if penalty != FINE:
        return (0, 0, 0, 0), 0
    a, b, c, d = (-_FINE_POINTS * (one is seat) for one in Seat)
    return (a, b, c, d), _FINE_POINTS // rulebook.payment.deposit


def priced(found: tuple[Violation, ...], rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations with what the book lays down for them."""
    return tuple(one if one.penalty else replace(one, penalty=_penalty(one, rulebook)) for one in found)


def _penalty(found: Violation, rulebook: Rulebook) -> str:
    option = _OPTIONS.get(found.name)
    if option is not None:
        return str(getattr(rulebook.foul, option))
    # a discard before the draw is fined by the same clause (RM-F01)
    fined = rulebook.foul.early_draw == FINE and found.clause == rulebook.violations.early_draw
    return FINE if fined else ""


def suffer(state: HandState, found: Iterable[Violation], rulebook: Rulebook) -> HandState:
    """The hand with what the penalties of `found` make of it at once: fines on the table, dead hands."""
    for one in found:
        if one.seat is None or not one.penalty:
            continue
        if one.penalty == FINE:
            state = _fined(state, one.seat, rulebook)
        if one.penalty.startswith("hand_dead"):
            state = _dead(state, one.seat, one.penalty, rulebook.foul)
    return state


def _fined(state: HandState, seat: Seat, rulebook: Rulebook) -> HandState:
    fine, sticks = fine_of(rulebook, seat, FINE)
    a, b, c, d = (points + change for points, change in zip(state.points, fine, strict=True))
    return replace(state, points=(a, b, c, d), sticks=state.sticks + sticks)


def _dead(state: HandState, seat: Seat, penalty: str, foul: FoulOptions) -> HandState:
    mute = "no_call" in penalty or foul.dead_hand_scope == "no_win_no_call"
    return replace(
        state, dead=state.dead | {seat}, may_not_call=state.may_not_call | {seat} if mute else state.may_not_call
    )
