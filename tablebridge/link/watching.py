"""Watching a line for a technician: as a polite host on a free port, or only listening."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tablebridge.link.adapted_session import AdaptedSession
from tablebridge.link.adapters import Adapter
from tablebridge.link.conversation import Conversation
from tablebridge.link.line import Line, LineOpener, Recorder
from tablebridge.link.port import BAUD, PortError
from tablebridge.link.words import lost_line, refused_line
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.session import Lost, Refused, Turn

__all__ = ["Stopping", "watch"]

_AGAIN_S = 1.0


class Stopping(Protocol):
    """The wish to end."""

    def is_set(self) -> bool:
        """Whether it is to end."""
        ...

    def wait(self, timeout: float | None = None) -> bool:
        """Waits so long for it; False when it was not said in time."""
        ...


def watch(
    url: str,
    recorder: Recorder,
    stopping: Stopping,
    now_ms: Callable[[], float],
    *,
    listen: bool = False,
    adapter: type[Adapter] | None = None,
    baud: int = BAUD,
) -> None:
    """Records the line until it is to end; a port that goes away is opened again when it is back.

    Asks who is there and acknowledges, as a daemon would; with `listen` nothing is sent.
    Raises `PortError` where the port cannot be opened the first time.
    """
    opener = LineOpener(baud, recorder)
    line: Line | None = opener.open(url)
    while line is not None:
        try:
            with line:
                _watch_connection(line, url, recorder, stopping, now_ms, None if listen else _language(adapter))
        except PortError:
            pass  # the recorder has noted it
        line = _opened_again(opener, url, stopping)


def _opened_again(opener: LineOpener, url: str, stopping: Stopping) -> Line | None:
    """The port once it is back; None when it is to end before."""
    while not stopping.is_set() and not stopping.wait(_AGAIN_S):
        try:
            return opener.open(url)
        except PortError:
            pass
    return None


def _language(adapter: type[Adapter] | None) -> Callable[[], Conversation]:
    return HostSession if adapter is None else lambda: AdaptedSession(adapter())


def _watch_connection(
    line: Line,
    url: str,
    recorder: Recorder,
    stopping: Stopping,
    now_ms: Callable[[], float],
    language: Callable[[], Conversation] | None,
) -> None:
    """Until it is to end. Raises `PortError` where the port goes away."""
    if language is None:
        while not stopping.is_set():
            line.read()
        return
    while not stopping.is_set():
        session, ended = language(), ""
        line.write(session.begin(now_ms()))
        while not ended and not stopping.is_set():
            for turn in (session.receive(line.read(), now_ms()), session.tick(now_ms())):
                if turn.reply:
                    line.write(turn.reply)
                ended = ended or _end_of(turn, url)
        if ended:
            recorder.note(ended)  # and begin anew: whoever watches wants to see what comes all the same


def _end_of(turn: Turn, url: str) -> str:
    """Why a conversation is over, empty while it is not."""
    for event in turn.events:
        if isinstance(event, Refused):
            return refused_line(url, event)
        if isinstance(event, Lost):
            return lost_line(url, event.silence_ms)
    return ""
