"""The end of a game in places: where chips are all that counts; more, such as uma, is a tradition's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat

__all__ = ["Standing", "standings_by_points"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat at the end of a game.

    `place` is 1..4, the same for seats that share it; `points` are the final ones; `total` is what counts when games
    are added up: the points, or what the rulebook makes of them.
    """

    seat: Seat
    place: int
    points: int
    total: Fraction


def standings_by_points(
    rulebook: object,
    points: Delta,
    first_dealer: Seat = Seat.A,
    sticks: int = 0,
    violation_points: Mapping[Seat, int] | None = None,
) -> tuple[Standing, ...]:
    """The seats from first to last by their points (A..D): TW-R36, SC-R27, ZJ-X02.

    Equal points share the better place, the seat nearer to the `first_dealer` is told first. Raises `ValueError` for
    sticks or violation points, which such a game does not have.

    >>> [(one.place, one.seat.value) for one in standings_by_points(None, (200, 250, 200, 150))]
    [(1, 'B'), (2, 'A'), (2, 'C'), (4, 'D')]
    """
    if sticks or violation_points:
        raise ValueError("sticks and violation points are no part of a game whose chips alone count: leave them out")
    order = sorted(Seat, key=lambda seat: (-points[seat.number], (seat.number - first_dealer.number) % 4))
    return tuple(
        Standing(seat, 1 + sum(other > mine for other in points), mine, Fraction(mine))
        for seat, mine in ((seat, points[seat.number]) for seat in order)
    )
