"""How tiles lie about: hands, rivers, walls, melds, heaps, strewn about, and whole tables."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from tablebridge.cloth import Cloth
from tablebridge.sim.scene import SceneTile
from tile_training.virtual import laid_table


@dataclass(frozen=True)
class TileSize:
    """Sides of a tile's body: its face is `wide` by `long`, its depth `thick`; mm, as all of a layout."""

    wide: float
    long: float
    thick: float


@dataclass(frozen=True)
class Lying:
    """A tile in space: centre of its body in mm (z up), turn about the vertical in degrees, `pose` up, down, or
    standing with its face towards the turn's front; `lean_deg` tips it about its own two axes."""

    x: float
    y: float
    z: float
    turn_deg: float
    pose: str
    lean_deg: tuple[float, float] = (0.0, 0.0)

    def rotation(self) -> np.ndarray:
        """Columns: the body's right, its face's upwards and the face's outward direction in space."""
        turn = math.radians(self.turn_deg)
        about_z = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
        tip = {"up": 0.0, "down": math.pi, "standing": math.pi / 2}[self.pose] + math.radians(self.lean_deg[0])
        about_x = np.array([[1, 0, 0], [0, math.cos(tip), -math.sin(tip)], [0, math.sin(tip), math.cos(tip)]])
        side = math.radians(self.lean_deg[1])
        about_y = np.array([[math.cos(side), 0, math.sin(side)], [0, 1, 0], [-math.sin(side), 0, math.cos(side)]])
        return about_z @ about_x @ about_y


def random_size(rng: np.random.Generator) -> TileSize:
    """A tile of some maker: 20 to 30 mm wide, or so."""
    wide = rng.uniform(19, 28)
    long = wide * rng.uniform(1.2, 1.46)
    return TileSize(wide, long, long * rng.uniform(0.48, 0.78))


