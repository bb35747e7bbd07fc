"""Compares what was published with the ground truth of a simulated table.

A truth row and a published event are the same when they agree on type, seat and tile, on the tiles and the
discarder of a call, on the tiles of an open hand and on the points that moved; and when they stand in the same order.
Fouls are no events: a violation is found when one of the same clause and seat was told in the same hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from itertools import pairwise
from typing import Any

__all__ = ["LATE_MS", "Comparison", "Heard", "TruthRow", "compare"]

LATE_MS = 5000.0
"""A right event counts as late, too, when it came more than this table time after its act could be seen."""

_VIOLATION = "violation"
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
    "draw": ("replacement",),
    "flower": ("tiles",),
    "void_suit": ("suit",),
    "discard": ("tile", "sideways"),
    "indicator": ("tile",),
    "abortive_draw": ("reason",),
    "exhaustive_draw": ("tiles",),
    "hands_revealed": ("tiles",),
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
    """What became of every event; `latencies_ms` are in real time, `differences` one line each.

    `scripted` are the fouls that the table had committed, `found` those told with the right clause and seat, and
    `false_alarms` what was told of somebody who had committed none in that hand. What else is told of an offender is
    neither: a foul may break two clauses, and what follows it a third.
    """

    expected: int = 0
    right: int = 0
    missing: int = 0
    extra: int = 0
    late: int = 0
    scripted: int = 0
    found: int = 0
    false_alarms: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    hands: int = 0
    hands_whole: int = 0
    differences: list[str] = field(default_factory=list)

    def add(self, other: Comparison) -> None:
        """Counts another game as well."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def percentile_ms(self, share: float) -> float | None:
        """The latency that `share` (0..1) of the right events kept within; None when nothing was timed."""
        ordered = sorted(self.latencies_ms)
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else None


def compare(truth: Sequence[TruthRow], heard: Sequence[Heard], *, time_scale: float = 1.0) -> Comparison:
    """Aligns the two sequences so that most events agree in order.

    `time_scale` is how many table seconds passed in a real one: what is late is reckoned in table time.
    """
    wanted = _in_hands([row.facts for row in truth])
    got = _in_hands([one.facts for one in heard])
    result = Comparison()
    broken = _compare_events(result, wanted, got, truth, heard, time_scale)
    _compare_violations(result, wanted, got)
    hands = {hand for hand, facts in wanted if facts["type"] != _VIOLATION}
    result.hands, result.hands_whole = len(hands), len(hands - broken)
    return result


Key = tuple[Any, ...]
HandKey = tuple[int, Any]
"""Which game, and the hand's number in it."""


def _in_hands(rows: Sequence[dict[str, Any]]) -> list[tuple[HandKey, dict[str, Any]]]:
    """Each row with its hand; a hand that starts with no higher number than the last begins another game."""
    game, last, named = 0, -1, list[tuple[HandKey, dict[str, Any]]]()
    for facts in rows:
        if facts["type"] == "hand_started" and isinstance(hand := facts.get("hand"), int):
            game, last = game + (hand <= last), hand
        named.append(((game, facts.get("hand")), facts))
    return named


def _compare_events(
    result: Comparison,
    wanted: Sequence[tuple[HandKey, dict[str, Any]]],
    got: Sequence[tuple[HandKey, dict[str, Any]]],
    truth: Sequence[TruthRow],
    heard: Sequence[Heard],
    time_scale: float,
) -> set[HandKey]:
    """Counts the events and their latencies; returns the hands that differ."""
    expected = [at for at, (_, facts) in enumerate(wanted) if facts["type"] != _VIOLATION]
    told = [at for at, (_, facts) in enumerate(got) if facts["type"] != _VIOLATION]
    pairs = _common([_key(*wanted[at]) for at in expected], [_key(*got[at]) for at in told])
    for at, where in pairs:
        visible_at = truth[expected[at]].visible_at
        if visible_at is not None:
            took_ms = (heard[told[where]].heard_at - visible_at).total_seconds() * 1000
            result.latencies_ms.append(took_ms)
            result.late += took_ms * time_scale > LATE_MS
    missing = [expected[at] for at in sorted(set(range(len(expected))) - {at for at, _ in pairs})]
    extra = [told[at] for at in sorted(set(range(len(told))) - {at for _, at in pairs})]
    result.expected, result.right = len(expected), len(pairs)
    result.missing, result.extra = len(missing), len(extra)
    result.differences += [f"missing {_say(*wanted[at])}" for at in missing]
    result.differences += [f"extra {_say(*got[at])}" for at in extra]
    return {wanted[at][0] for at in missing} | {got[at][0] for at in extra}


