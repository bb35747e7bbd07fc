"""`tablebridge teach`: pictures named by rows and by tiles, boxes, forgetting, and every mistake in one line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.cli.teaching_pictures import ROWS
from tablebridge.faces import face_image
from tablebridge.vision.classifier import TileClassifier
from tablebridge.vision.taught_set import read_file

CLOTH = (70, 100, 30)


def row_of(tiles: Sequence[str], style: str = "chinese", shift: int = 0) -> np.ndarray:
    """Tiles side by side on a cloth."""
    picture = np.full((150, 80 * len(tiles) + 60, 3), CLOTH, np.uint8)
    for number, tile in enumerate(tiles):
        face = face_image(tile, style, 54, 72)
        shown = picture[40 + shift : 112 + shift, 40 + 80 * number : 94 + 80 * number]
        shown[:] = np.where(face[:, :, 3:] > 127, face[:, :, :3], shown)
    noise = np.random.default_rng(len(tiles) + shift).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def crop_of(tile: str, style: str = "chinese") -> np.ndarray:
    return row_of([tile], style)[38:114, 38:96]


@pytest.fixture(scope="module")
def flowers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A taught set: flowers twice as a row, seasons once as single tiles."""
    folder = tmp_path_factory.mktemp("pictures")
    cv2.imwrite(str(folder / "f.png"), row_of(ROWS["f"]))
    cv2.imwrite(str(folder / "f-2.png"), row_of(ROWS["f"], shift=6))
    for tile in ROWS["g"]:
        cv2.imwrite(str(folder / f"{tile}.png"), crop_of(tile))
    (folder / "notes.txt").write_text("not a picture")
    file = folder / "taught.npz"
    assert cli.main(["teach", "--from", str(folder), "--to", str(file)]) == 0
    return file


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.main(["teach", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_what_to_lay_out_is_told_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys)
    assert code == 0
    names = [line.split(".jpg")[0] for line in out.splitlines() if ".jpg " in line[:12]]
    assert names == [*ROWS, "back"]
    assert "1f 2f 3f 4f   (plum, orchid, chrysanthemum, bamboo flower)" in out
    assert json.loads(said(capsys, "--json")[1])["order"]["z"] == [f"{rank}z" for rank in range(1, 8)]


def test_rows_and_single_tiles_are_taught(flowers: Path) -> None:
    taught = read_file(flowers)
    labels = [example.label for example in taught.examples]
    assert sorted(labels) == sorted([*ROWS["f"], *ROWS["f"], *ROWS["g"]])
    assert taught.has.all(), "suits were not taught: nothing is ruled out"


def test_a_row_laid_from_the_other_end_is_turned_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "z.png"), cv2.rotate(row_of(ROWS["z"]), cv2.ROTATE_180))
    code, _, err = said(capsys, "--from", tmp_path, "--to", tmp_path / "t.npz")
    assert (code, err) == (0, "")
    classifier = TileClassifier()
    for example in read_file(tmp_path / "t.npz").examples:
        assert classifier.classify([example.crop])[0].tile == example.label


def test_labelled_boxes_are_taught(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "row.png"), row_of(["1f", "2g", "5m"]))
    rows = [f"row.png,{38 + 80 * n},38,{96 + 80 * n},114,{tile}" for n, tile in enumerate(["1f", "2g", "5m"])]
    (tmp_path / "boxes.csv").write_text("file,x0,y0,x1,y1,label\n" + "\n".join([*rows, "row.png,0,0,20,20,"]) + "\n")
    code, out, _ = said(capsys, "--from", tmp_path / "boxes.csv", "--to", tmp_path / "t.npz", "--json")
    document = json.loads(out)
    assert (code, document["kinds"], document["pictures"]) == (0, 3, {"1f": 1, "2g": 1, "5m": 1})
    assert document["left_out"]["tested"] == 0


