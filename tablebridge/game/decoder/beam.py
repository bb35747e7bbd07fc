"""The search: from the game as told, every way to go on that the facts allow, the likeliest ones kept.

Nothing is kept from one search to the next but what was found out about each path (`Knot`): the search always starts
at the last told event, so that a fact read anew is weighed anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import Fold, Hypothesis, fold
from tablebridge.game.decoder.in_step import unexplained, vanished
from tablebridge.game.decoder.joining import join_act
from tablebridge.game.decoder.misreading import Misreading, TileTold, misreading_behind
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.settling import settle_act
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.game.decoder.view import Setting, View
from tablebridge_rules.event import HandEvent
from tablebridge_rules.play import enforce
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Step
from tablebridge_rules.violation import Violation

__all__ = ["FOUL", "Beam", "Branch", "Found", "Knot"]

FOUL = 12.0
"""Log weight of a foul: that much less likely than a legal act, before anything was seen."""

_WIDTH = 8  # hypotheses kept at each depth: a doubtful face makes three, two of them nine, of which few stay likely
_DEPTH = 16  # proposals in a row: more tiles laid at once are told in several goes
_HOPELESS = 20.0  # a hypothesis so far behind the best one never comes back
_EXPLAINED = 1.0  # what a proposal is worth because something was seen that asked for it
_LYING = 4.0  # what a thing on the cloth without explanation costs at once
_INSISTING = 8.0  # and what it costs besides when it has been lying there until it is forced; more than a foul then
_VANISHED = 10.0  # what a discard costs that left its river and that no meld holds: nearly as much as a foul
_LOOK_AGAIN_MS = 250.0  # while costs grow


@dataclass(eq=False, slots=True)
class Knot:
    """What was found out about one path of events: the folds, when it was first proposed, answers of its views, and
    the misreading that it would accuse somebody for."""

    folds: tuple[Fold, ...] = ()
    concluded_ms: float = 0.0
    memory: dict[object, object] = field(default_factory=dict)
    next: dict[tuple[HandEvent, ...], Knot] = field(default_factory=dict)
    misread: Misreading | None = None

    @property
    def accuses(self) -> bool:
        """Whether the rules find a foul of somebody; what nobody did, such as a fifth copy, is a matter of reading."""
        return any(violation.seat is not None for _, violations in self.folds for violation in violations)


@dataclass(frozen=True, eq=False, slots=True)
class Branch:
    """A hypothesis with the way to it: `parent` and the `proposal` that made it of that; `score` is its log-likelihood
    less what it leaves unexplained."""

    hypothesis: Hypothesis
    score: float
    knot: Knot
    parent: Branch | None = None
    proposal: Proposal | None = None

    def trail(self) -> list[Branch]:
        """The branches from the first proposal to this one."""
        found: list[Branch] = []
        branch: Branch = self
        while branch.parent is not None:
            found.append(branch)
            branch = branch.parent
        return found[::-1]

    @property
    def concluded_ms(self) -> float:
        """When (table ms) the proposal was first made."""
        return self.knot.concluded_ms

    def events(self) -> tuple[HandEvent, ...]:
        """The events that are not told yet."""
        return tuple(decoded.event for decoded in self.hypothesis.pending)


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search: the likeliest hypotheses, best first, and when to look again (table ms)."""

    ranked: list[Branch]
    wake_ms: float


class Beam:
    """Searches from `root`, the game as told; `tiles` are the events of its hand with how sure their faces are."""

    def __init__(self, setting: Setting, tiles: Callable[[], list[TileTold]] = list) -> None:
        self._setting, self._tiles = setting, tiles
        self._knot = Knot()

    def advance(self, branch: Branch | None) -> None:
        """The path up to `branch` was told: what was found out about others is of no more use. None: a new root."""
        self._knot = Knot() if branch is None else branch.knot

    def search(self, root: Hypothesis, facts: TableFacts, now_ms: float, captured_at: datetime) -> Found:
        """The likeliest ways to go on; the first of them may be to wait."""
        return _Search(self._setting, self._tiles, facts, now_ms, captured_at).run(root, self._knot)

    def branch(self, root: Hypothesis) -> Branch:
        """The game as told, nothing concluded."""
        return Branch(root, 0.0, self._knot)

    def view(self, branch: Branch, facts: TableFacts, now_ms: float, captured_at: datetime) -> View:
        """That hypothesis before the facts."""
        return View(self._setting, facts, branch.hypothesis, now_ms, captured_at, branch.knot.memory)


