"""Local yakuman (RM-Y49 to RM-Y51)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablebridge_rules.riichi.rulebook import load

CASES = [
    # pattern, how often it counts, hand + winning tile + melds, the option
    ("hyakumangoku", 1, "5567788999m 9m chi:678m<left", "tiles_5_to_9"),
    ("hyakumangoku", 1, "5567788999m 9m chi:678m<left", "sum_100"),
    ("hyakumangoku", 0, "5567788999m 9m chi:678m<left", "off"),
    ("hyakumangoku", 1, "5555666777m 8m chi:678m<left", "tiles_5_to_9"),
    ("hyakumangoku", 0, "5555666777m 8m chi:678m<left", "sum_100"),
    ("hyakumangoku", 0, "4567778999m 8m chi:678m<left", "tiles_5_to_9"),
    ("hyakumangoku", 1, "4m 4m ankan:9999m ankan:8888m pon:777m<left pon:666m<left", "sum_100"),
    ("hyakumangoku", 0, "5567788999s 9s chi:678s<left", "tiles_5_to_9"),
    ("beni_kujaku", 1, "5557799s 9s pon:111s<left pon:777z<left", "yakuman"),
    ("beni_kujaku", 0, "5557799s 9s pon:111s<left pon:777z<left", "off"),
    ("beni_kujaku", 0, "5577799s 9s pon:111s<left pon:555z<left", "yakuman"),
    ("beni_kujaku", 0, "1115557779s 9s chi:789s<left", "yakuman"),
    ("daisharin", 1, "2233445566778p 8p", "yakuman"),
    ("daisharin", 0, "2233445566778p 8p", "off"),
    ("daisharin", 0, "2233445566778s 8s", "yakuman"),
    ("daisharin", 0, "2223344556788p 8p", "yakuman"),
    ("daisharin", 0, "3455667788p 8p chi:234p<left", "yakuman"),
]

CLAUSES = load("riichi-mjnet-2005").yaku_by_name


@pytest.mark.parametrize(
    ("pattern", "expected", "text", "option"),
    CASES,
    ids=[
        f"{CLAUSES[pattern].clause}-{pattern}-{expected}-{text}-{option}" for pattern, expected, text, option in CASES
    ],
)
def test_local_yakuman(times: Callable[..., int], pattern: str, expected: int, text: str, option: str) -> None:
    assert times(pattern, *text.split(), options={pattern: option}) == expected
