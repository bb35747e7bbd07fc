"""Outlines of characters from font files, as SVG paths: training needs no installed font system."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


class GlyphFont:
    """One font file. `path(char)` is the glyph's outline fitted to any box by `fitted`."""

    def __init__(self, file: Path) -> None:
        from fontTools.ttLib import TTFont  # here: everything but fonts works without this library

        self.file = file
        self._font = TTFont(file, fontNumber=0, lazy=True)
        self._map = self._font.getBestCmap() or {}
        self._glyphs = self._font.getGlyphSet()

    def has(self, text: str) -> bool:
        """True when every character has an outline here."""
        return all(self._outline(char) is not None for char in text)

    @lru_cache(maxsize=4096)  # noqa: B019 - a handful of fonts live as long as the program
    def _outline(self, char: str) -> tuple[str, tuple[float, float, float, float]] | None:
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.pens.svgPathPen import SVGPathPen

        name = self._map.get(ord(char))
        if name is None:
            return None
        glyph = self._glyphs[name]
        bounds = BoundsPen(self._glyphs)
        glyph.draw(bounds)
        if bounds.bounds is None:
            return None
        pen = SVGPathPen(self._glyphs)
        glyph.draw(pen)
        return pen.getCommands(), bounds.bounds

    def fitted(self, char: str, box: tuple[float, float, float, float], colour: str, weight: float = 0.0) -> str:
        """SVG of the character stretched into `box` (x, y, width, height); `weight` thickens the strokes."""
        outline = self._outline(char)
        if outline is None:
            raise KeyError(f"{self.file.name} has no {char!r}")
        commands, (left, bottom, right, top) = outline
        x, y, width, height = box
        scale_x, scale_y = width / max(right - left, 1), height / max(top - bottom, 1)
        if (right - left) < 0.35 * (top - bottom):  # a thin digit or stroke keeps its shape
            scale_x = min(scale_x, scale_y)
        if (top - bottom) < 0.35 * (right - left):
            scale_y = min(scale_x, scale_y)
        shift_x = x + (width - scale_x * (right - left)) / 2 - scale_x * left
        shift_y = y + (height - scale_y * (top - bottom)) / 2 + scale_y * top
        stroke = f' stroke="{colour}" stroke-width="{weight / scale_x:.2f}"' if weight else ""
        return (
            f'<path transform="matrix({scale_x:.5f} 0 0 {-scale_y:.5f} {shift_x:.2f} {shift_y:.2f})" '
            f'fill="{colour}"{stroke} d="{commands}"/>'
        )


def load_fonts(folder: Path | None, needed: str) -> list[GlyphFont]:
    """Every font below `folder` that draws all characters of `needed`; none without a folder."""
    if folder is None:
        return []
    files = sorted(file for pattern in ("*.ttf", "*.ttc", "*.otf") for file in folder.rglob(pattern))
    return [font for font in map(GlyphFont, files) if font.has(needed)]
