"""Facts of the rules that witnesses hold to be true just now, and the violations that come of them in time.

What is seen may be a shadow, and what lies wrongly may be put right: a claim becomes a violation when the rulebook's
clause says so (`Clause.flag_percent`, `Clause.flag_after_ms`), and not before the witness itself can be trusted.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from tablebridge.observation import Evidence, Observation
from tablebridge_rules.fact import Fact
from tablebridge_rules.play import AnyRulebook, judge_fact
from tablebridge_rules.table import AnyTable
from tablebridge_rules.violation import Violation

__all__ = ["Claim", "Claims", "Noticed"]

_CERTAIN = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """A violation that a fact tells: `at_ms` table time and `captured_at` aware UTC of its first sighting, `confidence`
    (0..1) of the least sure thing it rests on. `fact` is None for an act that only an earlier fact made wrong."""

    violation: Violation
    fact: Fact | None
    at_ms: float
    captured_at: datetime
    confidence: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A fact as a witness has it. `seen_ms` is how long it must be seen before the witness can be trusted in it.

    `at_once` is judged by the hand as it was when the claim was made, another one by the hand as it goes on. `hand` is
    one to judge it by instead, where the hand has gone on already.
    """

    fact: Fact
    at_ms: float
    captured_at: datetime
    confidence: float
    evidence: tuple[Evidence, ...] = ()
    seen_ms: float = 0.0
    at_once: bool = False
    hand: AnyTable | None = None

    @classmethod
    def of(
        cls,
        fact: Fact,
        observation: Observation,
        *,
        confidence: float = 1.0,
        seen_ms: float = 0.0,
        at_once: bool = False,
    ) -> Claim:
        """The fact with its observation as proof."""
        return cls(
            fact=fact,
            at_ms=observation.at_ms,
            captured_at=observation.captured_at,
            confidence=min(confidence, observation.confidence),
            evidence=observation.evidence,
            seen_ms=seen_ms,
            at_once=at_once,
        )


_Named = tuple[str, str, str | None]
"""What makes a violation the same: clause, name, seat."""


@dataclass(slots=True)
class _Held:
    claim: Claim
    state: AnyTable | None
    found: tuple[Violation, ...] = ()
    since_ms: dict[_Named, float] = field(default_factory=dict)
    told: set[_Named] = field(default_factory=set)


class Claims:
    """What is claimed at one table, by the name that its watcher gives each claim."""

    def __init__(self, rulebook: AnyRulebook) -> None:
        self._rulebook = rulebook
        self._held: dict[Hashable, _Held] = {}

    def __contains__(self, name: Hashable) -> bool:
        return name in self._held

    def hold(self, name: Hashable, claim: Claim) -> None:
        """The fact is so since then; one that goes on changing under the same name keeps its first moment."""
        old = self._held.get(name)
        if old is None or old.claim.fact != claim.fact:
            self._held[name] = _Held(claim, None, since_ms={} if old is None else old.since_ms, told=_told(old))

    def drop(self, *names: Hashable) -> None:
        """It is so no longer, or never was."""
        for name in names:
            self._held.pop(name, None)

    def clear(self) -> None:
        """A new hand: nothing is claimed."""
        self._held.clear()

    def noticed(self, state: AnyTable | None, now_ms: float, event_ms: float = math.inf) -> list[Noticed]:
        """The violations that can be told now, each once for as long as its claim is held. `event_ms` is when the event
        happened that made `state`: it may be told long after."""
        if state is None:
            return []
        return [found for held in self._held.values() for found in self._noticed(held, state, now_ms, event_ms)]

    def _noticed(self, held: _Held, state: AnyTable, now_ms: float, event_ms: float) -> Iterable[Noticed]:
        claim = held.claim
        as_it_was = not claim.at_once or event_ms <= claim.at_ms
        since_ms = claim.at_ms if held.state is None or claim.at_once else now_ms
        if held.state is None or (held.state is not state and as_it_was and claim.hand is None):
            held.state = claim.hand or state
            held.found = judge_fact(held.state, claim.fact, self._rulebook)
        names = {_named(violation) for violation in held.found}
        held.since_ms = {name: since for name, since in held.since_ms.items() if name in names}
        for violation in held.found:
            name = _named(violation)
            lasting_ms = now_ms - held.since_ms.setdefault(name, since_ms)
            if name not in held.told and self._is_due(violation, claim, lasting_ms):
                held.told.add(name)
                yield Noticed(
                    violation=violation,
                    fact=claim.fact,
                    at_ms=claim.at_ms,
                    captured_at=claim.captured_at,
                    confidence=claim.confidence,
                    evidence=claim.evidence,
                )

    def _is_due(self, violation: Violation, claim: Claim, lasting_ms: float) -> bool:
        clause = self._rulebook.clauses_by_id[violation.clause]
        sure = claim.confidence * _CERTAIN >= clause.flag_percent
        return sure and lasting_ms >= max(claim.seen_ms, clause.flag_after_ms)


def _named(violation: Violation) -> _Named:
    return violation.clause, violation.name, violation.seat and violation.seat.value


def _told(old: _Held | None) -> set[_Named]:
    return set() if old is None else old.told
