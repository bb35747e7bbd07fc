"""`tablebridge look`: a live picture of what the camera's witness sees, believes and holds back."""

from __future__ import annotations

import argparse
import ipaddress
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from tablebridge.camera import CameraFrame, CameraSource, CameraStatus
from tablebridge.cli.annotation import write_picture
from tablebridge.cli.simulate import address_of
from tablebridge.cli.stop_request import StopRequest
from tablebridge.clock import Clock, FrameClock, TableClock
from tablebridge.config import TableConfig, load
from tablebridge.daemon.eye import Eye
from tablebridge.errors import UsageError
from tablebridge.sim.camera_film import Shot
from tablebridge.sim.camera_http import CameraServer
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.debug_picture import debug_picture, plain_picture
from tablebridge.vision.enrolment import load_taught
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.seen_so_far import SeenSoFar

__all__ = ["add_parser", "run"]

_log = logging.getLogger(__name__)

_WAIT_S = 0.2
_QUALITY = 85

_EXAMPLE = """example:
  tablebridge look -c table.toml                      http://127.0.0.1:8791/camera.mjpg in a browser, until Ctrl-C
  tablebridge look -c table.toml --frames seen        one PNG a frame in the folder `seen`, until the film's end
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "look",
        help="what the camera sees, believes and holds back, live",
        description="Watches the camera of one table and draws what it makes of it: zones, boxes with confidence, what "
        "is held back and why. Nothing is published and no game is followed; the view shows more than players may see, "
        "so it is served on this machine only.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-c", "--config", type=Path, required=True, metavar="FILE", help="see docs/configuration.md")
    parser.add_argument("--table", metavar="NAME", help="which table, where the file has several")
    parser.add_argument("--serve", default="127.0.0.1:8791", metavar="HOST:PORT", help="a loopback address")
    parser.add_argument("--frames", type=Path, metavar="FOLDER", help="write pictures instead of serving them")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="draw every N-th frame (default 1)")
    parser.add_argument("--most", type=int, metavar="N", help="end after N pictures")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watches until stopped, until the film's end, or until `--most`; returns 1 when no picture ever came."""
    table = _table(args)
    if args.every < 1 or (args.most is not None and args.most < 1):
        raise UsageError("--every and --most count from 1", "command line", "give 1 or more")
    config = load(args.config)
    classifier = TileClassifier(model_file.load(Path(config.model) if config.model else None))
    if table.taught is not None:
        classifier = classifier.taught_by(load_taught(Path(table.taught), classifier))
    drawn = 0
    with _sink(args) as show:
        stopping = StopRequest.of_signals()
        for number, picture in enumerate(_pictures(table, classifier, stopping, args.every)):
            show(number, picture)
            drawn = number + 1
            if drawn == args.most:
                break
    _log.info("%d pictures drawn", drawn)
    return 0 if drawn else 1


def _table(args: argparse.Namespace) -> TableConfig:
    tables = load(args.config).table
    if args.table is None and len(tables) > 1:
        names = ", ".join(table.name for table in tables)
        raise UsageError("the file has several tables", f"{args.config}: {names}", "choose one with --table NAME")
    for table in tables:
        if args.table in (None, table.name):
            return table
    raise UsageError(f"no table is named {args.table!r}", str(args.config), "give the name of one of its [[table]]")


def _pictures(
    table: TableConfig, classifier: TileClassifier, stopping: StopRequest, every: int
) -> Iterator[np.ndarray]:
    """The drawn frames as they come."""
    trouble = _Trouble()
    clock: Clock = FrameClock() if table.camera.frame_rate else TableClock(table.time_scale)
    notes, seen = LookNotes(), SeenSoFar()
    eye = Eye(table.camera, table.settle_ms, classifier, trouble.table, notes)
    source = CameraSource(
        str(table.camera.address),
        clock,
        frame_rate=table.camera.frame_rate,
        every_frame=table.camera.frame_rate is not None,
        on_status=trouble.camera,
    )
    source.start()
    taken = 0
    try:
        while not stopping.is_set() and not source.finished:
            frame = source.read(_WAIT_S)
            if frame is None:
                continue
            seen.take(eye.look(frame))
            if taken % every == 0:
                yield _drawn(eye, notes, seen, frame, table.name, trouble)
            taken += 1
    finally:
        source.stop()


