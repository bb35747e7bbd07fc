"""Two cameras' observations made one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tablebridge.observation import (
    HandOverCloth,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RiverTileCovered,
    RiverTileGone,
    RiverTileSeen,
    Sighting,
    StandingRow,
    ViewHeld,
    WallStacks,
    Witness,
)
from tablebridge.vision.two_views import TwoViews
from tablebridge_rules.seat import Seat


def seen(sighting: Sighting, at_ms: float = 0.0, confidence: float = 1.0, track: int | None = None) -> Observation:
    return Observation(Witness.CAMERA, at_ms, datetime(2026, 1, 1, tzinfo=UTC), sighting, confidence, (), track)


def discard(tile: str, confidence: float = 0.95, *, sideways: bool = False) -> RiverTileSeen:
    return RiverTileSeen(Seat.B, 2, ReadTile(tile, confidence), sideways)


def told(views: TwoViews, *steps: tuple[int, Observation]) -> list[Sighting]:
    return [news.sighting for camera, one in steps for news in views.take(camera, [one])]


@pytest.mark.parametrize(
    "sighting",
    [
        discard("4s"),
        MeldSeen(Seat.C, 0, (MeldTile(ReadTile("1z", 0.9), True),) * 3),
        StandingRow(Seat.A, 13, True),
        WallStacks(Seat.D, 16),
        HandOverCloth(Seat.A, True),
    ],
    ids=lambda sighting: type(sighting).__name__,
)
def test_what_both_see_is_told_once(sighting: Sighting) -> None:
    assert told(TwoViews(), (1, seen(sighting)), (0, seen(sighting, 30.0))) == [sighting]


@pytest.mark.parametrize(("confidence", "expected"), [(0.97, ["7p", "8p"]), (0.5, ["7p"])], ids=["surer", "less-sure"])
def test_of_two_readings_the_surer_one_stands(confidence: float, expected: list[str]) -> None:
    first, second = discard("7p", 0.8), discard("8p", confidence)
    news = told(TwoViews(), (0, seen(first, 0.0, 0.8)), (1, seen(second, 10.0, confidence)))
    assert [one.reading.tile for one in news] == expected


def test_camera_may_correct_itself_whatever_it_says_of_its_sureness() -> None:
    news = told(TwoViews(), (0, seen(discard("7p"), 0.0, 0.9)), (0, seen(discard("9p"), 500.0, 0.6)))
    assert len(news) == 2


def test_late_word_of_what_is_gone_brings_nothing_back() -> None:
    gone = RiverTileGone(Seat.B, 2)
    steps = [(0, seen(discard("7p"), 0.0)), (0, seen(gone, 2000.0)), (1, seen(discard("7p"), 20.0))]
    assert told(TwoViews(), *steps) == [discard("7p"), gone]


def test_next_tile_of_a_slot_is_news_from_either_camera() -> None:
    gone = RiverTileGone(Seat.B, 2)
    steps = [(0, seen(discard("7p"), 0.0)), (1, seen(gone, 2000.0)), (1, seen(discard("7p"), 4000.0))]
    assert len(told(TwoViews(), *steps)) == 3


def test_tile_is_covered_only_where_no_camera_sees_it() -> None:
    views = TwoViews()
    hidden, free = RiverTileCovered(Seat.B, 2, True, 5.0), RiverTileCovered(Seat.B, 2, False, 9.0)
    assert told(views, (0, seen(hidden))) == []
    assert told(views, (1, seen(hidden))) == [hidden]
    assert told(views, (0, seen(free))) == [free]
    assert told(views, (1, seen(free))) == []


def test_view_is_held_only_when_no_camera_can_be_trusted() -> None:
    views = TwoViews()
    held, free = ViewHeld(True, "the camera moves"), ViewHeld(False, "found again")
    assert told(views, (0, seen(held)), (0, seen(free))) == []
    assert told(views, (0, seen(held)), (1, seen(held))) == [held]
    assert told(views, (1, seen(free))) == [free]


def test_hand_is_over_the_cloth_while_any_camera_says_so() -> None:
    come, left = HandOverCloth(Seat.D, True), HandOverCloth(Seat.D, False)
    steps = [(0, seen(come)), (1, seen(come)), (0, seen(left)), (1, seen(left))]
    assert told(TwoViews(), *steps) == [come, left]


def test_silent_camera_is_not_waited_for() -> None:
    views = TwoViews()
    hidden = RiverTileCovered(Seat.B, 2, True, 5.0)
    views.silent(1)
    assert told(views, (0, seen(hidden))) == [hidden]


def test_tracks_of_two_cameras_have_numbers_of_their_own() -> None:
    views = TwoViews()
    (one,) = views.take(0, [seen(discard("1m"), track=3)])
    (other,) = views.take(1, [seen(RiverTileSeen(Seat.A, 0, ReadTile("1m", 1.0), False), track=3)])
    assert one.track != other.track
    with pytest.raises(ValueError, match="camera 2 is none of 2"):
        views.take(2, [])
