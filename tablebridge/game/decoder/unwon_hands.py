"""Hands that nobody wins, hands opened to be checked, and when an ended hand can be settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import as_it_lies, likely_hands, misread_elsewhere
from tablebridge.game.decoder.open_hands import OpenHand, Revealed, kans_of, shown_hands
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import PointsShown, StandingRow
from tablebridge_rules.event import ExhaustiveDraw, HandsRevealed
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase

__all__ = ["checked", "drawn_hand", "settled_down"]

_STANDING = 2  # fewer stand for sure no longer: an edge may look like one
_SHORTLY_MS = 1200.0


def drawn_hand(view: View, draws_left: int) -> Iterator[Proposal]:
    """No tile is left to draw, nobody took the last discard: rows are laid down, some perhaps open, to be checked."""
    state = view.state
    if draws_left > 0 or state.phase is not Phase.CALLS_OPEN or view.call_under_way():
        return
    shown = {one.seat: one for one in shown_hands(view)}
    down = {seat: row for seat in Seat if seat not in shown and (row := _laid_down(view, seat)) is not None}
    undecided = len(Seat) - len(shown) - len(down)
    changing: list[Fact[Any]] = [*down.values(), *(one.fact for one in shown.values())]
    patience_ms = view.patience.next_shows * undecided or view.patience.all_shown
    since_ms = max([view.hypothesis.applied_ms, *(fact.changed_ms for fact in changing)])
    if not view.cloth_cleared and not view.passed(since_ms, patience_ms):
        return
    revealed, confidence, doubt = _read_all(view, list(shown.values()))
    laid = view.last_discard_fact()
    facts = changing or ([laid] if laid is not None else [])
    if facts:
        at = max(facts, key=lambda fact: fact.at_ms)
        event = vouch(ExhaustiveDraw(revealed, kans_of(view, revealed)), facts, confidence, at=at)
    else:
        event = DecodedEvent(ExhaustiveDraw(), view.now_ms, view.captured_at)
    yield Proposal((event,), tuple(one.fact for one in shown.values()), doubt=doubt)


def checked(view: View) -> Iterator[Proposal]:
    """Hands that others lay open when the hand is over, so that they can be checked."""
    shown = shown_hands(view)
    if not shown or not view.settled_down([one.fact for one in shown], _SHORTLY_MS):
        return
    revealed, confidence, doubt = _read_all(view, shown)
    if revealed:
        facts = [one.fact for one in shown]
        at = max(facts, key=lambda fact: fact.at_ms)
        yield Proposal(
            (vouch(HandsRevealed(revealed, kans_of(view, revealed)), facts, confidence, at=at),),
            tuple(facts),
            doubt=doubt,
        )


def _read_all(view: View, shown: Iterable[OpenHand]) -> tuple[Revealed, float, str | None]:
    """The hands with the confidence of the least sure tile, and what is in doubt where one of them cannot be."""
    found, sure, doubt = [], [1.0], None
    for one in shown:
        reading = next(likely_hands(one.row, view.tiles_left()), None)
        if reading is None:
            reading, doubt = as_it_lies(one.row, view.setting.whole.copy()), misread_elsewhere(one.seat)
        if reading is not None:
            found.append((one.seat, reading.tiles))
            sure.append(reading.confidence)
    return tuple(found), min(sure), doubt


def _laid_down(view: View, seat: Seat) -> Fact[StandingRow] | None:
    """The report that a seat's tiles stand no longer: laid face down, or opened and not read yet."""
    row = view.here(view.facts.rows.get(seat))
    return row if row is not None and row.at_ms > view.hypothesis.event_ms and row.latest.tiles < _STANDING else None


def settled_down(view: View) -> bool:
    """For `Customs.ready_to_settle`: nobody opens a hand to be checked any more, or the points have moved already."""
    if any(fact.at_ms > view.hypothesis.event_ms for fact in view.told(PointsShown)):
        return True
    return not shown_hands(view) and view.quiet(_SHORTLY_MS)
