"""`tablebridge link`: a table's line, for technicians: which ports there are, what passes, and keeping it."""

from __future__ import annotations

import argparse

from tablebridge.cli import link_capture, link_monitor, link_ports

__all__ = ["add_parser"]

_EXAMPLE = """example:
  tablebridge link ports                                   which serial ports there are
  tablebridge link monitor /dev/ttyUSB0 --hide heartbeat,ack
  tablebridge link capture socket://10.0.0.7:4001 evening.cap --seconds 600
  tablebridge link monitor --replay evening.cap --hex
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "link",
        help="a table's serial line: ports, what passes on it, captures",
        description="For who looks after the cables. None of it ever takes a port from a running daemon.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    link_ports.add_parser(inner)
    link_monitor.add_parser(inner)
    link_capture.add_parser(inner)
