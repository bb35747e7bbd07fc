"""The end of a rehearsal and its summary."""

from __future__ import annotations

import json
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tablebridge.cli.rehearsal import Rehearsal, Summary, read_truth
from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag
from tablebridge.records.against_truth import Comparison, TruthRow
from tablebridge_rules.seat import Seat

SETTLED = {"type": "settled", "hand": 0, "delta": [0, 0, 0, 0], "points": [1, 2, 3, 4], "sticks": 0}


def test_it_waits_for_the_hands_that_were_asked_for() -> None:
    rehearsal = Rehearsal(hands=2)
    for _ in range(2):
        threading.Timer(0.1, lambda: rehearsal.hear(SETTLED, datetime.now(UTC))).start()
    rehearsal.wait(lambda: True, timeout_s=20)
    assert rehearsal.compare([], 1.0).extra == 2


@pytest.mark.parametrize("still_running", [True, False], ids=["a table that hangs", "a table that has ended"])
def test_it_does_not_wait_for_ever(still_running: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablebridge.cli.rehearsal._QUIET_S", 0.2)
    began = time.monotonic()
    Rehearsal(hands=1).wait(lambda: still_running, timeout_s=0.4)
    assert time.monotonic() - began >= 0.2


def flag(sequence: int, clause: str = "RL-F06", seat: Seat | None = Seat.B, hand: int = 0) -> Flag:
    return Flag(
        id=f"5e55-{sequence}.{clause}",
        clause=clause,
        name="early_draw",
        seat=seat,
        text="B drew early",
        proposed_penalty="",
        game=1,
        hand=hand,
        event_id=f"5e55-{sequence}",
        sequence=sequence,
        at_ms=1000.0,
        captured_at=datetime(2026, 11, 30, 12, tzinfo=UTC),
        confidence=0.9,
    )


def started(sequence: int, hand: int) -> dict[str, Any]:
    fresh = {"dealer": "A", "round_wind": "east", "honba": 0, "sticks": 0, "points": [0, 0, 0, 0]}
    return {"type": "hand_started", "sequence": sequence, "hand": hand, **fresh}


@pytest.mark.parametrize(
    ("flags", "found", "alarms"),
    [
        pytest.param([flag(3)], 1, 0, id="found"),
        pytest.param([], 0, 0, id="not found"),
        pytest.param([flag(2)], 0, 1, id="in another game"),
        pytest.param([flag(3, seat=None)], 0, 1, id="laid to nobody"),
        pytest.param([flag(4)], 1, 0, id="of an event that nobody heard"),
    ],
)
def test_flags_are_compared_in_the_game_and_hand_they_were_raised_in(
    flags: list[Flag], found: int, alarms: int
) -> None:
    rehearsal = Rehearsal(hands=2)
    for event in (started(1, 0), started(2, 1), started(3, 0)):
        rehearsal.hear(event, datetime.now(UTC))
    rows = [started(1, 0), started(2, 1), started(3, 0)]
    foul = {"type": "violation", "clause": "RL-F06", "seat": "B", "hand": 0}
    result = rehearsal.compare([TruthRow(row) for row in (*rows, foul)], 1.0, flags)
    assert (result.right, result.scripted, result.found, result.false_alarms) == (3, 1, found, alarms)
    summary = Summary("riichi-league-tw", 7, 2, result, 900, 12.34)
    assert summary.perfect == (found == 1 and alarms == 0)
    assert summary.document()["violations"] == {"scripted": 1, "found": found, "false_alarms": alarms}
    assert f"fouls: {found} of 1 found with clause and seat, {alarms} false alarms" in summary.lines()


def test_the_truth_is_read_with_its_moments(tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    rows = [SETTLED | {"visible_at": "2026-11-30T12:00:00.000+00:00"}, SETTLED | {"visible_at": None}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    first, second = read_truth(path)
    assert first.visible_at == datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert second.visible_at is None
    assert first.facts == SETTLED


@pytest.mark.parametrize("line", ["{", "[1]", '"x"', "{}", '{"type": "draw", "visible_at": "soon"}', "3"])
def test_a_line_that_is_no_truth_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "truth.jsonl"
    path.write_text(json.dumps(SETTLED) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"truth\.jsonl, line 2"):
        read_truth(path)


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match=r"not a file of truth: .*truth\.jsonl"):
        read_truth(tmp_path / "truth.jsonl")


def test_a_missing_truth_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read the truth"):
        read_truth(tmp_path / "none.jsonl")


def test_the_summary_has_the_agreed_keys_and_says_what_differs() -> None:
    found = Comparison(expected=3, right=2, missing=1, latencies_ms=[100.0, 300.0], differences=["missing 0 draw A"])
    summary = Summary("riichi-league-tw", 7, 1, found, 900, 12.34)
    document = summary.document()
    assert set(document) >= {"rulebook", "seed", "hands", "events", "hands_whole", "violations", "latency_ms", "frames"}
    assert document["events"] == {"expected": 3, "right": 2, "missing": 1, "extra": 0, "late": 0}
    assert document["latency_ms"] == {"p50": 300.0, "p95": 300.0}
    assert not summary.perfect
    assert "  missing 0 draw A" in summary.lines()
