"""A match from its chips to its end: time limit, bankruptcy, new seats."""

from __future__ import annotations

from collections.abc import Mapping

from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.taiwan.rulebook import Rulebook

__all__ = ["is_bankrupt", "points_at_timeout", "points_moved", "starting_points", "time_is_up"]


def starting_points(rulebook: Rulebook) -> Delta:
    """What A..D begin with (TW-P01)."""
    each = rulebook.game.starting_points
    return each, each, each, each


def is_bankrupt(points: Delta) -> bool:
    """Whether somebody has no chips left, which ends the match on the spot (TW-R41)."""
    return min(points) <= 0


def time_is_up(rulebook: Rulebook, elapsed_s: int) -> bool:
    """Whether the match has reached its time limit, in seconds since its first deal (TW-R40)."""
    return 0 < rulebook.game.time_limit_s <= elapsed_s


def points_at_timeout(rulebook: Rulebook, before: Delta, after: Delta | None = None) -> Delta | None:
    """The final points when time is up during a hand (TW-R40).

    `before` are the points before that hand, `after` those it led to. A void hand leaves the points as they stand; a
    hand that is finished gives None as long as `after` is not known.
    """
    return before if rulebook.game.timeout_hand == "void" else after


def points_moved(points: Delta, moves: Mapping[Seat, Seat]) -> Delta:
    """The points of A..D after new seats were drawn: they follow the players, of whom `moves` says who went where.

    Clause TW-R34.
    """
    found = {moves[seat]: points[seat.number] for seat in Seat}
    return found[Seat.A], found[Seat.B], found[Seat.C], found[Seat.D]
