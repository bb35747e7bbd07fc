"""Whole Taiwanese games, reported by perfect witnesses and by worse ones, and their fouls."""

from __future__ import annotations

from random import Random

import pytest

from tablebridge.sim.foul_scripts import FOULS
from tablebridge.sim.script import Script, foul_hands, perform, scripts
from tablebridge_rules.taiwan.rulebook import load
from tests.tablebridge.game.flaws import FLAWS
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import attempt

BOOK = load("taiwan16-ntuee-2009")


@pytest.mark.parametrize(("seed", "flaws"), [(30, ()), (31, ("late", "misread")), (32, ("no_rows",))])
def test_games(seed: int, flaws: tuple[str, ...]) -> None:
    script = Script.join(scripts(seed, 1, BOOK))
    reports = reports_of_script(script)
    for flaw in flaws:
        reports = FLAWS[flaw](reports, Random(seed))
    found = attempt(BOOK, reports, script.truth).comparison
    assert found.differences == []


@pytest.mark.parametrize(
    "clause",
    ["TW-F02", "TW-F05", "TW-F07", "TW-F08", "TW-F13", "TW-F14", "TW-F15", "TW-F20", "TW-F22", "TW-R44", "TW-S36"],
)
def test_fouls(clause: str) -> None:
    hands = list(foul_hands(1, 1, BOOK, [FOULS[clause]]))
    script = Script.join(perform(hands, 1, BOOK))
    trial = attempt(BOOK, reports_of_script(script), script.truth)
    [scripted] = [row for row in script.truth if row["type"] == "violation"]
    found = [
        (violation.clause, violation.seat and violation.seat.value)
        for _, decoded in trial.told
        for violation in decoded.violations
    ]
    assert (scripted["clause"], scripted["seat"]) in found
    assert {seat for _, seat in found} == {scripted["seat"]}
