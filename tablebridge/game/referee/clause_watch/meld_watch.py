"""How melds lie, whether they stay as they are, and what concealed kans are that are turned up."""

from __future__ import annotations

from tablebridge.game.decoder.view import CLEARED
from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now, tile_of
from tablebridge.observation import MeldGone, MeldSeen, MeldTile, Observation, RiverTileGone
from tablebridge_rules.event import Called, HandEvent
from tablebridge_rules.fact import AddedTileLaid, KanInspected, MeldChanged, MeldLaid
from tablebridge_rules.meld import KAN_TILES, Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile

__all__ = ["MeldWatcher"]

_LAID_MS = 1500.0
"""A meld just laid is often put straight at once."""
_CHANGED_MS = 800.0
_CLEARING_MS = 2000.0
"""Within this the tiles of a table are put back, or so many of its discards that no call has taken them."""
_LAST_OF_FOUR = 3


class MeldWatcher:
    """`MeldLaid`, `AddedTileLaid`, `MeldChanged` and `KanInspected`."""

    def __init__(self) -> None:
        self._lying: dict[tuple[Seat, int], Observation] = {}
        self._wrong: set[tuple[Seat, int]] = set()
        self._changed_at: set[tuple[Seat, int]] = set()
        self._left_ms: list[float] = []
        self._cleared = False

    def begin(self) -> None:
        """The corners are empty."""
        self._changed_at.clear()
        self._left_ms.clear()
        self._cleared = False
        self._lying.clear()
        self._wrong.clear()

    def observe(self, observation: Observation, now: Now) -> None:
        """A meld lies otherwise than before."""
        match observation.sighting:
            case MeldSeen(seat, index, tiles):
                before = self._lying.get((seat, index))
                self._lying[seat, index] = observation
                self._lies(seat, index, observation, now, seen=True)
                if before is not None and isinstance(before.sighting, MeldSeen):
                    self._grew(seat, index, before.sighting.tiles, tiles, observation, now)
            case MeldGone(seat, index):
                self._lying.pop((seat, index), None)
                meld = _told(now, seat, index)
                if now.in_play and meld is not None:
                    self._changed(seat, index, meld, (), observation, now)
            case RiverTileGone():
                self._clear(observation.at_ms, now)
            case _:
                pass

    def _clear(self, at_ms: float, now: Now) -> None:
        """When river tiles go together the tiles are put back into the table, and the melds with them."""
        self._left_ms = [left_ms for left_ms in self._left_ms if abs(at_ms - left_ms) < _CLEARING_MS] + [at_ms]
        if len(self._left_ms) >= CLEARED:
            self._cleared = True
            now.claims.drop(*(("changed", *place) for place in self._changed_at))

    def told(self, event: HandEvent, now: Now) -> None:
        """A new state may have a meld that was seen before. How one lies that may not be is of no interest."""
        if isinstance(event, Called) and now.broken and now.state is not None:
            self._wrong.add((event.seat, len(now.state.at(event.seat).melds) - 1))
        for (seat, index), observation in self._lying.items():
            self._lies(seat, index, observation, now, seen=False)

    def tick(self, now: Now) -> None:
        """Nothing comes of time alone."""

    def _lies(self, seat: Seat, index: int, observation: Observation, now: Now, *, seen: bool) -> None:
        """`seen`: it was just seen so. A meld that was told to have grown may be seen the next moment."""
        meld, sighting = _told(now, seat, index), observation.sighting
        if meld is None or not isinstance(sighting, MeldSeen):
            return
        tiles = _faces(sighting.tiles)
        if meld.kind is MeldKind.KAN_CONCEALED:
            if tiles is not None and len(tiles) == KAN_TILES:
                claim = Claim.of(KanInspected(seat, tiles), observation, confidence=_sure(sighting.tiles))
                now.claims.hold(("kan", seat, index), claim)
            return
        if tiles is None:
            return
        if now.in_play and len(tiles) < len(meld.tiles):
            if seen:
                self._changed(seat, index, meld, tiles, observation, now)
            return
        now.claims.drop(("changed", seat, index))
        if sorted(tiles) == sorted(meld.tiles) and now.in_play and (seat, index) not in self._wrong:
            fact = MeldLaid(seat, meld, tiles, _sideways(sighting.tiles))
            claim = Claim.of(fact, observation, confidence=_sure(sighting.tiles), seen_ms=_LAID_MS)
            now.claims.hold(("laid", seat, index), claim)

    def _grew(
        self,
        seat: Seat,
        index: int,
        before: tuple[MeldTile, ...],
        tiles: tuple[MeldTile, ...],
        observation: Observation,
        now: Now,
    ) -> None:
        """A fourth tile was put to an end of a pon: which end is seen by where the sideways tile is now."""
        meld, was, turned = _told(now, seat, index), _sideways(before), _sideways(tiles)
        row = not any(tile.stacked for tile in tiles)
        grown = len(before) + 1 == len(tiles) == KAN_TILES
        if meld is None or was is None or turned is None or not row or not grown:
            return
        place = 0 if turned == was + 1 else _LAST_OF_FOUR
        claim = Claim.of(AddedTileLaid(seat, meld, place), observation, confidence=_sure(tiles), seen_ms=_LAID_MS)
        now.claims.hold(("added", seat, index), claim)

    def _changed(
        self, seat: Seat, index: int, meld: Meld, tiles: tuple[Tile, ...], observation: Observation, now: Now
    ) -> None:
        if self._cleared:
            return
        self._changed_at.add((seat, index))
        claim = Claim.of(MeldChanged(seat, meld, tiles), observation, seen_ms=_CHANGED_MS)
        now.claims.hold(("changed", seat, index), claim)


def _told(now: Now, seat: Seat, index: int) -> Meld | None:
    """The meld of that place as the hand has it."""
    if now.state is None or now.state.phase is Phase.BEFORE_DEAL:
        return None
    melds = now.state.at(seat).melds
    return melds[index] if index < len(melds) else None


def _faces(tiles: tuple[MeldTile, ...]) -> tuple[Tile, ...] | None:
    """The faces from the owner's left, an added one last; None where one was not read."""
    row = [tile for tile in tiles if not tile.stacked] + [tile for tile in tiles if tile.stacked]
    faces = [tile_of(tile.reading) for tile in row]
    return None if None in faces else tuple(face for face in faces if face is not None)


def _sideways(tiles: tuple[MeldTile, ...]) -> int | None:
    row = [tile for tile in tiles if not tile.stacked]
    return next((place for place, tile in enumerate(row) if tile.sideways), None)


def _sure(tiles: tuple[MeldTile, ...]) -> float:
    return min(tile.reading.confidence for tile in tiles)
