"""What an act breaks, one file a clause family. The rulebook says by which of its
clauses (`[violations]`).

Only what the fold itself shows is judged here: turn order, calls, counts, riichi, how a hand ends and is paid. Facts
that a witness tells besides are judged by `witnessed`.
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
from tablebridge_rules.riichi.penalties import priced
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.riichi.violations.call import judge_call
from tablebridge_rules.riichi.violations.due import judge_due
from tablebridge_rules.riichi.violations.ending import (
    judge_abort,
    judge_exhaustive,
    judge_settled,
    judge_win,
    judge_worth,
)
from tablebridge_rules.riichi.violations.riichi import judge_riichi, judge_stick
from tablebridge_rules.riichi.violations.tiles import judge_tiles
from tablebridge_rules.riichi.violations.turn import judge_discard, judge_indicator
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.turn import judge_deal, judge_dice, judge_draw, judge_wall

__all__ = ["judge", "judge_tiles", "judge_won"]


def judge(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of `event`, done in `state`, under `rulebook`."""
    cited = rulebook.violations
    if state.phase is Phase.ENDED and not isinstance(event, HandStarted | Settled | Won):
        seat = getattr(event, "seat", None)
        return one_violation(cited.hand_over, "hand_over", seat, f"{event_type(event)} after the hand was over")
    return priced((*judge_due(state, event, rulebook), *_judge(state, event, rulebook)), rulebook)


def judge_won(after: HandState, event: Won, rulebook: Rulebook) -> tuple[Violation, ...]:
    """The violations of a win that only the hand `after` it tells: what nothing else forbids may be worth nothing."""
    return priced(judge_worth(after, event, rulebook), rulebook)


def _judge(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    cited = rulebook.violations
    match event:
        case HandStarted():
            return ()
        case Settled():
            return judge_settled(state, event, rulebook)
        case WallBuilt():
            return judge_wall(event, cited)
        case DiceRolled():
            return judge_dice(state, event, cited)
        case Dealt():
            return judge_deal(event, cited)
        case Drawn():
            return judge_draw(state, event, cited)
        case Discarded():
            return judge_discard(state, event, cited)
        case RiichiDeclared():
            return judge_riichi(state, event.seat, rulebook)
        case RiichiAccepted():
            return judge_stick(state, event.seat, cited)
        case Called():
            return judge_call(state, event, rulebook)
        case IndicatorTurned():
            return judge_indicator(state, rulebook)
        case Won():
            return judge_win(state, event, cited, called_tiles=rulebook.play.furiten_called_tiles)
        case ExhaustiveDraw():
            return judge_exhaustive(state, event, cited)
        case AbortiveDraw():
            return judge_abort(state, event, cited)
        case _:
            assert_never(event)
