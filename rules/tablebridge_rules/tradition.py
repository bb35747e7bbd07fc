"""What a tradition gives to `play`: how its rulebooks are read and how a hand of it goes, in one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Generic, TypeVar

from tablebridge_rules.event import HandEvent, HandStarted, Settled
from tablebridge_rules.fact import Fact
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.standing import Standing, standings_by_points
from tablebridge_rules.table import AnyTable, Step
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["Tradition", "no_fine"]

B = TypeVar("B")
T = TypeVar("T", bound=AnyTable)
N = TypeVar("N")


def no_fine(state: AnyTable, violation: Violation, rulebook: object) -> Delta:
    """Where the fold and the settlement move all that a violation costs."""
    del state, violation, rulebook
    return 0, 0, 0, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tradition(Generic[B, T, N]):
    """The functions of one tradition; see `play` for what each does.

    `hand_tiles` are dealt to every seat; the dealer's additional tile is its first draw. `indicators` tells that the
    deal turns one up (`Dealt` instead of `TilesDealt`).
    """

    load: Callable[[str | PathLike[str]], B]
    rulebook: type[B]
    state: type[T]
    tile_set: Callable[[B], tuple[Tile, ...]]
    hand_tiles: int
    indicators: bool
    opening_points: Callable[[B], Delta]
    start: Callable[[HandStarted], T]
    step: Callable[[T, HandEvent, B], Step[T]]
    legal_events: Callable[[T, B], tuple[HandEvent, ...]]
    resolve: Callable[[Sequence[HandEvent], B], tuple[HandEvent, ...]]
    settle: Callable[[T, B], Settled]
    next_hand: Callable[[T, B, Seat], N]
    standings: Callable[[B, Delta, Seat, int, Mapping[Seat, int] | None], tuple[Standing, ...]] = standings_by_points
    judge_fact: Callable[[T, Fact, B], tuple[Violation, ...]]
    apply_fact: Callable[[T, Fact, B], T]
    enforce: Callable[[T, Step[T], Collection[Violation], B], T]
    bear: Callable[[T, Violation, B], T]
    fine: Callable[[T, Violation, B], Delta] = no_fine
