"""Hands played to their end: every rulebook's hold, and what does not hold is told with its seed and its events."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules import play
from tablebridge_rules.event import Drawn
from tablebridge_rules.frozen import replace
from tablebridge_rules.rulebook_file import shipped
from tablebridge_rules.table import Step

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module, with the files beside it."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import play_hands

    yield play_hands
    for name in ("play_hands", "hand_player", "hand_invariants"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("policy", ["useful", "random"])
def test_hands_hold(script: Any, name: str, policy: str) -> None:
    line = script.summary(play.read_rulebook(name), range(40, 43), policy, games=False)
    assert line.startswith(f"{name} ({policy}): hands 3, acts ")


@pytest.mark.parametrize("name", shipped())
def test_a_game_ends(script: Any, name: str) -> None:
    assert " games, hands " in script.summary(play.read_rulebook(name), range(1), "useful", games=True)


def a_tile_lost(result: Step[Any]) -> Step[Any]:
    return replace(result, state=replace(result.state, wall_left=result.state.wall_left - 1))


def a_point_lost(result: Step[Any]) -> Step[Any]:
    a, *others = result.state.points
    return replace(result, state=replace(result.state, points=(a - 1, *others)))


def a_tile_doubled(result: Step[Any]) -> Step[Any]:
    state = result.state
    part = state.at(state.turn)
    return replace(
        result, state=state.with_seat(state.turn, replace(part, concealed=part.concealed[:1] + part.concealed[:-1]))
    )


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (a_tile_lost, "the wall has 55 tiles, the state says 54"),
        (a_point_lost, "points and deposits were 0, are -1"),
        (a_tile_doubled, "tiles are lost or doubled"),
    ],
)
def test_what_does_not_hold_is_told(script: Any, monkeypatch: pytest.MonkeyPatch, damage: Any, text: str) -> None:
    import hand_player

    def step(state: Any, event: Any, book: Any) -> Step[Any]:
        result = play.step(state, event, book)
        return damage(result) if isinstance(event, Drawn) else result

    monkeypatch.setattr(hand_player, "step", step)
    with pytest.raises(script.Failure) as raised:
        script.summary(play.read_rulebook("sichuan-bloody"), range(7, 8), "useful", games=False)
    *events, last = str(raised.value).splitlines()
    assert last.startswith(f"sichuan-bloody, seed 7, hand 0: {text}")
    assert [json.loads(event)["type"] for event in events] == ["hand_started", "dealt", "draw"]


def test_hands_that_are_not_looked_at_whole_end_the_same(script: Any) -> None:
    book = play.read_rulebook("sichuan-bloody")
    told = [script.summary(book, range(1, 3), "useful", games=False, whole_every=every) for every in (1, 10)]
    assert told[0].split(";")[0] == told[1].split(";")[0]


def test_every_how_many_hands_is_one_or_more(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        script.main(["--seeds", "0-1", "--whole-every", "0"])
    assert raised.value.code == 2
    assert "--whole-every 0: 1 or more" in capsys.readouterr().err
