"""The places of a game that is over, as everybody is told them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.game.journal.entry import JournalEntry
from tablebridge.game.journal.projection import Projection
from tablebridge.game.journal.ruling_event import PenaltyApplied
from tablebridge.game.shown.public import PublicState
from tablebridge.observation import Witness
from tablebridge.sim.table_play import play_hand
from tablebridge_rules.event import HandStarted, event_type
from tablebridge_rules.play import read_rulebook, standings
from tablebridge_rules.seat import Seat, Wind
from tests.tablebridge.game.observations_of import NOON

BOOK = "riichi-league-tw"
FIRST = HandStarted(0, Wind.EAST, Seat.A, 0, 0, (30000,) * 4)
LAST = HandStarted(7, Wind.SOUTH, Seat.D, 0, 0, (32000, 31000, 29000, 28000))


def entries(started: HandStarted, penalty: int = 0) -> list[JournalEntry]:
    """One hand as the journal has it, after A was seen to begin the game, and A's violation points in its middle."""
    events = [FIRST, *play_hand(started, 3, read_rulebook(BOOK))]
    made = [
        JournalEntry(
            number, f"e{number}", 1, started.hand, event_type(event), event, 0.0, NOON, 0.9, (Witness.CAMERA,), (), ()
        )
        for number, event in enumerate(events, 1)
    ]
    if penalty:
        applied = PenaltyApplied(
            "f1", "e3", "RL-F06", "late", Seat.A, "", "", False, True, (0, 0, 0, 0), penalty, started.points
        )
        made.insert(5, replace(made[5], id="p1", type="penalty_applied", event=applied))
    return made


def end_of(started: HandStarted, penalty: int = 0) -> PublicState:
    projection = Projection("t1", read_rulebook(BOOK))
    for entry in entries(started, penalty):
        projection.apply(entry)
        if entry.type != "settled":
            assert projection.state().standings == ()
    return projection.state()


def test_a_game_that_goes_on_has_no_places() -> None:
    assert end_of(FIRST).standings == ()


@pytest.mark.parametrize("penalty", [0, 10])
def test_places_are_those_of_the_rulebook_with_the_penalties_in_force(penalty: int) -> None:
    state = end_of(LAST, penalty)
    points = tuple(state.seats[seat.value].points for seat in Seat)
    counted = dict.fromkeys(Seat, 0) | {Seat.A: penalty}
    due = standings(read_rulebook(BOOK), points, Seat.A, sticks=state.sticks, violation_points=counted)  # type: ignore[arg-type]
    assert [(one.seat, one.place, one.points, one.total) for one in state.standings] == [
        (one.seat.value, one.place, one.points, float(one.total)) for one in due
    ]
    assert [one.uma for one in state.standings] == [float(one.uma) for one in due]  # type: ignore[attr-defined]


def test_violation_points_cost_their_seat() -> None:
    totals = [{one.seat: one.total for one in end_of(LAST, penalty).standings} for penalty in (0, 10)]
    assert totals[0]["A"] > totals[1]["A"]
    assert {seat: total for seat, total in totals[0].items() if seat != "A"} == {
        seat: total for seat, total in totals[1].items() if seat != "A"
    }
