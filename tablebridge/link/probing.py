"""Asking one port who is there, and leaving it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablebridge.link.line import LineOpener
from tablebridge.link.port import PortError
from tablebridge.link.words import refused_line, up_line
from tablebridge_protocol.host_session import HostSession
from tablebridge_protocol.messages import Hello
from tablebridge_protocol.session import Opened, Refused

__all__ = ["Answer", "ask"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it: `line` for people, and the table's own words where it is one."""

    line: str
    hello: Hello | None = None


def ask(url: str, now_ms: Callable[[], float]) -> Answer:
    """Opens the port, says hello, waits three seconds at most. A port that another program has is left alone."""
    try:
        with LineOpener().open(url) as line:
            session = HostSession()
            line.write(session.begin(now_ms()))
            while True:
                turn = session.receive(line.read(), now_ms())
                for event in (*turn.events, *session.tick(now_ms()).events):
                    if isinstance(event, Opened):
                        return Answer(up_line(url, event.hello), event.hello)
                    if isinstance(event, Refused):
                        return Answer(refused_line(url, event))
    except PortError as error:
        return Answer(str(error))
