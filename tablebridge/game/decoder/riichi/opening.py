"""How a riichi hand begins: walls, dice, deal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import FIRST_HAND
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import DiceShown, WallRaised
from tablebridge_rules.event import Dealt, DiceRolled, HandEvent, HandStarted, WallBuilt
from tablebridge_rules.play import next_hand
from tablebridge_rules.seat import Seat, Wind

__all__ = ["dealt_before", "opening_act"]

_UNSEEN = 0.8  # the walls were not told
_GIVEN_UP = -0.5  # log weight: a hand that ends in new walls, if nothing else explains them


def opening_act(view: View) -> Iterator[Proposal]:
    """The next event before play: a new hand with its walls, the dealer's throw, the deal."""
    if len(view.new_walls()) == len(Seat):
        yield from _begin(view)
    elif view.between_hands:
        yield from _begin_unseen(view)
    elif view.before_deal:
        yield from _break(view)
        yield from _deal(view)


def _begin(view: View) -> Iterator[Proposal]:
    walls = view.new_walls()
    started = _next_start(view)
    facts: list[Fact[DiceShown] | Fact[WallRaised]] = [*walls]
    if started is None:
        throw = _dealer_throw(view, walls)
        if throw is None:
            return
        started = _first_hand(view, throw)
        facts += [throw] if throw.latest.purpose == "dealer" else []
    last = max(facts, key=lambda fact: fact.at_ms)
    a, b, c, d = (wall.latest.stacks for wall in walls)
    newest_wall = max(walls, key=lambda fact: fact.at_ms)
    events = (vouch(started, facts, at=last), vouch(WallBuilt((a, b, c, d)), walls, at=newest_wall))
    weight = _GIVEN_UP if view.in_play else 0.0
    began_ms = min(wall.at_ms for wall in walls)
    yield Proposal(events, tuple(facts), weight, certain=True, since_ms=began_ms)


def _begin_unseen(view: View) -> Iterator[Proposal]:
    """The throw that breaks a wall: a hand has begun, even if nobody told of its walls."""
    throw = view.throw("break")
    if throw is None or not view.waited(throw, view.patience.dealer_dice):
        return
    started = _next_start(view) or _first_hand(view, view.throw("dealer") or throw)
    yield Proposal((vouch(started, [throw], _UNSEEN),), (*view.new_walls(),), certain=True, since_ms=throw.at_ms)


def _next_start(view: View) -> HandStarted | None:
    """The hand that follows by the rules; None when a game begins.

    New walls in the middle of a hand mean that it was given up: it is played again, the sticks that lie remain.
    """
    state = view.hypothesis.state
    if state is None:
        return None
    if state.settled:
        following = next_hand(state, view.rulebook, view.hypothesis.first_dealer)
        return following if isinstance(following, HandStarted) else None
    state = view.state
    return HandStarted(state.hand + 1, state.round_wind, state.dealer, state.honba, state.sticks, state.points)


def _dealer_throw(view: View, walls: list[Fact[WallRaised]]) -> Fact[DiceShown] | None:
    """The throw for the first dealer (RL-D02); when it was missed, the dealer's own throw tells who deals."""
    throw = view.throw("dealer")
    if throw is not None:
        return throw
    newest = max(walls, key=lambda fact: fact.arrived_ms)
    return view.throw("break") if view.waited(newest, view.patience.dealer_dice) else None


def _first_hand(view: View, throw: Fact[DiceShown]) -> HandStarted:
    """Counter-clockwise from the thrower, who is one (RL-D03); the wall is broken by the dealer itself."""
    dice = throw.latest
    dealer = dice.seat.after(sum(dice.dice) - 1) if dice.purpose == "dealer" else dice.seat
    points = view.setting.tradition.opening_points(view.rulebook)
    return HandStarted(FIRST_HAND, Wind.EAST, dealer, 0, 0, points)


def _break(view: View) -> Iterator[Proposal]:
    throw = view.throw("break")
    if throw is not None and not view.state.dice:
        event = vouch(DiceRolled(throw.latest.seat, throw.latest.dice), [throw])
        yield Proposal((event,), (throw,), certain=True)


def _deal(view: View) -> Iterator[Proposal]:
    """Every seat has its row and the first indicator is up (RL-D06); the first tile laid open says so, too."""
    indicator = view.here(view.facts.indicators.get(0))
    if indicator is None:
        return
    since = view.hypothesis.since_ms
    rows = [row for seat in Seat if (row := view.facts.rows.get(seat)) is not None and row.at_ms >= since]
    full = len(rows) == len(Seat) and all(row.latest.tiles >= view.setting.hand_tiles for row in rows)
    if not full and not _play_began(view):
        return
    facts: list[Fact[Any]] = [indicator, *rows]
    last = max(facts if full else facts[:1], key=lambda fact: fact.at_ms)
    for face in view.faces(indicator.latest.reading):
        event = vouch(Dealt(face.tile), facts, min(face.confidence, indicator.confidence), at=last)
        hold = view.hold_of(indicator, face.confidence)
        yield Proposal((event,), weight=face.weight, certain=True, not_before_ms=hold)


def dealt_before(view: View) -> tuple[HandEvent, ...] | None:
    """For `Customs.joined`: the deal with the first indicator as it lies there."""
    indicator = view.here(view.facts.indicators.get(0))
    best = view.tiles_left().best(indicator.latest.reading) if indicator is not None else None
    return None if best is None else (Dealt(best[0]),)


def _play_began(view: View) -> bool:
    """Whether a discard or a meld lies there: the deal is over, whoever saw it."""
    tiles: list[Fact[Any]] = [*view.fresh_melds()]
    tiles += [fact for seat in Seat for fact in view.fresh_tiles(seat)]
    return any(view.waited(fact, view.patience.implied_draw) for fact in tiles)
