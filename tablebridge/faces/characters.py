"""Faces that are writing: the characters suit, the winds and the dragons."""

from __future__ import annotations

from tablebridge.faces.shapes import glyph, line, rectangle
from tablebridge.faces.style import Style

__all__ = ["character", "honour"]

_NUMERALS = "一二三四五六七八九"
_HONOURS = "東南西北 發中"


def character(rank: int, style: Style, *, red: bool = False) -> list[str]:
    """A number over 萬. On a Japanese set the number is black, on a Chinese one blue; a red five is red all over."""
    numeral = style.five if rank == 5 else _NUMERALS[rank - 1]
    ink = style.red if red else style.blue if style.name == "chinese" else style.black
    # flat numerals keep their own height, the others fill the upper half
    height = {1: 44, 2: 104, 3: 128}.get(rank, 140)
    return [
        glyph(numeral, style.font, (62, 104 - height / 2, 176, height), ink, 5),
        glyph("萬", style.font, (62, 196, 176, 172), style.red, 4),
    ]


def honour(rank: int, style: Style) -> list[str]:
    """East south west north white green red, by rank 1..7."""
    if rank == 5:
        return _white(style)
    ink = style.green if rank == 6 else style.red if rank == 7 else style.blue
    if style.name == "japanese" and rank < 5:
        ink = style.black
    box = (58, 52, 184, 296) if rank == 7 else (40, 70, 220, 260)
    return [glyph(_HONOURS[rank - 1], style.font, box, ink, 6)]


def _white(style: Style) -> list[str]:
    if not style.framed_white:
        return []
    corners = []
    for x, inwards_x in ((66, 1), (234, -1)):
        for y, inwards_y in ((56, 1), (344, -1)):
            corners.append(line(x + 30 * inwards_x, y, x, y + 30 * inwards_y, style.blue, 8))
    return [
        rectangle(44, 34, 212, 332, 14, stroke=style.blue, width=16),
        rectangle(66, 56, 168, 288, 4, stroke=style.blue, width=8),
        *corners,
    ]
