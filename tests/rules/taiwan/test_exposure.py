"""Tiles that were seen, and what they bar."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.taiwan.exposure import barred_kinds, still_barred
from tablebridge_rules.taiwan.rulebook import Rulebook


@pytest.mark.parametrize(
    ("seen", "tiles", "parts"),
    [
        pytest.param("5s", {"5s"}, set(), id="TW-F10 one tile"),
        pytest.param("45s", {"4s", "5s"}, {"3s", "6s"}, id="TW-F11 two-sided"),
        pytest.param("12s", {"1s", "2s"}, {"3s"}, id="TW-F11 edge"),
        pytest.param("46s", {"4s", "6s"}, {"5s"}, id="TW-F11 closed"),
        pytest.param("55z", {"5z"}, set(), id="TW-F11 pair"),
        pytest.param("9m1p", {"9m", "1p"}, set(), id="TW-F11 two suits"),
        pytest.param("12z", {"1z", "2z"}, set(), id="TW-F11 honours make no run"),
    ],
)
def test_what_seen_tiles_bar(seen: str, tiles: set[str], parts: set[str]) -> None:
    barred = {str(kind): clause for kind, clause in barred_kinds(parse_tiles(seen)).items()}
    assert {kind for kind, clause in barred.items() if clause == "TW-F10"} == tiles
    assert {kind for kind, clause in barred.items() if clause == "TW-F11"} == parts


def test_the_bar_lasts_for_the_hand_tw_f10(book: Rulebook) -> None:
    assert still_barred(book, 5)
    house = replace(book, foul=replace(book.foul, xianpai_duration="own_next_discard"))
    assert still_barred(house, 0)
    assert not still_barred(house, 1)
