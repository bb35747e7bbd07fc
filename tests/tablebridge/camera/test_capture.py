"""A camera source against real files and a real stream: order, dropping, freezing, ending, coming back."""

from __future__ import annotations

import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge.camera import CameraSource, CameraState, CameraStatus
from tablebridge.clock import FrameClock, TableClock

WIDTH, HEIGHT = 96, 64


def numbered(number: int) -> np.ndarray:
    """A picture that says its number by its brightness: 4 per step, so that JPEG cannot blur it."""
    return np.full((HEIGHT, WIDTH, 3), (number * 4) % 256, np.uint8)


def number_of(image: np.ndarray) -> int:
    """The number that `numbered` wrote."""
    return round(float(image.mean()) / 4)


class MjpegServer:
    """Counts its viewers; `pictures` says what each of them is sent; `frozen` holds every stream back."""

    def __init__(self, pictures: Callable[[int], Iterator[np.ndarray]]) -> None:
        self.pictures = pictures
        self.viewers = 0
        self.running = threading.Event()
        self.running.set()
        self.closing = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.viewers += 1
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    for picture in outer.pictures(outer.viewers):
                        while not outer.running.wait(0.05):
                            if outer.closing.is_set():
                                return
                        body = cv2.imencode(".jpg", picture)[1].tobytes()
                        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                        self.wfile.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n")
                except (BrokenPipeError, ConnectionResetError):
                    return

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/cam.mjpg"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def serving(pictures: Callable[[int], Iterator[np.ndarray]]) -> Iterator[MjpegServer]:
    """The server while the block runs."""
    server = MjpegServer(pictures)
    server.start()
    try:
        yield server
    finally:
        server.close()


WAIT_S = 20.0


class Statuses:
    """Collects what a source says, and lets a test wait for it."""

    def __init__(self) -> None:
        self.all: list[CameraStatus] = []
        self._changed = threading.Condition()

    def __call__(self, status: CameraStatus) -> None:
        with self._changed:
            self.all.append(status)
            self._changed.notify_all()

    def wait_for(self, state: CameraState, count: int = 1) -> CameraStatus:
        with self._changed:
            came = self._changed.wait_for(lambda: len(self.of(state)) >= count, WAIT_S)
        assert came, f"no {state} among {self.all}"
        return self.of(state)[count - 1]

    def of(self, state: CameraState) -> list[CameraStatus]:
        return [status for status in self.all if status.state is state]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (WIDTH, HEIGHT))
    for number in range(30):
        writer.write(numbered(number))
    writer.release()
    return path


def test_file_gives_every_frame_in_order_with_the_files_time_even_to_a_slow_reader(video: Path) -> None:
    statuses = Statuses()
    clock = FrameClock()
    source = CameraSource(str(video), clock, on_status=statuses)
    source.start()
    moments = []
    for frame in source:
        assert number_of(frame.image) == frame.number
        assert clock.now_ms() == frame.at_ms, "the clock runs with the frames taken, not with those read ahead"
        moments.append(frame.at_ms)
    assert moments == [number * 100.0 for number in range(30)]
    assert source.dropped == 0
    assert source.finished
    assert [status.state for status in statuses.all] == [CameraState.UP, CameraState.ENDED]
    assert "after 30 frames" in statuses.all[-1].text


def test_frame_rate_given_beats_the_files(video: Path) -> None:
    source = CameraSource(str(video), FrameClock(), frame_rate=25)
    source.start()
    assert [frame.at_ms for frame in source][:3] == [0.0, 40.0, 80.0]


def test_live_stream_keeps_only_the_newest_frame() -> None:
    gate = threading.Event()

    def pictures(_: int) -> Iterator[np.ndarray]:
        for number in itertools.count():
            if number == 20:
                gate.wait(WAIT_S)
            yield numbered(number % 60)

    with serving(pictures) as server:
        source = CameraSource(server.address, TableClock(), on_status=Statuses())
        source.start()
        first = source.read(WAIT_S)
        assert first is not None
        # nobody reads while the stream goes on: the next frame taken is far on, and the gap is counted
        gate.set()
        seen = first
        while seen.number < 200:
            seen = source.read(WAIT_S)
            assert seen is not None
        later = source.read(WAIT_S)
        source.stop()
    assert later is not None
    assert later.number > seen.number
    assert later.at_ms >= seen.at_ms
    assert later.number - first.number >= 200


