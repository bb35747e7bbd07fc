"""Compares what was published with the ground truth of a simulated table.

A truth row and a published event are the same when they agree on type, seat and tile, on the tiles and the
discarder of a call, on the tiles of an open hand and on the points that moved; and when they stand in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

__all__ = ["LATE_MS", "Comparison", "Heard", "TruthRow", "compare"]

LATE_MS = 5000.0
"""A right event counts as late, too, when it came more than this table time after its act could be seen."""

_DETAILS = {
    "chi": ("tile", "tiles", "from_seat"),
    "pon": ("tile", "tiles", "from_seat"),
    "kan": ("kind", "tiles", "from_seat"),
    "win": ("tile", "from_seat", "tiles", "ura"),
    "settled": ("delta", "points", "sticks"),
    "hand_started": ("dealer", "round_wind", "honba", "sticks", "points"),
    "dice_rolled": ("dice",),
    "wall_built": ("stacks",),
    "first_dealer_thrown": ("dice",),
    "dealt": ("tile",),
    "flower": ("tiles",),
    "void_suit": ("suit",),
    "discard": ("tile", "sideways"),
    "indicator": ("tile",),
    "abortive_draw": ("reason",),
    "exhaustive_draw": ("ready",),
}


@dataclass(frozen=True, slots=True)
class TruthRow:
    """One line of the truth: its facts, and the moment (UTC) of the first frame that shows the act, if it was sent."""

    facts: dict[str, Any]
    visible_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """One event as a subscriber got it: its facts and the moment (UTC) of its arrival."""

    facts: dict[str, Any]
    heard_at: datetime


@dataclass(slots=True)
class Comparison:
    """What became of every event; `latencies_ms` are in real time, `differences` one line each. `scripted` are the
    fouls that the table had committed: they are no events."""

    expected: int = 0
    right: int = 0
    missing: int = 0
    extra: int = 0
    late: int = 0
    scripted: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    hands_whole: int = 0
    differences: list[str] = field(default_factory=list)

    def percentile_ms(self, share: float) -> float | None:
        """The latency that `share` (0..1) of the right events kept within; None when nothing was timed."""
        ordered = sorted(self.latencies_ms)
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None


def compare(truth: Sequence[TruthRow], heard: Sequence[Heard], *, time_scale: float = 1.0) -> Comparison:
    """Aligns the two sequences so that most events agree in order.

    `time_scale` is how many table seconds passed in a real one: what is late is reckoned in table time.
    """
    fouls = sum(row.facts["type"] == "violation" for row in truth)
    truth = [row for row in truth if row.facts["type"] != "violation"]
    result = Comparison(expected=len(truth), scripted=fouls)
    wanted = [_key(row.facts) for row in truth]
    got = [_key(one.facts) for one in heard]
    pairs = _longest_common(wanted, got)
    for at, where in pairs:
        result.right += 1
        visible_at = truth[at].visible_at
        if visible_at is not None:
            took_ms = (heard[where].heard_at - visible_at).total_seconds() * 1000
            result.latencies_ms.append(took_ms)
            result.late += took_ms * time_scale > LATE_MS
    matched = {at for at, _ in pairs}
    found = {where for _, where in pairs}
    result.missing = len(truth) - len(matched)
    result.extra = len(heard) - len(found)
    result.differences += [f"missing {_say(wanted[at])}" for at in range(len(truth)) if at not in matched]
    result.differences += [f"extra {_say(got[where])}" for where in range(len(heard)) if where not in found]
    hands = {row.facts.get("hand") for row in truth}
    broken = {truth[at].facts.get("hand") for at in range(len(truth)) if at not in matched}
    broken |= {heard[where].facts.get("hand") for where in range(len(heard)) if where not in found}
    result.hands_whole = len(hands - broken)
    return result


Key = tuple[Any, ...]


def _key(facts: dict[str, Any]) -> Key:
    kind = str(facts["type"])
    values = [facts.get("hand"), kind, facts.get("seat")]
    for name in _DETAILS.get(kind, ()):
        value = facts.get(name)
        if name in ("tiles", "ready") and value is not None:
            value = sorted(value)  # the order in which a hand or a meld is laid is not the event
        values.append(tuple(value) if isinstance(value, list) else value)
    return tuple(values)


def _say(key: Key) -> str:
    return " ".join(str(part) for part in key if part is not None)


def _longest_common(first: Sequence[Key], second: Sequence[Key]) -> list[tuple[int, int]]:
    """Pairs of positions of a longest common subsequence."""
    length = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for at in reversed(range(len(first))):
        for where in reversed(range(len(second))):
            if first[at] == second[where]:
                length[at][where] = length[at + 1][where + 1] + 1
            else:
                length[at][where] = max(length[at + 1][where], length[at][where + 1])
    pairs, at, where = [], 0, 0
    while at < len(first) and where < len(second):
        if first[at] == second[where]:
            pairs.append((at, where))
            at, where = at + 1, where + 1
        elif length[at + 1][where] >= length[at][where + 1]:
            at += 1
        else:
            where += 1
    return pairs
