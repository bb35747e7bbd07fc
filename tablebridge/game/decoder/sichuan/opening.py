"""How a hand begins: walls, the dealer's throw and the second thrower's, the deal with the dealer's jump."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import FIRST_HAND
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import DealerShown, DiceShown, StandingRow
from tablebridge_rules.event import DiceRolled, HandStarted, TilesDealt, WallBuilt
from tablebridge_rules.play import next_hand
from tablebridge_rules.seat import Seat, Wind

__all__ = ["OPENING_ACTS"]

_UNSEEN = 0.8
"""The confidence of a hand whose walls nobody told of."""
_THROWS = 2
_DICE = 2


def hand_with_walls(view: View) -> Iterator[Proposal]:
    """Four new walls: the hand that follows by the rules, or the first one, whose dealer the lamp or the dealer's own
    throw tells (SC-R08)."""
    walls = view.new_walls()
    if len(walls) < len(Seat):
        return
    facts: list[Fact[Any]] = [*walls]
    started = _following(view)
    if started is None:
        told = _dealer_told(view)
        if told is None:
            return
        started = _first_hand(view, told.latest.seat)
        facts.append(told)
    a, b, c, d = (wall.latest.stacks for wall in walls)
    newest = max(walls, key=lambda fact: fact.at_ms)
    events = (vouch(started, facts, at=newest), vouch(WallBuilt((a, b, c, d)), walls, at=newest))
    used = (*walls, *(fact for fact in facts if isinstance(fact.latest, DealerShown)))
    yield Proposal(events, used, since_ms=min(wall.at_ms for wall in walls))


def hand_without_walls(view: View) -> Iterator[Proposal]:
    """The dealer's throw, when nobody told of walls: a hand has begun all the same."""
    throw = view.throw("dealer")
    if not view.between_hands or throw is None or not view.waited(throw, view.patience.dealer_dice):
        return
    started = _following(view) or _first_hand(view, throw.latest.seat)
    yield Proposal((vouch(started, [throw], _UNSEEN),), since_ms=throw.at_ms)


def throws(view: View) -> Iterator[Proposal]:
    """The dealer's throw, and that of the seat which it names (SC-R08, SC-R09)."""
    if not view.before_deal:
        return
    made = len(view.state.dice) // _DICE
    throw = view.throw("dealer" if made == 0 else "break")
    if throw is not None and made < _THROWS:
        yield Proposal((vouch(DiceRolled(throw.latest.seat, throw.latest.dice), [throw]),), (throw,))


def deal(view: View) -> Iterator[Proposal]:
    """Every seat has its row (SC-R11); the first tile laid open says so, too."""
    if not view.before_deal:
        return
    rows = [fact for seat in Seat if (fact := _full_row(view, seat)) is not None]
    laid = _laid_open(view)
    complete = len(rows) == len(Seat)
    if not complete and not any(view.waited(fact, view.patience.implied_draw) for fact in laid):
        return
    facts: list[Fact[Any]] = [*rows] if complete else [*rows, *laid[:1]]
    last = max(facts, key=lambda fact: fact.at_ms)
    thrown = len(view.state.dice) == _THROWS * _DICE
    if thrown or view.waited(last, view.patience.missing):
        yield Proposal((vouch(TilesDealt(), facts, at=last),))


def _following(view: View) -> HandStarted | None:
    """The hand that comes next by the rules; None when a game begins. New walls in the middle of a hand mean that it
    was given up: its points stand, the same seat deals."""
    table = view.table
    if table is None:
        return None
    if table.settled:
        following = next_hand(table, view.rulebook, view.hypothesis.first_dealer)
        return following if isinstance(following, HandStarted) else None
    return HandStarted(table.hand + 1, table.round_wind, table.dealer, 0, 0, table.points)


def _dealer_told(view: View) -> Fact[DealerShown] | Fact[DiceShown] | None:
    """The lamp that shows the dealer, or else the throw that the dealer makes first."""
    lamps = view.told(DealerShown)
    return lamps[-1] if lamps else view.throw("dealer")


def _first_hand(view: View, dealer: Seat) -> HandStarted:
    points = view.setting.tradition.opening_points(view.rulebook)
    return HandStarted(FIRST_HAND, Wind.EAST, dealer, 0, 0, points)


def _full_row(view: View, seat: Seat) -> Fact[StandingRow] | None:
    row = view.here(view.facts.rows.get(seat))
    return row if row is not None and row.latest.tiles >= view.setting.hand_tiles else None


def _laid_open(view: View) -> list[Fact[Any]]:
    """Discards and melds that lie there already, the earliest first."""
    laid: list[Fact[Any]] = [fact for seat in Seat for fact in view.fresh_tiles(seat)]
    laid += view.fresh_melds()
    return sorted(laid, key=lambda fact: fact.at_ms)


OPENING_ACTS = (hand_with_walls, hand_without_walls, throws, deal)
"""For `Customs.opening`."""
