"""A score in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.win import Win


@pytest.mark.parametrize(
    ("text", "fields", "expected"),
    [
        (
            "345m67p22678s 8p ankan:9999s",
            {"riichi": "riichi", "dora_indicators": ["1m", "1s"], "ura_indicators": ["4p", "2m"]},
            [
                "Riichi 1 (RL-R01) + Dora 2 (RL-S05) + Ura dora 1 (RL-S05) = 4 han",
                "base 20 + closed ron 10 + concealed quad of 9s 32 = 62, counts as 70 fu (RL-Y01)",
                "mangan: 2000 basic points (RL-Y01)",
                "non-dealer: 8000 from the discarder (RL-W01)",
            ],
        ),
        (
            "234m67p345m222s66s 5p",
            {"win": "tsumo"},
            [
                "Closed self-draw 1 (RL-Y01) + All simples 1 (RL-Y01) = 2 han",
                "base 20 + self-draw 2 + concealed triplet of 2s 4 = 26, counts as 30 fu (RL-Y01)",
                "30 fu x 2^(2 + 2 han) = 480 basic points (RL-Y01)",
                "non-dealer: 1000 from the dealer, 500 from the others (RL-W01)",
            ],
        ),
        (
            "19m19p19s1234566z 7z",
            {"win": "tsumo", "seat_wind": "east"},
            [
                "Thirteen orphans 13 (RL-Y01) = 13 han",
                "yakuman: 8000 basic points (RL-Y01)",
                "dealer: 16000 from each (RL-W01)",
            ],
        ),
    ],
)
def test_explanation(
    league: Rulebook, a_win: Callable[..., Win], text: str, fields: dict[str, Any], expected: list[str]
) -> None:
    result = score(league, a_win(*text.split(), **fields))
    assert result is not None
    assert result.explanation.splitlines() == expected
