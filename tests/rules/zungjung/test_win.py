"""Wins that cannot be at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.win import FirstTurn, Win

WIN = Win(parse_tiles("123456m222p78s55p"), Tile.parse("9s"), Wind.SOUTH)
CALLED = parse_meld("chi:123m<left").meld(Seat.B)
KAN = parse_meld("ankan:1111z").meld(Seat.B)
LEFT = Relation.LEFT


def test_a_win_without_a_problem_zj_r11_zj_r12() -> None:
    """South waits with 78s and draws 9s; then West discards it."""
    assert WIN.problems == ()
    assert (len(WIN.tiles), WIN.is_closed, WIN.by_self_draw) == (14, True, True)
    fed = replace(WIN, from_relation=Seat.B.relation_to(Seat.C))
    assert (fed.problems, fed.by_self_draw) == ((), False)
    assert replace(WIN, concealed=WIN.concealed[3:], melds=(CALLED,)).problems == ()
    kept = replace(WIN, concealed=WIN.concealed[3:], melds=(KAN,), replacement=True)
    assert (kept.problems, kept.is_closed) == ((), True)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"concealed": WIN.concealed[1:]}, "12 concealed tiles with 0 melds, expected 13 besides the winning tile"),
        ({"melds": (CALLED,)}, "13 concealed tiles with 1 melds, expected 10 besides the winning tile"),
        ({"winning_tile": Tile.parse("1f")}, "1f is none of the 136 tiles"),
        ({"winning_tile": Tile.parse("0s")}, "0s is none of the 136 tiles"),
        ({"concealed": parse_tiles("1111m456m222p78s5p"), "winning_tile": Tile.parse("1m")}, "5 copies of 1m"),
        ({"melds": (parse_meld("chi:124m<left").meld(Seat.B),)}, "1m2m4m is no chi"),
        ({"melds": (parse_meld("chi:123z<left").meld(Seat.B),)}, "1z2z3z is no chi"),
        ({"melds": (parse_meld("pon:112m<left").meld(Seat.B),)}, "1m1m2m is no pon"),
        ({"melds": (parse_meld("ankan:111m").meld(Seat.B),)}, "1m1m1m is no kan_concealed"),
        ({"replacement": True}, "a replacement without a kan"),
        ({"replacement": True, "from_relation": LEFT}, "a replacement tile is a self-draw"),
        ({"robbing_kan": True}, "robbing a kan is no self-draw"),
        (
            {"robbing_kan": True, "from_relation": LEFT, "first_turn": FirstTurn.EARTHLY},
            "no kan is robbed before the first discard",
        ),
        ({"first_turn": FirstTurn.HEAVENLY, "melds": (KAN,)}, "a win in the first turn with a meld"),
        ({"first_turn": FirstTurn.HEAVENLY, "last_tile": True}, "a win in the first turn on the last tile"),
        ({"first_turn": FirstTurn.HEAVENLY, "from_relation": LEFT}, "a heavenly win is drawn"),
        ({"first_turn": FirstTurn.HEAVENLY}, "a heavenly win is East's"),
        ({"first_turn": FirstTurn.EARTHLY}, "an earthly win is on a discard"),
        (
            {"first_turn": FirstTurn.EARTHLY, "from_relation": LEFT, "seat_wind": Wind.EAST},
            "an earthly win is on East's discard",
        ),
    ],
)
def test_a_win_that_cannot_be(book: Rulebook, changes: dict[str, Any], problem: str) -> None:
    win = replace(WIN, **changes)
    assert any(problem in found for found in win.problems)
    with pytest.raises(WinError, match="this win cannot be: "):
        score(book, win)
