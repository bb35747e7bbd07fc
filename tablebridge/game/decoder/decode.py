"""The decoder: from what the witnesses saw to the events of the game, in their true order."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.agreement import agreement
from tablebridge.game.decoder.beam import Beam, Branch
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import FIRST_HAND, NEVER_MS, Hypothesis, fold
from tablebridge.game.decoder.in_step import difference
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.decoder.rooms import customs_of
from tablebridge.game.decoder.suspicion import HandTold, Suspicion
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.game.decoder.view import Setting
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, ViewHeld, Witness
from tablebridge_rules.event import FirstDealerThrown, HandEvent, HandStarted, Settled
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.river import Discard
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable

__all__ = ["Decoder"]

_MOST_EVENTS = 400  # of one report; a whole hand has fewer, so more would be going in circles
_NEVER = datetime.min.replace(tzinfo=UTC)


class Decoder:
    """Follows one table by one rulebook, of any tradition.

    Every report is kept as a fact; after each the decoder searches for the likeliest game that the facts allow, and
    tells what is agreed on. What fits later is told later; what does not fit for too long makes the game `out_of_step`,
    and it resumes by itself when the cloth agrees again.
    """

    def __init__(self, rulebook: AnyRulebook, patience: Patience | None = None) -> None:
        self._setting = Setting(rulebook, customs_of(rulebook), patience or Patience())
        self._told = HandTold()
        self._beam = Beam(self._setting, self._told.tiles)
        self._facts = TableFacts()
        self._root = Hypothesis()
        self._now_ms, self._captured_at = NEVER_MS, _NEVER
        self._wake_ms = NEVER_MS
        self._held_since_ms: float | None = None
        self._best: Branch | None = None

    @property
    def state(self) -> AnyTable | None:
        """The hand as told so far; None until the beginning of one was seen."""
        return self._root.state

    @property
    def out_of_step(self) -> str | None:
        """What on the cloth differs from the game as told, in one line; None while they agree.

        A hand that went on although something of it was missed or misread stays in doubt until it is over, or until
        the referee has corrected it.
        """
        best = self._best or self._beam.branch(self._root)
        view = self._beam.view(best, self._facts, self._now_ms, self._captured_at)
        found = difference(view) or self._root.doubt
        return found or next((suspicion.reason for suspicion in self.suspicions), None)

    @property
    def suspicions(self) -> list[Suspicion]:
        """Events of the hand in play that were told and look wrong by now, with what they may have been."""
        return self._told.suspicions(self._facts, self._setting.whole, self._root.state, self._now_ms)

    def resume(self, events: Iterable[HandEvent]) -> None:
        """Takes up a game where its events end, those of the whole game from its first hand on; nothing is told again.

        At the start, what lies on the cloth may be reported anew; later, as after a correction by the referee, what
        was explained stays so, and the rest is explained by the game as it is now.
        """
        state, first_dealer, played = None, self._root.first_dealer, list(events)
        self._told.forget()
        for event in played:
            state, _ = fold(state, event, self._setting.rulebook)
            self._told.tell(DecodedEvent(event, self._now_ms, self._captured_at), self._facts, ())
            if isinstance(event, HandStarted) and event.hand == FIRST_HAND:
                first_dealer = event.dealer
            elif isinstance(event, FirstDealerThrown) and state is not None:
                first_dealer = state.dealer  # new seats were drawn (TW-R35)
        self._root = replace(self._root, state=state, first_dealer=first_dealer, doubt=None)
        if state is not None:
            self._lay(state)
        self._best = None
        self._beam.advance(None)
        self._wake_ms = NEVER_MS

    def observe(self, observation: Observation) -> list[DecodedEvent]:
        """Takes in one report, in any order, and returns the events that can be told now (mostly none or one)."""
        self._pass_time(observation.at_ms)
        self._captured_at = max(self._captured_at, observation.captured_at)
        self._facts.note(observation, self._now_ms)
        if isinstance(observation.sighting, ViewHeld):
            self._hold(observation.sighting.held)
        return self._advance()

    def tick(self, at_ms: float) -> list[DecodedEvent]:
        """Lets time pass up to `at_ms` (table time) and returns the events that have waited long enough."""
        self._pass_time(at_ms)
        return self._advance() if self._now_ms >= self._wake_ms else []

    def _pass_time(self, at_ms: float) -> None:
        if self._now_ms == NEVER_MS:
            # patience begins when the watching begins, a hand taken up included
            self._root = replace(self._root, applied_ms=at_ms)
        self._now_ms = max(self._now_ms, at_ms)

    def _hold(self, held: bool) -> None:
        """While the camera's view is held nothing is concluded from what it does not tell: that time does not count."""
        if held:
            self._held_since_ms = self._held_since_ms or self._now_ms
        elif self._held_since_ms is not None:
            blind_ms = self._now_ms - self._held_since_ms
            self._held_since_ms = None
            self._facts.postpone(blind_ms)
            self._root = replace(self._root, applied_ms=self._root.applied_ms + blind_ms)
            self._beam.advance(None)

    def _advance(self) -> list[DecodedEvent]:
        told: list[DecodedEvent] = []
        self._wake_ms = math.inf
        if self._held_since_ms is not None:
            return told
        while len(told) < _MOST_EVENTS:
            found = self._beam.search(self._root, self._facts, self._now_ms, self._captured_at)
            agreed = agreement(found.ranked, self._now_ms, self._setting.patience)
            self._best = found.ranked[0]  # what it holds back is explained, though not told yet
            if agreed.branch is None:
                self._wake_ms = min(found.wake_ms, agreed.wake_ms)
                break
            self._tell(agreed.branch, agreed.told)
            told += agreed.told
        return told

    def _tell(self, branch: Branch, told: tuple[DecodedEvent, ...]) -> None:
        for step in branch.trail():
            if step.proposal is not None and not step.proposal.events:
                for fact in step.proposal.uses:
                    self._told.exchange(fact)
        uses = [step.proposal.uses for step in branch.trail() if step.proposal for _ in step.proposal.events]
        for decoded, used in zip(told, uses, strict=True):
            self._told.tell(decoded, self._facts, used)
        for step in branch.trail():
            if step.knot.misread is not None:
                self._told.suspect(step.knot.misread)
        root = replace(branch.hypothesis, pending=(), weight=0.0)
        if any(isinstance(decoded.event, HandStarted) for decoded in told):
            self._facts.forget_before(root.since_ms, root.used)
            root = replace(root, used=frozenset(self._still_there(root)))
        if told and isinstance(told[-1].event, Settled):
            # whatever was thrown until now is of no more interest
            root = replace(root, used=root.used.union(self._facts.dice))
        self._root = root
        self._beam.advance(branch)

    def _still_there(self, root: Hypothesis) -> Iterable[Fact[object]]:
        walls = set(self._facts.walls.values())
        return (fact for fact in root.used if fact in walls or fact.at_ms >= root.since_ms)

    def _lay(self, state: AnyTable) -> None:
        """Marks the discards of the state as explained: those that lie there, and after a restart those of which the
        camera will report every one."""
        used = set(self._root.used)
        gone = {fact for river in self._facts.rivers.values() for fact in river if not fact.lies and fact in used}
        discards: list[Fact[RiverTileSeen] | None] = []
        for seat in Seat:
            lying = [self._lying(seat, slot, discard) for slot, discard in enumerate(state.at(seat).river.lying)]
            used.update(lying)
            discards.append(lying[-1] if lying else None)
        claimed = self._root.claimed | gone  # into melds, by the game as it is now
        self._root = replace(self._root, used=frozenset(used), claimed=claimed, discards=tuple(discards))

    def _lying(self, seat: Seat, slot: int, discard: Discard) -> Fact[RiverTileSeen]:
        fact = self._facts.river_tile(seat, slot)
        if fact is None or not fact.lies:
            seen = RiverTileSeen(seat, slot, ReadTile(str(discard.tile), 1.0), discard.sideways)
            fact = Fact(seen, Observation(Witness.CAMERA, self._now_ms, self._captured_at, seen), self._now_ms)
            self._facts.lay(fact)
        return fact
