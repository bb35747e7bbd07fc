"""What an address means, and what is said of one that is no camera."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tablebridge.camera import CameraSource, CameraState, CameraStatus
from tablebridge.camera.address import AddressKind, CameraAddress
from tablebridge.camera.http_answer import http_answer
from tablebridge.clock import TableClock


@contextmanager
def answering(status: int, headers: dict[str, str], body: bytes = b"") -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A web server that always says the same; its address, and the headers of who asked."""
    asked: list[dict[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(dict(self.headers))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", AddressKind.DEVICE),
        ("9999", AddressKind.DEVICE),
        ("/dev/video3", AddressKind.DEVICE),
        ("99999999999", AddressKind.FILE),
        ("-3", AddressKind.FILE),
        ("\u00b2", AddressKind.FILE),
        ("game.avi", AddressKind.FILE),
        ("rtsp://camera/1", AddressKind.STREAM),
    ],
)
def test_every_text_is_an_address_of_some_kind(text: str, kind: AddressKind) -> None:
    assert CameraAddress(text).kind is kind


@pytest.mark.parametrize(
    ("status", "kind", "answer", "advice"),
    [
        (200, "text/html; charset=utf-8", "200 OK, text/html", "give the address of the stream itself"),
        (404, "text/plain", "404 Not Found, text/plain", "give the address of the stream itself"),
        (302, "", "302 Found", "give the address of the stream itself"),
        (401, "", "401 Unauthorized", "give the camera's user and password in the address"),
        (403, "text/html", "403 Forbidden, text/html", "give the camera's user and password in the address"),
        (599, "x/\x1b[31m", "599", "give the address of the stream itself"),
    ],
)
def test_an_address_that_answers_otherwise_is_not_called_absent(
    status: int, kind: str, answer: str, advice: str
) -> None:
    with answering(status, {"Content-Type": kind}, b"<h1>Camera</h1>") as (place, _):
        address = f"http://{place}/view?x=1"
        assert CameraAddress(address).why_not() == (
            f"camera {address} answers, but not with a video stream ({answer}; {advice})"
        )


def test_a_source_says_it_and_goes_on_trying() -> None:
    told: list[CameraStatus] = []
    came = threading.Event()

    def hear(status: CameraStatus) -> None:
        told.append(status)
        came.set()

    with answering(200, {"Content-Type": "text/html"}, b"<h1>Camera</h1>") as (place, _):
        source = CameraSource(f"http://{place}/", TableClock(), on_status=hear, first_retry_s=0.01)
        source.start()
        assert came.wait(20)
        assert not source.finished
        source.stop()
    assert [status.state for status in told] == [CameraState.ABSENT]
    assert "answers, but not with a video stream (200 OK, text/html; " in told[0].text
    assert told[0].text.endswith("; trying again")


def test_the_camera_is_asked_with_its_user_and_password() -> None:
    with answering(200, {"Content-Type": "text/html"}) as (place, asked):
        assert http_answer(f"http://league:a%40b@{place}/x", 5) is not None
    assert [one["Authorization"] for one in asked] == [f"Basic {b64encode(b'league:a@b').decode()}"]


@pytest.mark.parametrize(
    "address",
    ["rtsp://127.0.0.1/", "game.avi", "0", "http://", "http://[::1", "http://127.0.0.1:99999/", "http://a b/\n"],
)
def test_what_cannot_be_asked_answers_nothing(address: str) -> None:
    assert http_answer(address, 0.5) is None


def test_a_port_that_talks_something_else_answers_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            line, _ = server.accept()
            with line:
                line.recv(4096)
                line.sendall(b"RFB 003.008\n")

        thread = threading.Thread(target=talk, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"
        assert http_answer(address, 5) is None
        thread.join()
    assert CameraAddress(address).why_not().startswith(f"no camera at {address} (check that the camera is on")


@pytest.mark.parametrize("address", ["/dev/video97", "77", "none.avi", "http://127.0.0.1:9/", "broken.avi"])
def test_opencv_says_nothing_in_its_own_words(tmp_path: Path, address: str) -> None:
    # the order of a real start: the command line sets up, then OpenCV is loaded by whatever needs it first
    (tmp_path / "broken.avi").write_bytes(b"RIFF\x00\x00\x00\x00AVI LIST" + bytes(300))
    code = (
        "import sys; from tablebridge import cli; cli.main(['rules', 'list']); import cv2\n"
        "from tablebridge.camera.address import CameraAddress\nassert CameraAddress(sys.argv[1]).open() is None"
    )
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV_")}
    command = [sys.executable, "-c", code, address]
    done = subprocess.run(command, cwd=tmp_path, env=quiet, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("rtsp://eye:s3cret@10.0.0.9/live", "rtsp://eye:***@10.0.0.9/live"),
        ("http://eye:@host/cam.mjpg", "http://eye:***@host/cam.mjpg"),
        ("http://host:8080/cam.mjpg", "http://host:8080/cam.mjpg"),
        ("0", "0"),
    ],
)
def test_no_line_shows_a_password(address: str, shown: str) -> None:
    camera = CameraAddress(address)
    assert camera.shown == shown
    assert "s3cret" not in camera.why_not()
