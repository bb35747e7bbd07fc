"""Random tile sets drawn by rule: pins, sticks and characters in many styles, so that no one style is learnt."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tile_training.glyphs import GlyphFont

NUMERALS = "一二三四五六七八九"
NEEDED_CHARACTERS = NUMERALS + "東南西北中萬"
PIN_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.26), (0.5, 0.74)),
    3: ((0.22, 0.18), (0.5, 0.5), (0.78, 0.82)),
    4: ((0.28, 0.25), (0.72, 0.25), (0.28, 0.75), (0.72, 0.75)),
    5: ((0.24, 0.2), (0.76, 0.2), (0.5, 0.5), (0.24, 0.8), (0.76, 0.8)),
    6: ((0.28, 0.17), (0.72, 0.17), (0.28, 0.55), (0.72, 0.55), (0.28, 0.83), (0.72, 0.83)),
    7: ((0.2, 0.12), (0.5, 0.23), (0.8, 0.34), (0.3, 0.61), (0.7, 0.61), (0.3, 0.87), (0.7, 0.87)),
    8: tuple((x, y) for y in (0.13, 0.375, 0.625, 0.87) for x in (0.29, 0.71)),
    9: tuple((x, y) for y in (0.18, 0.5, 0.82) for x in (0.18, 0.5, 0.82)),
}
PIN_RADIUS = {1: 0.40, 2: 0.21, 3: 0.17, 4: 0.18, 5: 0.165, 6: 0.155, 7: 0.135, 8: 0.135, 9: 0.145}
# stick places: x, y, slope (x shift from bottom to top, as a part of the width)
STICKS: dict[int, tuple[tuple[float, float, float], ...]] = {
    2: ((0.5, 0.27, 0), (0.5, 0.73, 0)),
    3: ((0.5, 0.27, 0), (0.26, 0.73, 0), (0.74, 0.73, 0)),
    4: ((0.28, 0.27, 0), (0.72, 0.27, 0), (0.28, 0.73, 0), (0.72, 0.73, 0)),
    5: ((0.2, 0.27, 0), (0.8, 0.27, 0), (0.5, 0.5, 0), (0.2, 0.73, 0), (0.8, 0.73, 0)),
    6: tuple((x, y, 0.0) for y in (0.27, 0.73) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.16, 0), *((x, y, 0.0) for y in (0.5, 0.83) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y, 0.0) for y in (0.17, 0.5, 0.83) for x in (0.2, 0.5, 0.8)),
}
STICK_LENGTH = {2: 0.42, 3: 0.4, 4: 0.4, 5: 0.38, 6: 0.4, 7: 0.28, 8: 0.4, 9: 0.27}


@dataclass(frozen=True)
class Style:
    """One random set: its inks, its shapes, its characters. Sizes are on a face of 300 by 400."""

    red: str
    green: str
    dark: str
    numeral: str
    wan: str
    wind: str
    font: GlyphFont | None
    weight: float
    pin: str
    pin_scale: float
    pin_mono: bool
    stick: str
    stick_width: float
    stick_mono: bool
    eight: tuple[str, str]
    white: str
    index: str
    index_font: GlyphFont | None
    five: str
    ten_thousand: str
    green_char: str
    stretch: tuple[float, float]


def random_ink(rng: np.random.Generator, base: tuple[int, int, int], spread: int = 28) -> str:
    """An SVG colour near `base` (red, green, blue)."""
    red, green, blue = (int(np.clip(value + rng.integers(-spread, spread + 1), 0, 255)) for value in base)
    return f"rgb({red},{green},{blue})"


def random_style(rng: np.random.Generator, fonts: list[GlyphFont], index_fonts: list[GlyphFont]) -> Style:
    """A style from a seed; the same seed and fonts give the same style."""
    blue, black = (35, 45, 150), (25, 28, 35)
    dark = random_ink(rng, blue if rng.random() < 0.6 else black)
    font = fonts[rng.integers(len(fonts))] if fonts else None
    can = (lambda char: font.has(char)) if font else (lambda char: False)
    fives = [char for char in "五伍" if can(char)] or ["五"]
    wans = [char for char in "萬萬萬万" if can(char)] or ["萬"]
    greens = [char for char in "發発" if can(char)]
    red = random_ink(rng, (185, 30, 35))
    green = random_ink(rng, (20, 105, 55))
    return Style(
        red=red,
        green=green,
        dark=dark,
        numeral=str(rng.choice([dark, random_ink(rng, black), random_ink(rng, blue), random_ink(rng, (20, 80, 60))])),
        wan=red if rng.random() < 0.85 else random_ink(rng, (120, 30, 40)),
        wind=random_ink(rng, blue if rng.random() < 0.5 else black),
        font=font,
        weight=float(rng.uniform(0, 9)),
        pin=str(rng.choice(["rings", "rings", "rosette", "disc", "spokes", "dots", "flower"])),
        pin_scale=float(rng.uniform(0.9, 1.22)),
        pin_mono=bool(rng.random() < 0.3),
        stick=str(rng.choice(["capsule", "lined", "bone", "bamboo", "double", "beads"])),
        stick_width=float(rng.uniform(0.1, 0.19)),
        stick_mono=bool(rng.random() < 0.3),
        eight=(("M", "W"), ("W", "M"))[int(rng.random() < 0.35)],
        white=str(rng.choice(["blank", "frame", "double", "ornate", "frame", "double", "round"])),
        index=str(rng.choice(["none", "none", "one", "one", "two"])),
        index_font=index_fonts[rng.integers(len(index_fonts))] if index_fonts else None,
        five=str(rng.choice(fives)),
        ten_thousand=str(rng.choice(wans)),
        green_char=str(rng.choice(greens)) if greens else "",
        stretch=(float(rng.uniform(0.78, 0.98)), float(rng.uniform(0.8, 0.98))),
    )


def _circle(x: float, y: float, r: float, fill: str, stroke: str = "none", width: float = 0.0) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" stroke="{stroke}" stroke-width="{width:.1f}"/>'


def _petals(x: float, y: float, r: float, count: int, size: float, colour: str) -> str:
    turns = (2 * math.pi * k / count for k in range(count))
    return "".join(_circle(x + r * math.cos(t), y + r * math.sin(t), size, colour) for t in turns)


def _pin(style: Style, x: float, y: float, r: float, colour: str, heart: str) -> str:
    paper = "rgb(240,236,225)"
    match style.pin:
        case "rings":
            return (
                _circle(x, y, r, colour)
                + _circle(x, y, r * 0.72, "none", paper, r * 0.13)
                + _circle(x, y, r * 0.32, heart, paper, r * 0.12)
            )
        case "rosette":
            return (
                _petals(x, y, r * 0.8, 12, r * 0.22, colour)
                + _circle(x, y, r * 0.62, paper)
                + _petals(x, y, r * 0.42, 8, r * 0.15, colour)
                + _circle(x, y, r * 0.16, heart)
            )
        case "disc":
            return _circle(x, y, r, colour)
        case "spokes":
            lines = "".join(
                f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x + r * 0.8 * math.cos(t):.1f}" '
                f'y2="{y + r * 0.8 * math.sin(t):.1f}" stroke="{paper}" stroke-width="{r * 0.1:.1f}"/>'
                for t in (math.pi * k / 4 for k in range(8))
            )
            return _circle(x, y, r, colour) + lines + _circle(x, y, r * 0.3, heart)
        case "dots":
            return (
                _circle(x, y, r * 0.92, "none", colour, r * 0.22)
                + _petals(x, y, r * 0.5, 6, r * 0.14, colour)
                + _circle(x, y, r * 0.22, heart)
            )
        case _:
            return _circle(x, y, r, colour) + _petals(x, y, r * 0.55, 6, r * 0.2, paper) + _circle(x, y, r * 0.2, paper)


def _pin_colours(style: Style, rank: int, red_five: bool) -> list[str]:
    red, green, dark = style.red, style.green, style.dark
    if red_five:
        return [red] * 5
    if style.pin_mono:
        plain = {
            1: [dark],
            5: [dark, dark, red, dark, dark],
            3: [dark, red, dark],
            9: [dark] * 3 + [red] * 3 + [dark] * 3,
        }
        plain[6], plain[7] = [dark] * 2 + [red] * 4, [dark] * 3 + [red] * 4
        return plain.get(rank, [dark] * rank)
    table = {
        1: [dark],
        2: [green, dark],
        3: [dark, red, green],
        4: [dark, green, green, dark],
        5: [dark, green, red, green, dark],
        6: [green] * 2 + [red] * 4,
        7: [green] * 3 + [red] * 4,
        8: [dark] * 8,
        9: [green] * 3 + [red] * 3 + [dark] * 3,
    }
    return table[rank]


def _pins(style: Style, rank: int, red_five: bool) -> str:
    colours = _pin_colours(style, rank, red_five)
    parts = []
    for (px, py), colour in zip(PIN_PLACES[rank], colours, strict=True):
        x = 150 + (px - 0.5) * 300 * style.stretch[0]
        y = 200 + (py - 0.5) * 400 * style.stretch[1]
        radius = PIN_RADIUS[rank] * 300 * style.pin_scale * style.stretch[0]
        heart = style.red if rank == 1 or (not style.pin_mono and rank == 2) else colour
        parts.append(_pin(style, x, y, radius, colour, heart))
        if rank == 1:
            parts.append(_petals(x, y, radius * 0.9, 14, radius * 0.13, style.green if not style.pin_mono else colour))
    return "".join(parts)


def _bar(left: float, top: float, width: float, height: float, colour: str, radius: float = 0.0) -> str:
    place = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {place} rx="{radius:.1f}" fill="{colour}"/>'


def _stick(style: Style, x: float, y: float, length: float, slope: float, colour: str) -> str:
    width = style.stick_width * 300
    paper = "rgb(240,236,225)"
    top, left = -length / 2, -width / 2
    body = _bar(left, top, width, length, colour, width * 0.4)
    match style.stick:
        case "lined":
            body += _bar(-width * 0.08, top * 0.8, width * 0.16, length * 0.8, paper)
        case "bone":
            body = _bar(left * 0.6, top, width * 0.6, length, colour)
            body += "".join(_circle(0, k * length * 0.46, width * 0.55, colour) for k in (-1, 0, 1))
        case "bamboo":
            body += "".join(_bar(left, k * length / 4 - 2, width, 5, paper) for k in (-1, 0, 1))
        case "double":
            body += _bar(-width * 0.12, top, width * 0.24, length, paper)
        case "beads":
            body = "".join(_circle(0, (k - 1) * length * 0.34, length * 0.17, colour) for k in range(3))
        case _:
            pass
    turn = math.degrees(math.atan2(slope * 300, length))
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{body}</g>'


def _stick_colours(style: Style, rank: int, red_five: bool) -> list[str]:
    red = style.red
    leaf = style.dark if style.stick_mono else style.green
    second = leaf if style.stick_mono else style.dark
    if red_five:
        return [red] * 5
    table = {5: [leaf, leaf, red, leaf, leaf], 7: [red] + [leaf] * 6, 9: [leaf, red, second] * 3}
    return table.get(rank, [leaf] * rank)


def _sticks(style: Style, rank: int, red_five: bool) -> str:
    width, height = 300 * style.stretch[0], 400 * style.stretch[1]
    if rank == 8:
        places = []
        for shape, row in zip(style.eight, (0.27, 0.73), strict=True):
            lean = 0.2 if shape == "M" else -0.2
            places += [(0.14, row, 0.0), (0.38, row, -lean), (0.62, row, lean), (0.86, row, 0.0)]
        sticks = tuple(places)
    else:
        sticks = STICKS[rank]
    length = STICK_LENGTH[rank] * height
    colours = _stick_colours(style, rank, red_five)
    return "".join(
        _stick(style, 150 + (x - 0.5) * width, 200 + (y - 0.5) * height, length, slope, colour)
        for (x, y, slope), colour in zip(sticks, colours, strict=True)
    )


def _character(style: Style, rank: int, red_five: bool) -> str:
    assert style.font is not None
    numeral = style.five if rank == 5 else NUMERALS[rank - 1]
    top = style.red if red_five else style.numeral
    low = style.red if red_five else style.wan
    width, height = 230 * style.stretch[0], 360 * style.stretch[1]
    left, upper = 150 - width / 2, 200 - height / 2
    return style.font.fitted(numeral, (left, upper, width, height * 0.42), top, style.weight) + style.font.fitted(
        style.ten_thousand, (left, upper + height * 0.47, width, height * 0.53), low, style.weight
    )


def _white(style: Style) -> str:
    colour = style.dark
    rect = '<rect x="{0}" y="{1}" width="{2}" height="{3}" rx="{4}" fill="none" stroke="{5}" stroke-width="{6}" {7}/>'
    match style.white:
        case "blank":
            return ""
        case "frame":
            return rect.format(40, 50, 220, 300, 8, colour, 16, "")
        case "double":
            return rect.format(35, 45, 230, 310, 5, colour, 9, "") + rect.format(62, 75, 176, 250, 5, colour, 9, "")
        case "round":
            return rect.format(45, 55, 210, 290, 45, colour, 14, "")
        case _:
            dashed = 'stroke-dasharray="24 10"'
            return rect.format(45, 55, 210, 290, 5, colour, 26, dashed) + rect.format(
                30, 40, 240, 320, 5, colour, 5, ""
            )


def _honour(style: Style, rank: int) -> str | None:
    if rank == 5:
        return _white(style)
    assert style.font is not None
    char = ("東", "南", "西", "北", "", style.green_char, "中")[rank - 1]
    if not char:
        return None
    colour = (style.wind,) * 4 + ("", style.green, style.red)
    width, height = 230 * style.stretch[0], 320 * style.stretch[1]
    return style.font.fitted(char, (150 - width / 2, 200 - height / 2, width, height), colour[rank - 1], style.weight)


def _index(style: Style, label: str) -> str:
    if style.index == "none" or style.index_font is None:
        return ""
    rank, suit = label
    text = {"z": "ESWNPFC"[int(rank) - 1] if suit == "z" else "", "m": rank, "p": rank, "s": rank}.get(suit, rank)
    text = "5" if text == "0" else text
    colour = style.red if suit in "mf" else style.dark
    corner = style.index_font.fitted(text, (8, 8, 38, 52), colour)
    if style.index == "two":
        corner += f'<g transform="rotate(180 150 200)">{style.index_font.fitted(text, (8, 8, 38, 52), colour)}</g>'
    return corner


def draw_face(style: Style, label: str) -> str | None:
    """SVG of one face (300 by 400, ink on nothing), or None where this style has no such face."""
    rank, suit = label[0], label[1]
    red_five = rank == "0"
    number = 5 if red_five else int(rank)
    if suit == "p":
        ink: str | None = _pins(style, number, red_five)
    elif suit == "s" and number > 1:
        ink = _sticks(style, number, red_five)
    elif suit == "m" and style.font is not None:
        ink = _character(style, number, red_five)
    elif suit == "z" and (style.font is not None or number == 5):
        ink = _honour(style, number)
    else:
        ink = None
    if ink is None:
        return None
    index = "" if label == "5z" and style.white == "blank" else _index(style, label)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{ink}{index}</svg>'
