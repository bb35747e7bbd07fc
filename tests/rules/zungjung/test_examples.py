"""The hands that the clauses of zungjung-wsom-1.03 work out themselves, point by point."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.win import FirstTurn, Win

DATA = Path(__file__).parents[2] / "data" / "zungjung_wsom_1_03_examples.toml"
EXAMPLES: list[dict[str, Any]] = tomllib.loads(DATA.read_text("utf-8"))["example"]
WINDS = {wind.value[0].upper(): wind for wind in Wind}
IDS = [f"{example['clause']}-{example['concealed']}-{example['by']}" for example in EXAMPLES]


def meld_of(text: str) -> Meld:
    """A meld of the catalogue: its `kan:` is an exposed one."""
    return parse_meld(text.replace("kan:", "daiminkan:") if text.startswith("kan:") else text).meld(Seat.B)


def win_of(example: dict[str, Any]) -> Win:
    flags = example.get("flags", [])
    return Win(
        concealed=parse_tiles(example["concealed"].replace(" ", "")),
        winning_tile=Tile.parse(example["win"]),
        seat_wind=WINDS[example["seat_wind"]],
        melds=tuple(meld_of(text) for text in example.get("melds", [])),
        from_relation=Relation[example["from"].upper()] if example["by"] == "discard" else None,
        last_tile="last_tile" in flags,
        replacement="replacement" in flags,
        robbing_kan="rob_kan" in flags,
        first_turn=next((one for one in FirstTurn if one.value in flags), FirstTurn.NONE),
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_a_worked_hand(book: Rulebook, example: dict[str, Any]) -> None:
    result = score(book, win_of(example))
    assert result is not None
    assert (result.items, result.value) == (example["items"], example["total"])


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_the_order_of_the_tiles_is_nothing(book: Rulebook, example: dict[str, Any]) -> None:
    win = win_of(example)
    shuffled = list(win.concealed)
    random.Random(example["clause"]).shuffle(shuffled)
    result = score(book, replace(win, concealed=tuple(shuffled), melds=tuple(reversed(win.melds))))
    assert result is not None
    assert (result.items, result.value) == (example["items"], example["total"])


def test_every_pattern_has_its_hand() -> None:
    assert {f"ZJ-S{number:02d}" for number in range(1, 45)} <= {example["clause"] for example in EXAMPLES}


def test_the_catalogue_speaks_of_an_exposed_kan() -> None:
    assert meld_of("kan:9999p<right").kind is MeldKind.KAN_EXPOSED
