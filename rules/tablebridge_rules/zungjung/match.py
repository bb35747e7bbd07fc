"""A game from its first points to its ranking."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["Place", "final_places", "starting_points"]


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the end of a game; seats with equal points share the better place."""

    place: int
    seat: Seat
    points: int


def starting_points(rulebook: Rulebook) -> Delta:
    """What A..D begin with."""
    each = rulebook.game.starting_points
    return each, each, each, each


def final_places(points: Delta) -> tuple[Place, ...]:
    """The seats from first to last.

    >>> [(place.place, place.seat.value) for place in final_places((0, 110, 0, -110))]
    [(1, 'B'), (2, 'A'), (2, 'C'), (4, 'D')]
    """
    order = sorted(Seat, key=lambda seat: (-points[seat.number], seat.number))
    return tuple(
        Place(1 + sum(other > points[seat.number] for other in points), seat, points[seat.number]) for seat in order
    )
