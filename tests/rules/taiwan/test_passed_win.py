"""The passed win, its release, and what is passed without wanting to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.passed_win import (
    ConcealedKan,
    Missed,
    PassAct,
    Played,
    is_barred,
    missed_after,
    missed_by_touching,
)
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.violations.win import LaidDown, judge_win
from tablebridge_rules.taiwan.win import Win
from tablebridge_rules.tile import Tile, TileKind


def kind(text: str) -> TileKind:
    return Tile.parse(text).kind


WAITS = frozenset({kind("5s"), kind("8s")})
RELEASED: frozenset[TileKind] = frozenset()
PASSED = Missed(kind("8s"))


@pytest.mark.parametrize(
    ("acts", "missed"),
    [
        pytest.param([], RELEASED, id="TW-R28 nothing passed"),
        pytest.param([PASSED], {kind("8s")}, id="TW-R28 passed"),
        pytest.param([PASSED, Missed(kind("5s"))], WAITS, id="TW-R28 passed twice"),
        pytest.param([PASSED, Played(kind("1z"), WAITS)], RELEASED, id="TW-R29 another tile"),
        pytest.param([PASSED, Played(kind("5s"), WAITS)], {kind("8s")}, id="TW-R29 an own winning tile"),
        pytest.param([PASSED, ConcealedKan()], {kind("8s")}, id="TW-R29 a concealed kan"),
        pytest.param([PASSED, ConcealedKan(), Played(kind("1z"), WAITS)], RELEASED, id="TW-R29 and then a discard"),
    ],
)
def test_what_is_passed(book: Rulebook, acts: list[PassAct], missed: frozenset[TileKind]) -> None:
    assert missed_after(book, acts) == missed


def test_any_own_discard_releases_where_the_rulebook_says_so_tw_r29(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, guoshui_release="own_discard"))
    assert missed_after(house, [PASSED, Played(kind("5s"), WAITS)]) == RELEASED


def test_a_pass_bars_every_win_tw_r28(book: Rulebook) -> None:
    assert is_barred(book, frozenset({kind("8s")}), kind("5s"))
    assert not is_barred(book, RELEASED, kind("5s"))
    house = replace(book, play=replace(book.play, guoshui_scope="missed_tile"))
    assert not is_barred(house, frozenset({kind("8s")}), kind("5s"))
    assert is_barred(house, frozenset({kind("8s")}), kind("8s"))


def test_reaching_for_the_wall_passes_a_win_tw_r15(book: Rulebook) -> None:
    assert missed_by_touching(book, kind("5s"), WAITS) == (Missed(kind("5s")),)
    assert missed_by_touching(book, kind("1m"), WAITS) == ()
    house = replace(book, play=replace(book.play, touch_wall_forfeits=("chi", "pon", "kan")))
    assert missed_by_touching(house, kind("5s"), WAITS) == ()


HAND = parse_tiles("123456m789p67s22p")


def test_an_added_kan_releases_and_its_replacement_wins_tw_r29(book: Rulebook) -> None:
    """South passed on 8s, draws 7z, adds it to pon:777z, and the replacement 5s completes the hand."""
    missed = missed_after(book, [PASSED, Played(kind("7z"), WAITS)])
    five = Tile.parse("5s")
    assert judge_win(book, Seat.B, LaidDown(standing=HAND, melds=1, tile=five, by_self_draw=True, missed=missed)) == ()
    kan = parse_meld("kakan:7777z<left").meld(Seat.B)
    result = score(book, Win(HAND, five, Wind.SOUTH, Wind.EAST, (kan,), replacement=True))
    assert result is not None
    assert result.items == {"TW-S05": 1, "TW-S06": 1, "TW-S08": 1}


def test_a_concealed_kan_does_not_release_tw_r29(book: Rulebook) -> None:
    missed = missed_after(book, [PASSED, ConcealedKan()])
    laid = LaidDown(standing=HAND, melds=1, tile=Tile.parse("5s"), by_self_draw=True, missed=missed)
    (found,) = judge_win(book, Seat.B, laid)
    assert (found.clause, found.penalty) == ("TW-F23", "full_liability")
