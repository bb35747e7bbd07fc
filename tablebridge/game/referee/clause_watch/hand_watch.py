"""Rows that hold a wrong number of tiles, drawn tiles that are put among the others, hands opened that do not win."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now, tile_of
from tablebridge.observation import HandRevealed, Observation, ReadTile, RevealedHandGone, StandingRow, TilesShown
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    Won,
)
from tablebridge_rules.fact import DrawJoined, RowCounted, TilesExposed
from tablebridge_rules.seat import Seat

__all__ = ["HandWatcher"]

_COUNT_MS = 12_000.0
"""A row is counted wrongly when an arm lies over its end; nobody thinks with a tile too many for so long unseen."""
_OPEN_MS = 7000.0
"""Longer than a win waits for a second one, its ura indicators, and the kongs that go with it, from when the hand was
read last on."""
_SAME_ACT_MS = 400.0
"""A row and the tile that left it are seen to change at almost the same time."""
_LEAST_ROW = 1


@dataclass(slots=True)
class HandWatcher:
    """`RowCounted`, `DrawJoined` and `TilesExposed`."""

    _open: dict[Seat, Observation] = field(default_factory=dict)
    _opened_ms: dict[Seat, float] = field(default_factory=dict)
    _rows: dict[Seat, float] = field(default_factory=dict)
    _counts: dict[Seat, tuple[int, bool]] = field(default_factory=dict)
    _down: set[Seat] = field(default_factory=set)

    def begin(self) -> None:
        """No hand lies open."""
        self._open.clear()
        self._opened_ms.clear()
        self._down.clear()

    def observe(self, observation: Observation, now: Now) -> None:
        """Rows and hands."""
        match observation.sighting:
            case StandingRow(seat, tiles, drawn) if tiles >= _LEAST_ROW:
                self._down.discard(seat)
                self._joined(seat, tiles, drawn, now)
                self._rows[seat] = observation.at_ms
                if not now.is_cited(seat):
                    fact = RowCounted(seat, tiles + drawn)
                    now.claims.hold(("row", seat), Claim.of(fact, observation, seen_ms=_COUNT_MS))
            case StandingRow(seat):
                self._down.add(seat)
                now.claims.drop(("row", seat))
            case HandRevealed(seat, tiles, apart):
                self._down.add(seat)
                first_ms = self._opened_ms.setdefault(seat, observation.at_ms)
                self._open[seat] = observation
                now.claims.drop(("row", seat))
                readings = (*tiles, apart) if apart is not None else tiles
                shown = tuple(tile for one in readings if (tile := tile_of(one)) is not None)
                if _must_stand(now, seat):
                    sure = min(one.confidence for one in readings)
                    # it may have been reported late, or read better since
                    seen_ms = _OPEN_MS + max(now.at_ms - first_ms, 0.0)
                    exposed = TilesExposed(seat, shown)
                    claim = Claim.of(exposed, observation, confidence=sure, seen_ms=seen_ms, at_once=True)
                    now.claims.hold(("open", seat), claim)
            case TilesShown(seat, tiles) if tiles:
                self._fell(seat, tiles, observation, now)
            case RevealedHandGone(seat):
                self._open.pop(seat, None)
                self._opened_ms.pop(seat, None)
                now.claims.drop(("open", seat))
            case _:
                pass

    def _fell(self, seat: Seat, readings: tuple[ReadTile, ...], observation: Observation, now: Now) -> None:
        """A few tiles of the row were seen; that they are taken up again changes nothing."""
        shown = tuple(tile for one in readings if (tile := tile_of(one)) is not None)
        if now.unsettled and shown and not _has_won(now, seat):
            sure = min(one.confidence for one in readings)
            claim = Claim.of(TilesExposed(seat, shown), observation, confidence=sure, at_once=True)
            now.claims.hold(("fell", seat, observation.at_ms), claim)
            now.apply(claim.fact)

    def _joined(self, seat: Seat, tiles: int, drawn: bool, now: Now) -> None:
        """The drawn tile of the seat in turn is put among the others: claims that were open till then are late."""
        before = self._counts.get(seat)
        self._counts[seat] = (tiles, drawn)
        if before == (tiles - 1, True) and not drawn and now.state is not None and now.state.turn is seat:
            now.apply(DrawJoined(seat))

    def told(self, event: HandEvent, now: Now) -> None:
        """A hand that wins, or is shown at the end, was laid open rightly; a row seen before its owner acted is not the
        row that stands there now."""
        match event:
            case Drawn(seat) | Discarded(seat) | Called(seat) | FlowersShown(seat):
                if now.is_cited(seat) or self._rows.get(seat, now.event_ms) < now.event_ms - _SAME_ACT_MS:
                    now.claims.drop(("row", seat))
            case Won(seat, from_seat=from_seat) if _has_won(now, seat):
                now.claims.drop(("open", seat))
                opened = self._open.get(seat)
                if opened is not None and from_seat is None and _none_apart(opened):
                    now.claims.hold(("joined", seat), Claim.of(DrawJoined(seat), opened))
            case Won(seat):
                now.claims.drop(("open", seat))  # a win that does not stand is a foul of its own
            case ExhaustiveDraw() | HandsRevealed() | AbortiveDraw():
                now.claims.drop(*(("open", seat) for seat in Seat))
            case _:
                pass

    def tick(self, now: Now) -> None:
        """Two hands down that have not won: the hand is over, whatever was told of it."""
        if sum(not _has_won(now, seat) for seat in self._down) > 1:
            now.claims.drop(*(("open", seat) for seat in Seat))
        if not now.in_play:
            now.claims.drop(*(("row", seat) for seat in Seat))


def _must_stand(now: Now, seat: Seat) -> bool:
    """Whether nobody but a winner lays tiles open now: with the last tile drawn hands are shown."""
    return now.in_play and now.state is not None and now.state.wall_left > 0 and not _has_won(now, seat)


def _has_won(now: Now, seat: Seat) -> bool:
    wins = () if now.state is None else getattr(now.state, "wins", ())
    return any(isinstance(won, Won) and won.seat is seat for won in wins)


def _none_apart(opened: Observation) -> bool:
    """Whether the whole hand lies in one row, its drawn tile somewhere in it."""
    seen = opened.sighting
    return isinstance(seen, HandRevealed) and seen.apart is None and len(seen.tiles) % 3 == 2
