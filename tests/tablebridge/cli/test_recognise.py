"""`tablebridge recognise` on real photographs of a set never trained on, and on every kind of bad input."""

from __future__ import annotations

import csv
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.faces import face_image
from tablebridge.vision import model_file

PHOTOS = Path(__file__).parents[2] / "data" / "photos"
TRAY, SHEET, SHEET_ROWS = PHOTOS / "tray.jpg", PHOTOS / "unseen_tiles.jpg", PHOTOS / "unseen_tiles.csv"


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command line."""
    code = cli.main(["recognise", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def rows_of(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with file.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def png_of(width: int, height: int) -> bytes:
    """A PNG file whose header says so, and which holds hardly any of it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(100)))


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    file = tmp_path / "tile.png"
    face = face_image("7s", "chinese", 90, 120)
    cv2.imwrite(str(file), np.rot90(face[:, :, :3] * (face[:, :, 3:] > 127)))
    return file


def test_a_real_photograph_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, TRAY, "--json")
    document = json.loads(out)
    assert code == 0
    assert (document["image"], document["width"], document["height"]) == (str(TRAY), 640, 400)
    tiles, rows = document["tiles"], rows_of(PHOTOS / "tray.csv")
    right = 0
    for row in rows:
        x, y = (float(row["x0"]) + float(row["x1"])) / 2, (float(row["y0"]) + float(row["y1"])) / 2
        here = [tile for tile in tiles if np.hypot(*(np.mean(tile["corners"], axis=0) - (x, y))) < 15]
        right += [tile["tile"] for tile in here] == [row["label"]]
    assert right >= len(rows) - 3
    assert len(tiles) <= len(rows) + 1, "hardly anything is seen where no tile lies"
    for tile in tiles:
        assert tile["face"] == "up"
        assert 0 < tile["confidence"] <= 1
        assert tile["candidates"][0] == [tile["tile"], tile["confidence"]]
    characters = [tile for tile in tiles if tile["tile"].endswith("m")]
    assert all(min(tile["rotation_deg"], 360 - tile["rotation_deg"]) < 8 for tile in characters)


