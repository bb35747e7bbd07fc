from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "soak_pages.py"


@pytest.fixture
def soak_pages() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


@pytest.mark.browser
def test_a_page_does_not_grow_over_some_hands(soak_pages: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--hours", "0.1", "--traditions", "riichi", "--seeds", "5", "--pages", "/overlay/program"]
    assert soak_pages["main"](asked) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1
    assert " events /overlay/program " in printed[0]


@pytest.mark.parametrize(
    ("last", "grew"),
    [((5_900_000, 100, 10), False), ((6_100_000, 100, 10), True), ((5_000_000, 111, 10), True), ((1, 1, 12), True)],
)
def test_what_counts_as_growth(last: tuple[int, int, int], grew: bool, soak_pages: dict[str, Any]) -> None:
    held = soak_pages["Held"]
    assert soak_pages["_grew"](held(5_000_000, 100, 10), held(*last)) is grew


def test_bad_use_is_one_line(soak_pages: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        soak_pages["main"](["--hours", "0"])
    assert caught.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("--hours, --seconds and --events must be more than 0")
