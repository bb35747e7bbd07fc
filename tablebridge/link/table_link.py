"""The link to one table: finds its port, shakes hands, listens, notices loss, and tries again for ever."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from tablebridge.backoff import Backoff
from tablebridge.clock import Clock
from tablebridge.config import LinkConfig
from tablebridge.errors import UsageError
from tablebridge.link.adapted_session import AdaptedSession
from tablebridge.link.adapters import load_adapter
from tablebridge.link.capture import Capture
from tablebridge.link.command_desk import CommandDesk
from tablebridge.link.conversation import Conversation
from tablebridge.link.finding import Finder
from tablebridge.link.gaps import numbers_text
from tablebridge.link.identity import Wanted
from tablebridge.link.line import Line, LineOpener
from tablebridge.link.mode_check import TileNeed, mode_warning
from tablebridge.link.permission import CommandOutcome, Role
from tablebridge.link.port import PortError
from tablebridge.link.reception import Reception
from tablebridge.link.replay import ReplayEnded
from tablebridge.link.status import LinkFigures, LinkState, LinkStatus
from tablebridge.link.words import nowhere_line, up_line
from tablebridge.observation import Observation
from tablebridge_protocol.codec import encode_message
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import Command
from tablebridge_protocol.session import Opened, Received, Turn

__all__ = ["TableLink"]

_log = logging.getLogger(__name__)
_LONGEST_WAIT_S = 10.0  # how late a table that was off for long is noticed at most
_SHOWN_BYTES = 16  # of something that is no table, for who looks for the mistake
_STOP_TIMEOUT_S = 6.0  # opening a TCP port can take pyserial five seconds


class TableLink:
    """One table's line, from `start` to `stop`, in a thread of its own. It never raises out of that thread.

    Args:
        port: the section `[table.link]`, or a URL alone: a device path, `/dev/serial/by-id/…`, `socket://host:port`,
            `rfc2217://host:port`, `replay://FILE?speed=1`.
        name: the table's name in the configuration, for the status.
        on_observation: gets every report as an `Observation` of the witness `TABLE`, and `LinkUp` and `LinkDown`
            around them; called in the link's thread.
        on_status: gets the status whenever it changes; called in the link's thread, once in `stop`'s.
        clock: the host's table clock, on which `Observation.at_ms` is told.
        same_clock: the table's clock is the host's own (a rehearsal): `at_ms` is taken as the table says it.
        need: how many tiles the rulebook wants; a table that is set to another number is told by the status.
        monotonic_ms: real time for silence and repeats, for the table clock may run faster in a rehearsal.

    Raises `UsageError` for an adapter that cannot be loaded.
    """

    def __init__(
        self,
        port: str | LinkConfig,
        name: str,
        on_observation: Callable[[Observation], None],
        on_status: Callable[[LinkStatus], None],
        clock: Clock,
        *,
        same_clock: bool = False,
        backoff: Backoff | None = None,
        need: TileNeed | None = None,
        monotonic_ms: Callable[[], float] = lambda: time.monotonic() * 1000,
    ) -> None:
        config = LinkConfig(port=port) if isinstance(port, str) else port
        self._port = config.port
        self._name = name
        self._on_status = on_status
        self._need = need
        self._monotonic_ms = monotonic_ms
        self._backoff = backoff or Backoff(longest_s=_LONGEST_WAIT_S)
        self._wanted = Wanted(config.serial_number)
        self._finder = Finder(config.port, self._wanted, config.candidates)
        self._capture = _capture_of(config, monotonic_ms)
        self._opener = LineOpener(config.baud, self._capture)
        self._begin = _language_of(config)
        self._reception = Reception(
            name, self._wanted, on_observation, clock, same_clock=same_clock, now_ms=monotonic_ms
        )
        self._desk = CommandDesk(name, config.allow_commands)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._told: tuple[LinkState, str] | None = None
        self._status = LinkStatus(name, LinkState.STOPPED, "not started")
        self._ended: str | None = None  # why the open connection must end
        self._first_bytes = b""  # of the open connection
        self._was_up = False
        self._played = False  # a capture to its end
        self._past = LinkFigures()
        self._session = self._begin()
        self._counting = threading.Lock()  # `_past` and `_session` change together

    def start(self) -> None:
        """Begins to connect; returns at once."""
        self._tell(LinkState.CONNECTING, f"opening {self._port}")
        self._thread = threading.Thread(target=self._run, name=f"link {self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Closes the port and ends the thread. May be called twice."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(_STOP_TIMEOUT_S)
            self._thread = None
            self._tell(LinkState.STOPPED, f"link to {self._port} closed")

    def figures(self) -> LinkFigures:
        """What was counted so far; may be asked from any thread."""
        with self._counting:
            past = self._past.with_session(self._session.counters, self._session.missing)
        return replace(past, reports=self._reception.reports, strangers=self._reception.strangers)

    def health(self) -> dict[str, object]:
        """The figures, the state and the table's serial number, for the topic `health`; from any thread."""
        hello = self._reception.hello
        return {
            "state": self._status.state.value,
            "serial_number": hello.serial_number if hello is not None else None,
            **asdict(self.figures()),
            "last_lost": numbers_text(self._reception.lost_numbers),
        }

    def command(self, command: Command, role: Role) -> CommandOutcome:
        """Asks the table to do something, and waits for its answer; from any thread but the link's own.

        Nothing is sent unless the configuration allows this very command, the role may give it, and the table has
        said that it can. Whatever comes of it is logged.
        """
        return self._desk.ask(command, role, self._reception.hello)

    def _run(self) -> None:
        while not self._stopping.is_set() and not self._played:
            line = self._round()
            if self._played:
                self._tell(LinkState.STOPPED, line)
            elif not self._stopping.is_set():
                self._tell(LinkState.DOWN, line)
                self._stopping.wait(self._backoff.next_s())

    def _round(self) -> str:
        """Tries where the table is expected, then everywhere else it may be, until it was found and lost again.

        Returns why there is no table now.
        """
        lines: list[str] = []
        urls: list[str] = []
        for find in (self._finder.first, self._finder.others):
            urls = find()
            for url in urls:
                lines.append(self._attempt(url))
                if self._was_up or self._stopping.is_set() or self._played:
                    return lines[-1]
        return nowhere_line(lines[0], self._wanted, len(urls))

    def _attempt(self, url: str) -> str:
        """One connection from opening to its end; returns why it ended."""
        self._was_up = False
        try:
            line = self._connection(url)
        except ReplayEnded as error:
            self._played = True
            line = str(error)
        except (PortError, UsageError) as error:
            line = str(error)
        except Exception:  # noqa: BLE001 -- the task's edge: a bug here must not cost the evening's record
            _log.exception("link %s: unexpected error", self._name)
            line = f"the link to {url} failed unexpectedly (see the log)"
        self._end_connection(line)
        return line

    def _connection(self, url: str) -> str:
        """Raises `PortError`, or `UsageError` for a replay of what is no capture."""
        with self._opener.open(url) as line:
            self._count(connections=1)
            self._ended = None
            self._first_bytes = b""
            session = self._session
            self._write(line, session.begin(self._monotonic_ms()))
            while not self._stopping.is_set():
                data = line.read()
                self._first_bytes = (self._first_bytes + data)[:_SHOWN_BYTES]
                self._take(session.receive(data, self._monotonic_ms()), line, url)
                self._take(session.tick(self._monotonic_ms()), line, url)
                self._reception.time_passes()
                self._take(self._desk.due(session, self._monotonic_ms()), line, url)
                if self._ended is not None:
                    return self._ended
        return "stopped"

    def _end_connection(self, line: str) -> None:
        self._desk.connection_ended()
        with self._counting:
            self._past = self._past.with_session(self._session.counters, self._session.missing)
            self._session = self._begin()
        if not self._stopping.is_set():
            self._reception.end(line)

    def _take(self, turn: Turn, line: Line, url: str) -> None:
        if not any(self._reception.refuses(event) for event in turn.events):
            self._write(line, turn.reply)  # first: the table waits for its ack, nobody else for these events
        for event in turn.events:
            if self._ended is not None:
                return  # nothing that another table says is believed
            self._desk.hear(event)
            self._ended = self._reception.take(event, url, self._first_bytes)
            if isinstance(event, Opened) and self._ended is None:
                self._opened(event, url)
            elif isinstance(event, Received):
                self._check_mode(url)

    def _opened(self, event: Opened, url: str) -> None:
        self._was_up = True
        self._backoff.reset()
        self._finder.found_at(url)
        if self._capture is not None:
            self._capture.introduced(encode_message(event.hello, 0))
        self._tell(LinkState.UP, up_line(url, event.hello))

    def _check_mode(self, url: str) -> None:
        """Says once that the tiles do not fit the rulebook, and once that they do again."""
        hello = self._reception.hello
        if self._need is None or hello is None:
            return
        warning = mode_warning(self._need, self._reception.told)
        if warning is not None:
            self._tell(LinkState.UP, warning, warning=True)
        elif self._status.warning:
            self._tell(LinkState.UP, up_line(url, hello))

    def _write(self, line: Line, data: bytes) -> None:
        if data:
            line.write(data)
            self._count(bytes_sent=len(data))

    def _count(self, *, connections: int = 0, bytes_sent: int = 0) -> None:
        with self._counting:
            past = self._past
            self._past = replace(
                past, connections=past.connections + connections, bytes_sent=past.bytes_sent + bytes_sent
            )

    def _tell(self, state: LinkState, line: str, *, warning: bool = False) -> None:
        # Every retry fails with the same words, or the same but for what was just heard: once is enough.
        gist = (state, re.sub(r"\(got .*\): |\d+ bytes?", "", line))
        if gist != self._told:
            self._told = gist
            self._status = LinkStatus(self._name, state, line, warning)
            self._on_status(self._status)


def _capture_of(config: LinkConfig, now_ms: Callable[[], float]) -> Capture | None:
    if config.capture is None:
        return None
    return Capture(
        Path(config.capture), now_ms, most_bytes=int(config.capture_mb * 1_000_000), files=config.capture_files
    )


def _language_of(config: LinkConfig) -> Callable[[], Conversation]:
    """What begins a conversation on each connection. Raises `UsageError` for an adapter that cannot be loaded."""
    if config.adapter is None:
        return HostSession
    adapter = load_adapter(config.adapter)
    return lambda: AdaptedSession(adapter())
