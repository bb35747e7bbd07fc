"""Wall, thrower and break."""

from __future__ import annotations

import pytest

from tablebridge_rules.seat import Seat
from tablebridge_rules.wall import Stack
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.setup import judge_break, judge_thrower, judge_walls

A, B, C, D = Seat


def test_a_wall_that_is_too_short_zj_x01(book: Rulebook) -> None:
    assert judge_walls(book, (17, 17, 17, 17)) == ()
    (found,) = judge_walls(book, (17, 18, 16, 17))
    assert (found.clause, found.seat, found.penalty) == ("ZJ-X01", None, "correct")


@pytest.mark.parametrize(
    ("thrower", "taken", "penalties"),
    [
        pytest.param(A, True, [], id="ZJ-X07 East throws"),
        pytest.param(B, False, ["correct"], id="ZJ-X07 before any tile is taken"),
        pytest.param(B, True, ["play_stands"], id="ZJ-X07 too late"),
    ],
)
def test_the_thrower(book: Rulebook, thrower: Seat, taken: bool, penalties: list[str]) -> None:
    found = judge_thrower(book, thrower, A, tile_taken=taken)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("ZJ-X07", thrower, one) for one in penalties]


@pytest.mark.parametrize(
    ("opened", "served", "penalties"),
    [
        pytest.param(Stack(C, 7), 4, [], id="ZJ-X07 right"),
        pytest.param(Stack(C, 8), 3, ["correct"], id="ZJ-X07 one stack off, three players served"),
        pytest.param(Stack(C, 8), 4, ["play_stands"], id="ZJ-X07 one stack off, all served"),
        pytest.param(Stack(B, 7), 0, ["correct"], id="ZJ-X07 the wrong wall"),
    ],
)
def test_the_break(book: Rulebook, opened: Stack, served: int, penalties: list[str]) -> None:
    found = judge_break(book, A, 7, opened, served)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("ZJ-X07", A, one) for one in penalties]