def test_leaving_out_is_measured_where_a_kind_was_shown_twice(
    capsys: pytest.CaptureFixture[str], flowers: Path, tmp_path: Path
) -> None:
    file = shutil.copy(flowers, tmp_path / "t.npz")
    cv2.imwrite(str(tmp_path / "5m.png"), crop_of("5m"))
    code, out, _ = said(capsys, "--from", tmp_path, "--to", file, "--add", "--json")
    document = json.loads(out)
    assert (code, document["kinds"]) == (0, 9)
    assert document["left_out"]["tested"] == 8
    assert document["left_out"]["right_after"] == 8


def test_kinds_and_whole_sets_are_forgotten(capsys: pytest.CaptureFixture[str], flowers: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(flowers, tmp_path / "t.npz"))
    code, out, _ = said(capsys, "--to", file, "--remove", "1f", "2g", "--json")
    assert (code, sorted(json.loads(out)["pictures"])) == (0, ["1g", "2f", "3f", "3g", "4f", "4g"])
    code, _, err = said(capsys, "--to", file, "--remove", "1f")
    assert (code, err.count("\n")) == (2, 1)
    assert said(capsys, "--to", file, "--remove", "all")[0] == 0
    assert not file.exists()


def test_recognise_reads_with_it(capsys: pytest.CaptureFixture[str], flowers: Path, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), crop_of("3g"))
    assert cli.main(["recognise", "--crops", str(tmp_path / "x.png"), "--taught", str(flowers), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tiles"][0]["tile"] == "3g"


def test_a_picture_that_looks_like_another_tile_is_doubted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "9p.png"), crop_of("1s"))
    code, _, err = said(capsys, "--from", tmp_path, "--to", tmp_path / "t.npz")
    assert code == 0
    assert "taught as 9p, looks like 1s" in err


def test_a_row_in_another_order_is_told_with_what_to_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    swapped = ["1m", "2m", "7m", "4m", "5m", "6m", "3m", "8m", "9m"]
    cv2.imwrite(str(tmp_path / "M.PNG"), row_of(swapped))
    code, _, err = said(capsys, "--from", tmp_path, "--to", tmp_path / "t.npz")
    assert code == 0
    assert "taught as 3m, looks like 7m" in err
    assert "lay it anew" in err.splitlines()[-1]


def test_a_photograph_is_never_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "5m.png"
    cv2.imwrite(str(file), crop_of("5m"))
    before = file.read_bytes()
    code, out, err = said(capsys, "--from", tmp_path, "--to", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not written over" in err
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("files", "said_what"),
    [
        ({}, "no picture in the folder"),
        ({"joker.png": ["5m"]}, "the picture's name says no tile: 'joker'"),
        ({"12345m.png": ["1m", "2m", "3m"]}, "3 tiles are found, 5 expected (1m 2m 3m 4m 5m)"),
    ],
    ids=["nothing", "no tile's name", "too few tiles"],
)
def test_pictures_that_do_not_serve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, files: dict[str, list[str]], said_what: str
) -> None:
    for name, tiles in files.items():
        cv2.imwrite(str(tmp_path / name), row_of(tiles))
    code, out, err = said(capsys, "--from", tmp_path, "--to", tmp_path / "t.npz")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said_what in err
    assert not (tmp_path / "t.npz").exists()


@pytest.mark.parametrize(
    ("arguments", "said_what"),
    [
        (["--from", "x"], "no file for the taught set"),
        (["--to", "x.npz"], "nothing to teach"),
        (["--from", "x", "--remove", "1f", "--to", "x.npz"], "exclude each other"),
        (["--from", __file__, "--to", "x.npz"], "neither a folder nor a list"),
        (["--from", "/dev/null/such", "--to", "x.npz"], "the folder cannot be read"),
        (["--from", "no-such.csv", "--to", "x.npz"], "the list of boxes cannot be read"),
        (["--remove", "1f", "--to", "/dev/null/such.npz"], "the taught set cannot be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_use_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said_what: str) -> None:
    code, out, err = said(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said_what in err
