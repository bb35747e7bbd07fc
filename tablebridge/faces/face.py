"""One face as an SVG document."""

from __future__ import annotations

from functools import cache

from tablebridge.errors import UsageError
from tablebridge.faces.bamboo import bamboo
from tablebridge.faces.characters import character, honour
from tablebridge.faces.dots import dots
from tablebridge.faces.flowers import flower, season
from tablebridge.faces.shapes import FACE_HEIGHT, FACE_WIDTH, circle, glyph, group, path, rectangle
from tablebridge.faces.style import STYLES, Style

__all__ = ["FACE_NAMES", "face_art", "face_svg"]

_TILES = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{rank}f" for rank in range(1, 5)),
    *(f"{rank}g" for rank in range(1, 5)),
    "0m",
    "0p",
    "0s",
)
FACE_NAMES: tuple[str, ...] = (*_TILES, "back", "blank")
"""Every face that can be drawn: the 45 tiles of `tablebridge_rules.tile`, `back` and `blank`."""

_HONOUR_MARKS = "ESWNPFC"


@cache
def face_svg(name: str, style: str = "japanese") -> str:
    """The face called `name` as an SVG document, 300 by 400 units, the tile's body included.

    Raises `UsageError` for a name that is not in `FACE_NAMES` or a style that is not in `STYLES`.

    >>> face_svg("5p").startswith("<svg")
    True
    """
    look = _style(style)
    if name not in FACE_NAMES:
        raise UsageError("no such tile face", repr(name), "use a tile's name such as 5m or 7z, back or blank")
    body = _back(look) if name == "back" else [_body(look), *face_art(name, look)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FACE_WIDTH} {FACE_HEIGHT}" '
        f'width="{FACE_WIDTH}" height="{FACE_HEIGHT}">{"".join(body)}</svg>'
    )


def face_art(name: str, style: Style) -> list[str]:
    """What is printed on a tile, without its body; empty for `blank`."""
    if name == "blank":
        return []
    rank, suit = int(name[0]), name[1]
    red = rank == 0
    rank = 5 if red else rank
    match suit:
        case "m":
            art = character(rank, style, red=red)
        case "p":
            art = dots(rank, style, red=red)
        case "s":
            art = bamboo(rank, style, red=red)
        case "z":
            art = honour(rank, style)
        case "f":
            art = flower(rank, style)
        case _:
            art = season(rank, style)
    if red:
        art.append(_red_dot(suit, style))
    if not style.corner_marks:
        return [group(art, "translate(9 12) scale(0.94)")]
    mark = _HONOUR_MARKS[rank - 1] if suit == "z" else str(rank)
    ink = style.red if suit == "g" or red else style.blue
    if suit in "fg":  # their drawings leave the corner free
        return [group(art, "translate(12 16) scale(0.92)"), glyph(mark, style.font, (26, 26, 42, 62), ink, 2)]
    return [group(art, "translate(30 44) scale(0.84)"), glyph(mark, style.font, (16, 16, 38, 52), ink, 1)]


def _red_dot(suit: str, style: Style) -> str:
    """Red fives carry a small dot as well, so that they are told apart without colour."""
    return circle(*{"m": (44, 104), "p": (66, 200), "s": (150, 344)}[suit], 13, style.red)


def _style(name: str) -> Style:
    if name not in STYLES:
        raise UsageError("no such style of tile faces", repr(name), "use one of " + ", ".join(STYLES))
    return STYLES[name]


def _body(style: Style) -> str:
    return rectangle(2, 2, FACE_WIDTH - 4, FACE_HEIGHT - 4, 30, style.body, style.edge, 4)


def _back(style: Style) -> list[str]:
    ribs = [
        path(f"M{20 + 26 * step} 20L{20 + 26 * step} 380", stroke=style.back_pattern, width=7) for step in range(11)
    ]
    return [rectangle(2, 2, FACE_WIDTH - 4, FACE_HEIGHT - 4, 30, style.back, style.back_pattern, 4), *ribs]
