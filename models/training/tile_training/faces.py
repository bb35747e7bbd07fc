"""Where faces come from: the project's own, artwork in a folder, symbol fonts, and sets drawn by rule."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import resvg_py

from tablebridge.faces.face import face_art
from tablebridge.faces.style import STYLES, Style
from tile_training.drawn_sets import NEEDED_CHARACTERS, draw_face, random_ink, random_style
from tile_training.glyphs import GlyphFont, load_fonts
from tile_training.labels import FACES
from tile_training.plants_and_birds import FLOWER_CHARACTERS, FlowerStyle, draw_bird, draw_flower

FACE_WIDTH, FACE_HEIGHT = 96, 128  # px of a stored ink picture
BORROWED = ("1s", *FLOWER_CHARACTERS)
_OWN_DRAWINGS = 0.65
"""Of the random sets: the part whose birds and flowers are drawn at random, not borrowed."""


@dataclass(frozen=True)
class Face:
    """One face's ink: `ink` is premultiplied BGRA uint8; `symmetric` when upside down it looks the same."""

    label: str
    ink: np.ndarray
    symmetric: bool


@dataclass(frozen=True)
class FaceSet:
    """Faces of one style by label. A style need not have all 45. `weight` is how often it is drawn from."""

    name: str
    faces: dict[str, Face]
    weight: float = 1.0


