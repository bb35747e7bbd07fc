"""What was told and looks wrong by now: events of the hand in play that later evidence contradicts.

Told events stay told. What speaks against one is kept here for the referee: which event of the hand, which tiles it may
have been instead, and why. While there is something, the table is out of step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.face_reading import TilesLeft, candidates
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.misreading import Misreading, TileTold
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.observation import IndicatorSeen, ReadTile, RiverTileSeen
from tablebridge_rules.event import Dealt, Discarded, HandEvent, HandStarted, IndicatorTurned
from tablebridge_rules.table import AnyTable
from tablebridge_rules.tile import Tile

__all__ = ["HandTold", "Suspicion"]

_SURE = 0.9  # a second reading so sure speaks against what was told
_AFTER_MS = 1500.0  # and for so long


@dataclass(frozen=True, slots=True)
class Suspicion:
    """An event that was probably misread: `index` counts the events of the hand in play from 0 (its beginning).

    `likely` are the tiles that it may have been instead, likeliest first; empty when nothing tells. `reason` is one
    line for the referee.
    """

    index: int
    event: HandEvent
    likely: tuple[Tile, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Told:
    """An event with the tile that it tells of, and the fact that showed it as it was read then."""

    event: HandEvent
    confidence: float
    tile: Tile | None = None
    fact: Fact[Any] | None = None
    read_as: str | None = None


class HandTold:
    """The events of the hand in play, as they were told, with what they rest on."""

    def __init__(self) -> None:
        self._told: list[_Told] = []
        self._misread: list[Misreading] = []

    def tell(self, decoded: DecodedEvent, facts: TableFacts, uses: tuple[Fact[Any], ...]) -> None:
        """Takes in an event when it is told; `uses` are the facts that its proposal used up."""
        event = decoded.event
        if isinstance(event, HandStarted):
            self.forget()
        fact = _fact_of(event, facts, self._indicators(), uses)
        tile = _tile_of(event)
        read_as = _reading(fact).tile if fact is not None else None
        self._told.append(_Told(event, decoded.confidence, tile, fact, read_as))

    def forget(self) -> None:
        """Nothing was told any more: another hand, or the same as a referee has corrected it."""
        self._told.clear()
        self._misread.clear()

    def suspect(self, misreading: Misreading) -> None:
        """Takes in that a face was probably misread, because somebody would stand accused otherwise."""
        self._misread.append(misreading)

    def tiles(self) -> list[TileTold]:
        """The events with how sure their faces are by now, and what else they may be."""
        return [TileTold(told.event, _sure_by_now(told), tuple(_others(told))) for told in self._told]

    def exchange(self, fact: Fact[RiverTileSeen]) -> None:
        """Takes in that this tile lies where the seat's newest discard was, which is gone."""
        for index in range(len(self._told) - 1, -1, -1):
            event = self._told[index].event
            if isinstance(event, Discarded) and event.seat is fact.latest.seat:
                self._told[index] = replace(self._told[index], fact=fact, read_as=None)
                return

    def suspicions(self, facts: TableFacts, whole: TilesLeft, state: AnyTable | None, now_ms: float) -> list[Suspicion]:
        """What of it looks wrong at `now_ms` (table time)."""
        return [*self._read_otherwise(now_ms), *self._too_many(whole, state), *self._accusing()]

    def _accusing(self) -> Iterator[Suspicion]:
        """Tiles without which nobody would be accused."""
        for misread in self._misread:
            yield Suspicion(misread.index, self._told[misread.index].event, misread.likely, misread.reason)

    def _indicators(self) -> int:
        return sum(isinstance(told.event, Dealt | IndicatorTurned) for told in self._told)

    def _read_otherwise(self, now_ms: float) -> Iterator[Suspicion]:
        """Tiles that the camera reads surely as another face by now."""
        for index, told in enumerate(self._told):
            if told.fact is None or told.tile is None or not told.fact.lies:
                continue
            reading = _reading(told.fact)
            if reading.tile in (str(told.tile), told.read_as) or reading.confidence < _SURE:
                continue
            if now_ms - told.fact.changed_ms >= _AFTER_MS:
                likely = tuple(tile for tile, _ in candidates(reading))[:3]
                reason = f"{told.tile} was told and is read as {reading.tile} now: event {index + 1} of the hand"
                yield Suspicion(index, told.event, likely, reason)

    def _too_many(self, whole: TilesLeft, state: AnyTable | None) -> Iterator[Suspicion]:
        """Tiles of which more lie open than the set has: the least sure of them was misread."""
        if state is None:
            return
        left = whole.copy()
        for tile in state.visible_tiles():
            left.take(tile)
        for tile in left.overdrawn():
            found = [(told.confidence, index) for index, told in enumerate(self._told) if told.tile == tile]
            if found:
                index = min(found)[1]
                reason = (
                    f"more {tile} lie open than the set has: one was misread, perhaps event {index + 1} of the hand"
                )
                yield Suspicion(index, self._told[index].event, self._instead(index, left), reason)

    def _instead(self, index: int, left: TilesLeft) -> tuple[Tile, ...]:
        fact = self._told[index].fact
        if fact is None:
            return ()
        return tuple(tile for tile, _ in candidates(_reading(fact)) if left.has(tile))


def _sure_by_now(told: _Told) -> float:
    """A tile that is still read so may have been read more surely since."""
    if told.fact is None or _reading(told.fact).tile != str(told.tile):
        return told.confidence
    return max(told.confidence, told.fact.confidence)


def _others(told: _Told) -> Iterator[Tile]:
    if told.fact is not None:
        yield from (tile for tile, _ in candidates(_reading(told.fact)) if tile != told.tile)


def _tile_of(event: HandEvent) -> Tile | None:
    match event:
        case Discarded() | IndicatorTurned():
            return event.tile
        case Dealt():
            return event.indicator
    return None


def _fact_of(event: HandEvent, facts: TableFacts, indicators: int, uses: tuple[Fact[Any], ...]) -> Fact[Any] | None:
    match event:
        case Discarded(seat):
            lying = (fact for fact in uses if isinstance(fact.latest, RiverTileSeen) and fact.latest.seat is seat)
            return next(lying, None)
        case Dealt() | IndicatorTurned():
            return facts.indicators.get(indicators)
    return None


def _reading(fact: Fact[Any]) -> ReadTile:
    seen = fact.latest
    assert isinstance(seen, RiverTileSeen | IndicatorSeen)
    return seen.reading
