"""`recognise --evaluate` with plots and with pictures of what went wrong."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.faces import face_image


def tiles_in(folder: Path, names: dict[str, str]) -> Path:
    """Crops by file name, each showing a tile."""
    for file, tile in names.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        face = face_image(tile, "chinese", 60, 80)
        cv2.imwrite(str(folder / file), np.where(face[:, :, 3:] > 127, face[:, :, :3], 60).astype(np.uint8))
    return folder


def test_a_folder_of_crops_with_plots_and_misses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tiles_in(tmp_path / "tiles", {"5m-1.png": "5m", "7s/a.png": "7s", "east/1z.png": "1z", "3p.png": "4p"})
    plots, misses = tmp_path / "plots", tmp_path / "misses.png"
    code = cli.main(
        ["recognise", "--evaluate", str(folder), "--plots", str(plots), "--annotate", str(misses), "--json"]
    )
    document = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (document["rows"], document["right"]) == (4, 3)
    assert document["confusions"] == [["3p", "4p", 1]]
    assert set(document["tile_sets"]) == {"tiles", "east"}
    for name in ("confusion.svg", "reliability.svg"):
        ElementTree.parse(plots / name)
    assert "3p read as 4p: 1 of 1" in (plots / "confusion.svg").read_text()
    sheet = cv2.imread(str(misses))
    assert (sheet[:84, :84] < 200).any(), "the first cell shows the tile"
    assert (sheet[:, 100:] == 255).all(), "nothing else went wrong"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--plots", "x", "a.png"], "--plots belongs to --evaluate"),
        (["--evaluate", "tiles", "--plots", "tiles/5m-1.png"], "the plots cannot be written"),
        (["--evaluate", "tiles", "--annotate", "no/such/folder.png"], "there is no such folder: no/such"),
        (["--evaluate", "tiles", "--annotate", "tiles"], "Is a directory"),
        (["--evaluate", "tiles", "--annotate", "misses.xyz"], "no such picture format"),
        (["--evaluate", "west.csv"], "1 with label west is not one of the classifier's"),
        (["--evaluate", "."], "several lists"),
    ],
)
def test_bad_use_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    tiles_in(Path("tiles"), {"5m-1.png": "5m"})
    for name in ("a.csv", "b.csv"):
        Path(name).write_text("")
    Path("west.csv").write_text("file,x0,y0,x1,y1,label\ntiles/5m-1.png,0,0,9,9,west\n")
    code = cli.main(["recognise", *arguments])
    err = capsys.readouterr().err
    assert (code, err.count("\n")) == (2, 1)
    assert said in err


@pytest.mark.parametrize("option", ["--annotate", "--plots"])
def test_figures_are_told_even_where_their_pictures_cannot_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    tiles_in(tmp_path / "tiles", {"5m-1.png": "5m"})
    place = "/dev/full" if option == "--annotate" else tmp_path / "tiles" / "5m-1.png"
    code = cli.main(["recognise", "--evaluate", str(tmp_path / "tiles"), option, str(place)])
    out, err = capsys.readouterr()
    assert (code, err.count("\n")) == (2, 1)
    assert "1 of 1 right" in out


def test_a_sheet_without_misses_says_so(tmp_path: Path) -> None:
    tiles_in(tmp_path / "tiles", {"5m-1.png": "5m"})
    assert (
        cli.main(["recognise", "--evaluate", str(tmp_path / "tiles"), "--annotate", str(tmp_path / "sheet.png")]) == 0
    )
    assert (cv2.imread(str(tmp_path / "sheet.png")) < 200).any()
