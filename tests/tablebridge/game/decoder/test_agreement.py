from __future__ import annotations

import math

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.agreement import agreement
from tablebridge.game.decoder.beam import Branch, Knot
from tablebridge.game.decoder.hypothesis import Hypothesis
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.decoder.proposal import Proposal
from tablebridge_rules.event import Discarded, Drawn, HandEvent
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON

PATIENCE = Patience(doubt=900)
DRAW = Drawn(Seat.A)
ONE, TWO = (Discarded(Seat.A, Tile.parse(name)) for name in ("1m", "2m"))


def told(event: HandEvent) -> DecodedEvent:
    return DecodedEvent(event, 0, NOON)


def branch(parent: Branch, event: HandEvent, score: float, *, not_before_ms: float = -math.inf) -> Branch:
    proposal = Proposal((told(event),), not_before_ms=not_before_ms)
    pending = (*parent.hypothesis.pending, told(event))
    return Branch(Hypothesis(pending=pending), score, Knot(concluded_ms=100), parent, proposal)


ROOT = Branch(Hypothesis(), 0, Knot())


def test_what_the_root_explains_best_tells_nothing() -> None:
    found = agreement([ROOT, branch(ROOT, DRAW, -1)], 100, PATIENCE)
    assert (found.branch, found.told) == (None, ())


def test_the_whole_story_is_told_when_nobody_near_tells_another() -> None:
    draw = branch(ROOT, DRAW, 1)
    best, rival = branch(draw, ONE, 4), branch(draw, TWO, 2.5)
    found = agreement([best, rival, draw, ROOT], 100, PATIENCE)
    assert found.branch is best
    assert [decoded.event for decoded in found.told] == [DRAW, ONE]
    assert all(decoded.confidence == 1 for decoded in found.told)


def test_what_rivals_agree_on_is_told_and_the_rest_is_held() -> None:
    draw = branch(ROOT, DRAW, 1)
    ranked = [branch(draw, ONE, 4), branch(draw, TWO, 3.5), draw, ROOT]
    found = agreement(ranked, 100, PATIENCE)
    assert found.branch is draw
    assert [decoded.event for decoded in found.told] == [DRAW]
    assert found.wake_ms == 1000


def test_after_the_longest_doubt_the_likelier_is_told_with_its_posterior() -> None:
    ranked = [branch(ROOT, ONE, 4), branch(ROOT, TWO, 3.5), ROOT]
    assert agreement(ranked, 999, PATIENCE).branch is None
    (decoded,) = agreement(ranked, 1000, PATIENCE).told
    assert decoded.event == ONE
    assert decoded.confidence == pytest.approx(1 / (1 + math.exp(-0.5)))


def test_a_hold_keeps_an_event_and_all_that_follows_it() -> None:
    held = branch(ROOT, DRAW, 1, not_before_ms=500)
    best = branch(held, ONE, 2)
    found = agreement([best, held, ROOT], 400, PATIENCE)
    assert (found.told, found.wake_ms) == ((), 500)
    assert len(agreement([best, held, ROOT], 500, PATIENCE).told) == 2
