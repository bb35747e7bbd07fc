"""What on the cloth does not agree with the game as followed, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.facts import Fact
from tablebridge.game.situation import Situation
from tablebridge_rules.riichi.state import HandState, Phase
from tablebridge_rules.seat import Seat

__all__ = ["difference", "unexplained"]


def difference(now: Situation) -> str | None:
    """The oldest thing on the cloth that no event has explained for too long; None while all agrees."""
    if now.state is None:
        tiles = any(river.fresh for river in now.facts.rivers.values()) or now.facts.melds or now.facts.rows
        return "the beginning of this hand was not seen: following from the next hand on" if tiles else None
    if len(now.facts.walls) == len(Seat) and (now.state.settled or now.state.phase is Phase.ENDED):
        return "four walls are up and nobody threw for the first dealer: waiting for the dice"
    if now.state.phase is Phase.ENDED:
        fresh = [fact for river in now.facts.rivers.values() for fact in river.fresh if fact.gone_ms is None]
        begun = any(now.waited(fact, now.patience.missing) for fact in fresh)
        return "tiles are laid, but the beginning of this hand was not seen" if begun else None
    late = [(fact.arrived_ms, text) for fact, text in unexplained(now) if now.waited(fact, now.patience.missing)]
    if late:
        return min(late)[1]
    taken = now.last_discard_fact() if now.state.phase is Phase.CALLS_OPEN else None
    if taken is not None and taken.gone_ms is not None and not now.call_under_way():
        laid = taken.latest
        return f"{laid.reading.tile} is gone from {laid.seat.value}'s river and lies in no meld"
    return None


def unexplained(now: Situation) -> Iterator[tuple[Fact[Any], str]]:
    """Everything that lies there unexplained, with what it is."""
    hand = now.hand
    due = _due(hand)
    for seat, river in now.facts.rivers.items():
        for fact in river.fresh:
            if fact.gone_ms is None:
                tile = fact.latest.reading.tile
                yield fact, f"{tile} lies in {seat.value}'s river at place {fact.latest.slot + 1}, {due}"
    for (seat, index), meld in now.facts.melds.items():
        melds = hand.at(seat).melds
        known = len(melds[index].tiles) if index < len(melds) else 0
        if meld.gone_ms is None and len(meld.latest.tiles) > known:
            faces = " ".join(tile.reading.tile for tile in meld.latest.tiles)
            yield meld, f"{seat.value} has a meld {faces}, {due}"
    for index, up in now.facts.indicators.items():
        if up.gone_ms is None and index >= max(len(hand.indicators), 1):
            yield up, f"an indicator {up.latest.reading.tile} is up without a kan"
    for seat, hand_fact in now.facts.reveals.items():
        if hand_fact.gone_ms is None and now.waited(hand_fact, now.patience.ura + now.patience.next_shows):
            yield hand_fact, f"{seat.value}'s open hand wins nothing, {due}"


def _due(hand: HandState) -> str:
    turn = hand.turn.value
    match hand.phase:
        case Phase.BEFORE_DEAL:
            return "before the deal was seen"
        case Phase.MUST_DISCARD:
            return f"but {turn} has to discard"
        case Phase.MUST_DRAW | Phase.CALLS_OPEN:
            return f"but {turn} has to draw"
        case Phase.ENDED:
            return "after the hand was over"
