"""The HTTP side of the virtual camera: one endless multipart response a client."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from tablebridge.errors import UsageError
from tablebridge.sim.camera_film import Shot
from tablebridge.sim.socket_queue import SentQueue

__all__ = ["PATH", "CameraServer", "Shown"]

PATH = "/camera.mjpg"
"""Where the stream is; other paths answer 404."""

_SEND_BUFFER_BYTES = 64 * 1024
"""Kept small in lockstep, so that even where `SentQueue` cannot tell, few frames are under way."""
_TAKEN_BYTES = 1024
"""A frame of which no more than this is unread counts as taken."""
_LOOK_AGAIN_S = 0.001


class Shown(Protocol):
    """What the server needs of a `CameraStream`."""

    @property
    def lockstep(self) -> bool:
        """Whether the next shot is made only when the last one is taken."""
        ...

    @property
    def closed(self) -> bool:
        """True once nothing more is served."""
        ...

    def viewer(self) -> AbstractContextManager[bool]:
        """Around one client's stay; False when there is no room for it."""
        ...

    def shots(self) -> Iterator[Shot]:
        """What one client is sent."""
        ...

    def sent(self, shot: Shot) -> None:
        """Called when a shot begins to leave."""
        ...

    def fail(self, error: Exception) -> None:
        """Called when making a shot went wrong."""
        ...


class CameraServer(ThreadingHTTPServer):
    """Listens at an address from the start; run `serve_forever` in a thread."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, host: str, port: int, stream: Shown) -> None:
        """Raises `UsageError` when the address cannot be had."""
        self.stream = stream
        self._open: set[socket.socket] = set()
        try:
            super().__init__((host, port), _Handler)
        except (OSError, UnicodeError) as error:  # a name that can be no host's is a UnicodeError
            what_to_do = f"{getattr(error, 'strerror', None) or error}; choose another host or port"
            raise UsageError("the camera's address cannot be served", f"{host}:{port}", what_to_do) from error

    @property
    def url(self) -> str:
        """The stream's address."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}{PATH}"

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
    server: CameraServer

    def do_GET(self) -> None:
        """Sends the stream until one end has enough."""
        stream = self.server.stream
        if self.path != PATH:
            self.send_error(HTTPStatus.NOT_FOUND, f"the camera is at {PATH}")
            return
        with stream.viewer() as admitted:
            if admitted:
                self._serve(stream)
            else:
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "in lockstep there is one client at a time")

    def _serve(self, stream: Shown) -> None:
        try:
            self._send_stream(stream)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client has gone, as clients do
        except Exception as error:  # noqa: BLE001 - in lockstep the script runs in here; `wait` raises it
            stream.fail(error)

    def _send_stream(self, stream: Shown) -> None:
        if stream.lockstep:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        with SentQueue(self.connection) as queue:
            for shot in stream.shots():
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(shot.jpeg)}\r\n"
                head += f"X-Table-Ms: {shot.at_ms:.3f}\r\n\r\n"
                stream.sent(shot)
                self.wfile.write(head.encode() + shot.jpeg + b"\r\n")
                while stream.lockstep and not stream.closed and queue.unread_bytes() > _TAKEN_BYTES:
                    time.sleep(_LOOK_AGAIN_S)

    def log_message(self, *_: object) -> None:
        """A camera keeps quiet."""
