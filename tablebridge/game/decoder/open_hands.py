"""Hands laid open, in play or after it: whose, how they lie, and what their owner turned up with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablebridge.game.decoder.face_reading import TilesLeft
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.set_reading import likely_fours
from tablebridge.game.decoder.view import View
from tablebridge.observation import HandRevealed, ReadTile
from tablebridge_rules.meld import KAN_TILES
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["OpenHand", "Revealed", "kans_of", "left_for", "shown_hands", "turned_up", "unexplained_hands"]

_BACK = "back"
_SHORTLY_MS = 1200.0

Revealed: TypeAlias = tuple[tuple[Seat, tuple[Tile, ...]], ...]
"""Seats with tiles of theirs."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open: whose, how it lies, all its tiles from left to right."""

    seat: Seat
    fact: Fact[HandRevealed]

    @property
    def row(self) -> tuple[ReadTile, ...]:
        """All tiles, one apart last."""
        shown = self.fact.latest
        return shown.tiles if shown.apart is None else (*shown.tiles, shown.apart)

    @property
    def apart(self) -> bool:
        """Whether a tile lies apart."""
        return self.fact.latest.apart is not None


def shown_hands(view: View) -> list[OpenHand]:
    """The hands that lie open, or did a moment ago, and that no event has told."""
    since, used = view.hypothesis.since_ms, view.hypothesis.used
    facts = {seat: fact for seat in Seat if (fact := view.facts.reveals.get(seat)) is not None}
    return [
        OpenHand(seat, fact)
        for seat, fact in facts.items()
        if fact.at_ms >= since and fact not in used and view.is_recent(fact)
    ]


def unexplained_hands(view: View) -> Iterator[tuple[Fact[Any], str]]:
    """For `Customs.unexplained`: hands that lie open in play and that no event has told."""
    for shown in shown_hands(view):
        if shown.fact.lies and view.waited(shown.fact, view.patience.ura + _SHORTLY_MS):
            yield shown.fact, f"{shown.seat.value}'s hand lies open and wins nothing"


def left_for(view: View, seat: Seat) -> TilesLeft:
    """What the set has left for an opened hand: not what its own kans show now that they are turned up."""
    left = view.tiles_left()
    for index, meld in enumerate(view.state.at(seat).melds):
        if meld.is_hidden and (found := turned_up(view, seat, index)) is not None:
            for _ in range(KAN_TILES):
                left.take(found[0])
    return left


def turned_up(view: View, seat: Seat, index: int) -> tuple[Tile, float] | None:
    """What a concealed kan is that shows faces now, and how sure; None while it lies face down."""
    fact = view.here(view.facts.melds.get((seat, index)))
    if fact is None or len(fact.latest.tiles) != KAN_TILES:
        return None
    if all(tile.reading.tile == _BACK for tile in fact.latest.tiles):
        return None
    found = likely_fours(fact.latest.tiles, view.tiles_left())
    return (found[0].tiles[0], found[0].confidence) if found else None


def kans_of(view: View, revealed: Revealed) -> Revealed:
    """One tile of each kan that lay face down, of those who turned all of theirs up."""
    found = []
    for seat, _ in revealed:
        hidden = [index for index, meld in enumerate(view.state.at(seat).melds) if meld.is_hidden]
        up = [turned_up(view, seat, index) for index in hidden]
        if up and None not in up:
            found.append((seat, tuple(one[0] for one in up if one is not None)))
    return tuple(found)
