"""What a watcher is: it looks at reports and events and makes claims, or drops them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from tablebridge.game.referee.clause_watch.claims import Claims
from tablebridge.observation import Observation, ReadTile
from tablebridge_rules.errors import NotationError
from tablebridge_rules.event import HandEvent
from tablebridge_rules.fact import Fact
from tablebridge_rules.play import AnyRulebook, apply_fact, judge_fact
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable, Phase
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

__all__ = ["Now", "Watcher", "WatcherOf", "tile_of"]


@dataclass(slots=True)
class Now:
    """The present moment of a table: table time, the hand as told so far, and what is claimed. `event_ms` is when the
    newest event happened, `broken` what it broke by the fold; `cited` are the names and seats of all that the fold has
    found wrong in this hand: what comes of such a foul is no foul of its own.
    `plain` is the hand without the facts that were applied to it, None while none was.
    """

    rulebook: AnyRulebook
    claims: Claims
    at_ms: float
    captured_at: datetime
    state: AnyTable | None = None
    event_ms: float = float("-inf")
    plain: AnyTable | None = None
    broken: tuple[Violation, ...] = ()
    cited: set[tuple[str, Seat | None]] = field(default_factory=set)

    @property
    def unsettled(self) -> bool:
        """From the deal until the points have moved."""
        return self.state is not None and self.state.phase is not Phase.BEFORE_DEAL and not self.state.settled

    def apply(self, fact: Fact) -> None:
        """Later acts are judged by `fact`, if it breaks nothing by itself: what comes of a foul is for the referee."""
        if self.state is None or judge_fact(self.state, fact, self.rulebook):
            return
        after: AnyTable = apply_fact(self.state, fact, self.rulebook)
        if after != self.state:
            self.plain = self.plain or self.state
            self.state = after

    def is_cited(self, seat: Seat) -> bool:
        """Whether an act of that seat was wrong in this hand already."""
        return any(one is seat for _, one in self.cited)

    @property
    def in_play(self) -> bool:
        """From the deal to the end of a hand."""
        return self.state is not None and self.state.phase not in (Phase.BEFORE_DEAL, Phase.ENDED)


class Watcher(Protocol):
    """Watches for one kind of foul. What it keeps of a hand it forgets when the next one begins (`begin`)."""

    def begin(self) -> None:
        """A new hand."""
        ...

    def observe(self, observation: Observation, now: Now) -> None:
        """A witness reported something."""
        ...

    def told(self, event: HandEvent, now: Now) -> None:
        """An event of the hand was told; `now.state` is the hand after it, `now.event_ms` when it happened."""
        ...

    def tick(self, now: Now) -> None:
        """Time passed."""
        ...


WatcherOf = Callable[[], Watcher]


def tile_of(reading: ReadTile) -> Tile | None:
    """The face that was read; None where none was."""
    try:
        return Tile.parse(reading.tile)
    except NotationError:
        return None
