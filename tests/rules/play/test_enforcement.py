"""The referee has the last word: what a hand bears of violations, by book."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules import play
from tablebridge_rules.event import (
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    TilesDealt,
    Won,
)
from tablebridge_rules.fact import RowCounted
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.state import KongIncome, SichuanHand
from tablebridge_rules.table import Phase, Step
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.state import ZungJungHand

A, B, C, D = Seat
COMMON, LEAGUE, MJNET = "riichi-common", "riichi-league-tw", "riichi-mjnet-2005"
TAIWAN, ZUNG_JUNG, SICHUAN = "taiwan16-ntuee-2009", "zungjung-wsom-1.03", "sichuan-bloody"
BOOKS = (COMMON, LEAGUE, MJNET, TAIWAN, ZUNG_JUNG, SICHUAN)


def at_play(name: str) -> Any:
    """A holds its first tile and has to discard."""
    book = play.read_rulebook(name)
    rules = play.tradition(book)
    state = play.begin(HandStarted(0, Wind.EAST, A, 0, 0, rules.opening_points(book)), book)
    dealt = Dealt(Tile.parse("4z")) if rules.indicators else TilesDealt()
    for event in (dealt, Drawn(A)):
        state = play.step(state, event, book).state
    return state


def ruled(name: str, events: list[HandEvent], *, standing: bool, state: Any = None) -> Any:
    """The hand after events of whose violations all stand, or none."""
    book, state = play.read_rulebook(name), at_play(name) if state is None else state
    for event in events:
        made = play.step(state, event, book)
        assert made.violations, event
        state = play.enforce(state, made, made.violations if standing else (), book)
    return state


def borne(state: Any) -> tuple[object, ...]:
    """What violations have made of the hand."""
    names = ("points", "sticks", "dead", "may_not_call", "fouls", "passed", "false_kongs")
    return tuple(getattr(state, name, None) for name in names)


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_that_does_not_stand_leaves_a_trace(name: str) -> None:
    acts: list[HandEvent] = [Drawn(C), Discarded(C, Tile.parse("1m"))]
    assert borne(ruled(name, acts, standing=False)) == borne(at_play(name))


@pytest.mark.parametrize("name", BOOKS)
def test_what_stands_is_as_the_fold_has_it(name: str) -> None:
    state, book = at_play(name), play.read_rulebook(name)
    for event in (Drawn(C), Discarded(C, Tile.parse("1m"))):
        made = play.step(state, event, book)
        assert play.enforce(state, made, made.violations, book) == made.state
        state = made.state


def test_a_dead_hand_stays_dead_when_a_later_foul_is_spared_rl_f06() -> None:
    dead = ruled(LEAGUE, [Drawn(C)], standing=True)
    assert isinstance(dead, HandState)
    assert dead.dead == {C}
    assert ruled(LEAGUE, [Drawn(C)], standing=False, state=dead).dead == {C}


def test_a_spared_fine_is_given_back_and_a_standing_one_is_not_rm_f01() -> None:
    fined = ruled(MJNET, [Drawn(C)], standing=True)
    spared = ruled(MJNET, [Drawn(D)], standing=False, state=fined)
    assert (fined.points, fined.sticks) == ((25000, 25000, 24000, 25000), 1)
    assert (spared.points, spared.sticks) == (fined.points, fined.sticks)


def test_of_two_violations_of_one_act_one_may_stand() -> None:
    before, book = at_play(MJNET), play.read_rulebook(MJNET)
    assert isinstance(before, HandState)
    fine = Violation("RM-F01", "early_draw", C, "C drew", "fine_1000")
    dead = Violation("RM-O01", "tile_count", B, "B has 12 tiles", "hand_dead_no_call")
    nobody = Violation("RM-F01", "early_draw", None, "somebody drew", "fine_1000")
    made = Step(
        replace(before, points=(25000, 25000, 24000, 25000), sticks=1, dead=frozenset({B})), (fine, dead, nobody)
    )
    after = play.enforce(before, made, [dead], book)
    assert borne(after)[:4] == ((25000, 25000, 25000, 25000), 0, frozenset({B}), frozenset({B}))
    after = play.enforce(before, made, [fine], book)
    assert borne(after)[:4] == ((25000, 25000, 24000, 25000), 1, frozenset(), frozenset())


def test_a_foul_that_does_not_stand_is_not_paid_for_tw_f24() -> None:
    first = ruled(TAIWAN, [Drawn(C)], standing=True)
    assert isinstance(first, TaiwanHand)
    spared = ruled(TAIWAN, [Drawn(C)], standing=False, state=first)
    assert spared.fouls == first.fouls
    assert spared.dead == {C}


def test_a_facts_consequences_can_be_spared_too_zj_x08() -> None:
    state, book = at_play(ZUNG_JUNG), play.read_rulebook(ZUNG_JUNG)
    assert isinstance(state, ZungJungHand)
    fact = RowCounted(A, 12)
    suffered: Any = play.apply_fact(state, fact, book)
    made = Step(suffered, play.judge_fact(state, fact, book))
    assert suffered.dead_hand(A) is Penalty.SHORT_HAND
    spared: Any = play.enforce(state, made, (), book)
    assert spared.dead_hand(A) is None


@pytest.mark.parametrize("standing", [True, False])
def test_a_passed_win_is_paid_for_when_it_stands_sc_f01(standing: bool) -> None:
    state = at_play(SICHUAN)
    assert isinstance(state, SichuanHand)
    passed = Violation("SC-F01", "forced_win_passed", A, "A could win and did not")
    state = replace(state, wall_left=0, passed=(passed,), phase=Phase.CALLS_OPEN)
    after = ruled(SICHUAN, [ExhaustiveDraw()], standing=standing, state=state)
    assert after.passed == ((passed,) if standing else ())


@pytest.mark.parametrize("standing", [True, False])
def test_a_false_kong_is_paid_for_when_it_stands_sc_f03(standing: bool) -> None:
    before, book = at_play(SICHUAN), play.read_rulebook(SICHUAN)
    kong = KongIncome(0, A, ())
    found = Violation("SC-F03", "false_kong", A, "A showed 3334m")
    made = Step(replace(before, false_kongs=(kong,)), (found,))
    after: Any = play.enforce(before, made, made.violations if standing else (), book)
    assert after.false_kongs == ((kong,) if standing else ())


def test_a_new_hand_bears_nothing_of_the_one_before() -> None:
    state, book = at_play(TAIWAN), play.read_rulebook(TAIWAN)
    fouled = ruled(TAIWAN, [Drawn(C)], standing=True)
    following = play.begin(HandStarted(1, Wind.EAST, B, 0, 0, state.points), book)
    found = Violation("TW-R05", "wall_size", None, "17 stacks")
    assert play.enforce(fouled, Step(following, (found,)), (), book) is following


PENALTIES = {
    COMMON: ("RC-T02", "hand_dead_no_call"),
    LEAGUE: ("RL-F02", "hand_dead"),
    MJNET: ("RM-F01", "fine_1000"),
    TAIWAN: ("TW-F05", "dead_hand"),
    ZUNG_JUNG: ("ZJ-F03", "major_dead_hand"),
    SICHUAN: ("SC-F01", ""),
}


@pytest.mark.parametrize("name", BOOKS)
def test_a_referees_own_finding_has_its_consequences(name: str) -> None:
    clause, penalty = PENALTIES[name]
    state, book = at_play(name), play.read_rulebook(name)
    assert borne(play.bear(state, Violation(clause, "referee", B, "B did it", penalty), book)) != borne(state)


@pytest.mark.parametrize("name", BOOKS)
def test_a_finding_in_the_referees_own_words_moves_nothing(name: str) -> None:
    state, book = at_play(name), play.read_rulebook(name)
    said = Violation("XX-01", "referee", B, "B did it", "")
    assert borne(play.bear(state, said, book))[:4] == borne(state)[:4]
    assert play.fine(state, said, book) == (0, 0, 0, 0)


def test_a_chombo_is_paid_at_once_unless_the_settlement_pays_it_rm_r04() -> None:
    state, book = at_play(MJNET), play.read_rulebook(MJNET)
    changed = Violation("RM-R04", "riichi_hand_changed", B, "B changed its hand", "chombo_mangan")
    assert play.fine(state, changed, book) == (4000, -8000, 2000, 2000)
    assert play.fine(state, replace(changed, name="false_riichi"), book) == (0, 0, 0, 0)
    assert play.fine(state, replace(changed, seat=None), book) == (0, 0, 0, 0)
    won = play.step(state, Won(B, Tile.parse("1m"), (), A), book).state
    assert play.fine(won, replace(changed, name="false_win"), book) == (0, 0, 0, 0)


@pytest.mark.parametrize("standing", [True, False])
def test_a_false_win_is_neither_paid_nor_paid_for_until_it_is_ruled_on_rl_f09(standing: bool) -> None:
    book = play.read_rulebook(LEAGUE)
    after = ruled(LEAGUE, [Won(B, Tile.parse("1m"), parse_tiles("111222333m4567p"), A)], standing=standing)
    settled = play.settle(after, book)
    assert settled.delta == ((4000, -8000, 2000, 2000) if standing else (0, 0, 0, 0))
    following = play.next_hand(play.step(after, settled, book).state, book)
    assert isinstance(following, HandStarted)
    assert (following.dealer, following.honba) == (A, 0)


def test_beside_a_false_win_a_true_one_ends_the_hand_rl_w09() -> None:
    book, state = play.read_rulebook(LEAGUE), at_play(LEAGUE)
    state = play.step(state, Discarded(A, Tile.parse("4p")), book).state
    state = ruled(LEAGUE, [Won(B, Tile.parse("4p"), parse_tiles("111222333m5567s"), A)], standing=False, state=state)
    assert isinstance(state, HandState)
    assert state.void
    made = play.step(state, Won(C, Tile.parse("4p"), parse_tiles("123m456m789s23p99s"), A), book)
    after = play.enforce(state, made, (), book)
    assert isinstance(after, HandState)
    assert not after.void
    assert [won.seat for won in after.wins] == [C]


@pytest.mark.parametrize("standing", [True, False])
def test_a_confirmed_false_riichi_is_paid_for_instead_of_the_draw_rm_y01(standing: bool) -> None:
    book = play.read_rulebook(MJNET)
    state = at_play(MJNET)
    assert isinstance(state, HandState)
    for event in (Discarded(A, Tile.parse("1m"), sideways=True), RiichiDeclared(A), RiichiAccepted(A)):
        state = play.step(state, event, book).state
    shown = parse_tiles("19m19p19s1234567z")
    drawn = ExhaustiveDraw(((A, parse_tiles("1358m2468p2468s1z")), (B, shown)))
    made = play.step(replace(state, wall_left=0), drawn, book)
    false = [one for one in made.violations if one.name == "false_riichi"]
    assert false
    after = play.enforce(state, made, false if standing else (), book)
    settled = play.settle(after, book)
    plain = play.settle(made.state, book)
    assert (settled.delta, settled.sticks) == (
        ((-12000 + 1000, 4000, 4000, 4000), 0) if standing else (plain.delta, plain.sticks)
    )
    assert plain.sticks == 1
