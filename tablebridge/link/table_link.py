"""The link to one table: opens its port, shakes hands, listens, notices loss, and tries again for ever."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from tablebridge.backoff import Backoff
from tablebridge.clock import Clock
from tablebridge.link.port import Port, PortError
from tablebridge.link.reports import link_up, sighting_of
from tablebridge.link.status import LinkFigures, LinkState, LinkStatus
from tablebridge.link.table_time import TableTime
from tablebridge.link.words import lost_line, refused_line, up_line
from tablebridge.observation import Evidence, LinkDown, Observation, Sighting, Witness
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import Hello
from tablebridge_protocol.session import Alive, Lost, Missing, Opened, Received, Refused, SessionEvent, Turn

__all__ = ["TableLink"]

_log = logging.getLogger(__name__)
_LONGEST_WAIT_S = 10.0  # how late a table that was off for long is noticed at most
_STOP_TIMEOUT_S = 6.0  # opening a TCP port can take pyserial five seconds


class TableLink:
    """One table's line, from `start` to `stop`, in a thread of its own. It never raises out of that thread.

    Args:
        url: pyserial URL: a device path, `/dev/serial/by-id/…`, `socket://host:port`, `rfc2217://host:port`.
        name: the table's name in the configuration, for the status.
        on_observation: gets every report as an `Observation` of the witness `TABLE`, and `LinkUp` and `LinkDown`
            around them; called in the link's thread.
        on_status: gets the status whenever it changes; called in the link's thread, once in `stop`'s.
        clock: the host's table clock, on which `Observation.at_ms` is told.
        same_clock: the table's clock is the host's own (a rehearsal): `at_ms` is taken as the table says it.
    """

    def __init__(
        self,
        url: str,
        name: str,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[LinkStatus], None],
        clock: Clock,
        *,
        same_clock: bool = False,
        backoff: Backoff | None = None,
    ) -> None:
        self._url = url
        self._name = name
        self._on_observation = on_observation
        self._on_status = on_status
        self._clock = clock
        self._same_clock = same_clock
        self._backoff = backoff or Backoff(longest_s=_LONGEST_WAIT_S)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._told: tuple[LinkState, str] | None = None
        self._table_time = TableTime()
        self._hello: Hello | None = None  # while the table is heard
        self._ended: str | None = None
        self._past = LinkFigures()
        self._session = HostSession()
        self._counting = threading.Lock()  # `_past` and `_session` change together

    def start(self) -> None:
        """Begins to connect; returns at once."""
        self._tell(LinkState.CONNECTING, f"opening {self._url}")
        self._thread = threading.Thread(target=self._run, name=f"link {self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Closes the port and ends the thread. May be called twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)
            self._thread = None
            self._tell(LinkState.STOPPED, f"link to {self._url} closed")

    def figures(self) -> LinkFigures:
        """What was counted so far; may be asked from any thread."""
        with self._counting:
            return _added(self._past, self._session)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                line = self._connection()
            except PortError as error:
                line = str(error)
            except Exception:  # noqa: BLE001 -- the task's edge: a bug here must not cost the evening's record
                _log.exception("link %s: unexpected error", self._name)
                line = f"the link to {self._url} failed unexpectedly (see the log)"
            self._end_connection(line)
            if not self._stopping.is_set():
                self._stopping.wait(self._backoff.next_s())

    def _connection(self) -> str:
        """One connection from opening to its end; returns why it ended. Raises `PortError`."""
        with Port(self._url) as port:
            self._count(connections=1)
            self._ended = None
            session = self._session
            port.write(session.begin(_monotonic_ms()))
            while not self._stopping.is_set():
                self._take(session.receive(port.read(), _monotonic_ms()), port)
                self._take(session.tick(_monotonic_ms()), port)
                if self._ended is not None:
                    return self._ended
        return "stopped"

    def _end_connection(self, line: str) -> None:
        with self._counting:
            self._past = _added(self._past, self._session)
            self._session = HostSession()
        if self._stopping.is_set():
            return
        if self._hello is not None:
            self._hello = None
            self._observe(LinkDown(line), self._clock.now_ms())
        self._tell(LinkState.DOWN, line)

    def _take(self, turn: Turn, port: Port) -> None:
        port.write(turn.reply)  # first: the table waits for its ack, nobody else for these events
        for event in turn.events:
            self._on_event(event)

    def _on_event(self, event: SessionEvent) -> None:
        match event:
            case Opened(hello):
                self._opened(hello)
            case Received():
                self._received(event)
            case Alive(uptime_ms):
                self._table_time.heard(uptime_ms, self._clock.now_ms())
            case Missing(frames, _):
                _log.warning("link %s: %d frames from the table are missing", self._name, frames)
            case Refused():
                self._ended = refused_line(self._url, event)
            case Lost(silence_ms):
                self._ended = lost_line(self._url, silence_ms)
            case _:
                _log.info("link %s: %s", self._name, event)

    def _opened(self, hello: Hello) -> None:
        if self._hello is not None:
            same = self._hello.serial_number == hello.serial_number
            reason = "the table restarted" if same else "another table took its place"
            self._observe(LinkDown(reason), self._clock.now_ms())
        self._hello = hello
        self._backoff.reset()
        self._table_time = TableTime()
        self._table_time.heard(hello.uptime_ms, self._clock.now_ms())
        self._observe(link_up(hello), self._clock.now_ms())
        self._tell(LinkState.UP, up_line(self._url, hello))

    def _received(self, event: Received) -> None:
        self._count(reports=1)
        now_ms = self._clock.now_ms()
        at_ms: float = event.report.at_ms
        if not self._same_clock:
            at_ms = self._table_time.host_ms(event.report.at_ms, now_ms)
        self._observe(sighting_of(event.report), at_ms, (Evidence("bytes", str(event.sequence)),))

    def _count(self, *, connections: int = 0, reports: int = 0) -> None:
        with self._counting:
            past = self._past
            self._past = replace(past, connections=past.connections + connections, reports=past.reports + reports)

    def _observe(self, sighting: Sighting, at_ms: float, evidence: tuple[Evidence, ...] = ()) -> None:
        self._on_observation(Observation(Witness.TABLE, at_ms, self._clock.utc(), sighting, 1.0, evidence))

    def _tell(self, state: LinkState, line: str) -> None:
        # Every retry fails with the same words, or the same but for a count of bytes: once is enough.
        gist = (state, re.sub(r"\d+ bytes?", "", line))
        if gist != self._told:
            self._told = gist
            self._on_status(LinkStatus(self._name, state, line))


def _added(past: LinkFigures, session: HostSession) -> LinkFigures:
    counters = session.counters
    return replace(
        past,
        bytes_received=past.bytes_received + counters.bytes_received,
        corrupted=past.corrupted + counters.corrupted,
        duplicates=past.duplicates + counters.duplicates,
        late=past.late + counters.late,
        missing=past.missing + session.missing,
        echoes=past.echoes + counters.echoes,
        unknown=past.unknown + counters.unknown,
    )


def _monotonic_ms() -> float:
    """Real time for silence and repeats: the table clock may run faster in a rehearsal."""
    return time.monotonic() * 1000
