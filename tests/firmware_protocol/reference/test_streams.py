"""The C decoder finds in any stream what the Python one finds; the same program runs a million of them by command."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

FUZZ = runpy.run_path(str(Path(__file__).resolve().parents[3] / "deploy" / "fuzz_reference.py"))
Ask = Callable[[Iterable[str]], list[str]]


def test_disturbed_streams_are_read_alike(built: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert FUZZ["main"](["--streams", "3000", "--seed", "11", "--probe", str(built("probe"))]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3,000 streams (seed 11)")
    for found in ("CHECKSUM", "CONTENT", "STUFFING", "TOO_LONG", "TOO_SHORT", "M ", "U "):
        assert f"{found}" in said, "the streams have lost their variety"


def test_a_decoder_that_disagrees_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deaf = tmp_path / "deaf"
    deaf.write_text("#!/bin/sh\nsed 's/.*/-/'\n")
    deaf.chmod(0o755)
    assert FUZZ["main"](["--streams", "5", "--probe", str(deaf)]) == 1
    assert "  C:      -\n  Python: " in capsys.readouterr().out


def test_a_decoder_that_crashes_is_reported(tmp_path: Path) -> None:
    crashed = tmp_path / "crashed"
    crashed.write_text("#!/bin/sh\ncat >/dev/null\necho 'heap-buffer-overflow' >&2\nexit 1\n")
    crashed.chmod(0o755)
    with pytest.raises(SystemExit, match="heap-buffer-overflow"):
        FUZZ["main"](["--streams", "5", "--probe", str(crashed)])


def test_a_frame_cut_anywhere_costs_itself_and_at_most_the_next(ask: Ask) -> None:
    ack, closing = bytes.fromhex("06040107538a00"), FUZZ["CLOSING"]
    streams = [ack[:cut] + closing for cut in range(len(ack))] + [ack[cut:] + closing for cut in range(1, len(ack))]
    for answer in ask(f"stream {stream.hex()}" for stream in streams):
        assert answer.split()[-1] == FUZZ["LAST_ITEM"]


def test_what_can_be_no_frame_any_more_takes_no_room(ask: Ask) -> None:
    pieces = [b"\x11" * size for size in (64, 65, 66, 1_000, 30_000)]
    answers = ask(f"stream {(piece + bytes(1) + FUZZ['CLOSING']).hex()}" for piece in pieces)
    assert [answer.split()[0] for answer in answers] == [
        "C:STUFFING:64",
        "C:TOO_LONG:65",
        "C:TOO_LONG:66",
        "C:TOO_LONG:1000",
        "C:TOO_LONG:30000",
    ]
    assert {answer.split()[-1] for answer in answers} == {FUZZ["LAST_ITEM"]}
