"""A tile misread for good is repaired or seen to be wrong; where it changes the points unseen, the command fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_wrong_tiles

    yield check_wrong_tiles
    sys.modules.pop("check_wrong_tiles")


def run(module: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["check_wrong_tiles.py", *arguments])
    return int(module.main())


def test_a_misread_discard_changes_no_settlement_unseen(
    module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(module, monkeypatch, "--seeds", "0", "--pairs", "6z:1z,1s:6z") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "6z read as 1z",
        "1s read as 6z",
        "riichi-league-tw, all pairs",
    ]
    assert "2 tried" in lines[-1]
    assert lines[-1].endswith("0 unseen in the settlement")


@pytest.mark.parametrize(
    ("seed", "pair"),
    [
        pytest.param("2", "2m:3m", id="a win that the wrong tile would forbid"),
        pytest.param("4", "6z:1z", id="a hand laid open with a fifth copy"),
    ],
)
def test_what_would_change_a_settlement_is_seen(
    seed: str, pair: str, module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(module, monkeypatch, "--seeds", seed, "--pairs", pair) == 0
    assert "1 tried, 0 repaired, 1 seen" in capsys.readouterr().out.splitlines()[-1]


def test_it_fails_when_one_did(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_outcome", lambda trial: "unseen in the settlement")
    assert run(module, monkeypatch, "--seeds", "0", "--pairs", "1s:6z") == 1
