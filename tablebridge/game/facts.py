"""What the witnesses reported and no event has explained yet, beside what lies on the cloth and is explained.

Reports come in any order, repeated and re-read; a tile may be gone before anyone could use it. Facts keep that
apart from conclusions: the decoder asks for what is unexplained and tells what it has explained.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tablebridge.observation import (
    DiceShown,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
    WallRaised,
    WallStacks,
)
from tablebridge_rules.seat import Seat

__all__ = ["ClothFacts", "Fact", "RiverFacts"]

S = TypeVar("S")
_UNREAD = ("?", "back")


@dataclass(slots=True)
class Fact(Generic[S]):
    """A thing seen: its latest report, the observation that told of it first, and when that arrived (table ms)."""

    latest: S
    first: Observation
    arrived_ms: float
    confidence: float = 1.0
    gone_ms: float | None = None
    changed_ms: float = field(init=False)  # when the latest report arrived

    def __post_init__(self) -> None:
        self.changed_ms = self.arrived_ms

    @property
    def at_ms(self) -> float:
        """Table time of the first sighting."""
        return self.first.at_ms


@dataclass(slots=True)
class RiverFacts:
    """One river: `lying` are explained tiles by slot, `fresh` the unexplained ones in the order of their arrival."""

    lying: dict[int, Fact[RiverTileSeen]] = field(default_factory=dict)
    fresh: list[Fact[RiverTileSeen]] = field(default_factory=list)

    def seen(self, fact: Fact[RiverTileSeen]) -> None:
        """Takes in a tile: a repetition, a better reading, or a new one."""
        slot, reading = fact.latest.slot, fact.latest.reading
        old = self.lying.get(slot)
        if old is not None and (old.gone_ms is None or old.latest.reading.tile == reading.tile):
            old.gone_ms = None  # it was there all the time: re-reading an explained tile is no new act
            return
        for waiting in self.fresh:
            if waiting.latest.slot == slot and waiting.gone_ms is None:
                _reread(waiting, fact)
                return
        self.fresh.append(fact)

    def gone(self, slot: int, at_ms: float) -> None:
        """The tile of that slot was taken away; an unexplained one still wants to be explained."""
        for waiting in self.fresh:
            if waiting.latest.slot == slot and waiting.gone_ms is None:
                waiting.gone_ms = at_ms
                return
        if slot in self.lying:
            self.lying[slot].gone_ms = at_ms

    def next(self) -> Fact[RiverTileSeen] | None:
        """The unexplained tile that was discarded first: the lowest slot."""
        return min(self.fresh, key=lambda fact: (fact.latest.slot, fact.arrived_ms), default=None)

    def explain(self, fact: Fact[RiverTileSeen]) -> None:
        """The tile became a discard."""
        self.fresh.remove(fact)
        self.lying[fact.latest.slot] = fact

    def free(self, slot: int) -> None:
        """The discard of that slot was claimed: the next one may take its place (RL-T02)."""
        self.lying.pop(slot, None)

    def last_slot(self) -> int | None:
        """The highest explained slot, whether or not its tile still lies there."""
        return max(self.lying, default=None)


@dataclass(slots=True)
class ClothFacts:
    """Everything reported since the present walls came up."""

    rivers: dict[Seat, RiverFacts] = field(default_factory=lambda: {seat: RiverFacts() for seat in Seat})
    melds: dict[tuple[Seat, int], Fact[MeldSeen]] = field(default_factory=dict)
    indicators: dict[int, Fact[IndicatorSeen]] = field(default_factory=dict)
    ura: dict[int, Fact[IndicatorSeen]] = field(default_factory=dict)
    rows: dict[Seat, Fact[StandingRow]] = field(default_factory=dict)
    sticks: dict[Seat, Fact[RiichiStickSeen]] = field(default_factory=dict)
    reveals: dict[Seat, Fact[HandRevealed]] = field(default_factory=dict)
    stacks: dict[Seat, Fact[WallStacks]] = field(default_factory=dict)
    walls: dict[Seat, Fact[WallRaised]] = field(default_factory=dict)
    dealer_dice: Fact[DiceShown] | None = None
    break_dice: Fact[DiceShown] | None = None
    began_ms: float = float("-inf")  # when the last of the present walls came up

    def note(self, observation: Observation, now_ms: float) -> None:
        """Takes in an observation that arrived at `now_ms` table time."""
        match observation.sighting:
            case RiverTileSeen() as seen:
                confidence = min(observation.confidence, seen.reading.confidence)
                self.rivers[seen.seat].seen(Fact(seen, observation, now_ms, confidence))
            case RiverTileGone(seat, slot):
                self.rivers[seat].gone(slot, observation.at_ms)
            case MeldSeen() as seen:
                self._meld(seen, _fact(seen, observation, now_ms))
            case MeldGone(seat, index):
                _take(self.melds, (seat, index), observation)
            case IndicatorSeen() as seen:
                _put(self.ura if seen.ura else self.indicators, seen.index, _fact(seen, observation, now_ms))
            case IndicatorGone(index, ura):
                _take(self.ura if ura else self.indicators, index, observation)
            case StandingRow() as row:
                _put(self.rows, row.seat, _fact(row, observation, now_ms), again=False)
            case RiichiStickSeen() as stick:
                _put(self.sticks, stick.seat, _fact(stick, observation, now_ms), again=False)
            case HandRevealed() as hand:
                _put(self.reveals, hand.seat, _fact(hand, observation, now_ms))
            case RevealedHandGone(seat):
                _take(self.reveals, seat, observation)
            case WallStacks() as wall:
                _put(self.stacks, wall.side, _fact(wall, observation, now_ms), again=False)
            case WallRaised() as wall if observation.at_ms > self.began_ms:
                _put(self.walls, wall.side, _fact(wall, observation, now_ms), again=False)
            case DiceShown(purpose="dealer") as dice:
                self.dealer_dice = _fact(dice, observation, now_ms)
            case DiceShown() as dice:
                self.break_dice = _fact(dice, observation, now_ms)
            case _:
                pass  # link, faults, counts of tiles inside and hands over the cloth are no acts of the game

    def _meld(self, seen: MeldSeen, fact: Fact[MeldSeen]) -> None:
        key = (seen.seat, seen.index)
        old = self.melds.get(key)
        if old is None or old.gone_ms is not None or len(seen.tiles) > len(old.latest.tiles):
            self.melds[key] = fact  # a meld that grew is a new act
        elif len(seen.tiles) == len(old.latest.tiles):
            old.latest, old.confidence = seen, fact.confidence

    def begin_hand(self, began_ms: float) -> None:
        """Uses up the walls, and forgets what belongs to the hand before: all that was seen before `began_ms`."""
        self.began_ms = max((wall.at_ms for wall in self.walls.values()), default=began_ms)
        for river in self.rivers.values():
            river.lying.clear()
            river.fresh = [fact for fact in river.fresh if fact.at_ms >= began_ms and fact.gone_ms is None]
        self.melds = _since(began_ms, self.melds)
        self.indicators = _since(began_ms, self.indicators)
        self.ura = _since(began_ms, self.ura)
        self.rows = _since(began_ms, self.rows)
        self.sticks = _since(began_ms, self.sticks)
        self.reveals = _since(began_ms, self.reveals)
        self.stacks = _since(began_ms, self.stacks)
        self.walls.clear()
        self.dealer_dice = None
        if self.break_dice is not None and self.break_dice.at_ms < began_ms:
            self.break_dice = None

    def end_hand(self) -> None:
        """The hand is settled: whatever lies there now is of no more interest."""
        for river in self.rivers.values():
            for fact in river.fresh:
                river.lying[fact.latest.slot] = fact
            river.fresh.clear()
        self.dealer_dice = self.break_dice = None


def _fact(sighting: S, observation: Observation, now_ms: float) -> Fact[S]:
    return Fact(sighting, observation, now_ms, observation.confidence)


K = TypeVar("K")


def _put(facts: dict[K, Fact[S]], key: K, fact: Fact[S], *, again: bool = True) -> None:
    """Keeps a report. The same thing told twice stays as it was first told; with `again` another reading of it keeps
    the first moment, otherwise the change is a new fact."""
    old = facts.get(key)
    if old is None or old.gone_ms is not None or (not again and old.latest != fact.latest):
        facts[key] = fact
    elif old.latest != fact.latest:
        old.latest, old.confidence, old.changed_ms = fact.latest, fact.confidence, fact.arrived_ms


def _take(facts: dict[K, Fact[S]], key: K, observation: Observation) -> None:
    if key in facts:
        facts[key].gone_ms = observation.at_ms


def _since(began_ms: float, facts: dict[K, Fact[S]]) -> dict[K, Fact[S]]:
    return {key: fact for key, fact in facts.items() if fact.at_ms >= began_ms}


def _reread(waiting: Fact[RiverTileSeen], again: Fact[RiverTileSeen]) -> None:
    """A second reading of a tile that still waits: the surer face, and the way it lies now."""
    surer = _sureness(again.latest.reading, again.confidence) >= _sureness(waiting.latest.reading, waiting.confidence)
    if surer:
        waiting.latest, waiting.confidence = again.latest, again.confidence


def _sureness(reading: ReadTile, confidence: float) -> float:
    return 0.0 if reading.tile in _UNREAD else confidence
