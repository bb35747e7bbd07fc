"""What a dead hand has lost."""

from __future__ import annotations

from dataclasses import replace

from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.dead_hand import dead_after, may_call, referee_fines
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.call import judge_early_replacement, judge_hidden_tile, judge_silent_discard
from tablebridge_rules.zungjung.violations.setup import judge_walls
from tablebridge_rules.zungjung.violations.turn import judge_draw_turn

A, B, C, D = Seat
MINOR, MAJOR = Penalty.MINOR_DEAD_HAND, Penalty.MAJOR_DEAD_HAND


def test_a_seat_cannot_win_after_a_ruling_zj_f01_zj_f03_zj_x08(book: Rulebook) -> None:
    minor = judge_silent_discard(book, B, called=False)
    major = judge_early_replacement(book, B, 0)
    long_hand = judge_draw_turn(book, C, B)
    assert dead_after({}, (*minor, *long_hand)) == {B: MINOR, C: Penalty.LONG_HAND}
    assert dead_after({B: MINOR}, major) == {B: MAJOR}
    assert dead_after({B: MAJOR}, minor) == {B: MAJOR}


def test_what_is_put_right_makes_no_hand_dead_zj_f01(book: Rulebook) -> None:
    open_ruling = judge_silent_discard(book, B)
    exposed = judge_hidden_tile(book, B, Tile.parse("7z"), exposed=False)
    nobody = judge_walls(book, (17, 17, 17, 16))
    assert dead_after({}, (*open_ruling, *exposed, *nobody)) == {}


def test_a_minor_dead_hand_may_still_call_zj_f01(book: Rulebook) -> None:
    assert all(may_call(book, penalty) for penalty in (None, MINOR, MAJOR))
    house = replace(book, foul=replace(book.foul, minor_dead_hand="no_call_no_win"))
    assert [may_call(house, penalty) for penalty in (None, MINOR, MAJOR)] == [True, False, True]


def test_amounts_are_the_referee_s_zj_f03_zj_r13(book: Rulebook) -> None:
    assert [penalty for penalty in Penalty if referee_fines(book, penalty)] == [MAJOR, Penalty.LIABLE]
    house = replace(book, foul=replace(book.foul, major_dead_hand="no_win"))
    assert [penalty for penalty in Penalty if referee_fines(house, penalty)] == [Penalty.LIABLE]
