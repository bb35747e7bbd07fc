"""`tablebridge look` on a film of the virtual table, and its stream as a browser takes it."""

from __future__ import annotations

import argparse
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablebridge import cli
from tablebridge.cli import look
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
