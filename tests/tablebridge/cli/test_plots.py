"""Plots are well-formed SVG that shows what was counted, at the place where it belongs."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tablebridge.cli.plots import confusion_svg, curves_svg, reliability_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def titles(svg: str) -> list[str]:
    return [str(each.text) for each in drawn(svg).iter(f"{SVG}title")]


def test_a_confusion_matrix_tells_each_pair_and_shows_the_counts_of_errors() -> None:
    counts = {("1m", "1m"): 8, ("1m", "7m"): 2, ("7m", "7m"): 5, ("back", "?"): 1}
    svg = confusion_svg(counts, "a & b")
    assert "a &amp; b" in svg
    assert titles(svg) == [
        "1m read as 1m: 8 of 10",
        "1m read as 7m: 2 of 10",
        "7m read as 7m: 5 of 5",
        "back read as ?: 1 of 1",
    ]
    texts = [each.text for each in drawn(svg).iter(f"{SVG}text")]
    assert texts.count("2") == 1
    assert "8" not in texts, "the count of right ones is not written into the cell"
    names = [text for text in texts if text in {"1m", "7m", "?", "back"}]
    assert sorted(names) == sorted(["1m", "7m", "?", "back"] * 2)
    cells = [each for each in drawn(svg).iter(f"{SVG}rect") if each.find(f"{SVG}title") is not None]
    right, wrong = cells[0], cells[1]
    assert right.get("y") == wrong.get("y")
    assert float(str(right.get("x"))) < float(str(wrong.get("x")))
    assert float(str(right.get("fill-opacity"))) > float(str(wrong.get("fill-opacity")))


@pytest.mark.parametrize(("right", "above"), [(10, True), (5, False)])
def test_reliability_puts_a_sure_and_right_group_above_the_diagonal(right: int, above: bool) -> None:
    answers = [(0.92, number < right) for number in range(10)]
    svg = reliability_svg(answers, 0.4, "r")
    (circle,) = drawn(svg).iter(f"{SVG}circle")
    assert titles(svg) == [f"0.9 to 0.95: 10 answers, {right / 10:.1%} right"]
    x, y = (float(str(circle.get(key))) for key in ("cx", "cy"))
    diagonal = 56 + 320 - (x - 60)
    assert (y < diagonal) == above
    assert "unknown below" in svg
    assert "unknown below" not in reliability_svg(answers, 0.0, "r")


def test_full_confidence_is_in_the_last_group() -> None:
    assert titles(reliability_svg([(1.0, True)], 0.0, "r")) == ["0.999 to 1: 1 answers, 100.0% right"]


def test_curves_run_from_left_to_right_and_higher_is_better() -> None:
    svg = curves_svg({"real": [(12, 0.5), (30, 0.9), (60, 1.0)], "drawn": [(12, 0.8)]}, "size", "px", lowest=0.4)
    lines = [str(each.get("points")) for each in drawn(svg).iter(f"{SVG}polyline")]
    assert len(lines) == 2
    points = [tuple(map(float, re.split(",", pair))) for pair in lines[0].split()]
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert points[-1][1] == 56, "a share of 1 is the frame's upper edge"
    assert titles(svg) == ["real: 12: 50.00%", "real: 30: 90.00%", "real: 60: 100.00%", "drawn: 12: 80.00%"]


def test_a_share_below_the_axis_stays_on_it() -> None:
    (circle,) = drawn(curves_svg({"a": [(1, 0.1)]}, "t", "x", lowest=0.5)).iter(f"{SVG}circle")
    assert float(str(circle.get("cy"))) == 56 + 260
