"""A run against a known truth: hears what is published as any subscriber does, and counts what was right."""

from __future__ import annotations

import json
import threading
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tablebridge.errors import UsageError
from tablebridge.game.flag import Flag
from tablebridge.records.against_truth import Comparison, Heard, TruthRow, compare
from tablebridge.records.published import facts

__all__ = ["Rehearsal", "Summary", "read_truth"]

_QUIET_S = 3.0
"""After the last hand so much real time without an event ends the rehearsal: nothing else is on its way."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a rehearsal found, in the shape of the command line's JSON."""

    rulebook: str
    seed: int | None
    hands: int
    comparison: Comparison
    frames: int
    seconds: float

    def document(self) -> dict[str, Any]:
        """The JSON document of `demo --headless --json` and `run --score-against`."""
        found = self.comparison
        return {
            "rulebook": self.rulebook,
            "seed": self.seed,
            "hands": self.hands,
            "events": {
                "expected": found.expected,
                "right": found.right,
                "missing": found.missing,
                "extra": found.extra,
                "late": found.late,
            },
            "hands_whole": found.hands_whole,
            "violations": {
                "scripted": found.scripted,
                "found": found.found,
                "false_alarms": found.false_alarms,
            },
            "latency_ms": {"p50": found.percentile_ms(0.5), "p95": found.percentile_ms(0.95)},
            "frames": self.frames,
            "seconds": round(self.seconds, 1),
            "differences": found.differences,
        }

    def lines(self) -> list[str]:
        """The same for people."""
        found = self.comparison
        p50, p95 = found.percentile_ms(0.5), found.percentile_ms(0.95)
        return [
            f"{self.hands} hand(s) of {self.rulebook} in {self.seconds:.0f} s, {self.frames} frames looked at",
            f"events: {found.right} of {found.expected} right, {found.missing} missing, {found.extra} extra, "
            f"{found.late} late; {found.hands_whole} hand(s) whole",
            *self._fouls(),
            f"latency: median {p50} ms, 95th percentile {p95} ms",
            *(f"  {line}" for line in found.differences),
        ]

    def _fouls(self) -> list[str]:
        found = self.comparison
        if not found.scripted and not found.false_alarms:
            return []
        return [
            f"fouls: {found.found} of {found.scripted} found with clause and seat, {found.false_alarms} false alarms"
        ]

    @property
    def perfect(self) -> bool:
        """True when every event was right and none was invented, every foul was found and nobody falsely accused."""
        found = self.comparison
        return not (found.missing or found.extra or found.false_alarms) and found.found == found.scripted


class Rehearsal:
    """Collects the events of one table until so many hands have been settled."""

    def __init__(self, hands: int) -> None:
        self._hands = hands
        self._heard: list[Heard] = []
        self._settled = 0
        self._last_s = time.monotonic()
        self._lock = threading.Lock()

    def hear(self, event: dict[str, Any], heard_at: datetime) -> None:
        """Takes an event's data; for `tablebridge.mqtt.listener.Listener`."""
        with self._lock:
            self._heard.append(Heard(facts(event), heard_at))
            self._settled += event["type"] == "settled"
            self._last_s = time.monotonic()

    def wait(self, still_running: Callable[[], bool], timeout_s: float) -> None:
        """Returns when the hands are settled, or the table has stopped playing and nothing more comes.

        `timeout_s` is the longest time without any event, a table that never settles included.
        """
        while True:
            with self._lock:
                settled, quiet_s = self._settled >= self._hands, time.monotonic() - self._last_s
            if (settled and quiet_s > 0.5) or quiet_s > timeout_s:
                return
            if not still_running() and quiet_s > _QUIET_S:
                return
            time.sleep(0.05)

    def compare(self, truth: list[TruthRow], time_scale: float, flags: Iterable[Flag] = ()) -> Comparison:
        """What was heard so far, and the flags that were raised for the referee alone, against the truth."""
        with self._lock:
            heard = list(self._heard)
        return compare(truth, _with_flags(heard, flags), time_scale=time_scale)


def _with_flags(heard: list[Heard], flags: Iterable[Flag]) -> list[Heard]:
    """Each flag behind the event that it was raised for, or that was the newest when a witness told of it."""
    raised: defaultdict[int, list[Heard]] = defaultdict(list)
    known = sorted(one.facts["sequence"] for one in heard if "sequence" in one.facts)
    for flag in flags:
        seat = flag.seat.value if flag.seat else None
        facts = {"type": "violation", "clause": flag.clause, "seat": seat, "hand": flag.hand}
        place = bisect_right(known, flag.sequence) - 1
        raised[known[place] if place >= 0 else 0].append(Heard(facts, flag.captured_at))
    told = raised.pop(0, [])
    for one in heard:
        told.append(one)
        told += raised.get(one.facts.get("sequence", -1), [])
    return told


def read_truth(path: Path) -> list[TruthRow]:
    """The truth that `simulate` wrote. Raises `UsageError` naming the line that cannot be read."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(
            f"cannot read the truth ({error.strerror})", str(path), "give the file that simulate --truth wrote"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError("not a file of truth", str(path), "give the file that simulate --truth wrote") from error
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            visible_at = row.pop("visible_at", None)
            rows.append(TruthRow(row, datetime.fromisoformat(visible_at) if visible_at else None))
            row["type"]
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise UsageError(
                "not a line of truth", f"{path}, line {number}", "give what simulate --truth wrote"
            ) from error
    return rows
