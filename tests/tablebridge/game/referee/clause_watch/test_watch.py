"""The watch at virtual tables: it names scripted fouls that no act shows, and accuses nobody in clean hands."""

from __future__ import annotations

import pytest

from tablebridge.game.referee.clause_watch import FACTS
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.foul_scripts import FOULS
from tablebridge.sim.script import Script, foul_hands, perform
from tablebridge.sim.table_play import play_game
from tablebridge_rules.fact import (
    DiscardTouched,
    FlowersReplaced,
    FlowersShownFirst,
    MeldLaid,
    RiverTileTaken,
    WallBroken,
    WallTileTaken,
)
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.rulebook_file import shipped
from tests.tablebridge.game.referee.clause_watch.overheard import overhear
from tests.tablebridge.game.scene_reports import reports_of_script
from tests.tablebridge.game.trial import attempt


@pytest.mark.parametrize("book", shipped())
def test_clean_hands_accuse_nobody(book: str) -> None:
    rulebook = read_rulebook(book)
    assert overhear(list(play_game(3, rulebook, 1)), 3, rulebook) == []


@pytest.mark.parametrize("book", ["riichi-league-tw", "taiwan16-ntuee-2009", "zungjung-wsom-1.03", "sichuan-bloody"])
def test_sleeves_drops_and_pushed_tiles_are_no_fouls(book: str) -> None:
    rulebook = read_rulebook(book)
    hands = list(play_game(5, rulebook, 1))
    assert overhear(hands, 5, rulebook, "sleeve", "hover", "two_arms", "drop", "quick_call", "push") == []


@pytest.mark.parametrize(
    ("book", "clause", "fact"),
    [
        ("sichuan-bloody", "SC-R10", WallBroken),
        ("taiwan16-ntuee-2009", "TW-F04", WallBroken),
        ("zungjung-wsom-1.03", "ZJ-X07", WallBroken),
        ("riichi-league-tw", "RL-C08", MeldLaid),
        ("taiwan16-ntuee-2009", "TW-R16", MeldLaid),
        ("riichi-mjnet-2005", "RM-T01", DiscardTouched),
        ("taiwan16-ntuee-2009", "TW-R45", DiscardTouched),
        ("taiwan16-ntuee-2009", "TW-F27", RiverTileTaken),
        ("zungjung-wsom-1.03", "ZJ-R03", RiverTileTaken),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_foul_beside_the_acts_is_named_with_its_seat(book: str, clause: str, fact: type, seed: int) -> None:
    rulebook = read_rulebook(book)
    hands = list(foul_hands(seed, 1, rulebook, [FOULS[clause]]))
    (foul,) = (act for act in hands[0] if isinstance(act, FoulAct) and act.marks)
    noticed = [one for one in overhear(hands, seed, rulebook) if one.violation.clause == clause]
    assert [(one.violation.seat, type(one.fact)) for one in noticed] == [(foul.seat, fact)]
    assert all(0 < one.confidence <= 1 and one.evidence for one in noticed)
    assert fact in FACTS


@pytest.mark.parametrize(
    ("book", "clause", "fact"),
    [
        ("sichuan-bloody", "SC-R20", WallTileTaken),
        ("taiwan16-ntuee-2009", "TW-F01", FlowersShownFirst),
        ("taiwan16-ntuee-2009", "TW-F03", FlowersReplaced),
        ("taiwan16-ntuee-2009", "TW-F06", WallTileTaken),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_foul_that_the_walls_or_the_flowers_show_is_named_with_its_seat(book: str, clause: str, fact: type) -> None:
    rulebook = read_rulebook(book)
    script = Script.join(perform(hands := list(foul_hands(1, 1, rulebook, [FOULS[clause]])), 1, rulebook))
    (foul,) = (act for act in hands[0] if isinstance(act, FoulAct) and act.marks)
    told = attempt(rulebook, reports_of_script(script), script.truth).violations
    assert [one.seat for _, one in told if one.clause == clause] == [foul.seat]
    assert fact in FACTS


@pytest.mark.parametrize(
    ("book", "clause"),
    [
        ("taiwan16-ntuee-2009", "TW-F10"),
        ("taiwan16-ntuee-2009", "TW-F11"),
        ("riichi-league-tw", "RL-F05"),
        ("sichuan-bloody", "SC-F02"),
        ("sichuan-bloody", "SC-F03"),
        ("zungjung-wsom-1.03", "ZJ-R13"),
    ],
)
def test_tiles_that_were_shown(book: str, clause: str) -> None:
    """By themselves where the book forbids it, and in what is called with them later where that is forbidden."""
    rulebook = read_rulebook(book)
    hands = list(foul_hands(1, 1, rulebook, [FOULS[clause]]))
    (foul,) = (act for act in hands[0] if isinstance(act, FoulAct) and act.marks)
    noticed = [one.violation for one in overhear(hands, 1, rulebook)]
    assert [(one.clause, one.seat) for one in noticed] == [(clause, foul.seat)]
