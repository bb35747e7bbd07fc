"""A signal ends a program wherever it finds it, and however many come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

from tablebridge.cli.stop_request import StopRequest

STORM = """
import sys
from tablebridge.cli.stop_request import StopRequest
request = StopRequest.of_signals()
print("ready", flush=True)
while not request.wait(0.0001):
    pass
"""


def test_it_is_heard_by_one_who_waits() -> None:
    request = StopRequest()
    assert request.wait(0.01) is False
    threading.Timer(0.1, request.set).start()
    assert request.wait() is True
    assert request.is_set()


def test_a_storm_of_signals_does_not_hang_the_program() -> None:
    for _ in range(5):
        program = subprocess.Popen([sys.executable, "-c", STORM], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert program.stdout is not None
        assert program.stdout.readline() == b"ready\n"
        for _ in range(50):
            for number in (signal.SIGTERM, signal.SIGINT):
                if program.poll() is None:
                    os.kill(program.pid, number)
        program.communicate(timeout=20)
        assert program.returncode in {0, -signal.SIGTERM, -signal.SIGINT}  # a late one finds Python itself at its end
