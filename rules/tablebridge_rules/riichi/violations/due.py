"""What was due and is missing when the next act comes: a riichi stick, a kan's indicator, a tile drawn or discarded."""

from __future__ import annotations

from tablebridge_rules.event import AbortiveDraw, Called, Discarded, Drawn, ExhaustiveDraw, GameEvent
from tablebridge_rules.riichi.fouls import judge_wrong_meld_left, miscount_penalty
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.table import Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violations.call import is_meld

__all__ = ["indicators_owed", "judge_due"]

_HAND_TILES = 13


def judge_due(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """What should have been done before `event`, each found once."""
    return (
        *_judge_stick(state, event, rulebook),
        *_judge_indicators(state, event, rulebook),
        *_judge_count(state, event, rulebook),
        *_judge_meld_left(state, event, rulebook),
    )


def _judge_stick(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the stick of a riichi that passed lies when play goes on (RL-R03, RM-R02)."""
    laid = state.open_tile
    if laid is None or laid.kan is not None or not _passes(state, event):
        return ()
    riichi = state.at(laid.seat).riichi
    # ippatsu ends with the own next discard: then this discard is not the one that declared
    if not riichi.declared or riichi.accepted or not riichi.ippatsu:
        return ()
    text = f"{laid.seat.value} declared riichi and put no stick down"
    return one_violation(rulebook.violations.deposit, "deposit", laid.seat, text)


def _passes(state: HandState, event: GameEvent) -> bool:
    """Whether `event` shows that nobody won on the open discard."""
    match event:
        case Drawn(seat=seat):
            return state.phase is not Phase.MUST_DISCARD or seat is state.turn
        case AbortiveDraw(reason=reason):
            return reason != "triple_ron"
        case Called() | Discarded() | ExhaustiveDraw():
            return True
        case _:
            return False


def indicators_owed(state: HandState, event: GameEvent, rulebook: Rulebook) -> int:
    """How many indicators should have been turned before `event` and were not; those told of already do not count.

    They are turned at once, or, after an open kan, when its owner has discarded (option `kan_dora_timing`): in either
    case before the tile after the replacement, or its discard.
    """
    match event:
        case Discarded():
            due = state.indicators_open(rulebook.table.kan_dora_timing)
        case Drawn(replacement=False) | ExhaustiveDraw() if state.phase is Phase.CALLS_OPEN:
            due = state.indicators_due
        case _:
            return 0
    return max(due - state.indicators_missed, 0)


def _judge_indicators(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    owed = indicators_owed(state, event, rulebook)
    if not owed:
        return ()
    text = f"{state.kans} kans and {len(state.indicators)} indicators: one was not turned"
    return one_violation(rulebook.violations.indicator_missing, "indicator_missing", None, text)


def _judge_count(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the seat that discarded last holds as many tiles as between two turns, when another draws (RL-F07).

    It may still draw what it left out itself.
    """
    laid = state.last_discard
    if laid is None or not isinstance(event, Drawn) or event.seat is laid.seat or laid.seat in state.miscounted:
        return ()
    part = state.at(laid.seat)
    surplus = part.concealed_count + 3 * len(part.melds) - _HAND_TILES
    if not surplus:
        return ()
    many = f"{abs(surplus)} too {'many' if surplus > 0 else 'few'}"
    text = f"{laid.seat.value} holds {part.concealed_count} tiles after its turn: {many}"
    penalty = miscount_penalty(rulebook, state, laid.seat)
    return one_violation(rulebook.violations.tile_count, "tile_miscount", laid.seat, text, penalty)


def _judge_meld_left(state: HandState, event: GameEvent, rulebook: Rulebook) -> tuple[Violation, ...]:
    """Whether the caller discards while its newest meld is none: it can be set right no more (RL-F03)."""
    if not isinstance(event, Discarded) or state.phase is not Phase.MUST_DISCARD or event.seat in state.dead:
        return ()
    part = state.at(event.seat)
    if part.holds_draw or not part.melds or is_meld(part.melds[-1]):
        return ()
    return judge_wrong_meld_left(rulebook, event.seat, disturbed=True)
