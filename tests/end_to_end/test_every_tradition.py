"""A hand of each tradition, from rendered pictures and a real line to a subscriber: each table looks another way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

SHORT_HANDS = {"taiwan16-ntuee-2009": 57, "zungjung-wsom-1.03": 13, "sichuan-bloody": 31}
"""Seeds whose first hand is among the shortest of sixty; of riichi other tests play whole hands."""


@pytest.mark.end_to_end
@pytest.mark.broker
@pytest.mark.parametrize(("rulebook", "seed"), SHORT_HANDS.items())
def test_a_hand_of_each_tradition_is_followed_whole(start: Callable[..., Any], rulebook: str, seed: int) -> None:
    bench = start("bench", "bench", "--rulebook", rulebook, "--seeds", seed, "--json")
    code = bench.ends(500)
    (hand,) = json.loads(bench.stdout)["hands"]
    assert hand["differences"] == []
    assert hand["hands_whole"] == 1
    assert code == 0
