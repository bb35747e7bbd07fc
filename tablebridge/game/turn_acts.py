"""The next act of a hand in play, as the facts tell it: draws, discards, riichi, calls, indicators.

Turn order makes the order; the moment of a report hardly matters. An act is told only when it is possible now, so
that whatever overtook it waits as an unexplained fact. Nothing is told that no fact witnesses, save a draw that turn
order implies.
"""

from __future__ import annotations

from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.meld_acts import meld_act
from tablebridge.game.passing import draw_before, passing
from tablebridge.game.situation import Situation, vouch
from tablebridge.observation import RiverTileSeen
from tablebridge_rules.event import Discarded, Drawn, IndicatorTurned, RiichiAccepted, RiichiDeclared
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.seat import Seat

__all__ = ["discard_of", "next_act"]

_DEAL_STACKS = 26
_STACKS = 68
_LIVE_TILES = 70


def next_act(now: Situation) -> list[DecodedEvent]:
    """The events of the next act that the facts explain, in order; none when nothing can be told now.

    The facts that were used up are marked as explained.
    """
    return meld_act(now) or _indicator(now) or _discard(now) or _draw(now) or _stick(now)


def discard_of(now: Situation, seat: Seat, fact: Fact[RiverTileSeen], drawn: list[DecodedEvent]) -> list[DecodedEvent]:
    """The discard that a river tile shows, after the draw before it, if any; nothing while it cannot be read."""
    face = now.face(fact.latest.reading, fact)
    if face is None:
        return []
    tile, confidence = face
    events = [*drawn, vouch(Discarded(seat, tile, fact.latest.sideways), [fact], confidence)]
    if fact.latest.sideways and not now.hand.at(seat).riichi.declared:
        events.append(vouch(RiichiDeclared(seat), [fact], confidence))
    now.facts.rivers[seat].explain(fact)
    return events


def _discard(now: Situation) -> list[DecodedEvent]:
    seat = now.hand.turn
    river = now.facts.rivers[seat]
    fact = river.next()
    if fact is None:
        return []
    if fact.latest.slot > len(river.lying) and not now.waited(fact, now.patience.missing):
        return []  # the tile before it is hidden just now
    if fact.gone_ms is not None and not _claimed_meanwhile(now, seat):
        return []  # seen and gone without anyone having taken it: a sleeve, a tile set down for a moment
    if now.hand.phase is Phase.MUST_DISCARD:
        return discard_of(now, seat, fact, [])
    if not now.draw_due or now.call_under_way() or _meld_unexplained(now, seat):
        return []
    if now.hand.wall_left == 0 or not now.waited(fact, now.patience.implied_draw) or _indicator_awaited(now):
        return []
    return discard_of(now, seat, fact, draw_before(now, seat, fact))


def _draw(now: Situation) -> list[DecodedEvent]:
    seat = now.hand.turn
    if not now.draw_due or now.hand.wall_left == 0 or now.call_under_way() or _indicator_awaited(now):
        return []
    seen = [fact for fact in (_row_with_draw(now, seat), _wall_after_draw(now)) if fact is not None]
    if not seen:
        return []
    event = Drawn(seat, replacement=now.hand.replacement_pending)
    return [*passing(now, seen[0]), vouch(event, seen)]


def _row_with_draw(now: Situation, seat: Seat) -> Fact[Any] | None:
    """The standing row of the seat in turn when it shows the drawn tile."""
    fact = now.facts.rows.get(seat)
    if fact is None or fact.at_ms <= now.acted_ms.get(seat, float("-inf")):
        return None
    full = 14 - 3 * len(now.hand.at(seat).melds)
    row = fact.latest
    return fact if row.tiles == full or (row.drawn and row.tiles == full - 1) else None


def _wall_after_draw(now: Situation) -> Fact[Any] | None:
    """The wall when one stack less stands than before this draw, seen after the last discard."""
    hand, stacks = now.hand, now.facts.stacks
    if len(stacks) < len(Seat) or hand.phase is not Phase.CALLS_OPEN:
        return None
    replacements = hand.kans
    standing = sum(fact.latest.stacks for fact in stacks.values())
    live_draws = _LIVE_TILES - hand.wall_left - replacements
    proven = 2 * (_STACKS - _DEAL_STACKS - standing - replacements // 2)
    newest = max(stacks.values(), key=lambda fact: fact.at_ms)
    sure = newest.at_ms > now.event_ms and now.waited(newest, now.patience.implied_draw)
    return newest if sure and proven == live_draws + 1 else None


def _indicator(now: Situation) -> list[DecodedEvent]:
    fact = now.facts.indicators.get(len(now.hand.indicators))
    if fact is None or fact.gone_ms is not None or now.hand.indicators_due == 0:
        return []
    face = now.face(fact.latest.reading, fact)
    return [] if face is None else [vouch(IndicatorTurned(face[0]), [fact], face[1])]


def _indicator_awaited(now: Situation) -> bool:
    """Whether a kan's indicator, turned before the replacement draw (RL-S05), may still be seen."""
    if now.hand.indicators_due == 0 or not now.hand.replacement_pending:
        return False
    rulebook = now.rulebook
    at_once = rulebook.scoring.kan_dora and rulebook.table.kan_dora_timing == "immediate"
    return at_once and now.now_ms - now.applied_ms < now.patience.indicator


def _stick(now: Situation) -> list[DecodedEvent]:
    """The stick of a riichi whose tile nobody has won on: RL-R03."""
    laid = now.hand.last_discard
    if laid is None or now.facts.reveals:
        return []
    riichi, stick = now.hand.at(laid.seat).riichi, now.facts.sticks.get(laid.seat)
    if not riichi.declared or riichi.accepted or stick is None or not stick.latest.present:
        return []
    return [vouch(RiichiAccepted(laid.seat), [stick])] if now.waited(stick, now.patience.stick) else []


def _meld_unexplained(now: Situation, seat: Seat) -> bool:
    """Whether that seat's next meld lies there already and only waits for what came before it."""
    fact = now.facts.melds.get((seat, len(now.hand.at(seat).melds)))
    return fact is not None and fact.gone_ms is None and not now.waited(fact, now.patience.called)


def _claimed_meanwhile(now: Situation, seat: Seat) -> bool:
    """Whether a meld of another seat waits that may hold the tile which left this seat's river."""
    return any(
        owner is not seat and fact.gone_ms is None and index == len(now.hand.at(owner).melds)
        for (owner, index), fact in now.facts.melds.items()
    )
