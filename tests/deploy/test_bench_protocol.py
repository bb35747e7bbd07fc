"""The bench of the protocol's decoder: every reader gets the same bytes and says the same of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebridge_protocol.messages import Heartbeat, Message

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module, with the files beside it."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import bench_protocol

    yield bench_protocol
    for name in ("bench_protocol", "protocol_peers"):
        sys.modules.pop(name, None)


def test_a_lively_table_says_the_same_from_the_same_seed(bench: Any) -> None:
    wire = bench.lively_table(200, 1)
    assert wire == bench.lively_table(200, 1) != bench.lively_table(200, 2)
    found = bench.our_messages([wire])
    assert len(found) == len(bench.our_frames([wire[:7], wire[7:]])) == 200
    assert all(isinstance(message, Message) for message in found)
    assert sum(isinstance(message, Heartbeat) for message in found) == 100


def test_a_line_a_reader(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--frames", "300", "--rounds", "1"]) == 0
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("300 frames, ")
    assert [line[:36].rstrip() for line in lines] == [
        "frames: tablebridge",
        "messages: tablebridge",
        *bench.peers(),
    ]


def test_too_slow_ends_with_1(bench: Any) -> None:
    assert bench.main(["--frames", "100", "--rounds", "1", "--at-least", "1e9"]) == 1


def test_a_peer_that_reads_other_values_is_refused(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "peers", lambda: {"frames: nobody": lambda pieces: []})
    assert bench.main(["--frames", "10", "--rounds", "1"]) == 1
    assert "frames: nobody reads other values than tablebridge" in capsys.readouterr().err
