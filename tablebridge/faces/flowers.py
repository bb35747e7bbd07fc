"""Flowers and seasons: a small drawing each, with its character."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tablebridge.faces.bamboo import leaf
from tablebridge.faces.shapes import circle, ellipse, glyph, group, line, path, petals
from tablebridge.faces.style import Style

__all__ = ["flower", "season"]

_FLOWERS = "梅蘭菊竹"
_SEASONS = "春夏秋冬"


def flower(rank: int, style: Style) -> list[str]:
    """Plum, orchid, chrysanthemum, bamboo, by rank 1..4."""
    drawing = (_plum, _orchid, _chrysanthemum, _bamboo_plant)[rank - 1]
    ink = style.blue if style.name == "chinese" else style.green
    return _titled(_FLOWERS[rank - 1], ink, drawing, style)


def season(rank: int, style: Style) -> list[str]:
    """Spring, summer, autumn, winter, by rank 1..4."""
    drawing = (_butterfly, _lotus, _pomegranate, _pine)[rank - 1]
    return _titled(_SEASONS[rank - 1], style.red, drawing, style)


def _titled(character: str, ink: str, drawing: Callable[[Style], list[str]], style: Style) -> list[str]:
    """A drawing with its character above: on the right of a Chinese set, on the left of a Japanese one, whose
    drawings are also turned the other way."""
    if style.name == "chinese":
        return [group(drawing(style)), glyph(character, style.font, (184, 28, 92, 96), ink, 3)]
    return [
        group(drawing(style), "translate(300 0) scale(-1 1)"),
        glyph(character, style.font, (26, 30, 96, 100), ink, 2),
    ]


def _blossom(x: float, y: float, r: float, ink: str, heart: str, count: int = 5) -> list[str]:
    return [
        *petals(x, y, count, r * 0.58, r * 0.42, r * 0.46, ink),
        circle(x, y, r * 0.34, heart),
        *petals(x, y, count, r * 0.24, r * 0.05, r * 0.12, ink, 180 / count),
    ]


def _plum(style: Style) -> list[str]:
    return [
        path("M40 372C96 330 106 284 150 246C178 220 200 190 262 168", stroke=style.black, width=15),
        path("M128 268C108 224 104 180 62 134", stroke=style.black, width=11),
        path("M176 226C206 240 236 250 270 282", stroke=style.black, width=9),
        *_blossom(82, 168, 46, style.red, style.body),
        *_blossom(172, 208, 52, style.red, style.body),
        *_blossom(228, 296, 42, style.red, style.body),
        *_blossom(120, 320, 34, style.red, style.body),
        circle(256, 162, 14, style.red),
        circle(56, 122, 13, style.red),
    ]


def _orchid(style: Style) -> list[str]:
    blades = (
        "M146 372C120 280 86 206 22 196",
        "M150 372C146 268 128 180 92 128",
        "M152 372C158 280 172 216 232 176",
        "M156 372C182 306 226 268 284 270",
        "M144 372C110 324 70 300 24 306",
        "M152 372C160 330 196 318 238 340",
    )
    widths = (15, 14, 15, 14, 12, 11)
    parts = [path(d, stroke=style.green, width=width) for d, width in zip(blades, widths, strict=True)]
    for x, y, turn in ((176, 172, 10), (104, 262, -30)):
        parts.append(
            group(
                [leaf(0, 0, 50, 13, angle, style.red) for angle in (-80, -30, 30, 80, 180)]
                + [circle(0, 0, 8, style.body)],
                f"translate({x} {y}) rotate({turn})",
            )
        )
    parts.append(path("M92 386C130 366 176 366 214 386", stroke=style.blue, width=11))
    return parts


def _chrysanthemum(style: Style) -> list[str]:
    return [
        path("M150 250C154 300 140 340 128 380", stroke=style.green, width=12),
        *(
            leaf(x, y, length, 26, turn, style.green)
            for x, y, length, turn in (
                (146, 330, 96, -62),
                (148, 310, 104, 58),
                (136, 366, 82, 76),
                (132, 372, 76, -84),
            )
        ),
        path("M150 196C132 130 104 110 70 96", stroke=style.green, width=9),
        leaf(98, 112, 54, 17, -20, style.green),
        *petals(150, 222, 16, 62, 11, 32, style.red),
        *petals(150, 222, 12, 36, 9, 24, style.body),
        *petals(150, 222, 12, 34, 6, 20, style.red),
        circle(150, 222, 16, "#e0a020"),
    ]


def _bamboo_plant(style: Style) -> list[str]:
    parts = []
    for x, top, ink in ((112, 96, style.green), (176, 150, style.blue)):
        bottom = 378
        joints = [top + step * (bottom - top) / 4 for step in range(5)]
        for upper, lower in pairwise(joints):
            parts.append(line(x, upper + 10, x, lower - 10, ink, 22))
            parts.append(line(x - 13, lower, x + 13, lower, ink, 7))
    for x, y, turns in ((112, 150, (-128, -100, -70)), (112, 240, (-140, -112)), (176, 214, (52, 84, 116, 146))):
        parts += [leaf(x, y, 96, 17, turn, style.green) for turn in turns]
    parts += [leaf(176, 300, 82, 15, turn, style.green) for turn in (100, 130)]
    parts += _blossom(58, 330, 30, style.red, style.body)
    return parts


def _butterfly(style: Style) -> list[str]:
    """Spring: a butterfly over a peony."""
    return [
        path("M146 300C146 330 136 356 124 386", stroke=style.green, width=11),
        *(leaf(140, 346, 90, 25, turn, style.green) for turn in (-76, 72)),
        *(leaf(130, 376, 78, 20, turn, style.green) for turn in (-64, 60)),
        *petals(146, 276, 9, 46, 25, 27, style.red),
        *petals(146, 276, 7, 25, 16, 19, style.body),
        *petals(146, 276, 7, 23, 12, 16, style.red),
        circle(146, 276, 11, "#e0a020"),
        group(
            [
                *(ellipse(x, -22, 24, 36, style.blue, turn) for x, turn in ((-30, -40), (30, 40))),
                *(ellipse(x, 20, 17, 25, style.red, turn) for x, turn in ((-22, 40), (22, -40))),
                *(circle(x, -26, 9, style.body) for x in (-32, 32)),
                ellipse(0, 0, 7, 36, style.black),
                path("M0 -32C-6 -54 -18 -60 -26 -62M0 -32C6 -54 18 -60 26 -62", stroke=style.black, width=4),
            ],
            "translate(112 164) rotate(-24)",
        ),
    ]


def _lotus(style: Style) -> list[str]:
    """Summer: a lotus over its leaf."""
    return [
        path("M150 250V350", stroke=style.green, width=12),
        ellipse(84, 338, 66, 27, style.green, -8),
        ellipse(84, 334, 44, 12, style.body, -8),
        ellipse(232, 352, 50, 20, style.green, 8),
        *(leaf(150, 266, 108, 27, turn, style.red) for turn in (-82, -56, 56, 82)),
        *(leaf(150, 270, 134, 30, turn, style.body) for turn in (-34, 34)),
        *(leaf(150, 266, 126, 23, turn, style.red) for turn in (-32, 32)),
        leaf(150, 272, 148, 35, 0, style.body),
        leaf(150, 268, 136, 26, 0, style.red),
        path("M24 384C52 370 76 396 104 382S156 370 184 384S244 396 276 380", stroke=style.blue, width=9),
        path("M62 214C58 178 68 152 84 132", stroke=style.green, width=9),
        ellipse(92, 120, 18, 25, style.green, 30),
    ]


def _pomegranate(style: Style) -> list[str]:
    """Autumn: a ripe fruit on its branch, and a falling leaf."""
    seeds = [(x, y) for y in (258, 282, 306) for x in (116, 142, 168, 194)]
    return [
        path("M86 96C98 150 150 176 152 226", stroke=style.black, width=11),
        *(leaf(110, 150, 80, 21, turn, style.green) for turn in (-96, 62)),
        *(leaf(146, 192, 84, 22, turn, style.green) for turn in (-80, 74)),
        circle(156, 286, 80, "#e0701c"),
        path("M132 370L126 392L148 380L160 396L172 380L192 388L184 366Z", "#e0701c"),
        ellipse(156, 284, 56, 46, style.body),
        *(circle(x, y, 10.5, style.red) for x, y in seeds),
        *(leaf(42, 304, 44, 12, turn, style.red) for turn in (-84, -42, 0, 42, 84)),
        line(42, 304, 40, 336, style.red, 6),
    ]


def _pine(style: Style) -> list[str]:
    """Winter: needles of a pine, snow crystals and a red bird's berry."""
    parts = [
        path("M26 380C84 344 110 300 148 262C182 228 226 224 276 232", stroke=style.black, width=14),
        path("M128 284C110 240 96 214 54 196", stroke=style.black, width=10),
    ]
    for x, y in ((62, 200), (150, 252), (238, 234), (120, 330)):
        parts += [line(x, y, x + dx, y + dy, style.green, 6) for dx, dy in _NEEDLES]
    for x, y in ((214, 326), (98, 120), (262, 160)):
        parts += [
            group(line(0, -24, 0, 24, style.blue, 6), f"translate({x} {y}) rotate({turn})") for turn in (0, 60, 120)
        ]
        parts.append(circle(x, y, 9, style.body, style.blue, 5))
    parts += [circle(x, y, 13, style.red) for x, y in ((166, 300), (186, 278), (192, 304))]
    return parts


_NEEDLES = ((-52, -6), (-44, -30), (-28, -48), (-4, -56), (22, -50), (42, -32), (52, -8))
