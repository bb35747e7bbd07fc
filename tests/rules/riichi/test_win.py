"""What cannot be at a table is listed, all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.win import Win
from tablebridge_rules.seat import Seat, Wind

HAND = "123m456p789s1122z"


@pytest.mark.parametrize(
    ("text", "fields", "problem"),
    [
        (HAND + " 1z", {}, None),
        ("123m456p1122z 1z ankan:9999s", {"win": "tsumo", "rinshan": True, "riichi": "riichi"}, None),
        ("123m456p1122z 1z", {}, "10 concealed tiles with 0 melds, expected 13 besides the winning tile"),
        ("123m456p789s112z1f 1z", {}, "1f is no tile of a hand"),
        ("123m456p1122z 1z chi:124s<left", {}, "1s2s4s is no chi"),
        ("123m456p1122z 1z chi:567z<left", {}, "5z6z7z is no chi"),
        ("123m456p1122z 1z chi:89s1z<left", {}, "8s9s1z is no chi"),
        ("123m456p1122z 1z pon:112s<left", {}, "1s1s2s is no pon"),
        ("123m456p1122z 1z ankan:999s", {}, "9s9s9s is no kan_concealed"),
        ("123m456p789s1111z 1z", {}, "5 copies of 1z, a set has 4"),
        ("123m456p1122z 1z pon:999s<left", {"riichi": "riichi"}, "riichi with an open meld"),
        (HAND + " 1z", {"ippatsu": True}, "ippatsu without riichi"),
        (HAND + " 1z", {"ura_indicators": ["1m"]}, "ura indicators without riichi"),
        (HAND + " 1z", {"haitei": True}, "haitei is a self-draw, this is a ron"),
        (HAND + " 1z", {"houtei": True, "win": "tsumo"}, "houtei is a ron, this is a self-draw"),
        ("123m456p1122z 1z ankan:9999s", {"rinshan": True}, "rinshan is a self-draw, this is a ron"),
        (HAND + " 1z", {"rinshan": True, "win": "tsumo"}, "rinshan without a kan"),
        (HAND + " 1z", {"chankan": True, "win": "tsumo"}, "chankan is a ron, this is a self-draw"),
        ("123m456p1122z 1z pon:999s<left", {"first_turn": True, "win": "tsumo"}, "a win in the first turn with a meld"),
        (HAND + " 1z", {"first_turn": True, "riichi": "double"}, "a win in the first turn after riichi"),
        (HAND + " 1z", {"first_turn": True, "seat_wind": "east"}, "the dealer cannot ron before the first discard"),
        (HAND + " 1z", {"honba": -1}, "honba is -1, expected 0 or more"),
        (HAND + " 1z", {"riichi_sticks": -1}, "sticks are -1, expected 0 or more"),
    ],
)
def test_problems(a_win: Callable[..., Win], text: str, fields: dict[str, Any], problem: str | None) -> None:
    win = a_win(*text.split(), **fields)
    assert win.problems == (() if problem is None else (problem,))


def test_all_problems_are_told_at_once(a_win: Callable[..., Win]) -> None:
    win = a_win("123m", "1z", ippatsu=True, haitei=True)
    with pytest.raises(WinError, match=r"3 concealed tiles.*; ippatsu without riichi; haitei is a self-draw"):
        win.require_possible()


def test_a_possible_win_passes(a_win: Callable[..., Win]) -> None:
    win = a_win(HAND, "1z")
    win.require_possible()
    assert win.problems == ()


def test_what_a_win_tells_of_itself(a_win: Callable[..., Win]) -> None:
    win = a_win("123m456p1122z", "1z", "ankan:9999s", win="tsumo", seat_wind="east")
    assert (win.is_closed, win.is_dealer, win.by_self_draw) == (True, True, True)
    assert len(win.tiles) == 15
    open_win = a_win("123m456p1122z", "1z", "kakan:9999s<left")
    assert (open_win.is_closed, open_win.is_dealer, open_win.by_self_draw) == (False, False, False)


def test_a_meld_that_is_no_set_is_refused() -> None:
    melds = (Meld(MeldKind.PON, parse_tiles("12p"), parse_tiles("1p")[0], Seat.B),)
    with pytest.raises(WinError, match="1p1p2p is no pon"):
        Win(parse_tiles("123m456p99s11z"), parse_tiles("1z")[0], Wind.EAST, Wind.EAST, melds=melds).require_possible()
