"""The wish to end, said by Ctrl-C or SIGTERM."""

from __future__ import annotations

import signal
import time

__all__ = ["StopRequest"]

_POLL_S = 0.05


class StopRequest:
    """Set by a signal, read by any thread. Not a `threading.Event`: setting one inside a signal's handler waits for its
    lock for ever when the signal interrupts that event's own `wait` or `set`.
    """

    def __init__(self) -> None:
        self._wanted = False

    @classmethod
    def of_signals(cls) -> StopRequest:
        """Set by SIGINT and SIGTERM from now on; call it in the main thread."""
        request = cls()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: request.set())
        return request

    def set(self) -> None:
        """The program is to end."""
        self._wanted = True

    def is_set(self) -> bool:
        """Whether it is to end."""
        return self._wanted

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is to end, `timeout` seconds at most; False when that was not said in time."""
        deadline_s = None if timeout is None else time.monotonic() + timeout
        while not self._wanted:
            left_s = _POLL_S if deadline_s is None else min(_POLL_S, deadline_s - time.monotonic())
            if left_s <= 0:
                return False
            time.sleep(left_s)
        return True
