"""The real HTTP stream: read by OpenCV and by a plain client, in lockstep and in time."""

from __future__ import annotations

import http.client
import socket
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from tablebridge.errors import UsageError
from tablebridge.sim import camera_stream
from tablebridge.sim.scene import Motion

from .filming import SIZE, camera, parts, tile

LIMITS = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 10000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 10000]


def _picture(jpeg: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


@pytest.mark.parametrize("speed", [0.0, 4.0])
def test_opencv_reads_the_stream_to_the_script_s_end(speed: float) -> None:
    eye = camera()
    *_, (_, last) = eye
    with eye.serve_mjpeg(speed=speed) as stream:
        capture = cv2.VideoCapture(stream.url, cv2.CAP_FFMPEG, LIMITS)
        assert capture.isOpened()
        stream.begin()
        frame = None
        while not stream.finished:
            ok, frame = capture.read()
            assert ok
        assert stream.wait(5)
        ok, frame = capture.read()
        capture.release()

    assert ok
    assert frame.shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(frame.astype(int) - last).mean() < 6


def test_in_lockstep_no_frame_is_left_out_and_each_is_told_once() -> None:
    sent: list[tuple[float, datetime]] = []
    heard: list[float] = []
    eye = camera(on_time=heard.append)
    expected = [frame for _, frame in eye]
    heard.clear()
    before = datetime.now(UTC)
    with eye.serve_mjpeg(speed=0, on_frame_sent=lambda at_ms, utc: sent.append((at_ms, utc))) as stream:
        stream.begin()
        taken = list(islice(parts(stream.url), eye.frame_count))

    assert [at_ms for at_ms, _ in taken] == pytest.approx([100 * n for n in range(eye.frame_count)])
    for (_, jpeg), meant in zip(taken, expected, strict=True):
        assert np.abs(_picture(jpeg).astype(int) - meant).mean() < 6
    assert heard == [at_ms for at_ms, _ in taken]
    assert [at_ms for at_ms, _ in sent][: len(taken)] == heard
    assert all(one <= other for (_, one), (_, other) in pairwise(sent))
    assert before <= sent[0][1] <= sent[-1][1] <= datetime.now(UTC) + timedelta(seconds=1)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what the other end has read")
def test_in_lockstep_the_camera_waits_for_its_client() -> None:
    heard: list[float] = []
    motions = [Motion(0, 0, 30_000, None, place=(tile(0),))]
    with camera(motions, on_time=heard.append).serve_mjpeg(speed=0) as stream:
        stream.begin()
        for taken, _ in enumerate(parts(stream.url), start=1):
            time.sleep(0.1)  # long enough for a camera that does not wait to make many more
            assert len(heard) <= taken + 1
            if taken == 6:
                break


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_before_the_script_begins_the_table_lies_still_but_alive(speed: float) -> None:
    heard: list[float] = []
    sent: list[float] = []
    eye = camera(on_time=heard.append)
    with eye.serve_mjpeg(speed=speed, on_frame_sent=lambda at_ms, _: sent.append(at_ms)) as stream:
        idle = list(islice(parts(stream.url), 6))

        assert {at_ms for at_ms, _ in idle} == {0.0}
        assert all(one != other for (_, one), (_, other) in pairwise(idle)), "a real camera's noise never repeats"
        assert np.abs(_picture(idle[0][1]).astype(int) - _picture(idle[1][1])).mean() < 8
        assert heard == sent == []
        assert not stream.wait(0)


def test_after_the_script_the_last_picture_stays() -> None:
    eye = camera()
    with eye.serve_mjpeg(speed=0) as stream:
        stream.begin()
        taken = list(islice(parts(stream.url), eye.frame_count + 3))
        assert stream.wait(5)

    assert [at_ms for at_ms, _ in taken[-4:]] == [eye.end_ms] * 4


def test_in_time_late_frames_are_left_out_but_never_the_last() -> None:
    motions = [Motion(0, 0, 60_000, None, place=(tile(0),))]
    heard: list[float] = []
    eye = camera(motions, on_time=heard.append)
    with eye.serve_mjpeg(speed=20_000) as stream:  # an hour of table time in a fifth of a second
        stream.begin()
        assert stream.wait(60), "nobody has to look"

    assert heard == sorted(set(heard))
    assert heard[-1] == eye.end_ms
    assert len(heard) < eye.frame_count


def test_in_time_several_clients_may_look() -> None:
    with camera().serve_mjpeg(speed=1) as stream:
        one, other = parts(stream.url), parts(stream.url)
        assert next(one)[1]
        assert next(other)[1]
        assert next(one)[1]


def test_in_lockstep_a_second_client_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_stream, "_CHANGE_OVER_S", 0.05)
    with camera().serve_mjpeg(speed=0) as stream:
        first = parts(stream.url)
        next(first)
        address = urlsplit(stream.url)
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=20)
        connection.request("GET", address.path)
        response = connection.getresponse()
        connection.close()

    assert response.status == 503
    assert "one client at a time" in response.reason


def test_in_lockstep_the_next_client_goes_on_where_the_last_stopped() -> None:
    eye = camera()
    with eye.serve_mjpeg(speed=0) as stream:
        stream.begin()
        first = parts(stream.url)
        seen = [at_ms for at_ms, _ in islice(first, 4)]
        first.close()
        rest = [at_ms for at_ms, _ in islice(parts(stream.url), 5)]

    assert rest == sorted(set(rest))
    # what was under way when the first hung up is lost, nothing else
    assert seen[-1] < rest[0] <= seen[-1] + 300


@pytest.mark.parametrize("speed", [0.0, 20.0])
def test_a_listener_s_mistake_ends_the_stream_and_is_raised_by_wait(speed: float) -> None:
    def stumble(at_ms: float) -> None:
        if at_ms >= 500:
            raise RuntimeError("the device has gone")

    with camera(on_time=stumble).serve_mjpeg(speed=speed) as stream:
        stream.begin()
        reader = threading.Thread(target=lambda: list(parts(stream.url)))
        reader.start()
        with pytest.raises(RuntimeError, match="the device has gone"):
            stream.wait(20)
        assert stream.closed
        reader.join(20)
        assert not reader.is_alive()


@pytest.mark.parametrize("speed", [0.0, 0.01])
def test_closing_ends_the_clients_and_the_wait(speed: float) -> None:
    stream = camera().serve_mjpeg(speed=speed)
    stream.begin()
    reader = parts(stream.url)
    next(reader)
    stream.close()

    assert len(list(reader)) < 5
    assert not stream.wait(0)


def test_other_paths_say_where_the_camera_is() -> None:
    with camera().serve_mjpeg() as stream:
        address = urlsplit(stream.url)
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=20)
        connection.request("GET", "/")
        response = connection.getresponse()
        connection.close()

    assert response.status == 404
    assert "/camera.mjpg" in response.reason


def test_a_port_in_use_is_a_usage_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"cannot be served: 127.0.0.1:{port}"):
            camera().serve_mjpeg(port=port)


def test_a_negative_speed_is_refused() -> None:
    with pytest.raises(ValueError, match="speed is 0 or more"):
        camera().serve_mjpeg(speed=-1)


def test_the_wait_for_a_viewer_ends_when_one_looks() -> None:
    with camera().serve_mjpeg(speed=0) as stream:
        assert not stream.wait_for_viewer(0)
        viewer = parts(stream.url)
        next(viewer)
        assert stream.wait_for_viewer(5)
