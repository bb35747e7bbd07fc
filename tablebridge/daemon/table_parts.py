"""What is told of a table's parts (`link`, `camera`, `broker`, `journal`, `evidence`), and to whom."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial

from tablebridge.daemon.foreign_faces import ForeignTiles
from tablebridge.daemon.late_lines import LateLines, Status
from tablebridge.errors import UsageError
from tablebridge.mqtt import MqttPublisher
from tablebridge.web import ConsoleServer, StaffBoard, WebServer

__all__ = ["CAMERA_PARTS", "TableParts"]

_log = logging.getLogger(__name__)

CAMERA_PARTS = ("camera", "second_camera")
"""Under which `status/…` each camera is spoken of."""


class TableParts:
    """Tells of the parts of `table`; for any thread. Before `show_on` only the broker hears.

    The log and the referee hear everything at once. To all others what comes of the play is told when the broadcast
    delay in force, `delay_s`, is over: over the broker, on the pages, and on the status page, which is on their port.
    """

    def __init__(
        self, table: str, mqtt: Callable[[], MqttPublisher], delay_s: Callable[[], float] = lambda: 0.0
    ) -> None:
        """`mqtt` gives the publisher once there is one: it is itself told of here."""
        self._table = table
        self._mqtt = mqtt
        self._lines = LateLines(delay_s)
        self._telling = threading.Lock()  # two threads must not overtake each other on one part
        self._to_pages: Callable[[str, Status], None] = lambda _part, _status: None
        self._to_referee = self._to_pages
        self._staff: StaffBoard | None = None
        self._evidence_trouble: UsageError | None = None

    def show_on(self, web: WebServer, console: ConsoleServer | None, staff: StaffBoard | None) -> None:
        """Tells the public pages, the referee's console and the staff as well from now on."""
        self._to_pages = partial(web.publish_status, self._table)
        self._staff = staff
        if console is not None:
            self._to_referee = partial(console.publish_status, self._table)

    def tell(self, part: str, up: bool, line: str, level: int = logging.WARNING) -> None:
        """Logs the line, and tells everybody: it is about a machine."""
        _log.log(level, "table %s: %s", self._table, line)
        status = _status(up, line, warning=level >= logging.WARNING)
        self._to_referee(part, _shown(status))
        with self._telling:
            self._publish(part, self._lines.tell(part, status), to_pages=True)

    def tell_of_play(
        self, part: str, up: bool, line: str, level: int = logging.WARNING, *, to_referee: str | None = None
    ) -> None:
        """Logs the line, and tells the referee, in words of his own where they are given; the others hear it when the
        delay is over, for it comes of what is done at the table."""
        told = to_referee or line
        _log.log(level, "table %s: %s", self._table, told)
        self._to_referee(part, _shown(_status(up, told)))
        with self._telling:
            self._lines.hold(part, _status(up, line, warning=level >= logging.WARNING))
        self.tell_what_is_due()

    def tell_what_is_due(self) -> None:
        """Tells the public what has waited for long enough; to be called again and again."""
        with self._telling:
            for part, status in self._lines.due():
                self._publish(part, status, to_pages=True)

    def publish(self, part: str, up: bool, line: str) -> None:
        """Tells the broker and the staff alone."""
        self._publish(part, _status(up, line), to_pages=False)

    def _publish(self, part: str, status: Status, *, to_pages: bool) -> None:
        shown = _shown(status)
        self._mqtt().publish_status(part, shown)
        self._tell_staff(part, status)
        if to_pages:
            self._to_pages(part, shown)

    def tell_of_broker(self, up: bool, line: str) -> None:
        """To the staff alone: the publisher has logged it, and over the broker nobody can be told."""
        self._tell_staff("broker", _status(up, line))

    def tell_of_evidence(self, trouble: UsageError | None) -> None:
        """Says once that clips cannot be written, and once that they can be: to the referee alone, for it tells that
        there is a flag."""
        if trouble is self._evidence_trouble:
            return
        self._evidence_trouble = trouble
        self._to_referee("evidence", _status(trouble is None, "clips are written" if trouble is None else str(trouble)))

    def tell_of_foreign_face(self, found: ForeignTiles) -> None:
        """Tiles that the rulebook does not have are told as the camera's line: the link's is about what it counted.

        Which tiles is for the log and the referee alone: the line is public, and no tile is before its delay is over.
        """
        self.tell_of_play(CAMERA_PARTS[0], True, found.to_all, to_referee=found.to_referee)

    def measure(self, health: dict[str, object]) -> None:
        """The table's figures, to the broker and the staff."""
        self._mqtt().publish_health(health)
        if self._staff is not None:
            self._staff.measure(self._table, health)

    def _tell_staff(self, part: str, status: Status) -> None:
        if self._staff is not None:
            self._staff.tell(self._table, part, status)


def _status(up: bool, line: str, *, warning: bool = False) -> Status:
    return {"status": "online" if up else "offline", "line": line, "warning": warning}


def _shown(status: Status) -> Status:
    """As all but the staff are told it."""
    return {"status": status["status"], "line": status["line"]}
