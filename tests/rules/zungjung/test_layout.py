"""How sets lie."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import format_tiles, parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.layout import added_places, laid_order, read_chi, shown_tiles, sideways_places
from tablebridge_rules.zungjung.rulebook import Rulebook

LEFT, ACROSS, RIGHT = Relation.LEFT, Relation.ACROSS, Relation.RIGHT


@pytest.mark.parametrize(
    ("kind", "relation", "places"),
    [
        pytest.param(MeldKind.PON, LEFT, (0,), id="ZJ-R16 upper seat: left"),
        pytest.param(MeldKind.PON, ACROSS, (1,), id="ZJ-R16 opposite: middle"),
        pytest.param(MeldKind.PON, RIGHT, (2,), id="ZJ-R16 lower seat: right"),
        pytest.param(MeldKind.KAN_EXPOSED, LEFT, (0,), id="ZJ-R26 upper seat: leftmost"),
        pytest.param(MeldKind.KAN_EXPOSED, ACROSS, (1, 2), id="ZJ-R26 opposite: one of the two middle ones"),
        pytest.param(MeldKind.KAN_EXPOSED, RIGHT, (3,), id="ZJ-R26 lower seat: rightmost"),
    ],
)
def test_where_the_sideways_tile_lies(kind: MeldKind, relation: Relation, places: tuple[int, ...]) -> None:
    assert sideways_places(kind, relation) == places


@pytest.mark.parametrize(
    ("text", "laid", "sideways"),
    [
        pytest.param("pon:777z<across", "777z", 1, id="ZJ-R15 ZJ-R16 pon of the opposite"),
        pytest.param("pon:777z<right", "777z", 2, id="ZJ-R16 pon of the lower seat"),
        pytest.param("chi:546p<left", "456p", 1, id="ZJ-R18 ZJ-R19 5p with 4p and 6p"),
        pytest.param("chi:645p<left", "456p", 2, id="ZJ-R19 6p with 4p and 5p"),
        pytest.param("daiminkan:9999p<across", "9999p", 1, id="ZJ-R26 kan of the opposite"),
        pytest.param("daiminkan:9999p<right", "9999p", 3, id="ZJ-R26 kan of the lower seat"),
        pytest.param("kakan:7777z<left", "7777z", 0, id="ZJ-R25 added at the right end"),
        pytest.param("kakan:7777z<across", "7777z", 1, id="ZJ-R25 added at the right end, opposite"),
        pytest.param("kakan:7777z<right", "7777z", 3, id="ZJ-R25 added at the left end"),
        pytest.param("ankan:2222m", "2222m", None, id="ZJ-R24 no tile of another seat"),
    ],
)
def test_how_a_meld_lies(text: str, laid: str, sideways: int | None) -> None:
    meld = parse_meld(text).meld(Seat.B)
    tiles, place = laid_order(meld, Seat.B)
    assert (format_tiles(tiles), place) == (laid, sideways)


def test_the_claimed_tile_of_a_chi_is_the_sideways_one_zj_r19() -> None:
    for place, called in enumerate(parse_tiles("456p")):
        meld = read_chi(parse_tiles("456p"), place, Seat.B)
        assert (meld.called, meld.from_seat) == (called, Seat.A)
        assert laid_order(meld, Seat.B) == (parse_tiles("456p"), place)


def test_the_outer_tiles_of_a_concealed_kan_lie_face_down_zj_r24() -> None:
    two = Tile.parse("2m")
    assert shown_tiles(Meld(MeldKind.KAN_CONCEALED, parse_tiles("2222m")), Seat.B) == (None, two, two, None)
    assert shown_tiles(parse_meld("chi:546p<left").meld(Seat.B), Seat.B) == parse_tiles("456p")


def test_an_added_tile_lies_at_an_end_away_from_the_sideways_one_zj_r25(book: Rulebook) -> None:
    """A pon of the upper seat has its left tile sideways: the fourth goes to the right end."""
    assert [added_places(book, relation) for relation in (LEFT, ACROSS, RIGHT)] == [(3,), (0, 3), (0,)]
    house = replace(book, table=replace(book.table, added_tile_end="right"))
    assert [added_places(house, relation) for relation in (LEFT, ACROSS, RIGHT)] == [(3,), (3,), (0,)]
