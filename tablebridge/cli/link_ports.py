"""`tablebridge link ports`: where a table may hang."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from tablebridge.errors import UsageError
from tablebridge.link.finding import Candidate, usb_ports
from tablebridge.link.probing import ask

__all__ = ["add_parser"]

_EXAMPLE = """example:
  tablebridge link ports
  tablebridge link ports --ask socket://10.0.0.7:4001      says hello on each USB port and there
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "ports",
        help="the serial ports of this machine",
        description="Lists the USB serial ports, with the name that stays the same when cables are changed.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("port", nargs="*", metavar="PORT", help="list these, too")
    parser.add_argument("--ask", action="store_true", help="open each and ask who is there: this sends bytes")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints a line a port; returns 1 when there is none. Raises `UsageError` for a device that is not there, unless
    it is asked: then that is its answer."""
    for port in args.port:
        if not args.ask and "://" not in port and not Path(port).exists():
            raise UsageError("no such port", port, "without PORT all USB serial ports are listed")
    found = [*usb_ports(), *(Candidate(url, "", "", "", "") for url in args.port)]
    rows = [_row(candidate, args.ask) for candidate in found]
    if args.json:
        print(json.dumps({"ports": rows}, ensure_ascii=False))
    elif not rows:
        print("no USB serial port: plug the table in; a serial server is named by socket://HOST:PORT")
    else:
        for row in rows:
            print(_line(row))
    return 0 if rows else 1


def _row(candidate: Candidate, asks: bool) -> dict[str, object]:
    answer = ask(candidate.by_id or candidate.device, lambda: time.monotonic() * 1000) if asks else None
    return {
        "port": candidate.by_id or candidate.device,
        "device": candidate.device,
        "description": candidate.description,
        "usb": candidate.usb,
        "usb_serial_number": candidate.usb_serial_number,
        "answer": answer.line if answer else None,
        "serial_number": answer.hello.serial_number if answer and answer.hello else None,
    }


def _line(row: dict[str, object]) -> str:
    about = ", ".join(str(row[key]) for key in ("device", "description", "usb") if row[key] and row[key] != row["port"])
    line = f"{row['port']}" + (f"  ({about})" if about else "")
    return f"{line}\n    {row['answer']}" if row["answer"] else line
