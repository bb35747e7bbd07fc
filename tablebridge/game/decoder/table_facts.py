"""What the witnesses reported of one table, shared by all hypotheses: facts know nothing of explanations.

Reports come in any order, repeated and re-read; a tile may be gone before anyone could use it. Each thing becomes one
`Fact`; which of them an event explains is the hypothesis's own affair (`Hypothesis.used`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablebridge.game.decoder.fact import Fact
from tablebridge.observation import (
    DiceShown,
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
    ViewHeld,
    WallRaised,
    WallStacks,
)
from tablebridge_rules.meld import KAN_TILES
from tablebridge_rules.seat import Seat

__all__ = ["TableFacts"]

S = TypeVar("S")
K = TypeVar("K")
_UNREAD = ("?", "back")
_NEW_WALLS_MS = 10000.0  # a wall told again sooner is the same wall: no hand is as short
_ARM_MS = 30000.0  # an arm that was not seen to leave has left by then
_LEFT_MS = 800.0  # what it hid is seen so long after it has left
_MOST_OTHERS = 200  # of things without a place; buttons and reports of one hand are fewer


@dataclass(slots=True)
class TableFacts:
    """Everything reported that may still matter. Keys are places on the cloth; the newest fact of a place counts.

    `rivers` hold every tile since the hand began, gone ones included, in the order of their arrival. `others` are
    reports that have no place here (buttons, the table's deal, points, lamps), in the order of their arrival.
    """

    rivers: dict[Seat, list[Fact[RiverTileSeen]]] = field(default_factory=lambda: {seat: [] for seat in Seat})
    melds: dict[tuple[Seat, int], Fact[MeldSeen]] = field(default_factory=dict)
    flowers: dict[tuple[Seat, int], Fact[FlowerSeen]] = field(default_factory=dict)
    indicators: dict[int, Fact[IndicatorSeen]] = field(default_factory=dict)
    ura: dict[int, Fact[IndicatorSeen]] = field(default_factory=dict)
    rows: dict[Seat, Fact[StandingRow]] = field(default_factory=dict)
    sticks: dict[Seat, Fact[RiichiStickSeen]] = field(default_factory=dict)
    reveals: dict[Seat, Fact[HandRevealed]] = field(default_factory=dict)
    stacks: dict[Seat, Fact[WallStacks]] = field(default_factory=dict)
    walls: dict[Seat, Fact[WallRaised]] = field(default_factory=dict)
    dice: list[Fact[DiceShown]] = field(default_factory=list)
    others: list[Fact[Any]] = field(default_factory=list)
    covered: dict[tuple[Seat, int], float] = field(default_factory=dict)
    arms: dict[Seat, int] = field(default_factory=dict)
    arms_ms: dict[Seat, float] = field(default_factory=dict)
    reached_ms: dict[Seat, float] = field(default_factory=dict)
    held: str | None = None

    def note(self, observation: Observation, now_ms: float) -> None:
        """Takes in an observation that arrived at `now_ms` table time."""
        match observation.sighting:
            case RiverTileSeen() as seen:
                confidence = min(observation.confidence, seen.reading.confidence)
                self._river_tile(Fact(seen, observation, now_ms, confidence))
            case RiverTileGone(seat, slot):
                self.covered.pop((seat, slot), None)
                fact = self.river_tile(seat, slot)
                if fact is not None and fact.lies:
                    fact.gone_ms = observation.at_ms
            case RiverTileCovered(seat, slot, covered, since_ms):
                if covered:
                    self.covered[seat, slot] = since_ms
                else:
                    self.covered.pop((seat, slot), None)
            case MeldSeen() as seen:
                self._meld(_fact(seen, observation, now_ms))
            case MeldGone(seat, index):
                _take(self.melds, (seat, index), observation)
            case FlowerSeen() as seen:
                _put(self.flowers, (seen.seat, seen.index), _fact(seen, observation, now_ms))
            case FlowerGone(seat, index):
                _take(self.flowers, (seat, index), observation)
            case IndicatorSeen() as seen:
                _put(self.ura if seen.ura else self.indicators, seen.index, _fact(seen, observation, now_ms))
            case IndicatorGone(index, ura):
                _take(self.ura if ura else self.indicators, index, observation)
            case _:
                self._note_state(observation, now_ms)

    def _note_state(self, observation: Observation, now_ms: float) -> None:
        match observation.sighting:
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
            case WallRaised() as wall:
                self._wall(_fact(wall, observation, now_ms))
            case DiceShown() as throw:
                self._throw(_fact(throw, observation, now_ms))
            case HandOverCloth(seat, present):
                # two arms over one place are told twice, and so is their leaving
                self.arms[seat] = max(self.arms.get(seat, 0) + (1 if present else -1), 0)
                self.arms_ms[seat] = now_ms
                if present:
                    self.reached_ms[seat] = observation.at_ms
            case ViewHeld(held, reason):
                self.held = reason if held else None
            case other:
                self.others.append(_fact(other, observation, now_ms))
                del self.others[:-_MOST_OTHERS]

    def river_tile(self, seat: Seat, slot: int) -> Fact[RiverTileSeen] | None:
        """The newest tile of that slot, gone or not."""
        return next((fact for fact in reversed(self.rivers[seat]) if fact.latest.slot == slot), None)

    def hidden_until_ms(self, seat: Seat) -> float:
        """Until when (table ms) an arm lies over that seat's place, or something over its river, so that an act may go
        unseen: `inf` while nothing but another report ends it, `-inf` when nothing was ever there."""
        if any(owner is seat for owner, _ in self.covered):
            return float("inf")
        lasts_ms = _ARM_MS if self.arms.get(seat, 0) > 0 else _LEFT_MS
        return self.arms_ms.get(seat, float("-inf")) + lasts_ms

    def may_hide(self, seat: Seat, now_ms: float) -> bool:
        """Whether something lies there now; see `hidden_until_ms`."""
        return now_ms < self.hidden_until_ms(seat)

    def lay(self, fact: Fact[RiverTileSeen]) -> None:
        """Puts in a tile that is known to lie there, as after a restart."""
        self.rivers[fact.latest.seat].append(fact)

    def postpone(self, blind_ms: float) -> None:
        """Counts a time in which nothing could be seen for nothing: everything has waited that much less."""
        kept = (self.melds, self.flowers, self.indicators, self.ura, self.rows, self.sticks, self.reveals, self.stacks)
        facts: list[Fact[Any]] = [fact for river in self.rivers.values() for fact in river]
        facts += [fact for place in kept for fact in place.values()]
        for fact in facts:
            fact.arrived_ms += blind_ms
            fact.changed_ms += blind_ms
            if fact.gone_ms is not None:
                fact.gone_ms += blind_ms

    def _river_tile(self, fact: Fact[RiverTileSeen]) -> None:
        """A tile: a better reading of one that lies there, one that was pushed here from its slot, or one that came
        after the slot was seen empty."""
        seen = fact.latest
        old = self.river_tile(seen.seat, seen.slot)
        self.covered.pop((seen.seat, seen.slot), None)
        if old is not None and old.lies:
            if _sureness(seen.reading, fact.confidence) >= _sureness(old.latest.reading, old.confidence):
                old.latest, old.confidence, old.changed_ms = seen, fact.confidence, fact.arrived_ms
            return
        if old is not None and old.latest.reading.tile == seen.reading.tile:
            fact.again = old
        pushed = self._same_track(fact)
        if pushed is not None:
            fact.again = pushed
            pushed.gone_ms = fact.arrived_ms if pushed.gone_ms is None else pushed.gone_ms
        self.rivers[seen.seat].append(fact)

    def _same_track(self, fact: Fact[RiverTileSeen]) -> Fact[RiverTileSeen] | None:
        """The newest fact of the same tile, followed by the camera, in another slot of the same river."""
        track = fact.first.track
        if track is None:
            return None
        return next((one for one in reversed(self.rivers[fact.latest.seat]) if one.first.track == track), None)

    def _meld(self, fact: Fact[MeldSeen]) -> None:
        key = (fact.latest.seat, fact.latest.index)
        old = self.melds.get(key)
        if old is None or not old.lies or len(fact.latest.tiles) > len(old.latest.tiles):
            self.melds[key] = fact  # a meld that grew is a new act
        elif len(fact.latest.tiles) in (len(old.latest.tiles), KAN_TILES - 1):
            # a robbed kan is a pon again; of any other meld that is shorter a part is hidden
            if old.latest != fact.latest:
                old.changed_ms = fact.arrived_ms
            old.latest, old.confidence = fact.latest, fact.confidence

    def _wall(self, fact: Fact[WallRaised]) -> None:
        old = self.walls.get(fact.latest.side)
        if old is None or fact.at_ms > old.at_ms + _NEW_WALLS_MS:
            self.walls[fact.latest.side] = fact
        elif fact.at_ms >= old.at_ms and fact.latest != old.latest:
            old.latest, old.changed_ms = fact.latest, fact.arrived_ms

    def _throw(self, fact: Fact[DiceShown]) -> None:
        if all(throw.at_ms != fact.at_ms or throw.latest != fact.latest for throw in self.dice):
            self.dice.append(fact)

    def forget_before(self, began_ms: float, used: Iterable[Fact[Any]] = ()) -> None:
        """A hand began at `began_ms`: what was first seen before is of another, and so is what it has `used` up."""
        gone = set(used)
        for seat, river in self.rivers.items():
            self.rivers[seat] = [fact for fact in river if fact.at_ms >= began_ms]
        self.melds = _since(began_ms, self.melds)
        self.flowers = _since(began_ms, self.flowers)
        self.indicators = _since(began_ms, self.indicators)
        self.ura = _since(began_ms, self.ura)
        self.rows = _since(began_ms, self.rows)
        self.sticks = _since(began_ms, self.sticks)
        self.reveals = _since(began_ms, self.reveals)
        self.stacks = _since(began_ms, self.stacks)
        self.dice = [fact for fact in self.dice if fact.at_ms >= began_ms and fact not in gone]
        self.others = [fact for fact in self.others if fact.at_ms >= began_ms and fact not in gone]


def _fact(sighting: S, observation: Observation, now_ms: float) -> Fact[S]:
    return Fact(sighting, observation, now_ms, observation.confidence)


def _put(facts: dict[K, Fact[S]], key: K, fact: Fact[S], *, again: bool = True) -> None:
    """Keeps a report. The same thing told twice stays as it was first told; with `again` another reading of it keeps
    the first moment, otherwise the change is a new fact."""
    old = facts.get(key)
    if old is None or not old.lies or (not again and old.latest != fact.latest):
        facts[key] = fact
    elif old.latest != fact.latest:
        old.latest, old.confidence, old.changed_ms = fact.latest, fact.confidence, fact.arrived_ms


def _take(facts: dict[K, Fact[Any]], key: K, observation: Observation) -> None:
    if key in facts:
        facts[key].gone_ms = observation.at_ms


def _since(began_ms: float, facts: dict[K, Fact[S]]) -> dict[K, Fact[S]]:
    return {key: fact for key, fact in facts.items() if fact.at_ms >= began_ms}


def _sureness(reading: ReadTile, confidence: float) -> float:
    return 0.0 if reading.tile in _UNREAD else confidence
