"""Every form of labelled pictures, and what is said when there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.cli.labelled import labelled
from tablebridge.errors import UsageError

LABELS = ("5m", "0p", "back", "not-a-tile")
ROWS = "file,x0,y0,x1,y1,label,tile_set\na.png,0,0,9,9,5m,felt\na.png,0,0,9,9,,felt\n"


def told(folder: Path) -> list[tuple[str, str | None, str]]:
    return [(str(tile.file.relative_to(folder)), tile.label, tile.tile_set) for tile in labelled(folder, LABELS)]


@pytest.mark.parametrize("name", ["manifest.csv", "labels.csv", "boxes.csv"])
def test_the_list_in_a_folder_counts(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / name).write_text(ROWS)
    assert told(tmp_path) == [("a.png", "5m", "felt"), ("a.png", None, "felt")]


def test_the_manifest_counts_before_other_lists(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "manifest.csv").write_text(ROWS)
    (tmp_path / "other.csv").write_text("nothing")
    assert len(told(tmp_path)) == 2


def test_crops_are_named_by_themselves_or_by_their_folder(tmp_path: Path) -> None:
    for name in ("5m-1.png", "0p_x.jpg", "back.webp", "readme.txt", "joker-1.png", "5m/a.png", "tray/not-a-tile/1.PNG"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert sorted(told(tmp_path)) == [
        ("0p_x.jpg", "0p", tmp_path.name),
        ("5m-1.png", "5m", tmp_path.name),
        ("5m/a.png", "5m", tmp_path.name),
        ("back.webp", "back", tmp_path.name),
        ("tray/not-a-tile/1.PNG", "not-a-tile", "tray"),
    ]


def test_a_folder_of_nothing_and_one_of_several_lists(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no labelled picture"):
        list(labelled(tmp_path, LABELS))
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text(ROWS)
    with pytest.raises(UsageError, match="several lists"):
        list(labelled(tmp_path, LABELS))


SPELT = {
    "a mark of byte order": ROWS.encode("utf-8-sig"),
    "lines of Windows": ROWS.replace("\n", "\r\n").encode(),
    "capitals": ROWS.replace("file,x0,y0,x1,y1,label", "File,X0,Y0,X1,Y1,Label").encode(),
    "spaces": ROWS.replace(",", " , ").encode(),
    "empty lines": ROWS.replace("\n", "\n\n").encode(),
}


@pytest.mark.parametrize("how", SPELT)
def test_a_list_is_read_as_spreadsheets_write_it(tmp_path: Path, how: str) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "boxes.csv").write_bytes(SPELT[how])
    assert told(tmp_path) == [("a.png", "5m", "felt"), ("a.png", None, "felt")]


def test_semicolons_are_told(tmp_path: Path) -> None:
    (tmp_path / "boxes.csv").write_text(ROWS.replace(",", ";"))
    with pytest.raises(UsageError, match="not semicolons"):
        list(labelled(tmp_path, LABELS))


@pytest.mark.parametrize("name", ["my tiles/東 1.png", "my tiles\\東 1.png"])
def test_pictures_are_named_from_the_lists_folder(tmp_path: Path, name: str) -> None:
    picture = tmp_path / "my tiles" / "東 1.png"
    picture.parent.mkdir()
    picture.touch()
    (tmp_path / "boxes.csv").write_text(ROWS.replace("a.png", name))
    assert {tile.file for tile in labelled(tmp_path, LABELS)} == {picture}
    (tmp_path / "boxes.csv").write_text(ROWS.replace("a.png", str(picture)))
    assert {tile.file for tile in labelled(tmp_path, LABELS)} == {picture}


def test_a_missing_picture_is_told_by_its_line_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    (tmp_path / "boxes.csv").write_text(ROWS + "gone.png,0,0,9,9,5m,felt\n")
    with pytest.raises(UsageError, match=r"no such picture: gone\.png") as caught:
        next(labelled(tmp_path, LABELS))
    assert caught.value.where.endswith("boxes.csv, line 4")
