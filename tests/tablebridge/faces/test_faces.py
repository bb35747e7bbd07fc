"""Every face is drawn, in every style, and no two are alike."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import numpy as np
import pytest

from tablebridge import faces
from tablebridge.errors import UsageError
from tablebridge.faces import FACE_NAMES, STYLES, face_image, face_svg
from tablebridge_rules.tile import ALL_TILES

SVG = "{http://www.w3.org/2000/svg}"


def _on_grey(picture: np.ndarray) -> np.ndarray:
    alpha = picture[..., 3:].astype(float) / 255
    return picture[..., :3] * alpha + 90 * (1 - alpha)


def test_what_the_package_offers() -> None:
    assert sorted(faces.__all__) == ["FACE_NAMES", "STYLES", "Style", "face_image", "face_svg"]


def test_names_are_the_tiles_of_the_rules_and_two_more() -> None:
    assert set(FACE_NAMES) == {str(tile) for tile in ALL_TILES} | {"back", "blank"}
    assert len(FACE_NAMES) == 47


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", FACE_NAMES)
def test_a_face_is_an_svg_document_without_text_or_links(name: str, style: str) -> None:
    root = ElementTree.fromstring(face_svg(name, style))

    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 300 400"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "g",
        "path",
        "circle",
        "ellipse",
        "rect",
    }


@pytest.mark.parametrize("style", STYLES)
def test_no_two_faces_of_a_style_look_alike_from_the_camera(style: str) -> None:
    pictures = {name: _on_grey(face_image(name, style, 24, 32)) for name in FACE_NAMES}
    alike = [
        (one, other)
        for one, other in combinations(FACE_NAMES, 2)
        if np.abs(pictures[one] - pictures[other]).mean() < 1.5
    ]

    # a Japanese white dragon is a blank tile, which no game uses as anything else
    assert alike == ([("5z", "blank")] if style == "japanese" else [])


@pytest.mark.parametrize("name", FACE_NAMES)
def test_styles_differ(name: str) -> None:
    japanese, chinese = (_on_grey(face_image(name, style, 48, 64)) for style in ("japanese", "chinese"))

    assert np.abs(japanese - chinese).mean() > (0.3 if name == "blank" else 2)


@pytest.mark.parametrize(("width_px", "height_px"), [(24, 32), (30, 40), (33, 41), (96, 128)])
def test_a_picture_has_the_size_that_was_asked_and_fills_it(width_px: int, height_px: int) -> None:
    picture = face_image("7p", "japanese", width_px, height_px)

    assert picture.shape == (height_px, width_px, 4)
    assert picture.dtype == np.uint8
    assert picture[0, 0, 3] < 128, "corners are cut round"
    assert picture[height_px // 2, [1, -2], 3].min() > 200, "the body reaches both sides"
    assert picture[[1, -2], width_px // 2, 3].min() > 200, "the body reaches top and bottom"


@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize("style", STYLES)
def test_red_fives_are_redder_than_plain_ones(suit: str, style: str) -> None:
    def redness(name: str) -> float:
        blue, _, red = np.moveaxis(_on_grey(face_image(name, style, 48, 64)), -1, 0)
        return float(np.clip(red - blue - 40, 0, None).mean())

    assert redness(f"0{suit}") > redness(f"5{suit}") * 1.2


def test_white_dragon_is_framed_on_a_chinese_set_only() -> None:
    def darkest(style: str) -> int:
        return int(face_image("5z", style, 96, 128)[20:-20, 14:-14, :3].min())

    assert darkest("japanese") > 200
    assert darkest("chinese") < 120


def test_pictures_are_kept_and_cannot_be_scribbled_on() -> None:
    picture = face_image("1s", "chinese", 48, 64)

    assert face_image("1s", "chinese", 48, 64) is picture
    with pytest.raises(ValueError, match="read-only"):
        picture[0, 0] = 0


@pytest.mark.parametrize(
    ("name", "style", "says"),
    [
        ("10m", "japanese", "no such tile face: '10m'"),
        ("?", "japanese", "no such tile face"),
        ("5m", "korean", "use one of japanese, chinese"),
    ],
)
def test_an_unknown_face_or_style_is_refused_by_name(name: str, style: str, says: str) -> None:
    with pytest.raises(UsageError, match=says.replace("?", r"\?")):
        face_svg(name, style)


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one pixel"):
        face_image("5m", "japanese", 0, 10)
