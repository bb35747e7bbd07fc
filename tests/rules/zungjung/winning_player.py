"""Seats that play to win, each from a seed and in its own style, so that hands end with wins of many kinds."""

from __future__ import annotations

from enum import Enum
from random import Random

from tablebridge_rules.event import Called, Discarded, Drawn, ExhaustiveDraw, HandEvent, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds
from tablebridge_rules.zungjung.legal import resolve
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.shape import shanten, useful_tiles
from tests.rules.play.hands import PlayedHand


class Style(Enum):
    """What a seat is after."""

    FAST = "fast"  # the nearest hand
    TRIPLETS = "triplets"  # pairs are kept, every pon and kan is called
    SUIT = "suit"  # one suit and honours
    CLOSED = "closed"  # calls nothing but a win


_FAR = 9
"""How much further from a hand a tile that the style does not want makes it, in steps."""


class WinningHand(PlayedHand):
    """A hand whose seats win as soon as they can and otherwise follow their styles."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        chance = Random(seed)
        self.styles = {seat: chance.choice(list(Style)) for seat in Seat}
        self.suits = {seat: chance.choice("mps") for seat in Seat}
        self.zung_jung = book
        super().__init__(book, seed, 1.0)

    def choose(self, options: tuple[HandEvent, ...]) -> tuple[HandEvent, ...]:
        """The win that goes first, the call that is granted, else a draw or the best discard."""
        claims = [event for event in options if isinstance(event, Won | Called) and self.wants(event)]
        own = [event for event in claims if event.seat is self.state.turn and self.state.at(event.seat).holds_draw]
        if own:
            return (min(own, key=lambda event: not isinstance(event, Won)),)
        if claims:
            return resolve(claims, self.zung_jung)
        discards = [event for event in options if isinstance(event, Discarded)]
        if discards:
            return (min(discards, key=self.after_discard),)
        return tuple(event for event in options if isinstance(event, Drawn | ExhaustiveDraw))

    def wants(self, event: Won | Called) -> bool:
        """Whether the seat's style takes what it is offered."""
        style = self.styles[event.seat]
        if isinstance(event, Won):
            return True
        kind, part = event.meld.kind, self.state.at(event.seat)
        if kind in (MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED) or (
            kind is not MeldKind.CHI and style is Style.TRIPLETS
        ):
            return True
        standing = list(part.concealed or ())
        before = self.away(event.seat, standing, part.melds)
        for tile in event.meld.own:
            standing.remove(tile)
        return style is not Style.CLOSED and self.away(event.seat, standing, (*part.melds, event.meld)) < before

    def after_discard(self, event: Discarded) -> tuple[int, int, int]:
        """How far the hand is without that tile, how few tiles help it then; the discard itself settles ties."""
        part = self.state.at(event.seat)
        left = list(part.concealed or ())
        left.remove(event.tile)
        away = self.away(event.seat, left, part.melds)
        helping = len(useful_tiles(left, part.melds)) if away <= 1 else 0
        return away, -helping, event.tile.kind.index

    def away(self, seat: Seat, standing: list[Tile], melds: tuple[Meld, ...]) -> int:
        """Steps to a hand as the seat's style sees it."""
        counts = count_kinds(standing)
        steps = shanten(counts, len(melds))
        if self.styles[seat] is Style.SUIT:
            suit = self.suits[seat]
            return steps + _FAR * sum(tile.kind.is_suited and tile.kind.suit.value != suit for tile in standing)
        if self.styles[seat] is Style.TRIPLETS:
            return _FAR - sum(min(count, 3) - 1 for count in counts if count > 1) + steps * (steps <= 0)
        return steps
