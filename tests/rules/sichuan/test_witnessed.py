"""Facts of witnesses at a Sichuan table: each clause broken, the nearest fact that breaks none, and what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules import play as any_play
from tablebridge_rules.event import DiceRolled, HandEvent, Won
from tablebridge_rules.fact import (
    CallVoiced,
    Fact,
    HandNotOpened,
    KanInspected,
    Peeked,
    RiverLaid,
    SetCounted,
    TilesExposed,
    WallBroken,
    WallTileTaken,
    WallTouched,
)
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.hand_end import settle
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.state import KongIncome, SichuanHand, start
from tablebridge_rules.sichuan.witnessed import apply_fact, judge_fact
from tablebridge_rules.table import Phase
from tests.rules.sichuan.course import APART, BOOK, READY, STARTED, A, B, C, D, T, at_play, call, cut, draw, play, tile

ENDED = replace(at_play(B), phase=Phase.ENDED)
TO_DISCARD = at_play(B, phase=Phase.MUST_DISCARD)
TO_DRAW = at_play(B)
HEAD = replace(BOOK, table=replace(BOOK.table, kong_draw_from="head"))
REPLACING = at_play(B, phase=Phase.MUST_DRAW, replacement_pending=True)
WON = play(
    [cut(A, "8s"), Won(C, tile("8s"), T(READY), A)],
    at_play(A, APART + "8s", APART, READY, phase=Phase.MUST_DISCARD),
)[0]
"""C has won on A's discard, and nobody has acted since."""


def thrown(*throws: DiceRolled) -> SichuanHand:
    return play(throws, start(STARTED))[0]


THROWN = thrown(DiceRolled(A, (3, 4)), DiceRolled(C, (2, 3)))
"""Seven names C, twelve stacks are counted off."""


@pytest.mark.parametrize(
    ("state", "fact", "found"),
    [
        pytest.param(TO_DISCARD, WallTouched(C), ("SC-R14", "early_draw", C), id="SC-R14 before the discard"),
        pytest.param(TO_DRAW, WallTouched(C), ("SC-R14", "early_draw", C), id="SC-R14 out of turn"),
        pytest.param(TO_DRAW, WallTouched(B), None, id="SC-R14 in turn"),
        pytest.param(ENDED, WallTouched(C), None, id="SC-R14 after the hand"),
        pytest.param(THROWN, WallBroken(C, 12, False), None, id="SC-R10 as thrown"),
        pytest.param(THROWN, WallBroken(C, 11, False), ("SC-R10", "wrong_break", None), id="SC-R10 a stack too early"),
        pytest.param(THROWN, WallBroken(B, 12, False), ("SC-R10", "wrong_break", None), id="SC-R10 another wall"),
        pytest.param(start(STARTED), WallBroken(B, 12, False), None, id="SC-R10 throws that nobody saw"),
        pytest.param(thrown(DiceRolled(A, (3, 4))), WallBroken(B, 12, False), None, id="SC-R10 one throw"),
        pytest.param(TO_DRAW, WallTileTaken(B, at_tail=False), None, id="SC-R20 from the live end"),
        pytest.param(TO_DRAW, WallTileTaken(B, at_tail=True), ("SC-R20", "wrong_wall", B), id="SC-R20 from the tail"),
        pytest.param(REPLACING, WallTileTaken(B, at_tail=True), None, id="SC-R20 a replacement"),
        pytest.param(
            REPLACING, WallTileTaken(B, at_tail=False), ("SC-R20", "wrong_wall", B), id="SC-R20 not at the tail"
        ),
        pytest.param(replace(REPLACING, wall_left=1), WallTileTaken(B, at_tail=False), None, id="SC-R20 the last tile"),
        pytest.param(
            TO_DRAW, WallTileTaken(B, at_tail=False, skipped=1), ("SC-R14", "tile_skipped", B), id="SC-R14 not the next"
        ),
        pytest.param(TO_DRAW, SetCounted(108), None, id="SC-R04 a whole set"),
        pytest.param(TO_DRAW, SetCounted(107), ("SC-R04", "set_size", None), id="SC-R04 a tile is missing"),
        pytest.param(TO_DRAW, RiverLaid(A, (6, 6, 2)), None, id="SC-R15 rows of six"),
        pytest.param(TO_DRAW, RiverLaid(A, ()), None, id="SC-R15 no discard"),
        pytest.param(TO_DRAW, RiverLaid(A, (5, 2)), ("SC-R15", "river_rows", A), id="SC-R15 a short row"),
        pytest.param(TO_DRAW, RiverLaid(A, (6, 7)), ("SC-R15", "river_rows", A), id="SC-R15 a long last row"),
        pytest.param(WON, TilesExposed(B, T("1m")), ("SC-F02", "premature_exposure", B), id="SC-F02 before the check"),
        pytest.param(WON, TilesExposed(C, T("1m")), None, id="SC-F02 the winner"),
        pytest.param(TO_DRAW, TilesExposed(B, T("1m")), None, id="SC-F02 nobody has won"),
        pytest.param(replace(WON, phase=Phase.ENDED), TilesExposed(B, T("1m")), None, id="SC-F02 the hand is over"),
        pytest.param(WON, CallVoiced(C, "ron", False), ("SC-R24", "silent_win", C), id="SC-R24 not announced"),
        pytest.param(WON, CallVoiced(C, "ron", True), None, id="SC-R24 announced"),
        pytest.param(TO_DRAW, CallVoiced(C, "pon", False), None, id="SC-R24 a pon"),
        pytest.param(WON, HandNotOpened(C), ("SC-R24", "hand_not_opened", C), id="SC-R24 not shown"),
        pytest.param(ENDED, KanInspected(A, T("2222m")), None, id="SC-F03 a true kong"),
        pytest.param(ENDED, KanInspected(A, T("2223m")), ("SC-F03", "false_kong", A), id="SC-F03 another tile"),
        pytest.param(ENDED, KanInspected(A, ()), ("SC-F03", "false_kong", A), id="SC-F03 not turned up"),
        pytest.param(TO_DRAW, Peeked(A), None, id="no clause"),
    ],
)
def test_a_fact(state: SichuanHand, fact: Fact, found: tuple[str, str, Seat | None] | None) -> None:
    violations = any_play.judge_fact(state, fact, BOOK)
    assert [(one.clause, one.name, one.seat) for one in violations] == ([found] if found else [])
    after = any_play.apply_fact(state, fact, BOOK)
    assert after == state