def random_layout(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """A table after the rules, or several groups side by side; in about a square of 20 tile lengths."""
    if rng.random() < 0.25:
        return _whole_table(rng, size)
    makers = (
        *(_row, _row, _row, _river, _river, _wall, _wall, _meld, _meld),
        *(_heap, _strewn, _strewn, _standing, _standing, _block),
    )
    tiles: list[Lying] = []
    taken: list[tuple[float, float, float]] = []
    for _ in range(int(rng.integers(5, 24))):
        group = makers[rng.integers(len(makers))](rng, size)
        reach = max(math.hypot(tile.x, tile.y) for tile in group) + 0.6 * size.long
        for _ in range(10):
            x, y = rng.uniform(-8, 8, 2) * size.long
            if all(math.hypot(x - a, y - b) > 0.75 * (reach + other) for a, b, other in taken):
                taken.append((x, y, reach))
                tiles += _moved(group, x, y, rng.uniform(0, 360) if rng.random() < 0.6 else 90.0 * rng.integers(4))
                break
    return tiles


def _moved(group: list[Lying], x: float, y: float, turn_deg: float) -> list[Lying]:
    turn = math.radians(turn_deg)
    return [
        replace(
            tile,
            x=x + tile.x * math.cos(turn) - tile.y * math.sin(turn),
            y=y + tile.x * math.sin(turn) + tile.y * math.cos(turn),
            turn_deg=tile.turn_deg + turn_deg,
        )
        for tile in group
    ]


def _line(rng: np.random.Generator, size: TileSize, turned: list[bool], poses: list[str]) -> list[Lying]:
    """Tiles beside each other, each upright or on its side, hand-laid: a bit off, a bit turned."""
    gap = float(rng.choice([0.0, 0.02, 0.05, 0.2])) * size.wide
    rough = float(rng.choice([0.2, 1.0, 2.5]))
    x, tiles = 0.0, []
    for aside, pose in zip(turned, poses, strict=True):
        wide = size.long if aside else size.wide
        drop = (size.wide - size.long) / 2 if aside else 0.0
        tiles.append(
            Lying(
                x + wide / 2,
                drop + rng.normal(0, 0.015 * rough) * size.long,
                size.thick / 2,
                (90.0 if aside else 0.0) + rng.normal(0, rough) + (180.0 if rng.random() < 0.1 else 0.0),
                pose,
            )
        )
        x += wide + gap + abs(rng.normal(0, 0.01 * rough)) * size.wide
    return [replace(tile, x=tile.x - x / 2) for tile in tiles]


def _row(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    count = int(rng.integers(1, 17))
    pose = "down" if rng.random() < 0.2 else "up"
    return _line(rng, size, [False] * count, [pose] * count)


def _river(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    tiles: list[Lying] = []
    apart = size.long * (1 + abs(rng.normal(0, 0.05)))
    for row in range(int(rng.integers(1, 5))):
        count = int(rng.integers(2, 7)) if rng.random() < 0.4 else 6
        turned = [bool(rng.random() < 0.08) for _ in range(count)]
        line = _line(rng, size, turned, ["up"] * count)
        tiles += [replace(tile, y=tile.y - row * apart) for tile in line]
    return tiles


def _block(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """Rows close together, all of one pose: tiles laid out, or a wall pushed over."""
    columns, rows = int(rng.integers(2, 9)), int(rng.integers(2, 6))
    pose = "down" if rng.random() < 0.35 else "up"
    tiles: list[Lying] = []
    for row in range(rows):
        line = _line(rng, size, [False] * columns, [pose] * columns)
        tiles += [replace(tile, y=tile.y - row * size.long * 1.005) for tile in line]
    return tiles


def _wall(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """Stacks of two backs, some with one tile left, an upper one sometimes shown as an indicator."""
    count = int(rng.integers(2, 19))
    lower = _line(rng, size, [False] * count, ["down"] * count)
    tiles = list(lower)
    for tile in lower:
        if rng.random() < 0.88:
            pose = "up" if rng.random() < 0.08 else "down"
            off = rng.normal(0, 0.02, 2) * size.long
            tiles.append(replace(tile, x=tile.x + off[0], y=tile.y + off[1], z=1.5 * size.thick, pose=pose))
    return tiles


def _meld(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    count = int(rng.integers(3, 5))
    turned = [False] * count
    turned[rng.integers(count)] = True
    poses = ["up"] * count
    if count == 4 and rng.random() < 0.4:
        turned, poses = [False] * 4, ["down", "up", "up", "down"]
    line = _line(rng, size, turned, poses)
    if (
        count == 3 and any(turned) and rng.random() < 0.25
    ):  # an added fourth tile lies on its side above the sideways one
        aside = line[turned.index(True)]
        line.append(replace(aside, y=aside.y + size.wide * 1.02))
    return line


def _heap(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """As after shuffling: any turn, touching, some tipped over their neighbours, some lying on others."""
    tiles: list[Lying] = []
    reach = rng.uniform(1.0, 3.2) * size.long
    for _ in range(int(rng.integers(5, 45))):
        x, y = rng.normal(0, reach / 1.6, 2)
        near = min((math.hypot(x - other.x, y - other.y) for other in tiles), default=1e9)
        if near < 0.62 * size.long:
            continue
        pose = ("up", "up", "down", "standing")[int(rng.choice(4, p=[0.5, 0.2, 0.25, 0.05]))]
        tipped = rng.random() < 0.2
        lean = tuple(float(v) for v in rng.normal(0, 14, 2)) if tipped else (0.0, 0.0)
        z = (size.long if pose == "standing" else size.thick) / 2 + (0.3 * size.thick if tipped else 0)
        tiles.append(Lying(float(x), float(y), z, float(rng.uniform(0, 360)), pose, (lean[0], lean[1])))
    return tiles


def _strewn(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """Single tiles with cloth between them."""
    tiles: list[Lying] = []
    for _ in range(int(rng.integers(1, 14))):
        x, y = rng.uniform(-3, 3, 2) * size.long
        if all(math.hypot(x - other.x, y - other.y) > 1.3 * size.long for other in tiles):
            pose = "down" if rng.random() < 0.25 else "up"
            tiles.append(Lying(float(x), float(y), size.thick / 2, float(rng.uniform(0, 360)), pose))
    return tiles or [Lying(0.0, 0.0, size.thick / 2, 0.0, "up")]


def _standing(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    """A hand on its feet, seen from its owner's side, from another's, or from above."""
    count = int(rng.integers(2, 17))
    line = _line(rng, size, [False] * count, ["standing"] * count)
    back = 180.0 if rng.random() < 0.5 else 0.0
    lean = float(rng.uniform(-18, 0)) if rng.random() < 0.4 else 0.0
    return [replace(tile, z=size.long / 2, turn_deg=back + rng.normal(0, 1.5), lean_deg=(lean, 0.0)) for tile in line]


def _whole_table(rng: np.random.Generator, size: TileSize) -> list[Lying]:
    cloth = Cloth(tile_long_mm=size.long, tile_wide_mm=size.wide, tile_thick_mm=size.thick)
    objects, _ = laid_table(rng, cloth)
    tiles = []
    for thing in objects.values():
        if isinstance(thing, SceneTile):
            half = (size.long if thing.pose == "standing" else size.thick) / 2
            tiles.append(Lying(thing.x_mm, thing.y_mm, thing.height_mm + half, thing.turn_deg, thing.pose))
    return tiles
