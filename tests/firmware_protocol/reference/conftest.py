"""The C code of the reference firmware, built once a machine and asked in lines of text."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware_protocol" / "reference"


@pytest.fixture(scope="session")
def built() -> Callable[[str], Path]:
    """Builds one program of the Makefile with warnings as errors, and gives its path."""
    if shutil.which("gcc") is None or shutil.which("make") is None:
        pytest.skip("needs gcc and make: deploy/prepare-machine.sh test")

    def build(name: str) -> Path:
        (FIRMWARE / "build").mkdir(exist_ok=True)
        with (FIRMWARE / "build" / ".lock").open("w") as lock:  # the tests run in several processes
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = subprocess.run(["make", "-s", "-C", FIRMWARE, f"build/{name}"], capture_output=True, text=True)
        assert made.returncode == 0, made.stderr
        return FIRMWARE / "build" / name

    return build


@pytest.fixture(scope="session")
def ask(built: Callable[[str], Path]) -> Callable[[Iterable[str]], list[str]]:
    """Asks the probe: lines in, the lines of its answer out. Any complaint of a sanitizer fails the test."""
    probe = built("probe")

    def asked(lines: Iterable[str]) -> list[str]:
        ran = subprocess.run([probe], input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.splitlines()

    return asked
