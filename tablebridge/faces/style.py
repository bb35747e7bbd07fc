"""How a set of tiles looks: its colours, its characters, and which of the customary variants it follows."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STYLES", "Style"]


@dataclass(frozen=True, slots=True)
class Style:
    """Colours are SVG colours; `font` is a font of the outline file.

    `corner_marks`: small digits and letters in a corner, as sets made for export carry them. `framed_white`: the
    white dragon shows a frame instead of nothing.
    """

    name: str
    body: str
    edge: str
    back: str
    back_pattern: str
    red: str
    green: str
    blue: str
    black: str
    font: str
    five: str
    corner_marks: bool
    framed_white: bool


STYLES: dict[str, Style] = {
    "japanese": Style(
        name="japanese",
        body="#f8f4e8",
        edge="#d9d2bd",
        back="#e39a2d",
        back_pattern="#d68b1f",
        red="#c0201f",
        green="#0c6b3c",
        blue="#1d2a6e",
        black="#17171c",
        font="serif",
        five="五",
        corner_marks=False,
        framed_white=False,
    ),
    "chinese": Style(
        name="chinese",
        body="#f6f7f1",
        edge="#d2d6cd",
        back="#1f8f55",
        back_pattern="#178048",
        red="#cf2a27",
        green="#127a35",
        blue="#2336b5",
        black="#1a1a1a",
        font="kai",
        five="伍",
        corner_marks=True,
        framed_white=True,
    ),
}
