"""How witnesses' facts are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.witness import face_seen, is_joined, river_tile, streak_announced, think_time_over
from tablebridge_rules.tile import Tile


def test_a_drawn_tile_is_joined_when_the_gap_stays_closed_tw_r18(book: Rulebook) -> None:
    assert is_joined(book, 300)
    assert not is_joined(book, 299)
    assert is_joined(book, 0, has_discarded=True)


def test_a_lifted_tile_was_seen_unless_the_referee_overrules_tw_f06(book: Rulebook) -> None:
    assert face_seen(book, lifted=True)
    assert not face_seen(book, lifted=False)
    assert not face_seen(book, lifted=True, referee=False)
    assert face_seen(book, lifted=False, referee=True)
    house = replace(book, play=replace(book.play, face_seen="referee_only"))
    assert not face_seen(house, lifted=True)


@pytest.mark.parametrize(
    ("option", "by_dice", "by_button", "by_nothing"),
    [("camera_or_button", True, True, False), ("button_only", False, True, False), ("not_needed", True, True, True)],
)
def test_a_streak_is_announced_tw_s40(
    book: Rulebook, option: str, by_dice: bool, by_button: bool, by_nothing: bool
) -> None:
    house = replace(book, play=replace(book.play, streak_announce=option))  # type: ignore[arg-type]
    assert streak_announced(house, dice_set_out=True) is by_dice
    assert streak_announced(house, button=True) is by_button
    assert streak_announced(house) is by_nothing


def test_a_tile_that_falls_into_the_river_is_discarded_tw_r45() -> None:
    """South draws 3p and drops it among the discards."""
    assert river_tile(Tile.parse("3p")) == Tile.parse("3p")


def test_the_tile_counts_and_not_its_name_tw_r46() -> None:
    """West says "west" but places 7z."""
    assert river_tile(Tile.parse("7z"), spoken=Tile.parse("3z")) == Tile.parse("7z")


def test_fifteen_seconds_from_the_count_tw_r42(book: Rulebook) -> None:
    assert think_time_over(book, 60_000, 15_000)
    assert not think_time_over(book, 60_000, 14_999)
    assert not think_time_over(book, 60_000)
    house = replace(book, play=replace(book.play, think_clock_start="turn_start"))
    assert think_time_over(house, 15_000)
    assert not think_time_over(house, 14_999, 20_000)
