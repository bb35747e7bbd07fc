"""Hands laid open at the end by those who have not won, so that they can be checked (SC-R23, SC-P04, SC-P05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hand_reading import likely_hands
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.sichuan.melds import is_false_kong, kong_tile
from tablebridge.game.decoder.view import View, vouch
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.event import ExhaustiveDraw, HandsRevealed
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = [
    "KongsShown",
    "all_hands_known",
    "drawn_hand",
    "hands_owed",
    "hands_to_check",
    "kongs_turned_up",
    "open_hands",
]

_MOST_MISCOUNTED = 2
_PLAIN = 0.9  # tiles so surely read are what they are

Shown = tuple[tuple[Seat, tuple[Tile, ...]], ...]


@dataclass(frozen=True, slots=True)
class KongsShown:
    """One tile of each concealed kong that was turned up, in the order of calling, and how sure (0..1) of all."""

    tiles: tuple[Tile, ...]
    confidence: float


def kongs_turned_up(view: View, seat: Seat) -> KongsShown | None:
    """What the concealed kongs of a seat are that lay face down; None while one still does. One that proves to be none
    stays without tiles, so that its hand wins nothing and waits for nothing (SC-F03)."""
    found = []
    for index, meld in enumerate(view.state.at(seat).melds):
        if meld.is_hidden and not is_false_kong(view, seat, index):
            shown = kong_tile(view, seat, index)
            if shown is None:
                return None
            found.append(shown)
    return KongsShown(tuple(tile for tile, _ in found), min((sure for _, sure in found), default=1.0))


def drawn_hand(view: View) -> Iterator[Proposal]:
    """The wall is used up, nobody won on the last discard, and those who have not won lay their hands open."""
    state = view.state
    if state.wall_left or state.phase is not Phase.CALLS_OPEN or state.replacement_pending or view.call_under_way():
        return
    found = _hands(view)
    if found is not None:
        yield found.proposal(ExhaustiveDraw(found.hands, found.kongs))


def hands_to_check(view: View) -> Iterator[Proposal]:
    """After the last win those who have not won lay their hands open."""
    if view.state.revealed:
        return
    found = _hands(view)
    if found is not None and found.hands:
        yield found.proposal(HandsRevealed(found.hands, found.kongs))


def all_hands_known(view: View) -> bool:
    """Whether every hand lies open, or did: what is to be paid depends on all of them."""
    return all(view.state.at(seat).concealed is not None for seat in Seat)


def open_hands(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """Hands that lie open in play and that no event tells of: they win nothing, or the wall is used up and somebody
    does not show his."""
    facts, state = view.facts.reveals, view.state
    if not view.in_play:
        return
    for seat, fact in facts.items():
        if fact in view.hypothesis.used or state.at(seat).has_won or view.here(fact) is None:
            continue
        if state.wall_left and _may_be_judged(view, seat, fact):
            yield fact, f"the hand of {seat.value} lies open and does not win"
        elif not state.wall_left and view.waited(fact, view.patience.forced):
            yield fact, f"the wall is used up and not all hands are laid open, that of {seat.value} is"


def hands_owed(view: View) -> str | None:
    """A hand that is over while somebody still hides his."""
    if all_hands_known(view) or not view.quiet(view.patience.forced):
        return None
    hidden = ", ".join(seat.value for seat in Seat if view.state.at(seat).concealed is None)
    return f"the hand is over and cannot be settled: the tiles of {hidden} were not laid open"


def _may_be_judged(view: View, seat: Seat, fact: Fact[HandRevealed]) -> bool:
    """A hand is worth nothing until the kongs that go with it are turned up, which takes a moment."""
    return kongs_turned_up(view, seat) is not None or view.waited(fact, view.patience.ura)


@dataclass(frozen=True, slots=True)
class _Hands:
    """What was laid open, from the dealer on."""

    hands: Shown
    kongs: Shown
    facts: tuple[Fact[HandRevealed], ...]
    confidence: float

    def proposal(self, event: ExhaustiveDraw | HandsRevealed) -> Proposal:
        last = max(self.facts, key=lambda fact: fact.at_ms)
        # whatever it tells of its owner: nothing else can be made of a hand that lies open at the end
        plain = self.confidence >= _PLAIN
        return Proposal((vouch(event, self.facts, self.confidence, at=last),), self.facts, certain=plain)


def _hands(view: View) -> _Hands | None:
    """The hands of all who have not won, once all lie open, or nothing more will be shown."""
    state = view.state
    due = [seat for seat in (state.dealer.after(steps) for steps in range(4)) if not state.at(seat).has_won]
    facts = {seat: fact for seat in due if (fact := _laid_open(view, seat)) is not None}
    if not facts or not view.settled_down(_changing(view, facts), view.patience.all_shown):
        return None
    complete = len(facts) == len(due) and all(kongs_turned_up(view, seat) is not None for seat in facts)
    if not complete and any(fact.lies for fact in facts.values()):
        return None  # as long as hands lie there, another may be opened beside them
    shown = tuple((seat, fact.latest, kongs_turned_up(view, seat)) for seat, fact in facts.items())
    return view.remember((_hands, shown), lambda: _read(view, facts))


def _laid_open(view: View, seat: Seat) -> Fact[HandRevealed] | None:
    fact = view.facts.reveals.get(seat)
    if fact is None or fact in view.hypothesis.used or fact.at_ms < view.hypothesis.since_ms:
        return None
    whole = view.full_row(seat) - 1
    lying = fact.latest.tiles if fact.latest.apart is None else (*fact.latest.tiles, fact.latest.apart)
    miscounted = abs(len(lying) - whole)  # after a draw or a discard out of turn
    return fact if view.is_recent(fact) and miscounted <= _MOST_MISCOUNTED else None


def _changing(view: View, facts: dict[Seat, Fact[HandRevealed]]) -> Iterable[Fact[Any]]:
    """What may still be read better: the hands, and the kongs of their owners."""
    yield from facts.values()
    for (seat, _), fact in view.facts.melds.items():
        if seat in facts and view.here(fact) is not None:
            yield fact


def _read(view: View, facts: dict[Seat, Fact[HandRevealed]]) -> _Hands:
    """The likeliest hands of which the set has all tiles, each after the one before."""
    left, sure = view.tiles_left(), 1.0
    hands: list[tuple[Seat, tuple[Tile, ...]]] = []
    kongs: list[tuple[Seat, tuple[Tile, ...]]] = []
    for seat, fact in facts.items():
        shown = kongs_turned_up(view, seat)
        if shown is not None and shown.tiles:
            kongs.append((seat, shown.tiles))
            sure = min(sure, shown.confidence)
            for tile in shown.tiles * 4:
                left.take(tile)
        reading = next(likely_hands(_row(fact), left), None)
        if reading is None:
            continue
        hands.append((seat, reading.tiles))
        sure = min(sure, reading.confidence)
        for tile in reading.tiles:
            left.take(tile)
    return _Hands(tuple(hands), tuple(kongs), tuple(facts.values()), sure)


def _row(fact: Fact[HandRevealed]) -> tuple[ReadTile, ...]:
    return fact.latest.tiles if fact.latest.apart is None else (*fact.latest.tiles, fact.latest.apart)
