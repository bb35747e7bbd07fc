"""A child ends with its parent, also when that one is killed."""

from __future__ import annotations

import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PARENT = """
import os, signal, subprocess, sys, time
from tablebridge.child import ends_with_parent
subprocess.Popen([sys.executable, "-c", sys.argv[1]], preexec_fn=ends_with_parent(), start_new_session=True)
time.sleep(600)
"""
CHILD = "import time; print('here', flush=True); time.sleep(600)"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_however_the_parent_ends_the_child_does(number: signal.Signals, tmp_path: Path) -> None:
    """The pipe on the child's output closes when nobody can write to it any more."""
    with (tmp_path / "err").open("wb") as err:
        parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, stderr=err)
    assert parent.stdout is not None
    with parent.stdout as said:
        assert said.readline() == b"here\n"
        parent.send_signal(number)
        parent.wait()
        assert select.select([said], [], [], 30)[0]
        assert said.read() == b""
