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
    (tmp_path / name).write_text(ROWS)
    assert told(tmp_path) == [("a.png", "5m", "felt"), ("a.png", None, "felt")]


def test_the_manifest_counts_before_other_lists(tmp_path: Path) -> None:
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
