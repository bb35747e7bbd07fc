"""From which end of the wall a tile was taken, where it was the last one of its stack: then the stack is gone.

Of a stack that still stands the camera does not tell whether one tile or two are left, so that a draw tells something
only now and then, and only while the walls stand as the draws so far say they must.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.wall_watch import Stacks, breaks_that_fit, stacks_left_after
from tablebridge.game.referee.clause_watch.watcher import Now
from tablebridge.observation import Observation, WallRaised, WallStacks
from tablebridge_rules.event import Dealt, Drawn, HandEvent, TilesDealt, WallBuilt
from tablebridge_rules.fact import FlowersReplaced, WallTileTaken
from tablebridge_rules.play import tradition
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable

__all__ = ["WallEndWatcher", "stacks_left_at"]

_SAME_ACT_MS = 400.0
"""A row and the stack that left the wall for it settle within this."""
_STAYS_MS = 1500.0
"""So long a stack is gone before it is believed."""
_TILES_A_STACK = 2


@dataclass(frozen=True, slots=True)
class _Draw:
    """One, or `count` replacements told together, to be looked at once a stack would be gone: since when, the hand
    before it, and how many tiles had left each end."""

    event: Drawn
    since_ms: float
    at_ms: float
    hand: AnyTable
    live: int
    tail: int
    count: int = 1


@dataclass(slots=True)
class WallEndWatcher:
    """`WallTileTaken` and `FlowersReplaced`."""

    _seen: list[tuple[float, Observation, Stacks]] = field(default_factory=list)
    _raised: Stacks | None = None
    _broken: tuple[Seat, int] | None = None
    _live: int = 0
    _tail: int = 0
    _before: AnyTable | None = None
    _told_ms: float = 0.0
    _shown_ms: float = 0.0
    _open: list[_Draw] = field(default_factory=list)

    def begin(self) -> None:
        """The walls stand whole again; what was seen of them a moment ago is kept."""
        self._raised, self._broken, self._before = None, None, None
        self._live = self._tail = 0
        self._open.clear()
        del self._seen[:-1]

    def observe(self, observation: Observation, now: Now) -> None:
        """How many stacks stand on a side."""
        match observation.sighting:
            case WallRaised(side, stacks) | WallStacks(side, stacks):
                known = list(self._seen[-1][2] if self._seen else (0, 0, 0, 0))
                known[side.number] = stacks
                a, b, c, d = known
                self._seen.append((observation.at_ms, observation, (a, b, c, d)))
            case _:
                pass

    def told(self, event: HandEvent, now: Now) -> None:
        """Draws, each to be looked at in a moment."""
        match event:
            case WallBuilt(stacks):
                self._raised = stacks
            case Dealt() | TilesDealt():
                self._live = tradition(now.rulebook).hand_tiles * len(Seat)
                self._broken = self._break(now.event_ms)
            case Drawn() if self._broken is not None and self._before is not None:
                self._drawn(event, now.event_ms, self._before)
                self._tail += event.replacement
                self._live += not event.replacement
            case _:
                pass
        self._before, self._told_ms = now.state, now.event_ms

    def _drawn(self, event: Drawn, at_ms: float, before: AnyTable) -> None:
        last = self._open[-1] if self._open else None
        if last is not None and last.event == event and last.at_ms == at_ms:
            self._open[-1] = replace(last, since_ms=self._shown_ms, count=last.count + 1)
            return
        self._shown_ms = self._told_ms + _SAME_ACT_MS
        self._open.append(_Draw(event, at_ms - _SAME_ACT_MS, at_ms, before, self._live, self._tail))

    def tick(self, now: Now) -> None:
        """A draw is some time ago."""
        while self._open and now.at_ms >= self._open[0].at_ms + _STAYS_MS:
            self._look(self._open.pop(0), now)

    def _break(self, dealt_ms: float) -> tuple[Seat, int] | None:
        """Where the wall was opened, when the walls tell just one place."""
        seen = self._as_of(dealt_ms + _SAME_ACT_MS)
        if self._raised is None or seen is None:
            return None
        found = {one for more in (0, 1) for one in breaks_that_fit(self._raised, seen, self._live + more)}
        return found.pop() if len(found) == 1 else None

    def _as_of(self, at_ms: float) -> Stacks | None:
        return next((stacks for seen_ms, _, stacks in reversed(self._seen) if seen_ms <= at_ms), None)

    def _look(self, draw: _Draw, now: Now) -> None:
        """Whether this draw took a stack away from the end where no tile was due."""
        until_ms = draw.at_ms + _SAME_ACT_MS
        before, after = self._as_of(draw.since_ms), self._as_of(until_ms)
        if before != self._stand(draw.live, draw.tail) or after is None or after == before:
            return
        ways = [wrong for wrong in range(draw.count + 1) if after == self._after(draw, wrong)]
        if not ways or ways[0] == 0 or any(map(int.__gt__, self._seen[-1][2], after)):
            return  # as it should be, or a stack was only hidden
        shift = ways[0] if draw.event.replacement else -ways[0]
        self._live, self._tail = self._live + shift, self._tail - shift
        seen = next(one for at_ms, one, _ in reversed(self._seen) if at_ms <= until_ms)
        now.claims.hold(("end", draw.at_ms), replace(Claim.of(_fact(draw), seen), hand=draw.hand))

    def _after(self, draw: _Draw, wrong: int) -> Stacks | None:
        """What stands when so many of the tiles drawn came from the wrong end."""
        live = wrong if draw.event.replacement else draw.count - wrong
        return self._stand(draw.live + live, draw.tail + draw.count - live)

    def _stand(self, live: int, tail: int) -> Stacks | None:
        if self._raised is None or self._broken is None:
            return None
        return stacks_left_at(self._raised, *self._broken, live, tail)


def _fact(draw: _Draw) -> WallTileTaken | FlowersReplaced:
    seat, shown = draw.event.seat, getattr(draw.hand, "shown", ())
    if shown and draw.event.replacement:
        return FlowersReplaced(seat, shown, len(shown), from_tail=False)
    return WallTileTaken(seat, not draw.event.replacement)


def stacks_left_at(raised: Sequence[int], opened: Seat, stacks_left: int, live: int, tail: int) -> Stacks:
    """What stands on the sides of A..D after `live` tiles from the break on and `tail` from the other side of it: the
    stacks at the right-hand end of `opened` go first there, then those anticlockwise."""
    left = list(stacks_left_after(raised, opened, stacks_left, live))
    going = tail // _TILES_A_STACK
    for step in range(len(Seat)):
        side = opened.after(step).number
        gone = min(going, left[side] if step else min(stacks_left, left[side]))
        left[side] -= gone
        going -= gone
    a, b, c, d = left
    return a, b, c, d