@pytest.mark.parametrize(("at_tail", "broken"), [(False, False), (True, True)])
def test_a_replacement_from_the_live_end_sc_r20(at_tail: bool, broken: bool) -> None:
    assert bool(judge_fact(REPLACING, WallTileTaken(B, at_tail), HEAD)) == broken


def kongs_of_a(book: Rulebook = BOOK) -> SichuanHand:
    """A has made two concealed kongs, was paid for both, and the hand is over with nobody ready."""
    state = at_play(A, "2222m3333m147s2s1s", phase=Phase.MUST_DRAW)
    events: list[HandEvent] = [
        draw(A, "4s"),
        call(A, MeldKind.KAN_CONCEALED, "2222m"),
        draw(A, "8s", replacement=True),
        call(A, MeldKind.KAN_CONCEALED, "3333m"),
    ]
    state, found = play(events, state, book)
    assert found == []
    return replace(state, phase=Phase.ENDED)


def test_each_concealed_kong_is_remembered_with_its_income() -> None:
    state = kongs_of_a()
    assert [(kong.seat, sum(paid.points for paid in kong.income)) for kong in state.concealed_kongs] == [(A, 6), (A, 6)]


def test_a_false_kong_is_paid_for_when_the_hand_is_settled_sc_f03() -> None:
    state = kongs_of_a()
    after = apply_fact(state, KanInspected(A, T("3334m")), BOOK)
    assert after.false_kongs == (state.concealed_kongs[1],)
    assert settle(state, BOOK).delta == (0, 0, 0, 0)
    assert settle(after, BOOK).delta == (-6 - 48, 18, 18, 18)  # its money back, and sixteen to each other seat
    assert settle(replace(after, wall_left=0), BOOK).delta == (-6 - 48 - 6, 20, 20, 20), (
        "the other kong is refunded, too"
    )
    both = apply_fact(after, KanInspected(A, T("3334m")), BOOK)
    assert both.false_kongs == (state.concealed_kongs[1], state.concealed_kongs[0])
    assert apply_fact(both, KanInspected(A, T("3334m")), BOOK) == both


def test_a_false_kong_of_which_nothing_is_known_moves_no_money() -> None:
    assert apply_fact(ENDED, KanInspected(A, T("3334m")), BOOK) == ENDED
    kong = KongIncome(0, D, ())
    other = replace(ENDED, concealed_kongs=(kong,))
    assert apply_fact(other, KanInspected(A, T("3334m")), BOOK) == other