def rasterise(svg: str, width: int = FACE_WIDTH, height: int = FACE_HEIGHT) -> np.ndarray:
    """Premultiplied BGRA of an SVG, stretched to `width` by `height` px."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, height=2 * height))
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    image = image.astype(np.float32)
    image[:, :, :3] *= image[:, :, 3:] / 255
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA).round().astype(np.uint8)


def looks_same_upside_down(ink: np.ndarray) -> bool:
    """Whether turning the ink by 180 degrees changes (almost) nothing at the size a camera sees."""
    small = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 3)
    scale = max(float(small[:, :, 3].mean()), 1.0)
    return float(np.abs(small - small[::-1, ::-1]).mean()) / scale < 0.12


def make_face(label: str, svg: str) -> Face:
    """The face of an SVG that shows ink on nothing."""
    ink = rasterise(svg)
    return Face(label, ink, looks_same_upside_down(ink))


def artwork_sets(folder: Path) -> list[FaceSet]:
    """Sets of SVG files below `folder`, named as in the two public-domain sets (`Man1.svg`, `08-characters-1.svg`)."""
    sets = []
    for directory in sorted({file.parent for file in folder.rglob("*.svg")}):
        faces = {}
        for file in sorted(directory.glob("*.svg")):
            label = artwork_label(file.stem)
            if label is not None:
                faces[label] = make_face(label, file.read_text(encoding="utf-8"))
        if faces:
            sets.append(FaceSet(f"artwork-{directory.name}", faces, 4.0))
    return sets


def artwork_label(stem: str) -> str | None:
    """The tile a file name means, or None: `Pin5-Dora` -> `0p`, `23-circles-7` -> `7p`."""
    japanese = {"Ton": "1z", "Nan": "2z", "Shaa": "3z", "Pei": "4z", "Haku": "5z", "Hatsu": "6z", "Chun": "7z"}
    if stem in japanese:
        return japanese[stem]
    if found := re.fullmatch(r"(Man|Pin|Sou)(\d)(-Dora)?", stem):
        return ("0" if found[3] else found[2]) + found[1][0].lower()
    if found := re.fullmatch(r"\d+-(characters|circles|bamboos)-(\d)", stem):
        return found[2] + {"characters": "m", "circles": "p", "bamboos": "s"}[found[1]]
    named = {
        "white-dragon": "5z", "green-dragon": "6z", "red-dragon": "7z", "east-wind": "1z", "south-wind": "2z",
        "west-wind": "3z", "north-wind": "4z", "spring": "1g", "summer": "2g", "autumn": "3g", "winter": "4g",
        "plum": "1f", "orchid": "2f", "chrysanthemum": "3f", "bamboo": "4f",
    }  # fmt: skip
    return named.get(re.sub(r"^\d+-", "", stem))


def own_sets(variants: int = 0, seed: int = 1) -> list[FaceSet]:
    """The styles that tablebridge draws itself, and as many random variants of their colours and customs."""
    rng = np.random.default_rng(seed)
    sets = [_own_set(name, style, 10.0) for name, style in STYLES.items()]
    for number in range(variants):
        base = list(STYLES.values())[number % len(STYLES)]
        style = dataclasses.replace(
            base,
            red=random_ink(rng, (185, 30, 35)),
            green=random_ink(rng, (20, 105, 55)),
            blue=random_ink(rng, (35, 45, 150) if rng.random() < 0.7 else (25, 28, 40)),
            black=random_ink(rng, (25, 28, 35)),
            font=str(rng.choice(sorted({known.font for known in STYLES.values()}))),
            five=str(rng.choice(sorted({known.five for known in STYLES.values()}))),
            corner_marks=bool(rng.random() < 0.5),
            framed_white=bool(rng.random() < 0.5),
        )
        sets.append(_own_set(f"variant-{number}", style, 1.0))
    return sets


def _own_set(name: str, style: Style, weight: float) -> FaceSet:
    faces = {}
    for label in FACES:
        art = "".join(face_art(label, style))
        faces[label] = make_face(
            label, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{art}</svg>'
        )
    return FaceSet(f"own-{name}", faces, weight)


def symbol_font_sets(folder: Path | None) -> list[FaceSet]:
    """Faces U+1F000 to U+1F028 of symbol fonts, whose frame is part of the glyph and is cut away."""
    points = {f"{r}m": 0x1F007 + r - 1 for r in range(1, 10)}
    points |= {f"{r}s": 0x1F010 + r - 1 for r in range(1, 10)} | {f"{r}p": 0x1F019 + r - 1 for r in range(1, 10)}
    points |= {f"{r}z": 0x1F000 + r - 1 for r in range(1, 5)} | {"7z": 0x1F004, "6z": 0x1F005, "5z": 0x1F006}
    points |= {"1f": 0x1F022, "2f": 0x1F023, "4f": 0x1F024, "3f": 0x1F025}
    points |= {f"{r}g": 0x1F026 + r - 1 for r in range(1, 5)}
    sets = []
    for font in load_fonts(folder, "".join(map(chr, points.values()))):
        faces = {}
        for label, point in points.items():
            glyph = font.fitted(chr(point), (-24, -24, 348, 448), "rgb(25,30,40)")
            svg = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{glyph}</svg>'
            )
            faces[label] = make_face(label, svg)
        sets.append(FaceSet(f"font-{font.file.stem}", faces, 1.0))
    return sets


def drawn_sets(count: int, seed: int, fonts: Path | None, latin: Path | None, lenders: list[FaceSet]) -> list[FaceSet]:
    """`count` random sets by rule. Their birds and flowers are drawn at random as well, or borrowed from `lenders`,
    bent and recoloured."""
    rng = np.random.default_rng(seed)
    characters, indices = load_fonts(fonts, NEEDED_CHARACTERS), load_fonts(latin, "123456789ESWNCFP")
    sets = []
    for number in range(count):
        style = random_style(rng, characters, indices)
        flowers = FlowerStyle.random(rng, style.font, indices[rng.integers(len(indices))] if indices else None)
        own_drawings = rng.random() < _OWN_DRAWINGS
        faces = {}
        for label in FACES:
            if label not in BORROWED:
                svg = draw_face(style, label)
            elif own_drawings:
                svg = draw_bird(rng) if label == "1s" else draw_flower(rng, flowers, label)
            else:
                svg = None
            if svg is not None:
                faces[label] = make_face(label, svg)
            elif label in BORROWED and (face := _borrow(rng, label, lenders, style.font)) is not None:
                faces[label] = face
        sets.append(FaceSet(f"drawn-{number}", faces, 1.0))
    return sets


def flower_sets(count: int, seed: int, fonts: Path | None, latin: Path | None) -> list[FaceSet]:
    """Flowers and seasons of `count` more sets, each drawn at random and told by its marks alone."""
    rng = np.random.default_rng(seed)
    characters, indices = load_fonts(fonts, NEEDED_CHARACTERS), load_fonts(latin, "123456789ESWNCFP")
    sets = []
    for number in range(count):
        font = characters[rng.integers(len(characters))] if characters and rng.random() < 0.9 else None
        style = FlowerStyle.random(rng, font, indices[rng.integers(len(indices))] if indices else None)
        drawn = {label: draw_flower(rng, style, label) for label in FLOWER_CHARACTERS}
        faces = {label: make_face(label, svg) for label, svg in drawn.items() if svg is not None}
        if faces:
            sets.append(FaceSet(f"flowers-{number}", faces, 1.0))
    return sets


def without_flowers(sets: list[FaceSet]) -> list[FaceSet]:
    """The same sets without their flowers and seasons."""
    kept = [{label: face for label, face in one.faces.items() if label not in FLOWER_CHARACTERS} for one in sets]
    return [replace(one, faces=faces) for one, faces in zip(sets, kept, strict=True)]


def _borrow(rng: np.random.Generator, label: str, lenders: list[FaceSet], font: GlyphFont | None) -> Face | None:
    able = [lender.faces[label] for lender in lenders if label in lender.faces]
    if not able:
        return None
    ink = able[rng.integers(len(able))].ink
    ink = _recolour(rng, _wobble(rng, ink))
    if font is not None and label in FLOWER_CHARACTERS and font.has(FLOWER_CHARACTERS[label]) and rng.random() < 0.6:
        ink = _stamp(rng, ink, font, FLOWER_CHARACTERS[label])
    return Face(label, ink, False)


def _recolour(rng: np.random.Generator, ink: np.ndarray) -> np.ndarray:
    """Shifts the hue; keeps darkness. Premultiplied colours are shifted as they are: alpha stays."""
    hsv = cv2.cvtColor(ink[:, :, :3], cv2.COLOR_BGR2HSV)
    hsv[:, :, 0] = (hsv[:, :, 0].astype(np.int32) + int(rng.integers(-12, 13))) % 180
    hsv[:, :, 1] = np.clip(hsv[:, :, 1] * rng.uniform(0.4, 1.1), 0, 255).astype(np.uint8)
    return np.dstack([cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), ink[:, :, 3]])


def _wobble(rng: np.random.Generator, ink: np.ndarray) -> np.ndarray:
    """Bends the drawing smoothly, so that a borrowed picture is never learnt by heart."""
    height, width = ink.shape[:2]
    field = rng.normal(0, 1, (5, 4, 2)).astype(np.float32) * rng.uniform(1, 5)
    field = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC)
    grid_x, grid_y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return cv2.remap(ink, grid_x + field[:, :, 0], grid_y + field[:, :, 1], cv2.INTER_LINEAR)


def _stamp(rng: np.random.Generator, ink: np.ndarray, font: GlyphFont, char: str) -> np.ndarray:
    """Writes the flower's character into a corner, as most sets do."""
    left = 15.0 if rng.random() < 0.5 else 205.0
    size = float(rng.uniform(60, 95))
    colour = str(rng.choice(["rgb(180,30,35)", "rgb(30,40,140)", "rgb(25,100,55)"]))
    glyph = font.fitted(char, (left, 15, size, size), colour)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{glyph}</svg>'
    over = rasterise(svg).astype(np.float32)
    return (over + ink * (1 - over[:, :, 3:] / 255)).clip(0, 255).astype(np.uint8)
