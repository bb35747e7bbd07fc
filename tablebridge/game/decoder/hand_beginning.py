"""How a hand begins at every table that deals without an indicator: walls that come up, rows that stand.

Who deals, and who threw for it, is for each tradition's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import DiceShown, HandsDealt, PointsShown, StandingRow, WallRaised
from tablebridge_rules.event import HandStarted, WallBuilt
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import Following, next_hand
from tablebridge_rules.seat import Seat

__all__ = ["UNSEEN", "begun", "begun_unseen", "dealt_facts", "follows", "holds", "points_shown", "thrown_after"]

UNSEEN = 0.8
"""The confidence of a hand of which nobody told the walls."""


def follows(view: View) -> Following:
    """What follows by the rules after the hand that is settled; None before the first hand and after the last."""
    table = view.table
    if table is None or not table.settled:
        return None
    return next_hand(table, view.rulebook, view.hypothesis.first_dealer)


def begun(view: View, started: HandStarted, walls: Sequence[Fact[WallRaised]], *others: Fact[Any]) -> Proposal:
    """The hand of four `walls` that came up; `others` tell of its dealer."""
    a, b, c, d = (wall.latest.stacks for wall in walls)
    newest = max(walls, key=lambda wall: wall.at_ms)
    last = max((*walls, *others), key=lambda fact: fact.at_ms)
    events = (vouch(started, [*walls, *others], at=last), vouch(WallBuilt((a, b, c, d)), walls, at=newest))
    return Proposal(events, tuple(walls), since_ms=min(wall.at_ms for wall in walls))


def begun_unseen(started: HandStarted, throw: Fact[DiceShown]) -> Proposal:
    """The hand that a throw shows to have begun, though nobody told of its walls."""
    return Proposal((vouch(started, [throw], UNSEEN),), since_ms=throw.at_ms)


def thrown_after(view: View, walls: Sequence[Fact[WallRaised]], purposes: Iterable[str]) -> Fact[DiceShown] | None:
    """The newest throw for one of these purposes, the first one found, that was made when the `walls` stood."""
    stood_ms = min((wall.at_ms for wall in walls), default=float("-inf"))
    for purpose in purposes:
        throw = view.throw(purpose)
        if throw is not None and throw.at_ms >= stood_ms:
            return throw
    return None


def holds(row: StandingRow, tiles: int) -> bool:
    """Whether a row has so many tiles, one that stands apart among them or besides."""
    return row.tiles == tiles or (row.drawn and row.tiles == tiles - 1)


def dealt_facts(view: View) -> list[Fact[Any]]:
    """What shows that every seat has its tiles: four rows, or the word of a machine that deals; else nothing."""
    size = view.setting.hand_tiles
    told = [fact for fact in view.told(HandsDealt) if min(fact.latest.hands) >= size]
    if told:
        return told[-1:]
    rows = [row for seat in Seat if (row := view.here(view.facts.rows.get(seat))) is not None]
    full = len(rows) == len(Seat) and all(row.latest.tiles + row.latest.drawn >= size for row in rows)
    return list(rows) if full else []


def points_shown(view: View, points: Delta) -> tuple[Delta, list[Fact[PointsShown]]]:
    """The `points` of A..D with what the table's displays have shown since the settlement in their place, and the
    facts that say so: after new seats were drawn the points go with the players."""
    settled_ms = view.hypothesis.event_ms
    newest = {fact.latest.seat: fact for fact in view.told(PointsShown) if fact.at_ms > settled_ms}
    a, b, c, d = (newest[seat].latest.points if seat in newest else points[seat.number] for seat in Seat)
    return (a, b, c, d), list(newest.values())
