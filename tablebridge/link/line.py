"""A line as the link needs it, whatever is behind it: a port, a capture that is played again, and either captured."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol

from tablebridge.link.port import BAUD, Port
from tablebridge.link.replay import Replay, is_replay

__all__ = ["CapturedLine", "Line", "LineOpener", "Recorder"]


class Line(Protocol):
    """Bytes both ways, from opening to leaving the context. Every method raises `PortError`."""

    def __enter__(self) -> Line: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def read(self) -> bytes:
        """What has come, or comes within 50 ms; empty when nothing does."""
        ...

    def write(self, data: bytes) -> None:
        """Sends all of `data`."""
        ...


class Recorder(Protocol):
    """What takes down a line, see `Capture`."""

    def opened(self, url: str) -> None: ...

    def came(self, data: bytes) -> None: ...

    def sent(self, data: bytes) -> None: ...

    def note(self, text: str) -> None: ...

    def gone(self, reason: str) -> None: ...

    def close(self) -> None: ...


class CapturedLine:
    """Another line with everything that passes written down."""

    def __init__(self, line: Line, capture: Recorder, url: str) -> None:
        self._line = line
        self._capture = capture
        capture.opened(url)

    def __enter__(self) -> CapturedLine:
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._capture.gone(str(error) if error is not None else "closed")
        self._capture.close()
        self._line.__exit__(kind, error, trace)

    def read(self) -> bytes:
        """See `Line`."""
        data = self._line.read()
        self._capture.came(data)
        return data

    def write(self, data: bytes) -> None:
        """See `Line`."""
        self._line.write(data)
        self._capture.sent(data)


class LineOpener:
    """Opens lines by URL. A replay goes on where it was left when it is opened again."""

    def __init__(self, baud: int = BAUD, capture: Recorder | None = None) -> None:
        self._baud = baud
        self._capture = capture
        self._replays: dict[str, Replay] = {}

    def open(self, url: str) -> Line:
        """The line at that URL. Raises `PortError`, or `UsageError` for a replay of a file that is no capture."""
        line: Line
        if is_replay(url):
            replay = self._replays.setdefault(url, Replay.of_url(url))
            line = replay.open()
        else:
            line = Port(url, self._baud)
        return line if self._capture is None else CapturedLine(line, self._capture, url)
