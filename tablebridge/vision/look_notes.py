"""Notes of what the watchers read and where they wait: for people who want to see why something is held back."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from tablebridge.cloth import Place
from tablebridge.vision.change import Footprint
from tablebridge.vision.reading import TileReading
from tablebridge_rules.seat import Seat

__all__ = ["LookNotes", "ReadPlace", "WaitingPlace"]

_KEPT_MS = 1500.0


@dataclass(frozen=True, slots=True)
class ReadPlace:
    """A tile that was cut out and read: where in a seat's frame, at which height in mm, when, and as what."""

    seat: Seat
    place: Place
    top_mm: float
    at_ms: float
    reading: TileReading


@dataclass(frozen=True, slots=True, eq=False)
class WaitingPlace:
    """Cells of the picture that a watcher holds back, and why in a few words."""

    footprint: Footprint
    why: str


@dataclass(slots=True)
class LookNotes:
    """What was read in the last moments, and what is held back in the present frame.

    One for each observer; given to it, each frame's `Look` writes into it.
    """

    read: list[ReadPlace] = field(default_factory=list)
    waiting: list[WaitingPlace] = field(default_factory=list)
    _puzzled: WeakKeyDictionary[object, WaitingPlace] = field(default_factory=WeakKeyDictionary)
    _at_ms: float = 0.0

    def begin(self, at_ms: float) -> None:
        """The next frame: what is old is forgotten, and who waits has to say so again."""
        self._at_ms = at_ms
        self.read = [each for each in self.read if at_ms - each.at_ms <= _KEPT_MS]
        self.waiting = list(self._puzzled.values())

    def has_read(self, seat: Seat, place: Place, top_mm: float, reading: TileReading) -> None:
        """A watcher read a tile; an earlier frame's reading of nearly the same place is replaced.

        In one frame a watcher may read a place several times, as if the tile lay upright and as if it lay sideways.
        """
        self.read = [each for each in self.read if each.at_ms >= self._at_ms or not _near(each, seat, place)]
        self.read.append(ReadPlace(seat, place, top_mm, self._at_ms, reading))

    def waits(self, footprint: Footprint, still_ms: float, settle_ms: float) -> None:
        """Something moved there a moment ago; nothing is believed before it has been still for `settle_ms`."""
        why = "moving" if still_ms <= 0 else f"settling {still_ms:.0f}/{settle_ms:.0f} ms"
        self.waiting.append(WaitingPlace(footprint, why))

    def puzzled(self, gate: object, footprint: Footprint, tries: int, *, again: bool) -> None:
        """What lies there was not understood; `again` tells that it will be looked at again though nothing moves.

        `gate` is the watcher's: when it is understood, or is no more, so is the note.
        """
        then = "" if again else ", waits for a change"
        self._puzzled[gate] = WaitingPlace(footprint, f"not understood, look {tries}{then}")

    def understood(self, gate: object) -> None:
        """The gate has nothing open any more."""
        self._puzzled.pop(gate, None)


def _near(read: ReadPlace, seat: Seat, place: Place) -> bool:
    return (
        read.seat is seat
        and abs(read.place.right_mm - place.right_mm) < 6
        and abs(read.place.out_mm - place.out_mm) < 6
    )
