"""A hand joined in its middle is followed to its end; where one is followed wrongly, the command fails."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_joining

    yield check_joining
    sys.modules.pop("check_joining")


def run(module: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["check_joining.py", *arguments])
    return int(module.main())


def test_joined_hands_are_followed_to_their_end(
    module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(module, monkeypatch, "--rulebook", "riichi-common", "--seeds", "0", "--shares", "0.8") == 0
    line = capsys.readouterr().out
    assert line.startswith("riichi-common: 1 of 1 joined after ")
    assert line.endswith("events after that right, 0 wrong; 0 settled otherwise; 0 accused\n")


@pytest.mark.parametrize("what", ["wrong", "accused"])
def test_it_fails_when_one_is_followed_wrongly(module: Any, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(module, "_hands", lambda *_: [(Counter({"tried": 1, what: 1}), None)])
    assert run(module, monkeypatch, "--rulebook", "riichi-common", "--seeds", "0") == 1
