"""The dots suit: coins in the customary layouts and colours."""

from __future__ import annotations

import math

from tablebridge.faces.shapes import circle, line, path, petals
from tablebridge.faces.style import Style

__all__ = ["dots"]

_LAYOUTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    # rank: (radius, (x, y, colour letter) of each coin); colours are those most sets share
    2: (66, ((150, 110, "g"), (150, 290, "b"))),
    3: (51, ((76, 84, "b"), (150, 200, "r"), (224, 316, "g"))),
    4: (51, ((84, 104, "b"), (216, 104, "g"), (84, 296, "g"), (216, 296, "b"))),
    5: (47, ((78, 90, "b"), (222, 90, "g"), (150, 200, "r"), (78, 310, "g"), (222, 310, "b"))),
    6: (46, ((94, 82, "g"), (206, 82, "g"), (94, 222, "r"), (206, 222, "r"), (94, 322, "r"), (206, 322, "r"))),
    7: (
        42,
        (
            (66, 68, "g"),
            (150, 104, "g"),
            (234, 140, "g"),
            (100, 236, "r"),
            (200, 236, "r"),
            (100, 330, "r"),
            (200, 330, "r"),
        ),
    ),
    8: (43, tuple((x, y, "b") for y in (62, 154, 246, 338) for x in (98, 202))),
    9: (42, tuple((x, y, c) for y, c in ((76, "g"), (200, "r"), (324, "b")) for x in (60, 150, 240))),
}


def dots(rank: int, style: Style, *, red: bool = False) -> list[str]:
    """Coins of a rank; a red five has five red coins."""
    if rank == 1:
        return _great_coin_japanese(style) if style.name == "japanese" else _great_coin_chinese(style)
    inks = {"r": style.red, "g": style.green, "b": style.blue}
    radius, places = _LAYOUTS[rank]
    coin = _coin_japanese if style.name == "japanese" else _coin_chinese
    return [part for x, y, ink in places for part in coin(x, y, radius, style.red if red else inks[ink], style.body)]


def _coin_japanese(x: float, y: float, r: float, ink: str, paper: str) -> list[str]:
    """A dark coin with a pale ring and a pale flower in it."""
    return [
        circle(x, y, r, ink),
        circle(x, y, r * 0.80, stroke=paper, width=r * 0.09),
        *petals(x, y, 8, r * 0.44, r * 0.10, r * 0.17, paper),
        circle(x, y, r * 0.13, paper),
    ]


def _coin_chinese(x: float, y: float, r: float, ink: str, paper: str) -> list[str]:
    """Rings around a dot."""
    return [
        circle(x, y, r * 0.88, paper, ink, r * 0.22),
        circle(x, y, r * 0.52, paper, ink, r * 0.17),
        circle(x, y, r * 0.20, ink),
    ]


def _great_coin_japanese(style: Style) -> list[str]:
    x, y = 150, 200
    return [
        circle(x, y, 122, style.blue),
        circle(x, y, 110, stroke=style.body, width=5),
        *petals(x, y, 20, 84, 8, 19, style.body),
        circle(x, y, 58, style.body),
        circle(x, y, 52, style.red),
        *petals(x, y, 5, 25, 14, 17, style.body),
        circle(x, y, 9, style.body),
        *[_ray(x, y, 12, 24, 72 * index, style.red) for index in range(5)],
    ]


def _great_coin_chinese(style: Style) -> list[str]:
    x, y = 150, 200
    scallops = []
    for index in range(14):
        angle = 2 * math.pi * index / 14
        scallops.append(circle(x + 104 * math.sin(angle), y - 104 * math.cos(angle), 24, style.body, style.green, 10))
    return [
        *scallops,
        circle(x, y, 90, style.body, style.green, 10),
        circle(x, y, 58, style.red),
        path(f"M{x - 30} {y - 30}h60v60h-60z", stroke=style.body, width=7),
        line(x, y - 46, x, y + 46, style.body, 7),
        line(x - 46, y, x + 46, y, style.body, 7),
    ]


def _ray(x: float, y: float, start: float, end: float, turn_deg: float, ink: str) -> str:
    sine, cosine = math.sin(math.radians(turn_deg)), math.cos(math.radians(turn_deg))
    return line(x + start * sine, y - start * cosine, x + end * sine, y - end * cosine, ink, 4)
