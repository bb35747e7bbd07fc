"""What the camera's readings could be besides what they were taken for: for whoever corrects one.

They lie in a file beside the journal, a line a reading, so that a daemon that was started again knows them too. It
is a help and no record: a line that cannot be read is passed over, and when none can be written the table goes on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.observation import (
    IndicatorSeen,
    Observation,
    ReadTile,
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
)
from tablebridge_rules.event import Discarded, IndicatorTurned
from tablebridge_rules.seat import Seat

__all__ = ["LikelyTiles", "likely_path"]

_log = logging.getLogger(__name__)

Place = tuple[Seat | None, int]
"""A slot of a seat's river, or an indicator's number without a seat."""
Candidates = tuple[tuple[str, float], ...]
Moment = tuple[Seat | None, float]
"""Whose tile it is, as in a place, and when it was first seen (table ms)."""

_MOST = 2000
"""Readings kept: those of some twenty hands."""
_SHOWN = 5
_LEAST = 0.005
"""Shown as 1 %."""
_MOST_LINES = 5 * _MOST
"""Of the file; most tiles are read a few times."""


def likely_path(journal: Path) -> Path:
    """Where the readings of that journal's table lie."""
    return journal.with_name(f"{journal.name}.likely")


class LikelyTiles:
    """Remembers the newest reading of every tile by the moment it was first seen, which is the moment of its event.

    `tiles` are the names of those that the rulebook is played with: another one is no candidate. `path` is the file
    that outlives the daemon; None keeps nothing.
    """

    def __init__(self, tiles: Iterable[str], path: Path | None = None) -> None:
        self._tiles = frozenset(tiles)
        self._path = path
        self._lying: dict[Place, float] = {}
        self._readings: dict[Moment, Candidates] = {}
        self._lines = 0
        if path is not None:
            self._load(path)

    def observe(self, observation: Observation) -> None:
        """Takes in what a witness saw."""
        match observation.sighting:
            case RiverTileSeen(seat, slot, reading):
                self._read((seat, slot), reading, observation.at_ms)
            case IndicatorSeen(index, reading, ura) if not ura:
                self._read((None, index), reading, observation.at_ms)
            case RiverTileGone(seat, slot):
                self._lying.pop((seat, slot), None)
            case SetComplete():
                self._lying.clear()

    def of(self, entry: JournalEntry) -> Candidates:
        """What the tile of that event could be, likeliest first, with the share of each (0..1)."""
        match entry.event:
            case Discarded(seat=seat):
                return self._readings.get((seat, entry.at_ms), ())
            case IndicatorTurned():
                return self._readings.get((None, entry.at_ms), ())
            case _:
                return ()

    def _read(self, place: Place, reading: ReadTile, at_ms: float) -> None:
        moment = place[0], self._lying.setdefault(place, at_ms)
        likely = ((tile, share) for tile, share in reading.candidates if tile in self._tiles and share >= _LEAST)
        candidates = tuple(islice(likely, _SHOWN))
        if self._readings.get(moment) != candidates:
            self._keep(moment, candidates)
            self._write(moment, candidates)

    def _keep(self, moment: Moment, candidates: Candidates) -> None:
        self._readings.pop(moment, None)
        self._readings[moment] = candidates
        while len(self._readings) > _MOST:
            self._readings.pop(next(iter(self._readings)))

    # -- the file -------------------------------------------------------------------------------------------------

    def _load(self, path: Path) -> None:
        """Takes in what was written before, the newest readings, and writes the file anew with these alone."""
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError) as error:
            _log.warning("the likely tiles of before are lost: %s", error)
            return
        for line in lines:
            found = _from_line(line)
            if found is not None:
                self._keep(*found)
        self._write_all()

    def _write(self, moment: Moment, candidates: Candidates) -> None:
        if self._path is None:
            return
        if self._lines >= _MOST_LINES:
            self._write_all()
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_line_of(moment, candidates))
            self._lines += 1
        except OSError as error:
            self._give_up(error)

    def _write_all(self) -> None:
        assert self._path is not None
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            new.write_text("".join(_line_of(*item) for item in self._readings.items()), encoding="utf-8")
            new.replace(self._path)
            self._lines = len(self._readings)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        """The next start will not know them; this daemon does."""
        _log.warning("likely tiles are kept until the daemon ends, and no longer: %s", error)
        self._path = None


def _line_of(moment: Moment, candidates: Candidates) -> str:
    seat, at_ms = moment
    return json.dumps([None if seat is None else seat.value, at_ms, candidates], separators=(",", ":")) + "\n"


def _from_line(line: str) -> tuple[Moment, Candidates] | None:
    """None for what is no such line: the daemon may have ended in the middle of it."""
    try:
        seat, at_ms, candidates = json.loads(line)
        moment = (None if seat is None else Seat(seat), float(at_ms))
        return moment, tuple((str(tile), float(share)) for tile, share in candidates)
    except (ValueError, TypeError):
        return None
