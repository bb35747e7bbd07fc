"""The hands that the clauses of sichuan-bloody work out themselves, fan by fan."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.meld import Meld
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Tile

DATA = Path(__file__).parents[2] / "data" / "sichuan_bloody_examples.toml"
EXAMPLES: list[dict[str, Any]] = tomllib.loads(DATA.read_text("utf-8"))["example"]
IDS = [f"{example['clause']} {example['concealed']}" for example in EXAMPLES]


def meld_of(text: str) -> Meld:
    """A meld of the catalogue: its `kan:` is an exposed one."""
    return parse_meld(text.replace("kan:", "daiminkan:")).meld(Seat.B)


def win_of(example: dict[str, Any]) -> Win:
    flags = example.get("flags", [])
    return Win(
        concealed=parse_tiles(example["concealed"].replace(" ", "")),
        winning_tile=Tile.parse(example["win"]),
        melds=tuple(map(meld_of, example.get("melds", []))),
        from_relation=Relation[example["from"].upper()] if example["by"] == "discard" else None,
        replacement="replacement" in flags,
        robbed="rob_kan" in flags,
        after_kong="discard_after_kong" in flags,
        last_tile="last_tile" in flags,
        heavenly="heavenly" in flags,
        earthly="earthly" in flags,
    )


def switched_on(book: Rulebook, clause: str) -> Rulebook:
    """The rulebook with the optional patterns of that clause on."""
    switches = {pattern.option: True for pattern in book.patterns if pattern.clause == clause and pattern.option}
    return replace(book, scoring=replace(book.scoring, **switches))  # type: ignore[arg-type]


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_a_worked_hand(book: Rulebook, example: dict[str, Any]) -> None:
    result = score(switched_on(book, example["clause"]), win_of(example))
    assert result is not None
    expected = example["expect"]
    assert result.by_clause == expected["items"]
    assert (result.fan, result.multiplier) == (expected["fan"], expected["multiplier"])


def test_every_pattern_is_worked_out() -> None:
    assert len(EXAMPLES) == 24
    assert {example["clause"] for example in EXAMPLES} == {f"SC-S{n:02}" for n in range(1, 26) if n != 24}


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_the_order_of_tiles_and_melds_is_nothing(book: Rulebook, example: dict[str, Any]) -> None:
    win, rulebook = win_of(example), switched_on(book, example["clause"])
    shuffled = random.Random(example["concealed"])
    concealed, melds = list(win.concealed), list(win.melds)
    shuffled.shuffle(concealed)
    shuffled.shuffle(melds)
    one, other = score(rulebook, win), score(rulebook, replace(win, concealed=tuple(concealed), melds=tuple(melds)))
    assert one is not None
    assert other is not None
    assert (one.by_clause, one.each) == (other.by_clause, other.each)


@pytest.mark.parametrize("clause", ["SC-S05", "SC-S08", "SC-S11", "SC-S13", "SC-S15", "SC-S16", "SC-S25"])
def test_an_optional_pattern_is_off_by_default(book: Rulebook, clause: str) -> None:
    example = next(example for example in EXAMPLES if example["clause"] == clause)
    result = score(book, win_of(example))
    assert result is not None
    assert clause not in result.by_clause
