"""Scripted fouls: the rules cite the clause for what is done, the truth says who and when, no tile is lost by it."""

from __future__ import annotations

from functools import cache

import pytest

from tablebridge.sim import foul_play
from tablebridge.sim.choreography import Act
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.foul_candidates import GENERATORS
from tablebridge.sim.foul_play import FoulHand, NoFoul, play_foul
from tablebridge.sim.foul_scripts import DEMO_FOULS, FOULS, FoulScript, fouls_of
from tablebridge.sim.foul_staging import FoulStaging
from tablebridge.sim.scene import Scene
from tablebridge.sim.script import foul_hands
from tablebridge.sim.table_play import first_hand
from tablebridge.sim.timeline import Script
from tablebridge_rules.event import HandEvent, HandStarted, Settled
from tablebridge_rules.fact import Peeked
from tablebridge_rules.seat import Seat

from .tables import BOOKS, book, overlapping, perform, scenes, set_size, tiles

WAYS = (
    "RL-F01", "RL-F03", "RL-F05", "RL-F06", "RL-F07", "RL-F09", "RL-C08", "RL-R05", "RM-T01", "RC-T03",
    "SC-F01", "SC-F03", "SC-R10", "SC-R14", "SC-R20", "SC-R22",
    "TW-F01", "TW-F03", "TW-F04", "TW-F13", "TW-F14", "TW-F20", "TW-F24", "TW-S36",
    "ZJ-F01", "ZJ-R02", "ZJ-R03", "ZJ-R13", "ZJ-R19", "ZJ-R28", "ZJ-X07", "ZJ-X08",
)  # fmt: skip
"""One clause at least for each way in which a foul is staged; `deploy/check_fouls.py` plays them all."""


def name_of(clause: str) -> str:
    return next(name for name in BOOKS if clause in book(name).clauses_by_id)


@cache
def hand(clause: str, seed: int = 1) -> FoulHand:
    name = name_of(clause)
    return play_foul(first_hand(seed, book(name)), seed, book(name), FOULS[clause], opens=True)


@pytest.mark.parametrize("clause", WAYS)
def test_the_clause_is_broken_once_and_the_cloth_stays_whole(clause: str) -> None:
    name = name_of(clause)
    (script,) = perform(name, 1, [hand(clause).acts])
    broken = [row for row in script.truth if row["type"] == "violation"]
    assert [row["clause"] for row in broken] == [FOULS[clause].cited]
    marked = [act for act in hand(clause).acts if isinstance(act, FoulAct) and act.marks]
    assert [(act.name, act.seat and act.seat.value) for act in marked] == [(broken[0]["name"], broken[0]["seat"])]
    assert [row["order"] for row in script.truth] == list(range(len(script.truth)))
    check_whole(name, script)


def check_whole(name: str, script: Script) -> None:
    for order, scene in scenes(script):
        if tiles(scene):
            assert len(tiles(scene)) <= set_size(name)
        assert overlapping(scene) == [], script.truth[order]
    end = Scene()
    for motion in script.motions:
        end.apply(motion)
        assert len(end.objects) <= set_size(name) + 4
    assert end.objects == {}
    moments = [row["at_ms"] for row in script.truth]
    assert moments == sorted(moments)


def events(acts: tuple[Act, ...]) -> list[HandEvent]:
    return [act for act in acts if not isinstance(act, FoulAct)]


def test_the_rest_of_the_hand_goes_by_the_rules() -> None:
    acts = hand("SC-R14").acts
    assert isinstance(events(acts)[0], HandStarted)
    assert isinstance(acts[-1], Settled)
    assert sum(isinstance(act, FoulAct) for act in acts) == 1


def test_the_seed_chooses_hand_and_moment() -> None:
    again = play_foul(first_hand(1, book("sichuan-bloody")), 1, book("sichuan-bloody"), FOULS["SC-R14"], opens=True)
    assert again == hand("SC-R14")
    assert hand("SC-R14", 2).acts != again.acts


def test_hands_with_fouls_follow_each_other_as_in_a_game() -> None:
    name = "sichuan-bloody"
    hands = list(foul_hands(1, 3, book(name), [FOULS["SC-R17"], FOULS["SC-R13"]]))
    starts = [acts[0] for acts in hands]
    assert [start.hand for start in starts if isinstance(start, HandStarted)] == [0, 1, 2]
    fouls = [act.clause for acts in hands for act in acts if isinstance(act, FoulAct)]
    assert fouls == ["SC-R17", "SC-R13", "SC-R17"]


@pytest.mark.parametrize("name", BOOKS)
def test_the_scripts_are_of_clauses_that_the_rulebook_has(name: str) -> None:
    scripts = fouls_of(book(name))
    assert scripts
    for script in scripts:
        assert script.cited in book(name).clauses_by_id
        assert set(script.generators) | set(script.after) <= {*GENERATORS, "wrong_break"}


@pytest.mark.parametrize("name", BOOKS)
def test_a_demonstration_has_three_fouls(name: str) -> None:
    assert sum(clause in book(name).clauses_by_id for clause in DEMO_FOULS) == 3
    assert set(DEMO_FOULS) <= set(FOULS)


def test_every_script_belongs_to_a_rulebook() -> None:
    assert {script.clause for name in BOOKS for script in fouls_of(book(name))} == set(FOULS)


def test_what_cannot_be_broken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foul_play, "_MOST_TRIES", 2)
    script = FoulScript("SC-R04", ("touched_discard",))
    with pytest.raises(NoFoul, match="SC-R04"):
        play_foul(first_hand(1, book("sichuan-bloody")), 1, book("sichuan-bloody"), script, opens=True)


def test_a_fact_that_no_camera_sees_is_refused() -> None:
    staging = FoulStaging(stage=None, layout=None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Peeked cannot be shown"):
        staging.stage_fact(FoulAct(Peeked(Seat.A), "RL-F10", "eyeing", Seat.A))
