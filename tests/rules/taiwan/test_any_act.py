"""Whatever can be described is applied and judged: acts by the wrong seat, with other tiles, at another time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.event import Called, Drawn, HandEvent
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import legal_events, settle, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable
from tablebridge_rules.taiwan.wall import TILE_SET
from tests.rules.play.hands import as_seen, fold
from tests.rules.taiwan.winners import BOOK, WinningHand

SEEDS = (3, 76, 212)
COURSES, ACTS = 60, 5

SIGHT: tuple[Callable[[HandEvent], HandEvent], ...] = (lambda event: event, as_seen)


def corrupted(event: HandEvent, rng: Random) -> HandEvent:
    """The act, mostly with another seat, tile, kind of meld, or end of the wall."""
    changes: dict[str, Any] = {}
    if getattr(event, "seat", None) and rng.random() < 0.6:
        changes["seat"] = rng.choice(list(Seat))
    if getattr(event, "tile", None) and rng.random() < 0.5:
        changes["tile"] = rng.choice(TILE_SET)
    if isinstance(event, Called) and rng.random() < 0.5:
        changes["meld"] = replace(event.meld, kind=rng.choice(list(MeldKind)))
    if isinstance(event, Drawn) and rng.random() < 0.3:
        changes["replacement"] = not event.replacement
    return replace(event, **changes)


def settled_change(state: AnyTable) -> int:
    """What all seats together gain at the end: nothing."""
    try:
        return sum(settle(state, BOOK).delta)
    except WinError:  # too many copies of a tile, which were found when they came
        return 0


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("sight", SIGHT, ids=["known", "hidden"])
def test_corrupted_courses(seed: int, sight: Callable[[HandEvent], HandEvent]) -> None:
    played, rng = WinningHand(BOOK, seed), Random(seed)
    played.run()
    events = [sight(event) for event in played.events]
    states = list(fold(events, BOOK))
    found = 0
    for _ in range(COURSES):
        place = rng.randrange(1, len(events))
        state: AnyTable = states[max(place - 1 - rng.choice((0, 0, 1, 2, 5)), 0)]
        for event in events[place : place + ACTS]:
            result = step(state, corrupted(event, rng), BOOK)
            found += len(result.violations)
            assert all(violation.text for violation in result.violations)
            state = result.state
            assert settled_change(state) == 0
            found_in_legal = [one for event in legal_events(state, BOOK) for one in step(state, event, BOOK).violations]
            # an earlier meld of another seat that is still wrong (TW-F05)
            assert {one.name for one in found_in_legal} <= {"meld_left_wrong"}
    assert found > COURSES
