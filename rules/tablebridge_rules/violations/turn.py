"""Wall, dice, deal, whose turn it is, and the tile that is discarded."""

from __future__ import annotations

from tablebridge_rules.event import Dealt, DiceRolled, Discarded, Drawn, TilesDealt, WallBuilt
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.violation import Violation, one_violation
from tablebridge_rules.violation_clauses import TableViolations

__all__ = [
    "judge_deal",
    "judge_dice",
    "judge_discard_turn",
    "judge_draw",
    "judge_held",
    "judge_wall",
]


def judge_wall(
    event: WallBuilt, cited: TableViolations, stacks: tuple[int, int, int, int] = (17, 17, 17, 17)
) -> tuple[Violation, ...]:
    """Whether the sides of A..D raised as many `stacks` as they have to."""
    if event.stacks == stacks:
        return ()
    text = f"the walls have {event.stacks} stacks, expected {stacks}"
    return one_violation(cited.wall_size, "wall_size", None, text)


def judge_dice(state: AnyTable, event: DiceRolled, cited: TableViolations) -> tuple[Violation, ...]:
    """Whether the dealer threw to break the wall (RL-D04)."""
    if event.seat is state.dealer:
        return ()
    text = f"{event.seat.value} threw the dice, the dealer {state.dealer.value} breaks the wall"
    return one_violation(cited.wrong_thrower, "wrong_thrower", event.seat, text)


def judge_deal(event: Dealt | TilesDealt, cited: TableViolations, size: int = 13) -> tuple[Violation, ...]:
    """Whether every seat was dealt `size` tiles, where hands are known."""
    return tuple(
        Violation(cited.deal_count, "deal_count", seat, f"{seat.value} was dealt {len(hand)} tiles, expected {size}")
        for seat, hand in zip(Seat, event.hands or (), strict=False)
        if len(hand) != size
    )


def judge_draw(state: AnyTable, event: Drawn, cited: TableViolations, kept: int = 0) -> tuple[Violation, ...]:
    """Whose draw it is, whether it comes too early, and from which end of the wall; `kept` tiles are not drawn."""
    seat, turn = event.seat, state.turn
    if state.phase is Phase.BEFORE_DEAL:
        return one_violation(cited.draw_before_deal, "draw_before_deal", seat, f"{seat.value} drew before the deal")
    if state.phase is Phase.MUST_DISCARD and seat is not turn:
        return one_violation(cited.early_draw, "early_draw", seat, f"{seat.value} drew before {turn.value} discarded")
    found: list[Violation] = []
    if state.phase is Phase.MUST_DISCARD:
        found.append(Violation(cited.draw_turn, "turn_order", seat, f"{seat.value} drew twice in one turn"))
    elif seat is not turn:
        found.append(
            Violation(cited.draw_turn, "turn_order", seat, f"{seat.value} drew, it is the turn of {turn.value}")
        )
    if event.replacement != state.replacement_pending:
        where = "the dead wall without a kan" if event.replacement else "the live wall, a replacement was due"
        found.append(Violation(cited.wrong_wall, "wrong_wall", seat, f"{seat.value} drew from {where}"))
    elif state.wall_left <= kept:
        found.append(
            Violation(cited.wall_exhausted, "wall_exhausted", seat, f"{seat.value} drew, no live tile is left")
        )
    return tuple(found)


def judge_discard_turn(state: AnyTable, event: Discarded, cited: TableViolations) -> tuple[Violation, ...]:
    """Whose discard it is."""
    seat = event.seat
    if state.phase is Phase.MUST_DISCARD and seat is state.turn:
        return ()
    laid = state.last_discard
    if state.phase is Phase.CALLS_OPEN and laid is not None and laid.seat is seat:
        return one_violation(cited.discard_turn, "turn_order", seat, f"{seat.value} discarded twice in one turn")
    if seat is state.turn:
        return one_violation(cited.discard_turn, "turn_order", seat, f"{seat.value} discarded without a draw")
    return one_violation(
        cited.discard_turn, "turn_order", seat, f"{seat.value} discarded, it is the turn of {state.turn.value}"
    )


def judge_held(state: AnyTable, event: Discarded, cited: TableViolations) -> tuple[Violation, ...]:
    """Whether the hand, where it is known, holds the tile that it discards."""
    seat = event.seat
    if state.at(seat).holds((event.tile,)):
        return ()
    text = f"{seat.value} discarded {event.tile}, which that hand does not hold"
    return one_violation(cited.tile_count, "tile_count", seat, text)
