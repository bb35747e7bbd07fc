"""A foul that a script has a player commit: what is done, and which clause it breaks."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.event import HandEvent
from tablebridge_rules.fact import Fact
from tablebridge_rules.seat import Seat

__all__ = ["FoulAct"]


@dataclass(frozen=True, slots=True)
class FoulAct:
    """`act` breaks `clause`: an act of the hand itself, or a fact beside it. `name` says what is wrong with it.

    `stands`: the act counts. A discard and a win are in the truth as events whether they do or not. `undone`: it is
    taken back at once. `by_next`: the fact is how the event that follows is done, and is seen with it. `marks` is False
    for an act that only leads up to the foul that was asked for.
    """

    act: HandEvent | Fact
    clause: str
    name: str
    seat: Seat | None
    stands: bool = True
    undone: bool = False
    by_next: bool = False
    marks: bool = True
