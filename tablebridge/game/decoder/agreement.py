"""What can be told: the part of the likeliest story that its rivals tell, too, or that has waited long enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.beam import Branch
from tablebridge.game.decoder.patience import Patience
from tablebridge_rules.event import HandEvent

__all__ = ["Agreement", "agreement"]

_MARGIN = 1.0  # natural logarithm: a rival less than 2.7 times less likely is near the best


@dataclass(frozen=True, slots=True)
class Agreement:
    """`told` are the events to tell now and `branch` the hypothesis after them, None when there are none; `wake_ms` is
    when a hold ends by itself (table ms)."""

    branch: Branch | None
    told: tuple[DecodedEvent, ...]
    wake_ms: float = math.inf


def agreement(ranked: Sequence[Branch], now_ms: float, patience: Patience) -> Agreement:
    """How far the likeliest of `ranked` (best first) can be told.

    An event is held while a rival near the best tells another one in its place, but no longer than `patience.doubt`:
    then the likelier is told with its posterior as confidence.
    """
    best = ranked[0]
    events = best.events()
    agreed: Branch | None = None
    told: tuple[DecodedEvent, ...] = ()
    wake_ms = math.inf
    for branch in best.trail():
        assert branch.proposal is not None
        end = len(branch.hypothesis.pending)
        rivals = [rival for rival in ranked if _is_rival(rival, best, events[:end])]
        decided_ms = branch.concluded_ms + patience.doubt if rivals else -math.inf
        due_ms = max(branch.proposal.not_before_ms, decided_ms)
        if due_ms > now_ms:
            wake_ms = due_ms
            break
        posterior = 1 / (1 + sum(math.exp(rival.score - best.score) for rival in rivals))
        new = branch.hypothesis.pending[len(told) :]
        told += tuple(replace(one, confidence=min(one.confidence, posterior)) for one in new) if rivals else new
        agreed = branch
    return Agreement(agreed, told, wake_ms)


def _is_rival(rival: Branch, best: Branch, events: tuple[HandEvent, ...]) -> bool:
    if rival.score <= best.score - _MARGIN:
        return False
    its = rival.events()
    shorter = min(len(its), len(events))
    return its[:shorter] != events[:shorter]
