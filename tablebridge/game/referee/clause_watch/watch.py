"""All watchers of one table together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.referee.clause_watch.claims import Claims, Noticed
from tablebridge.game.referee.clause_watch.end_watch import WallEndWatcher
from tablebridge.game.referee.clause_watch.flower_watch import FlowerWatcher
from tablebridge.game.referee.clause_watch.hand_watch import HandWatcher
from tablebridge.game.referee.clause_watch.meld_watch import MeldWatcher
from tablebridge.game.referee.clause_watch.pace_watch import PaceWatcher
from tablebridge.game.referee.clause_watch.river_watch import RiverWatcher
from tablebridge.game.referee.clause_watch.table_watch import TableWatcher
from tablebridge.game.referee.clause_watch.wall_watch import WallWatcher
from tablebridge.game.referee.clause_watch.watcher import Now, Watcher
from tablebridge.observation import Observation, ViewHeld
from tablebridge_rules.event import Drawn, HandEvent, HandStarted, Settled
from tablebridge_rules.fact import (
    AddedTileLaid,
    DiscardTouched,
    DrawJoined,
    Fact,
    FlowersReplaced,
    FlowersShownFirst,
    HandNotOpened,
    KanInspected,
    MeldChanged,
    MeldLaid,
    RiichiWithdrawn,
    RiverTileTaken,
    RowCounted,
    SetCounted,
    TilesExposed,
    TimeTaken,
    WallBroken,
    WallTileTaken,
)
from tablebridge_rules.play import AnyRulebook, begin, step
from tablebridge_rules.violation import Violation

__all__ = ["FACTS", "ClauseWatch"]

FACTS: tuple[type[Fact], ...] = (
    AddedTileLaid,
    DiscardTouched,
    DrawJoined,
    FlowersReplaced,
    FlowersShownFirst,
    HandNotOpened,
    KanInspected,
    MeldChanged,
    MeldLaid,
    RiichiWithdrawn,
    RiverTileTaken,
    RowCounted,
    SetCounted,
    TilesExposed,
    TimeTaken,
    WallBroken,
    WallTileTaken,
)
"""The facts that witnesses yield here; all others are the referee's to tell."""

_NEVER = datetime.min.replace(tzinfo=UTC)


class ClauseWatch:
    """Looks over the decoder's shoulder: give it every report, every event told, and the time.

    Each call returns the violations that can be told now. They are for the referee alone until ruled on.
    """

    def __init__(self, rulebook: AnyRulebook) -> None:
        self._rulebook = rulebook
        self._now = Now(rulebook, Claims(rulebook), float("-inf"), _NEVER)
        self._held = False
        self._watchers: tuple[Watcher, ...] = (
            TableWatcher(),
            WallWatcher(),
            WallEndWatcher(),
            FlowerWatcher(),
            MeldWatcher(),
            RiverWatcher(),
            HandWatcher(),
            PaceWatcher(),
        )

    def observe(self, observation: Observation) -> list[Noticed]:
        """Takes in a report, after the decoder had it."""
        now = self._now
        now.at_ms = max(now.at_ms, observation.at_ms)
        now.captured_at = max(now.captured_at, observation.captured_at)
        if isinstance(observation.sighting, ViewHeld):
            self._held = observation.sighting.held
        for watcher in self._watchers:
            watcher.observe(observation, now)
        return self._noticed()

    def told(self, decoded: DecodedEvent) -> list[Noticed]:
        """Takes in an event that the decoder told."""
        found = [
            Noticed(
                violation=violation,
                fact=None,
                at_ms=decoded.at_ms,
                captured_at=decoded.captured_at,
                confidence=decoded.confidence,
                evidence=decoded.evidence,
            )
            for violation in self._fold(decoded.event)
        ]
        self._now.event_ms = decoded.at_ms
        for watcher in self._watchers:
            watcher.told(decoded.event, self._now)
        return [*found, *self._noticed()]

    def tick(self, at_ms: float) -> list[Noticed]:
        """Lets time pass up to `at_ms` (table time)."""
        self._now.at_ms = max(self._now.at_ms, at_ms)
        for watcher in self._watchers:
            watcher.tick(self._now)
        return self._noticed()

    def resume(self, events: Iterable[HandEvent]) -> None:
        """Takes up a game where its events end, after a restart or a correction; what was claimed is claimed anew when
        it is seen again."""
        self._now.claims.clear()
        for event in events:
            self._fold(event)
        for watcher in self._watchers:
            watcher.begin()

    def _fold(self, event: HandEvent) -> list[Violation]:
        """Goes on with the hand; returns what the act broke only because of a fact that the decoder does not know."""
        now = self._now
        if isinstance(event, HandStarted):
            now.state, now.plain, now.broken = begin(event, self._rulebook), None, ()
            now.claims.clear()
            now.cited.clear()
            for watcher in self._watchers:
                watcher.begin()
            return []
        if now.state is None:
            return []
        folded = step(now.state, event, self._rulebook)
        now.state, now.broken = folded.state, folded.violations
        now.cited.update((violation.name, violation.seat) for violation in folded.violations)
        if now.plain is None:
            return []
        plain = step(now.plain, event, self._rulebook)
        now.plain = plain.state
        if isinstance(event, Settled):
            return []  # the points go by what the decoder knows; what a fact costs is for the referee
        found = [violation for violation in folded.violations if violation not in plain.violations]
        if found and isinstance(event, Drawn):
            # a fact kept the seat its tile, which the decoder has draw it: from here on as the decoder has it
            now.state, now.plain, now.broken = plain.state, None, plain.violations
            return []
        return found

    def _noticed(self) -> list[Noticed]:
        """While the view is held nothing that was seen is to be trusted."""
        now = self._now
        found = [] if self._held else now.claims.noticed(now.state, now.at_ms, now.event_ms)
        fresh = [one for one in found if (one.violation.name, one.violation.seat) not in now.cited]
        # a row that is too long or too short stays so, whatever its owner does
        now.cited.update((one.violation.name, one.violation.seat) for one in fresh if isinstance(one.fact, RowCounted))
        return fresh
