"""Flowers, seasons and birds of no set in particular, drawn by rule: plants at random, told apart by their marks alone.

Makers draw these tiles as they like. What they share are marks: the character, the rank, and a colour for each of the
two rows. A network that has only seen a few drawings learns those by heart; one that has seen any drawing with the
right marks reads the marks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tile_training.glyphs import GlyphFont

FLOWER_CHARACTERS = dict(zip(("1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"), "梅蘭菊竹春夏秋冬", strict=True))
_OTHERWISE = {"2f": "兰蘭", "3f": "菊菊", "1f": "梅梅"}
_NUMERALS = "一二三四"
_RED, _BLUE, _GREEN, _BLACK = (185, 30, 35), (35, 50, 160), (25, 105, 55), (30, 32, 38)
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400" width="300" height="400">{}</svg>'


@dataclass(frozen=True)
class FlowerStyle:
    """How one set marks its flowers: which marks, in which corners and inks; sizes on a face of 300 by 400."""

    font: GlyphFont | None
    digits: GlyphFont | None
    character: bool
    rank: str
    season_rank: str
    size: float
    rank_size: float
    flower_ink: str
    season_ink: str
    swapped: bool
    twice: bool
    margin: float

    @classmethod
    def random(cls, rng: np.random.Generator, font: GlyphFont | None, digits: GlyphFont | None) -> FlowerStyle:
        """Marks that tell the eight apart: the character, or the rank in a row's own ink, or both."""
        able = font is not None and font.has("".join(FLOWER_CHARACTERS.values()))
        character = bool(able and rng.random() < 0.85)
        ranks = (["digit"] * 4 if digits is not None else []) + (["numeral"] if font is not None else [])
        rank = str(rng.choice(ranks)) if ranks and (not character or rng.random() < 0.7) else "none"
        # some makers count flowers in digits and seasons in characters
        season_rank = str(rng.choice(ranks)) if rank != "none" and rng.random() < 0.25 else rank
        usual = (_BLUE if rng.random() < 0.8 else _BLACK, _RED)
        if character and rng.random() < 0.3:  # other inks only where they are not all that tells
            choices = (_RED, _BLUE, _GREEN, _BLACK)
            usual = (choices[rng.integers(4)], choices[rng.integers(4)])
        return cls(
            font if able else None, digits, character, rank, season_rank,
            float(rng.uniform(62, 120)), float(rng.uniform(45, 100)), _ink(rng, usual[0]), _ink(rng, usual[1]),
            bool(rng.random() < 0.5), bool(rng.random() < 0.25), float(rng.uniform(4, 26)),
        )  # fmt: skip


def draw_flower(rng: np.random.Generator, style: FlowerStyle, label: str) -> str | None:
    """SVG of a flower or season tile, or None where the style has no mark to tell it by."""
    marks = _marks(rng, style, label)
    if not marks:
        return None
    return _SVG.format(_plant(rng, bamboo=label == "4f" and rng.random() < 0.5) + marks)


