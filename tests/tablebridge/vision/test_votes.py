"""Readings of one tile averaged."""

from __future__ import annotations

import pytest

from tablebridge.vision.reading import TileReading
from tablebridge.vision.votes import Votes


def reading(*candidates: tuple[str, float]) -> TileReading:
    return TileReading(candidates[0][0], candidates[0][1], candidates, 0)


def test_one_sure_reading_decides() -> None:
    votes = Votes()
    assert not votes.decided
    votes.add(reading(("5m", 0.97), ("0m", 0.02)))
    assert votes.decided
    assert (votes.result().tile, votes.result().confidence) == ("5m", 0.97)


def test_unsure_readings_are_averaged_and_three_are_enough() -> None:
    votes = Votes()
    for candidates in ((("2m", 0.5), ("3m", 0.4)), (("3m", 0.6), ("2m", 0.3)), (("3m", 0.7), ("2m", 0.2))):
        assert not votes.decided
        votes.add(reading(*candidates))
    assert votes.decided
    assert votes.result().tile == "3m"
    assert votes.result().confidence == pytest.approx((0.4 + 0.6 + 0.7) / 3)
    assert votes.result().candidates[1] == ("2m", pytest.approx(1 / 3, abs=1e-6))


def test_nothing_read_has_no_result() -> None:
    with pytest.raises(ValueError, match="nothing was read"):
        Votes().result()
