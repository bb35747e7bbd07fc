"""Voiced and silent calls, late ones, and tiles that touched the cloth: the clauses' own examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import Called, Dealt, Discarded, Drawn, HandStarted
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.riichi.witness import (
    CallStanding,
    Declaration,
    call_standing,
    hand_after_call,
    pon_in_time,
    touched_tile,
)
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D


@pytest.fixture
def mjnet() -> Rulebook:
    return load("riichi-mjnet-2005")


@pytest.mark.parametrize(
    ("voiced", "standing"),
    [
        pytest.param(None, CallStanding.PROVISIONAL, id="RL-C01 no call key"),
        pytest.param(True, CallStanding.STANDS, id="RL-C01 voiced"),
        pytest.param(False, CallStanding.VOID, id="RL-C03 silent"),
    ],
)
def test_how_a_call_counts(league: Rulebook, voiced: bool | None, standing: CallStanding) -> None:
    assert call_standing(league, voiced) is standing


def test_a_silent_call_may_stand_with_a_warning_rl_c03(mjnet: Rulebook) -> None:
    assert call_standing(mjnet, False) is CallStanding.STANDS


@pytest.mark.parametrize(
    ("voiced", "undone"),
    [(False, True), (True, False), (None, False)],
    ids=["RL-C03 silent", "RL-C03 voiced", "RL-C01"],
)
def test_a_silent_call_is_undone(league: Rulebook, voiced: bool | None, undone: bool) -> None:
    started = HandStarted(0, Wind.EAST, E, 0, 0, (30000, 30000, 30000, 30000))
    acts = (Drawn(E), Discarded(E, Tile.parse("9m")), Drawn(S), Discarded(S, Tile.parse("5p")))
    before = replay([started, Dealt(Tile.parse("4z")), *acts], league).state
    chi = Called(W, Meld(MeldKind.CHI, parse_tiles("67p"), Tile.parse("5p"), S))
    hand = hand_after_call(league, before, step(before, chi, league).state, voiced)
    lying = [str(discard.tile) for discard in hand.at(S).river.lying]
    assert lying == (["5p"] if undone else [])
    assert len(hand.at(W).melds) == (0 if undone else 1)
    assert hand.turn is W
    assert step(hand, Drawn(W), league).violations == () or not undone


@pytest.mark.parametrize(
    ("pon_at_ms", "placed_at_ms", "in_time"),
    [
        pytest.param(2300, None, True, id="RM-C02 no tile moved yet"),
        pytest.param(3400, 3100, False, id="RM-C03 the chi tile lies"),
        pytest.param(3000, 3100, True, id="RM-C03 before the chi tile lies"),
    ],
)
def test_a_pon_after_a_chi(mjnet: Rulebook, pon_at_ms: int, placed_at_ms: int | None, in_time: bool) -> None:
    assert pon_in_time(mjnet, pon_at_ms, placed_at_ms) is in_time


def test_six_words_are_declarations_rl_c02() -> None:
    assert [word.value for word in Declaration] == ["chi", "pon", "kan", "ron", "riichi", "tsumo"]


def test_in_the_league_a_pon_is_late_when_the_chi_has_discarded_rl_c02(league: Rulebook) -> None:
    assert pon_in_time(league, 3400, 3100)
    assert not pon_in_time(league, 4400, 3100, 4200)


def test_a_touched_tile_is_discarded_rm_t01(mjnet: Rulebook) -> None:
    touched, other = Tile.parse("3p"), Tile.parse("9s")
    assert touched_tile(mjnet, touched, touched) == (touched, False)
    assert touched_tile(mjnet, touched, other) == (touched, True)
    free = replace(mjnet, play=replace(mjnet.play, touch_is_discard=False))
    assert touched_tile(free, touched, other) == (other, False)
