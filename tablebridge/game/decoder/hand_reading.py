"""What an opened hand is: the likeliest faces of its tiles that make the hand it was opened as."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tablebridge.game.decoder.face_reading import TilesLeft, candidates
from tablebridge.observation import ReadTile
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import STANDARD_KINDS, Tile

__all__ = ["HandReading", "as_it_lies", "likely_hands", "misread_elsewhere", "read_hand"]

_LEAST = 0.02  # less sure candidates are no candidates
_BLIND = 0.01  # of every face, for a tile that could not be read at all
_TRIES = 2000  # readings looked at before giving up: some tens of milliseconds


@dataclass(frozen=True, slots=True)
class HandReading:
    """The tiles of an opened row from left to right, and how sure (0..1) the least sure of them is."""

    tiles: tuple[Tile, ...]
    confidence: float


def read_hand(
    readings: Sequence[ReadTile], left: TilesLeft, fits: Callable[[tuple[Tile, ...]], bool]
) -> HandReading | None:
    """The likeliest reading of the row of which the set has all tiles and which `fits`; None when there is none among
    the likely ones."""
    return next((hand for hand in likely_hands(readings, left) if fits(hand.tiles)), None)


def as_it_lies(readings: Sequence[ReadTile], whole: TilesLeft) -> HandReading | None:
    """The likeliest reading of a row of which the set has not all tiles left: another tile that was told before was
    misread. None where one of its faces was not read."""
    return next(likely_hands(readings, whole), None)


def likely_hands(readings: Sequence[ReadTile], left: TilesLeft) -> Iterator[HandReading]:
    """Readings of the row that the set allows, the likeliest first, up to a number of tries."""
    options = [_options(reading) for reading in readings]
    first = (0,) * len(options)
    heap = [(_cost(options, first), first, 0)]
    for _ in range(_TRIES):
        if not heap:
            return
        _, chosen, moved = heapq.heappop(heap)
        faces = [options[place][choice] for place, choice in enumerate(chosen)]
        if left.has_all(tile for tile, _ in faces):
            yield HandReading(tuple(tile for tile, _ in faces), min((sure for _, sure in faces), default=1.0))
        # each reading is reached by one way only: places are worsened from left to right
        for place in range(moved, len(options)):
            if chosen[place] + 1 < len(options[place]):
                worse = (*chosen[:place], chosen[place] + 1, *chosen[place + 1 :])
                heapq.heappush(heap, (_cost(options, worse), worse, place))


def misread_elsewhere(seat: Seat) -> str:
    """For `Proposal.doubt`: a hand had to be read as it lies (see `as_it_lies`)."""
    return f"{seat.value}'s open hand holds more of a tile than the set has left: one was misread, there or before"


def _options(reading: ReadTile) -> list[tuple[Tile, float]]:
    faces = [(tile, sure) for tile, sure in candidates(reading) if sure >= _LEAST and not tile.kind.is_flower]
    faces.sort(key=lambda face: -face[1])
    return faces or [(Tile(kind), _BLIND) for kind in STANDARD_KINDS]


def _cost(options: list[list[tuple[Tile, float]]], chosen: tuple[int, ...]) -> float:
    return -sum(math.log(max(options[place][choice][1], 1e-6)) for place, choice in enumerate(chosen))
