"""Melds in the corner: RL-C04 to RL-C08."""

from __future__ import annotations

import pytest

from tablebridge.observation import MeldGone, MeldSeen
from tablebridge.vision.melds import LAYOUTS, Layout
from tablebridge_rules.seat import Seat


def lay_meld(stage, seat: Seat, right_mm: float, layout: Layout, names: tuple[str, ...]) -> list[int]:
    """Lays a meld with the small errors of a hand."""
    off = [(0.6, -0.4), (-0.5, 0.5), (0.3, 0.6), (-0.6, -0.3)]
    return [
        stage.lay(
            seat,
            place,
            "6p" if name == "back" else name,
            pose="down" if name == "back" else "up",
            off_mm=off[number],
            turn_deg=(1.5, -1.0, 0.5, -1.5)[number],
        )
        for number, (place, name) in enumerate(zip(layout.places(stage.cloth, right_mm), names, strict=True))
    ]


def seen_tiles(sighting: MeldSeen) -> list[tuple[str, bool, bool]]:
    return [(tile.reading.tile, tile.sideways, tile.stacked) for tile in sighting.tiles]


def names_for(layout: Layout) -> tuple[str, ...]:
    if layout.turned == (False,) * 4:
        return ("5s", "back", "back", "5s")
    return ("0p", *("5p",) * (len(layout.turned) - 1), *("5p",) * layout.added)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.turned}{layout.added}")
@pytest.mark.parametrize("seat", Seat)
def test_every_way_a_meld_lies_is_read_RL_C05_to_C08(stage, seat: Seat, layout: Layout) -> None:
    names = names_for(layout)
    lay_meld(stage, seat, stage.cloth.meld_right_mm, layout, names)
    (seen,) = stage.sightings()
    assert (seen.seat, seen.index) == (seat, 0)
    row = [(name, turned, False) for name, turned in zip(names, layout.turned, strict=False)]
    assert seen_tiles(seen) == row + [(names[-1], True, True)] * layout.added


def test_melds_come_one_by_one_and_lie_side_by_side_RL_C04(stage) -> None:
    right = stage.cloth.meld_right_mm
    melds = [
        (LAYOUTS[0], ("3m", "1m", "2m")),
        (LAYOUTS[2], ("7z", "7z", "7z")),
        (LAYOUTS[9], ("back", "2s", "2s", "back")),
        (LAYOUTS[1], ("9p", "9p", "9p")),
    ]
    for index, (layout, names) in enumerate(melds):
        lay_meld(stage, Seat.B, right, layout, names)
        right -= layout.width_mm(stage.cloth) + stage.cloth.meld_gap_mm()
        (seen,) = stage.sightings()
        assert seen.index == index
        assert [name for name, _, _ in seen_tiles(seen)] == list(names)
    stage.objects.clear()
    assert set(stage.sightings()) == {MeldGone(Seat.B, index) for index in range(4)}


def test_all_melds_are_read_at_the_start(stage) -> None:
    right = stage.cloth.meld_right_mm
    for layout, names in [(LAYOUTS[2], ("5m", "4m", "3m")), (LAYOUTS[7], ("1z",) * 4), (LAYOUTS[4], ("8s",) * 4)]:
        lay_meld(stage, Seat.D, right, layout, names)
        right -= layout.width_mm(stage.cloth) + stage.cloth.meld_gap_mm()
    assert [(seen.index, len(seen.tiles)) for seen in stage.sightings(2000)] == [(0, 3), (1, 4), (2, 4)]


def test_pon_that_grows_to_an_added_kan_is_reported_again_RL_C07(stage) -> None:
    lay_meld(stage, Seat.A, stage.cloth.meld_right_mm, LAYOUTS[1], ("6m", "6m", "6m"))
    stage.show()
    places = LAYOUTS[4].places(stage.cloth, stage.cloth.meld_right_mm)
    stage.lay(Seat.A, places[-1], "6m")
    (seen,) = stage.sightings()
    assert seen.index == 0
    assert seen_tiles(seen)[-1] == ("6m", True, True)


@pytest.mark.parametrize("ups", [0, 1, 4], ids=["all-down-TW-R23", "one-up", "all-up"])
def test_concealed_kan_shows_as_many_faces_as_its_rulebook_wants(stage, ups: int) -> None:
    names = ("7p",) * ups + ("back",) * (4 - ups)
    lay_meld(stage, Seat.C, stage.cloth.meld_right_mm, LAYOUTS[9], names)
    (seen,) = stage.sightings()
    assert seen_tiles(seen) == [(name, False, False) for name in names]


def test_fifth_meld_of_a_hand_of_sixteen_has_its_place(stage) -> None:
    right = stage.cloth.meld_right_mm
    for index in range(5):
        lay_meld(stage, Seat.A, right, LAYOUTS[index % 3], (f"{index + 3}s", f"{index + 1}s", f"{index + 2}s"))
        right -= LAYOUTS[0].width_mm(stage.cloth) + stage.cloth.meld_gap_mm()
    assert [(seen.index, len(seen.tiles)) for seen in stage.sightings(2400)] == [(index, 3) for index in range(5)]


def test_unfinished_meld_is_not_reported(stage) -> None:
    keys = lay_meld(stage, Seat.C, stage.cloth.meld_right_mm, LAYOUTS[0], ("3m", "1m", "2m"))
    last = stage.objects.pop(keys[0])
    assert stage.sightings(1500) == []
    stage.objects[keys[0]] = last
    (seen,) = stage.sightings()
    assert [name for name, _, _ in seen_tiles(seen)] == ["3m", "1m", "2m"]


def test_kan_that_lay_face_down_and_is_none_is_told_as_it_lies_SC_F03(stage) -> None:
    right = stage.cloth.meld_right_mm
    keys = lay_meld(stage, Seat.C, right, LAYOUTS[9], ("back",) * 4)
    (down,) = stage.sightings()
    assert seen_tiles(down) == [("back", False, False)] * 4
    for key in keys:
        del stage.objects[key]
    lay_meld(stage, Seat.C, right, LAYOUTS[9], ("2m", "2m", "2m", "7s"))
    (up,) = stage.sightings()
    assert seen_tiles(up) == [("2m", False, False)] * 3 + [("7s", False, False)]


def test_four_tiles_that_are_not_the_same_are_no_meld_of_themselves(stage) -> None:
    lay_meld(stage, Seat.C, stage.cloth.meld_right_mm, LAYOUTS[9], ("2m", "2m", "2m", "7s"))
    assert stage.sightings() == []