class _Search:
    def __init__(
        self,
        setting: Setting,
        tiles: Callable[[], list[TileTold]],
        facts: TableFacts,
        now_ms: float,
        captured_at: datetime,
    ) -> None:
        self._setting, self._tiles, self._facts = setting, tiles, facts
        self._now_ms, self._captured_at = now_ms, captured_at
        self._wake_ms = math.inf

    def run(self, root: Hypothesis, knot: Knot) -> Found:
        view = self._view(root, knot)
        pool = [Branch(root, -self._cost(view), knot)]
        frontier = [(pool[0], view)]
        for _ in range(_DEPTH):
            children = [child for branch, seen in frontier for child in self._children(branch, seen)]
            best = max((branch.score for branch in pool), default=0.0)
            kept = [child for child in _distinct(children) if child[0].score > best - _HOPELESS][:_WIDTH]
            if not kept:
                break
            pool += [branch for branch, _ in kept]
            frontier = kept
        # of equal likelihood the one that explains more
        pool.sort(key=lambda branch: (-branch.score, -len(branch.hypothesis.pending)))
        return Found(pool, self._wake_ms)

    def _view(self, hypothesis: Hypothesis, knot: Knot) -> View:
        return View(self._setting, self._facts, hypothesis, self._now_ms, self._captured_at, knot.memory)

    def _children(self, branch: Branch, view: View) -> Iterator[tuple[Branch, View]]:
        for proposal in proposals(view):
            yield self._child(branch, proposal)
        self._wake_ms = min(self._wake_ms, view.wake_ms)

    def _child(self, branch: Branch, proposal: Proposal) -> tuple[Branch, View]:
        knot = self._knot_of(branch, proposal)
        if knot.misread is not None:
            proposal = replace(proposal, doubt=knot.misread.reason)
        hypothesis = branch.hypothesis.after(proposal, knot.folds, knot.concluded_ms)
        foul = FOUL if knot.accuses and not proposal.certain else 0.0
        weight = hypothesis.weight + _EXPLAINED - foul
        hypothesis = replace(hypothesis, weight=weight)
        view = self._view(hypothesis, knot)
        if proposal.not_before_ms > self._now_ms:
            self._wake_ms = min(self._wake_ms, proposal.not_before_ms)
        return Branch(hypothesis, weight - self._cost(view), knot, branch, proposal), view

    def _knot_of(self, branch: Branch, proposal: Proposal) -> Knot:
        events = tuple(decoded.event for decoded in proposal.events)
        knot = branch.knot.next.get(events)
        if knot is None:
            folds, misread = self._folds(branch, proposal)
            knot = branch.knot.next[events] = Knot(folds, self._now_ms, misread=misread)
        return knot

    def _folds(self, branch: Branch, proposal: Proposal) -> tuple[tuple[Fold, ...], Misreading | None]:
        """What the rules make of the events. What only looks like a foul, because it is misread or the hand is in doubt
        by then, has no consequences: no dead hand, no payment."""
        folds: list[Fold] = []
        doubtful = proposal.doubt or proposal.joins or branch.hypothesis.doubt or branch.hypothesis.joined
        state, misread = branch.hypothesis.state, None
        for place, decoded in enumerate(proposal.events):
            made = fold(state, decoded.event, self._setting.rulebook)
            if made[1] and state is not None and made[0] is not None:
                misread = misread or self._misread(branch, proposal.events[:place], decoded, made[1])
                if doubtful or misread:
                    made = enforce(state, Step(made[0], made[1]), (), self._setting.rulebook), made[1]
            folds.append(made)
            state = made[0]
        return tuple(folds), misread

    def _misread(
        self,
        branch: Branch,
        before: Iterable[DecodedEvent],
        accused: DecodedEvent,
        violations: Iterable[Violation],
    ) -> Misreading | None:
        untold = (*branch.hypothesis.pending, *before)
        told = [*self._tiles(), *(TileTold(one.event, one.confidence) for one in untold)]
        return misreading_behind(told, accused, violations, self._setting.rulebook)

    def _cost(self, view: View) -> float:
        """What lies there unexplained, the longer the dearer."""
        cost = 0.0
        for fact, _ in unexplained(view):
            cost += _LYING + _INSISTING * self._insists(fact)
            self._wake_ms = min(self._wake_ms, self._now_ms + _LOOK_AGAIN_MS)
        return cost + _VANISHED * vanished(view)

    def _insists(self, fact: Fact[object]) -> float:
        patience = self._setting.patience
        waited = self._now_ms - fact.arrived_ms - patience.missing
        return min(max(waited, 0.0) / (patience.forced - patience.missing), 1.0)


def proposals(view: View) -> Iterator[Proposal]:
    """What every act proposes that may apply in this phase, in the order of their groups."""
    customs = view.customs
    if view.in_play:
        for act in (*customs.playing, *customs.closing):
            yield from act(view)
        if len(view.new_walls()) < len(Seat):
            return
    elif view.table is not None and view.between_hands and not view.table.settled:
        for act in (*customs.checking, settle_act):
            yield from act(view)
    for act in customs.opening:
        yield from act(view)
    if view.table is None or view.table.settled:
        yield from join_act(view)


def _distinct(children: Iterable[tuple[Branch, View]]) -> list[tuple[Branch, View]]:
    """The children, best first, without those that tell the same events in another order."""
    found: dict[object, tuple[Branch, View]] = {}
    for child in sorted(children, key=lambda one: -one[0].score):
        hypothesis = child[0].hypothesis
        state = hypothesis.state
        events = frozenset(decoded.event for decoded in hypothesis.pending)
        key = (events, len(hypothesis.pending), state and (state.hand, state.phase, state.turn))
        found.setdefault(key, child)
    return list(found.values())
