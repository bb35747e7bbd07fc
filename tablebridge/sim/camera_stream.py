"""The virtual camera's pictures over HTTP, as a network camera sends them: one JPEG after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from tablebridge.sim.camera_film import Film, Filmed, Shot
from tablebridge.sim.camera_http import CameraServer

__all__ = ["CameraStream", "FrameSent"]

FrameSent = Callable[[float, datetime], None]
"""Called with a frame's table time in ms and the UTC moment at which it begins to leave."""

_CHANGE_OVER_S = 2.0
"""So long a second client waits in lockstep: the first one's hanging up is noticed only with the next frame."""


class CameraStream:
    """An MJPEG address at `url`, served in threads of its own until `close`.

    Until `begin` and after the script's end it shows the still table, about `fps` pictures a second. In between, with
    `speed` above 0, so many seconds of table time pass each real second: late frames are left out and time stays
    true, whether anyone looks or not. With `speed` 0 it is in lockstep: the next frame is made when the only client
    has taken the last, and none is left out; a second client is sent away with status 503.

    Each part carries its table time in ms as `X-Table-Ms`. Raises `UsageError` when the address cannot be served and
    `ValueError` for a negative speed.
    """

    def __init__(
        self,
        camera: Filmed,
        host: str,
        port: int,
        speed: float,
        *,
        quality: int = 88,
        on_frame_sent: FrameSent | None = None,
    ) -> None:
        if speed < 0:
            raise ValueError(f"the speed is 0 or more, not {speed}")
        self._speed, self._fps = speed, camera.fps
        self._begun, self._finished, self._closed = threading.Event(), threading.Event(), threading.Event()
        self._whole = False
        self._failure: Exception | None = None
        self._on_frame_sent = on_frame_sent
        self._sent_ms = float("-inf")
        self._sent_lock = threading.Lock()
        self._film = Film(camera, quality)
        self._latest = _Latest()
        self._only_client = threading.Lock()
        self._viewers = _Viewers()
        self._server = CameraServer(host, port, self)
        self._threads = [threading.Thread(target=self._server.serve_forever, args=(0.05,), name="camera stream")]
        if speed:
            self._threads.append(threading.Thread(target=self._keep_time, name="camera clock"))
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    @property
    def url(self) -> str:
        """Where the stream is."""
        return self._server.url

    @property
    def lockstep(self) -> bool:
        """True with speed 0."""
        return self._speed == 0

    @property
    def finished(self) -> bool:
        """True once the script's last frame was made (in lockstep: taken)."""
        return self._whole

    @property
    def closed(self) -> bool:
        """True once nothing more is served."""
        return self._closed.is_set()

    def begin(self) -> None:
        """Starts the script; a second call does nothing."""
        self._begun.set()

    def wait_for_viewer(self, timeout_s: float | None = None) -> bool:
        """Waits until a client looks; False when none has come in time."""
        return self._viewers.wait(timeout_s)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until the script is `finished`; False when that has not come in time, or the stream was closed before.

        Raises what the script, the renderer or a listener raised, which ends the stream.
        """
        self._finished.wait(timeout_s)
        if self._failure is not None:
            raise self._failure
        return self._whole

    def close(self) -> None:
        """Ends the stream and its threads; clients see the connection close."""
        self._stop()
        self._server.hang_up()
        self._server.shutdown()
        for thread in self._threads:
            thread.join()
        self._server.server_close()

    def __enter__(self) -> CameraStream:
        """The stream itself; leaving closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """See `close`."""
        self.close()

    # -- for the server's threads --

    def shots(self) -> Iterator[Shot]:
        """What one client is sent."""
        return self._stepwise() if self.lockstep else self._live()

    def fail(self, error: Exception) -> None:
        """Ends the stream because of a mistake in the script or a listener."""
        self._failure = self._failure or error
        self._stop()

    def sent(self, shot: Shot) -> None:
        """A client is being sent this frame; the listener hears of each frame once, in order."""
        if self._on_frame_sent is None or not shot.scripted:
            return
        now = datetime.now(UTC)
        with self._sent_lock:
            if shot.at_ms > self._sent_ms:
                self._sent_ms = shot.at_ms
                self._on_frame_sent(shot.at_ms, now)

    @contextmanager
    def viewer(self) -> Iterator[bool]:
        """Around one client's stay; False when another one is there already and the stream is in lockstep."""
        if self.lockstep and not self._only_client.acquire(timeout=_CHANGE_OVER_S):
            yield False
            return
        self._viewers.join()
        try:
            yield True
        finally:
            self._viewers.leave()
            if self.lockstep:
                self._only_client.release()

    # -- inside --

    def _stop(self) -> None:
        self._closed.set()
        self._begun.set()
        self._finished.set()
        self._latest.wake()

    def _finish(self) -> None:
        self._whole = True
        self._finished.set()

    def _live(self) -> Iterator[Shot]:
        number = 0
        while not self.closed:
            shot = self._latest.after(number)
            if shot is not None:
                number = shot.number
                yield shot

    def _stepwise(self) -> Iterator[Shot]:
        while not self.closed:
            if not self._begun.wait(1 / self._fps):
                yield self._film.idle()
            elif self._film.over:
                self._finish()
                yield self._film.idle()
                self._closed.wait(1 / self._fps)
            elif not self.closed:
                yield self._film.next()

    def _keep_time(self) -> None:
        """The clock of a stream with a speed."""
        try:
            while not self._begun.wait(1 / self._fps):
                self._latest.put(self._film.idle())
            began = time.monotonic()
            while not self._film.over and not self.closed:
                self._next_in_time((time.monotonic() - began) * self._speed)
            if self._film.over:
                self._finish()
            while not self._closed.wait(1 / self._fps):
                self._latest.put(self._film.idle())
        except Exception as error:  # noqa: BLE001 - `wait` raises it where something can be done about it
            self.fail(error)

    def _next_in_time(self, passed_s: float) -> None:
        """Makes the frame that is due, or sleeps until one is. `passed_s` is table time since the beginning."""
        early_s = self._film.number / self._fps - passed_s
        if early_s > 0:
            self._closed.wait(early_s / self._speed)
        else:
            self._film.skip_to(int(passed_s * self._fps))
            self._latest.put(self._film.next())


class _Latest:
    """The newest shot, for any number of waiting clients."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._shot: Shot | None = None

    def put(self, shot: Shot) -> None:
        """Replaces it."""
        with self._news:
            self._shot = shot
            self._news.notify_all()

    def wake(self) -> None:
        """Lets everyone look whether there is reason to wait on."""
        with self._news:
            self._news.notify_all()

    def after(self, number: int) -> Shot | None:
        """A shot newer than that, waiting for it; None when woken without."""
        with self._news:
            if self._shot is None or self._shot.number <= number:
                self._news.wait(1.0)
            return self._shot if self._shot is not None and self._shot.number > number else None


class _Viewers:
    """How many clients look."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def join(self) -> None:
        """One more."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def leave(self) -> None:
        """One less."""
        with self._changed:
            self._count -= 1

    def wait(self, timeout_s: float | None) -> bool:
        """Whether there is one, now or in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._count > 0, timeout_s)
