"""What was due when the next act came: sticks, indicators, tiles, a wrong meld set right. Each is found once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
BOOKS = ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common")
LEAGUE, MJNET, COMMON = BOOKS
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))
READY = parse_tiles("123m456p789s1122z")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, None, replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, giver: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, parse_tiles(own), called and tile(called), giver))  # type: ignore[arg-type]


def after(book: str, *events: GameEvent) -> HandState:
    return replay([STARTED, Dealt(tile("9p")), *events], load(book)).state


def found(book: str, *events: GameEvent) -> list[tuple[str, str, Seat | None]]:
    """All violations of a hand that goes on so after the deal."""
    judged = replay([STARTED, Dealt(tile("9p")), *events], load(book)).violations
    return [(one.clause, one.name, one.seat) for one in judged]


# -- the stick of a riichi --
DECLARED = (draw(A), cut(A, "3z", sideways=True), RiichiDeclared(A))
STICK = {LEAGUE: "RL-R03", MJNET: "RM-R02", COMMON: "RC-R02"}


@pytest.mark.parametrize("book", BOOKS, ids=["RL-R03", "RM-R02", "riichi-common"])
@pytest.mark.parametrize(
    "following",
    [
        (draw(B), cut(B, "1m"), draw(C), cut(C, "2m"), draw(D), cut(D, "3m"), draw(A), cut(A, "9m"), draw(B)),
        (call(C, MeldKind.PON, "33z", "3z", A), cut(C, "9s"), draw(D)),
    ],
    ids=["the next seat draws", "the discard is called"],
)
def test_a_riichi_without_its_stick_is_found_once(book: str, following: tuple[GameEvent, ...]) -> None:
    assert found(book, *DECLARED, *following) == [(STICK[book], "deposit", A)]
    assert found(book, *DECLARED, RiichiAccepted(A), *following) == []


@pytest.mark.parametrize(
    ("event", "owed"),
    [
        (Won(B, tile("3z"), parse_tiles("123m456p789s3311z"), A), False),
        (AbortiveDraw("triple_ron"), False),
        (AbortiveDraw("four_riichi"), True),
        (ExhaustiveDraw(), True),
        (IndicatorTurned(tile("1p")), False),
        (cut(B, "1m"), True),
    ],
    ids=["won on", "won on by three", "four riichi", "the wall is used up", "an indicator", "a discard"],
)
def test_rl_r03_a_riichi_tile_that_is_won_on_needs_no_stick(event: GameEvent, owed: bool) -> None:
    state = after(LEAGUE, *DECLARED)
    assert (
        ("RL-R03", "deposit", A) in [(one.clause, one.name, one.seat) for one in step(state, event).violations]
    ) == owed


def test_rl_r03_one_who_draws_too_early_has_not_let_the_riichi_pass() -> None:
    early = (draw(A), draw(B), cut(A, "3z", sideways=True), RiichiDeclared(A))
    assert found(LEAGUE, *early, draw(C)) == [("RL-F06", "early_draw", B), ("RL-F06", "early_draw", C)]
    assert found(LEAGUE, *early, cut(B, "1m")) == [("RL-F06", "early_draw", B), ("RL-R03", "deposit", A)]


# -- indicators --
KAN = (draw(A), call(A, MeldKind.KAN_CONCEALED, "1111p"), draw(A, replacement=True))
OPEN_KAN = (draw(A), cut(A, "1p"), call(B, MeldKind.KAN_EXPOSED, "111p", "1p", A), draw(B, replacement=True))
TURNED = IndicatorTurned(tile("1s"))
MISSING = {LEAGUE: "RL-S05", MJNET: "RM-S05", COMMON: "RC-D01"}


@pytest.mark.parametrize("book", BOOKS, ids=["RL-S05", "RM-S05", "riichi-common"])
def test_the_indicator_of_a_concealed_kan_is_turned_before_the_discard(book: str) -> None:
    missed = [(MISSING[book], "indicator_missing", None)]
    assert found(book, *KAN, cut(A, "9m"), draw(B), cut(B, "8m"), draw(C)) == missed
    assert found(book, *KAN, TURNED, cut(A, "9m"), draw(B)) == []
    assert found(book, *KAN, cut(A, "9m"), TURNED, draw(B), cut(B, "8m")) == missed


@pytest.mark.parametrize(
    ("book", "late"), [(LEAGUE, True), (MJNET, True), (COMMON, False)], ids=["RL-S05", "RM-S05", "riichi-common"]
)
def test_the_indicator_of_an_open_kan_at_once_or_after_the_discard(book: str, late: bool) -> None:
    missed = [(MISSING[book], "indicator_missing", None)]
    assert found(book, *OPEN_KAN, cut(B, "9m"), TURNED, draw(C), cut(C, "8m")) == (missed if late else [])
    early = [] if late else [(MISSING[book], "indicator_early", None)]
    assert found(book, *OPEN_KAN, TURNED, cut(B, "9m"), draw(C)) == early
    assert found(book, *OPEN_KAN[:-1], TURNED, OPEN_KAN[-1], cut(B, "9m"), draw(C)) == early
    assert found(book, *OPEN_KAN, cut(B, "9m"), draw(C), cut(C, "8m"), draw(D)) == missed


def test_rl_s05_an_indicator_turned_late_does_not_stand_for_that_of_the_next_kan() -> None:
    second = (draw(B), call(B, MeldKind.KAN_CONCEALED, "2222s"), draw(B, replacement=True), cut(B, "8m"), draw(C))
    missed = ("RL-S05", "indicator_missing", None)
    assert found(LEAGUE, *KAN, cut(A, "9m"), TURNED, *second) == [missed, missed]
    assert found(LEAGUE, *KAN, cut(A, "9m"), *second) == [missed, missed]


def test_rc_d01_the_next_kan_is_the_moment_of_the_indicator_of_an_open_one() -> None:
    kept = call(B, MeldKind.KAN_CONCEALED, "2222s")
    second = (*OPEN_KAN, kept, TURNED, IndicatorTurned(tile("5s")), draw(B, replacement=True), cut(B, "9m"), draw(C))
    assert found(COMMON, *second) == []
    pon = (draw(A), cut(A, "3s"), call(B, MeldKind.PON, "33s", "3s", A), cut(B, "9s"))
    round_again = (draw(C), cut(C, "9s"), draw(D), cut(D, "9s"))
    chained = (
        *pon,
        *round_again,
        *OPEN_KAN,
        call(B, MeldKind.KAN_ADDED, "3333s", "3s", A),
        TURNED,
        draw(B, replacement=True),
    )
    (early,) = step(after(COMMON, *chained), IndicatorTurned(tile("5s")), load(COMMON)).violations
    assert (early.clause, early.name) == ("RC-D01", "indicator_early")
    assert early.text == "indicator 3 was turned before the discard that follows its kan"
    (missing,) = step(after(COMMON, *chained[:-2], chained[-1]), cut(B, "9m"), load(COMMON)).violations
    assert missing.name == "indicator_missing"
    last = step(after(COMMON, *chained, cut(B, "9m")), IndicatorTurned(tile("5s")), load(COMMON))
    assert last.violations == ()


def test_rl_s05_more_indicators_than_kans_are_too_many() -> None:
    assert found(LEAGUE, *KAN, TURNED, IndicatorTurned(tile("2s"))) == [("RL-S05", "indicator_surplus", None)]


# -- how many tiles a seat holds between two turns --
@pytest.mark.parametrize(
    ("events", "clauses"),
    [
        ((draw(A), draw(A), cut(A, "1m"), draw(B), cut(B, "2m"), draw(C)), ["RL-T01", "RL-F07"]),
        ((draw(A), cut(A, "1m"), cut(B, "2m"), draw(C), cut(C, "3m"), draw(D)), ["RL-T01", "RL-F07"]),
        ((draw(A), cut(A, "1m"), cut(B, "2m"), draw(B), draw(C)), ["RL-T01", "RL-T01", "RL-F06"]),
    ],
    ids=["RL-F07 too many", "RL-F07 too few", "RL-F07 the missing tile is drawn after the discard"],
)
def test_a_wrong_number_of_tiles_is_found_once(events: tuple[GameEvent, ...], clauses: list[str]) -> None:
    assert [clause for clause, _, _ in found(LEAGUE, *events)][: len(clauses)] == clauses
    assert sum(clause == "RL-F07" for clause, _, _ in found(LEAGUE, *events)) == clauses.count("RL-F07")


def test_rl_f07_too_many_tiles_neither_win_nor_call() -> None:
    state = after(LEAGUE, draw(A), draw(A), cut(A, "1m"), draw(B), cut(B, "2m"))
    assert state.dead == state.may_not_call == state.miscounted == {A}
    (one,) = step(after(LEAGUE, draw(A), draw(A), cut(A, "1m")), draw(B)).violations
    assert (one.seat, one.penalty) == (A, "hand_dead_no_call")
    assert one.text == "A holds 14 tiles after its turn: 1 too many"


# -- a wrong meld that stays --
WRONG = (draw(A), cut(A, "4p"), call(B, MeldKind.CHI, "57p", "4p", A))


def test_rl_f03_a_wrong_meld_is_left_when_its_owner_discards() -> None:
    assert found(LEAGUE, *WRONG) == [("RL-F01", "wrong_meld", B)]
    state = after(LEAGUE, *WRONG)
    assert state.dead == frozenset()
    (one,) = step(state, cut(B, "9m")).violations
    assert (one.clause, one.name, one.seat, one.penalty) == ("RL-F03", "wrong_meld_disturbs", B, "hand_dead")
    state = step(state, cut(B, "9m")).state
    assert state.dead == {B}
    assert not state.may_not_call
    later = (draw(C), cut(C, "9s"), draw(D), cut(D, "9s"), draw(A), cut(A, "9p"), draw(B), cut(B, "8m"))
    assert [clause for clause, _, _ in found(LEAGUE, *WRONG, cut(B, "9m"), *later)] == ["RL-F01", "RL-F03"]


def test_a_book_without_that_clause_says_no_more_than_the_wrong_meld() -> None:
    assert found(MJNET, *WRONG, cut(B, "9m")) == [("RM-C01", "wrong_meld", B)]
    assert found(COMMON, *WRONG, cut(B, "9m")) == [("RC-T03", "wrong_meld", B)]
    assert after(COMMON, *WRONG).dead == {B}


def test_a_right_meld_is_nothing_to_set_right() -> None:
    right = (draw(A), cut(A, "4p"), call(B, MeldKind.CHI, "56p", "4p", A), cut(B, "9m"))
    assert found(LEAGUE, *right) == []
    # who drew since has not just called
    state = replace(after(LEAGUE, *WRONG), turn=B)
    part = replace(state.at(B), holds_draw=True)
    assert step(state.with_seat(B, part), cut(B, "9m")).violations == ()
