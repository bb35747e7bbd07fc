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


def test_it_fails_when_one_did(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_outcome", lambda trial: "unseen in the settlement")
    assert run(module, monkeypatch, "--seeds", "0", "--pairs", "1s:6z") == 1
