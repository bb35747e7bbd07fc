"""Each clause broken, and the nearest act that does not break it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Revealed, audit
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.sichuan.violations import (
    PassedTile,
    judge_audit,
    judge_chi,
    judge_discard,
    judge_exposure,
    judge_kong_timing,
    judge_passed_tile,
    judge_pon,
    judge_shown_kong,
    judge_wall_touch,
    judge_winner_hand,
)
from tablebridge_rules.tile import Suit, Tile
from tablebridge_rules.violation import Violation

A, B, C, D = Seat
M, P, S = SUITS
T = parse_tiles
BOOK = load("sichuan-bloody")
RIVER = replace(BOOK, play=replace(BOOK.play, after_win="xueliu"))
READY = T("34p99p123m456m789m")


def clauses(found: tuple[Violation, ...]) -> list[tuple[str, str, Seat | None]]:
    return [(one.clause, one.name, one.seat) for one in found]


def passed(**fields: Any) -> PassedTile:
    return replace(PassedTile(B, Tile.parse("5p"), READY, wall_left=3, from_seat=C), **fields)


@pytest.mark.parametrize(
    ("tile", "broken"),
    [
        pytest.param(passed(), True, id="SC-F01 a discard with three left"),
        pytest.param(passed(wall_left=0), True, id="SC-F01 the last discard"),
        pytest.param(passed(from_seat=None), True, id="SC-F01 an own draw"),
        pytest.param(passed(wall_left=4), False, id="SC-F01 four left: not yet"),
        pytest.param(passed(tile=Tile.parse("6p")), False, id="SC-F01 no win on that tile"),
        pytest.param(passed(void=P), False, id="SC-F01 no win with the void suit"),
    ],
)
def test_a_passed_win(tile: PassedTile, broken: bool) -> None:
    found = judge_passed_tile(BOOK, tile)
    assert clauses(found) == ([("SC-F01", "forced_win_passed", B)] if broken else [])


def test_pigs_and_seats_not_ready_are_violations_sc_p04_sc_p05() -> None:
    hands = [
        Revealed(A, T("123456789p123p1s"), void=S),
        Revealed(B, T("147m258m369m147p2p")),
        Revealed(C, READY),
        Revealed(D, READY, has_won=True),
    ]
    found = judge_audit(BOOK, audit(BOOK, hands))
    assert clauses(found) == [("SC-P04", "flower_pig", A), ("SC-P05", "not_ready", B)]
    assert [one.penalty for one in found] == [
        "16 to each non-pig",
        "best win to each ready seat, kong income refunded",
    ]


@pytest.mark.parametrize(
    ("seat", "drawing", "broken"),
    [(B, None, True), (B, A, True), (B, B, False)],
    ids=["SC-R14 before the discard", "SC-R14 out of turn", "SC-R14 in turn"],
)
def test_a_hand_at_the_wall(seat: Seat, drawing: Seat | None, broken: bool) -> None:
    found = judge_wall_touch(BOOK, seat, drawing)
    assert clauses(found) == ([("SC-R14", "early_draw", B)] if broken else [])


@pytest.mark.parametrize(
    ("winners", "acknowledged", "broken"),
    [((B,), False, True), ((A, B), False, True), ((B,), True, False), ((C,), False, False), ((), False, False)],
    ids=[
        "SC-F02 before the check",
        "SC-F02 of two wins",
        "SC-F02 after the check",
        "SC-F02 the winner itself",
        "SC-F02 nobody won",
    ],
)
def test_tiles_laid_down(winners: tuple[Seat, ...], acknowledged: bool, broken: bool) -> None:
    found = judge_exposure(BOOK, C, winners, acknowledged=acknowledged)
    assert clauses(found) == ([("SC-F02", "premature_exposure", C)] if broken else [])


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        pytest.param("2222m", None, id="SC-F03 a true kong"),
        pytest.param("2223m", "the concealed kong of A shows 2m 2m 2m 3m", id="SC-F03 another tile"),
        pytest.param("222m", "the concealed kong of A shows 2m 2m 2m", id="SC-F03 three tiles"),
        pytest.param(None, "the concealed kong of A was not turned up", id="SC-F03 not turned up"),
    ],
)
def test_a_shown_kong(shown: str | None, text: str | None) -> None:
    found = judge_shown_kong(BOOK, A, None if shown is None else T(shown))
    assert [one.text for one in found] == ([text] if text else [])
    assert {one.penalty for one in found} <= {"kong money returned, as_pig"}


def hand(text: str, *, void: Suit | None = None, has_won: bool = False) -> Revealed:
    return Revealed(A, T(text), (parse_meld("pon:555s<left").meld(A),), void, has_won)


@pytest.mark.parametrize(
    ("book", "held", "drawn", "discard", "claimed", "expected"),
    [
        pytest.param(BOOK, hand("123m4p", void=P), "9p", "9p", None, None, id="SC-R01 the void suit"),
        pytest.param(BOOK, hand("123m4p", void=P), "9m", "1m", None, "void_suit_first", id="SC-R01 another first"),
        pytest.param(BOOK, hand("123m"), "9m", "7m", None, "tile_not_held", id="SC-R15 not held"),
        pytest.param(BOOK, hand("123m"), None, "7m", None, "tile_not_held", id="SC-R15 not held after a claim"),
        pytest.param(BOOK, hand("123m5s"), None, "5s", "5s", None, id="SC-R15 the claimed tile"),
        pytest.param(
            replace(BOOK, play=replace(BOOK.play, swap_call="forbidden")),
            hand("123m5s"),
            None,
            "5s",
            "5s",
            "swap_call",
            id="SC-R15 the claimed tile where it is forbidden",
        ),
        pytest.param(RIVER, hand("123m", has_won=True), "9m", "9m", None, None, id="SC-R02 the drawn tile"),
        pytest.param(
            RIVER, hand("123m", has_won=True), "9m", "1m", None, "winner_hand_changed", id="SC-R02 another tile"
        ),
    ],
)
def test_a_discard(
    book: Rulebook, held: Revealed, drawn: str | None, discard: str, claimed: str | None, expected: str | None
) -> None:
    taken = [None if text is None else Tile.parse(text) for text in (drawn, claimed)]
    found = judge_discard(book, held, taken[0], Tile.parse(discard), taken[1])
    assert [one.name for one in found] == ([expected] if expected else [])


def test_the_hand_of_a_winner_stays_sc_r02() -> None:
    assert judge_winner_hand(A, T("123m"), T("312m")) == ()
    assert clauses(judge_winner_hand(A, T("123m"), T("124m"))) == [("SC-R02", "winner_hand_changed", A)]


@pytest.mark.parametrize(
    ("book", "held", "expected"),
    [
        pytest.param(BOOK, hand("77m123p"), [], id="SC-R16 a pair"),
        pytest.param(BOOK, hand("7m123p"), [("SC-R16", "wrong_pon", A)], id="SC-R16 no pair"),
        pytest.param(BOOK, hand("77m123p", void=M), [("SC-R16", "pon_void_suit", A)], id="SC-R16 the void suit"),
        pytest.param(
            replace(BOOK, play=replace(BOOK.play, pon_void_suit=True)), hand("77m", void=M), [], id="SC-R16 allowed"
        ),
        pytest.param(BOOK, hand("77m", has_won=True), [("SC-R02", "call_after_win", A)], id="SC-R02 after a win"),
    ],
)
def test_a_pon(book: Rulebook, held: Revealed, expected: list[tuple[str, str, Seat | None]]) -> None:
    assert clauses(judge_pon(book, held, Tile.parse("7m"))) == expected


def test_a_chi_sc_r17() -> None:
    assert clauses(judge_chi(A, Tile.parse("5m"))) == [("SC-R17", "chi", A)]


def test_a_kong_right_after_a_claim_sc_r21() -> None:
    assert clauses(judge_kong_timing(A, "concealed kong", after_claim=True)) == [("SC-R21", "kong_timing", A)]
    assert judge_kong_timing(A, "concealed kong", after_claim=False) == ()
