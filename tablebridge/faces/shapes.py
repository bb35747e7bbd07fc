"""The few SVG shapes that faces are put together from. All lengths are in face units: a face is 300 wide, 400 high."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["FACE_HEIGHT", "FACE_WIDTH", "circle", "ellipse", "glyph", "group", "line", "path", "petals", "rectangle"]

FACE_WIDTH = 300
FACE_HEIGHT = 400


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _attributes(fill: str, stroke: str, width: float) -> str:
    outline = f' stroke="{stroke}" stroke-width="{_number(width)}"' if stroke != "none" else ""
    return f'fill="{fill}"{outline}'


def circle(x: float, y: float, r: float, fill: str = "none", stroke: str = "none", width: float = 0) -> str:
    """A disc or, with `fill` none and a `stroke`, a ring."""
    return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" {_attributes(fill, stroke, width)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, turn_deg: float = 0) -> str:
    """An ellipse turned clockwise about its centre."""
    turn = f' transform="rotate({_number(turn_deg)} {_number(x)} {_number(y)})"' if turn_deg else ""
    return f'<ellipse cx="{_number(x)}" cy="{_number(y)}" rx="{_number(rx)}" ry="{_number(ry)}" fill="{fill}"{turn}/>'


def rectangle(
    x: float, y: float, w: float, h: float, r: float = 0, fill: str = "none", stroke: str = "none", width: float = 0
) -> str:
    """A rectangle by its upper left corner, with rounded corners of radius `r`."""
    return (
        f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}" rx="{_number(r)}" '
        f"{_attributes(fill, stroke, width)}/>"
    )


def path(d: str, fill: str = "none", stroke: str = "none", width: float = 0) -> str:
    """Any outline; strokes have round ends and corners."""
    return f'<path d="{d}" {_attributes(fill, stroke, width)} stroke-linecap="round" stroke-linejoin="round"/>'


def line(x0: float, y0: float, x1: float, y1: float, stroke: str, width: float) -> str:
    """A straight stroke with round ends."""
    return path(f"M{_number(x0)} {_number(y0)}L{_number(x1)} {_number(y1)}", stroke=stroke, width=width)


def group(parts: list[str] | str, transform: str = "") -> str:
    """Parts moved, turned or scaled together."""
    body = parts if isinstance(parts, str) else "".join(parts)
    return f'<g transform="{transform}">{body}</g>' if transform else f"<g>{body}</g>"


def petals(
    x: float, y: float, count: int, reach: float, rx: float, ry: float, fill: str, first_deg: float = 0
) -> list[str]:
    """`count` ellipses around a centre, their own centres `reach` away, `ry` pointing outwards."""
    out = []
    for index in range(count):
        angle = first_deg + 360 * index / count
        radians = math.radians(angle)
        centre = (x + reach * math.sin(radians), y - reach * math.cos(radians))
        out.append(ellipse(*centre, rx, ry, fill, angle))
    return out


@dataclass(frozen=True, slots=True)
class _Outline:
    """An entry of the outline file: the ink's `(x0, y0, x1, y1)` and the path, in thousandths of the em."""

    box: tuple[float, float, float, float]
    path: str


@cache
def _outlines() -> dict[str, dict[str, _Outline]]:
    fonts = json.loads((files(__package__) / "glyphs.json").read_text(encoding="utf-8"))
    return {
        font: {character: _Outline(tuple(entry["box"]), entry["path"]) for character, entry in glyphs.items()}
        for font, glyphs in fonts.items()
    }


def glyph(character: str, font: str, box: tuple[float, float, float, float], fill: str, weight: float = 0) -> str:
    """A character's outline fitted into `box` (x, y, width, height); `weight` thickens the strokes by that many
    face units. It is stretched by at most a quarter against its own proportions, then centred.

    Raises `KeyError` for a character or font that the outline file does not hold.
    """
    outline = _outlines()[font][character]
    x0, y0, x1, y1 = outline.box
    across, down = box[2] / (x1 - x0), box[3] / (y1 - y0)
    across, down = min(across, down * 1.25), min(down, across * 1.25)
    left = box[0] + (box[2] - across * (x1 - x0)) / 2 - across * x0
    top = box[1] + (box[3] - down * (y1 - y0)) / 2 - down * y0
    bold = f' stroke="{fill}" stroke-width="{_number(weight / min(across, down))}"' if weight else ""
    return (
        f'<path transform="matrix({across:.5f} 0 0 {down:.5f} {_number(left)} {_number(top)})" '
        f'd="{outline.path}" fill="{fill}"{bold} stroke-linejoin="round"/>'
    )
