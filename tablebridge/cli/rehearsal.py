"""A run against a known truth: hears what is published as any subscriber does, and counts what was right."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tablebridge.errors import UsageError
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
            "violations": {"scripted": found.scripted, "found": 0, "false_alarms": 0},
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
            f"latency: median {p50} ms, 95th percentile {p95} ms",
            *(f"  {line}" for line in found.differences),
        ]

    @property
    def perfect(self) -> bool:
        """True when every event was right and none was invented."""
        return self.comparison.missing == 0 and self.comparison.extra == 0


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

    def compare(self, truth: list[TruthRow], time_scale: float) -> Comparison:
        """What was heard so far against the truth."""
        with self._lock:
            return compare(truth, list(self._heard), time_scale=time_scale)


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
