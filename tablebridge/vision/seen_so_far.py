"""What the camera believes to lie on the table now: its observations so far, folded."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablebridge.observation import (
    FlowerGone,
    FlowerSeen,
    HandOverCloth,
    HandRevealed,
    IndicatorGone,
    IndicatorSeen,
    MeldGone,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RevealedHandGone,
    RiichiStickSeen,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    StandingRow,
    ViewHeld,
    WallStacks,
)
from tablebridge_rules.seat import Seat

__all__ = ["SeenSoFar"]

_LINES = 24


@dataclass(slots=True)
class SeenSoFar:
    """Rivers by seat and slot (reading, sideways) and which of their tiles are covered, melds by seat and index,
    flowers, open hands, indicators, standing rows, wall stacks, sticks, arms; why the view is held, if it is; `lines`
    are the last observations in words, newest last."""

    rivers: dict[Seat, dict[int, tuple[ReadTile, bool]]] = field(default_factory=lambda: {seat: {} for seat in Seat})
    melds: dict[Seat, dict[int, tuple[MeldTile, ...]]] = field(default_factory=lambda: {seat: {} for seat in Seat})
    covered: set[tuple[Seat, int]] = field(default_factory=set)
    flowers: dict[Seat, dict[int, ReadTile]] = field(default_factory=lambda: {seat: {} for seat in Seat})
    hands: dict[Seat, HandRevealed] = field(default_factory=dict)
    indicators: dict[tuple[int, bool], ReadTile] = field(default_factory=dict)
    standing: dict[Seat, StandingRow] = field(default_factory=dict)
    walls: dict[Seat, int] = field(default_factory=dict)
    sticks: set[Seat] = field(default_factory=set)
    arms: set[Seat] = field(default_factory=set)
    held: str | None = None
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LINES))

    def take(self, observations: Sequence[Observation]) -> None:
        """The observations of one more frame."""
        for observation in observations:
            self._take(observation)

    def _take(self, observation: Observation) -> None:
        said = ""
        match observation.sighting:
            case RiverTileSeen(seat, slot, reading, sideways):
                self.rivers[seat][slot] = reading, sideways
                said = f"{seat.name} river {slot + 1}: {_read(reading)}{' sideways' if sideways else ''}"
            case RiverTileGone(seat, slot):
                self.rivers[seat].pop(slot, None)
                self.covered.discard((seat, slot))
                said = f"{seat.name} river {slot + 1}: gone"
            case RiverTileCovered(seat, slot, covered, _):
                (self.covered.add if covered else self.covered.discard)((seat, slot))
                said = f"{seat.name} river {slot + 1}: {'covered' if covered else 'seen again'}"
            case FlowerSeen(seat, index, reading):
                self.flowers[seat][index] = reading
                said = f"{seat.name} flower {index + 1}: {_read(reading)}"
            case FlowerGone(seat, index):
                self.flowers[seat].pop(index, None)
                said = f"{seat.name} flower {index + 1}: gone"
            case ViewHeld(held, reason):
                self.held = reason if held else None
                said = f"the view is {'held' if held else 'trusted again'}: {reason}"
            case MeldSeen(seat, index, tiles):
                self.melds[seat][index] = tiles
                said = f"{seat.name} meld {index + 1}: {' '.join(_read(tile.reading) for tile in tiles)}"
            case MeldGone(seat, index):
                self.melds[seat].pop(index, None)
                said = f"{seat.name} meld {index + 1}: gone"
            case HandRevealed(seat) as hand:
                self.hands[seat] = hand
                said = f"{seat.name} hand open: {' '.join(tile.tile for tile in hand.tiles)}"
            case RevealedHandGone(seat):
                self.hands.pop(seat, None)
                said = f"{seat.name} hand: cleared"
            case IndicatorSeen(index, reading, ura):
                self.indicators[index, ura] = reading
                said = f"indicator {index + 1}{' ura' if ura else ''}: {_read(reading)}"
            case IndicatorGone(index, ura):
                self.indicators.pop((index, ura), None)
                said = f"indicator {index + 1}{' ura' if ura else ''}: gone"
            case StandingRow(seat, tiles, drawn) as row:
                self.standing[seat] = row
                said = f"{seat.name} stands {tiles}{' and one drawn' if drawn else ''}"
            case WallStacks(side, stacks):
                self.walls[side] = stacks
                said = f"{side.name} wall: {stacks} stacks"
            case RiichiStickSeen(seat, present):
                (self.sticks.add if present else self.sticks.discard)(seat)
                said = f"{seat.name} stick {'laid' if present else 'gone'}"
            case HandOverCloth(seat, present):
                (self.arms.add if present else self.arms.discard)(seat)
                return
            case _:
                return
        self.lines.append(f"{observation.at_ms / 1000:7.1f} s  {said}")


def _read(reading: ReadTile) -> str:
    return f"{reading.tile} {reading.confidence:.0%}"
