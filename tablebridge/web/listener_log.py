"""What a listener logs: faults of ours with their traceback, the other end's in one line."""

from __future__ import annotations

import logging
from typing import Any, cast

from aiohttp import ClientPayloadError, web
from aiohttp.http_exceptions import HttpProcessingError, InvalidURLError

from tablebridge.web.seldom import Seldom

__all__ = ["listener_log"]

_log = logging.getLogger(__name__)

_GONE = (ConnectionError,)
"""It hung up while it was being answered, as browsers do: that is nobody's fault."""
_MALFORMED = (HttpProcessingError, web.RequestPayloadError, ClientPayloadError)


def listener_log(section: str) -> logging.Logger:
    """For the HTTP server of that `section` of the configuration (`web`, `console`), which logs every fault as if it
    were its own."""
    return cast("logging.Logger", _ListenerLog(section))


class _ListenerLog(logging.LoggerAdapter[logging.Logger]):
    """Lives in the server's event loop."""

    def __init__(self, section: str) -> None:
        super().__init__(_log, {})
        self._section = section
        self._seldom = Seldom(_log)

    def exception(self, msg: object, *args: object, exc_info: Any = True, **more: Any) -> None:
        """The server calls it with the address of the other end, and what was raised."""
        if isinstance(exc_info, _GONE):
            return
        if isinstance(exc_info, _MALFORMED):
            self._seldom.warn(str(args[0]) if args else "somewhere", f"{self._section}: no HTTP ({_reason(exc_info)})")
            return
        super().exception(msg, *args, exc_info=exc_info, **more)

    def debug(self, msg: object, *args: object, exc_info: Any = None, **more: Any) -> None:
        """Of what is nobody's fault no traceback is wanted, at any level."""
        super().debug(msg, *args, **more)


def _reason(error: BaseException) -> str:
    """What the parser says, without what it quotes: that may be a token, or move a terminal's cursor."""
    if isinstance(error, InvalidURLError):
        return "an address that is none"
    return str(getattr(error, "message", error)).partition(":")[0].strip() or type(error).__name__
