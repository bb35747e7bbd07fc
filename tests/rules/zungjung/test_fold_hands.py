"""Wins, wall, turns and points, clause by clause: the course that breaks it, and what the fold finds.

A course is of events and of facts that only a witness knows. Where a clause allows what looks wrong, nothing is found.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    DiceRolled,
    Drawn,
    ExhaustiveDraw,
    HandsRevealed,
    HandStarted,
    Settled,
    TilesDealt,
    WallBuilt,
    Won,
)
from tablebridge_rules.fact import (
    CallVoiced,
    PenaltyTile,
    RowCounted,
    TilesExposed,
    TimeTaken,
    WallBroken,
    WallTouched,
)
from tablebridge_rules.seat import Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.zungjung.state import ZungJungHand
from tests.rules.zungjung.course import (
    APART,
    CUT_1M,
    NINE,
    OWN_KAN,
    PON,
    PON_9S,
    READY,
    SPOKEN,
    A,
    B,
    C,
    Course,
    D,
    Found,
    T,
    at_play,
    call,
    cut,
    draw,
    ending,
    fed,
    four_2m,
    late,
    open_9s,
    play,
    tile,
    won_by_c,
)


def drawn_9s() -> ZungJungHand:
    """B has drawn the 9s that it waits for."""
    return play([draw(B, "9s")], at_play(B, APART, READY))[0]


TABLE: list[tuple[str, ZungJungHand, Course, list[Found]]] = [
    # --- wins
    ("ZJ-R14 no hand", fed(APART), [Won(B, NINE, T(APART), A)], [("ZJ-R14", "refused", B)]),
    (
        "ZJ-R14 a penalty tile",
        fed(READY),
        [PenaltyTile(B, NINE), Won(B, NINE, T(READY), A)],
        [("ZJ-R14", "refused", B)],
    ),
    ("ZJ-R14 the penalty tile of another", fed(READY), [PenaltyTile(C, NINE), Won(B, NINE, T(READY), A)], []),
    (
        "ZJ-R14 a penalty tile spoken for",
        fed(READY),
        [PenaltyTile(B, NINE), CallVoiced(B, "ron", True)],
        [("ZJ-R14", "refused", B)],
    ),
    (
        "ZJ-R13 shown on a false win",
        fed(APART),
        [Won(B, NINE, T(APART), A), TilesExposed(D, T(APART)), TilesExposed(B, T(APART))],
        [("ZJ-R14", "refused", B), ("ZJ-R13", "liable", D)],
    ),
    (
        "ZJ-R13 hands revealed on a false win",
        fed(APART),
        [Won(B, NINE, T(APART), A), HandsRevealed(((C, T(APART)),))],
        [("ZJ-R14", "refused", B), ("ZJ-R13", "liable", C)],
    ),
    ("ZJ-R13 shown before the confirmation", won_by_c(), [TilesExposed(D, T(APART))], [("ZJ-R13", "warning", D)]),
    ("ZJ-R13 nobody has announced a win", at_play(B), [TilesExposed(D, T(APART))], []),
    (
        "ZJ-X05 a concealed kan is not robbed",
        four_2m(),
        [OWN_KAN, Won(C, tile("2m"), T("13m456m222p78s55p"), B)],
        [("ZJ-X05", "refused", C)],
    ),
    ("ZJ-R13 another win, on a tile of its own", won_by_c(), [Won(B, NINE, T(READY))], [("ZJ-R13", "warning", B)]),
    # --- the wall, turns and tiles
    ("ZJ-X01 a short wall", at_play(B), [WallBuilt((17, 17, 17, 16))], [("ZJ-X01", "correct", None)]),
    ("ZJ-X01 a flower is drawn", at_play(B), [draw(B, "1f")], [("ZJ-X01", "correct", B)]),
    (
        "ZJ-X01 a red five is dealt",
        at_play(B),
        [TilesDealt((T("0m" + APART[2:]), *(T(APART),) * 3))],
        [("ZJ-X01", "correct", A), ("ZJ-X01", "correct", A)],
    ),
    ("ZJ-X03 too soon", at_play(B), [ExhaustiveDraw()], [("ZJ-X03", "refused", None)]),
    ("ZJ-X03 no replacement", replace(four_2m(), wall_left=14), [OWN_KAN], [("ZJ-X03", "refused", B)]),
    ("ZJ-X07 the thrower", at_play(A), [DiceRolled(C, (3, 4))], [("ZJ-X07", "play_stands", C)]),
    (
        "ZJ-X07 the break",
        replace(at_play(A), phase=Phase.BEFORE_DEAL),
        [DiceRolled(A, (3, 2)), WallBroken(A, 4, False)],
        [("ZJ-X07", "correct", A)],
    ),
    (
        "ZJ-X07 the break, after the deal",
        replace(at_play(A), dice=(3, 2)),
        [WallBroken(A, 4, False)],
        [("ZJ-X07", "play_stands", A)],
    ),
    ("ZJ-X07 the right break", replace(at_play(A), dice=(3, 2)), [WallBroken(A, 5, False)], []),
    ("ZJ-X07 a throw that nobody saw", at_play(A), [WallBroken(A, 4, False)], []),
    ("ZJ-X08 a draw out of turn", at_play(B), [draw(C, "1s")], [("ZJ-X08", "long_hand", C)]),
    ("ZJ-X08 a discard out of turn", open_9s(), [cut(D, "1z")], [("ZJ-X08", "short_hand", D)]),
    (
        "ZJ-X08 the wall touched, then pon",
        open_9s(),
        [WallTouched(C), CallVoiced(C, "pon", True), PON_9S],
        [("ZJ-X08", "claim_lost", C), ("ZJ-X08", "refused", C), ("ZJ-X08", "refused", C)],
    ),
    (
        "ZJ-X08 the wall touched, then a win",
        fed(READY),
        [WallTouched(B), Won(B, NINE, T(READY), A)],
        [("ZJ-X08", "refused", B)],
    ),
    (
        "ZJ-X08 the next discard may be claimed",
        open_9s(),
        [WallTouched(C), draw(B, "9s"), cut(B, "9s"), call(C, PON, "99s", "9s", B)],
        [("ZJ-X08", "claim_lost", C)],
    ),
    ("ZJ-X08 touched while another discards", four_2m(), [WallTouched(C)], [("ZJ-X08", "warning", C)]),
    ("ZJ-X08 fourteen tiles out of turn", open_9s(), [RowCounted(C, 14)], [("ZJ-X08", "long_hand", C)]),
    ("ZJ-X08 twelve tiles", open_9s(), [RowCounted(C, 12)], [("ZJ-X08", "short_hand", C)]),
    ("ZJ-X08 the right number", late(), [RowCounted(B, 14), RowCounted(C, 13)], []),
    ("ZJ-X08 after a kan", four_2m(), [OWN_KAN, RowCounted(B, 10), Drawn(B, tile("1s"), True), RowCounted(B, 11)], []),
    ("ZJ-X08 a half-done chi is not counted", open_9s(), [SPOKEN, CUT_1M, RowCounted(B, 12)], []),
    # --- points and deals
    ("ZJ-X02 the deal passes", ending(settled=True), [HandStarted(1, Wind.EAST, B, 0, 0, (0,) * 4)], []),
    (
        "ZJ-X07 East stays",
        ending(settled=True),
        [HandStarted(1, Wind.EAST, A, 0, 0, (0,) * 4)],
        [("ZJ-X07", "correct", A)],
    ),
    ("ZJ-X02 seats are drawn", ending(settled=True, hand=3), [HandStarted(4, Wind.SOUTH, C, 0, 0, (0,) * 4)], []),
    ("ZJ-X02 another game", ending(settled=True), [HandStarted(0, Wind.EAST, C, 0, 0, (0,) * 4)], []),
    ("ZJ-P03 other points", won_by_c(), [Settled((-3, 1, 1, 1), (-3, 1, 1, 1), 0)], [("ZJ-P02", "", None)]),
    (
        "ZJ-S60 points after a draw",
        ending(exhausted=True),
        [Settled((-3, 1, 1, 1), (-3, 1, 1, 1), 0)],
        [("ZJ-S60", "", None)],
    ),
    ("ZJ-X03 no points after a draw", ending(exhausted=True), [Settled((0,) * 4, (0,) * 4, 0)], []),
    ("ZJ-S60 points before the end", at_play(B), [Settled((0,) * 4, (0,) * 4, 0)], [("ZJ-S60", "", None)]),
    ("ZJ-S60 points twice", ending(exhausted=True), [Settled((0,) * 4, (0,) * 4, 0)] * 2, [("ZJ-S60", "", None)]),
    ("ZJ-R21 time to think is not limited here", open_9s(), [TimeTaken(B, 60000)], []),
]


@pytest.mark.parametrize(
    ("state", "course", "found"),
    [row[1:] for row in TABLE],
    ids=[row[0] for row in TABLE],
)
def test_what_breaks_a_clause(state: ZungJungHand, course: Course, found: list[Found]) -> None:
    assert play(course, state)[1] == found
