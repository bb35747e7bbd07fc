"""The tile that is discarded, and the indicators."""

from __future__ import annotations

from tablebridge_rules.event import Discarded
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import RiichiViolations
from tablebridge_rules.violations.turn import judge_discard_turn, judge_held

__all__ = ["judge_discard", "judge_indicator"]


def judge_discard(state: HandState, event: Discarded, cited: RiichiViolations) -> tuple[Violation, ...]:
    """Whose discard it is, and whether that tile may be discarded."""
    return (*judge_discard_turn(state, event, cited), *_judge_discard_tile(state, event, cited))


def _judge_discard_tile(state: HandState, event: Discarded, cited: RiichiViolations) -> tuple[Violation, ...]:
    seat, part = event.seat, state.at(event.seat)
    found: list[Violation] = []
    if event.tile.kind in state.swap_forbidden and seat is state.turn:
        text = f"{seat.value} discarded {event.tile} right after calling for it"
        found.append(Violation(cited.swap_call, "swap_call", seat, text))
    changed = event.drawn is False or (part.drawn is not None and part.drawn != event.tile)
    # whoever has called in riichi has been told so, and has to discard something
    if part.riichi.declared and part.holds_draw and changed:
        text = f"{seat.value} is in riichi and discarded {event.tile}, not the drawn tile"
        found.append(Violation(cited.riichi_hand_changed, "riichi_hand_changed", seat, text))
    return (*found, *judge_held(state, event, cited))


def judge_indicator(state: HandState, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether a kan asks for one more indicator (RL-S05), and already now (option `kan_dora_timing`)."""
    cited = rulebook.violations
    if state.indicators_open(rulebook.table.kan_dora_timing):
        return ()
    if state.indicators_due:
        text = f"indicator {len(state.indicators) + 1} was turned before the discard that follows its kan"
        return one_violation(cited.indicator_early, "indicator_early", None, text)
    text = f"indicator {len(state.indicators) + 1} was turned after {state.kans} kans"
    return one_violation(cited.indicator_surplus, "indicator_surplus", None, text)
