"""Whether this machine's clock can be trusted: every event carries its time."""

from __future__ import annotations

import ctypes
import sys

__all__ = ["follows_a_time_server"]

_TIMEX_BYTES = 256
"""More than `struct timex` has on any machine (208 on those of 64 bits). All zero, it only asks."""
_TIME_ERROR = 5
"""`adjtimex(2)`: the clock is not synchronised to a reliable server."""


def follows_a_time_server() -> bool | None:
    """Whether the kernel was told lately how far the clock is off; None where the system does not say.

    Source: adjtimex(2).
    """
    if sys.platform != "linux":
        return None
    ask = getattr(ctypes.CDLL(None, use_errno=True), "adjtimex", None)
    if ask is None:
        return None
    answer: int = ask(ctypes.create_string_buffer(_TIMEX_BYTES))
    return None if answer < 0 else answer != _TIME_ERROR
