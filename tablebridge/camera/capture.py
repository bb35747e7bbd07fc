"""Reads a camera in its own thread, tells when it is gone or frozen, and keeps trying to get it back."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from tablebridge.backoff import Backoff
from tablebridge.camera.address import ASK_TIMEOUT_MS, OPEN_TIMEOUT_MS, READ_TIMEOUT_MS, AddressKind, CameraAddress
from tablebridge.camera.frame import CameraFrame, Picture
from tablebridge.camera.status import CameraState, CameraStatus
from tablebridge.clock import Clock, FrameClock

__all__ = ["CameraSource"]

_log = logging.getLogger(__name__)

_FIRST_RETRY_S = 0.5
_LONGEST_RETRY_S = 30.0
_QUEUE = 4
_USUAL_FRAME_RATE = 25.0


def _ignore(_: CameraStatus) -> None:
    """What a source tells its status to when nobody listens."""


class CameraSource:
    """Frames from one camera, read in a thread of its own.

    A live source (`every_frame` False) keeps only the newest frame; those nobody took are dropped and counted. With
    `every_frame` each frame is delivered in order and the source waits for its reader: for files, and for a simulated
    table that plays as fast as it is watched. Then `at_ms` is frame number over `frame_rate` (the file's own rate when
    None) and a `FrameClock` is advanced as frames are taken; otherwise `at_ms` is the clock's moment of capture.

    `on_status` is called from the source's thread whenever the camera comes up, is absent, freezes or ends; the thread
    itself never dies of a camera's fault: it reconnects with growing pauses. `identical_s` is how long a live camera
    may show the very same picture before it counts as frozen (a sensor's noise never repeats); None never asks.
    """

    def __init__(
        self,
        address: str,
        clock: Clock,
        *,
        frame_rate: float | None = None,
        every_frame: bool = False,
        on_status: Callable[[CameraStatus], None] = _ignore,
        identical_s: float | None = 10.0,
        first_retry_s: float = _FIRST_RETRY_S,
    ) -> None:
        self._address = CameraAddress(address)
        self._clock = clock
        self._frame_rate = frame_rate
        # a file never runs ahead of its reader: nothing in it is newer than what was not read yet
        self._every_frame = every_frame or self._address.kind is AddressKind.FILE
        self._on_status = on_status
        self._identical_s = identical_s
        self._backoff = Backoff(first_retry_s, _LONGEST_RETRY_S)
        self._queue: deque[CameraFrame] = deque()
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._finished = False
        self._thread: threading.Thread | None = None
        self._state: CameraState | None = None
        self._number = 0
        self._dropped = 0

    @property
    def dropped(self) -> int:
        """Frames that a newer one replaced before anybody took them."""
        return self._dropped

    @property
    def finished(self) -> bool:
        """True when no further frame will come: the file ended, or the source was stopped."""
        return self._finished and not self._queue

    def start(self) -> None:
        """Begins to read. A second start does nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=f"camera {self._address.shown}", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends reading and waits for the thread, at most as long as opening and a read may take."""
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            # a thread inside OpenCV when Python ends takes the process down with it
            self._thread.join(timeout=(OPEN_TIMEOUT_MS + READ_TIMEOUT_MS + 2 * ASK_TIMEOUT_MS) / 1000 + 1)

    def read(self, timeout_s: float | None = None) -> CameraFrame | None:
        """The next frame; None when none came within `timeout_s` or none will come any more (`finished`)."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._queue) or self._finished, timeout_s)
            if not self._queue:
                return None
            frame = self._queue.popleft()
            self._changed.notify_all()
        if self._every_frame and isinstance(self._clock, FrameClock):
            self._clock.advance_to(frame.at_ms)
        return frame

    def __iter__(self) -> Iterator[CameraFrame]:
        while True:
            frame = self.read()
            if frame is None:
                return
            yield frame

    # -- the thread --

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                before = self._number
                if self._watch_once():
                    return
                if self._number > before:
                    self._backoff.reset()
                self._stopping.wait(self._backoff.next_s())
        finally:
            with self._changed:
                self._finished = True
                self._changed.notify_all()

    def _watch_once(self) -> bool:
        """Opens the camera and reads until it fails. True when there is nothing more to read, ever."""
        try:
            capture = self._address.open()
        except cv2.error as error:
            _log.debug("opening %s: %s", self._address.shown, error)
            capture = None
        if capture is None:
            if self._state is not CameraState.ABSENT:
                self._say(CameraState.ABSENT, f"{self._address.why_not()}; trying again")
            return False
        try:
            return self._read_from(capture)
        except cv2.error as error:
            self._say(CameraState.ABSENT, f"camera {self._address.shown} failed: {str(error).strip()}; trying again")
            return False
        finally:
            capture.release()

    def _read_from(self, capture: cv2.VideoCapture) -> bool:
        rate = self._frame_rate or capture.get(cv2.CAP_PROP_FPS) or _USUAL_FRAME_RATE
        last = _LastPicture(time.monotonic())
        while not self._stopping.is_set():
            asked_at = time.monotonic()
            came, picture = capture.read()
            if not came:
                return self._after_failed_read(time.monotonic() - asked_at)
            image = np.asarray(picture, np.uint8)
            self._say(CameraState.UP, f"camera {self._address.shown} shows {image.shape[1]}x{image.shape[0]} pixels")
            if self._is_frozen(last, image):
                return False
            self._deliver(image, rate)
        return True

    def _after_failed_read(self, waited_s: float) -> bool:
        where = self._address.shown
        if self._address.kind is AddressKind.FILE:
            self._say(CameraState.ENDED, f"video {where} is at its end after {self._number} frames")
            return True
        if waited_s * 1000 >= READ_TIMEOUT_MS * 0.9:
            self._say(CameraState.FROZEN, f"camera {where} sent no picture for {waited_s:.0f} s; connecting again")
        else:
            self._say(CameraState.ENDED, f"camera {where} ended its stream; connecting again")
        return False

    def _is_frozen(self, last: _LastPicture, image: Picture) -> bool:
        if self._identical_s is None or self._every_frame:
            return False
        same_s = last.same_for_s(image, time.monotonic())
        if same_s < self._identical_s:
            return False
        self._say(
            CameraState.FROZEN,
            f"camera {self._address.shown} has shown the very same picture for {same_s:.0f} s; connecting again",
        )
        return True

    def _deliver(self, image: Picture, rate: float) -> None:
        at_ms = self._number * 1000 / rate if self._every_frame else self._clock.now_ms()
        frame = CameraFrame(self._number, at_ms, self._clock.utc(), image)
        self._number += 1
        with self._changed:
            if self._every_frame:
                self._changed.wait_for(lambda: len(self._queue) < _QUEUE or self._stopping.is_set())
            else:
                self._dropped += len(self._queue)
                self._queue.clear()
            self._queue.append(frame)
            self._changed.notify_all()

    def _say(self, state: CameraState, text: str) -> None:
        """Tells a change of state, once."""
        if state is self._state:
            return
        self._state = state
        try:
            self._on_status(CameraStatus(state, text))
        except Exception:  # noqa: BLE001 - a listener's bug must not end the camera; it is logged with its traceback
            _log.exception("the listener to camera %s failed", self._address.shown)


class _LastPicture:
    """Remembers a sample of the last picture that differed, to tell a frozen camera."""

    def __init__(self, now_s: float) -> None:
        self._sample: Picture | None = None
        self._since_s = now_s

    def same_for_s(self, image: Picture, now_s: float) -> float:
        """Seconds for which no picture has differed from this one."""
        sample = image[::8, ::8]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample = sample.copy()
            self._since_s = now_s
        return now_s - self._since_s
