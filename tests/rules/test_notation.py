"""Tiles and melds as text, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.errors import NotationError
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import MeldText, format_meld, format_tiles, parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import ALL_TILES, Tile

T = parse_tiles


@given(st.lists(st.sampled_from(ALL_TILES)))
def test_tiles_there_and_back(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(tiles)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123", "cannot read tiles in '123' from position 0: '123'"),
        ("12m3x", "cannot read tiles in '12m3x' from position 3: '3x'"),
        ("12m m", "cannot read tiles in '12m m' from position 3: ' m'"),
        ("8z", "'8z' is not a tile"),
        ("0z", "'0z' is not a tile"),
    ],
)
def test_what_is_no_tile_is_quoted_with_its_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "kind", "tiles", "relation"),
    [
        ("chi:345p<left", MeldKind.CHI, "345p", Relation.LEFT),
        ("pon:777z<across", MeldKind.PON, "777z", Relation.ACROSS),
        ("daiminkan:5055m<right", MeldKind.KAN_EXPOSED, "5055m", Relation.RIGHT),
        ("kakan:4444p<left", MeldKind.KAN_ADDED, "4444p", Relation.LEFT),
        ("ankan:9999s", MeldKind.KAN_CONCEALED, "9999s", None),
    ],
)
def test_melds(text: str, kind: MeldKind, tiles: str, relation: Relation | None) -> None:
    assert parse_meld(text) == MeldText(kind, T(tiles), relation)
    assert format_meld(parse_meld(text).meld(Seat.C), Seat.C) == text


def test_a_meld_knows_the_chair_of_the_discarder() -> None:
    meld = parse_meld("pon:777z<across").meld(Seat.B)
    assert meld == Meld(MeldKind.PON, T("77z"), T("7z")[0], Seat.D)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("345p", "'345p' is no meld; melds are chi:TILES, pon:TILES"),
        ("kan:5555p<left", "'kan:5555p<left' is no meld"),
        ("chi:345p", "chi ends with <left, <across or <right"),
        ("chi:345p<here", "chi ends with <left, <across or <right"),
        ("ankan:5555p<left", "ankan takes no discarder"),
        ("ankan:5555p<here", "ankan takes no discarder"),
        ("pon:5x5p<left", "cannot read tiles in '5x5p' from position 0"),
    ],
)
def test_what_is_no_meld_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(text)
    assert message in str(caught.value)
