"""What is noted for people who look: only what is recent, and only while somebody waits."""

from __future__ import annotations

import gc

import numpy as np

from tablebridge.cloth import Place
from tablebridge.vision.change import Footprint
from tablebridge.vision.look_notes import LookNotes
from tablebridge.vision.reading import TileReading
from tablebridge_rules.seat import Seat

HERE = Footprint(np.array([1, 2]), np.array([3, 3]))


class Gate:
    """Stands for a watcher's gate."""


def reading(tile: str) -> TileReading:
    return TileReading(tile, 0.9, ((tile, 0.9),), 0)


def test_readings_are_kept_for_a_moment_and_replaced_at_the_same_place() -> None:
    notes = LookNotes()
    notes.begin(1000)
    notes.has_read(Seat.A, Place(10, 20), 18, reading("1m"))
    notes.begin(1080)
    notes.has_read(Seat.A, Place(12, 21), 18, reading("2m"))
    notes.has_read(Seat.A, Place(12, 22), 18, reading("8m"))
    notes.has_read(Seat.B, Place(10, 20), 18, reading("3m"))
    assert [each.reading.tile for each in notes.read] == ["2m", "8m", "3m"]
    notes.begin(2500)
    assert len(notes.read) == 3
    notes.begin(2600)
    assert notes.read == []


def test_who_waits_says_so_anew_in_each_frame() -> None:
    notes = LookNotes()
    notes.begin(0)
    notes.waits(HERE, 0, 300)
    notes.waits(HERE, 120, 300)
    assert [each.why for each in notes.waiting] == ["moving", "settling 120/300 ms"]
    notes.begin(80)
    assert notes.waiting == []


def test_what_is_not_understood_stays_until_it_is_or_its_watcher_is_gone() -> None:
    notes, gate, other = LookNotes(), Gate(), Gate()
    notes.puzzled(gate, HERE, 2, again=True)
    notes.puzzled(other, HERE, 7, again=False)
    for at_ms in (0, 5000):
        notes.begin(at_ms)
        assert [each.why for each in notes.waiting] == [
            "not understood, look 2",
            "not understood, look 7, waits for a change",
        ]
    notes.understood(gate)
    notes.begin(6000)
    assert len(notes.waiting) == 1
    del other
    gc.collect()
    notes.begin(7000)
    assert notes.waiting == []
