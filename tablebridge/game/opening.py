"""How a hand begins: walls, dice, deal."""

from __future__ import annotations

from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.situation import Situation, vouch
from tablebridge.observation import DiceShown, WallRaised
from tablebridge_rules.event import Dealt, DiceRolled, HandStarted, WallBuilt
from tablebridge_rules.riichi.hand_end import next_hand
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.seat import Seat, Wind

__all__ = ["FIRST_HAND", "opening_act"]

FIRST_HAND = 0
"""The number of a game's first hand."""

_DEALT = 13
_UNSEEN = 0.8  # the walls were not told


def opening_act(now: Situation) -> list[DecodedEvent]:
    """The next event before play: a new hand with its walls, the dealer's throw, the deal."""
    if len(now.facts.walls) == len(Seat):
        return _begin(now)
    if not now.in_play and not (now.state and now.state.phase is Phase.BEFORE_DEAL):
        return _begin_unseen(now)
    if now.state is not None and now.state.phase is Phase.BEFORE_DEAL:
        return _break(now) or _deal(now)
    return []


def _begin(now: Situation) -> list[DecodedEvent]:
    walls = [now.facts.walls[seat] for seat in Seat]
    started = _next_start(now)
    facts: list[Fact[DiceShown] | Fact[WallRaised]] = [*walls]
    if started is None:
        throw = _dealer_throw(now, walls)
        if throw is None:
            return []
        started = _first_hand(now, throw)
        facts.append(throw)
    last = max(facts, key=lambda fact: fact.at_ms)
    a, b, c, d = (wall.latest.stacks for wall in walls)
    newest_wall = max(walls, key=lambda fact: fact.at_ms)
    now.facts.begin_hand(min(wall.at_ms for wall in walls))
    return [vouch(started, facts, at=last), vouch(WallBuilt((a, b, c, d)), walls, at=newest_wall)]


def _begin_unseen(now: Situation) -> list[DecodedEvent]:
    """The throw that breaks a wall: a hand has begun, even if nobody told of its walls."""
    throw = now.facts.break_dice
    if throw is None or not now.waited(throw, now.patience.dealer_dice):
        return []
    started = _next_start(now) or _first_hand(now, now.facts.dealer_dice or throw)
    now.facts.begin_hand(throw.at_ms)
    return [vouch(started, [throw], _UNSEEN)]


def _next_start(now: Situation) -> HandStarted | None:
    """The hand that follows by the rules; None when a game begins.

    New walls in the middle of a hand mean that it was given up: it is played again, the sticks that lie remain.
    """
    state = now.state
    if state is None:
        return None
    if state.settled:
        return next_hand(state, now.rulebook, now.first_dealer)
    return HandStarted(state.hand + 1, state.round_wind, state.dealer, state.honba, state.sticks, state.points)


def _dealer_throw(now: Situation, walls: list[Fact[WallRaised]]) -> Fact[DiceShown] | None:
    """The throw for the first dealer (RL-D02); when it was missed, the dealer's own throw tells who deals."""
    if now.facts.dealer_dice is not None:
        return now.facts.dealer_dice
    throw = now.facts.break_dice
    newest = max(walls, key=lambda fact: fact.arrived_ms)
    return throw if now.waited(newest, now.patience.dealer_dice) else None


def _first_hand(now: Situation, throw: Fact[DiceShown]) -> HandStarted:
    """Counter-clockwise from the thrower, who is one (RL-D03); the wall is broken by the dealer itself."""
    dice = throw.latest
    dealer = dice.seat.after(sum(dice.dice) - 1) if dice.purpose == "dealer" else dice.seat
    points = now.rulebook.game.starting_points
    return HandStarted(FIRST_HAND, Wind.EAST, dealer, 0, 0, (points, points, points, points))


def _break(now: Situation) -> list[DecodedEvent]:
    throw = now.facts.break_dice
    if throw is None or now.hand.dice:
        return []
    return [vouch(DiceRolled(throw.latest.seat, throw.latest.dice), [throw])]


def _deal(now: Situation) -> list[DecodedEvent]:
    """Every seat has its row and the first indicator is up (RL-D06); the first tile laid open says so, too."""
    indicator = now.facts.indicators.get(0)
    if indicator is None or indicator.gone_ms is not None:
        return []
    rows = [now.facts.rows[seat] for seat in Seat if seat in now.facts.rows]
    full = len(rows) == len(Seat) and all(row.latest.tiles >= _DEALT for row in rows)
    if not full and not _play_began(now):
        return []
    face = now.face(indicator.latest.reading, indicator)
    if face is None:
        return []
    facts: list[Fact[Any]] = [indicator, *rows]
    last = max(facts if full else facts[:1], key=lambda fact: fact.at_ms)
    return [vouch(Dealt(face[0]), facts, face[1], at=last)]


def _play_began(now: Situation) -> bool:
    """Whether a discard or a meld lies there: the deal is over, whoever saw it."""
    tiles: list[Fact[Any]] = [*now.facts.melds.values()]
    tiles += [fact for river in now.facts.rivers.values() for fact in river.fresh]
    return any(now.waited(fact, now.patience.implied_draw) for fact in tiles)
