import pytest

from tablebridge.game.decoder.face_reading import TilesLeft, candidates, is_face
from tablebridge.observation import ReadTile
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.tile import Tile

BOOK = load("riichi-league-tw")


def reading(*faces: tuple[str, float]) -> ReadTile:
    return ReadTile(faces[0][0], faces[0][1], faces)


@pytest.mark.parametrize(
    ("seen", "read", "best"),
    [
        pytest.param("", reading(("3p", 0.9)), ("3p", 0.9), id="as read"),
        pytest.param("3333p", reading(("3p", 0.9), ("4p", 0.05)), ("4p", 0.05), id="a fifth copy: the next candidate"),
        pytest.param("3333p", reading(("3p", 0.9)), ("3p", 0.05), id="no candidate is left: as read, hardly sure"),
        pytest.param("", reading(("?", 0.0), ("7z", 0.2)), ("7z", 0.2), id="unread with a candidate"),
        pytest.param("0m", reading(("0m", 0.9)), ("5m", 0.45), id="RL-S06 a second red five of characters"),
        pytest.param("0p", reading(("0p", 0.9)), ("0p", 0.9), id="RL-S06 there are two red fives of dots"),
        pytest.param("55p", reading(("5p", 0.9)), ("0p", 0.45), id="RL-S06 only two plain fives of dots"),
        pytest.param("", reading(("4m", 0.3), ("6m", 0.5)), ("4m", 0.3), id="the name goes before its candidates"),
    ],
)
def test_the_best_face_is_one_that_the_set_still_has(seen: str, read: ReadTile, best: tuple[str, float]) -> None:
    found = TilesLeft(BOOK, parse_tiles(seen)).best(read)
    assert found is not None
    assert (str(found[0]), found[1]) == best


@pytest.mark.parametrize("name", ["back", "?", "not_a_tile"])
def test_what_is_no_face_is_nothing(name: str) -> None:
    assert not is_face(name)
    assert TilesLeft(BOOK).best(ReadTile(name, 0.9)) is None


def test_the_set_is_that_of_the_rulebook() -> None:
    left = TilesLeft(BOOK)
    counts = {}
    for name in ("1m", "5m", "0m", "5p", "0p", "5s", "0s", "7z"):
        tile = Tile.parse(name)
        counts[name] = 0
        while left.has(tile):
            left.take(tile)
            counts[name] += 1
    assert counts == {"1m": 4, "5m": 3, "0m": 1, "5p": 2, "0p": 2, "5s": 3, "0s": 1, "7z": 4}


def test_a_copy_is_free_to_change() -> None:
    left = TilesLeft(BOOK)
    other = left.copy()
    for _ in range(4):
        other.take(Tile.parse("9s"))
    assert left.has(Tile.parse("9s"))
    assert not other.has(Tile.parse("9s"))


def test_candidates_come_surest_first_with_the_other_colour_last() -> None:
    read = ReadTile("5s", 0.6, (("5s", 0.6), ("6s", 0.1), ("8s", 0.3), ("?", 0.2)))
    assert [(str(tile), sure) for tile, sure in candidates(read)] == [
        ("5s", 0.6),
        ("8s", 0.3),
        ("6s", 0.1),
        ("0s", 0.3),
    ]
