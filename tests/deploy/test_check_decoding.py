"""The decoder follows a few clean hands of each rulebook, and the command says so; what is wrong makes it fail."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge_rules.rulebook_file import shipped

DEPLOY = Path(__file__).parents[2] / "deploy"

Command = Callable[..., int]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import check_decoding

    yield check_decoding
    sys.modules.pop("check_decoding")


@pytest.fixture
def command(module: Any, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, called with flags."""

    def call(*flags: str) -> int:
        monkeypatch.setattr(sys, "argv", ["check_decoding.py", *flags])
        return int(module.main())

    return call


@pytest.mark.parametrize("book", shipped())
def test_clean_hands_are_whole(command: Command, book: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--rulebook", book, "--seeds", "3-4", "--hands", "2") == 0
    line = capsys.readouterr().out
    assert line.startswith(f"{book}: ")
    assert "(100.00%), 0 missing, 0 extra" in line
    assert "4/4 hands whole; 0 false alarms" in line


def test_a_foul_is_found_with_clause_and_seat(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("--rulebook", "sichuan-bloody", "--seeds", "1", "--fouls", "SC-R17") == 0
    told = capsys.readouterr().out
    assert re.search(r"SC-R17: found \(-?\d+\.\d s after it, at most -?\d+\.\d\) in 1 of 1 seeds", told)
    assert "0 false alarms and 0 consequences, fouls 1/1 found" in told


def test_what_is_missing_fails_and_is_shown(
    command: Command, module: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_rivers(reports: list[Any], random: Any) -> list[Any]:
        return [one for one in reports if "River" not in type(one.sighting).__name__]

    monkeypatch.setitem(module.FLAWS, "late", without_rivers)
    flags = ["--rulebook", "riichi-common", "--seeds", "3", "--hands", "1", "--flaws", "late", "--verbose"]
    assert command(*flags) == 1
    told = capsys.readouterr().out
    assert "seed 3: missing 0 discard" in told
    assert "0/1 hands whole" in told


def test_an_unknown_flaw_is_bad_use(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command("--flaws", "blind")
    assert left.value.code == 2
    assert "there is no such flaw; give all, or of late" in capsys.readouterr().err
