"""Players of any rulebook: sensible, not strong. They win when they may and keep what brings the hand nearer to a win.

Riichi has players of its own (`players`), who look for a yaku; these know no more of a book than what it allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tablebridge_rules.event import Called, Discarded, FlowersShown, HandEvent, VoidSuitDeclared, Won, WonByFlowers
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import AnyRulebook, resolve, tradition
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile
from tablebridge_rules.waits import count_kinds, standard_shanten

__all__ = ["TablePlayers"]

_WINS = (Won, WonByFlowers)
_CLAIMS = (Won, WonByFlowers, Called)
_KAN_CHANCE = 0.8
_OTHER_ACT_CHANCE = 0.5
_READY_CHANCE = 0.9


_TIMID_WIN_CHANCE = 0.3


class TablePlayers:
    """The four of a table. Where they hesitate, the seeded `Random` decides. `timid` ones let most wins pass."""

    def __init__(self, book: AnyRulebook, rng: Random, *, timid: bool = False) -> None:
        self._book = book
        self._rng = rng
        self._timid = timid
        self._sets = tradition(book).hand_tiles // 3

    def choose(self, state: AnyTable, options: Sequence[HandEvent]) -> tuple[HandEvent, ...]:
        """What happens next of the legal `options`: an act of the seat in turn, or what the claims come to.

        Raises `ValueError` when there is nothing to choose from.
        """
        if not options:
            raise ValueError(f"nothing can happen in a hand that is not over: {state.phase.value}")
        wished = [event for event in options if isinstance(event, _CLAIMS) and self._wishes(state, event)]
        own = [event for event in wished if _is_own(event)]
        if own:
            return (next((event for event in own if isinstance(event, _WINS)), own[0]),)
        if wished:
            return resolve(wished, self._book)
        rest: list[HandEvent] = [event for event in options if not isinstance(event, _CLAIMS)]
        # among the last tiles of a Sichuan wall a win leaves no other choice (SC-F01)
        return (self._one_of(state, rest or list(options)),)

    def _wishes(self, state: AnyTable, event: HandEvent) -> bool:
        """Whether a seat wants a claim or a kan: every win, and what brings its hand nearer to one."""
        if not isinstance(event, Called):
            return not self._timid or self._rng.random() < _TIMID_WIN_CHANCE
        if _is_own(event):
            return self._rng.random() < _KAN_CHANCE
        part = state.at(event.seat)
        standing = part.concealed or ()
        left = list(standing)
        for tile in event.meld.own:
            left.remove(tile)
        return self._distance(left, len(part.melds) + 1) < self._distance(standing, len(part.melds))

    def _one_of(self, state: AnyTable, options: list[HandEvent]) -> HandEvent:
        for event in options:
            if isinstance(event, FlowersShown):
                return event
        void = [event for event in options if isinstance(event, VoidSuitDeclared)]
        if void:
            return min(void, key=lambda event: _suit_tiles(state, event))
        discards = [event for event in options if isinstance(event, Discarded)]
        others = [event for event in options if not isinstance(event, Discarded)]
        if others and (not discards or self._rng.random() < _OTHER_ACT_CHANCE):
            return self._rng.choice(others)
        return min(discards, key=lambda event: self._after(state, event))

    def _after(self, state: AnyTable, event: Discarded) -> tuple[int, bool, float]:
        """How far the hand is from a win after the discard; of equal ones a riichi mostly goes first."""
        part = state.at(event.seat)
        left = list(part.concealed or ())
        left.remove(event.tile)
        riichi = event.sideways and self._rng.random() < _READY_CHANCE
        return self._distance(left, len(part.melds)), not riichi, self._rng.random()

    def _distance(self, standing: Sequence[Tile], melds: int) -> int:
        return _shanten(count_kinds(tile for tile in standing if not tile.kind.is_flower), melds, self._sets)


def _is_own(event: HandEvent) -> bool:
    """Whether it is an act of the seat's own turn, and no claim on another's tile."""
    if isinstance(event, Called):
        return event.meld.from_seat is None or event.meld.kind is MeldKind.KAN_ADDED
    return getattr(event, "from_seat", None) is None


def _suit_tiles(state: AnyTable, event: VoidSuitDeclared) -> int:
    return sum(tile.kind.suit is event.suit for tile in state.at(event.seat).concealed or ())


@lru_cache(maxsize=1 << 14)
def _shanten(counts: tuple[int, ...], melds: int, sets: int) -> int:
    return standard_shanten(counts, melds, sets)
