"""Logging to stderr, one line a record: stdout belongs to `--json`."""

from __future__ import annotations

import logging
import sys

__all__ = ["set_up"]


def set_up(level: str = "info") -> None:
    """Sends every record of `level` (debug, info, warning, error) and above to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
