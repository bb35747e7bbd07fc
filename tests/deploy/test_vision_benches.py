"""The peer network is what it claims to be, and placements are counted as they were laid."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "deploy"))

import placements
from nano_detector import INPUT_PX, nano_detector

from tablebridge.observation import (
    HandRevealed,
    IndicatorSeen,
    MeldSeen,
    MeldTile,
    ReadTile,
    RiverTileGone,
    RiverTileSeen,
)
from tablebridge.sim.camera import VirtualCamera
from tablebridge.sim.scene import Motion
from tablebridge_rules.seat import Seat


def read(tile: str) -> ReadTile:
    return ReadTile(tile, 0.9)


def test_peer_has_the_size_of_yolov8_nano_and_runs() -> None:
    network = nano_detector()
    assert network.parameters == pytest.approx(3.15e6, rel=0.02)
    assert 2 * network.multiply_adds == pytest.approx(8.7e9, rel=0.02)
    session = ort.InferenceSession(network.content, providers=["CPUExecutionProvider"])
    outputs = session.run(None, {"images": np.zeros((1, 3, INPUT_PX, INPUT_PX), np.float32)})
    assert [output.shape[1:] for output in outputs] == [(144, 80, 80), (144, 40, 40), (144, 20, 20)]


TRUTH = [
    {"type": "dealt", "tile": "3s"},
    {"type": "discard", "seat": "A", "tile": "5p", "sideways": False},
    {"type": "pon", "seat": "C", "kind": "pon", "tile": "5p", "tiles": ["0p", "5p", "5p"], "from_seat": "A"},
    {"type": "discard", "seat": "A", "tile": "9m", "sideways": True},
    {"type": "kan", "seat": "B", "kind": "kan_concealed", "tile": "7z", "tiles": ["7z"] * 4, "from_seat": None},
    {"type": "win", "seat": "C", "tile": "1z", "tiles": ["1z"], "from_seat": None, "ura": []},
]
SIGHTINGS = [
    IndicatorSeen(0, read("3s")),
    RiverTileSeen(Seat.A, 0, read("5p"), False),
    MeldSeen(Seat.C, 0, (MeldTile(read("0p")), MeldTile(read("5p"), True), MeldTile(read("5p")))),
    RiverTileGone(Seat.A, 0),
    RiverTileSeen(Seat.A, 0, read("?"), True),
    RiverTileSeen(Seat.A, 0, read("9m"), True),
    MeldSeen(Seat.B, 0, tuple(MeldTile(read(name)) for name in ("7z", "back", "back", "7z"))),
    HandRevealed(Seat.C, (read("1z"),), read("1z")),
]


def counted(sightings: list) -> tuple[dict[str, int], list[str]]:
    seen = placements._Seen()
    for sighting in sightings:
        seen.take(sighting)
    counts, lines = placements._compare(placements._laid(TRUTH), seen.counted())
    return dict(counts), lines


def test_everything_read_as_it_lies_is_right() -> None:
    counts, lines = counted(SIGHTINGS)
    assert (counts["placed"], counts["right"], counts["invented"], lines) == (10, 10, 0, [])


def test_misread_missed_and_made_up_tiles_are_told_apart() -> None:
    misread = [*SIGHTINGS[:-1], HandRevealed(Seat.C, (read("2z"),), read("1z"))]
    counts, lines = counted(misread)
    assert (counts["right"], counts["invented"]) == (9, 0)
    assert lines == ["laid and not read so: hand C 1z", "read and not laid so: hand C 2z"]
    assert counted(SIGHTINGS[1:])[0]["right"] == 9
    assert counted([*SIGHTINGS, RiverTileSeen(Seat.D, 0, read("1m"), False)])[0]["invented"] == 1


class _Nothing:
    """A renderer that is never asked."""


def test_only_frames_around_motions_are_watched() -> None:
    motions = [Motion(1000.0, 1200.0, 1500.0, Seat.A), Motion(9000.0, 9200.0, 9500.0, Seat.B)]
    camera = VirtualCamera(motions, _Nothing(), 10.0, tail_ms=3000.0)  # type: ignore[arg-type]
    times = [camera.moment(number) for number in placements._busy(camera, motions)]
    assert times[0] == 900.0
    assert not any(2700 <= at_ms < 8800 for at_ms in times)
    assert times[-1] == 10_600.0
