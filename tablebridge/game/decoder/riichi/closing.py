"""How a riichi hand ends without a winner: nine terminals, the draws of a last discard, the wall used up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import HandReading, as_it_lies, likely_hands, misread_elsewhere, read_hand
from tablebridge.game.decoder.implied import draw_before
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.riichi.shown import row_of, shown_hands, still_showing
from tablebridge.game.decoder.riichi.wins import winners
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import HandRevealed, StandingRow
from tablebridge_rules.event import AbortiveDraw, ExhaustiveDraw, GameEvent
from tablebridge_rules.riichi.circumstances import ready_waits
from tablebridge_rules.riichi.claims import legal_events
from tablebridge_rules.riichi.state import Phase
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["abort_act", "exhaustive_act", "nine_terminals_act"]

_NINE = 9
_DOUBTFUL = 0.3  # an open hand that is not ready: misread, or a foul
_STANDING = 2  # fewer stand for sure no longer: a hand has one tile at least, and an edge may look like one


def nine_terminals_act(view: View) -> Iterator[Proposal]:
    """RL-X01: the seat in turn opens its first fourteen tiles, nine kinds of terminals and honours among them."""
    seat = view.state.turn
    fact = (_shown(view) or {}).get(seat)
    if fact is None or view.rulebook.play.nine_kinds == "off" or not view.state.first_turn(seat):
        return
    readings = row_of(fact)
    if len(readings) != 14 or not (view.state.phase is Phase.MUST_DISCARD or view.draw_due):
        return
    found = read_hand(readings, view.tiles_left(), _has_nine_kinds)
    if found is not None:
        event = vouch(AbortiveDraw("nine_terminals", seat), [fact], found.confidence)
        yield Proposal((*draw_before(view, seat, fact), event), certain=True)


def _has_nine_kinds(tiles: tuple[Tile, ...]) -> bool:
    return len({tile.kind for tile in tiles if not tile.kind.is_simple}) >= _NINE


def abort_act(view: View) -> Iterator[Proposal]:
    """A draw that the last discard brings about by itself: four winds, four riichi, four kans."""
    shown = _shown(view)
    if view.state.phase is not Phase.CALLS_OPEN or shown is None:
        return
    event = view.remember("abort", lambda: _abort_due(view))
    if event is not None and (shown or view.quiet(view.patience.missing)):
        yield Proposal((_by_last_act(view, event, shown.values()),), certain=True)


def _abort_due(view: View) -> AbortiveDraw | None:
    found = (event for event in legal_events(view.state, view.rulebook) if isinstance(event, AbortiveDraw))
    return next(found, None)


def exhaustive_act(view: View) -> Iterator[Proposal]:
    """RL-X11: the live wall is used up and nobody won on the last discard."""
    hand = view.state
    if hand.wall_left > 0 or hand.phase is not Phase.CALLS_OPEN or view.call_under_way():
        return
    shown = _shown(view)
    if shown is None or not _all_has_been_shown(view, shown):
        return
    readings = {seat: _ready_reading(view, seat, shown[seat]) for seat in _from_dealer(hand.dealer) if seat in shown}
    opened = tuple((seat, reading.tiles) for seat, reading in readings.items() if reading is not None)
    confidence = min((reading.confidence for reading in readings.values() if reading is not None), default=1.0)
    before = view.customs.before_act(view, next(iter(shown.values()))) if shown else ()
    event = _by_last_act(view, ExhaustiveDraw(opened), shown.values(), confidence)
    impossible = next((seat for seat, fact in shown.items() if _is_impossible(view, fact)), None)
    doubt = None if impossible is None else misread_elsewhere(impossible)
    yield Proposal((*before, event), certain=True, doubt=doubt)


def _all_has_been_shown(view: View, shown: dict[Seat, Fact[HandRevealed]]) -> bool:
    """Whether every seat has opened its hand, laid it down, or let its chance pass."""
    if view.cloth_cleared:
        return True
    hand = view.state
    unread = {seat for seat, fact in shown.items() if len(row_of(fact)) != 13 - 3 * len(hand.at(seat).melds)}
    in_riichi = {seat for seat in Seat if hand.at(seat).riichi.declared}
    if unread or in_riichi - shown.keys():
        return False  # RL-R05: a hand in riichi has to be opened, however long it takes
    laid_down = {seat: row for seat in Seat if (row := _laid_down(view, seat)) is not None}
    changes = [fact.changed_ms for fact in shown.values()] + [row.changed_ms for row in laid_down.values()]
    patience = view.patience.next_shows * len(_undecided(view, set(shown), set(laid_down)))
    return view.passed(max([view.hypothesis.applied_ms, *changes]), patience or view.patience.all_shown)


def _shown(view: View) -> dict[Seat, Fact[HandRevealed]] | None:
    """The opened hands of a draw; None while more may be shown, or when one of them wins."""
    return None if still_showing(view) or winners(view) else shown_hands(view)


def _undecided(view: View, shown: set[Seat], laid_down: set[Seat]) -> set[Seat]:
    """The seats that may still open their hand. From the dealer on each shows or not (RL-X15), so that whoever sits
    before one that has shown has let the chance pass."""
    order = _from_dealer(view.state.dealer)
    if view.rulebook.table.tenpai_order == "dealer_first" and shown:
        order = order[max(order.index(seat) for seat in shown) :]
    return set(order) - shown - laid_down


def _laid_down(view: View, seat: Seat) -> Fact[StandingRow] | None:
    """The report that a seat's tiles stand no longer: laid face down, or opened and not read yet."""
    row = view.facts.rows.get(seat)
    return row if row is not None and row.at_ms > view.hypothesis.event_ms and row.latest.tiles < _STANDING else None


def _ready_reading(view: View, seat: Seat, fact: Fact[HandRevealed]) -> HandReading | None:
    """A hand opened at a draw, read so that it is ready when it can be: that is why it was opened."""
    readings = row_of(fact)
    left, hand = view.tiles_left(), view.state
    ready = read_hand(readings, left, lambda tiles: bool(ready_waits(hand, seat, tiles, view.rulebook)))
    if ready is not None:
        return ready
    whole = view.setting.whole.copy()
    if _is_impossible(view, fact):
        ready = read_hand(readings, whole, lambda tiles: bool(ready_waits(hand, seat, tiles, view.rulebook)))
        return ready or as_it_lies(readings, whole)
    likely = next(likely_hands(readings, left), None)
    return likely and HandReading(likely.tiles, min(likely.confidence, _DOUBTFUL))


def _is_impossible(view: View, fact: Fact[HandRevealed]) -> bool:
    """Whether the set has not all tiles left that an open hand can be read as."""
    key = (_is_impossible, fact, fact.changed_ms)
    return view.remember(key, lambda: next(likely_hands(row_of(fact), view.tiles_left()), None) is None)


def _from_dealer(dealer: Seat) -> tuple[Seat, ...]:
    return tuple(dealer.after(steps) for steps in range(4))


def _by_last_act(
    view: View, event: GameEvent, shown: Iterable[Fact[HandRevealed]], confidence: float = 1.0
) -> DecodedEvent:
    """The event with the opened hands as witnesses; with none opened, the last discard is."""
    facts: list[Fact[Any]] = [*shown]
    taken = view.last_discard_fact()
    if not facts and taken is not None:
        facts = [taken]
    if facts:
        return vouch(event, facts, confidence)
    return DecodedEvent(event, view.now_ms, view.captured_at, confidence)