def _compare_violations(
    result: Comparison,
    wanted: Sequence[tuple[HandKey, dict[str, Any]]],
    got: Sequence[tuple[HandKey, dict[str, Any]]],
) -> None:
    scripted = Counter(_foul(*row) for row in wanted if row[1]["type"] == _VIOLATION)
    told = Counter(_foul(*row) for row in got if row[1]["type"] == _VIOLATION)
    offenders = {(hand, seat) for hand, _, seat in scripted}
    # of a foul that cannot be laid to one seat anything told in that hand may be a part
    offenders |= {(hand, seat) for hand, _, none in scripted if none is None for seat in ("A", "B", "C", "D", None)}
    alarms = [foul for foul in (told - scripted).elements() if (foul[0], foul[2]) not in offenders]
    result.scripted, result.found = scripted.total(), (scripted & told).total()
    result.false_alarms = len(alarms)
    result.differences += [f"foul not found {_said(foul)}" for foul in (scripted - told).elements()]
    result.differences += [f"false alarm {_said(foul)}" for foul in alarms]


def _foul(hand: HandKey, facts: dict[str, Any]) -> tuple[HandKey, str, str | None]:
    return hand, str(facts["clause"]), facts.get("seat")


def _said(foul: tuple[HandKey, str, str | None]) -> str:
    hand, clause, seat = foul
    return f"{hand[1]} {clause} {seat or ''}".rstrip()


def _key(hand: HandKey, facts: dict[str, Any]) -> Key:
    kind = str(facts["type"])
    values = [_comparable(name, facts.get(name)) for name in _DETAILS.get(kind, ())]
    return (hand, kind, facts.get("seat"), *values)


def _comparable(name: str, value: Any) -> Any:
    """The order in which a hand or a meld is laid is not the event."""
    if isinstance(value, dict):
        return tuple(sorted((seat, tuple(sorted(tiles))) for seat, tiles in value.items()))
    if isinstance(value, list | tuple):
        return tuple(sorted(value)) if name == "tiles" else tuple(value)
    return value


def _say(hand: HandKey, facts: dict[str, Any]) -> str:
    return " ".join(str(part) for part in (hand[1], *_key(hand, facts)[1:]) if part is not None)


def _common(wanted: Sequence[Key], got: Sequence[Key]) -> list[tuple[int, int]]:
    """Pairs of positions of a longest common subsequence; hand by hand where both tell the hands one by one."""
    pairs, at, where = list[tuple[int, int]](), 0, 0
    if not (_is_by_hand(wanted) and _is_by_hand(got)):
        return _longest_common(wanted, got)
    while at < len(wanted) and where < len(got):
        hand = min(wanted[at][0], got[where][0], key=_order)
        end = next((place for place in range(at, len(wanted)) if wanted[place][0] != hand), len(wanted))
        stop = next((place for place in range(where, len(got)) if got[place][0] != hand), len(got))
        found = _longest_common(wanted[at:end], got[where:stop])
        pairs += [(at + one, where + other) for one, other in found]
        at, where = end, stop
    return pairs


def _is_by_hand(keys: Sequence[Key]) -> bool:
    return all(_order(one[0]) <= _order(other[0]) for one, other in pairwise(keys))


def _order(hand: HandKey) -> tuple[int, int]:
    return hand[0], hand[1] if isinstance(hand[1], int) else -1


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
