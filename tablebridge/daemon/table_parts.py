"""What is told of a table's parts (`link`, `camera`, `broker`, `journal`, `evidence`), and to whom."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from tablebridge.daemon.foreign_faces import ForeignTiles
from tablebridge.errors import UsageError
from tablebridge.mqtt import MqttPublisher
from tablebridge.web import ConsoleServer, StaffBoard, WebServer

__all__ = ["CAMERA_PARTS", "TableParts"]

_log = logging.getLogger(__name__)

CAMERA_PARTS = ("camera", "second_camera")
"""Under which `status/…` each camera is spoken of."""

Status = dict[str, object]


class TableParts:
    """Tells of the parts of `table`; for any thread. Before `show_on` only the broker hears."""

    def __init__(self, table: str, mqtt: Callable[[], MqttPublisher]) -> None:
        """`mqtt` gives the publisher once there is one: it is itself told of here."""
        self._table = table
        self._mqtt = mqtt
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
        """Logs the line, and tells everybody."""
        _log.log(level, "table %s: %s", self._table, line)
        status = self.publish(part, up, line, warning=level >= logging.WARNING)
        self._to_pages(part, status)
        self._to_referee(part, status)

    def publish(self, part: str, up: bool, line: str, *, warning: bool = False) -> Status:
        """Tells the broker and the staff alone; returns what was said."""
        status = _status(up, line)
        self._mqtt().publish_status(part, status)
        self._tell_staff(part, status | {"warning": warning})
        return status

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
        _log.warning("table %s: %s", self._table, found.to_referee)
        part = CAMERA_PARTS[0]
        status = self.publish(part, True, found.to_all, warning=True)
        self._to_pages(part, status)
        self._to_referee(part, status | {"line": found.to_referee})

    def measure(self, health: dict[str, object]) -> None:
        """The table's figures, to the broker and the staff."""
        self._mqtt().publish_health(health)
        if self._staff is not None:
            self._staff.measure(self._table, health)

    def _tell_staff(self, part: str, status: Status) -> None:
        if self._staff is not None:
            self._staff.tell(self._table, part, status)


def _status(up: bool, line: str) -> Status:
    return {"status": "online" if up else "offline", "line": line}
