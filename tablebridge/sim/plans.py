"""How good a hand is for one who wants to win with it: the distance towards a plan that has a yaku."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import STANDARD_KINDS, Suit, Tile, TileKind
from tablebridge_rules.waits import count_kinds, shanten

__all__ = ["NO_PLAN", "Plan", "Progress", "best_progress", "discards_by_progress", "is_value", "plans_for", "unseen"]

NO_PLAN = 9
"""A distance longer than any hand's: this plan cannot be followed."""

_COPIES = 4


class Plan(Enum):
    """Where the yaku will come from."""

    CLOSED = "closed"  # riichi
    VALUE = "value"  # a set of dragons or of an own wind is there
    SIMPLES = "simples"
    FLUSH = "flush"


@dataclass(frozen=True, slots=True, order=True)
class Progress:
    """The state of a hand of 13 (less 3 a meld): tiles missing to ready, and minus the live tiles that help."""

    shanten: int
    minus_useful: int


def is_value(kind: TileKind, seat: Seat, state: HandState) -> bool:
    """Whether a set of that kind is a yaku for that seat."""
    winds = (seat.wind(state.dealer).number, state.round_wind.number)
    return kind.is_dragon or (kind.is_wind and kind.rank - 1 in winds)


def unseen(state: HandState, seat: Seat) -> tuple[int, ...]:
    """How many tiles of each of the 34 kinds that seat has not seen: neither in its hand nor on the table."""
    left = [_COPIES] * len(STANDARD_KINDS)
    seen: list[Tile] = [*state.indicators, *(state.at(seat).concealed or ())]
    for part in state.seats:
        seen += (discard.tile for discard in part.river.lying)
        seen += (tile for meld in part.melds for tile in meld.tiles)
    for tile in seen:
        left[tile.kind.index] -= 1
    return tuple(max(count, 0) for count in left)


def plans_for(state: HandState, seat: Seat, melds: tuple[Meld, ...]) -> tuple[Plan, ...]:
    """The plans that these melds leave open to that seat."""
    if not any(meld.is_open for meld in melds):
        return (Plan.CLOSED,)
    kinds = [tile.kind for meld in melds for tile in meld.tiles]
    plans = []
    if any(meld.kind is not MeldKind.CHI and is_value(meld.tiles[0].kind, seat, state) for meld in melds):
        plans.append(Plan.VALUE)
    if all(kind.is_simple for kind in kinds):
        plans.append(Plan.SIMPLES)
    if len({kind.suit for kind in kinds} - {Suit.HONOURS}) <= 1:
        plans.append(Plan.FLUSH)
    return tuple(plans)


def best_progress(
    standing: Sequence[Tile], melds: tuple[Meld, ...], plans: Iterable[Plan], live: tuple[int, ...] | None = None
) -> Progress:
    """The best of the plans; without `live` (unseen tiles by kind) useful tiles are not counted."""
    best = Progress(NO_PLAN, 0)
    for counts in _targets(standing, melds, plans):
        distance = _distance(counts, len(melds))
        useful = 0
        if live is not None and distance <= best.shanten:
            useful = sum(live[index] for index in _useful(counts, len(melds)))
        best = min(best, Progress(distance, -useful))
    return best


def discards_by_progress(
    standing: tuple[Tile, ...],
    melds: tuple[Meld, ...],
    plans: tuple[Plan, ...],
    options: Iterable[Tile],
    live: tuple[int, ...],
) -> list[tuple[Progress, Tile]]:
    """What is left of the hand after each discard in `options`, best first. Useful tiles are counted only for those
    that leave the hand nearest to ready."""
    rests = [(tile, _without(standing, tile)) for tile in options]
    rough = [(best_progress(rest, melds, plans).shanten, tile, rest) for tile, rest in rests]
    nearest = min(distance for distance, _, _ in rough)
    ranked = [
        (best_progress(rest, melds, plans, live) if distance == nearest else Progress(distance, 0), tile)
        for distance, tile, rest in rough
    ]
    return sorted(ranked, key=lambda pair: pair[0])


def _without(standing: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    left = list(standing)
    left.remove(tile)
    return tuple(left)


def _targets(standing: Sequence[Tile], melds: tuple[Meld, ...], plans: Iterable[Plan]) -> list[tuple[int, ...]]:
    """The counts of the tiles that serve each plan; tiles that do not are left out, so they must all be exchanged."""
    found = []
    for plan in plans:
        if plan is Plan.SIMPLES:
            found.append(count_kinds(tile for tile in standing if tile.kind.is_simple))
        elif plan is Plan.FLUSH:
            called = {tile.kind.suit for meld in melds for tile in meld.tiles} - {Suit.HONOURS}
            suits = called or {Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO}
            found += [count_kinds(t for t in standing if t.kind.suit in (suit, Suit.HONOURS)) for suit in suits]
        else:
            found.append(count_kinds(standing))
    return found


@lru_cache(maxsize=1 << 16)
def _distance(counts: tuple[int, ...], melds: int) -> int:
    return shanten(counts, melds)


@lru_cache(maxsize=1 << 15)
def _useful(counts: tuple[int, ...], melds: int) -> tuple[int, ...]:
    """The kinds (by index) that bring the hand nearer."""
    distance = _distance(counts, melds)
    nearer = []
    for index, count in enumerate(counts):
        if count < _COPIES:
            more = (*counts[:index], count + 1, *counts[index + 1 :])
            if _distance(more, melds) < distance:
                nearer.append(index)
    return tuple(nearer)
