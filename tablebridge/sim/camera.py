"""The virtual overhead camera: a script of motions seen frame by frame, into a video file or a stream."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from tablebridge.errors import UsageError
from tablebridge.sim.camera_stream import CameraStream, FrameSent
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import Motion, Scene, ViewChange

__all__ = ["Playback", "VirtualCamera"]

_CODECS = {".mp4": "mp4v", ".avi": "MJPG", ".mkv": "MJPG"}


class Playback:
    """A script on its way: the cloth and the arms at a moment that only moves forward."""

    def __init__(self, motions: Sequence[Motion], renderer: SceneRenderer, views: Sequence[ViewChange] = ()) -> None:
        self._renderer = renderer
        self._views = sorted(views, key=lambda view: view.at_ms)
        self._scene = Scene()
        # of two changes at one moment the one that the script names first comes first
        self._changes = sorted(motions, key=lambda motion: motion.change_ms)
        self._changed = 0
        self._starts = sorted(motions, key=lambda motion: motion.start_ms)
        self._started = 0
        self._under_way: list[tuple[float, int, Motion]] = []
        self._now_ms = -math.inf

    def frame(self, at_ms: float, take: int = 0) -> np.ndarray:
        """The picture of that moment, (height, width, 3) BGR; another `take` of it has other noise.

        Raises `ValueError` for a moment before the last one, and `KeyError` as `Scene.apply` does.
        """
        if at_ms < self._now_ms:
            raise ValueError(f"a playback cannot go back from {self._now_ms} ms to {at_ms} ms")
        self._now_ms = at_ms
        while self._changed < len(self._changes) and self._changes[self._changed].change_ms <= at_ms:
            self._scene.apply(self._changes[self._changed])
            self._changed += 1
        while self._started < len(self._starts) and self._starts[self._started].start_ms <= at_ms:
            motion = self._starts[self._started]
            heapq.heappush(self._under_way, (motion.end_ms, self._started, motion))
            self._started += 1
        while self._under_way and self._under_way[0][0] < at_ms:
            heapq.heappop(self._under_way)
        # in the order in which they began, so that arms lie over each other the same way in every frame
        arms = [motion for _, _, motion in sorted(self._under_way, key=lambda entry: entry[1])]
        return self._renderer.frame(self._scene.objects, arms, at_ms, take=take, view=self._view(at_ms))

    def _view(self, at_ms: float) -> ViewChange | None:
        """The newest change of the view until then."""
        return next((view for view in reversed(self._views) if view.at_ms <= at_ms), None)


class VirtualCamera:
    """Takes `fps` pictures a second of table time from `start_ms` until `tail_ms` after the last motion.

    `on_time(at_ms)` is called before each picture is drawn, so that the table's reports keep in step with it.
    """

    def __init__(
        self,
        motions: Sequence[Motion],
        renderer: SceneRenderer,
        fps: float = 15.0,
        *,
        start_ms: float = 0.0,
        tail_ms: float = 1000.0,
        views: Sequence[ViewChange] = (),
        on_time: Callable[[float], None] | None = None,
    ) -> None:
        if not 0 < fps <= 240:
            raise ValueError(f"a camera takes more than 0 and at most 240 pictures a second, not {fps}")
        self._motions = tuple(motions)
        self._views = tuple(views)
        self._renderer = renderer
        self._on_time = on_time
        self.fps = fps
        self.start_ms = start_ms
        last_ms = max((motion.end_ms for motion in self._motions), default=start_ms)
        self.frame_count = math.ceil(max(last_ms + tail_ms - start_ms, 0.0) * fps / 1000) + 1

    @property
    def end_ms(self) -> float:
        """The moment of the last frame; everything has come to rest."""
        return self.moment(self.frame_count - 1)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its pictures in pixels."""
        return self._renderer.projection.size

    @property
    def corners_px(self) -> list[tuple[float, float]]:
        """See `SceneRenderer.corners_px`."""
        return self._renderer.corners_px

    def moment(self, number: int) -> float:
        """The table time of a frame, in ms; frames count from 0."""
        return self.start_ms + number * 1000 / self.fps

    def play(self) -> Playback:
        """The script from its beginning."""
        return Playback(self._motions, self._renderer, self._views)

    def tell_time(self, at_ms: float) -> None:
        """Lets the listener know that table time has come to `at_ms`."""
        if self._on_time is not None:
            self._on_time(at_ms)

    def __iter__(self) -> Iterator[tuple[float, np.ndarray]]:
        """Every frame with its moment in ms, from the beginning."""
        playback = self.play()
        for number in range(self.frame_count):
            at_ms = self.moment(number)
            self.tell_time(at_ms)
            yield at_ms, playback.frame(at_ms)

    def write_video(self, path: Path) -> int:
        """Writes the whole script as a video and returns how many frames it has: MPEG-4 for `.mp4`, MJPEG for `.avi`
        and `.mkv`.

        Raises `UsageError` for another ending or a place that cannot be written.
        """
        codec = _CODECS.get(path.suffix.lower())
        if codec is None:
            raise UsageError("no such kind of video", str(path), "use a name that ends in " + ", ".join(_CODECS))
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), self.fps, self.size)
        if not writer.isOpened():
            raise UsageError("the video cannot be written", str(path), "check the folder and the right to write there")
        try:
            for _, frame in self:
                writer.write(frame)
        finally:
            writer.release()
        return self.frame_count

    def serve_mjpeg(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        speed: float = 1.0,
        *,
        quality: int = 88,
        on_frame_sent: FrameSent | None = None,
    ) -> CameraStream:
        """Serves the script as MJPEG over HTTP, see `CameraStream`; port 0 takes a free one."""
        return CameraStream(self, host, port, speed, quality=quality, on_frame_sent=on_frame_sent)
