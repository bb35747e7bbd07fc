"""Words for the referee that several places say alike."""

from __future__ import annotations

from tablebridge_rules.table import AnyTable, Phase

__all__ = ["due"]


def due(table: AnyTable) -> str:
    """What the hand waits for, as the second half of a sentence."""
    turn = table.turn.value
    match table.phase:
        case Phase.BEFORE_DEAL:
            return "before the deal was seen"
        case Phase.MUST_DISCARD:
            return f"but {turn} has to discard"
        case Phase.MUST_DRAW | Phase.CALLS_OPEN:
            return f"but {turn} has to draw"
        case Phase.ENDED:
            return "after the hand was over"
