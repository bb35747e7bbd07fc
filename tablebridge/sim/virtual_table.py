"""The whole virtual table: its script played on the serial port and before the camera at once, truth written down."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol

from tablebridge.cloth import Cloth
from tablebridge.errors import UsageError
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.camera_stream import CameraStream
from tablebridge.sim.device import VirtualDevice, identity
from tablebridge.sim.device_port import DevicePort
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.script import Script
from tablebridge.sim.truth import TruthRow
from tablebridge_protocol.messages import Message

__all__ = ["CameraSettings", "TruthFile", "VirtualTable"]

_POLL_S = 0.05
_LEFT_S = 2.0


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How the virtual camera looks at the table: pictures a second of table time, style of the tiles, size in px."""

    fps: float = 8.0
    style: str = "japanese"
    size: tuple[int, int] = (1440, 1080)
    seed: int = 0


class TruthFile:
    """The truth as JSON lines, each written when the first frame that shows its act leaves the camera.

    A row is what happened, its table time `at_ms`, and `visible_at` (UTC) of that frame; null when no frame showed it.
    """

    def __init__(self, path: Path, rows: Sequence[TruthRow]) -> None:
        """Raises `UsageError` when the file cannot be written."""
        self._waiting = deque(rows)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w", encoding="utf-8")
        except OSError as error:
            raise UsageError(
                f"cannot write the truth ({error.strerror})", str(path), "choose another file with --truth"
            ) from error

    def shown(self, at_ms: float, utc: datetime) -> None:
        """A frame of that table time is on its way: everything up to then can be seen now."""
        while self._waiting and self._waiting[0]["at_ms"] <= at_ms:
            self._write(self._waiting.popleft(), utc)

    def close(self) -> None:
        """Writes what no frame showed, and closes the file."""
        while self._waiting:
            self._write(self._waiting.popleft(), None)
        self._file.close()

    def _write(self, row: TruthRow, utc: datetime | None) -> None:
        visible_at = None if utc is None else utc.isoformat(timespec="milliseconds")
        self._file.write(json.dumps(row | {"visible_at": visible_at}, ensure_ascii=False) + "\n")
        self._file.flush()


class Stopping(Protocol):
    """Tells whether the program is to end."""

    def is_set(self) -> bool:
        """Whether it is to end."""
        ...

    def wait(self, timeout: float) -> bool:
        """Waits so many seconds for it; False when it was not said in time."""
        ...


class VirtualTable:
    """A script on a serial port and an MJPEG address, from `start` to `stop`; also a context manager.

    `speed` is table seconds a real second; 0 plays as fast as the camera is watched, every frame in its turn.
    `speak` makes the port speak another maker's language, see `VirtualDevice`.
    """

    def __init__(
        self,
        script: Script,
        port: DevicePort,
        camera_at: tuple[str, int],
        *,
        settings: CameraSettings | None = None,
        speed: float = 1.0,
        truth: Path | None = None,
        speak: Callable[[Message], bytes] | None = None,
    ) -> None:
        settings = settings or CameraSettings()
        self._reports = deque(script.reports)
        self._truth = TruthFile(truth, script.truth) if truth is not None else None
        self._last_event_ms = max((row["at_ms"] for row in script.truth), default=0.0)
        self._now_ms = 0.0
        renderer = SceneRenderer(Cloth(), settings.style, settings.seed, settings.size)
        self.camera = VirtualCamera(
            script.motions, renderer, settings.fps, views=script.views, on_time=self._time_passes
        )
        self._camera_at = camera_at
        self._speed = speed
        self.device = VirtualDevice(
            port,
            identity(f"VT-{settings.seed % 10**9:04d}"),
            tiles=script.tiles,
            uptime_ms=lambda: self._now_ms,
            speak=speak,
        )
        self._stream: CameraStream | None = None

    @property
    def camera_url(self) -> str:
        """The MJPEG address; known after `start`."""
        if self._stream is None:
            raise ValueError("the camera has no address before the start")
        return self._stream.url

    def start(self) -> None:
        """Opens the port and the address. Raises `UsageError` where one cannot be had."""
        self.device.start()
        shown: Callable[[float, datetime], None] | None = self._truth.shown if self._truth else None
        try:
            self._stream = self.camera.serve_mjpeg(*self._camera_at, self._speed, on_frame_sent=shown)
        except UsageError:
            self.device.stop()
            raise

    def play(self, stopping: Stopping) -> bool:
        """Waits for a host on the port and a viewer of the camera, then plays to the end; False when stopped before.

        When nobody has looked for a while after the last event, nobody will, and the table has played to its end, too.
        """
        stream = self._stream
        if stream is None:
            raise ValueError("the table must be started before it plays")
        while not (self.device.wait_for_host(_POLL_S) and stream.wait_for_viewer(_POLL_S)):
            if stopping.is_set():
                return False
        stream.begin()
        watched_s = time.monotonic()
        while not stream.wait(_POLL_S):
            if stopping.is_set():
                return False
            if stream.wait_for_viewer(0) or self._now_ms < self._last_event_ms:
                watched_s = time.monotonic()
            elif time.monotonic() - watched_s > _LEFT_S:
                return True
        return True

    def stay(self, stopping: Stopping) -> None:
        """Stands there as it was left, camera and heartbeat included, until host and viewers have gone or it stops."""
        stream = self._stream
        while self.device.host_present or (stream is not None and stream.wait_for_viewer(0)):
            if stopping.wait(_POLL_S):
                return

    def stop(self) -> None:
        """Takes the port and the address away and completes the truth."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        self.device.stop()
        if self._truth is not None:
            self._truth.close()
            self._truth = None

    def __enter__(self) -> VirtualTable:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _time_passes(self, at_ms: float) -> None:
        """Sends the table's reports that are due; called before each frame."""
        self._now_ms = at_ms
        while self._reports and self._reports[0].at_ms <= at_ms:
            self.device.send(self._reports.popleft().message)
