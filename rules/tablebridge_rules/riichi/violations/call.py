"""Calls at a riichi table: the limits of kans, and calls by a seat in riichi."""

from __future__ import annotations

from tablebridge_rules.event import Called
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source

__all__ = ["judge_call"]


def judge_call(state: HandState, event: Called, cited: RiichiViolations) -> tuple[Violation, ...]:
    """The violations of a call: what was laid, where the tile came from, and the limits of kans."""
    return (
        *judge_laid(state, event, cited),
        *_judge_riichi(state, event, cited),
        *judge_source(state, event, cited),
        *_judge_kan(state, event, cited),
    )


def _judge_riichi(state: HandState, event: Called, cited: RiichiViolations) -> tuple[Violation, ...]:
    if not state.at(event.seat).riichi.declared or event.meld.kind is MeldKind.KAN_CONCEALED:
        return ()
    text = f"{event.seat.value} is in riichi and called {event.meld.kind.value}"
    return one_violation(cited.riichi_hand_changed, "riichi_hand_changed", event.seat, text)


def _judge_kan(state: HandState, event: Called, cited: RiichiViolations) -> tuple[Violation, ...]:
    meld, seat = event.meld, event.seat
    if not meld.kind.is_kan:
        return ()
    found: list[Violation] = []
    if state.kans >= 4:
        found.append(Violation(cited.fifth_kan, "fifth_kan", seat, f"{seat.value} made a fifth kan"))
    if state.wall_left == 0:
        found.append(
            Violation(cited.wall_exhausted, "wall_exhausted", seat, f"{seat.value} made a kan, no live tile is left")
        )
    return (*found, *judge_added(state, event, cited))
