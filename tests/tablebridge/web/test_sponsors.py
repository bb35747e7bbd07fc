"""The sponsors' folder: what is a picture in it, how it is served, and that a drawing can do nothing by itself."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tablebridge.errors import UsageError
from tablebridge.web import StaffBoard, StaffTable, WebServer
from tests.tablebridge.web.pictures import PNG, SVG
from tests.tablebridge.web.states import PLAYING
from tests.tablebridge.web.test_server import get

DRAWING = SVG.replace(b"<rect", b"<script>alert(1)</script><rect")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "sponsors"
    (made / "below").mkdir(parents=True)
    for name in (
        "tea.png",
        "tiles.svg",
        "both.svg",
        "both.png",
        "notes.txt",
        "two words.png",
        ".svg",
        "below/deep.png",
    ):
        (made / name).write_bytes(DRAWING if name.endswith("svg") else PNG)
    (tmp_path / "secret.png").write_bytes(PNG)
    (made / "link.png").symlink_to(tmp_path / "secret.png")
    (made / "folder.png").mkdir()
    return made


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING, folder)
    server.start()
    yield server.address
    server.stop()


@pytest.mark.parametrize(
    ("name", "kind", "body"),
    [("tea", "image/png", PNG), ("tiles", "image/svg+xml", DRAWING), ("both", "image/svg+xml", DRAWING)],
)
def test_a_picture_is_served_and_can_run_nothing(name: str, kind: str, body: bytes, address: str) -> None:
    status, headers, served = get(f"{address}/sponsors/{name}")
    assert (status, headers["Content-Type"], served) == (200, kind, body)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    ["notes", "two%20words", "link", "folder", "deep", "below", "nobody", "tea.png", "..%2fsecret", "below%2fdeep"],
)
def test_what_is_no_picture_of_the_folder(name: str, address: str) -> None:
    status, _, body = get(f"{address}/sponsors/{name}")
    assert status == 404
    assert PNG not in body


def test_an_unknown_sponsor_is_named_with_those_there_are(address: str) -> None:
    status, _, body = get(f"{address}/overlay?sponsor=coffee")
    assert (status, body) == (404, b"no such sponsor: coffee (sponsors here: both, tea, tiles)\n")
    assert get(f"{address}/overlay?sponsor=tea")[0] == 200


def test_a_picture_may_come_and_the_folder_may_go_while_it_runs(address: str, folder: Path) -> None:
    (folder / "late.png").write_bytes(PNG)
    assert get(f"{address}/overlay?sponsor=late")[0] == 200
    folder.rename(folder.with_name("elsewhere"))
    assert get(f"{address}/sponsors/late")[2] == b"no such sponsor: late (sponsors here: none)\n"


@pytest.mark.parametrize("name", ["nowhere", "a-file"])
def test_a_folder_that_is_not_there_is_one_line_at_the_start(name: str, tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()
    with pytest.raises(UsageError) as caught:
        WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING, tmp_path / name)
    what_to_do = "(make it, or correct the key)"
    assert str(caught.value) == f"there is no such folder: web.sponsors = {tmp_path / name} {what_to_do}"


def test_a_broken_picture_is_not_shown_and_said_once_until_it_is_mended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "tea.png").touch()
    (tmp_path / "both.svg").write_bytes(b"<svg")
    (tmp_path / "both.png").write_bytes(PNG)
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING, tmp_path)
    assert [record.getMessage().partition(" (put")[0] for record in caplog.records] == [
        f"the sponsor's picture {tmp_path / 'tea.png'} is not shown: it is empty",
        f"the sponsor's picture {tmp_path / 'both.svg'} is not shown: "
        "it is no whole SVG drawing (unclosed token: line 1, column 0)",
    ]
    server.start()
    try:
        for _ in range(2):
            assert get(f"{server.address}/overlay?sponsor=tea")[0] == 200  # the page goes on without it
            status, _, body = get(f"{server.address}/sponsors/tea")
            assert (status, body) == (404, b"the picture tea.png is not shown: it is empty\n")
            assert get(f"{server.address}/sponsors/both")[2] == PNG
        assert len(caplog.records) == 2
        (tmp_path / "tea.png").write_bytes(PNG)
        assert get(f"{server.address}/sponsors/tea")[2] == PNG
    finally:
        server.stop()


def test_the_staff_is_told_of_broken_pictures_until_they_are_mended(tmp_path: Path) -> None:
    folder = tmp_path / "sponsors"
    folder.mkdir()
    (folder / "both.svg").write_bytes(b"<svg")
    (folder / "both.png").write_bytes(PNG)
    (folder / "tea.png").touch()
    board = StaffBoard({"hall-1": StaffTable()})
    server = WebServer("127.0.0.1", 0, ["hall-1"], lambda _table: PLAYING, folder, staff=board)

    def told() -> list[tuple[str, str, str]]:
        document = json.loads(get(f"{server.address}/api/status")[2])
        return [(check["name"], check["lamp"], check["line"]) for check in document["checks"]]

    server.start()
    try:
        both = "both.svg, it is no whole SVG drawing (unclosed token: line 1, column 0)"
        whole = "(put whole PNG or SVG files there)"
        assert told() == [("sponsors", "warning", f"not shown: tea.png, it is empty; {both} {whole}")]
        (folder / "tea.png").write_bytes(PNG)
        assert told() == [("sponsors", "warning", f"not shown: {both} {whole}")]
        for number in range(8):
            (folder / f"tea-{number}.png").touch()
        assert told()[0][2].endswith(f"tea-4.png, it is empty; and 4 more {whole}")
        for path in folder.iterdir():
            path.write_bytes(SVG if path.suffix == ".svg" else PNG)
        assert told() == []
        shutil.rmtree(folder)
        assert told()[0][2].startswith(f"the folder of the sponsors' pictures is gone: {folder} (")
    finally:
        server.stop()


@pytest.mark.browser
def test_a_broken_picture_leaves_no_mark_and_comes_once_it_is_mended(
    browser: Browser, served: Any, tmp_path: Path
) -> None:
    (tmp_path / "tea.png").touch()
    served.sponsors = tmp_path
    served.restart()
    page = browser.new_page()
    page.clock.install()
    try:
        for path in ("/overlay", "/scoreboard"):
            page.goto(f"{served.address}{path}?sponsor=tea")
            expect(page.locator("body")).to_have_attribute("data-connected", "true")
            pictures = page.locator("img[alt=tea]")
            expect(pictures.first).to_be_attached()
            expect(pictures.locator("visible=true")).to_have_count(0)
        (tmp_path / "tea.png").write_bytes(PNG)
        page.clock.run_for(11_000)
        expect(pictures.locator("visible=true")).to_have_count(1)
    finally:
        page.close()
