"""What staff are told of the machine: each table's parts as lamps, with figures. Facts of the game are none of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec

from tablebridge.health import DISK_BAD_MB, DISK_LOW_MB, DiskWord
from tablebridge.release import PublicState, Released

__all__ = ["Check", "Figures", "StaffBoard", "StaffTable", "TableStatus"]

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Lamp = Literal["good", "warning", "bad", "unknown"]
"""From the best to the worst but one: `unknown` is what nothing was heard of yet."""

_PULSE_S = 20.0
"""A table gives its figures every five seconds; missed four times, its work stands still."""
_FEWEST_PICTURES = 5.0
"""A second: with fewer, what is done quickly is missed (docs/vision.md)."""
_DISK: dict[DiskWord, tuple[Lamp, str]] = {
    "enough": ("good", "there is room where the journal is"),
    "low": ("warning", f"room runs out where the journal is, below {DISK_LOW_MB:,} MB (how much is in the log)"),
    "very_low": ("bad", f"room is out where the journal is, below {DISK_BAD_MB:,} MB (how much is in the log)"),
}
_OWN_CHECKS = ("pictures", "in_step", "work", "disk")
"""What no part tells of itself, in the order it is shown in."""


@dataclass(frozen=True, slots=True)
class StaffTable:
    """What the configuration says of a table: the parts that it has, and the commands that may be given to it.

    `delay_s` is asked for the present broadcast delay, in seconds.
    """

    parts: tuple[str, ...] = ("link", "camera", "broker", "journal")
    commands: tuple[str, ...] = ()
    delay_s: Callable[[], float] = lambda: 0.0


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One lamp: `line` is what the part says of itself, in English; `since` (aware UTC) when the lamp last changed."""

    name: str
    lamp: Lamp
    line: str
    since: Moment | None = None


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What is neither good nor bad. `last_event_s` are the seconds since the table last told an event to the public,
    `look_ms` how long one picture takes at most, nineteen times of twenty; null is not known yet."""

    viewers: int
    last_event_s: float | None
    pictures_a_second: float | None
    look_ms: float | None
    model: str | None
    delay_s: float
    commands: tuple[str, ...]


class TableStatus(msgspec.Struct, frozen=True, kw_only=True):
    """One table: its lamps in a fixed order, and its figures."""

    table: str
    checks: tuple[Check, ...]
    figures: Figures


@dataclass(slots=True)
class _Known:
    """What is known of a table so far: its lamps by name, the last figures and when they came, the last event."""

    checks: dict[str, Check] = field(default_factory=dict)
    health: Mapping[str, Any] = field(default_factory=dict)
    health_at_s: float | None = None
    event_at_s: float | None = None

    def note(self, check: Check, now: datetime) -> None:
        """The lamp is as it is since now, unless it was so before."""
        before = self.checks.get(check.name)
        since = before.since if before is not None and before.lamp == check.lamp else now
        self.checks[check.name] = msgspec.structs.replace(check, since=since)


class StaffBoard:
    """Keeps what each table's parts say of themselves; may be used from any thread.

    `utc` and `monotonic_s` tell the time.
    """

    def __init__(
        self,
        tables: Mapping[str, StaffTable],
        *,
        utc: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tables = dict(tables)
        self._utc = utc
        self._monotonic_s = monotonic_s
        self._known = {table: _Known() for table in tables}
        self._began_s = monotonic_s()
        self._lock = threading.Lock()

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables in the order of the configuration."""
        return tuple(self._tables)

    @property
    def running_s(self) -> float:
        """Seconds since the board was made, which is when the daemon started."""
        return self._monotonic_s() - self._began_s

    def tell(self, table: str, part: str, status: Mapping[str, Any]) -> None:
        """A part came, went or has something to say: `status` has `status` (`online`, `offline`) and a `line`, and
        `warning` where the part works and somebody has to act all the same."""
        lamp: Lamp = "bad" if status["status"] != "online" else "warning" if status.get("warning") else "good"
        with self._lock:
            self._known[table].note(Check(name=part, lamp=lamp, line=str(status.get("line", ""))), self._utc())

    def measure(self, table: str, health: Mapping[str, Any]) -> None:
        """The figures of the `health` topic, every few seconds."""
        with self._lock:
            known = self._known[table]
            known.health, known.health_at_s = dict(health), self._monotonic_s()
            for check in (_pictures(health), _work(health), _disk(health)):
                known.note(check, self._utc())

    def hear(self, released: Released | None, state: PublicState) -> None:
        """A subscriber of the gate: notes whether the table is in step and when it last told something, not what."""
        with self._lock:
            known = self._known[state.table]
            known.note(_in_step(state), self._utc())
            if released is not None:
                known.event_at_s = self._monotonic_s()

    def status(self, table: str, viewers: int) -> TableStatus:
        """The table's lamps and figures now; `viewers` are those who watch it."""
        with self._lock:
            known, wanted = self._known[table], self._tables[table]
            checks = {name: known.checks.get(name) or _unheard(name) for name in (*wanted.parts, *_OWN_CHECKS)}
            silent_s = self._monotonic_s() - (self._began_s if known.health_at_s is None else known.health_at_s)
            if silent_s > _PULSE_S:
                checks["work"] = self._standstill(silent_s)
            return TableStatus(
                table=table, checks=tuple(checks.values()), figures=self._figures(known, wanted, viewers)
            )

    def _standstill(self, silent_s: float) -> Check:
        line = f"no figures for {silent_s:.0f} s: the work on this table stands still"
        return Check(name="work", lamp="bad", line=line, since=self._utc() - timedelta(seconds=silent_s))

    def _figures(self, known: _Known, wanted: StaffTable, viewers: int) -> Figures:
        health = known.health
        event_at_s = known.event_at_s
        return Figures(
            viewers=viewers,
            last_event_s=None if event_at_s is None else round(self._monotonic_s() - event_at_s, 1),
            pictures_a_second=health.get("frames_a_second"),
            look_ms=health.get("frame_ms", {}).get("p95"),
            model=health.get("model"),
            delay_s=wanted.delay_s(),
            commands=wanted.commands,
        )


def _unheard(part: str) -> Check:
    return Check(name=part, lamp="unknown", line="nothing was heard of it yet")


def _in_step(state: PublicState) -> Check:
    if state.in_step:
        return Check(name="in_step", lamp="good", line="the record follows the table")
    return Check(name="in_step", lamp="bad", line=state.out_of_step or "the record does not follow the table")


def _pictures(health: Mapping[str, Any]) -> Check:
    """Whether the machine looks at enough pictures; a camera that sends none says so itself."""
    rate = float(health["frames_a_second"])
    if rate <= 0:
        return Check(name="pictures", lamp="unknown", line="no figure yet, it comes with the broadcast delay")
    lamp: Lamp = "good" if rate >= _FEWEST_PICTURES else "warning"
    return Check(name="pictures", lamp=lamp, line=f"{rate:g} pictures a second are looked at")


def _work(health: Mapping[str, Any]) -> Check:
    """Whether the table's own thread has met faults of ours."""
    faults = int(health.get("faults", 0))
    if faults:
        line = f"unexpected errors since the start: {faults}, each with its traceback in the daemon's log"
        return Check(name="work", lamp="warning", line=line)
    return Check(name="work", lamp="good", line="the work on this table goes on")


def _disk(health: Mapping[str, Any]) -> Check:
    word: DiskWord = health["disk"]
    lamp, line = _DISK[word]
    return Check(name="disk", lamp=lamp, line=line)
