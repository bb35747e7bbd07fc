"""Scripted fouls are counted by clause, and a clause that is not broken in every seed fails the check."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge.sim.foul_play import NoFoul

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module, asked for one clause in two seeds."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_fouls

    flags = ["--rulebook", "sichuan-bloody", "--clause", "SC-R17", "--seeds", "1-2"]
    monkeypatch.setattr(sys, "argv", ["check_fouls.py", *flags])
    yield check_fouls
    sys.modules.pop("check_fouls")


def test_a_clause_that_is_broken_in_every_seed(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main() == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("SC-R17  2/2  chi 2  ")
    assert last == "sichuan-bloody: 1 of 1 clauses broken in every seed"


def test_a_clause_without_an_occasion_fails(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = script.play_foul

    def seldom(started: Any, seed: int, *others: Any, **options: Any) -> Any:
        if seed == 1:
            raise NoFoul("no occasion")
        return played(started, seed, *others, **options)

    monkeypatch.setattr(script, "play_foul", seldom)
    assert script.main() == 1
    assert capsys.readouterr().out.startswith("SC-R17  1/2  chi 1  ")