def test_corners_begin_at_the_faces_own_upper_left(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    upside_down = tmp_path / "turned.png"
    cv2.imwrite(str(upside_down), cv2.rotate(cv2.imread(str(TRAY)), cv2.ROTATE_180))
    tiles = [t for t in json.loads(said(capsys, upside_down, "--json")[1])["tiles"] if t["tile"].endswith("m")]
    assert len(tiles) >= 10
    for tile in tiles:
        upper_left, _, lower_right, _ = np.array(tile["corners"])
        assert abs(tile["rotation_deg"] - 180) < 8
        assert (upper_left > lower_right).all()  # on the picture it is at the lower right


def test_several_pictures_are_a_list_and_text_names_each(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    assert [d["image"] for d in json.loads(said(capsys, TRAY, picture, "--json")[1])] == [str(TRAY), str(picture)]
    code, out, _ = said(capsys, TRAY, picture)
    assert code == 0
    assert f"{TRAY}: 3" in out  # thirty-odd tiles
    assert "  6m " in out


def test_crops_tell_the_tile_and_its_turn(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    (tile,) = json.loads(said(capsys, "--crops", picture, "--json")[1])["tiles"]
    assert (tile["tile"], tile["face"], tile["rotation_deg"]) == ("7s", "up", 90.0)
    # turned counter-clockwise by a quarter, the face's upper left corner is at the lower left of the picture
    assert tile["corners"] == [[0, 90], [0, 0], [120, 0], [120, 90]]


def test_given_boxes_come_back_in_their_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = rows_of(SHEET_ROWS)[::-1]
    listing = tmp_path / "boxes.csv"
    lines = [f"{SHEET},{row['x0']},{row['y0']},{row['x1']},{row['y1']}" for row in rows]
    listing.write_text("file,x0,y0,x1,y1\n" + "\n".join(lines) + "\n")
    code, out, _ = said(capsys, SHEET, "--boxes", listing, "--json")
    tiles = json.loads(out)["tiles"]
    assert code == 0
    assert [tile["box"] for tile in tiles] == [[float(row[k]) for k in ("x0", "y0", "x1", "y1")] for row in rows]
    assert sum(tile["tile"] == row["label"] for tile, row in zip(tiles, rows, strict=True)) >= len(rows) - 1
    assert json.loads(said(capsys, "--boxes", listing, "--json")[1])["tiles"] == tiles


def test_rows_of_other_pictures_are_not_dropped_in_silence(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    code, out, err = said(capsys, picture, "--boxes", SHEET_ROWS, "--json")
    assert (code, json.loads(out)["tiles"]) == (0, [])
    assert "rows of 1 other pictures are not read" in err


@pytest.mark.parametrize("name", ["seen.png", "seen.jpg"])
def test_annotate_draws_onto_a_copy(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    code, _, _ = said(capsys, TRAY, "--annotate", tmp_path / name)
    drawn, before = cv2.imread(str(tmp_path / name)), cv2.imread(str(TRAY))
    assert code == 0
    assert drawn.shape == before.shape
    changed = np.abs(drawn.astype(int) - before).max(axis=2) > 60
    assert 0.005 < changed.mean() < 0.2


def test_annotating_several_pictures_fills_a_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: Path
) -> None:
    said(capsys, "--crops", TRAY, picture, "--annotate", tmp_path / "seen")
    assert sorted(file.name for file in (tmp_path / "seen").iterdir()) == ["tile.png", "tray.png"]


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("how", ["plain", "boxes"])
def test_a_picture_is_never_drawn_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: Path, how: str, several: bool
) -> None:
    before = picture.read_bytes()
    listing = tmp_path / "boxes.csv"
    listing.write_text(f"file,x0,y0,x1,y1\n{picture},0,0,50,50\n")
    pictures = [picture, TRAY] if several else [picture]
    read = ["--boxes", listing, picture] if how == "boxes" else [*pictures, "--crops"]
    place = picture.parent if several else picture
    code, out, err = said(capsys, *read, "--annotate", place)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "drawn over" in err
    assert picture.read_bytes() == before


def test_what_was_read_is_told_before_a_disk_is_full(capsys: pytest.CaptureFixture[str], picture: Path) -> None:
    code, out, err = said(capsys, "--crops", picture, "--annotate", "/dev/full")
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left" in err
    assert "1 tile" in out


def test_evaluate_measures_by_set_and_class(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "--evaluate", SHEET_ROWS, "--json")
    document = json.loads(out)
    assert (code, document["rows"]) == (0, 12)
    assert document["right"] >= 11
    assert document["accuracy"] == pytest.approx(document["right"] / 12, abs=1e-4)
    assert document["tile_sets"]["C-jp-tray"]["rows"] == 12
    assert len(document["classes"]) == 12
    assert document["held_out"] == []  # the committed model has seen photographs of every set
    assert "worst classes" in said(capsys, "--evaluate", SHEET_ROWS)[1]


def test_evaluate_says_which_sets_a_model_never_saw(capsys: pytest.CaptureFixture[str]) -> None:
    fold = Path(__file__).parents[3] / "models" / "tile_classifier_folds" / "without-C"
    assert "never trained on" in said(capsys, "--evaluate", SHEET_ROWS, "--model", fold)[1]


def test_evaluate_says_what_it_leaves_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.csv"
    manifest.write_text(
        "file,x0,y0,x1,y1,label,tile_set,mirrored\n"
        f"{SHEET},6,6,80,82,5m,x,no\n{SHEET},6,6,80,82,,x,no\n{SHEET},6,6,80,82,joker,x,no\n"
        f"{SHEET},6,6,80,82,5m,x,yes\n"
    )
    document = json.loads(said(capsys, "--evaluate", manifest, "--json")[1])
    assert document["rows"] == 1
    assert sorted(document["left_out"].values()) == [1, 1, 1]


@pytest.mark.parametrize(
    ("row", "said_what"),
    [
        ("tile.png,0,0,x,9", "x1 is not a number: 'x'"),
        ("tile.png,0,0,nan,9", "x1 is not a number"),
        ("tile.png,0,0,9", "y1 is not a number: ''"),
        ("tile.png,9,0,3,9", "a box is empty"),
        (",0,0,9,9", "a box names no picture"),
        ("tile.png,900,0,950,9", "a box lies off its picture"),
        ("none.png,0,0,9,9", "there is no such picture: none.png"),
    ],
)
def test_a_bad_row_is_named_by_its_line(
    capsys: pytest.CaptureFixture[str], picture: Path, row: str, said_what: str
) -> None:
    listing = picture.parent / "boxes.csv"
    listing.write_text(f"file,x0,y0,x1,y1\ntile.png,0,0,50,50\n{row}\n")
    code, out, err = said(capsys, "--boxes", listing)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said_what in err
    assert "line 3" in err


@pytest.mark.parametrize(
    ("content", "said_what"),
    [
        (b"", "has no column"),
        (b"file,x0,y0,x1\na,1,2,3\n", "has no column y1"),
        (b"file,x0,y0,x1,y1\n", "holds no boxes"),
        (b"file,x0,y0,x1,y1,label\n\n\n", "holds no boxes"),
        (b"\xff\xfe\x00", "cannot be read"),
    ],
)
def test_a_list_that_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, said_what: str
) -> None:
    listing = tmp_path / "boxes.csv"
    listing.write_bytes(content)
    for how in ("--boxes", "--evaluate"):
        code, out, err = said(capsys, how, listing)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said_what in err


@pytest.mark.parametrize(
    "content", [None, b"", b"no picture", TRAY.read_bytes()[:300], png_of(60000, 60000), png_of(40, 40)]
)
def test_a_missing_or_broken_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "broken.jpg"
    if content is not None:
        file.write_bytes(content)
    code, out, err = said(capsys, file, "--json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert str(file) in err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--crops", "--boxes", "x.csv"],
        ["--evaluate", "x.csv", "a.png"],
        [TRAY, "--annotate", "/nowhere/at/all.png"],
        [TRAY, "--annotate", "seen.xyz"],
        ["--evaluate", "no-such.csv"],
        [TRAY, "--model", "/nowhere"],
    ],
    ids=str,
)
def test_bad_use_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[object]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = said(capsys, *arguments)
    assert (code, err.count("\n")) == (2, 1)
    assert "(" in err, "it says what to do"


