"""The search, on a room of two made-up acts, so that every score is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.beam import FOUL, Beam, Found
from tablebridge.game.decoder.customs import Act
from tablebridge.game.decoder.fact import Fact
from tablebridge.game.decoder.hypothesis import Hypothesis
from tablebridge.game.decoder.patience import Patience
from tablebridge.game.decoder.proposal import Proposal
from tablebridge.game.decoder.riichi import CUSTOMS
from tablebridge.game.decoder.table_facts import TableFacts
from tablebridge.game.decoder.view import Setting, View
from tablebridge.observation import Observation, ReadTile, RiverTileSeen, Witness
from tablebridge_rules.event import Dealt, Discarded, Drawn, HandEvent, HandStarted, WallBuilt
from tablebridge_rules.play import begin, read_rulebook, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON

BOOK = read_rulebook("riichi-league-tw")
PATIENCE = Patience()
ONE = Discarded(Seat.A, Tile.parse("1m"))


def dealt() -> Hypothesis:
    """A's first turn."""
    state = begin(HandStarted(0, Wind.EAST, Seat.A, 0, 0, (30000,) * 4), BOOK)
    for event in (WallBuilt((17,) * 4), Dealt(Tile.parse("1z"))):
        state = step(state, event, BOOK).state
    return Hypothesis(state=state)


def lying(seat: Seat, name: str = "1m") -> tuple[TableFacts, Fact[RiverTileSeen]]:
    facts = TableFacts()
    facts.note(Observation(Witness.CAMERA, 0, NOON, RiverTileSeen(seat, 0, ReadTile(name, 0.98), False)), 0)
    return facts, facts.rivers[seat][0]


def once(*proposals: Proposal) -> Act:
    """Proposes these to whoever has told nothing yet."""

    def act(view: View) -> Iterator[Proposal]:
        if not view.hypothesis.pending:
            yield from proposals

    return act


def proposal(*events: HandEvent, weight: float = 0.0, uses: tuple[Fact[RiverTileSeen], ...] = ()) -> Proposal:
    return Proposal(tuple(DecodedEvent(event, 0, NOON) for event in events), uses, weight)


def search(*acts: Act, facts: TableFacts | None = None, now_ms: float = 0, beam: Beam | None = None) -> Found:
    customs = replace(CUSTOMS, playing=acts, closing=(), opening=())
    beam = beam or Beam(Setting(BOOK, customs, PATIENCE))
    return beam.search(dealt(), facts or TableFacts(), now_ms, NOON)


def test_nothing_proposed_leaves_the_game_as_told() -> None:
    found = search()
    assert [branch.events() for branch in found.ranked] == [()]
    assert found.wake_ms == float("inf")


def test_what_was_seen_is_worth_telling_and_the_likelier_comes_first() -> None:
    found = search(once(proposal(Drawn(Seat.A), weight=-0.5), proposal(Drawn(Seat.A), ONE, weight=-0.2)))
    assert [branch.events() for branch in found.ranked] == [(Drawn(Seat.A), ONE), (Drawn(Seat.A),), ()]
    assert [round(branch.score, 3) for branch in found.ranked] == [0.8, 0.5, 0]


def test_a_tile_without_explanation_costs_and_more_the_longer_it_lies() -> None:
    facts, _ = lying(Seat.A)
    scores = [search(facts=facts, now_ms=now_ms).ranked[0].score for now_ms in (0, 1500, 8000, 60_000)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == scores[1] == pytest.approx(-4)
    assert scores[2] == scores[3] == pytest.approx(-FOUL)


def test_an_explanation_takes_the_cost_away() -> None:
    facts, fact = lying(Seat.A)
    best = search(once(proposal(Drawn(Seat.A), ONE, uses=(fact,))), facts=facts).ranked[0]
    assert (best.events(), round(best.score, 3)) == ((Drawn(Seat.A), ONE), 1)


@pytest.mark.parametrize("certain", [True, False])
def test_a_foul_is_unlikely_unless_it_was_seen_beyond_doubt(certain: bool) -> None:
    out_of_turn = replace(proposal(Drawn(Seat.C)), certain=certain)
    found = search(once(out_of_turn))
    foul = next(branch for branch in found.ranked if branch.events())
    assert foul.score == pytest.approx(1 if certain else 1 - FOUL)
    assert [violation.seat for violation in foul.hypothesis.pending[0].violations] == [Seat.C]


def test_the_same_events_in_another_order_are_one_hypothesis() -> None:
    draw, discard = proposal(Drawn(Seat.A)), proposal(ONE)

    def both(view: View) -> Iterator[Proposal]:
        done = [decoded.event for decoded in view.hypothesis.pending]
        yield from (one for one in (draw, discard) if one.events[0].event not in done)

    found = search(both)
    whole = [branch for branch in found.ranked if len(branch.events()) == 2]
    assert [branch.events() for branch in whole] == [(Drawn(Seat.A), ONE)], "the legal order"


def test_only_the_likeliest_are_kept() -> None:
    many = [
        proposal(Discarded(Seat.A, Tile.parse(f"{rank}{suit}")), weight=-rank) for rank in range(1, 9) for suit in "mps"
    ]
    found = search(once(*(replace(one, certain=True) for one in many)))
    assert len(found.ranked) <= 1 + 8
    assert max(len(branch.events()) for branch in found.ranked) == 1


def test_when_an_event_was_concluded_is_remembered_from_search_to_search() -> None:
    customs = replace(CUSTOMS, playing=(once(proposal(ONE)),), closing=(), opening=())
    beam = Beam(Setting(BOOK, customs, PATIENCE))
    for now_ms in (100.0, 900.0):
        branch = next(one for one in beam.search(dealt(), TableFacts(), now_ms, NOON).ranked if one.events())
        assert (branch.concluded_ms, branch.hypothesis.applied_ms) == (100, 100)
    beam.advance(None)
    branch = next(one for one in beam.search(dealt(), TableFacts(), 950, NOON).ranked if one.events())
    assert branch.concluded_ms == 950


def test_a_wait_of_an_act_says_when_to_look_again() -> None:
    def patient(view: View) -> Iterator[Proposal]:
        if view.passed(100, 400):
            yield proposal(Drawn(Seat.A))

    assert search(patient, now_ms=200).wake_ms == 500
    assert search(patient, now_ms=500).ranked[0].events() == (Drawn(Seat.A),)
