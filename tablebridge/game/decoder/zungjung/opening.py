"""How a Zung Jung hand begins: 17 stacks a side, East breaks the wall, thirteen tiles each (ZJ-X01, ZJ-X02, ZJ-X07)."""

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
from tablebridge.observation import DealerShown, DiceShown, WallRaised
from tablebridge_rules.event import DiceRolled, HandStarted, TilesDealt
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import AnyTable
from tablebridge_rules.zungjung.deal import Reseating
from tablebridge_rules.zungjung.match import starting_points
from tablebridge_rules.zungjung.rulebook import Rulebook

__all__ = ["OPENING"]


def _begin(view: View) -> Iterator[Proposal]:
    """Four walls: the hand that follows by the rules, or the first one of a cycle, whose East shows by its throw."""
    walls = view.new_walls()
    if len(walls) < len(Seat) or (view.table is not None and view.between_hands and not view.table.settled):
        return
    following = _given_up(view) or follows(view)
    if isinstance(following, HandStarted):
        yield begun(view, following, walls)
        return
    told = _east(view, walls)
    if told is not None:
        east, fact = told
        started, facts = _first_of_cycle(view, following if isinstance(following, Reseating) else None, east)
        yield begun(view, started, walls, fact, *facts)


def _begin_unseen(view: View) -> Iterator[Proposal]:
    """A throw for the break: a hand has begun, even if nobody told of its walls."""
    if not view.between_hands or (view.table is not None and not view.table.settled):
        return
    throw = view.throw("break")
    if throw is None or len(view.new_walls()) == len(Seat) or not view.waited(throw, view.patience.dealer_dice):
        return
    following = follows(view)
    if not isinstance(following, HandStarted):
        reseating = following if isinstance(following, Reseating) else None
        following, _ = _first_of_cycle(view, reseating, throw.latest.seat)
    yield begun_unseen(following, throw)


def _given_up(view: View) -> HandStarted | None:
    """New walls in the middle of a hand: it is played again, as the same hand of its cycle."""
    table: AnyTable | None = view.table
    if table is None or view.between_hands:
        return None
    return HandStarted(table.hand, table.round_wind, table.dealer, 0, 0, table.points)


def _east(view: View, walls: list[Fact[WallRaised]]) -> tuple[Seat, Fact[object]] | None:
    """Who is East, and what tells so: a throw for it, the table's lamp, else whoever breaks the wall (ZJ-X07)."""
    throw = thrown_after(view, walls, ["dealer"])
    if throw is not None:
        return throw.latest.seat.after(sum(throw.latest.dice) - 1), throw
    lamps = [fact for fact in view.told(DealerShown) if fact.latest.chosen and fact.at_ms >= walls[0].at_ms]
    if lamps:
        return lamps[-1].latest.seat, lamps[-1]
    broken = thrown_after(view, walls, ["break"])
    return (broken.latest.seat, broken) if broken is not None and _nothing_else_comes(view, broken) else None


def _nothing_else_comes(view: View, throw: Fact[DiceShown]) -> bool:
    """Whether a throw that tells of East otherwise would have arrived by now."""
    return view.table is not None or view.waited(throw, view.patience.dealer_dice)


def _first_of_cycle(view: View, reseating: Reseating | None, east: Seat) -> tuple[HandStarted, list[Fact[object]]]:
    """The first hand of a game, or of the next cycle in new seats, where points have gone with the players (ZJ-X02)."""
    if reseating is None or view.table is None:
        return HandStarted(FIRST_HAND, Wind.EAST, east, 0, 0, starting_points(cast(Rulebook, view.rulebook))), []
    points, facts = points_shown(view, view.table.points)
    wind = tuple(Wind)[reseating.cycle % len(Wind)]
    return HandStarted(view.table.hand + 1, wind, east, 0, 0, points), list(facts)


def _break(view: View) -> Iterator[Proposal]:
    """The throw that breaks the wall."""
    if not view.before_deal or view.state.dice:
        return
    throw = view.throw("break")
    if throw is not None:
        yield Proposal((vouch(DiceRolled(throw.latest.seat, throw.latest.dice), [throw]),), (throw,))


def _deal(view: View) -> Iterator[Proposal]:
    """Every seat has its row; the first discard or meld says so, too."""
    if not view.before_deal:
        return
    facts = dealt_facts(view)
    if not facts:
        began = [fact for fact in _play(view) if view.waited(fact, view.patience.implied_draw)]
        facts = [min(began, key=lambda fact: fact.at_ms)] if began else []
    if facts:
        last = max(facts, key=lambda fact: fact.at_ms)
        yield Proposal((vouch(TilesDealt(), facts, at=last),))


def _play(view: View) -> Iterable[Fact[object]]:
    """What lies on the cloth only when the deal is over."""
    yield from (fact for fact in view.facts.melds.values() if view.here(fact) is not None)
    for seat in Seat:
        yield from view.fresh_tiles(seat)


OPENING = (_begin, _begin_unseen, _break, _deal)
"""For `Customs.opening`."""
