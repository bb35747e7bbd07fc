"""Hands and scores as JSON values."""

from __future__ import annotations

from typing import Any

import pytest

from tablebridge_rules.errors import NotationError, NoWinError
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score_record import read_win, score_record
from tablebridge_rules.tile import Suit

GOOD: dict[str, Any] = {
    "id": "x",
    "hand": "123456m78m55s",
    "melds": ["ankan:8888s"],
    "win_tile": "9m",
    "win": "ron",
    "from": "left",
    "seat_wind": "south",
    "void": "p",
    "won": ["west"],
    "unheard_of": "ignored",
}
DRAWN = {**GOOD, "win": "tsumo", "from": None}


def test_a_score(book: Rulebook) -> None:
    result = score_record(book, GOOD)
    assert result["patterns"] == [
        {"name": "pinghu", "value": 0, "clauses": ["SC-S01"]},
        {"name": "gen", "value": 1, "clauses": ["SC-S19"]},
    ]
    assert (result["fan"], result["multiplier"], result["points"]) == (1, 2, {"ron": 2})
    assert result["delta"] == {"east": -2, "south": 2, "west": 0, "north": 0}
    assert result["explanation"].endswith("2 from the discarder (SC-P06)")


def test_a_self_draw(book: Rulebook) -> None:
    result = score_record(book, {**DRAWN, "rinshan": True})
    assert (result["fan"], result["points"]) == (2, {"tsumo_each": 5})
    assert result["delta"] == {"east": -5, "south": 10, "west": 0, "north": -5}


@pytest.mark.parametrize(
    ("field", "attribute"),
    [
        ("replacement", "replacement"),
        ("rinshan", "replacement"),
        ("robbed", "robbed"),
        ("chankan", "robbed"),
        ("last_tile", "last_tile"),
        ("haitei", "last_tile"),
        ("houtei", "last_tile"),
        ("after_kong", "after_kong"),
        ("heavenly", "heavenly"),
        ("earthly", "earthly"),
    ],
)
def test_flags(field: str, attribute: str) -> None:
    assert getattr(read_win({**GOOD, field: True}), attribute) is True
    assert getattr(read_win(GOOD), attribute) is False


def test_what_may_be_left_out(book: Rulebook) -> None:
    bare = {"hand": "123456m78m55s888s", "win_tile": "9m", "win": "tsumo"}
    assert read_win(bare).void is None
    assert read_win(GOOD).void is Suit.DOTS
    assert score_record(book, bare)["delta"] == {"east": 6, "south": -2, "west": -2, "north": -2}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("void", "z", "void is 'z'; allowed: m, p, s"),
        ("void", "x", "void is 'x'; allowed: m, p, s, z"),
        ("won", "west", "won is 'west'; expected a list"),
        ("won", ["w"], "won is 'w'; allowed: east, south"),
        ("won", ["south"], r"won is \['south'\]; allowed: neither the winner nor who pays"),
        ("won", ["east"], r"won is \['east'\]; allowed: neither the winner nor who pays"),
        ("heavenly", 1, "heavenly is 1; expected true or false"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(book: Rulebook, field: str, value: object, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        score_record(book, {**GOOD, field: value})


def test_the_second_name_of_a_flag_is_read_too() -> None:
    with pytest.raises(NotationError, match="houtei is 1; expected true or false"):
        read_win({**GOOD, "last_tile": True, "houtei": 1})


@pytest.mark.parametrize("change", [{"void": "m"}, {"win_tile": "9p"}], ids=str)
def test_what_is_no_win(book: Rulebook, change: dict[str, str]) -> None:
    with pytest.raises(NoWinError, match="no complete hand, or hold the void suit or three suits"):
        score_record(book, {**GOOD, **change})
