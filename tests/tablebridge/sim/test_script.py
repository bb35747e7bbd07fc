"""A session from a seed, hand by hand or whole."""

from __future__ import annotations

from itertools import islice

from tablebridge.cloth import Cloth
from tablebridge.sim.script import Script, build, scripts
from tablebridge_rules.riichi.rulebook import load

BOOK = load("riichi-league-tw")


def test_a_session_is_its_hands_one_after_the_other() -> None:
    parts = list(scripts(3, 2, BOOK))
    whole = build(3, 2, BOOK, Cloth())
    assert whole == Script.join(parts)
    assert len(whole.motions) == sum(len(part.motions) for part in parts)
    assert [part.truth[0]["hand"] for part in parts] == [0, 1]
    assert parts[0].duration_ms < parts[1].truth[0]["at_ms"] < parts[1].duration_ms == whole.duration_ms


def test_a_long_game_need_not_be_waited_for() -> None:
    first = next(islice(scripts(3, None, BOOK), 1))
    assert first.truth[-1]["type"] == "settled"


def test_nothing_joined_is_nothing() -> None:
    assert Script.join([]) == Script((), (), (), 0.0)
