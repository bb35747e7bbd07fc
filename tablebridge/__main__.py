"""`python -m tablebridge` and the `tablebridge` program."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it: 128 and the signal's number."""


def main() -> int:
    """Runs the command line. Ctrl-C ends it without a word, while it still loads, too."""
    loads_quietly = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # it may be ignored, as by nohup
    if loads_quietly:
        signal.signal(signal.SIGINT, _leave)
    from tablebridge import cli  # not before Ctrl-C is provided for

    try:
        return cli.main(begin=_interruptible if loads_quietly else lambda: None)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the exit code is settled; the interpreter only tidies up


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Ends the process at once. A `KeyboardInterrupt` among imports comes out of C modules as any other exception."""
    os._exit(INTERRUPTED)


def _interruptible() -> None:
    """From now on Ctrl-C is a `KeyboardInterrupt`: a command has something to clean up."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    sys.exit(main())
