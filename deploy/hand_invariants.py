"""What holds in every hand of legal acts, of whatever rulebook; `Broken` says what does not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tablebridge_rules.event import (
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    HandStarted,
    TilesDealt,
)
from tablebridge_rules.play import AnyRulebook, begin, from_json, legal_events, step, to_json
from tablebridge_rules.seat import Seat
from tablebridge_rules.state_json import event_from_json, event_to_json
from tablebridge_rules.table import AnyTable, Phase, table_view
from tablebridge_rules.tile_counts import count_of
from tablebridge_rules.violation import Violation

if TYPE_CHECKING:
    from hand_player import HandPlayer

__all__ = ["Broken", "check_act", "check_end", "held_against"]

STICK = 1000
"""Points of a deposit on a riichi table."""
_FOUND_LATER = {"forced_win_passed"}
"""What revealed hands may tell of legal acts before: a win among the last tiles that was passed (SC-F01)."""


class Broken(Exception):
    """An invariant that does not hold."""


def held_against(event: HandEvent, violations: Sequence[Violation]) -> tuple[Violation, ...]:
    """The violations that a legal act must not make."""
    revealing = isinstance(event, ExhaustiveDraw | HandsRevealed)
    return tuple(one for one in violations if not (revealing and one.name in _FOUND_LATER))


def check_act(hand: HandPlayer, options: Sequence[HandEvent]) -> None:
    """What holds between two acts: tiles and points are conserved, one seat has the turn, the table's view agrees."""
    state = hand.state
    _require(state.count == hand.out, "tiles are lost or doubled")
    _check_wall(hand)
    _check_points(hand)
    for seat in Seat:
        part = state.at(seat)
        _require(len(part.concealed or ()) == part.concealed_count, f"the tiles of {seat.value} are miscounted")
        surplus = part.concealed_count + 3 * len(part.melds) - hand.rules.hand_tiles
        _require(surplus == _due(state, seat), f"{seat.value} holds {surplus} tiles too many, turn {state.turn.value}")
    if not hand.whole:
        return
    seen = legal_events(table_view(state), hand.book)
    extra = [event for event in seen if event not in options and not isinstance(event, ExhaustiveDraw)]
    _require(not extra, f"legal only where hands are hidden: {extra}")


def _check_wall(hand: HandPlayer) -> None:
    left = len(hand.wall)
    if hand.rules.indicators:
        # a stop that moves with the kans may pass the tile that was drawn last (RM-X02)
        left = max(left + len(hand.state.indicators) - _dead_wall(hand), 0)
    _require(hand.state.wall_left == left, f"the wall has {left} tiles, the state says {hand.state.wall_left}")


def _dead_wall(hand: HandPlayer) -> int:
    """Tiles of a riichi wall that are not drawn, indicators included: 14, less what was taken, and what took its place
    (RL-D05, RM-X02)."""
    taken, rule = hand.replaced, hand.book.table.dead_wall_after_kong
    return (
        14
        - taken
        + {"always_14": taken, "stack_per_two_kans": taken // 2 * 2, "stack_per_kan": max(2 * taken - 2, 0)}[rule]
    )


def _check_points(hand: HandPlayer) -> None:
    now = sum(hand.state.points) + STICK * getattr(hand.state, "sticks", 0)
    was = sum(hand.started.points) + STICK * hand.started.sticks
    _require(now == was, f"points and deposits were {was}, are {now}")


def _due(state: AnyTable, seat: Seat) -> int:
    """How many tiles more than between two turns a seat has to hold: one in its turn, less what it has to replace."""
    due = getattr(state, "due", 0) if state.replacement_pending else 0
    if getattr(state, "opening", None) is not None and due:
        return (seat is state.dealer) - (due if seat is state.turn else 0)
    if state.phase is Phase.MUST_DISCARD:
        return int(seat is state.turn)
    return 1 - due if due and seat is state.turn else 0


def check_end(hand: HandPlayer) -> None:
    """What holds of a settled hand: every tile is there, its events make the same state again, also of JSON, and who
    sees only the table counts the same."""
    state, book = hand.state, hand.book
    _require(state.settled and state.phase is Phase.ENDED, "the hand is not settled")
    _check_points(hand)
    _require(state.count + count_of(hand.wall) == count_of(hand.tile_set), "tiles are miscounted")
    tiles = Counter(map(str, state.visible_tiles())) + Counter(map(str, hand.wall))
    _require(tiles == Counter(map(str, hand.tile_set)), "the tiles of the end are not the tile set")
    if not hand.whole:
        return
    read = [event_from_json(json.loads(json.dumps(event_to_json(event)))) for event in hand.events]
    _require(read == hand.events, "the events change on the way to JSON and back")
    _require(_fold(read, book) == state, "the events folded again make another state")
    for seen in (state, table_view(state)):
        _require(from_json(json.loads(json.dumps(to_json(seen))), book) == seen, "the state changes on its way to JSON")
    from_outside = _fold(map(_as_seen, hand.events), book)
    _require(_public(from_outside) == _public(state), "who sees only the table has another state of what is public")


def _fold(events: Iterable[HandEvent], book: AnyRulebook) -> AnyTable:
    first, *others = events
    assert isinstance(first, HandStarted)
    state = begin(first, book)
    for event in others:
        result = step(state, event, book)
        if found := held_against(event, result.violations):
            raise Broken(f"folded again, a legal act is judged a violation: {found}")
        state = result.state
    return state


def _as_seen(event: HandEvent) -> HandEvent:
    """The event as one sees it who only sees the table."""
    match event:
        case Dealt() | TilesDealt():
            return replace(event, hands=None)
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case _:
            return event


def _public(state: AnyTable) -> tuple[Any, ...]:
    """What both ways of seeing have to agree on."""
    rivers = [[(one.tile, one.sideways, one.claimed_by) for one in river.discards] for river in state.rivers]
    counts = [state.concealed_count(seat) for seat in Seat]
    return state.phase, state.turn, state.wall_left, state.points, state.melds, counts, rivers


def _require(holds: bool, text: str) -> None:
    if not holds:
        raise Broken(text)
