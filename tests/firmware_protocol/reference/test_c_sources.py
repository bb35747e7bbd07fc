"""What the portable part promises to a firmware author: C99, no heap, nothing of libc but the string functions."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware_protocol" / "reference"
PORTABLE = sorted([*(FIRMWARE / "protocol").glob("*.[ch]"), *(FIRMWARE / "generated").glob("tb_messages.*")])
HEADERS = {"stdbool.h", "stddef.h", "stdint.h", "string.h", "avr/pgmspace.h"}
LIBRARY = {"memcpy", "memmove", "memset", "memcmp", "memchr"}


def test_there_is_something_to_look_at() -> None:
    assert len(PORTABLE) >= 12


@pytest.mark.parametrize("path", PORTABLE, ids=lambda path: path.name)
def test_portable_files_include_nothing_but_themselves_and_the_language(path: Path) -> None:
    text = path.read_text("utf-8")
    assert set(re.findall(r"#include <(.+?)>", text)) <= HEADERS
    assert max(map(len, text.splitlines())) <= 120


def test_the_portable_objects_need_only_string_functions_and_the_board(tmp_path: Path) -> None:
    if shutil.which("gcc") is None or shutil.which("nm") is None:
        pytest.skip("needs gcc: deploy/prepare-machine.sh test")
    sources = [str(path) for path in PORTABLE if path.suffix == ".c"]
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Os", "-fno-stack-protector"]
    includes = [f"-I{FIRMWARE / folder}" for folder in ("protocol", "generated")]
    subprocess.run(["gcc", *flags, *includes, "-c", *sources], cwd=tmp_path, check=True)
    objects = sorted(tmp_path.glob("*.o"))
    listed = subprocess.run(["nm", *objects], capture_output=True, text=True, check=True).stdout
    defined = set(re.findall(r" [TRDBrtdb] (\w+)", listed))
    needed = set(re.findall(r" U (\w+)", listed)) - defined
    assert {name for name in needed if not name.startswith("bsp_")} <= LIBRARY | {"_GLOBAL_OFFSET_TABLE_"}
    assert re.findall(r" [DBdb] (\w+)", listed) == [], "the portable part keeps no state of its own"
