"""Programs that end with the one that started them, however that one ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

__all__ = ["ends_with_parent"]

_PR_SET_PDEATHSIG = 1  # prctl(2)


def ends_with_parent(number: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """For `subprocess.Popen(preexec_fn=…)`: the child gets that signal when the thread that starts it has ended, also
    when the process was killed. So start it from the main thread. Without effect where the system is not Linux.
    """
    # looked up before the fork: the child only calls into libc
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    parent = os.getpid()

    def ask() -> None:
        if prctl is None:
            return
        prctl(_PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:  # it ended before it could be asked for
            os._exit(1)

    return ask
