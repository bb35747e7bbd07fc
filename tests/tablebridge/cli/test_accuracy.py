"""What is counted: first answers, and apart from that what was unknown."""

from __future__ import annotations

import pytest

from tablebridge.cli.accuracy import Tally, table_lines


def a_tally() -> Tally:
    tally = Tally(unknown_below=0.6)
    for label, read, confidence in [
        ("1m", "1m", 0.9),
        ("1m", "7m", 0.5),
        ("1m", "1m", 0.55),
        ("2m", "2m", 0.6),
        ("2m", "3m", 0.95),
        ("2m", "?", 0.99),
    ]:
        tally.add("felt" if label == "1m" else "tray", label, read, confidence)
    return tally


def test_right_and_unknown_are_counted_apart() -> None:
    tally = a_tally()
    assert (tally.rows, tally.right, tally.unknown, tally.known_right) == (6, 3, 3, 2)
    assert tally.accuracy == 0.5
    assert tally.known_accuracy == pytest.approx(2 / 3)
    document = tally.document()
    assert document["known"] == {"rows": 3, "right": 2, "accuracy": 0.6667, "unknown_share": 0.5}
    assert document["tile_sets"]["felt"] == {  # type: ignore[index]
        "rows": 3, "right": 2, "unknown": 2, "accuracy": 0.6667, "known_accuracy": 1.0,
    }  # fmt: skip
    assert document["confusions"] == [["1m", "7m", 1], ["2m", "3m", 1], ["2m", "?", 1]]


def test_nothing_known_is_no_accuracy() -> None:
    tally = Tally(unknown_below=1.0)
    tally.add("felt", "1m", "1m", 0.5)
    assert tally.known_accuracy is None
    assert tally.document()["known"] == {"rows": 0, "right": 0, "accuracy": None, "unknown_share": 1.0}
    assert any(line.endswith(" -") for line in table_lines(tally, ()))


def test_lines_name_sets_classes_and_what_was_taken_for_what() -> None:
    lines = table_lines(a_tally(), ("tray",))
    assert lines[0] == "3 of 6 right (50.00%)"
    assert lines[1] == "3 unknown (50.0%; less sure than 0.6), of the other 3 right: 66.67%"
    assert [line for line in lines if line.endswith("never trained on")] == [
        next(line for line in lines if line.startswith("tray"))
    ]
    assert lines[-1] == "most taken for: 1m>7m 1x, 2m>3m 1x, 2m>? 1x"