def _drawn(eye: Eye, notes: LookNotes, seen: SeenSoFar, frame: CameraFrame, name: str, trouble: _Trouble) -> np.ndarray:
    title = f"{name}  frame {frame.number}  {frame.at_ms / 1000:.1f} s  {eye.frames_a_second:.0f}/s  model {eye.model}"
    if eye.observer is None:
        return plain_picture(frame, title, trouble.line)
    return debug_picture(eye.observer, notes, seen, frame, title)


class _Trouble:
    """The last line that camera or eye had to say, logged as it comes."""

    def __init__(self) -> None:
        self.line = "the table is not found in the picture yet"

    def table(self, seen: bool, line: str) -> None:
        """For the eye."""
        self.line = line
        _log.log(logging.INFO if seen else logging.WARNING, "%s", line)

    def camera(self, status: CameraStatus) -> None:
        """For the camera."""
        _log.info("%s", status.text)


class _Show(Protocol):
    """Where pictures go; called with their number and pixels."""

    def __call__(self, number: int, picture: np.ndarray) -> None:
        """One more picture."""


class _Folder(_Show):
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                "the folder cannot be made", f"{folder}: {error.strerror}", "give another --frames"
            ) from error

    def __call__(self, number: int, picture: np.ndarray) -> None:
        write_picture(self._folder / f"{number:06d}.png", picture)


class _Stream(_Show):
    """The newest picture for whoever looks; implements what `CameraServer` asks of a stream."""

    lockstep = False

    def __init__(self) -> None:
        self.closed = False
        self.address = ""
        self._latest: Shot | None = None
        self._came = threading.Condition()

    def __call__(self, number: int, picture: np.ndarray) -> None:
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
        with self._came:
            self._latest = Shot(number + 1, time.monotonic() * 1000, jpeg, False)
            self._came.notify_all()

    def close(self) -> None:
        """Lets every viewer go."""
        with self._came:
            self.closed = True
            self._came.notify_all()

    @contextmanager
    def viewer(self) -> Iterator[bool]:
        """Everyone may look."""
        yield True

    def shots(self) -> Iterator[Shot]:
        """Each picture that came since the last one; what is drawn faster than it is taken is left out."""
        last = 0
        while (shot := self._after(last)) is not None:
            last = shot.number
            yield shot

    def _after(self, number: int) -> Shot | None:
        """The newest picture once it is later than that number; None when no more will come."""
        with self._came:
            self._came.wait_for(lambda: self.closed or (self._latest is not None and self._latest.number > number))
            return None if self.closed else self._latest

    def sent(self, shot: Shot) -> None:
        """Nobody keeps count."""

    def fail(self, error: Exception) -> None:
        """A viewer's thread failed; the others go on."""
        _log.error("a viewer was lost: %s", error)


@contextmanager
def _sink(args: argparse.Namespace) -> Iterator[_Show]:
    if args.frames is not None:
        yield _Folder(args.frames)
        return
    host, port = address_of(args.serve)
    if not _is_loopback(host):
        raise UsageError("the view is for this machine only", f"--serve {args.serve}", "give 127.0.0.1:PORT")
    stream = _Stream()
    server = CameraServer(host, port, stream)
    stream.address = server.url
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="look", daemon=True)
    thread.start()
    _log.info("look at %s", stream.address)
    try:
        yield stream
    finally:
        stream.close()
        server.hang_up()
        server.shutdown()
        thread.join()
        server.server_close()


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
