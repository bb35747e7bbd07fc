"""The virtual camera's pictures over HTTP, as a network camera sends them: one JPEG after the other."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tablebridge.errors import UsageError
from tablebridge.sim.camera_film import Film, Filmed, Shot
from tablebridge.sim.socket_queue import unread_bytes

__all__ = ["CameraStream", "FrameSent"]

FrameSent = Callable[[float, datetime], None]
"""Called with a frame's table time in ms and the UTC moment at which it begins to leave."""

_PATH = "/camera.mjpg"
_SEND_BUFFER_BYTES = 64 * 1024
"""Kept small in lockstep, so that even where `unread_bytes` cannot tell, few frames are under way."""
_TAKEN_BYTES = 1024
"""A frame of which no more than this is unread counts as taken."""
_LOOK_AGAIN_S = 0.001
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
        self._viewed = threading.Event()
        self._begun, self._finished, self._closed = threading.Event(), threading.Event(), threading.Event()
        self._whole = False
        self._failure: Exception | None = None
        self._on_frame_sent = on_frame_sent
        self._sent_ms = float("-inf")
        self._sent_lock = threading.Lock()
        self._film = Film(camera, quality)
        self._latest = _Latest()
        self._only_client = threading.Lock()
        self._server = _listen(host, port, self)
        self._threads = [threading.Thread(target=self._server.serve_forever, args=(0.05,), name="camera stream")]
        if speed:
            self._threads.append(threading.Thread(target=self._keep_time, name="camera clock"))
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    @property
    def url(self) -> str:
        """Where the stream is."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}{_PATH}"

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
        """Waits until somebody has looked at the stream; False when nobody came in time."""
        return self._viewed.wait(timeout_s)

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

    def viewed(self) -> None:
        """A client is being sent a picture."""
        self._viewed.set()

    def admit(self) -> bool:
        """Whether one more client may look; if so, `dismiss` must follow."""
        return not self.lockstep or self._only_client.acquire(timeout=_CHANGE_OVER_S)

    def dismiss(self) -> None:
        """A client has gone."""
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


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], stream: CameraStream) -> None:
        self.stream = stream
        self._open: set[socket.socket] = set()
        super().__init__(address, _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        """Remembers the connection, so that closing can end it."""
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        """Forgets the connection."""
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Ends all connections, also those that wait for a slow reader."""
        for connection in tuple(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the other end was quicker


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        """Sends the stream until one end has enough."""
        stream = self.server.stream
        if self.path != _PATH:
            self.send_error(HTTPStatus.NOT_FOUND, f"the camera is at {_PATH}")
            return
        if not stream.admit():
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "in lockstep there is one client at a time")
            return
        try:
            self._send_stream(stream)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has gone, as clients do
        except Exception as error:  # noqa: BLE001 - in lockstep the script runs in here; `wait` raises it
            stream.fail(error)
        finally:
            stream.dismiss()

    def _send_stream(self, stream: CameraStream) -> None:
        if stream.lockstep:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        for shot in stream.shots():
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shot.jpeg)}\r\n"
            head += f"X-Table-Ms: {shot.at_ms:.3f}\r\n\r\n"
            stream.sent(shot)
            stream.viewed()
            self.wfile.write(head.encode() + shot.jpeg + b"\r\n")
            while stream.lockstep and not stream.closed and unread_bytes(self.connection) > _TAKEN_BYTES:
                time.sleep(_LOOK_AGAIN_S)

    def log_message(self, *_: object) -> None:
        """A camera keeps quiet."""


def _listen(host: str, port: int, stream: CameraStream) -> _Server:
    try:
        return _Server((host, port), stream)
    except OSError as error:
        what_to_do = f"{error.strerror or error}; choose another host or port"
        raise UsageError("the camera's address cannot be served", f"{host}:{port}", what_to_do) from error
