"""What a camera's address means, and how OpenCV is made to open it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

# FFmpeg's complaints go to stderr in its own words; the camera's status line says the same once, in ours. RTSP over
# UDP loses packets on a busy network and shows torn pictures; TCP does not. Both are read when OpenCV first opens a
# video, so they must be set before that.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")

import cv2

from tablebridge.camera.http_answer import http_answer

__all__ = ["AddressKind", "CameraAddress"]

OPEN_TIMEOUT_MS = 5000
READ_TIMEOUT_MS = 2000
ASK_TIMEOUT_MS = 1000
_NUMBER = re.compile(r"[0-9]{1,4}")


class AddressKind(Enum):
    """What lies behind an address."""

    DEVICE = "device"
    FILE = "file"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class CameraAddress:
    """A device index (`0`) or path (`/dev/video0`), a video file, or an `http://`, `https://`, `rtsp://` stream.

    >>> CameraAddress("0").kind, CameraAddress("http://host/cam.mjpg").kind, CameraAddress("game.avi").kind
    (<AddressKind.DEVICE: 'device'>, <AddressKind.STREAM: 'stream'>, <AddressKind.FILE: 'file'>)
    """

    text: str

    @property
    def shown(self) -> str:
        """The address as it may stand in a log or on a page: without the password.

        >>> CameraAddress("rtsp://eye:s3cret@10.0.0.9/live").shown
        'rtsp://eye:***@10.0.0.9/live'
        """
        return re.sub(r"(://[^/@:]*):[^/@]*@", r"\1:***@", self.text)

    @property
    def kind(self) -> AddressKind:
        """Device, file or stream."""
        if _NUMBER.fullmatch(self.text) or self.text.startswith("/dev/"):
            return AddressKind.DEVICE
        if "://" in self.text:
            return AddressKind.STREAM
        return AddressKind.FILE

    def why_not(self) -> str:
        """What to say of a camera that could not be opened, on one line; asks an HTTP address what it answers."""
        answer = http_answer(self.text, ASK_TIMEOUT_MS / 1000)
        if answer is None:
            return f"no camera at {self.shown} ({self.what_to_do})"
        return f"camera {self.shown} answers, but not with a video stream ({answer.text}; {answer.what_to_do})"

    @property
    def what_to_do(self) -> str:
        """The advice that goes with a camera that cannot be opened."""
        match self.kind:
            case AddressKind.DEVICE:
                return "check the cable, the device's number and the right to read it"
            case AddressKind.STREAM:
                return "check that the camera is on and the address is right"
            case AddressKind.FILE:
                return "check the path and that it is a video" if Path(self.text).exists() else "check the path"

    def open(self) -> cv2.VideoCapture | None:
        """Opens it for reading; None when there is no such camera or it does not answer in time."""
        if self.kind is AddressKind.DEVICE:
            capture = cv2.VideoCapture(int(self.text) if _NUMBER.fullmatch(self.text) else self.text, cv2.CAP_V4L2)
            # one picture in the driver's queue: an old one is of no use
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        else:
            limits = [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                OPEN_TIMEOUT_MS,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                READ_TIMEOUT_MS,
            ]
            capture = cv2.VideoCapture(self.text, cv2.CAP_FFMPEG, limits)
        if capture.isOpened():
            return capture
        capture.release()
        return None
