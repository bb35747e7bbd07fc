"""What witnesses tell: each fact by its clause in each book, and what it makes of the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules import play
from tablebridge_rules.event import Called, Dealt, Discarded, Drawn, HandStarted, RiichiAccepted, RiichiDeclared, Won
from tablebridge_rules.fact import (
    CallVoiced,
    CallWithdrawn,
    ClaimTimed,
    DiscardLaid,
    DiscardTouched,
    DrawJoined,
    Fact,
    HandMixed,
    HandNotOpened,
    MeldLaid,
    MeldLeft,
    Peeked,
    RiichiWithdrawn,
    RiverLaid,
    RowCounted,
    TilesExposed,
    TimeTaken,
    WallTouched,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
BOOKS = ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))
READY = parse_tiles("234m456p678s55p24p")


def tile(text: str) -> Tile:
    return Tile.parse(text)


PLAYING = replay([STARTED, Dealt(tile("4z")), Drawn(A)]).state
RIICHI = replay(
    [STARTED, Dealt(tile("4z")), Drawn(A), Discarded(A, tile("9m"), True), RiichiDeclared(A), RiichiAccepted(A)]
).state
SELF_DRAWN = replay([STARTED, Dealt(tile("4z")), Drawn(A), Won(A, tile("3p"), READY)]).state
RON = replay([STARTED, Dealt(tile("4z")), Drawn(A), Discarded(A, tile("3p")), Won(B, tile("3p"), READY, A)]).state
PON = Meld(MeldKind.PON, parse_tiles("44p"), tile("4p"), C)
KAN = Meld(MeldKind.KAN_CONCEALED, parse_tiles("4444p"))

Found = tuple[str, str] | None
"""The clause and the penalty; None where the book says nothing."""

CASES: list[tuple[str, HandState, Fact, tuple[Found, Found, Found]]] = [
    ("RL-C03 silent", PLAYING, CallVoiced(A, "pon", False), (("RL-C03", "void"), ("RM-C02", "warning"), None)),
    ("RL-C01 voiced", PLAYING, CallVoiced(A, "pon", True), (None, None, None)),
    ("RL-C02 a silent win is no call", PLAYING, CallVoiced(A, "ron", False), (None, None, None)),
    ("RL-F02 empty call", PLAYING, CallWithdrawn(B, "pon"), (("RL-F02", "hand_dead"), None, None)),
    (
        "RL-F09 RM-F02 a win taken back",
        PLAYING,
        CallWithdrawn(B, "ron"),
        (("RL-F09", "mangan_and_violation_point"), ("RM-F02", "mangan"), ("RC-F01", "mangan")),
    ),
    ("RL-R02 riichi taken back", RIICHI, CallWithdrawn(A, "riichi"), (("RL-R02", "referee"), None, None)),
    ("RL-R02 stick taken back", RIICHI, RiichiWithdrawn(A), (("RL-R02", "referee"), None, None)),
    ("RL-R02 nothing to take back", PLAYING, RiichiWithdrawn(A), (None, None, None)),
    ("RM-C03 before the chi tile lies", PLAYING, ClaimTimed(D, 2300, 2400, 5000), (None, None, None)),
    ("RM-C03 after the chi tile lies", PLAYING, ClaimTimed(D, 3400, 3100, 5000), (None, ("RM-C03", ""), None)),
    (
        "RL-C02 after the chi's discard",
        PLAYING,
        ClaimTimed(D, 5400, 3100, 5000),
        (("RL-C02", ""), ("RM-C03", ""), ("RC-T03", "")),
    ),
    ("RL-C06 in order", PLAYING, MeldLaid(A, PON, parse_tiles("444p"), 1), (None, None, None)),
    (
        "RL-C08 RM-C01 sideways elsewhere",
        PLAYING,
        MeldLaid(A, PON, parse_tiles("444p"), 0),
        (("RL-C08", "violation_point"), ("RM-C01", "warning"), None),
    ),
    (
        "RL-C08 RM-C01 nothing sideways",
        PLAYING,
        MeldLaid(A, PON, parse_tiles("444p")),
        (("RL-C08", "violation_point"), ("RM-C01", "warning"), None),
    ),
    ("RL-C08 concealed kan", PLAYING, MeldLaid(A, KAN, parse_tiles("4444p")), (None, None, None)),
    ("RL-F03 disturbed", PLAYING, MeldLeft(A, True), (("RL-F03", "hand_dead"), None, None)),
    ("RL-F03 set right", PLAYING, MeldLeft(A, False), (None, None, None)),
    ("RL-T02 rows", PLAYING, RiverLaid(A, (7, 1)), (("RL-T02", "notice"), None, None)),
    ("RM-T01 changed", PLAYING, DiscardTouched(A, tile("1m"), tile("2m")), (None, ("RM-T01", "referee"), None)),
    ("RM-T01 the same", PLAYING, DiscardTouched(A, tile("1m"), tile("1m")), (None, None, None)),
    (
        "RL-F07 missing tile",
        PLAYING,
        RowCounted(B, 12),
        (("RL-F07", "hand_dead_no_call"), ("RM-O01", "hand_dead_no_call"), ("RC-T02", "hand_dead_no_call")),
    ),
    ("RL-D06 as many as dealt", PLAYING, RowCounted(B, 13), (None, None, None)),
    ("RL-F05 shown when the hand is over", SELF_DRAWN, TilesExposed(B, READY[:3]), (None, None, None)),
    ("RL-F05 shown", PLAYING, TilesExposed(A, READY[:3]), (("RL-F05", "notice"), ("RM-C04", "notice"), None)),
    (
        "RL-F05 on purpose",
        PLAYING,
        TilesExposed(A, READY[:3], True),
        (("RL-F05", "violation_point"), ("RM-C04", "notice"), None),
    ),
    ("RL-F10 peeked", PLAYING, Peeked(A), (("RL-F10", "violation_point"), None, None)),
    ("RL-W04 joined", SELF_DRAWN, DrawJoined(A), (("RL-W04", "warning"), None, None)),
    ("RL-W04 joined without a win", PLAYING, DrawJoined(A), (None, None, None)),
    ("RL-W04 ron", RON, DrawJoined(B), (None, None, None)),
    ("RL-W06 not opened", RON, HandNotOpened(B), (("RL-W06", "referee"), None, None)),
    ("RL-W06 a self-draw", SELF_DRAWN, HandNotOpened(A), (None, None, None)),
    ("RL-W06 another seat", RON, HandNotOpened(C), (None, None, None)),
    ("RL-W11 mixed", RON, HandMixed(B), (("RL-W11", "referee"), None, None)),
    ("no clause for the wall", PLAYING, WallTouched(A), (None, None, None)),
    ("no clause for thinking", PLAYING, TimeTaken(A, 60_000), (None, None, None)),
    ("no clause for the place", PLAYING, DiscardLaid(A, tile("1m"), 0.0, 0.0), (None, None, None)),
]


@pytest.mark.parametrize(
    ("state", "fact", "name", "expected"),
    [
        pytest.param(state, fact, name, expected[place], id=f"{name} {name_of_book}")
        for name_of_book, state, fact, expected in CASES
        for place, name in enumerate(BOOKS)
    ],
)
def test_what_a_fact_breaks(state: HandState, fact: Fact, name: str, expected: Found) -> None:
    found = play.judge_fact(state, fact, load(name))
    assert [(one.clause, one.penalty) for one in found] == ([expected] if expected else [])


def test_rl_f02_who_called_for_nothing_may_not_win() -> None:
    book = load("riichi-league-tw")
    open_tile = replay([STARTED, Dealt(tile("4z")), Drawn(A), Discarded(A, tile("3p"))]).state
    won = Won(B, tile("3p"), READY, A)
    assert play.step(open_tile, won, book).violations == ()
    after = play.apply_fact(open_tile, CallWithdrawn(B, "pon"), book)
    assert [one.clause for one in play.step(after, won, book).violations] == ["RL-F09"]


def test_rl_f07_who_holds_a_tile_too_few_may_not_call() -> None:
    book = load("riichi-league-tw")
    open_tile = replay([STARTED, Dealt(tile("4z")), Drawn(A), Discarded(A, tile("4p"))]).state
    pon = Called(B, replace(PON, from_seat=A))
    assert play.step(open_tile, pon, book).violations == ()
    after = play.apply_fact(open_tile, RowCounted(B, 12), book)
    assert [one.clause for one in play.step(after, pon, book).violations] == ["RL-F07"]


@pytest.mark.parametrize("name", BOOKS)
def test_a_riichi_that_is_taken_back_stays_rl_r02(name: str) -> None:
    for fact in (RiichiWithdrawn(A), CallWithdrawn(A, "riichi")):
        after = play.apply_fact(RIICHI, fact, load(name))
        assert isinstance(after, HandState)
        assert after.at(A).riichi == RIICHI.at(A).riichi
        assert after.at(A).riichi.declared


def test_what_breaks_nothing_changes_nothing() -> None:
    assert play.apply_fact(PLAYING, Peeked(A), load("riichi-common")) is PLAYING


@pytest.mark.parametrize("name", BOOKS)
def test_every_fact_has_its_own_name(name: str) -> None:
    facts = {type(fact) for _, _, fact, _ in CASES}
    assert len({fact.TYPE for fact in facts}) == len(facts)
    assert all(isinstance(play.judge_fact(PLAYING, fact, load(name)), tuple) for _, _, fact, _ in CASES)