def draw_bird(rng: np.random.Generator) -> str:
    """SVG of a 1s: some bird, mostly upright, often with the eyes of a peacock's tail, on a twig or not."""
    inks = [_ink(rng, colour, 40) for colour in (_GREEN, _RED, _BLUE)]
    body, wing, detail = (inks[i] for i in rng.permutation(3)) if rng.random() < 0.5 else inks
    left = -1 if rng.random() < 0.5 else 1
    x, y = 150 + rng.normal(0, 12), 200 + rng.normal(0, 20)
    size = rng.uniform(55, 85)
    parts = [_tail(rng, x, y, size, left, body, detail)]
    tilt = float(left * rng.uniform(20, 75))
    parts.append(_leaf(x, y, 1.1 * size, 0.55 * size, tilt, body))
    parts.append(_leaf(x - 0.1 * left * size, y, 0.75 * size, 0.33 * size, tilt + rng.normal(0, 15), wing))
    hx, hy = x + left * size * rng.uniform(0.5, 1.0), y - size * rng.uniform(0.9, 1.5)
    neck = _path(x + 0.3 * left * size, y - 0.4 * size, hx - 0.2 * left * size, y - 0.8 * size, hx, hy)
    parts.append(_stroke(neck, body, 0.28 * size))
    parts.append(_disc(hx, hy, 0.24 * size, body) + _disc(hx + 3 * left, hy - 3, 4.5, "rgb(240,236,225)"))
    beak = f"{hx + 0.2 * left * size:.0f},{hy - 6:.0f} {hx + 0.55 * left * size:.0f},{hy + 3:.0f}"
    parts.append(f'<polygon points="{beak} {hx + 0.2 * left * size:.0f},{hy + 9:.0f}" fill="{detail}"/>')
    if rng.random() < 0.5:
        for lean in (-0.4, 0, 0.4):
            crest = _path(hx, hy - 0.2 * size, hx + lean * 20, hy - 0.4 * size, hx + lean * 60, hy - 0.6 * size)
            parts.append(_stroke(crest, detail, 4))
    for leg in (-0.2, 0.2):
        foot = _path(x + leg * size, y + 0.4 * size, x + leg * size, y + 0.8 * size, x + 1.6 * leg * size, y + size)
        parts.append(_stroke(foot, detail, 6))
    if rng.random() < 0.6:
        twig = _path(60, y + size, 150, y + size + rng.normal(0, 20), 245, y + size * rng.uniform(0.8, 1.3))
        parts.append(_stroke(twig, inks[int(rng.integers(3))], rng.uniform(5, 14)))
    upright = f"rotate({rng.normal(0, 22):.0f}) scale({rng.uniform(0.75, 1.1):.2f} {rng.uniform(0.85, 1.35):.2f})"
    return _SVG.format(f'<g transform="translate(150 200) {upright} translate(-150 -200)">{"".join(parts)}</g>')


def _tail(rng: np.random.Generator, x: float, y: float, size: float, left: int, ink: str, eyes: str) -> str:
    parts = []
    count = int(rng.integers(3, 9))
    middle, spread = math.pi / 2 - left * rng.uniform(-1.2, 0.9), rng.uniform(0.5, 1.5)
    long = size * rng.uniform(1.3, 2.0)
    peacock = rng.random() < 0.6
    for k in range(count):
        turn = middle + spread * (k / max(count - 1, 1) - 0.5)
        tip = (x - left * 0.4 * size + long * math.cos(turn), y + 0.2 * size + long * math.sin(turn))
        feather = _path(x - 0.3 * left * size, y, (x + tip[0]) / 2 - 8 * left, (y + tip[1]) / 2, *tip)
        parts.append(_stroke(feather, ink, rng.uniform(6, 16)))
        if peacock:
            parts.append(_disc(*tip, 0.2 * size, ink) + _disc(*tip, 0.1 * size, eyes))
    return "".join(parts)


def _plant(rng: np.random.Generator, *, bamboo: bool) -> str:
    """Stems, leaves and blossoms anywhere between the marks; sometimes a basket, a bird or a butterfly beside them."""
    green, red = _ink(rng, _GREEN, 35), _ink(rng, _RED if rng.random() < 0.7 else (190, 90, 140), 40)
    other = _ink(rng, (_BLUE, (215, 150, 40), _RED)[rng.integers(3)], 35)
    parts = []
    x, foot = 150 + rng.normal(0, 25), rng.uniform(330, 385)
    for _ in range(int(rng.integers(1, 5))):
        tip = (x + rng.normal(0, 60), rng.uniform(70, 200))
        bend = ((x + tip[0]) / 2 + rng.normal(0, 40), (foot + tip[1]) / 2)
        parts.append(_stroke(_path(x, foot, *bend, *tip), other if bamboo else green, rng.uniform(4, 16)))
        for _ in range(int(rng.integers(1, 8))):
            part = rng.random()
            lx = (1 - part) ** 2 * x + 2 * part * (1 - part) * bend[0] + part**2 * tip[0]
            ly = (1 - part) ** 2 * foot + 2 * part * (1 - part) * bend[1] + part**2 * tip[1]
            long = rng.uniform(18, 48)
            turn = rng.uniform(0, 360)
            away = long * 0.7
            lx, ly = lx + away * math.cos(math.radians(turn)), ly + away * math.sin(math.radians(turn))
            parts.append(_leaf(lx, ly, long, long * rng.uniform(0.15, 0.5), turn, green))
        if rng.random() < (0.2 if bamboo else 0.8):
            parts.append(_blossom(rng, *tip, rng.uniform(18, 52), red, other))
    if rng.random() < 0.5:
        parts.append(_blossom(rng, x + rng.normal(0, 50), rng.uniform(180, 310), rng.uniform(25, 60), red, other))
    if rng.random() < 0.2:  # a basket, a pot, a rock
        parts.append(_leaf(x, foot - 10, rng.uniform(30, 70), rng.uniform(15, 40), rng.normal(0, 8), other))
    if rng.random() < 0.2:  # a butterfly
        bx, by = rng.uniform(70, 230), rng.uniform(90, 180)
        parts += [_leaf(bx + 15 * math.cos(math.radians(turn)), by, 22, 11, turn, other) for turn in (-50, -130)]
    return "".join(parts)


