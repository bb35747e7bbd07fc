"""`tablebridge look` on a film of the virtual table, and its stream as a browser takes it."""

from __future__ import annotations

import argparse
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.cli import look
from tablebridge.cli.camera_view import beside
from tablebridge.cloth import Cloth, seat_to_cloth, upright_deg
from tablebridge.errors import UsageError
from tablebridge.sim.render import SceneRenderer
from tablebridge.sim.scene import SceneTile
from tablebridge_rules.seat import Seat


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A configuration whose camera is a film: two seconds of a still table, one tile in A's river."""
    folder = tmp_path_factory.mktemp("film")
    cloth = Cloth()
    renderer = SceneRenderer(cloth, seed=5)
    place = cloth.river_places((False,))[0]
    x, y = seat_to_cloth(Seat.A, place.right_mm, place.out_mm)
    tile = SceneTile(1, "5p", x, y, upright_deg(Seat.A), "up", 0.0)
    film = folder / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 8, renderer.projection.size)
    assert writer.isOpened()
    for number in range(16):
        writer.write(renderer.frame({1: tile} if number >= 6 else {}, take=number))
    writer.release()
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in renderer.corners_px)
    file = folder / "table.toml"
    file.write_text(
        f'[[table]]\nname = "film"\n[table.link]\nport = "/dev/null"\n[table.camera]\naddress = "{film}"\n'
        f"corners_px = [{corners}]\nframe_rate = 8\n"
    )
    return file


def test_a_film_is_drawn_frame_by_frame(table: Path, tmp_path: Path) -> None:
    frames = tmp_path / "seen"
    assert cli.main(["look", "-c", str(table), "--frames", str(frames), "--every", "5"]) == 0
    files = sorted(frames.iterdir())
    assert [file.name for file in files] == ["000000.png", "000001.png", "000002.png", "000003.png"]
    first, last = (cv2.imread(str(file)) for file in (files[0], files[-1]))
    blue = [
        int((np.abs(each[:, :1075].astype(int) - (255, 120, 40)).max(axis=2) <= 30).sum()) for each in (first, last)
    ]
    assert blue[0] == 0
    assert blue[1] > 8, "the tile's name is written onto it"


def test_it_ends_after_so_many(table: Path, tmp_path: Path) -> None:
    assert cli.main(["look", "-c", str(table), "--frames", str(tmp_path / "seen"), "--most", "2"]) == 0
    assert len(list((tmp_path / "seen").iterdir())) == 2


@pytest.fixture(scope="module")
def two_cameras(table: Path) -> Path:
    """The same film for two cameras, the second one's a quarter as large."""
    folder = table.parent
    capture = cv2.VideoCapture(str(folder / "film.avi"))
    small = folder / "small.avi"
    writer = cv2.VideoWriter(str(small), cv2.VideoWriter.fourcc(*"MJPG"), 8, (720, 540))
    while (frame := capture.read())[0]:
        writer.write(cv2.resize(frame[1], (720, 540), interpolation=cv2.INTER_AREA))
    writer.release()
    second = table.read_text().partition("[table.camera]")[2].replace("film.avi", "small.avi")
    corners = re.sub(r"[\d.]+(?=[,\]])", lambda number: str(float(number[0]) / 2), second.partition("corners_px")[2])
    file = folder / "two.toml"
    file.write_text(
        f"{table.read_text()}[table.second_camera]{second.partition('corners_px')[0]}corners_px"
        f"{corners.partition('frame_rate')[0]}frame_rate = 8\n"
    )
    return file


@pytest.mark.parametrize(("camera", "cameras"), [("first", 1), ("second", 1), ("both", 2), (None, 2)])
def test_two_cameras_are_drawn_side_by_side_or_one_of_them(
    two_cameras: Path, tmp_path: Path, camera: str | None, cameras: int
) -> None:
    frames = tmp_path / "seen"
    chosen = [] if camera is None else ["--camera", camera]
    assert cli.main(["look", "-c", str(two_cameras), "--frames", str(frames), *chosen]) == 0
    last = cv2.imread(str(sorted(frames.iterdir())[-1]))
    blue = (np.abs(last.astype(int) - (255, 120, 40)).max(axis=2) <= 30)[:, : last.shape[1] // cameras * cameras]
    named = [int(part[:, : int(part.shape[1] * 0.7)].sum()) > 8 for part in np.split(blue, cameras, axis=1)]
    assert named == [True] * cameras, "each camera has read the tile for itself"


def test_pictures_side_by_side_keep_their_places() -> None:
    row = beside([np.full((20, 30, 3), 50, np.uint8), np.full((10, 40, 3), 90, np.uint8)])
    assert row.shape == (20, 70, 3)
    assert (row[:, :30] == 50).all()
    assert (row[:10, 30:] == 90).all()
    assert not row[10:, 30:].any()


@pytest.fixture
def served() -> Iterator[tuple[look._Show, str]]:
    with look._sink(argparse.Namespace(frames=None, serve="127.0.0.1:0")) as show:
        yield show, show.address  # type: ignore[attr-defined]


def test_a_browser_takes_the_newest_picture(served: tuple[look._Show, str]) -> None:
    show, address = served
    for number in range(3):
        show(number, np.full((20, 30, 3), 80 * number, np.uint8))
    with urllib.request.urlopen(address, timeout=10) as stream:
        assert stream.headers["Content-Type"].startswith("multipart/x-mixed-replace")
        head = dict(line.split(b": ", 1) for line in iter(stream.readline, b"\r\n") if b": " in line)
        jpeg = stream.read(int(head[b"Content-Length"]))
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert picture.shape == (20, 30, 3)
        assert abs(int(picture.mean()) - 160) < 4
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(address.replace("camera.mjpg", "nothing"), timeout=10)


@pytest.mark.parametrize("address", ["0.0.0.0:8791", "192.168.1.5:80", "parlour.example:80"])
def test_it_is_not_shown_to_other_machines(address: str) -> None:
    with (
        pytest.raises(UsageError, match="this machine only"),
        look._sink(argparse.Namespace(frames=None, serve=address)),
    ):
        pytest.fail("it was served")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--table", "other"], "no table is named 'other'"),
        (["--every", "0"], "count from 1"),
        (["--most", "0"], "count from 1"),
        (["--camera", "second"], "has no second camera: film (add [table.second_camera]"),
        (["--serve", "nowhere"], "not an address"),
        (["--frames", "/dev/null/x"], "the folder cannot be made"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_bad_use_is_one_line(capsys: pytest.CaptureFixture[str], table: Path, arguments: list[str], said: str) -> None:
    code = cli.main(["look", "-c", str(table), *arguments])
    err = [line for line in capsys.readouterr().err.splitlines() if line.startswith("tablebridge: ")]
    assert (code, len(err)) == (2, 1)
    assert said in err[0]


def test_several_tables_need_a_name(capsys: pytest.CaptureFixture[str], table: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.toml"
    text = table.read_text()
    both.write_text(text + text.replace('"film"', '"other"', 1))
    assert cli.main(["look", "-c", str(both)]) == 2
    assert "film, other" in capsys.readouterr().err
