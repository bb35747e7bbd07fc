"""How a hand ends, as the opened hands tell it: wins, draws, and the points that move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.hand_reading import HandReading, likely_hands, read_hand
from tablebridge.game.passing import draw_before, passing
from tablebridge.game.situation import Situation, vouch
from tablebridge.game.winners import Winner, winner
from tablebridge.observation import HandRevealed, ReadTile, StandingRow
from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, GameEvent, Won
from tablebridge_rules.riichi.circumstances import ready_waits
from tablebridge_rules.riichi.claims import legal_events, resolve
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["closing_act"]

_NINE = 9
_DOUBTFUL = 0.3  # an open hand that is not ready: misread, or a foul
_STANDING = 2  # fewer stand for sure no longer: a hand has one tile at least, and an edge may look like one


def closing_act(now: Situation) -> list[DecodedEvent]:
    """The events that end the hand in play; none while it goes on, or while more may be shown."""
    shown = {seat: fact for seat, fact in now.facts.reveals.items() if now.is_recent(fact)}
    if shown and not _settled_down(now, [*shown.values(), *now.facts.ura.values()], now.patience.reveal):
        return []
    winners = [found for seat, fact in shown.items() if (found := winner(now, seat, fact)) is not None]
    if winners:
        return _win(now, winners)
    return _nine_terminals(now, shown) or _abort(now, shown) or _exhaustive(now, shown)


def _win(now: Situation, winners: list[Winner]) -> list[DecodedEvent]:
    drawn = [found for found in winners if found.by_self_draw]
    counted = drawn[:1] or winners
    ura = _ura_indicators(now, counted)
    if ura is None:
        return []
    tiles, ura_facts = ura
    wins = {found.won.seat: found for found in counted}
    outcome: tuple[GameEvent, ...] = (counted[0].won,) if drawn else resolve([w.won for w in counted], now.rulebook)
    before = draw_before(now, drawn[0].won.seat, drawn[0].fact) if drawn else []
    events = [*before]
    for event in outcome:
        if isinstance(event, Won):
            found = wins[event.seat]
            turned = tiles if now.hand.at(event.seat).riichi.declared else ()
            facts = [found.fact, *(ura_facts if turned else ())]
            events.append(vouch(replace(event, ura_indicators=turned), facts, found.confidence, at=found.fact))
        else:
            events.append(vouch(event, [found.fact for found in counted]))
    return events


def _ura_indicators(now: Situation, winners: list[Winner]) -> tuple[tuple[Tile, ...], list[Fact[Any]]] | None:
    """The ura indicators that a riichi winner turned, and their facts; None while they are awaited."""
    scoring = now.rulebook.scoring
    if not scoring.ura_dora or not any(now.hand.at(found.won.seat).riichi.declared for found in winners):
        return (), []
    due = len(now.hand.indicators) if scoring.kan_dora else 1
    left = now.tiles_left()
    for found in winners:
        for tile in (*found.won.concealed, *((found.won.tile,) if found.by_self_draw else ())):
            left.take(tile)
    tiles: list[Tile] = []
    facts: list[Fact[Any]] = []
    for index in range(due):
        fact = now.facts.ura.get(index)
        best = left.best(fact.latest.reading) if fact is not None else None
        if fact is None or best is None:
            waiting = not _settled_down(now, [found.fact for found in winners], now.patience.ura)
            return None if waiting else (tuple(tiles), facts)
        left.take(best[0])
        tiles.append(best[0])
        facts.append(fact)
    return tuple(tiles), facts


def _nine_terminals(now: Situation, shown: dict[Seat, Fact[HandRevealed]]) -> list[DecodedEvent]:
    """RL-X01: the seat in turn opens its first fourteen tiles, nine kinds of terminals and honours among them."""
    seat = now.hand.turn
    fact = shown.get(seat)
    if fact is None or now.rulebook.play.nine_kinds == "off" or not now.hand.first_turn(seat):
        return []
    readings = _row_of(fact)
    if len(readings) != 14 or not (now.hand.phase is Phase.MUST_DISCARD or now.draw_due):
        return []
    found = read_hand(readings, now.tiles_left(), _has_nine_kinds)
    if found is None:
        return []
    event = vouch(AbortiveDraw("nine_terminals", seat), [fact], found.confidence)
    return [*draw_before(now, seat, fact), event]


def _has_nine_kinds(tiles: tuple[Tile, ...]) -> bool:
    return len({tile.kind for tile in tiles if not tile.kind.is_simple}) >= _NINE


def _abort(now: Situation, shown: dict[Seat, Fact[HandRevealed]]) -> list[DecodedEvent]:
    """A draw that the last discard brings about by itself: four winds, four riichi, four kans."""
    if now.hand.phase is not Phase.CALLS_OPEN:
        return []
    event = _abort_due(now)
    if event is None or not (shown or _quiet(now, now.patience.missing)):
        return []
    return [_by_last_act(now, event, shown.values())]


def _abort_due(now: Situation) -> AbortiveDraw | None:
    """Looked up once an event: this is asked at every frame."""
    if "abort" not in now.judged:
        found = (event for event in legal_events(now.hand, now.rulebook) if isinstance(event, AbortiveDraw))
        now.judged["abort"] = next(found, None)
    due = now.judged["abort"]
    return due if isinstance(due, AbortiveDraw) else None


def _exhaustive(now: Situation, shown: dict[Seat, Fact[HandRevealed]]) -> list[DecodedEvent]:
    """RL-X11: the live wall is used up and nobody won on the last discard."""
    hand = now.hand
    if hand.wall_left > 0 or hand.phase is not Phase.CALLS_OPEN or now.call_under_way():
        return []
    laid_down = {seat: row for seat in Seat if (row := _laid_down(now, seat)) is not None}
    undecided = _undecided(now, set(shown), set(laid_down))
    changes = [fact.changed_ms for fact in shown.values()] + [row.changed_ms for row in laid_down.values()]
    patience = now.patience.next_shows * len(undecided) or now.patience.all_shown
    unread = {seat for seat, fact in shown.items() if len(_row_of(fact)) != 13 - 3 * len(hand.at(seat).melds)}
    in_riichi = {seat for seat in Seat if hand.at(seat).riichi.declared}
    if not now.cloth_cleared and (unread or in_riichi - shown.keys()):
        return []  # RL-R05: a hand in riichi has to be opened, however long it takes
    if not now.cloth_cleared and now.now_ms - max([now.applied_ms, *changes]) < patience:
        return []
    readings = {seat: _ready_reading(now, seat, shown[seat]) for seat in _from_dealer(hand.dealer) if seat in shown}
    opened = tuple((seat, reading.tiles) for seat, reading in readings.items() if reading is not None)
    confidence = min((reading.confidence for reading in readings.values() if reading is not None), default=1.0)
    before = passing(now, next(iter(shown.values()))) if shown else []
    return [*before, _by_last_act(now, ExhaustiveDraw(opened), shown.values(), confidence)]


def _undecided(now: Situation, shown: set[Seat], laid_down: set[Seat]) -> set[Seat]:
    """The seats that may still open their hand. From the dealer on each shows or not (RL-X15), so that whoever sits
    before one that has shown has let the chance pass."""
    order = _from_dealer(now.hand.dealer)
    if now.rulebook.table.tenpai_order == "dealer_first" and shown:
        order = order[max(order.index(seat) for seat in shown) :]
    return set(order) - shown - laid_down


def _laid_down(now: Situation, seat: Seat) -> Fact[StandingRow] | None:
    """The report that a seat's tiles stand no longer: laid face down, or opened and not read yet."""
    row = now.facts.rows.get(seat)
    return row if row is not None and row.at_ms > now.event_ms and row.latest.tiles < _STANDING else None


