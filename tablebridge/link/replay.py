"""A captured line played again as a port: `replay://FILE?speed=4`.

What came from the table comes again, in its time; what is sent is taken and goes nowhere. A connection ends where
the captured one ended, with the same reason, and the next opening goes on behind it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs, unquote

from tablebridge.errors import UsageError
from tablebridge.link.capture import Entry, Mark, entries
from tablebridge.link.port import PortError
from tablebridge_protocol.framing import Frame, encode_frame
from tablebridge_protocol.stream import StreamDecoder

__all__ = ["Replay", "ReplayEnded", "is_replay"]

_SCHEME = "replay://"
_READ_WAIT_S = 0.05
_MOST_SPEED = 1000.0


class ReplayEnded(PortError):
    """The capture is played to its end; opening it again gives nothing more."""


def is_replay(url: str) -> bool:
    """Whether the URL is that of a capture."""
    return url.startswith(_SCHEME)


class Replay:
    """One capture, played once, over as many connections as it holds.

    Args:
        name: the file, for messages.
        captured: what it holds.
        speed: 1 as it was, 4 four times as fast, 0 without waiting.
        now_ms, sleep_s: the time it is played in.
    """

    def __init__(
        self,
        name: str,
        captured: Iterable[Entry],
        speed: float = 1.0,
        now_ms: Callable[[], float] = lambda: time.monotonic() * 1000,
        sleep_s: Callable[[float], None] = time.sleep,
    ) -> None:
        self._name = name
        self._waiting = deque(entry for entry in captured if entry.mark is not Mark.TO_TABLE)
        self._speed = speed
        self._now_ms = now_ms
        self._sleep_s = sleep_s
        self._opened = False
        self._shown_ms = 0.0  # capture time of what was played last
        self._played_ms = 0.0  # real time of that

    @classmethod
    def of_url(cls, url: str) -> Replay:
        """Raises `UsageError` for another option than `speed`, an impossible one, or a file that is no capture."""
        name, _, options = url.removeprefix(_SCHEME).partition("?")
        path = Path(unquote(name))
        given = parse_qs(options, keep_blank_values=True)
        try:
            speed = float(given.pop("speed", ["1"])[0])
        except ValueError:
            speed = -1.0
        if given or not 0 <= speed <= _MOST_SPEED:
            raise UsageError("not a replay", url, f"write {_SCHEME}FILE?speed=1, speed 0 to {_MOST_SPEED:.0f}")
        return cls(str(path), entries(path), speed)

    def open(self) -> Replay:
        """Begins the next connection. Raises `ReplayEnded` when there is none."""
        while self._opened and self._waiting and not _begins(self._waiting[0]):
            self._waiting.popleft()  # what is left of a connection that this host ended earlier
        self._opened = True
        if not self._waiting:
            raise ReplayEnded(f"the capture {self._name} is played to its end")
        first = self._waiting[0]
        self._shown_ms, self._played_ms = first.at_ms, self._now_ms()
        if _begins(first):
            self._waiting.popleft()
        elif first.note.startswith("hello "):  # a file that goes on in the middle of a connection
            self._waiting[0] = self._hello(first)
        return self

    def __enter__(self) -> Replay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to close."""

    def read(self) -> bytes:
        """What came next, in its time; empty after 50 ms without. Raises `PortError` where the connection ended."""
        if not self._waiting:
            raise ReplayEnded(f"the capture {self._name} is played to its end")
        entry = self._waiting[0]
        due_s = self._due_s(entry)
        self._sleep_s(min(max(due_s, 0.0), _READ_WAIT_S))
        if due_s > _READ_WAIT_S:
            return b""
        if entry.mark is Mark.NOTE:
            return self._noted(entry)
        self._waiting.popleft()
        self._shown_ms, self._played_ms = entry.at_ms, self._played_ms + self._gap_ms(entry)
        return entry.data

    def write(self, data: bytes) -> None:
        """Takes it, and does nothing with it."""

    def _noted(self, entry: Entry) -> bytes:
        if _begins(entry):  # the process that captured ended without a word
            raise PortError(f"in the capture {self._name}: the line was opened again")
        self._waiting.popleft()
        kind, _, reason = entry.note.partition(" ")
        if kind == "gone":
            raise PortError(f"in the capture {self._name}: {reason}")
        return b""

    def _due_s(self, entry: Entry) -> float:
        return (self._played_ms + self._gap_ms(entry) - self._now_ms()) / 1000

    def _gap_ms(self, entry: Entry) -> float:
        """A capture of a later process begins at 0 again: no gap is known there."""
        return max(0.0, entry.at_ms - self._shown_ms) / self._speed if self._speed else 0.0

    def _hello(self, note: Entry) -> Entry:
        """The hello of an earlier file, numbered as if it had come right before the first frame of this one."""
        data = bytes.fromhex(note.note.removeprefix("hello "))
        following = StreamDecoder().feed(b"".join(entry.data for entry in list(self._waiting)[:100]))
        number = next((frame.sequence for frame in following if isinstance(frame, Frame)), 1)
        for hello in StreamDecoder().feed(data):
            if isinstance(hello, Frame):
                data = encode_frame(Frame(hello.type_id, (number - 1) % 256, hello.payload))
        return Entry(note.utc, note.at_ms, Mark.FROM_TABLE, data=b"\x00" + data)


def _begins(entry: Entry) -> bool:
    """Whether a connection begins here."""
    return entry.mark is Mark.NOTE and entry.note.startswith("open ")
