"""The decoder: from what the witnesses saw to the events of the game, in their true order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tablebridge.game.closing import closing_act
from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.facts import Fact
from tablebridge.game.forced import forced_act
from tablebridge.game.in_step import difference
from tablebridge.game.opening import FIRST_HAND, opening_act
from tablebridge.game.patience import Patience
from tablebridge.game.settle import settlement
from tablebridge.game.situation import Situation
from tablebridge.game.turn_acts import next_act
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, Witness
from tablebridge_rules.event import Called, Discarded, GameEvent, HandStarted, Settled
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat

__all__ = ["Decoder"]

_GHOST_MS = 5000.0  # a tile that was seen and taken away again without a trace was none
_MOST_EVENTS = 400  # of one report; a whole hand has fewer, so more would be going in circles


class Decoder:
    """Follows one table by one rulebook.

    Every report is kept as a fact; after each the decoder asks which event the facts explain next, applies it
    through the rules and asks again. What fits later is told later; what does not fit for too long makes the game
    `out_of_step`, and it resumes by itself when the cloth agrees again.
    """

    def __init__(self, rulebook: Rulebook, patience: Patience | None = None) -> None:
        self._now = Situation(rulebook, patience or Patience())
        self._last: DecodedEvent | None = None

    @property
    def state(self) -> HandState | None:
        """The hand as followed so far; None until the beginning of one was seen."""
        return self._now.state

    @property
    def out_of_step(self) -> str | None:
        """What on the cloth differs from the game as followed, in one line; None while they agree."""
        return difference(self._now)

    def resume(self, events: Iterable[GameEvent]) -> None:
        """Takes up a game where its events end, those of the whole game from its first hand on; nothing is told
        again. What lies on the cloth already is known then and may be reported anew."""
        now = self._now
        for event in events:
            if isinstance(event, HandStarted):
                now.first_dealer = event.dealer if event.hand == FIRST_HAND else now.first_dealer
                now.state = start(event)
            elif now.state is not None:
                now.state = self._step(event)
        if now.state is not None:
            _lay(now)

    def observe(self, observation: Observation) -> list[DecodedEvent]:
        """Takes in one report, in any order, and returns the events that can be told now (mostly none or one)."""
        self._pass_time(observation.at_ms)
        self._now.captured_at = max(self._now.captured_at, observation.captured_at)
        self._now.facts.note(observation, self._now.now_ms)
        return self._advance()

    def tick(self, at_ms: float) -> list[DecodedEvent]:
        """Lets time pass up to `at_ms` (table time) and returns the events that have waited long enough."""
        self._pass_time(at_ms)
        for river in self._now.facts.rivers.values():
            river.fresh = [fact for fact in river.fresh if not self._is_ghost(fact)]
        return self._advance()

    def _pass_time(self, at_ms: float) -> None:
        now = self._now
        if now.now_ms == float("-inf"):
            now.applied_ms = at_ms  # patience begins when the watching begins, a hand taken up included
        now.now_ms = max(now.now_ms, at_ms)

    def _is_ghost(self, fact: Fact[RiverTileSeen]) -> bool:
        return fact.gone_ms is not None and self._now.now_ms - fact.gone_ms > _GHOST_MS

    def _advance(self) -> list[DecodedEvent]:
        told: list[DecodedEvent] = []
        while len(told) < _MOST_EVENTS:
            events = self._explain()
            if not events:
                break
            for event in events:
                self._apply(event)
            told += events
        return told

    def _explain(self) -> list[DecodedEvent]:
        """The next events in order, or none; facts that they use up are explained."""
        now = self._now
        if now.in_play:
            return next_act(now) or closing_act(now) or forced_act(now) or opening_act(now)
        if now.state is not None and now.state.phase is Phase.ENDED and not now.state.settled:
            return self._settle(now.state)
        return opening_act(now)

    def _settle(self, state: HandState) -> list[DecodedEvent]:
        settled, clauses = settlement(state, self._now.rulebook)
        ending = self._last or DecodedEvent(settled, self._now.now_ms, self._now.captured_at)
        return [replace(ending, event=settled, clauses=clauses)]

    def _apply(self, decoded: DecodedEvent) -> None:
        now, event = self._now, decoded.event
        if isinstance(event, HandStarted):
            now.state = start(event)
            now.acted_ms.clear()
            if event.hand == FIRST_HAND:
                now.first_dealer = event.dealer
        else:
            now.state = self._step(event)
        if isinstance(event, Discarded | Called):
            now.acted_ms[event.seat] = decoded.at_ms
        if isinstance(event, Settled):
            now.facts.end_hand()
        now.event_ms, now.applied_ms = decoded.at_ms, now.now_ms
        now.events += 1
        now.judged.clear()
        self._last = decoded

    def _step(self, event: GameEvent) -> HandState:
        return step(self._now.hand, event, self._now.rulebook).state


def _lay(now: Situation) -> None:
    """Marks the discards of the state as explained: after a restart the camera reports every tile that lies there."""
    for seat in Seat:
        for slot, discard in enumerate(now.hand.at(seat).river.lying):
            seen = RiverTileSeen(seat, slot, ReadTile(str(discard.tile), 1.0), discard.sideways)
            observation = Observation(Witness.CAMERA, now.now_ms, now.captured_at, seen)
            now.facts.rivers[seat].lying[slot] = Fact(seen, observation, now.now_ms)
