"""What may have happened next, as an act proposes it: some events in order, and how much better the facts are then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact

__all__ = ["Proposal"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Events that may come next in one hypothesis, told all together or not at all. Without any event, the river tile
    that it uses has taken the place of the seat's newest discard.

    `uses` are the facts that they explain: river tiles, dice, walls, reports without a place. Melds, indicators and
    the like are explained when the state has them. `weight` is a natural logarithm: how likely the readings and the
    prior of the act are; 0 for an ordinary act surely read, below for a doubtful one, above for one that explains
    something seen besides. That the act is a foul is known from the fold and costs the weight of a foul, unless it is
    `certain`: seen beyond doubt, whatever the rules say of it. Nothing is told before `not_before_ms` (table time),
    so that a better explanation may still come. `since_ms` begins a hand: what was first seen earlier is of another.
    `joins` when they are a hand's whole beginning as what lies there tells it: nobody is accused of any of it.
    `doubt` says in one line what was probably missed, when the events only look like a foul because of it: their
    violations accuse nobody then, and the table stays out of step until the hand is over.
    """

    events: tuple[DecodedEvent, ...]
    uses: tuple[Fact[Any], ...] = ()
    weight: float = 0.0
    certain: bool = False
    not_before_ms: float = float("-inf")
    since_ms: float | None = None
    doubt: str | None = None
    joins: bool = False