def _ready_reading(now: Situation, seat: Seat, fact: Fact[HandRevealed]) -> HandReading | None:
    """A hand opened at a draw, read so that it is ready when it can be: that is why it was opened."""
    readings = _row_of(fact)
    ready = read_hand(readings, now.tiles_left(), lambda tiles: bool(ready_waits(now.hand, seat, tiles, now.rulebook)))
    if ready is not None:
        return ready
    likely = next(likely_hands(readings, now.tiles_left()), None)
    return likely and HandReading(likely.tiles, min(likely.confidence, _DOUBTFUL))


def _row_of(fact: Fact[HandRevealed]) -> tuple[ReadTile, ...]:
    """All tiles of an opened hand, one apart included."""
    apart = fact.latest.apart
    return fact.latest.tiles if apart is None else (*fact.latest.tiles, apart)


def _from_dealer(dealer: Seat) -> tuple[Seat, ...]:
    return tuple(dealer.after(steps) for steps in range(4))


def _by_last_act(
    now: Situation, event: GameEvent, shown: Iterable[Fact[HandRevealed]], confidence: float = 1.0
) -> DecodedEvent:
    """The event with the opened hands as witnesses; with none opened, the last discard is."""
    facts: list[Fact[Any]] = [*shown]
    taken = now.last_discard_fact()
    if not facts and taken is not None:
        facts = [taken]
    if facts:
        return vouch(event, facts, confidence)
    return DecodedEvent(event, now.now_ms, now.captured_at, confidence)


def _settled_down(now: Situation, facts: Iterable[Fact[Any]], patience_ms: float) -> bool:
    """Whether no hand was opened lately; or the cloth is being cleared, so that nothing more will be shown."""
    return now.cloth_cleared or now.now_ms - max(fact.changed_ms for fact in facts) >= patience_ms


def _quiet(now: Situation, patience_ms: float) -> bool:
    """Whether nothing happened since the last event for that long; or the cloth is being cleared."""
    return now.cloth_cleared or now.now_ms - now.applied_ms >= patience_ms
