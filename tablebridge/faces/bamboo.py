"""The bamboo suit: sticks in the customary layouts, and the bird of the one."""

from __future__ import annotations

from tablebridge.faces.shapes import circle, ellipse, group, line, path, petals, rectangle
from tablebridge.faces.style import Style

__all__ = ["bamboo", "leaf"]

_TWO_ROWS = (106, 294)
_THREE_ROWS = (76, 200, 324)
_LAYOUTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    # rank: (length of a stick, (x, y, colour letter) of each)
    2: (164, tuple((150, y, "g") for y in _TWO_ROWS)),
    3: (164, ((150, 106, "g"), (86, 294, "g"), (214, 294, "g"))),
    4: (164, tuple((x, y, "g") for y in _TWO_ROWS for x in (86, 214))),
    5: (164, (*((x, y, "g") for y in _TWO_ROWS for x in (66, 234)), (150, 200, "r"))),
    6: (164, tuple((x, y, "g") for y in _TWO_ROWS for x in (70, 150, 230))),
    7: (112, ((150, 76, "r"), *((x, y, "g") for y in (200, 324) for x in (70, 150, 230)))),
    9: (112, tuple((x, y, c) for y in _THREE_ROWS for x, c in ((70, "g"), (150, "r"), (230, "g")))),
}


def bamboo(rank: int, style: Style, *, red: bool = False) -> list[str]:
    """Sticks of a rank; a red five is red all over."""
    if rank == 1:
        return _peacock(style) if style.name == "japanese" else _sparrow(style)
    if rank == 8:
        return _eight(style)
    inks = {"r": style.red, "g": style.green}
    length, places = _LAYOUTS[rank]
    return [_stick(x, y, length, style.red if red else inks[ink], style) for x, y, ink in places]


def _stick(x: float, y: float, length: float, ink: str, style: Style, turn_deg: float = 0) -> str:
    """One stick, its middle at (x, y)."""
    half, thick = length / 2, 17.0
    if style.name == "japanese":
        knots = (-half + 9, 0, half - 9)
        parts = [rectangle(-thick, -half, 2 * thick, length, 8, ink)]
        parts += [rectangle(-thick - 7, knot - 9, 2 * thick + 14, 18, 9, ink) for knot in knots]
        parts += [line(0, -half + 26, 0, -18, style.body, 6), line(0, 18, 0, half - 26, style.body, 6)]
        parts.append(line(-8, 0, 8, 0, style.body, 4))
    else:
        bulge, waist = 25, 14
        parts = [
            path(
                f"M0 {-half}C{bulge * 1.6} {-half} {bulge} {-half * 0.35} {waist} 0C{bulge} {half * 0.35} "
                f"{bulge * 1.6} {half} 0 {half}C{-bulge * 1.6} {half} {-bulge} {half * 0.35} {-waist} 0"
                f"C{-bulge} {-half * 0.35} {-bulge * 1.6} {-half} 0 {-half}Z",
                ink,
            ),
            line(0, -half + 20, 0, half - 20, style.body, 6),
        ]
    return group(parts, f"translate({x} {y}) rotate({turn_deg})")


def _eight(style: Style) -> list[str]:
    """Two letters M and W, one over the other; which is on top differs between sets."""
    lean = 42 if style.name == "japanese" else -42
    parts = [_stick(x, y, 164, style.green, style) for y in _TWO_ROWS for x in (46, 254)]
    for y, way in ((_TWO_ROWS[0], 1), (_TWO_ROWS[1], -1)):
        parts.append(_stick(106, y, 150, style.green, style, -lean * way))
        parts.append(_stick(194, y, 150, style.green, style, lean * way))
    return parts


def leaf(x: float, y: float, length: float, breadth: float, turn_deg: float, ink: str) -> str:
    """A pointed leaf that grows from (x, y); 0 degrees points up, then clockwise."""
    d = f"M0 0C{-breadth} {-length * 0.3} {-breadth * 0.8} {-length * 0.7} 0 {-length}"
    d += f"C{breadth * 0.8} {-length * 0.7} {breadth} {-length * 0.3} 0 0Z"
    return group(path(d, ink), f"translate({x:g} {y:g}) rotate({turn_deg:g})")


def _peacock(style: Style) -> list[str]:
    """A fan of eyed feathers behind a bird that stands."""
    parts = []
    for reach, count, size in ((128, 9, 21), (86, 7, 19), (48, 5, 17)):
        for index in range(count):
            angle = -78 + 156 * index / (count - 1)
            feather = [
                ellipse(0, -reach, size, size * 1.3, style.green),
                circle(0, -reach - 3, size * 0.55, style.body),
                circle(0, -reach, size * 0.34, style.blue),
            ]
            parts.append(group(feather, f"translate(150 200) rotate({angle:.1f})"))
    body = "M96 214C70 236 44 246 26 268C66 276 92 300 132 310C170 316 214 300 272 262C240 262 222 244 206 230"
    body += "C196 200 186 176 166 160C150 148 124 152 116 172L92 186L118 190C120 204 108 206 96 214Z"
    parts.append(path(body, style.body, style.black, 7))
    parts.append(path("M118 172L84 188L120 190Z", style.red))
    parts.append(circle(140, 176, 6, style.black))
    parts.append(path("M132 150C130 128 138 118 148 110M142 148C146 130 156 124 168 120", stroke=style.red, width=6))
    parts += [leaf(150, 246 + 7 * step, 96 - 8 * step, 15, 100 + 12 * step, style.blue) for step in range(3)]
    parts += [circle(x, y, 7, style.black) for x, y in ((100, 250), (124, 272), (96, 274), (136, 240))]
    for x in (128, 168):
        parts.append(path(f"M{x} 308V356M{x} 350l-18 14M{x} 350l16 16M{x} 350v20", stroke=style.red, width=7))
    return parts


def _sparrow(style: Style) -> list[str]:
    """A slender bird on a twig, its tail hanging down."""
    parts = [
        path("M18 292C90 262 200 300 284 256", stroke=style.green, width=11),
        leaf(52, 280, 56, 17, -48, style.green),
        leaf(236, 276, 62, 17, 30, style.green),
        leaf(92, 276, 46, 14, 208, style.green),
    ]
    tails = ((168, style.red), (154, style.green), (140, style.red))
    parts += [leaf(168, 206, 182, 19, angle, ink) for angle, ink in tails]
    body = "M104 96C134 72 176 92 182 132C210 168 214 214 186 240C148 252 116 222 112 176C110 148 90 132 88 118Z"
    parts += [
        path(body, style.blue),
        path("M120 104C138 92 160 102 166 122C152 136 132 134 118 122Z", style.body),
        circle(138, 112, 9, style.blue),
        path("M96 100L44 112L92 126Z", style.red),
        path("M122 84C128 56 150 44 178 46M134 80C146 62 164 60 184 66", stroke=style.red, width=9),
    ]
    parts += [leaf(132 + 12 * step, 156 + 8 * step, 92 - 12 * step, 14, 132, style.body) for step in range(3)]
    parts += petals(64, 318, 5, 13, 8, 10, style.red)
    parts += [circle(64, 318, 6, style.body)]
    parts.append(path("M150 244V284M176 240V282", stroke=style.red, width=7))
    return parts