def _blossom(rng: np.random.Generator, x: float, y: float, size: float, ink: str, heart: str) -> str:
    count = int(rng.integers(4, 13))
    outline = rng.random() < 0.45
    petal = size * rng.uniform(0.35, 0.6)
    parts = []
    for k in range(count):
        turn = 360 * k / count + rng.normal(0, 5)
        cx, cy = x + 0.55 * size * math.cos(math.radians(turn)), y + 0.55 * size * math.sin(math.radians(turn))
        fill = f'fill="none" stroke="{ink}" stroke-width="6"' if outline else f'fill="{ink}"'
        parts.append(
            f'<ellipse cx="{cx:.1f}" cy="{cy:.1f}" rx="{petal:.1f}" ry="{petal * 0.6:.1f}" {fill} '
            f'transform="rotate({turn:.0f} {cx:.1f} {cy:.1f})"/>'
        )
    return "".join(parts) + _disc(x, y, 0.25 * size, heart)


def _marks(rng: np.random.Generator, style: FlowerStyle, label: str) -> str:
    ink = style.flower_ink if label[1] == "f" else style.season_ink
    number, margin = int(label[0]), style.margin
    right = style.swapped != (label[1] == "g")
    corners = []
    if style.character and style.font is not None:
        char = FLOWER_CHARACTERS[label]
        other = _OTHERWISE.get(label, char)[0]
        char = other if rng.random() < 0.4 and style.font.has(other) else char
        corners.append((style.font, char, style.size, right))
    rank = style.rank if label[1] == "f" else style.season_rank
    if rank == "digit" and style.digits is not None:
        corners.append((style.digits, str(number), style.rank_size, not right))
    elif rank == "numeral" and style.font is not None:
        corners.append((style.font, _NUMERALS[number - 1], style.rank_size, not right))
    drawn = ""
    for font, text, size, at_right in corners:
        wide = 0.65 * size if text.isdigit() else size
        box = (300 - margin - wide if at_right else margin, margin, wide, size)
        drawn += font.fitted(text, box, ink, 2.0)
    if drawn and style.twice:
        drawn += f'<g transform="rotate(180 150 200)">{drawn}</g>'
    return drawn


def _ink(rng: np.random.Generator, base: tuple[int, int, int], spread: int = 22) -> str:
    red, green, blue = (int(np.clip(value + rng.integers(-spread, spread + 1), 0, 255)) for value in base)
    return f"rgb({red},{green},{blue})"


def _path(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{x0:.1f} {y0:.1f} Q{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f}"


def _stroke(path: str, ink: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width:.1f}" stroke-linecap="round"/>'


def _leaf(x: float, y: float, long: float, wide: float, turn_deg: float, ink: str) -> str:
    return (
        f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{long:.1f}" ry="{wide:.1f}" fill="{ink}" '
        f'transform="rotate({turn_deg:.0f} {x:.1f} {y:.1f})"/>'
    )


def _disc(x: float, y: float, radius: float, ink: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{ink}"/>'
