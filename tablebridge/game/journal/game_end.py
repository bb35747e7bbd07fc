"""Whether a game is over, and the places it ends with."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tablebridge.game.journal.played import JournalGame
from tablebridge.game.journal.ruling_event import PenaltyApplied
from tablebridge.game.shown.public import PublicStanding
from tablebridge_rules import play
from tablebridge_rules.errors import RulesError
from tablebridge_rules.seat import Seat
from tablebridge_rules.standing import Standing

__all__ = ["is_over", "number", "public_standings", "standings_now"]


def is_over(game: JournalGame) -> bool:
    """Whether the rules leave nothing to play."""
    state = game.state
    if state is None or not state.settled:
        return False
    try:
        return play.next_hand(state, game.rulebook, game.first_dealer) is None
    except RulesError:
        return False


def standings_now(game: JournalGame, violation_points: Mapping[Seat, int]) -> tuple[Standing, ...]:
    """The places, were the game to end now; empty before its first hand."""
    if game.state is None:
        return ()
    if game.rulebook.TRADITION != "riichi":
        return play.standings(game.rulebook, game.state.points, game.first_dealer)
    return play.standings(
        game.rulebook,
        game.state.points,
        game.first_dealer,
        sticks=getattr(game.state, "sticks", 0),
        violation_points=violation_points,
    )


def public_standings(game: JournalGame) -> tuple[PublicStanding, ...]:
    """The places of a game that is over, with the penalties that everybody was told of; empty while it goes on."""
    if not is_over(game):
        return ()
    counted = dict.fromkeys(Seat, 0)
    for told in game.told:
        penalty = told.entry.event
        if isinstance(penalty, PenaltyApplied) and penalty.seat is not None:
            counted[penalty.seat] += penalty.violation_points
    return tuple(_public(one) for one in standings_now(game, counted))


def _public(one: Standing) -> PublicStanding:
    uma = getattr(one, "uma", None)
    return PublicStanding(
        seat=one.seat.value,
        place=one.place,
        points=one.points,
        uma=None if uma is None else number(uma),
        total=number(one.total),
    )


def number(value: Fraction) -> int | float:
    """As JSON writes it."""
    return int(value) if value.denominator == 1 else float(value)
