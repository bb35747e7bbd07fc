"""Whatever file is handed to `tablebridge recognise`: a right answer, or one clear line and exit code 2."""

from __future__ import annotations

import errno
import json
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.faces import face_image

from .odd_pictures import cmyk_jpeg, encoded, moving, sixteen_bit, turned_by_exif

CLOTH = (60, 90, 34)


def tile_on_cloth(name: str = "7s", size: tuple[int, int] = (360, 300)) -> np.ndarray:
    """One upright tile of 90 by 120 px in the middle of a picture (width, height)."""
    picture = np.full((size[1], size[0], 3), CLOTH, np.uint8)
    face = face_image(name, "chinese", 90, 120)
    top, left = (size[1] - 120) // 2, (size[0] - 90) // 2
    shown = picture[top : top + 120, left : left + 90]
    shown[:] = np.where(face[:, :, 3:] > 127, face[:, :, :3], shown)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def as_grey(_: Path) -> bytes:
    return encoded(".png", cv2.cvtColor(tile_on_cloth(), cv2.COLOR_BGR2GRAY))


def as_see_through(_: Path) -> bytes:
    return encoded(".png", cv2.cvtColor(tile_on_cloth(), cv2.COLOR_BGR2BGRA))


def as_sixteen_bits(_: Path) -> bytes:
    return sixteen_bit(tile_on_cloth())


def as_cmyk(_: Path) -> bytes:
    return cmyk_jpeg(tile_on_cloth())


def as_gif(folder: Path) -> bytes:
    return moving(".gif", [tile_on_cloth(), tile_on_cloth("1z")], folder)


def as_webp(folder: Path) -> bytes:
    return moving(".webp", [tile_on_cloth(), tile_on_cloth("1z")], folder)


def as_moving_png(folder: Path) -> bytes:
    return moving(".png", [tile_on_cloth(), tile_on_cloth("1z")], folder)


def as_png_named_jpg(_: Path) -> bytes:
    return encoded(".png", tile_on_cloth())


def as_exif_upright(_: Path) -> bytes:
    return turned_by_exif(tile_on_cloth(), 1)


def as_exif_turned(_: Path) -> bytes:
    # the sensor was held a quarter turn to the left: its pixels lie on their side, the note sets them right
    return turned_by_exif(np.rot90(tile_on_cloth()), 6)


def as_exif_upside_down(_: Path) -> bytes:
    return turned_by_exif(np.rot90(tile_on_cloth(), 2), 3)


ANSWERED: list[Callable[[Path], bytes]] = [
    as_grey,
    as_see_through,
    as_sixteen_bits,
    as_cmyk,
    as_gif,
    as_webp,
    as_moving_png,
    as_png_named_jpg,
    as_exif_upright,
    as_exif_turned,
    as_exif_upside_down,
]


@pytest.mark.parametrize("made", ANSWERED, ids=lambda made: made.__name__.removeprefix("as_"))
def test_the_tile_is_read_whatever_the_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, made: Callable[[Path], bytes]
) -> None:
    file = tmp_path / "picture.jpg"
    file.write_bytes(made(tmp_path))
    code = cli.main(["recognise", str(file), "--json"])
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert (document["width"], document["height"]) == (360, 300)
    (tile,) = document["tiles"]
    assert tile["tile"] == "7s"
    assert min(tile["rotation_deg"], 360 - tile["rotation_deg"]) < 5, "upright as the picture is meant to be held"
    assert np.mean(tile["corners"], axis=0) == pytest.approx([180, 150], abs=6)


