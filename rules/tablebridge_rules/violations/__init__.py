"""What an act breaks, one file a clause family. Clauses of `riichi-league-tw`.

Only what the fold itself shows is judged here: turn order, calls, counts, riichi, how a hand ends.
"""

from __future__ import annotations

from typing import assert_never

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
    event_type,
)
from tablebridge_rules.rulebook import Rulebook
from tablebridge_rules.state import HandState, Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import judge_call
from tablebridge_rules.violations.ending import judge_abort, judge_exhaustive, judge_win
from tablebridge_rules.violations.riichi import judge_riichi, judge_stick
from tablebridge_rules.violations.tiles import judge_tiles
from tablebridge_rules.violations.turn import (
    judge_deal,
    judge_dice,
    judge_discard,
    judge_draw,
    judge_indicator,
    judge_wall,
)

__all__ = ["judge", "judge_tiles"]


def judge(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, under `rulebook`."""
    if state.phase is Phase.ENDED and not isinstance(event, HandStarted | Settled | Won):
        seat = getattr(event, "seat", None)
        return one_violation("RL-W03", "hand_over", seat, f"{event_type(event)} after the hand was over")
    match event:
        case HandStarted() | Settled():
            return ()
        case WallBuilt():
            return judge_wall(event)
        case DiceRolled():
            return judge_dice(state, event)
        case Dealt():
            return judge_deal(event)
        case Drawn():
            return judge_draw(state, event)
        case Discarded():
            return judge_discard(state, event)
        case RiichiDeclared():
            return judge_riichi(state, event.seat, rulebook.play.riichi_min_points)
        case RiichiAccepted():
            return judge_stick(state, event.seat)
        case Called():
            return judge_call(state, event)
        case IndicatorTurned():
            return judge_indicator(state)
        case Won():
            return judge_win(state, event, called_tiles=rulebook.play.furiten_called_tiles)
        case ExhaustiveDraw():
            return judge_exhaustive(state, event)
        case AbortiveDraw():
            return judge_abort(state, event)
        case _:
            assert_never(event)
