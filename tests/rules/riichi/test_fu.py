"""Fu part by part (RL-Y01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.win import Win

TSUMO = {"win": "tsumo"}


@pytest.mark.parametrize(
    ("text", "fields", "parts", "total"),
    [
        ("234m567p22456s78s 9s", {}, {"base": 20, "closed ron": 10}, 30),
        ("234m567p22456s78s 9s", TSUMO, {"base": 20}, 20),
        ("567p22456s67s 8s chi:234m<left", {}, {"base": 20}, 30),
        ("567p22456s67s 8s chi:234m<left", TSUMO, {"base": 20, "self-draw": 2}, 30),
        ("1122335577m11p1z 1z", {}, {"seven pairs": 25}, 25),
        ("567p22456s68s 7s chi:234m<left", {}, {"base": 20, "closed wait": 2}, 30),
        ("12m33z234p 3m chi:234s<left pon:555z<left", {}, {"base": 20, "open triplet of 5z": 4, "edge wait": 2}, 30),
        ("3z234p567p 3z chi:234s<left pon:555z<left", {}, {"base": 20, "open triplet of 5z": 4, "pair wait": 2}, 30),
        (
            "33m66m 3m pon:222p<left pon:777z<left pon:888s<left",
            {},
            {
                "base": 20,
                "open triplet of 2p": 2,
                "open triplet of 7z": 4,
                "open triplet of 8s": 2,
                "open triplet of 3m": 2,
            },
            30,
        ),
        (
            "33m66m 3m pon:222p<left pon:777z<left pon:888s<left",
            TSUMO,
            {
                "base": 20,
                "self-draw": 2,
                "concealed triplet of 3m": 4,
                "open triplet of 2p": 2,
                "open triplet of 7z": 4,
                "open triplet of 8s": 2,
            },
            40,
        ),
        (
            "345p8p 8p ankan:9999m kakan:1111s<left daiminkan:2222p<right",
            {},
            {"base": 20, "concealed quad of 9m": 32, "open quad of 1s": 16, "open quad of 2p": 8, "pair wait": 2},
            80,
        ),
        (
            "3458p567s 8p ankan:3333m kakan:2222s<left",
            {"win": "tsumo", "rinshan": True},
            {"base": 20, "self-draw": 2, "concealed quad of 3m": 16, "open quad of 2s": 8, "pair wait": 2},
            50,
        ),
        ("234m22z23456p 7p pon:555z<left", {}, {"base": 20, "open triplet of 5z": 4, "pair of 2z": 2}, 30),
        ("234m66z23456p 7p pon:555z<left", {}, {"base": 20, "open triplet of 5z": 4, "pair of 6z": 2}, 30),
        (
            "234m11z23456p 7p pon:555z<left",
            {"seat_wind": "east"},
            {"base": 20, "open triplet of 5z": 4, "pair of 1z": 4},
            30,
        ),
        ("234m33z23456p 7p pon:555z<left", {}, {"base": 20, "open triplet of 5z": 4}, 30),
    ],
)
def test_fu(
    common: Rulebook,
    a_win: Callable[..., Win],
    text: str,
    fields: dict[str, Any],
    parts: dict[str, int],
    total: int,
) -> None:
    result = score(common, a_win(*text.split(), **fields))
    assert result is not None
    assert ({part.label: part.fu for part in result.fu_parts}, result.fu) == (parts, total)
