"""Calls at a riichi table: the limits of kans, and calls by a seat in riichi."""

from __future__ import annotations

from tablebridge_rules.event import Called
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.riichi.concealed_kan import keeps_riichi
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.call import judge_added, judge_laid, judge_source

__all__ = ["judge_call"]


def judge_call(state: HandState, event: Called, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of a call: what was laid, where the tile came from, who may call, and the limits of kans."""
    cited = rulebook.violations
    return (
        *judge_laid(state, event, cited),
        *_judge_riichi(state, event, rulebook),
        *_judge_dead(state, event, cited),
        *judge_source(state, event, cited),
        *_judge_kan(state, event, cited),
    )


def _judge_riichi(state: HandState, event: Called, rulebook: Rulebook) -> tuple[Violation, ...]:
    """A seat in riichi calls nothing; a concealed kan must leave a hand that is known as it was (RL-R04, RM-R06)."""
    part, meld, seat = state.at(event.seat), event.meld, event.seat
    if not part.riichi.declared:
        return ()
    text = f"{seat.value} is in riichi and called {meld.kind.value}"
    if meld.kind is MeldKind.KAN_CONCEALED:
        rule = rulebook.play.ankan_after_riichi
        unknown = rule != "forbidden" and (part.concealed is None or part.drawn is None) and event.drawn is not False
        if unknown or keeps_riichi(part, meld.own[0].kind, rule):
            return ()
        text = f"{seat.value} is in riichi and made a concealed kan that changes the hand"
    return one_violation(rulebook.violations.riichi_hand_changed, "riichi_hand_changed", seat, text)


def _judge_dead(state: HandState, event: Called, cited: RiichiViolations) -> tuple[Violation, ...]:
    """A hand that is dead for calls makes none; a concealed kan takes nobody's tile (RL-F07)."""
    if event.seat not in state.may_not_call or event.meld.kind is MeldKind.KAN_CONCEALED:
        return ()
    text = f"{event.seat.value} called {event.meld.kind.value} with a dead hand"
    return one_violation(cited.dead_hand, "dead_hand", event.seat, text)


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
