"""How a Taiwanese hand begins: 18 stacks a side, three dice, sixteen tiles each (TW-R02 to TW-R09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_beginning import (
    begun,
    begun_unseen,
    dealt_facts,
    follows,
    points_shown,
    thrown_after,
)
from tablebridge.game.decoder.hypothesis import FIRST_HAND
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import ButtonPressed, DiceShown, WallRaised
from tablebridge_rules.event import DiceRolled, FirstDealerThrown, HandStarted, StreakAnnounced, TilesDealt
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.dealer import Reseating
from tablebridge_rules.taiwan.match import starting_points
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.seats import pointed_seat
from tablebridge_rules.taiwan.state import TaiwanHand

__all__ = ["OPENING"]

_FEWEST = 3
"""Three dice make no smaller total, and none of the clauses says what a smaller one points at."""
_SILENT = 0.6
"""The confidence of a streak that nobody saw announced: dealers do it (TW-S40), and no camera looks at their dice."""


def _begin(view: View) -> Iterator[Proposal]:
    """Four walls: the hand that follows by the rules, or the one whose dealer is thrown for (TW-R06, TW-R35)."""
    walls = view.new_walls()
    if len(walls) < len(Seat) or (view.table is not None and view.between_hands and not view.table.settled):
        return
    following = _given_up(view) or follows(view)
    if isinstance(following, HandStarted):
        yield begun(view, following, walls)
        return
    throw = _dealer_throw(view, walls)
    if throw is not None:
        started, facts = _thrown_for(view, following if isinstance(following, Reseating) else None, throw)
        yield begun(view, started, walls, throw, *facts)


def _begin_unseen(view: View) -> Iterator[Proposal]:
    """A throw: a hand has begun, even if nobody told of its walls."""
    if not view.between_hands or (view.table is not None and not view.table.settled):
        return
    throw = _usable(view.throw("dealer")) or _usable(view.throw("break"))
    if throw is None or len(view.new_walls()) == len(Seat) or not view.waited(throw, view.patience.dealer_dice):
        return
    following = follows(view)
    if not isinstance(following, HandStarted):
        following, _ = _thrown_for(view, following if isinstance(following, Reseating) else None, throw)
    yield begun_unseen(following, throw)


def _given_up(view: View) -> HandStarted | None:
    """New walls in the middle of a hand: it is played again (TW-R04, TW-R05)."""
    table = cast(TaiwanHand | None, view.table)
    if table is None or view.between_hands:
        return None
    return HandStarted(table.hand + 1, table.round_wind, table.dealer, table.streak, 0, table.points)


def _usable(throw: Fact[DiceShown] | None) -> Fact[DiceShown] | None:
    return throw if throw is not None and sum(throw.latest.dice) >= _FEWEST else None


def _dealer_throw(view: View, walls: list[Fact[WallRaised]]) -> Fact[DiceShown] | None:
    """The throw for the dealer; when none was told as that, the one that breaks the wall tells who deals."""
    throw = _usable(thrown_after(view, walls, ["dealer"]))
    if throw is not None:
        return throw
    newest = max(walls, key=lambda wall: wall.arrived_ms)
    return _usable(thrown_after(view, walls, ["break"])) if view.waited(newest, view.patience.dealer_dice) else None


def _thrown_for(
    view: View, reseating: Reseating | None, throw: Fact[DiceShown]
) -> tuple[HandStarted, list[Fact[object]]]:
    """The first hand of a match, or the first one in new seats, where points have gone with the players (TW-R34)."""
    dice, book = throw.latest, cast(Rulebook, view.rulebook)
    dealer = pointed_seat(dice.seat, sum(dice.dice)) if dice.purpose == "dealer" else dice.seat
    if reseating is None or view.table is None:
        return HandStarted(FIRST_HAND, Wind.EAST, dealer, 0, 0, starting_points(book)), []
    points, facts = points_shown(view, view.table.points)
    return HandStarted(view.table.hand + 1, reseating.round_wind, dealer, 0, 0, points), list(facts)


def _break(view: View) -> Iterator[Proposal]:
    """The throw that breaks the wall; the first of a match names the dealer, too."""
    if not view.before_deal or view.state.dice:
        return
    throw = _usable(view.throw("dealer")) or _usable(view.throw("break"))
    if throw is None:
        return
    seat, dice = throw.latest.seat, throw.latest.dice
    event = FirstDealerThrown(seat, dice) if throw.latest.purpose == "dealer" else DiceRolled(seat, dice)
    yield Proposal((vouch(event, [throw]),), (throw,))


def _announce(view: View) -> Iterator[Proposal]:
    """The button with which a continuing dealer tells how often (TW-S40)."""
    if not view.before_deal or not view.state.streak or view.state.announced:
        return
    for fact in view.told(ButtonPressed):
        if fact.latest.button == "continuation":
            yield Proposal((vouch(StreakAnnounced(fact.latest.seat), [fact]),), (fact,))


def _deal(view: View) -> Iterator[Proposal]:
    """Every seat has its row; the first flower, discard or meld says so, too."""
    if not view.before_deal:
        return
    facts = dealt_facts(view)
    last = max(facts, key=lambda fact: fact.at_ms, default=None)
    if last is None:
        began = [fact for fact in _play(view) if view.waited(fact, view.patience.implied_draw)]
        if not began:
            return
        facts = [min(began, key=lambda fact: fact.at_ms)]
        last = facts[0]
    dealt = vouch(TilesDealt(), facts, at=last)
    silent = view.state.streak and not view.state.announced
    before = (vouch(StreakAnnounced(view.state.dealer), [last], _SILENT),) if silent else ()
    yield Proposal((*before, dealt))


def _play(view: View) -> Iterable[Fact[object]]:
    """What lies on the cloth only when the deal is over."""
    yield from (fact for fact in view.facts.flowers.values() if view.here(fact) is not None)
    yield from (fact for fact in view.facts.melds.values() if view.here(fact) is not None)
    for seat in Seat:
        yield from view.fresh_tiles(seat)


OPENING = (_begin, _begin_unseen, _break, _announce, _deal)
"""For `Customs.opening`."""
