from __future__ import annotations

import pytest

from tablebridge.game.decoder.face_reading import TilesLeft
from tablebridge.game.decoder.set_reading import all_of, as_it_lies, likely_fours, likely_sets
from tablebridge.observation import MeldTile, ReadTile
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.tile import Tile

LEFT = TilesLeft(read_rulebook("riichi-league-tw"))
PLAIN_SET = TilesLeft(read_rulebook("sichuan-bloody"))


def row(text: str) -> tuple[MeldTile, ...]:
    """Faces apart by spaces; `4p/7z` is hardly sure of the first, maybe the second."""
    tiles = []
    for word in text.split():
        names = word.split("/")
        sure = 0.98 if len(names) == 1 else 0.4
        faces = tuple((name, sure - 0.05 * place) for place, name in enumerate(names))
        tiles.append(MeldTile(ReadTile(names[0], sure, faces)))
    return tuple(tiles)


def read(text: str, **more: object) -> list[str]:
    return [format_tiles(found.tiles) for found in likely_sets(row(text), LEFT, **more)]  # type: ignore[arg-type]


def test_tiles_come_in_the_order_of_the_row() -> None:
    (found,) = likely_sets(row("6p 4p 5p"), LEFT)
    assert (found.kind, [str(tile) for tile in found.tiles]) == (MeldKind.CHI, ["6p", "4p", "5p"])


def test_real_rivals_come_with_the_likelier_first_and_lost_causes_not_at_all() -> None:
    assert read("2p/4p 3p 4p/2p") == ["234p", "432p"]
    assert read("2p 3p 4p") == ["234p"]


@pytest.mark.parametrize(
    ("places", "count"),
    [pytest.param((1,), 1, id="in the middle"), pytest.param((0,), 0, id="not where it must lie")],
)
def test_the_called_tile_lies_where_the_room_says(places: tuple[int, ...], count: int) -> None:
    assert len(read("4s 5s 6s", called=Tile.parse("5s"), called_at=places)) == count


def test_without_runs_only_sets_of_one_kind_are_read() -> None:
    assert read("4s 5s 6s", runs=False) == []
    assert read("4s 4s 4s", runs=False) == ["444s"]


def test_a_set_of_which_the_tiles_are_used_up_is_hardly_likely() -> None:
    free = LEFT.copy()
    for tile in parse_tiles("44s"):
        free.take(tile)
    used_up, left = likely_sets(row("4s 4s 4s"), free)[0], likely_sets(row("4s 4s 4s"), LEFT)[0]
    assert used_up.weight < left.weight - 3


def test_fours_are_the_kind_of_the_faces_that_show() -> None:
    assert [format_tiles(found.tiles) for found in likely_fours(row("back 7z 7z back"), LEFT)] == ["7777z"]
    assert likely_fours(row("back back back back"), LEFT) == []


def test_four_of_a_kind_have_the_red_five_of_the_set() -> None:
    assert format_tiles(all_of(Tile.parse("5s").kind, LEFT)) == "5550s"
    assert format_tiles(all_of(Tile.parse("5s").kind, PLAIN_SET)) == "5555s"


@pytest.mark.parametrize(
    ("laid", "kind"),
    [
        pytest.param("8m 1m 6m", MeldKind.CHI, id="three apart"),
        pytest.param("8m 8m 8m", MeldKind.PON, id="three alike"),
        pytest.param("9m 9m 9m 8m", MeldKind.KAN_EXPOSED, id="four not alike"),
    ],
)
def test_a_plain_row_is_told_as_it_lies(laid: str, kind: MeldKind) -> None:
    found = as_it_lies(row(laid))
    assert found is not None
    assert (found.kind, [str(tile) for tile in found.tiles]) == (kind, laid.split())
    assert found.weight < -7


@pytest.mark.parametrize(
    ("laid", "called", "taken"),
    [
        pytest.param("8m 1m/2m 6m", None, 0, id="a face is doubtful"),
        pytest.param("8m ? 6m", None, 0, id="a face is not read"),
        pytest.param("8m 1m", None, 0, id="two tiles"),
        pytest.param("8m 1m 6m", "1m", 0, id="another tile lies where the called one must"),
        pytest.param("8m 1m 6m", "9m", None, id="the called tile is not in it"),
    ],
)
def test_what_is_not_plain_is_not_told_as_it_lies(laid: str, called: str | None, taken: int | None) -> None:
    assert as_it_lies(row(laid), called=Tile.parse(called) if called else None, taken=taken) is None
