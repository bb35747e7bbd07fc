"""Whole hands of the blood battle through the decoder: nothing missing, nothing invented, whatever the witnesses do."""

from __future__ import annotations

from random import Random

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import ButtonPressed, DealerShown, HandRevealed, WallRaised
from tablebridge.sim.foul_scripts import FOULS
from tablebridge.sim.script import Script, foul_hands, perform, scripts
from tablebridge_rules.event import HandStarted, Settled, VoidSuitDeclared, Won
from tablebridge_rules.play import read_rulebook
from tests.tablebridge.game.flaws import FLAWS
from tests.tablebridge.game.observations_of import Report
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import Trial, attempt

BOOK = read_rulebook("sichuan-bloody")


def hands(seed: int, number: int = 1) -> Script:
    return Script.join(scripts(seed, number, BOOK))


def tried(script: Script, reports: list[Report] | None = None) -> Trial:
    return attempt(BOOK, reports or reports_of_script(script), script.truth)


def is_perfect(trial: Trial) -> bool:
    found = trial.comparison
    return (found.missing, found.extra, found.false_alarms) == (0, 0, 0) and found.right == found.expected > 0


@pytest.mark.parametrize("seed", range(2))
def test_games_of_perfect_witnesses_sc_r02(seed: int) -> None:
    """Winners leave the turn, kongs are robbed and held back, hands end by three winners or by the wall."""
    trial = tried(hands(seed, 2))
    assert is_perfect(trial), trial.comparison.differences
    assert trial.out_of_step == []


@pytest.mark.parametrize("flaw", ["late", "rows_unseen", "misread", "occluded", "taken_unread"])
def test_witnesses_that_fall_short(flaw: str) -> None:
    script = hands(2)
    trial = tried(script, FLAWS[flaw](reports_of_script(script), Random(f"{flaw} 2")))
    assert is_perfect(trial), trial.comparison.differences


@pytest.mark.parametrize("clause", ["SC-R02", "SC-R17", "SC-R22"])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_foul_is_told_as_it_was_done_and_named(clause: str, seed: int) -> None:
    (script,) = perform(foul_hands(seed, 1, BOOK, [FOULS[clause]]), seed, BOOK)
    found = tried(script).comparison
    assert (found.found, found.scripted, found.false_alarms) == (1, 1, 0), found.differences


def test_the_lamp_names_the_first_dealer_and_else_its_own_throw_sc_r08() -> None:
    script = hands(1)
    reports = reports_of_script(script)
    dealer = next(row["dealer"] for row in script.truth if row["type"] == "hand_started")
    without_lamp = [report for report in reports if not isinstance(report.sighting, DealerShown)]
    assert len(without_lamp) < len(reports)
    for seen in (reports, without_lamp):
        started = next(one.event for _, one in tried(script, seen).told if isinstance(one.event, HandStarted))
        assert started.dealer.value == dealer


def test_a_hand_whose_walls_nobody_told_begins_with_the_dealers_throw_sc_r08() -> None:
    script = hands(1)
    reports = [one for one in reports_of_script(script) if not isinstance(one.sighting, WallRaised)]
    found = tried(script, reports).comparison
    assert (found.missing, found.extra) == (1, 0), found.differences
    assert "wall_built" in found.differences[0]


def test_a_void_suit_that_one_seat_did_not_enter_is_a_foul_and_a_late_one_is_told_sc_r01() -> None:
    script = hands(1)
    reports = reports_of_script(script)
    pressed = [one for one in reports if isinstance(one.sighting, ButtonPressed)]
    without_one = [one for one in reports if one is not pressed[0]]
    found = [v.clause for _, one in tried(script, without_one).told for v in one.violations]
    assert found == ["SC-R01"]
    doubled = sorted(
        [*reports, *(one for one in reports if isinstance(one.sighting, ButtonPressed))],
        key=lambda report: report.arrives_ms,
    )
    told = tried(script, doubled).told
    assert sum(isinstance(one.event, VoidSuitDeclared) for _, one in told) == 4


@pytest.mark.parametrize("seed", [0, 1, 8])
def test_a_table_without_void_buttons_raises_no_flags_and_loses_nothing_else(seed: int) -> None:
    script = hands(seed)
    never = [one for one in reports_of_script(script) if not isinstance(one.sighting, ButtonPressed)]
    found = tried(script, never).comparison
    assert (found.false_alarms, found.extra) == (0, 0), found.differences
    assert all("void_suit" in line for line in found.differences)


@pytest.mark.parametrize(
    ("seed", "ending", "line"),
    [
        (0, "exhaustive_draw", "the wall is used up and not all hands are laid open"),
        (8, "hands_revealed", "the hand is over and cannot be settled: the tiles of"),
    ],
)
def test_a_hand_that_is_not_laid_open_cannot_be_settled_sc_r23(seed: int, ending: str, line: str) -> None:
    script = hands(seed)
    assert ending in {row["type"] for row in script.truth}
    reports = reports_of_script(script)
    last = max(one.arrives_ms for one in reports if isinstance(one.sighting, HandRevealed))
    hidden = [one for one in reports if one.arrives_ms < last]
    trial = tried(script, hidden)
    assert not any(isinstance(one.event, Settled) for _, one in trial.told)
    assert trial.out_of_step[-1][1].startswith(line)


def test_taken_up_again_in_the_middle_of_a_hand() -> None:
    """After a win, so that one seat is out of the turn and its hand lies open."""
    script = hands(0)
    reports = reports_of_script(script)
    whole = tried(script)
    first = next(at for at, (_, one) in enumerate(whole.told) if isinstance(one.event, Won))
    won_ms = whole.told[first][0]
    decoder = Decoder(BOOK)
    decoder.resume([one.event for at_ms, one in whole.told if at_ms <= won_ms])
    later = [report for report in reports if report.arrives_ms > won_ms]
    rest = attempt(BOOK, later, (), decoder=decoder).told
    expected = [one.event for at_ms, one in whole.told if at_ms > won_ms]
    assert [one.event for _, one in rest] == expected
