"""A recorded game is re-enacted as it was played, and what is published otherwise is found."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
GAME = Path(__file__).parents[1] / "data" / "riichi_game.jsonl.gz"

Command = Callable[..., int]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_recorded_games

    yield check_recorded_games
    for name in ("check_recorded_games", "recorded_results", "rendered_game"):
        sys.modules.pop(name, None)


@pytest.fixture
def command(module: Any, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, called with flags."""

    def call(record: Path, *flags: str) -> int:
        monkeypatch.setattr(sys, "argv", ["check_recorded_games.py", str(record), "--unrendered", *flags])
        return int(module.main())

    return call


def test_two_hands_are_followed_as_they_were_played(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(GAME, "--hands", "2") == 0
    assert "2 of 2 hands equal in every visible fact, 0 events invented" in capsys.readouterr().out


def test_a_record_that_says_otherwise_is_found(
    command: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with gzip.open(GAME, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    won = next(row for row in rows if row["type"] == "win")
    hand = next(row["hand"] for row in reversed(rows[: rows.index(won)]) if row["type"] == "hand_start")
    won["yaku"], won["fu"] = {"riichi": 9}, 110
    record = tmp_path / "game.jsonl"
    record.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert command(record, "--hands", str(hand + 1), "--json") == 1
    document = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (document["hands"], document["hands_equal"]) == (hand + 1, hand)
    told = [one["what"] for one in document["differences"]]
    assert len(told) == 2
    assert told[0].startswith(f"win of {won['seat']}: yaku {{'riichi': 9}}, published ")
    assert told[1].startswith(f"win of {won['seat']}: fu 110, published ")
