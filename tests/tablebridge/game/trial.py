"""A decoder tried on reports of which the truth is known: what it told, what was right, and what it cost."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.game.referee.clause_watch import ClauseWatch
from tablebridge.records.against_truth import Comparison, Heard, TruthRow, compare
from tablebridge.records.published import facts
from tablebridge_rules.event import HandStarted
from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.state_json import event_to_json
from tablebridge_rules.violation import Violation
from tests.tablebridge.game.observations_of import NOON, Report

_AFTER_MS = 12_000.0
"""So long the table is watched after its last report."""


@dataclass
class Trial:
    """What came of it. `costs_ms` are those of each observation with the ticks before it, in processor time, `told`
    every event in order with when it was told (table ms), `violations` likewise, `out_of_step` the lines that said so,
    with when."""

    comparison: Comparison
    told: list[tuple[float, DecodedEvent]]
    violations: list[tuple[float, Violation]]
    costs_ms: list[float]
    out_of_step: list[tuple[float, str]]


@dataclass
class _Listener:
    """A reader of what the decoder tells, and of the flags that it leads to."""

    rulebook: AnyRulebook
    told: list[tuple[float, DecodedEvent]] = field(default_factory=list)
    violations: list[tuple[float, Violation]] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    hand: int = -1

    def take(self, decoded: Iterable[DecodedEvent], at_ms: float) -> None:
        for one in decoded:
            self.told.append((at_ms, one))
            if isinstance(one.event, HandStarted):
                self.hand = one.event.hand
            self._hear({**event_to_json(one.event), "hand": self.hand}, at_ms)
            self.take_violations((found for found in one.violations if self._is_flagged(one, found)), at_ms)

    def _is_flagged(self, decoded: DecodedEvent, violation: Violation) -> bool:
        clause = self.rulebook.clauses_by_id.get(violation.clause)
        return clause is None or decoded.confidence * 100 >= clause.flag_percent

    def take_violations(self, violations: Iterable[Violation], at_ms: float) -> None:
        for violation in violations:
            self.violations.append((at_ms, violation))
            seat = violation.seat and violation.seat.value
            self._hear({"type": "violation", "clause": violation.clause, "seat": seat, "hand": self.hand}, at_ms)

    def _hear(self, data: dict[str, Any], at_ms: float) -> None:
        self.heard.append(Heard(facts(data), moment(at_ms)))


def _hear(listener: _Listener, watch: ClauseWatch, decoded: Iterable[DecodedEvent], at_ms: float) -> None:
    """As `GameSession` does: what is told is told to the watch of clauses, too."""
    for one in decoded:
        listener.take([one], at_ms)
        listener.take_violations((noticed.violation for noticed in watch.told(one)), at_ms)


def moment(at_ms: float) -> datetime:
    """That table time as UTC."""
    return NOON + timedelta(milliseconds=at_ms)


def attempt(
    rulebook: AnyRulebook,
    reports: Sequence[Report],
    truth: Iterable[dict[str, Any]],
    *,
    frame_ms: float = 100.0,
    decoder: Decoder | None = None,
) -> Trial:
    """Feeds the reports to a decoder as they arrive, with a tick for each frame between them."""
    decoder, watch = decoder or Decoder(rulebook), ClauseWatch(rulebook)
    listener, costs, steps = _Listener(rulebook), list[float](), list[tuple[float, str]]()
    now_ms = reports[0].arrives_ms if reports else 0.0
    end_ms = (reports[-1].arrives_ms if reports else 0.0) + _AFTER_MS
    last: str | None = None
    for report in (*reports, None):
        began = time.thread_time()
        until_ms = end_ms if report is None else report.arrives_ms
        while now_ms + frame_ms < until_ms:
            now_ms += frame_ms
            _hear(listener, watch, decoder.tick(now_ms), now_ms)
            listener.take_violations((one.violation for one in watch.tick(now_ms)), now_ms)
        if report is not None:
            _hear(listener, watch, decoder.observe(report.observation), report.arrives_ms)
            noticed = watch.observe(report.observation)
            listener.take_violations((one.violation for one in noticed), report.arrives_ms)
        costs.append((time.thread_time() - began) * 1000)
        line = decoder.out_of_step
        if line is not None and line != last:
            steps.append((until_ms, line))
        last = line
    rows = [TruthRow(dict(row), moment(row["at_ms"])) for row in truth]
    return Trial(compare(rows, listener.heard), listener.told, listener.violations, costs, steps)
