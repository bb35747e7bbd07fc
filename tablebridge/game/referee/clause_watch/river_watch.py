"""Tiles that touch a river and are exchanged, and discards that go into a hand for a while."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now, tile_of
from tablebridge.observation import (
    HandOverCloth,
    MeldSeen,
    Observation,
    RiichiStickSeen,
    RiverTileGone,
    RiverTileSeen,
)
from tablebridge_rules.event import HandEvent
from tablebridge_rules.fact import DiscardTouched, RiichiWithdrawn, RiverTileTaken
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

__all__ = ["RiverWatcher"]

_EXCHANGE_MS = 8000.0
"""Sooner than this another tile lies where one touched the cloth and was taken back."""
_LAY_MS = 1000.0
"""What was told and lay for so long was discarded."""
_AWAY_MS = 700.0
_STICK_MS = 2000.0
_CLEARED = 3
"""So many tiles away at a time were not taken by players."""
_BY_ARM = 0.7
"""How sure the seat is that had a hand over the cloth when a tile went."""


@dataclass(frozen=True, slots=True)
class _Away:
    """A tile that was seen in a slot and is gone, the arms that were over the cloth then, and whether it was told as
    the discard that lies there."""

    tile: Tile
    observation: Observation
    lay_ms: float
    arms: frozenset[Seat]
    discarded: bool


@dataclass(slots=True)
class RiverWatcher:
    """`DiscardTouched`, `RiverTileTaken` and `RiichiWithdrawn`."""

    _seen: dict[tuple[Seat, int], Observation] = field(default_factory=dict)
    _away: dict[tuple[Seat, int], _Away] = field(default_factory=dict)
    _arms: set[Seat] = field(default_factory=set)
    _left: dict[Seat, float] = field(default_factory=dict)

    def begin(self) -> None:
        """The rivers are empty."""
        self._seen.clear()
        self._away.clear()

    def observe(self, observation: Observation, now: Now) -> None:
        """Tiles that come and go, and who reached over the cloth meanwhile."""
        match observation.sighting:
            case HandOverCloth(seat, present):
                (self._arms.add if present else self._arms.discard)(seat)
                self._left[seat] = observation.at_ms
            case RiverTileSeen(seat, slot):
                self._came(seat, slot, observation, now)
            case RiverTileGone(seat, slot):
                self._went(seat, slot, observation, now)
            case MeldSeen():
                self._away.clear()  # a call: what is gone lies there
            case RiichiStickSeen(seat, present):
                self._stick(seat, present, observation, now)
            case _:
                pass

    def told(self, event: HandEvent, now: Now) -> None:
        """Nothing comes of events."""

    def tick(self, now: Now) -> None:
        """Nothing comes of time alone."""

    def _went(self, seat: Seat, slot: int, observation: Observation, now: Now) -> None:
        seen = self._seen.pop((seat, slot), None)
        if seen is None or not isinstance(seen.sighting, RiverTileSeen):
            return
        tile = tile_of(seen.sighting.reading)
        if tile is not None:
            lay_ms = observation.at_ms - seen.at_ms
            lying = () if now.state is None else now.state.at(seat).river.lying
            told = slot < len(lying) and lying[slot].tile == tile
            self._away[seat, slot] = _Away(tile, seen, lay_ms, self._reaching(observation.at_ms), told)
            if self._cleared:
                for one in Seat:
                    now.claims.drop(("withdrawn", one))

    @property
    def _cleared(self) -> bool:
        """Whether the cloth is being cleared, sticks and all, whatever became of the hand."""
        return len(self._away) >= _CLEARED

    def _reaching(self, at_ms: float) -> frozenset[Seat]:
        """Who had a hand over the cloth then, or a moment before."""
        return frozenset(self._arms | {seat for seat, left_ms in self._left.items() if at_ms - left_ms < _LAY_MS})

    def _came(self, seat: Seat, slot: int, observation: Observation, now: Now) -> None:
        before = self._away.pop((seat, slot), None)
        known = self._seen.get((seat, slot))
        self._seen[seat, slot] = observation
        seen = observation.sighting
        assert isinstance(seen, RiverTileSeen)
        if known is not None and isinstance(known.sighting, RiverTileSeen):
            self._turned(seat, slot, known.sighting, observation, now)
        tile = tile_of(seen.reading)
        if before is None or tile is None or not now.in_play:
            return
        away_ms = observation.at_ms - before.observation.at_ms - before.lay_ms
        sure = min(seen.reading.confidence, _confidence(before.observation))
        if tile != before.tile and away_ms < _EXCHANGE_MS and not self._was_discarded(before, now):
            fact = DiscardTouched(seat, before.tile, tile)
            now.claims.hold(("touched", seat, observation.at_ms), Claim.of(fact, observation, confidence=sure))
        elif tile == before.tile and before.discarded and away_ms >= _AWAY_MS and self._alone(seat, slot):
            self._borrowed(before, tile, sure, now)

    def _borrowed(self, before: _Away, tile: Tile, sure: float, now: Now) -> None:
        """A discard was away for a while and lies where it lay: one seat had it."""
        takers = before.arms
        if len(takers) != 1 or now.state is None or now.state.last_discard is None:
            return
        (taker,) = takers
        fact = RiverTileTaken(taker, tile, called=False)
        claim = Claim.of(fact, before.observation, confidence=min(sure, _BY_ARM), at_once=True)
        now.claims.hold(("taken", taker, before.observation.at_ms), claim)

    def _was_discarded(self, before: _Away, now: Now) -> bool:
        """Whether the tile that went was told as that seat's discard, so that it was called, not exchanged."""
        assert now.state is not None
        seen = before.observation.sighting
        assert isinstance(seen, RiverTileSeen)
        # the discard after it may have been told already
        newest = now.state.at(seen.seat).river.discards[-2:]
        return any(discard.claimed_by is not None and discard.tile == before.tile for discard in newest)

    def _alone(self, seat: Seat, slot: int) -> bool:
        """Whether no other tile of that river is away: a row that is pushed straight moves as a whole."""
        return not any(other == seat and place != slot for other, place in self._away)

    def _turned(self, seat: Seat, slot: int, before: RiverTileSeen, observation: Observation, now: Now) -> None:
        """A riichi tile that lies upright now (RL-R02)."""
        seen = observation.sighting
        assert isinstance(seen, RiverTileSeen)
        if not now.in_play or before.reading.tile != seen.reading.tile or slot != _declaring_slot(seat, now):
            return  # any other tile was only dropped, and is put straight
        if before.sideways and not seen.sideways:
            claim = Claim.of(RiichiWithdrawn(seat), observation, confidence=seen.reading.confidence, seen_ms=_STICK_MS)
            now.claims.hold(("withdrawn", seat), claim)
        elif seen.sideways:
            now.claims.drop(("withdrawn", seat))

    def _stick(self, seat: Seat, present: bool, observation: Observation, now: Now) -> None:
        """A riichi stick that is taken back while the hand goes on (RL-R02)."""
        if present:
            now.claims.drop(("withdrawn", seat))
        elif now.in_play and not self._cleared:
            now.claims.hold(("withdrawn", seat), Claim.of(RiichiWithdrawn(seat), observation, seen_ms=_STICK_MS))


def _declaring_slot(seat: Seat, now: Now) -> int | None:
    """Where the tile lies that tells of the seat's riichi: its first sideways one; None where there is none."""
    lying = () if now.state is None else now.state.at(seat).river.lying
    return next((slot for slot, discard in enumerate(lying) if discard.sideways), None)


def _confidence(observation: Observation) -> float:
    seen = observation.sighting
    return seen.reading.confidence if isinstance(seen, RiverTileSeen) else observation.confidence