def test_a_broken_model_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_file.default_folder(), folder)
    (folder / "model.onnx").write_bytes(b"broken")
    code, _, err = said(capsys, TRAY, "--model", folder)
    assert (code, err.count("\n")) == (2, 1)
    assert "not the one its manifest describes" in err


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (7, 7), (7, 90)], ids=str)
@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_crop_too_small_for_a_tile_is_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shape: tuple[int, int], shade: int
) -> None:
    file = tmp_path / "small.png"
    cv2.imwrite(str(file), np.full((*shape, 3), shade, np.uint8))
    code, out, _ = said(capsys, "--crops", file, "--json")
    (tile,) = json.loads(out)["tiles"]
    assert (code, tile["tile"], tile["face"], tile["candidates"]) == (0, "?", "none", [["not-a-tile", 1.0]])


def test_a_box_too_small_for_a_tile_is_none_and_the_others_keep_their_places(
    capsys: pytest.CaptureFixture[str], picture: Path
) -> None:
    listing = picture.parent / "boxes.csv"
    listing.write_text("file,x0,y0,x1,y1\ntile.png,0,0,3,3\ntile.png,0,0,120,90\ntile.png,9,9,12,80\n")
    tiles = json.loads(said(capsys, "--boxes", listing, "--json")[1])["tiles"]
    assert [tile["tile"] for tile in tiles] == ["?", "7s", "?"]


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".bmp", ".tiff", ".webp"])
def test_only_our_line_is_on_stderr_for_half_a_picture(tmp_path: Path, suffix: str) -> None:
    whole = cv2.imencode(suffix, np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8))[1].tobytes()
    file = tmp_path / f"half{suffix}"
    file.write_bytes(whole[: len(whole) // 2])
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("OPENCV_")}
    command = [sys.executable, "-m", "tablebridge", "recognise", str(file)]
    done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("tablebridge: the file is not a picture: ")
