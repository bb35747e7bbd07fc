"""Likely tiles are found by the moment of the event, the newest reading of each, by the next daemon as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.daemon import likely_tiles
from tablebridge.daemon.likely_tiles import LikelyTiles, likely_path
from tablebridge.game.journal.entry import JournalEntry
from tablebridge.observation import (
    IndicatorSeen,
    Observation,
    ReadTile,
    RiverTileGone,
    RiverTileSeen,
    SetComplete,
    Sighting,
    Witness,
)
from tablebridge_rules.event import Discarded, Drawn, HandEvent, IndicatorTurned, event_type
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.observations_of import NOON

SOUTH = (("2z", 0.7), ("3z", 0.2))
WEST = (("3z", 0.9), ("2z", 0.1))
MAN = tuple((f"{rank}m", 0.1) for rank in range(1, 10))


@pytest.fixture
def likely() -> LikelyTiles:
    return LikelyTiles([f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 10)])


def see(likely: LikelyTiles, at_ms: float, sighting: Sighting) -> None:
    likely.observe(Observation(Witness.CAMERA, at_ms, NOON, sighting))


def river(slot: int, candidates: tuple[tuple[str, float], ...], seat: Seat = Seat.B) -> RiverTileSeen:
    return RiverTileSeen(seat, slot, ReadTile(candidates[0][0], candidates[0][1], candidates), sideways=False)


def entry(at_ms: float, event: HandEvent) -> JournalEntry:
    return JournalEntry(1, "s-1", 1, 0, event_type(event), event, at_ms, NOON, 1.0, (), (), ())


def discard(at_ms: float, seat: Seat = Seat.B) -> JournalEntry:
    return entry(at_ms, Discarded(seat, Tile.parse("2z")))


def test_a_discard_has_the_candidates_of_its_reading(likely: LikelyTiles) -> None:
    see(likely, 100, river(0, SOUTH))
    see(likely, 200, river(0, MAN, Seat.C))
    assert likely.of(discard(100)) == SOUTH
    assert likely.of(discard(200, Seat.C)) == MAN[:5]
    assert likely.of(discard(100, Seat.C)) == likely.of(discard(150)) == ()


def test_a_tile_read_again_has_its_newest_candidates(likely: LikelyTiles) -> None:
    see(likely, 100, river(0, SOUTH))
    see(likely, 900, river(0, WEST))
    assert likely.of(discard(100)) == WEST
    assert likely.of(discard(900)) == ()


@pytest.mark.parametrize("leaving", [RiverTileGone(Seat.B, 0), SetComplete(136)])
def test_another_tile_at_the_same_place_is_another(leaving: Sighting, likely: LikelyTiles) -> None:
    see(likely, 100, river(0, SOUTH))
    see(likely, 500, leaving)
    see(likely, 900, river(0, WEST))
    assert (likely.of(discard(100)), likely.of(discard(900))) == (SOUTH, WEST)


def test_an_indicator_has_candidates_and_a_draw_has_none(likely: LikelyTiles) -> None:
    see(likely, 100, IndicatorSeen(0, ReadTile("2z", 0.7, SOUTH), ura=False))
    see(likely, 200, IndicatorSeen(0, ReadTile("3z", 0.9, WEST), ura=True))
    assert likely.of(entry(100, IndicatorTurned(Tile.parse("2z")))) == SOUTH
    assert likely.of(entry(200, IndicatorTurned(Tile.parse("3z")))) == ()
    assert likely.of(entry(100, Drawn(Seat.B))) == ()


def test_what_is_hardly_likely_or_not_of_the_set_is_no_candidate(likely: LikelyTiles) -> None:
    see(likely, 100, river(0, (("2z", 0.9), ("3g", 0.05), ("back", 0.04), ("3z", 0.006), ("4z", 0.004))))
    assert likely.of(discard(100)) == (("2z", 0.9), ("3z", 0.006))


def test_the_memory_is_bounded(likely: LikelyTiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_tiles, "_MOST", 2)
    for at_ms in (100, 200, 300):
        see(likely, at_ms, river(at_ms, SOUTH))
    assert [bool(likely.of(discard(at_ms))) for at_ms in (100, 200, 300)] == [False, True, True]


# --- over a restart ------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return likely_path(tmp_path / "t1.db")


def daemon(path: Path) -> LikelyTiles:
    return LikelyTiles([f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 10)], path)


def test_the_next_daemon_knows_them_and_the_newest_reading_of_each(path: Path) -> None:
    first = daemon(path)
    assert not path.exists()
    see(first, 100, river(0, SOUTH))
    see(first, 150, river(0, WEST))
    see(first, 300, IndicatorSeen(0, ReadTile("2z", 0.7, SOUTH)))
    second = daemon(path)
    assert second.of(discard(100)) == WEST
    assert second.of(entry(300, IndicatorTurned(Tile.parse("2z")))) == SOUTH
    assert len(path.read_text().splitlines()) == 2, "each once, when it was taken over"
    see(second, 400, river(1, SOUTH))
    assert daemon(path).of(discard(400)) == SOUTH


def test_what_is_read_the_same_again_is_not_written_again(path: Path) -> None:
    likely = daemon(path)
    for at_ms in (100, 110, 120):
        see(likely, at_ms, river(0, SOUTH))
    assert len(path.read_text().splitlines()) == 1


@pytest.mark.parametrize("damage", ['["B",', '{"a": 1}', '["X",1,[]]', '["B",1,[["2z"]]]', "[1]", "null", "\x00"])
def test_a_damaged_line_costs_nothing_but_itself(damage: str, path: Path) -> None:
    see(daemon(path), 100, river(0, SOUTH))
    with path.open("a") as file:
        file.write(damage)
    likely = daemon(path)
    assert likely.of(discard(100)) == SOUTH
    see(likely, 200, river(1, WEST))
    assert daemon(path).of(discard(200)) == WEST


def test_the_file_stays_small(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_tiles, "_MOST", 3)
    monkeypatch.setattr(likely_tiles, "_MOST_LINES", 6)
    likely = daemon(path)
    for at_ms in range(20):
        see(likely, at_ms, river(at_ms, SOUTH))
        assert len(path.read_text().splitlines()) <= 6
    assert daemon(path).of(discard(19)) == SOUTH
    assert daemon(path).of(discard(2)) == ()


def test_a_table_goes_on_where_they_cannot_be_written(tmp_path: Path) -> None:
    likely = daemon(tmp_path / "no such folder" / "t1.likely")
    see(likely, 100, river(0, SOUTH))
    see(likely, 200, river(1, WEST))
    assert (likely.of(discard(100)), likely.of(discard(200))) == (SOUTH, WEST)
