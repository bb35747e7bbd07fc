"""One way in which the game may have gone: the rules' state, the facts it explains, and its events not told yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.observation import RiverTileSeen
from tablebridge_rules.event import Called, Discarded, FirstDealerThrown, HandEvent, HandStarted, Settled, Won
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import AnyRulebook, begin, step
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import AnyTable
from tablebridge_rules.violation import Violation

__all__ = ["DOUBTFUL", "FIRST_HAND", "NEVER_MS", "Fold", "Hypothesis", "fold"]

FIRST_HAND = 0
"""The number of a game's first hand."""

NEVER_MS = float("-inf")

DOUBTFUL = 0.3
"""The most that an event is worth which is only told because what lies there has to have come somehow."""

Fold: TypeAlias = tuple[AnyTable | None, tuple[Violation, ...]]
"""The state after an event, and what the event broke."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Hypothesis:
    """A game up to now, by one reading of the facts. Frozen: an act makes a new one.

    `state` is None until the beginning of a hand was seen; its hands are hidden. `used` are facts that its events
    explain; `claimed` river tiles that went into a meld, or are no discards, so that their slot is free. `discards`
    are, seat by seat, the river fact of the newest discard, if it was seen there. `acted_ms` is the table time of each
    seat's last discard or call: a row seen before it tells of no new draw. `since_ms`: facts first seen earlier belong
    to another hand. `event_ms` and `applied_ms` are when the last event was captured, and when it was concluded.
    `pending` are the events that are not told yet, and `weight` is their log-likelihood. `doubt` tells from where on
    this hand is only followed as it lies, because something was missed. `joined` when its beginning was not seen: what
    it comes to in the end rests on that, and so does what looks like a foul.
    """

    state: AnyTable | None = None
    used: frozenset[Fact[Any]] = frozenset()
    claimed: frozenset[Fact[Any]] = frozenset()
    discards: tuple[Fact[RiverTileSeen] | None, ...] = (None, None, None, None)
    acted_ms: tuple[float, ...] = (NEVER_MS,) * 4
    since_ms: float = NEVER_MS
    event_ms: float = NEVER_MS
    applied_ms: float = NEVER_MS
    first_dealer: Seat = Seat.A
    last: DecodedEvent | None = None
    pending: tuple[DecodedEvent, ...] = ()
    weight: float = 0.0
    doubt: str | None = None
    joined: bool = False

    def after(self, proposal: Proposal, folds: Sequence[Fold], concluded_ms: float) -> Hypothesis:
        """The hypothesis after the proposal's events; `folds` are what the rules make of each (see `fold`).

        `concluded_ms` (table time) is when the proposal was first made. The violations go into the events.
        """
        new = replace(self, used=self.used.union(proposal.uses), weight=self.weight + proposal.weight)
        for decoded, (state, violations) in zip(proposal.events, folds, strict=True):
            told = replace(decoded, violations=violations) if violations else decoded
            if proposal.doubt or proposal.joins:
                told = replace(decoded, confidence=min(decoded.confidence, DOUBTFUL))
            new = new._act(told, proposal, state)
        if not proposal.events:
            new = new._exchange(proposal)
        if proposal.joins:
            new = new._joins(proposal)
        since_ms = self.since_ms if proposal.since_ms is None else proposal.since_ms
        return replace(new, applied_ms=concluded_ms, since_ms=since_ms, doubt=proposal.doubt or new.doubt)

    def _act(self, decoded: DecodedEvent, proposal: Proposal, state: AnyTable | None) -> Hypothesis:
        accuses = bool(decoded.violations) and (self.joined or self.doubt is not None)
        if accuses or (self.joined and isinstance(decoded.event, Won | Settled)):
            decoded = replace(decoded, confidence=min(decoded.confidence, DOUBTFUL))
        new = replace(self, state=state, event_ms=decoded.at_ms, last=decoded, pending=(*self.pending, decoded))
        match decoded.event:
            case HandStarted(hand, _, dealer):
                first = dealer if hand == FIRST_HAND else self.first_dealer
                return replace(
                    new,
                    first_dealer=first,
                    acted_ms=(NEVER_MS,) * 4,
                    discards=(None,) * 4,
                    claimed=frozenset(),
                    doubt=None,
                    joined=False,
                )
            case FirstDealerThrown(_, _) if state is not None:
                return replace(new, first_dealer=state.dealer)  # new seats were drawn (TW-R35)
            case Discarded(seat):
                fact = next((fact for fact in proposal.uses if _lies_before(fact, seat)), None)
                if fact is not None and not _counts(self.state, state, seat):
                    return replace(new, claimed=self.claimed | {fact})._acted(seat, decoded.at_ms)
                return new._acted(seat, decoded.at_ms)._discards(seat, fact)
            case Called(seat, meld) if meld.from_seat is not None and meld.kind is not MeldKind.KAN_ADDED:
                taken = self.discards[meld.from_seat.number]
                claimed = self.claimed if taken is None else self.claimed | {taken}
                return replace(new, claimed=claimed)._discards(meld.from_seat, None)._acted(seat, decoded.at_ms)
            case Called(seat) | Won(seat):
                return new._acted(seat, decoded.at_ms)
        return new

    def _exchange(self, proposal: Proposal) -> Hypothesis:
        """Facts used without an event: river tiles that lie where the seat's newest discard was."""
        new = self
        for fact in proposal.uses:
            seat = fact.latest.seat
            old = new.discards[seat.number]
            claimed = new.claimed if old is None else new.claimed | {old}
            new = replace(new, claimed=claimed)._discards(seat, fact)
        return new

    def _joins(self, proposal: Proposal) -> Hypothesis:
        """Many discards at once: the newest of each seat is the last that lies there, unless it was called."""
        if self.state is None:
            return self
        newest: list[Fact[RiverTileSeen] | None] = []
        for seat in Seat:
            lying = [fact for fact in proposal.uses if _lies_before(fact, seat)]
            river = self.state.at(seat).river.discards
            newest.append(lying[-1] if lying and river[-1].claimed_by is None else None)
        return replace(self, discards=tuple(newest), claimed=frozenset(), joined=True)

    def _acted(self, seat: Seat, at_ms: float) -> Hypothesis:
        acted = tuple(at_ms if one is seat else old for one, old in zip(Seat, self.acted_ms, strict=True))
        return replace(self, acted_ms=acted)

    def _discards(self, seat: Seat, fact: Fact[RiverTileSeen] | None) -> Hypothesis:
        found = tuple(fact if one is seat else old for one, old in zip(Seat, self.discards, strict=True))
        return replace(self, discards=found)

    def explains(self, fact: Fact[Any]) -> bool:
        """Whether an event used this fact, or it is a tile that was explained and never really left."""
        known: Fact[Any] | None = fact
        while known is not None:
            if known in self.used:
                return known is fact or known not in self.claimed
            known = known.again
        return False


def fold(state: AnyTable | None, event: HandEvent, rulebook: AnyRulebook) -> Fold:
    """What the rules make of one event; before the first hand nothing but a beginning makes a state."""
    if isinstance(event, HandStarted):
        return begin(event, rulebook), ()
    if state is None:
        return None, ()
    result = step(state, event, rulebook)
    return result.state, result.violations


def _counts(before: AnyTable | None, after: AnyTable | None, seat: Seat) -> bool:
    """Whether a discard stands by the rules. One that does not is taken back, and its slot is free again (TW-F20)."""
    if before is None or after is None:
        return True
    return len(after.at(seat).river.discards) > len(before.at(seat).river.discards)


def _lies_before(fact: Fact[Any], seat: Seat) -> bool:
    return isinstance(fact.latest, RiverTileSeen) and fact.latest.seat is seat
