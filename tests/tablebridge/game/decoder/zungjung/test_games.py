"""Whole Zung Jung games, reported by perfect witnesses and by worse ones, and their fouls."""

from __future__ import annotations

from random import Random

import pytest

from tablebridge.sim.foul_scripts import FOULS
from tablebridge.sim.script import Script, foul_hands, perform, scripts
from tablebridge_rules.event import ExhaustiveDraw, HandsRevealed, Won
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.play import legal_events
from tablebridge_rules.seat import Seat
from tablebridge_rules.zungjung.rulebook import load
from tests.tablebridge.game.flaws import FLAWS
from tests.tablebridge.game.rigged import RiggedTable, performed, told, told_of
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import attempt

A, B, C, D = Seat
BOOK = load("zungjung-wsom-1.03")


@pytest.mark.parametrize(
    ("seed", "hands", "flaws"), [(30, 1, ()), (31, 1, ("late", "misread")), (32, 1, ("no_rows",)), (2, 6, ())]
)
def test_games(seed: int, hands: int, flaws: tuple[str, ...]) -> None:
    script = Script.join(scripts(seed, hands, BOOK))
    reports = reports_of_script(script)
    for flaw in flaws:
        reports = FLAWS[flaw](reports, Random(seed))
    found = attempt(BOOK, reports, script.truth).comparison
    assert found.differences == []


@pytest.mark.parametrize("clause", ["ZJ-F01", "ZJ-R14", "ZJ-R18", "ZJ-X08"])
def test_fouls(clause: str) -> None:
    hands = list(foul_hands(0, 1, BOOK, [FOULS[clause]]))
    script = Script.join(perform(hands, 0, BOOK))
    trial = attempt(BOOK, reports_of_script(script), script.truth)
    [scripted] = [row for row in script.truth if row["type"] == "violation"]
    found = [
        (violation.clause, violation.seat and violation.seat.value)
        for _, decoded in trial.told
        for violation in decoded.violations
    ]
    assert (scripted["clause"], scripted["seat"]) in found
    assert {seat for _, seat in found} == {scripted["seat"]}


def test_zj_x05_a_tile_that_was_being_added_to_a_pon_is_won_on() -> None:
    hands = ("5s", "55s3z", "123m456m789p46s22z")
    table = RiggedTable(BOOK, hands, live="8s9m8p7p5s")
    table.draw()
    table.discard("5s")
    table.call(B, MeldKind.PON)
    table.discard("3z", "9m", "8p", "7p")
    table.draw()
    table.call(B, MeldKind.KAN_ADDED)
    table.choose(Won, C)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []


def test_zj_x04_of_two_who_open_their_hands_the_next_one_wins() -> None:
    table = RiggedTable(BOOK, ("5s", "123m456m789p46s22z", "123m456m789p46s44z"), live="9s")
    table.draw()
    table.discard("5s")
    wins = [event for event in legal_events(table.state, BOOK) if isinstance(event, Won)]
    assert [won.seat for won in wins] == [B, C]
    table.act(wins[:1])
    table.act([HandsRevealed(((C, wins[1].concealed),))])
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert [won.seat for won in told(trial, Won) if isinstance(won, Won)] == [B]
    assert trial.comparison.missing == 0


def test_zj_x03_a_drawn_hand() -> None:
    table = RiggedTable(BOOK, ("19m19p19s1234567z",))
    while not any(isinstance(event, ExhaustiveDraw) for event in legal_events(table.state, BOOK)):
        part = table.state.at(table.state.turn)
        if part.holds_draw:
            table.discard(str(part.drawn))
        else:
            table.draw()
    table.choose(ExhaustiveDraw)
    trial = told_of(BOOK, performed(BOOK, table.end()))
    assert trial.comparison.differences == []
