"""Melds on the table."""

from __future__ import annotations

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat

TILES = parse_tiles("7777z")


@pytest.mark.parametrize(
    ("meld", "tiles", "is_open", "is_kan"),
    [
        (Meld(MeldKind.PON, TILES[:2], TILES[0], Seat.A), 3, True, False),
        (Meld(MeldKind.CHI, parse_tiles("35m"), parse_tiles("4m")[0], Seat.A), 3, True, False),
        (Meld(MeldKind.KAN_EXPOSED, TILES[:3], TILES[0], Seat.A), 4, True, True),
        (Meld(MeldKind.KAN_ADDED, TILES[:3], TILES[0], Seat.A), 4, True, True),
        (Meld(MeldKind.KAN_CONCEALED, TILES), 4, False, True),
    ],
)
def test_what_a_meld_is(meld: Meld, tiles: int, is_open: bool, is_kan: bool) -> None:
    assert (len(meld.tiles), meld.is_open, meld.kind.is_kan) == (tiles, is_open, is_kan)


def test_the_called_tile_comes_first() -> None:
    meld = Meld(MeldKind.CHI, parse_tiles("35m"), parse_tiles("4m")[0], Seat.A)
    assert meld.tiles == parse_tiles("435m")


def test_a_concealed_kan_may_lie_face_down() -> None:
    assert Meld(MeldKind.KAN_CONCEALED, ()).is_hidden
    assert not Meld(MeldKind.KAN_CONCEALED, TILES).is_hidden
