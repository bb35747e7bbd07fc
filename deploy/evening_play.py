"""What is played on an evening: hands of a rulebook, a foul where the plan wants one, and a tile that is misread."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # what a camera would tell is one of the tests' tools

from tablebridge.game.ruling import ReplaceEvent
from tablebridge.game.session import GameSession
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, SetComplete
from tablebridge.sim.choreography import Act
from tablebridge.sim.foul_play import play_foul
from tablebridge.sim.foul_scripts import FOULS
from tablebridge.sim.table_play import first_hand, play_hand
from tablebridge_rules.event import Discarded, HandStarted
from tablebridge_rules.play import AnyRulebook, begin, next_hand, step
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import Report

__all__ = ["Misread", "Plan", "played"]

_MISREAD_DISCARD = 5
"""Of the hand: early enough for the referee's word to come before its end."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played. `hands` says of each hand which clause is broken in it, "" for none; `misread` is the hand in
    which the camera takes one discard for another face, which the referee puts right (None: in none)."""

    rulebook: str
    seed: int
    hands: tuple[str, ...]
    misread: int | None = 0


@dataclass(slots=True)
class Misread:
    """A discard that the camera takes for another face until the referee has put it right."""

    first: RiverTileSeen
    wrong: Tile

    @classmethod
    def at(cls, plan: Plan, reports: Sequence[Report]) -> Misread | None:
        """The fifth discard of the hand: all of them are far enough from its end."""
        hand = -1
        seen = 0
        for report in reports:
            sighting = report.sighting
            if isinstance(sighting, SetComplete):
                hand, seen = hand + 1, 0
            if isinstance(sighting, RiverTileSeen):
                seen += 1
                if hand == plan.misread and seen == _MISREAD_DISCARD:
                    return cls(sighting, Tile.parse(_neighbour(sighting.reading.tile)))
        return None

    def seen(self, observation: Observation) -> Observation:
        """The report, with the wrong face if it is of that discard."""
        sighting = observation.sighting
        if isinstance(sighting, RiverTileSeen) and sighting == self.first:
            reading = ReadTile(str(self.wrong), 0.93, ((sighting.reading.tile, 0.05),))
            return replace(observation, sighting=replace(sighting, reading=reading))
        return observation

    def put_right(self, session: GameSession) -> ReplaceEvent | None:
        """The referee's act, as soon as the discard was told."""
        for told in reversed(session.game.told):
            event = told.entry.event
            if isinstance(event, HandStarted):
                return None
            if isinstance(event, Discarded) and event.tile == self.wrong and event.seat is self.first.seat:
                right = Tile.parse(self.first.reading.tile)
                return ReplaceEvent(told.entry.id, replace(event, tile=right), "seen again on the recording")
        return None


def _neighbour(face: str) -> str:
    """A face that is taken for this one."""
    number, suit = int(face[0]) or 5, face[1]
    return f"{number - 1 if number > 1 else number + 1}{suit}"


def played(plan: Plan, book: AnyRulebook) -> Iterator[Sequence[Act]]:
    """The hands of the plan at one table. A game that ends, or new seats, begin another game."""
    started, opens = first_hand(plan.seed, book), True
    first_dealer = started.dealer
    for number, clause in enumerate(plan.hands):
        if clause:
            foul = play_foul(started, plan.seed, book, FOULS[clause], opens=opens)
            yield foul.acts
            state = foul.state
        else:
            events = play_hand(started, plan.seed, book, opens=opens)
            yield events
            state = begin(started, book)
            for event in events[1:]:
                state = step(state, event, book).state
        following = next_hand(state, book, first_dealer)
        opens = not isinstance(following, HandStarted)
        if isinstance(following, HandStarted):
            started = following
        else:
            started = first_hand(plan.seed + number + 1, book)
            first_dealer = started.dealer