def test_fifty_megapixels_are_searched(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "large.jpg"
    picture = cv2.resize(tile_on_cloth(size=(720, 540)), (8160, 6120), interpolation=cv2.INTER_LINEAR)
    file.write_bytes(encoded(".jpg", picture))
    code = cli.main(["recognise", str(file), "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (code, document["width"], document["height"]) == (0, 8160, 6120)
    assert [tile["tile"] for tile in document["tiles"]] == ["7s"]
    assert np.mean(document["tiles"][0]["corners"], axis=0) == pytest.approx([4080, 3060], abs=100)


def plain_cloth() -> np.ndarray:
    rng = np.random.default_rng(4)
    return np.clip(rng.normal(CLOTH, 4, (300, 400, 3)), 0, 255).astype(np.uint8)


def grey_ramp() -> np.ndarray:
    ramp = np.linspace(0, 255, 400, dtype=np.float32)[None, :, None]
    return np.broadcast_to(ramp, (300, 400, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.full((1, 500, 3), 255, np.uint8),
        np.full((500, 2, 3), 200, np.uint8),
        np.zeros((300, 400, 3), np.uint8),
        np.full((300, 400, 3), 255, np.uint8),
        plain_cloth(),
        grey_ramp(),
    ],
    ids=["1x1", "500x1", "2x500", "black", "white", "cloth", "ramp"],
)
def test_a_picture_without_a_tile_shows_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, picture: np.ndarray
) -> None:
    file = tmp_path / "empty.png"
    file.write_bytes(encoded(".png", picture))
    code = cli.main(["recognise", str(file), "--json"])
    out, err = capsys.readouterr()
    assert (code, json.loads(out)["tiles"], err) == (0, [], "")
    assert cli.main(["recognise", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 0 tiles\n"


def whole_jpeg() -> bytes:
    return encoded(".jpg", tile_on_cloth())


REFUSED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "not a picture"),
    "text": (b"dear reader,\nthis is no picture\n", "not a picture"),
    "only a beginning": (whole_jpeg()[:200], "not a picture"),
    "cut in the header": (encoded(".png", tile_on_cloth())[:20], "not a picture"),
    "a film of zeros": (bytes(100_000), "not a picture"),
    "a page": (b"<html><body>404</body></html>", "not a picture"),
    "an archive": (b"PK\x03\x04" + bytes(60), "not a picture"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("how", [[], ["--crops"], ["--json"]], ids=["plain", "crops", "json"])
def test_what_is_no_picture_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, how: list[str]
) -> None:
    content, said = REFUSED[name]
    file = tmp_path / "picture.jpg"
    file.write_bytes(content)
    code = cli.main(["recognise", *how, str(file)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert str(file) in err


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("suffix", [".jpg", ".png", ".gif", ".webp", ".bmp"])
def test_half_a_picture_is_refused_or_read_in_part(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str, kept: float
) -> None:
    whole = encoded(suffix, tile_on_cloth())
    file = tmp_path / f"half{suffix}"
    file.write_bytes(whole[: int(len(whole) * kept)])
    code = cli.main(["recognise", str(file), "--json"])
    out, err = capsys.readouterr()
    if code == 2:
        assert (out, err.count("\n")) == ("", 1)
        assert str(file) in err
    else:
        assert (code, err) == (0, "")
        assert json.loads(out)["width"] == 360


def test_a_folder_is_no_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = cli.main(["recognise", str(tmp_path)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "folder" in err.lower() or "directory" in err.lower()
    assert str(tmp_path) in err


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "secret.jpg"
    file.write_bytes(whole_jpeg())
    file.chmod(0)
    code = cli.main(["recognise", str(file)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "Permission denied" in err


def test_a_refused_read_is_one_line_for_the_superuser_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, read_bytes = tmp_path / "secret.jpg", Path.read_bytes

    def guarded(file: Path) -> bytes:
        if file == secret:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return read_bytes(file)

    monkeypatch.setattr(Path, "read_bytes", guarded)
    code = cli.main(["recognise", str(secret)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{secret}: Permission denied" in err


def test_a_bomb_is_refused_before_it_takes_the_memory(tmp_path: Path) -> None:
    """A file of two hundred kilobytes that would be 2.7 GB of pixels."""
    file = tmp_path / "bomb.png"
    file.write_bytes(_flat_png(30_000, 30_000))
    command = [sys.executable, "-m", "tablebridge", "recognise", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "too large" in done.stderr


def _flat_png(width: int, height: int) -> bytes:
    """A whole, valid PNG of one grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    row = bytes(width + 1)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
