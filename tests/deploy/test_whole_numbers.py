"""Counts, seeds and names on the command lines of the checks: what cannot be meant is one line and exit code 2."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def deploy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the commands, to import from."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(DEPLOY))
    yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(DEPLOY)):
            del sys.modules[name]


NO_NUMBER = "is no whole number from {} to 1000000000000"


@pytest.mark.parametrize(
    ("command", "arguments", "text"),
    [
        *(
            (command, [flag, value], f"argument {flag}: {value[:40]!r} {NO_NUMBER.format(least)}")
            for command, flag, least in (
                ("bench_fold", "--hands", 1),
                ("bench_fold", "--rounds", 1),
                ("bench_fold", "--seed", 0),
                ("check_decompose", "--hands", 1),
                ("check_decompose", "--distances", 0),
                ("check_decompose", "--seed", 0),
            )
            for value in ("-1", "many", "1.5", "\u0663", "\u00b2", "", "9" * 5_000, *(["0"] if least else []))
        ),
        ("bench_fold", ["--rulebook", "sichuan-bloody", "--rulebook", "nowhere"], "no rulebook 'nowhere'; allowed: "),
        ("bench_fold", ["--rulebook", "nowhere.toml"], "nowhere.toml: cannot be read"),
        ("play_hands", ["--rulebook", "nowhere"], "no rulebook 'nowhere'; allowed: "),
        ("play_hands", ["--seeds", "9-1"], "--seeds 9-1: the last seed comes before the first"),
        *(
            ("play_hands", [f"--seeds={value}"], f"--seeds {value[:40]}: give the first and the last seed")
            for value in ("many", "\u00b2-3", "0-\u0663", "-1-3", "0--3", "5-", "", "9" * 5_000)
        ),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_what_cannot_be_meant_is_one_line_and_code_2(
    deploy: None, capsys: pytest.CaptureFixture[str], command: str, arguments: list[str], text: str
) -> None:
    with pytest.raises(SystemExit) as left:
        importlib.import_module(command).main(arguments)
    shown = capsys.readouterr()
    assert (left.value.code, shown.out) == (2, "")
    assert text in shown.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), (str(10**12), 10**12), (str(10**12 + 1), None), ("+1", None)]
)
def test_plain_digits_are_a_number(deploy: None, text: str, number: int | None) -> None:
    module: Any = importlib.import_module("whole_numbers")
    assert module.whole_number(text) == number
