"""What one table tells, connection after connection: session events in, observations out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from tablebridge.clock import Clock
from tablebridge.link.gaps import Gaps, numbers_text
from tablebridge.link.identity import Wanted
from tablebridge.link.mode_check import TilesTold, told_with
from tablebridge.link.reports import link_up, sighting_of
from tablebridge.link.table_time import TableTime
from tablebridge.link.words import lost_line, other_table_line, refused_line
from tablebridge.observation import Evidence, LinkDown, Observation, Sighting, Witness
from tablebridge_protocol.messages import Hello
from tablebridge_protocol.session import Alive, Lost, Missing, Opened, Received, Refused, SessionEvent

__all__ = ["Reception"]

_log = logging.getLogger(__name__)


class Reception:
    """Turns the events of a table's connections into observations.

    Args:
        name: the table's name in the configuration, for the log.
        wanted: which table is taken; any other is refused before anything of it is believed.
        on_observation: gets every report as an `Observation` of the witness `TABLE`, `LinkUp` and `LinkDown` too.
        clock: the host's table clock, on which `Observation.at_ms` is told.
        same_clock: the table's clock is the host's own: `at_ms` is taken as the table says it.
        now_ms: the clock of the session events.
    """

    def __init__(
        self,
        name: str,
        wanted: Wanted,
        on_observation: Callable[[Observation], None],
        clock: Clock,
        *,
        same_clock: bool,
        now_ms: Callable[[], float],
    ) -> None:
        self._name = name
        self._wanted = wanted
        self._on_observation = on_observation
        self._clock = clock
        self._same_clock = same_clock
        self._now_ms = now_ms
        self._table_time = TableTime()
        self._gaps = Gaps()
        self.told = TilesTold()
        self._silent_since: datetime | None = None  # since the line was lost
        self.hello: Hello | None = None  # while the table is heard
        self.reports = 0
        self.strangers = 0
        self.lost_numbers: tuple[int, ...] = ()  # the last frames that were lost for good

    def refuses(self, event: SessionEvent) -> bool:
        """Whether another table than the wanted one says hello here."""
        return isinstance(event, Opened) and self._wanted.is_other(event.hello)

    def take(self, event: SessionEvent, url: str, heard: bytes = b"") -> str | None:
        """Takes one event from the line at `url`; returns why the connection must end, where it must.

        `heard` are the first bytes of the connection.
        """
        match event:
            case Opened(hello) if self._wanted.is_other(hello):
                self.strangers += 1
                return other_table_line(url, hello, self._wanted)
            case Opened(hello):
                self._opened(hello)
            case Received():
                self._received(event)
            case Alive(uptime_ms):
                self._table_time.heard(uptime_ms, self._clock.now_ms())
            case Missing(frames, before):
                self._gaps.skipped(frames, before, self._now_ms())
            case Refused():
                return refused_line(url, event, heard)
            case Lost(silence_ms):
                return lost_line(url, silence_ms)
            case _:
                _log.info("link %s: %s", self._name, event)
        return None

    def time_passes(self) -> None:
        """Says which frames are lost, once that is sure."""
        self._tell_lost(self._gaps.lost(self._now_ms()))

    def end(self, reason: str) -> None:
        """The connection has ended."""
        self._tell_lost(self._gaps.end())
        if self.hello is not None:
            self.hello = None
            self._silent_since = self._clock.utc()
            self._observe(LinkDown(reason), self._clock.now_ms())

    def _tell_lost(self, numbers: tuple[int, ...]) -> None:
        if numbers:
            self.lost_numbers = numbers
            _log.warning(
                "link %s: %d frame%s from the table lost: sequence %s",
                self._name,
                len(numbers),
                "" if len(numbers) == 1 else "s",
                numbers_text(numbers),
            )

    def _opened(self, hello: Hello) -> None:
        self._tell_lost(self._gaps.end())
        if self.hello is not None:
            same = self.hello.serial_number == hello.serial_number
            reason = "the table restarted" if same else "another table took its place"
            self._observe(LinkDown(reason), self._clock.now_ms())
        if self._silent_since is not None:
            silent = self._clock.utc() - self._silent_since
            _log.warning(
                "link %s: down from %s for %.1f s: what the table reported meanwhile is lost",
                self._name,
                f"{self._silent_since.astimezone():%H:%M:%S}",
                silent.total_seconds(),
            )
            self._silent_since = None
        self.hello = hello
        self.told = TilesTold()
        self._wanted.met(hello)
        self._table_time = TableTime()
        self._table_time.heard(hello.uptime_ms, self._clock.now_ms())
        self._observe(link_up(hello), self._clock.now_ms())

    def _received(self, event: Received) -> None:
        self.reports += 1
        if event.late:
            self._gaps.came(event.sequence)
        self.told = told_with(self.told, event.report)
        sighting = sighting_of(event.report)
        if sighting is None:
            return
        now_ms = self._clock.now_ms()
        at_ms: float = event.report.at_ms
        if not self._same_clock:
            at_ms = self._table_time.host_ms(event.report.at_ms, now_ms)
        self._observe(sighting, at_ms, (Evidence("bytes", str(event.sequence)),))

    def _observe(self, sighting: Sighting, at_ms: float, evidence: tuple[Evidence, ...] = ()) -> None:
        self._on_observation(Observation(Witness.TABLE, at_ms, self._clock.utc(), sighting, 1.0, evidence))
