"""The daemon's own pages: the broadcast overlay, and the same content as JSON and over a WebSocket."""

from tablebridge.web.server import WebServer

__all__ = ["WebServer"]
