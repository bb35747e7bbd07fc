"""The page of violations is current, and a clause that nobody can be said to find is no secret."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
Ways = dict[str, dict[str, list[dict[str, Any]]]]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(DEPLOY))
    import write_violations

    yield write_violations
    sys.modules.pop("write_violations")


@pytest.fixture
def ways(script: Any) -> Ways:
    return tomllib.loads(script.WAYS.read_text("utf-8"))


def test_the_page_is_current(script: Any) -> None:
    assert script.main(["--check"]) == 0


def test_a_page_that_is_not_current_is_named(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script, "PAGE", tmp_path / "violations.md")
    assert script.main(["--check"]) == 1
    assert "docs/violations.md is not current" in capsys.readouterr().err
    assert script.main([]) == 0
    assert script.main(["--check"]) == 0


def test_every_clause_has_its_title_and_every_way_a_line(script: Any, ways: Ways) -> None:
    text = script.page(ways)
    assert "| SC-R10 Breaking the wall | beside the acts: `WallBroken` | camera | no |" in text
    assert text.count("\n| ") == sum(len(lines) for book in ways.values() for lines in book.values()) + len(ways)


def _drop(ways: Ways) -> None:
    del ways["sichuan-bloody"]["SC-F03"]


def _unknown(ways: Ways) -> None:
    ways["sichuan-bloody"]["SC-X99"] = [{"how": "act", "by": "camera", "seat": True, "what": "nothing"}]


def _no_way(ways: Ways) -> None:
    ways["sichuan-bloody"]["SC-F03"][0]["how"] = "guess"


def _no_fact(ways: Ways) -> None:
    ways["sichuan-bloody"]["SC-F03"][0]["facts"] = ["Peeked"]


def _unused(ways: Ways) -> None:
    for book in ways.values():
        for lines in book.values():
            lines[:] = [way for way in lines if way.get("facts") != ["AddedTileLaid"]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_drop, r"\[sichuan-bloody\] says nothing of SC-F03; add a line"),
        (_unknown, r"\[sichuan-bloody\] SC-X99 is no clause of that rulebook"),
        (_no_way, r"\[sichuan-bloody\] SC-F03: give how, by, seat and what"),
        (_no_fact, r"\[sichuan-bloody\] SC-F03: `beside` has `facts`, of AddedTileLaid, "),
        (_unused, r"nothing is said of what the watch yields: AddedTileLaid; add"),
    ],
    ids=["clause left out", "no clause", "no way", "no fact", "fact unused"],
)
def test_ways_that_cannot_be(script: Any, ways: Ways, change: Callable[[Ways], None], message: str) -> None:
    change(ways)
    with pytest.raises(script.WaysError, match=message):
        script.page(ways)
