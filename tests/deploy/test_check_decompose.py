"""A short run of the comparison with a search, and the search itself."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(DEPLOY))
    CHECK = runpy.run_path(str(DEPLOY / "check_decompose.py"))


def test_decomposition_waits_and_shanten_agree_with_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHECK["main"](["--hands", "2000", "--distances", "25", "--seed", "4"]) == 0
    assert capsys.readouterr().out.startswith("2,000 complete hands are laid out alike")


@pytest.mark.parametrize(
    ("standing", "ways"),
    [
        ((27, 27), {((27, 27),)}),
        ((0, 1, 2, 27), set()),
        ((0, 0, 0, 1, 1, 1, 2, 2, 2, 8, 8), None),
        ((6, 7, 8, 9, 9), {((6, 7, 8), (9, 9))}),
        ((8, 9, 10, 11, 11), set()),
    ],
)
def test_the_search_finds_every_layout(standing: tuple[int, ...], ways: set[object] | None) -> None:
    triplets, runs = ((0, 0, 0), (1, 1, 1), (2, 2, 2), (8, 8)), ((0, 1, 2), (0, 1, 2), (0, 1, 2), (8, 8))
    assert CHECK["all_layouts"](standing) == ({triplets, runs} if ways is None else ways)


def test_the_search_tells_a_wrong_distance_apart() -> None:
    counts = [0] * 34
    for kind in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8):
        counts[kind] += 1
    problem = CHECK["distance_problem"]
    assert problem(counts, 4, 0) is None
    problem.__globals__["distance"] = lambda counts, sets, melds: 0
    assert "by search" in problem(counts, 4, 0)
