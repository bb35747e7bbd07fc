"""The end of a game in points and places: leftover sticks, rank points, uma, violation points, and a session's sum.

Uma points are exact fractions, for tied players share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablebridge_rules import standing
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.seat import Seat

__all__ = ["Standing", "final_standings", "session_ranking", "session_total"]

RANK_POINTS = 5000
"""What the last pays the first, or everybody into the first's pot (RL-S03)."""

_UMA_POINT = 1000
_SMALLEST_STICK = 100


@dataclass(frozen=True, slots=True)
class Standing(standing.Standing):
    """One seat at the end of a riichi game.

    `points` include leftover sticks and rank points. `uma` is for the place alone; `total` is the uma with violation
    points taken off, and with the points where the rulebook adds them.
    """

    uma: Fraction
    violation_points: int


def final_standings(
    rulebook: Rulebook,
    points: Delta,
    sticks: int = 0,
    first_dealer: Seat = Seat.A,
    violation_points: Mapping[Seat, int] | None = None,
) -> tuple[Standing, ...]:
    """The four seats from first to last when a game ends with `points` (A..D) and `sticks` on the table.

    Places are fixed before sticks and rank points move (RL-S03, RL-R08). Equal points share the uma of their places,
    or the seat nearer to the `first_dealer` ranks higher (RL-S04); a violation point costs uma points (RL-F08).

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> for one in final_standings(load("riichi-league-tw"), (45000, 5000, 30000, 20000)):
    ...     print(one.place, one.seat.value, one.points, one.total)
    1 A 50000 20
    2 C 30000 10
    3 D 20000 -10
    4 B 0 -20
    """
    order = sorted(Seat, key=lambda seat: (-points[seat.number], (seat.number - first_dealer.number) % 4))
    groups = _groups(rulebook, order, points)
    gains = _gains(rulebook, groups, sticks)
    found = []
    for group in groups:
        places = [order.index(seat) for seat in group]
        uma = Fraction(sum(rulebook.game.uma[place] for place in places), len(group))
        for seat in group:
            fouls = (violation_points or {}).get(seat, 0)
            final = points[seat.number] + gains[seat]
            total = uma - fouls * rulebook.foul.violation_point_cost
            if rulebook.game.standing_counts == "uma_plus_points":
                total += Fraction(final - rulebook.game.starting_points, _UMA_POINT)
            found.append(Standing(seat, places[0] + 1, final, total, uma, fouls))
    return tuple(found)


def session_total(rulebook: Rulebook, totals: Sequence[Fraction]) -> Fraction:
    """A player's standing after a session: the sum of its games' totals (RL-S02).

    With `session_window = "best_consecutive"` a longer row of games counts by its best stretch of
    `games_per_session`. Raises `ValueError` for more games than one session has, where only a booked session counts.

    >>> from tablebridge_rules.riichi.rulebook import load
    >>> str(session_total(load("riichi-league-tw"), [Fraction(20), Fraction(10), Fraction(-20)]))
    '10'
    """
    length = rulebook.game.games_per_session
    if len(totals) <= length:
        return sum(totals, Fraction(0))
    if rulebook.game.session_window == "booked_session":
        raise ValueError(f"{len(totals)} games, a session of {rulebook.name} has {length}: give one session's games")
    return max(sum(totals[start : start + length], Fraction(0)) for start in range(len(totals) - length + 1))


def session_ranking(rulebook: Rulebook, games: Iterable[Mapping[str, Fraction]]) -> tuple[tuple[str, Fraction], ...]:
    """The players of a session with their standings, the best first; each game maps its players to their totals.

    Players with equal standings are in alphabetical order. Raises `ValueError` as `session_total` does.
    """
    rows: dict[str, list[Fraction]] = {}
    for game in games:
        for player, total in game.items():
            rows.setdefault(player, []).append(total)
    standings = {player: session_total(rulebook, row) for player, row in rows.items()}
    return tuple(sorted(standings.items(), key=lambda item: (-item[1], item[0])))


def _groups(rulebook: Rulebook, order: Sequence[Seat], points: Sequence[int]) -> list[list[Seat]]:
    """The seats in their order, those that share a place together."""
    groups: list[list[Seat]] = []
    for seat in order:
        shares = rulebook.game.tie_break == "split_uma"
        if shares and groups and points[groups[-1][0].number] == points[seat.number]:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _gains(rulebook: Rulebook, groups: Sequence[Sequence[Seat]], sticks: int) -> dict[Seat, int]:
    """What leftover sticks and rank points change; tied seats share, what is less than a stick goes to the first."""
    gains = dict.fromkeys(Seat, 0)
    first, last = groups[0], groups[-1]

    def share(seats: Sequence[Seat], amount: int) -> None:
        each = amount // len(seats) // _SMALLEST_STICK * _SMALLEST_STICK
        for seat in seats:
            gains[seat] += each
        gains[seats[0]] += amount - each * len(seats)

    if rulebook.game.final_deposits == "first_place":
        share(first, sticks * rulebook.payment.deposit)
    if rulebook.game.rank_points == "transfer_4th_to_1st_5000":
        share(first, RANK_POINTS)
        share(last, -RANK_POINTS)
    elif rulebook.game.rank_points == "oka_5000_each":
        share(first, RANK_POINTS * len(gains))
        for seat in Seat:
            gains[seat] -= RANK_POINTS
    return gains
