"""The wiring of a running daemon: the only room that knows all others."""

from tablebridge.daemon.daemon import Daemon

__all__ = ["Daemon"]
