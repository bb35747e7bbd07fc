"""The daemon's own pages: the broadcast overlay, its content as JSON and over a WebSocket; and, on a listener of its
own, the referee's console."""

from tablebridge.web.console_server import ConsoleServer
from tablebridge.web.door import Room
from tablebridge.web.scenes import Stages
from tablebridge.web.server import WebServer
from tablebridge.web.staff_board import StaffBoard, StaffTable

__all__ = ["ConsoleServer", "Room", "StaffBoard", "StaffTable", "Stages", "WebServer"]
