"""The fuzzer of the protocol's decoder: it holds, it counts what it says, and it would see a decoder that does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablebridge_protocol.framing import Corruption, CorruptionReason, Frame, encode_frame
from tablebridge_protocol.stream import StreamDecoder

DEPLOY = Path(__file__).parents[2] / "deploy"
FRAMES = [Frame(1, number, bytes([number, 0, 9])) for number in range(5)]


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command as a module."""
    monkeypatch.syspath_prepend(str(DEPLOY))
    import fuzz_protocol

    yield fuzz_protocol
    sys.modules.pop("fuzz_protocol", None)


def test_some_thousand_streams_hold(fuzz: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--streams", "2000", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    assert "streams                                     2,000\n" in printed
    assert "crashes                                     0\n" in printed


def test_shares_come_to_the_same_as_the_whole(fuzz: Any) -> None:
    whole = fuzz.some_streams(3, range(200))
    parts = fuzz.total([fuzz.some_streams(3, range(70)), fuzz.some_streams(3, range(70, 200))])
    whole.grown_kib = parts.grown_kib = 0
    assert whole == parts
    assert whole.streams == 200
    assert whole.bodies_judged > 400  # a quarter of the streams has eight bodies with a wrong CRC each
    assert whole.errors >= 100
    assert whole.frames_hit > 0


@pytest.mark.parametrize("seed", range(20))
def test_an_error_changes_the_wire_and_says_whom_it_hit(fuzz: Any, seed: int) -> None:
    sent = fuzz.Sent(FRAMES)
    before = sent.wire()
    assert before == b"".join(map(encode_frame, FRAMES))
    sent.spoil(Random(seed))
    untouched = [frame for at, frame in enumerate(FRAMES) if at not in sent.hit]
    assert len(untouched) >= len(FRAMES) - 2
    found = [item for item in StreamDecoder().feed(sent.wire()) if isinstance(item, Frame)]
    assert sum(frame not in found for frame in untouched) <= 1


def test_a_decoder_that_believes_everything_is_seen(fuzz: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Believing(StreamDecoder):
        def feed(self, data: bytes) -> list[Frame | Corruption]:
            return [
                Frame(1, 1, item.raw[:8]) if isinstance(item, Corruption) and is_checksum(item) else item
                for item in super().feed(data)
            ]

    monkeypatch.setattr(fuzz, "StreamDecoder", Believing)
    counts = fuzz.some_streams(1, range(40))
    assert counts.false_frames == counts.bodies_judged > 60
    assert not fuzz.as_promised(counts)


def is_checksum(item: Corruption) -> bool:
    return item.reason is CorruptionReason.CHECKSUM


def test_a_decoder_that_stays_out_of_step_is_seen(fuzz: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Sulking(StreamDecoder):
        """Drops everything after the first damage."""

        sulks = False

        def feed(self, data: bytes) -> list[Frame | Corruption]:
            found = []
            for item in super().feed(data):
                self.sulks = self.sulks or isinstance(item, Corruption)
                found += [] if self.sulks else [item]
            return found

    monkeypatch.setattr(fuzz, "StreamDecoder", Sulking)
    counts = fuzz.some_streams(1, range(80))
    assert counts.most_good_lost_an_error > 1
    assert not fuzz.as_promised(counts)


def test_a_decoder_that_raises_is_seen_with_its_stream(
    fuzz: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Raising(StreamDecoder):
        def feed(self, data: bytes) -> list[Frame | Corruption]:
            raise IndexError("past the end")

    monkeypatch.setattr(fuzz, "StreamDecoder", Raising)
    counts = fuzz.some_streams(1, range(5, 8))
    assert counts.crashes == 3
    assert not fuzz.as_promised(counts)
    assert "stream 5 of seed 1: IndexError: past the end" in capsys.readouterr().err


def test_one_stream_is_repeated_by_its_number(fuzz: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--only", "6", "--seed", "1"]) == 0
    first = capsys.readouterr().out
    assert fuzz.main(["--only", "6", "--seed", "1"]) == 0
    assert capsys.readouterr().out == first
    assert first.startswith("streams                                     1\n")
