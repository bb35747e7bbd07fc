from __future__ import annotations

import pytest

from tablebridge.game.face_reading import TilesLeft
from tablebridge.game.meld_reading import is_concealed_kan, read_concealed_kan, read_open_meld
from tablebridge.observation import MeldTile, ReadTile
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import Tile

BOOK = load("riichi-league-tw")


def row(text: str) -> tuple[MeldTile, ...]:
    """`5m <4p 6p ^4p`: `<` sideways, `^` stacked on it, `4p/7z` hardly sure of the first, maybe the second."""
    tiles = []
    for word in text.split():
        names = word.strip("<^").split("/")
        sure = 0.98 if len(names) == 1 else 0.4
        faces = tuple((name, sure - 0.05 * place) for place, name in enumerate(names))
        read = ReadTile(names[0], sure, faces)
        tiles.append(MeldTile(read, sideways=word[0] in "<^", stacked=word[0] == "^"))
    return tuple(tiles)


@pytest.mark.parametrize(
    ("laid", "called", "kind", "own", "from_seat"),
    [
        pytest.param("<4p 5p 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="RL-C05 chi"),
        pytest.param("<5p 4p 6p", None, MeldKind.CHI, "46p", Seat.D, id="RL-C05 chi of the middle tile, unseen"),
        pytest.param("<4p 4p 4p", "4p", MeldKind.PON, "44p", Seat.D, id="RL-C06 pon from the left"),
        pytest.param("4p <4p 4p", "4p", MeldKind.PON, "44p", Seat.C, id="RL-C06 pon from across"),
        pytest.param("4p 4p <4p", None, MeldKind.PON, "44p", Seat.B, id="RL-C06 pon from the right, unseen"),
        pytest.param("5m <0m 5m", "0m", MeldKind.PON, "55m", Seat.C, id="RL-S06 pon of a red five"),
        pytest.param("<4p 0p 6p", "4p", MeldKind.CHI, "06p", Seat.D, id="RL-S06 chi with a red five"),
        pytest.param("<5m 5m 5m 0m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.D, id="RL-C08 kan from the left"),
        pytest.param("5m 5m <5m 5m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.C, id="RL-C08 kan from across"),
        pytest.param("5m <5m 5m 5m", "5m", MeldKind.KAN_EXPOSED, "550m", Seat.C, id="RL-C08 second of four"),
        pytest.param("9s 9s 9s <9s", None, MeldKind.KAN_EXPOSED, "999s", Seat.B, id="RL-C08 kan from the right"),
        pytest.param("4p 4p <4p ^4p", "4p", MeldKind.PON, "44p", Seat.B, id="RL-C07 the pon below an added kan"),
        pytest.param("<4p 5p/7z 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="a doubtful face that fits"),
        pytest.param("<4p 7z/5p 6p", "4p", MeldKind.CHI, "56p", Seat.D, id="a wrong face, the right one second"),
        pytest.param("4p <4p ?", "4p", MeldKind.PON, "44p", Seat.C, id="an unread face: the shape tells it"),
        pytest.param("<8p 7p/8p 8p", None, MeldKind.PON, "88p", Seat.D, id="pon rather than no run"),
    ],
)
def test_a_row_is_read_as_the_meld_it_can_be(
    laid: str, called: str | None, kind: MeldKind, own: str, from_seat: Seat
) -> None:
    tile = None if called is None else Tile.parse(called)
    taken = () if tile is None else (tile,)
    reading = read_open_meld(row(laid), Seat.A, tile, BOOK, TilesLeft(BOOK, taken))
    assert reading is not None
    meld = reading.meld
    assert (meld.kind, format_tiles(meld.own), meld.from_seat) == (kind, own, from_seat)
    turned = next(tile.reading.tile for tile in row(laid) if tile.sideways)
    assert str(meld.called) == (called or turned.split("/")[0])


def test_without_a_sideways_tile_nobody_is_named() -> None:
    reading = read_open_meld(row("4p 4p 4p"), Seat.A, Tile.parse("4p"), BOOK, TilesLeft(BOOK))
    assert reading is not None
    assert reading.meld.from_seat is None


@pytest.mark.parametrize(
    ("laid", "called"),
    [
        pytest.param("<4p 7z 1s", None, id="no set"),
        pytest.param("<4p 5p 6p", "9s", id="another tile was discarded"),
        pytest.param("<4p <4p 4p", None, id="two sideways"),
        pytest.param("<4p 4p", None, id="two tiles"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_a_row_that_can_be_no_meld_is_none(laid: str, called: str | None) -> None:
    tile = None if called is None else Tile.parse(called)
    assert read_open_meld(row(laid), Seat.A, tile, BOOK, TilesLeft(BOOK)) is None


def test_a_row_that_nearly_is_a_meld_is_one_hardly_sure() -> None:
    reading = read_open_meld(row("<4p 5p 7p"), Seat.A, Tile.parse("4p"), BOOK, TilesLeft(BOOK))
    assert reading is not None
    assert reading.meld.kind is MeldKind.CHI
    assert reading.confidence == 0.01


@pytest.mark.parametrize(
    ("laid", "own"),
    [
        pytest.param("back 9s 9s back", "9999s", id="middle pair up"),
        pytest.param("9s back back 9s", "9999s", id="outer pair up"),
        pytest.param("back 0m 5m back", "5550m", id="RL-S06 with the red five"),
        pytest.param("back 6p/8p 8p back", "8888p", id="one doubtful face"),
        pytest.param("back 8p back back", "8888p", id="one face only"),
    ],
)
def test_two_backs_and_a_pair_are_a_concealed_kan(laid: str, own: str) -> None:
    assert is_concealed_kan(row(laid))
    reading = read_concealed_kan(row(laid), BOOK, TilesLeft(BOOK))
    assert reading is not None
    assert (reading.meld.kind, format_tiles(reading.meld.own)) == (MeldKind.KAN_CONCEALED, own)
    assert (reading.meld.called, reading.meld.from_seat) == (None, None)


def test_a_concealed_kan_is_not_read_from_tiles_that_lie_elsewhere() -> None:
    reading = read_concealed_kan(row("back 9s/8s 9s/8s back"), BOOK, TilesLeft(BOOK, parse_tiles("9s")))
    assert reading is not None
    assert format_tiles(reading.meld.own) == "8888s"


def test_four_backs_are_nothing() -> None:
    assert read_concealed_kan(row("back back back back"), BOOK, TilesLeft(BOOK)) is None
