"""Sections of a file as typed values, and what is said about those that are not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from tablebridge_rules.errors import RulebookError
from tablebridge_rules.toml_section import Section, line_of


@dataclass(frozen=True)
class Sample:
    size: int
    on: bool
    word: str
    mode: Literal["fast", "slow"]
    fixed: Literal[True]
    numbers: tuple[int, ...]
    modes: tuple[Literal["fast", "slow"], ...]
    words: tuple[str, ...]
    counts: tuple[tuple[str, int], ...]
    note: str = "none"


GOOD: dict[str, Any] = {
    "size": 3,
    "on": False,
    "word": "x",
    "mode": "slow",
    "fixed": True,
    "numbers": [20, -20],
    "modes": ["fast"],
    "words": [],
    "counts": {"0m": 1},
}


def test_a_whole_section() -> None:
    assert Section("house.toml", "play", GOOD).read(Sample) == Sample(
        3, False, "x", "slow", True, (20, -20), ("fast",), (), (("0m", 1),)
    )


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("size", -1, "is -1; allowed: a whole number, 0 or more"),
        ("size", True, "is true; allowed: a whole number, 0 or more"),
        ("size", 1.5, "is 1.5; allowed: a whole number, 0 or more"),
        ("size", 2**63, f"is {2**63}; allowed: a whole number, 0 or more, {2**63 - 1} at most"),
        ("on", "yes", 'is "yes"; allowed: true, false'),
        ("on", 1, "is 1; allowed: true, false"),
        ("word", False, "is false; allowed: a text"),
        ("mode", "quick", 'is "quick"; allowed: "fast", "slow"'),
        ("mode", True, 'is true; allowed: "fast", "slow"'),
        ("fixed", False, "is false; allowed: true"),
        ("fixed", 1, "is 1; allowed: true"),
        ("numbers", 20, "is 20; allowed: a list of whole numbers"),
        ("numbers", ["a"], "is ['a']; allowed: a list of whole numbers"),
        ("modes", ["quick"], 'is [\'quick\']; allowed: a list of "fast", "slow"'),
        ("words", [1], "is [1]; allowed: a list of a text"),
        ("counts", {"0m": -1}, "is {'0m': -1}; allowed: a table of names and whole numbers"),
        ("counts", [], "is []; allowed: a table of names and whole numbers"),
    ],
)
def test_a_value_that_is_not_allowed(key: str, value: object, message: str) -> None:
    with pytest.raises(RulebookError) as caught:
        Section("house.toml", "play", {**GOOD, key: value}).read(Sample)
    assert str(caught.value) == f"house.toml: [play] {key} {message}"


def test_a_missing_key_and_one_too_many() -> None:
    with pytest.raises(RulebookError, match=r"house\.toml: \[play\] mode is missing; allowed: \"fast\", \"slow\""):
        Section("house.toml", "play", {key: value for key, value in GOOD.items() if key != "mode"}).read(Sample)
    with pytest.raises(RulebookError, match=r"house\.toml: \[play\] sise is unknown; known keys: counts, fixed, mode"):
        Section("house.toml", "play", {**GOOD, "sise": 3}).read(Sample)


def test_texts_and_tables_at_the_top() -> None:
    top = Section("house.toml", "", {"name": "house", "play": {"deep": {}}, "wrong": 3})
    assert top.text("name") == "house"
    assert top.table("play").table("deep").name == "play.deep"
    with pytest.raises(RulebookError, match=r"^house\.toml: title is missing or no text"):
        top.text("title")
    with pytest.raises(RulebookError, match=r"^house\.toml: game is missing; expected a table"):
        top.table("game")
    with pytest.raises(RulebookError, match=r"^house\.toml: wrong is 3; expected a table"):
        top.table("wrong")


SOURCE = """name = "x"
[scoring]
# kuitan = 3
kuitan = 1
[yaku]
riichi = { closed = 1 }
[clauses.RL-S01]
en = "a"
"""


@pytest.mark.parametrize(
    ("section", "key", "line"),
    [
        ("", "name", 1),
        ("", "yaku", 5),
        ("", "game", None),
        ("scoring", "kuitan", 4),
        ("scoring", "missing", 2),
        ("yaku.riichi", "closed", 6),
        ("clauses.RL-S01", "en", 8),
        ("clauses.RL-S02", "en", None),
        ("game", "uma", None),
    ],
)
def test_the_line_of_a_key(section: str, key: str, line: int | None) -> None:
    assert line_of(SOURCE, section, key) == line


def test_an_error_names_the_line() -> None:
    message = str(Section("house.toml", "scoring", {}, SOURCE).error("kuitan", "is 1"))
    assert message == "house.toml: [scoring] kuitan is 1 (line 4)"
