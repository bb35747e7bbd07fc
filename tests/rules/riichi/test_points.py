"""Points from han and fu, against the table that players know by heart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.riichi.points import Points, basic_points, points, yakuman_limit
from tablebridge_rules.riichi.rulebook import Rulebook


@pytest.mark.parametrize(
    ("han", "fu", "limit", "non_dealer", "dealer", "each", "tsumo"),
    [
        (1, 30, "none", 1000, 1500, 500, (500, 300)),
        (1, 40, "none", 1300, 2000, 700, (700, 400)),
        (1, 50, "none", 1600, 2400, 800, (800, 400)),
        (1, 110, "none", 3600, 5300, 1800, (1800, 900)),
        (2, 25, "none", 1600, 2400, 800, (800, 400)),
        (2, 30, "none", 2000, 2900, 1000, (1000, 500)),
        (2, 70, "none", 4500, 6800, 2300, (2300, 1200)),
        (3, 30, "none", 3900, 5800, 2000, (2000, 1000)),
        (3, 40, "none", 5200, 7700, 2600, (2600, 1300)),
        (3, 60, "none", 7700, 11600, 3900, (3900, 2000)),
        (3, 70, "mangan", 8000, 12000, 4000, (4000, 2000)),
        (4, 20, "none", 5200, 7700, 2600, (2600, 1300)),
        (4, 30, "none", 7700, 11600, 3900, (3900, 2000)),
        (4, 40, "mangan", 8000, 12000, 4000, (4000, 2000)),
        (5, 30, "mangan", 8000, 12000, 4000, (4000, 2000)),
        (6, 30, "haneman", 12000, 18000, 6000, (6000, 3000)),
        (7, 30, "haneman", 12000, 18000, 6000, (6000, 3000)),
        (8, 30, "baiman", 16000, 24000, 8000, (8000, 4000)),
        (10, 30, "baiman", 16000, 24000, 8000, (8000, 4000)),
        (11, 30, "sanbaiman", 24000, 36000, 12000, (12000, 6000)),
        (12, 30, "sanbaiman", 24000, 36000, 12000, (12000, 6000)),
        (13, 30, "counted_yakuman", 32000, 48000, 16000, (16000, 8000)),
    ],
)
def test_the_table(
    common: Rulebook, han: int, fu: int, limit: str, non_dealer: int, dealer: int, each: int, tsumo: tuple[int, int]
) -> None:
    basic, name = basic_points(common, han, fu)
    assert name == limit
    assert points(common, basic, by_self_draw=False, is_dealer=False) == Points(ron=non_dealer)
    assert points(common, basic, by_self_draw=False, is_dealer=True) == Points(ron=dealer)
    assert points(common, basic, by_self_draw=True, is_dealer=True) == Points(tsumo_each=each)
    assert points(common, basic, by_self_draw=True, is_dealer=False) == Points(
        tsumo_dealer=tsumo[0], tsumo_non_dealer=tsumo[1]
    )


def test_thirteen_han_without_counted_yakuman_rl_y01(league: Rulebook) -> None:
    assert basic_points(league, 13, 30) == (6000, "sanbaiman")


@pytest.mark.parametrize(
    ("han", "fu", "limit"), [(4, 30, "mangan"), (3, 60, "mangan"), (3, 50, "none"), (4, 25, "none")]
)
def test_kiriage(common: Rulebook, han: int, fu: int, limit: str) -> None:
    book = replace(common, scoring=replace(common.scoring, kiriage=True))
    assert basic_points(book, han, fu)[1] == limit


def test_totals_and_names() -> None:
    assert Points(ron=7700).total == 7700
    assert Points(tsumo_each=4000).total == 12000
    assert Points(tsumo_dealer=4000, tsumo_non_dealer=2000).total == 8000
    assert Points(tsumo_each=4000).as_dict() == {"tsumo_each": 4000}
    assert [yakuman_limit(multiple) for multiple in (1, 2, 3)] == ["yakuman", "2x_yakuman", "3x_yakuman"]
