"""The hands that the clauses of taiwan16-ntuee-2009 work out themselves, tai by tai."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.scoring import score
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.tile import Tile

DATA = Path(__file__).parents[2] / "data" / "taiwan16_ntuee_2009_examples.toml"
EXAMPLES: list[dict[str, Any]] = tomllib.loads(DATA.read_text("utf-8"))["example"]
HANDS = [example for example in EXAMPLES if "concealed" in example]
WINDS = {wind.value[0].upper(): wind for wind in Wind}


def ids(examples: list[dict[str, Any]]) -> list[str]:
    return [f"{example['clause']}-{example.get('concealed', example.get('flowers'))}" for example in examples]


def tiles(text: str) -> tuple[Tile, ...]:
    return parse_tiles(text.replace(" ", ""))


def meld_of(text: str) -> Meld:
    """A meld of the catalogue: its `kan:` is an exposed one."""
    return parse_meld(text.replace("kan:", "daiminkan:") if text.startswith("kan:") else text).meld(Seat.B)


def win_of(example: dict[str, Any]) -> Win:
    flags = example.get("flags", [])
    first = next((one for one in FirstTurn if one.value in flags), FirstTurn.NONE)
    return Win(
        concealed=tiles(example["concealed"]),
        winning_tile=Tile.parse(example["win"]),
        seat_wind=WINDS[example["seat_wind"]],
        round_wind=WINDS[example["round_wind"]],
        melds=tuple(meld_of(text) for text in example.get("melds", [])),
        from_relation=Relation[example["from"].upper()] if example["by"] == "discard" else None,
        flowers=tiles(example.get("flowers", "")),
        last_tile="last_tile" in flags,
        replacement="replacement" in flags,
        robbing_kan="rob_kan" in flags,
        migi="migi" in flags,
        first_turn=first,
    )


@pytest.mark.parametrize("example", HANDS, ids=ids(HANDS))
def test_a_worked_hand(book: Rulebook, example: dict[str, Any]) -> None:
    result = score(book, win_of(example))
    assert result is not None
    assert (result.items, result.tai) == (example["items"], example["total"])


@pytest.mark.parametrize("example", HANDS, ids=ids(HANDS))
def test_the_order_of_the_tiles_is_nothing(book: Rulebook, example: dict[str, Any]) -> None:
    win = win_of(example)
    shuffled = list(win.concealed)
    random.Random(example["clause"]).shuffle(shuffled)
    other = Win(
        tuple(shuffled),
        win.winning_tile,
        win.seat_wind,
        win.round_wind,
        tuple(reversed(win.melds)),
        win.from_relation,
        tuple(reversed(win.flowers)),
        win.last_tile,
        win.replacement,
        win.robbing_kan,
        win.migi,
        win.first_turn,
    )
    result = score(book, other)
    assert result is not None
    assert (result.items, result.tai) == (example["items"], example["total"])


FLOWERS = [example for example in EXAMPLES if "concealed" not in example]


@pytest.mark.parametrize("example", FLOWERS, ids=ids(FLOWERS))
def test_a_win_by_flowers(book: Rulebook, example: dict[str, Any]) -> None:
    held = tiles(example["flowers"])
    result = score(book, FlowerWin(held, Wind.SOUTH, Relation.RIGHT if len(held) == 7 else None))
    assert result is not None
    assert (result.items, result.tai) == (example["items"], example["total"])
    assert result.reading is None


def test_the_catalogue_speaks_of_an_exposed_kan() -> None:
    assert meld_of("kan:9999p<right").kind is MeldKind.KAN_EXPOSED
