"""Where the wall was opened, from how many stacks stand on each side after the deal."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge.game.referee.clause_watch.claims import Claim
from tablebridge.game.referee.clause_watch.watcher import Now
from tablebridge.observation import FlowerSeen, Observation, WallRaised, WallStacks
from tablebridge_rules.event import Dealt, Drawn, HandEvent, TilesDealt, WallBuilt
from tablebridge_rules.fact import WallBroken
from tablebridge_rules.play import judge_fact, tradition
from tablebridge_rules.seat import Seat

__all__ = ["WallWatcher", "breaks_that_fit", "stacks_left_after"]

_SEEN_MS = 1500.0
_MOST_DRAWS = 6
"""Later the break is of no more interest, and other draws have blurred it."""
_TILES_A_STACK = 2

Stacks = tuple[int, int, int, int]


class WallWatcher:
    """`WallBroken`: the one break after which the walls would look as they do."""

    def __init__(self) -> None:
        self._seen: dict[Seat, int] = {}
        self._last: Observation | None = None
        self._raised: Stacks | None = None
        self._taken: int | None = None
        self._draws = 0
        self._flowers = False

    def begin(self) -> None:
        """The walls stand whole again."""
        self._raised, self._taken, self._draws, self._flowers = None, None, 0, False

    def observe(self, observation: Observation, now: Now) -> None:
        """Stacks that are counted while only the live end was drawn from."""
        match observation.sighting:
            case WallRaised(side, stacks):
                self._seen[side] = stacks
            case WallStacks(side, stacks):
                self._seen[side] = stacks
                self._last = observation
                self._compare(now)
            case FlowerSeen():
                # its replacement leaves the tail before it is told
                self._flowers = True
                now.claims.drop("break")
            case _:
                pass

    def told(self, event: HandEvent, now: Now) -> None:
        """Counts the tiles taken; a draw from the tail ends the watch, for it takes from the other end."""
        match event:
            case WallBuilt(stacks):
                self._raised = stacks
            case Dealt() | TilesDealt():
                self._taken = tradition(now.rulebook).hand_tiles * len(Seat)
                self._compare(now)
            case Drawn(replacement=False) if self._taken is not None:
                self._taken += 1
                self._draws += 1
            case Drawn():
                self._taken = None
            case _:
                pass

    def tick(self, now: Now) -> None:
        """Nothing comes of time alone."""

    def _compare(self, now: Now) -> None:
        if self._taken is None or self._raised is None or self._last is None:
            return
        if self._flowers or self._draws > _MOST_DRAWS or len(self._seen) < len(Seat):
            return
        a, b, c, d = (self._seen[seat] for seat in Seat)
        # the draw that took the last stack may not have been told yet
        fits = (breaks_that_fit(self._raised, (a, b, c, d), self._taken + more) for more in (0, 1))
        found = next((breaks for breaks in fits if breaks), [])
        if not found:
            return  # a stack is hidden, or a tile was taken that was not told yet
        if len(found) > 1 or now.state is None:
            now.claims.drop("break")
            return
        fact = WallBroken(*found[0], face_seen=True)
        if judge_fact(now.state, fact, now.rulebook):
            now.claims.hold("break", Claim.of(fact, self._last, seen_ms=_SEEN_MS))
        else:
            now.claims.drop("break")


def stacks_left_after(raised: Sequence[int], opened: Seat, stacks_left: int, taken: int) -> Stacks:
    """What stands on the sides of A..D when the wall was opened on `opened` behind so many stacks of its right-hand
    end, and `taken` tiles went since: on that side first, then on those clockwise. A stack that lost its upper tile
    still stands."""
    left = list(raised)
    going = taken // _TILES_A_STACK
    for step in range(len(Seat) + 1):
        side = opened.after(-step).number
        kept = stacks_left if step == 0 else 0
        gone = min(going, max(left[side] - kept, 0))
        left[side] -= gone
        going -= gone
    a, b, c, d = left
    return a, b, c, d


def breaks_that_fit(raised: Stacks, seen: Stacks, taken: int) -> list[tuple[Seat, int]]:
    """Every break after which the walls look as they are seen: the side, and the stacks left at its right-hand end."""
    return [
        (side, stacks)
        for side in Seat
        for stacks in range(raised[side.number])
        if stacks_left_after(raised, side, stacks, taken) == seen
    ]