def test_lockstep_stream_delivers_every_frame_and_waits_for_its_reader() -> None:
    with serving(lambda _: (numbered(number) for number in range(60))) as server:
        source = CameraSource(server.address, FrameClock(), frame_rate=20, every_frame=True)
        source.start()
        numbers = []
        for _ in range(50):
            frame = source.read(WAIT_S)
            assert frame is not None
            assert frame.at_ms == frame.number * 50
            numbers.append(number_of(frame.image))
        source.stop()
    assert numbers == list(range(50))
    assert source.dropped == 0


def test_unread_frames_are_dropped_and_counted() -> None:
    with serving(lambda _: (numbered(number) for number in range(40))) as server:
        statuses = Statuses()
        source = CameraSource(server.address, TableClock(), on_status=statuses)
        source.start()
        statuses.wait_for(CameraState.ENDED)
        frame = source.read(WAIT_S)
        source.stop()
    assert frame is not None
    assert source.dropped >= 1
    assert frame.number == source.dropped, "every frame before the newest was dropped"


def test_stream_that_ends_is_told_once_and_connected_again() -> None:
    def pictures(viewer: int) -> Iterator[np.ndarray]:
        return (numbered(number) for number in range(5 if viewer == 1 else 60))

    with serving(pictures) as server:
        statuses = Statuses()
        source = CameraSource(server.address, TableClock(), on_status=statuses, first_retry_s=0.05)
        source.start()
        assert "ended its stream" in statuses.wait_for(CameraState.ENDED).text
        statuses.wait_for(CameraState.UP, count=2)
        source.stop()
    assert server.viewers >= 2


def test_camera_that_stops_sending_is_frozen_then_comes_back() -> None:
    def pictures(viewer: int) -> Iterator[np.ndarray]:
        for number in itertools.count():
            if viewer == 1 and number == 12:
                server.running.clear()
            yield numbered(number % 60)

    with serving(pictures) as server:
        statuses = Statuses()
        source = CameraSource(server.address, TableClock(), on_status=statuses, first_retry_s=0.05)
        source.start()
        frozen = statuses.wait_for(CameraState.FROZEN)
        assert "no picture" in frozen.text
        assert "\n" not in frozen.text
        server.running.set()
        statuses.wait_for(CameraState.UP, count=2)
        source.stop()


def test_camera_that_repeats_the_very_same_picture_is_frozen() -> None:
    with serving(lambda _: itertools.repeat(numbered(9))) as server:
        statuses = Statuses()
        source = CameraSource(server.address, TableClock(), on_status=statuses, identical_s=0.2, first_retry_s=0.05)
        source.start()
        assert "very same picture" in statuses.wait_for(CameraState.FROZEN).text
        source.stop()


def closed_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}/cam.mjpg"


@pytest.mark.parametrize(
    ("address", "advice"),
    [
        (closed_port(), "check that the camera is on"),
        ("no/such/video.avi", "check the path"),
        ("/dev/video97", "check the cable"),
    ],
    ids=["stream", "file", "device"],
)
def test_absent_camera_is_one_line_told_once_and_never_an_exception(address: str, advice: str) -> None:
    statuses = Statuses()
    source = CameraSource(address, TableClock(), on_status=statuses, first_retry_s=0.01)
    source.start()
    status = statuses.wait_for(CameraState.ABSENT)
    assert source.read(0.3) is None
    assert not source.finished, "it goes on trying"
    source.stop()
    assert source.finished
    assert len(statuses.all) == 1
    assert address in status.text
    assert advice in status.text
    assert "\n" not in status.text


def test_listener_that_fails_does_not_end_the_camera(video: Path, caplog: pytest.LogCaptureFixture) -> None:
    def listener(_: CameraStatus) -> None:
        raise ValueError("a bug elsewhere")

    source = CameraSource(str(video), FrameClock(), on_status=listener)
    source.start()
    assert len(list(source)) == 30
    assert "a bug elsewhere" in caplog.text
