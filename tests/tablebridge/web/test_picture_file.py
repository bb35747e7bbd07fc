"""What a broken picture is told from a whole one by."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebridge.web import picture_file
from tablebridge.web.picture_file import fault_of
from tests.tablebridge.web.pictures import DATA, END, HEAD, PNG, SVG, png

BROKEN = "it is damaged or cut off"
NO_DRAWING = "it is no SVG drawing"


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("whole.png", PNG, None),
        ("with more behind it.png", PNG + b"\n", None),
        ("empty.png", b"", "it is empty"),
        ("text.png", b"\x89PNG\n", "it is no PNG picture"),
        ("jpeg.png", b"\xff\xd8\xff\xe0\x00\x10JFIF", "it is no PNG picture"),
        ("signature.png", png(), BROKEN),
        ("cut off.png", PNG[:-20], BROKEN),
        ("cut in a length.png", PNG[:10], BROKEN),
        ("a wrong byte.png", PNG[:45] + b"\xff" + PNG[46:], BROKEN),
        ("no end.png", png(HEAD, DATA), BROKEN),
        ("no content.png", png(HEAD, END), BROKEN),
        ("no head.png", png(DATA, END), BROKEN),
        ("whole.svg", SVG, None),
        ("of a drawing program.svg", b"<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY a 'b'>]>\n" + SVG, None),
        ("empty.svg", b"", "it is empty"),
        ("cut off.svg", SVG[:-5], "it is no whole SVG drawing (unclosed token: line 1, column 86)"),
        ("page.svg", b"<html xmlns='http://www.w3.org/1999/xhtml'/>", NO_DRAWING),
        ("without its namespace, which no browser draws.svg", b"<svg/>", NO_DRAWING),
        ("png.svg", PNG, "it is no whole SVG drawing (not well-formed (invalid token): line 1, column 0)"),
    ],
)
def test_a_broken_picture_is_told_from_a_whole_one(name: str, data: bytes, fault: str | None, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert fault_of(path) == fault


def test_a_picture_that_is_not_there_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.png"
    assert fault_of(path) == "it cannot be read (No such file or directory)"
    path.write_bytes(PNG)
    monkeypatch.setattr(picture_file, "_LARGEST", len(PNG) - 1)
    assert fault_of(path) == "it is larger than 0 MB"
