"""`tablebridge look`: a live picture of what a camera sees, believes and holds back; of two cameras side by side."""

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

from tablebridge.cli.annotation import write_picture
from tablebridge.cli.camera_view import CameraView, beside
from tablebridge.cli.simulate import address_of
from tablebridge.cli.stop_request import StopRequest
from tablebridge.clock import Clock, FrameClock, TableClock
from tablebridge.config import TableConfig, load
from tablebridge.errors import UsageError
from tablebridge.sim.camera_film import Shot
from tablebridge.sim.camera_http import CameraServer
from tablebridge.vision import model_file
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.enrolment import load_taught

__all__ = ["add_parser", "run"]

_log = logging.getLogger(__name__)

_WAIT_S = 0.1
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
        description="Watches the cameras of one table and draws what each makes of it: zones, boxes with confidence, "
        "what is held back and why. Nothing is published and no game is followed; the view shows more than players may "
        "see, so it is served on this machine only.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-c", "--config", type=Path, required=True, metavar="FILE", help="see docs/configuration.md")
    parser.add_argument("--table", metavar="NAME", help="which table, where the file has several")
    parser.add_argument(
        "--camera", choices=("first", "second", "both"), default="both", help="of a table that has two (default: both)"
    )
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
        views = _views(args.camera, table, classifier)
        for number, picture in enumerate(_pictures(views, stopping, args.every)):
            show(number, picture)
            drawn = number + 1
            if drawn == args.most:
                break
    _log.info("%d pictures drawn", drawn)
    return 0 if drawn else 1


def _views(which: str, table: TableConfig, classifier: TileClassifier) -> list[CameraView]:
    """The cameras to watch, one clock for both."""
    if which == "second" and table.second_camera is None:
        raise UsageError("this table has no second camera", table.name, "add [table.second_camera], see docs/vision.md")
    clock: Clock = FrameClock() if table.camera.frame_rate else TableClock(table.time_scale)
    cameras = {"first": table.camera, "second": table.second_camera}
    if table.second_camera is None:
        return [CameraView(table.name, table.camera, table, classifier, clock)]
    return [
        CameraView(f"{table.name}, {name} camera", camera, table, classifier, clock)
        for name, camera in cameras.items()
        if camera is not None and which in (name, "both")
    ]


def _table(args: argparse.Namespace) -> TableConfig:
    tables = load(args.config).table
    if args.table is None and len(tables) > 1:
        names = ", ".join(table.name for table in tables)
        raise UsageError("the file has several tables", f"{args.config}: {names}", "choose one with --table NAME")
    for table in tables:
        if args.table in (None, table.name):
            return table
    raise UsageError(f"no table is named {args.table!r}", str(args.config), "give the name of one of its [[table]]")


def _pictures(views: list[CameraView], stopping: StopRequest, every: int) -> Iterator[np.ndarray]:
    """The drawn frames as they come: of several cameras side by side, whenever one of them has a new one."""
    taken = 0
    try:
        for view in views:
            view.start()
        while not stopping.is_set() and not all(view.finished for view in views):
            # one camera is waited for, the other asked in passing, as the daemon does
            waited_for = next(view for view in views if not view.finished)
            came = [view.look(_WAIT_S if view is waited_for else 0.0) for view in views]
            if not any(came):
                continue
            if taken % every == 0:
                yield beside([picture for view in views if (picture := view.picture()) is not None])
            taken += 1
    finally:
        for view in views:
            view.stop()


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
