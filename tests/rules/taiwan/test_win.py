"""Wins that cannot be at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.tile import Tile

WIN = Win(parse_tiles("123456m789p12367s22p"), Tile.parse("8s"), Wind.SOUTH, Wind.EAST)
CALLED = parse_meld("chi:123m<left").meld(Seat.B)
KAN = parse_meld("ankan:1111z").meld(Seat.B)


def test_a_win_without_a_problem() -> None:
    assert WIN.problems == ()
    assert len(WIN.tiles) == 17
    assert WIN.is_closed
    assert WIN.by_self_draw
    assert replace(WIN, concealed=WIN.concealed[3:], melds=(CALLED,)).problems == ()
    assert replace(WIN, concealed=WIN.concealed[3:], melds=(KAN,), replacement=True).problems == ()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"concealed": WIN.concealed[1:]}, "15 concealed tiles with 0 melds, expected 16 besides the winning tile"),
        ({"melds": (CALLED,)}, "16 concealed tiles with 1 melds, expected 13 besides the winning tile"),
        ({"winning_tile": Tile.parse("1f")}, "1f is no tile of a hand"),
        ({"winning_tile": Tile.parse("0s")}, "0s is no tile of a hand"),
        ({"concealed": parse_tiles("1111m456m789p12367s2p"), "winning_tile": Tile.parse("1m")}, "5 copies of 1m"),
        ({"flowers": parse_tiles("1m")}, "1m is no flower"),
        ({"flowers": parse_tiles("11f")}, "2 copies of 1f, a set has 1"),
        ({"melds": (parse_meld("chi:124m<left").meld(Seat.B),)}, "1m2m4m is no chi"),
        ({"melds": (parse_meld("chi:123z<left").meld(Seat.B),)}, "1z2z3z is no chi"),
        ({"melds": (parse_meld("pon:112m<left").meld(Seat.B),)}, "1m1m2m is no pon"),
        ({"melds": (parse_meld("ankan:111m").meld(Seat.B),)}, "1m1m1m is no kan_concealed"),
        ({"replacement": True}, "a replacement without a kan or a flower"),
        ({"replacement": True, "from_relation": Relation.LEFT}, "a replacement tile is a self-draw"),
        ({"robbing_kan": True}, "robbing a kan is no self-draw"),
        ({"robbing_kan": True, "last_tile": True, "from_relation": Relation.LEFT}, "no kan can be robbed"),
        ({"migi": True, "melds": (CALLED,)}, "MIGI with an open meld"),
        ({"first_turn": FirstTurn.EARTHLY, "melds": (CALLED,)}, "an earthly win with a meld"),
        ({"first_turn": FirstTurn.HUMAN}, "a human win is on a discard"),
        ({"first_turn": FirstTurn.HEAVENLY, "from_relation": Relation.LEFT}, "a heavenly win is drawn"),
        ({"first_turn": FirstTurn.EARTHLY, "last_tile": True}, "an earthly win on the last tile"),
    ],
)
def test_a_win_that_cannot_be(book: Rulebook, changes: dict[str, Any], problem: str) -> None:
    win = replace(WIN, **changes)
    assert any(problem in found for found in win.problems)
    with pytest.raises(WinError, match="this win cannot be: "):
        score(book, win)


@pytest.mark.parametrize(
    ("flowers", "relation", "problem"),
    [
        ("1234f123g", None, "7 flowers, expected 8"),
        ("1234f1234g", Relation.LEFT, "8 flowers, expected 7"),
        ("1234f12g1m", Relation.LEFT, "1m is no flower"),
        ("1234f122g", Relation.LEFT, "2 copies of 2g, a set has 1"),
    ],
)
def test_a_win_by_flowers_that_cannot_be(book: Rulebook, flowers: str, relation: Relation | None, problem: str) -> None:
    win = FlowerWin(parse_tiles(flowers), Wind.EAST, relation)
    assert problem in win.problems
    with pytest.raises(WinError, match=problem):
        score(book, win)
