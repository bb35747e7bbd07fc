"""What players, lamps and cameras do to the picture of a hand, while the hand itself is played as ever.

| name | what |
|---|---|
| `sleeve` | an arm rests on a river for 8 s while the others play on |
| `hover` | a tile is held over the river, then taken back into the hand |
| `two_arms` | two players reach in at the same time |
| `lamp` | a lamp is switched: the picture is darker, or bright again, from one frame to the next |
| `knock` | the camera is knocked: the table lies 2 cm aside from then on |
| `drop` | a discard falls askew beside its place and is laid straight |
| `quick_call` | a discard is called within 300 ms |
| `push` | the last row of a river is pushed askew, and put straight before its owner's next discard |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import cos, pi, radians, sin
from random import Random

from tablebridge.cloth import seat_to_cloth
from tablebridge.sim.layout import Layout
from tablebridge.sim.placing import Change, Spot, spot_of
from tablebridge.sim.scene import Motion, SceneTile, ViewChange
from tablebridge.sim.stage import Stage
from tablebridge_rules.event import Called, Discarded, Drawn, HandEvent
from tablebridge_rules.seat import Seat

__all__ = ["DISTURBANCES", "Disturber"]

DISTURBANCES = ("sleeve", "hover", "two_arms", "lamp", "knock", "drop", "quick_call", "push")
"""The names, as on the command line."""

_SLEEVE_MS = 8000.0
_KNOCK_MM = 20.0
_DARK = 0.62
_CALL_WITHIN_MS = (120.0, 300.0)
_EVERY = {
    "sleeve": (8, 20),
    "hover": (2, 6),
    "two_arms": (3, 9),
    "lamp": (10, 30),
    "knock": (25, 60),
    "drop": (3, 8),
    "quick_call": (0, 1),
    "push": (5, 14),
}
"""So many acts at which it could happen go by between two of them."""


class Disturber:
    """The disturbances of a session, decided by the seed: the same names and seed, the same disturbances.

    Raises `ValueError` for a name that is none of `DISTURBANCES`.
    """

    def __init__(self, names: Iterable[str], seed: int) -> None:
        self._rng = Random(f"disturbances {seed}")
        self._due: dict[str, int] = {}
        for name in names:
            if name not in DISTURBANCES:
                raise ValueError(f"{name!r} is no disturbance; allowed: {', '.join(DISTURBANCES)}")
            # the first of each comes early, so that no hand goes without
            self._due[name] = self._rng.randint(0, min(4, _EVERY[name][0]))
        self._view = ViewChange(0.0)
        self._covered: dict[Seat, float] = {}
        self._pushed: dict[Seat, dict[int, SceneTile]] = {}

    def begin_hand(self) -> None:
        """A new hand: no river is covered or pushed."""
        self._covered.clear()
        self._pushed.clear()

    def before(self, stage: Stage, layout: Layout, event: HandEvent) -> None:
        """What disturbs the table before that event; time may go on."""
        self._uncover(stage, event)
        if isinstance(event, Discarded):
            self._straighten(stage, layout, event.seat)
            if len(layout.held(event.seat)) > 1 and self._happens("hover"):
                self._hover(stage, layout, event)
        if isinstance(event, Drawn):
            if self._happens("two_arms"):
                self._two_arms(stage, layout, event)
            rivers = [seat for seat in Seat if layout.river_keys(seat) and seat is not event.seat]
            if rivers and self._happens("sleeve"):
                self._sleeve(stage, self._rng.choice(rivers))
            if rivers and self._happens("push"):
                self._push(stage, layout, self._rng.choice(rivers))
            if self._happens("lamp"):
                self._look(stage, brightness=1.0 if self._view.brightness != 1.0 else _DARK)
            if self._happens("knock"):
                self._knock(stage)

    def call_within_ms(self) -> float | None:
        """So soon after the discard it is called now; None: as ever."""
        return self._rng.uniform(*_CALL_WITHIN_MS) if self._happens("quick_call") else None

    def drops(self) -> bool:
        """Whether the next discard falls beside its place."""
        return self._happens("drop")

    def fallen(self, tile: SceneTile) -> SceneTile:
        """Where a discard that belongs at `tile`'s place falls: a little farther from the centre, turned."""
        long = max(abs(tile.x_mm), abs(tile.y_mm))
        away = (long + self._rng.uniform(4, 9)) / long
        turn = self._rng.choice((-1, 1)) * self._rng.uniform(20, 50)
        return replace(tile, x_mm=tile.x_mm * away, y_mm=tile.y_mm * away, turn_deg=(tile.turn_deg + turn) % 360)

    # -- inner parts --
    def _happens(self, name: str) -> bool:
        """Counts the chances that go by until the next one that is taken."""
        if name not in self._due:
            return False
        self._due[name] -= 1
        if self._due[name] >= 0:
            return False
        self._due[name] = self._rng.randint(*_EVERY[name])
        return True

    def _uncover(self, stage: Stage, event: HandEvent) -> None:
        """Nobody takes from a river, or lays into it, under a sleeve; who rests the arm there does not act either."""
        seats = {getattr(event, "seat", None), getattr(event, "from_seat", None)}
        if isinstance(event, Called):
            seats.add(event.meld.from_seat)
        if not isinstance(event, Drawn | Discarded | Called):
            seats = set(Seat)
        for seat in Seat:
            if seat in seats:
                stage.now_ms = max(stage.now_ms, self._covered.pop(seat, 0.0))

    def _sleeve(self, stage: Stage, seat: Seat) -> None:
        start_ms = stage.now_ms
        end_ms = start_ms + _SLEEVE_MS
        over = [_before(stage, seat, self._rng.uniform(-40, 40), 20.0) for _ in range(2)]
        stage.beside(Motion(start_ms, end_ms - 500, end_ms, seat, tuple(over), reach_ms=600.0))
        self._covered[seat] = end_ms + 50

    def _hover(self, stage: Stage, layout: Layout, event: Discarded) -> None:
        others = [tile for tile in layout.held(event.seat) if tile != event.tile]
        if not others:
            return
        stage.wait((400, 900))
        held = stage.act(event.seat, layout.hover(event.seat, self._rng.choice(others)), (900, 1600))
        back = stage.act(event.seat, layout.stand(event.seat), (500, 900))
        # the fingers stay at the tile until it is back: it would lie in the air else
        spot, reach_ms = held.touch_mm[-1], held.change_ms - held.start_ms
        stays = Motion(held.start_ms, back.change_ms, back.end_ms, event.seat, (spot, spot), reach_ms=reach_ms)
        stage.beside(stays)

    def _two_arms(self, stage: Stage, layout: Layout, event: Drawn) -> None:
        other = event.seat.after(self._rng.randint(1, 3))
        start_ms = stage.now_ms + self._rng.uniform(100, 500)
        end_ms = start_ms + self._rng.uniform(900, 1600)
        spot = layout.wall.next_spot(tail=event.replacement)
        stage.beside(Motion(start_ms, (start_ms + end_ms) / 2, end_ms, other, (spot,)))

    def _look(self, stage: Stage, **changed: object) -> None:
        self._view = replace(self._view, at_ms=stage.now_ms, **changed)  # type: ignore[arg-type]
        stage.views.append(self._view)

    def _knock(self, stage: Stage) -> None:
        angle = self._rng.uniform(0, 2 * pi)
        x, y = self._view.moved_mm
        # a second knock brings it back
        moved = (0.0, 0.0) if (x, y) != (0.0, 0.0) else (_KNOCK_MM * cos(angle), _KNOCK_MM * sin(angle))
        turned = 0.0 if moved == (0.0, 0.0) else self._rng.uniform(-0.6, 0.6)
        self._look(stage, moved_mm=moved, turned_deg=turned)
        stage.wait((1500, 3000))

    def _push(self, stage: Stage, layout: Layout, seat: Seat) -> None:
        keys = layout.river_keys(seat)
        row = keys[(len(keys) - 1) // 6 * 6 :] if len(keys) <= 18 else keys[12:]
        straight = [stage.scene.objects[key] for key in row]
        tiles = {thing.key: thing for thing in straight if isinstance(thing, SceneTile)}
        turn = self._rng.choice((-1, 1)) * self._rng.uniform(2, 4)
        moved = _turned(list(tiles.values()), turn, _before(stage, seat, 0.0, self._rng.uniform(3, 6), origin=True))
        stage.act(seat, Change(moved, touch_mm=(spot_of(moved[0]), spot_of(moved[-1]))), (700, 1100))
        self._pushed[seat] = {**tiles, **self._pushed.get(seat, {})}

    def _straighten(self, stage: Stage, layout: Layout, seat: Seat) -> None:
        lying = set(layout.river_keys(seat))
        tiles = tuple(tile for key, tile in self._pushed.pop(seat, {}).items() if key in lying)
        if tiles:
            stage.act(seat, Change(tiles, touch_mm=(spot_of(tiles[0]), spot_of(tiles[-1]))), (700, 1100))


def _before(stage: Stage, seat: Seat, right_mm: float, out_mm: float, *, origin: bool = False) -> Spot:
    """A place before a seat's river, so far outwards of its first row; with `origin` outwards of the centre."""
    return seat_to_cloth(seat, right_mm, out_mm if origin else stage.cloth.river_out_mm + out_mm)


def _turned(tiles: list[SceneTile], turn_deg: float, by_mm: Spot) -> tuple[SceneTile, ...]:
    """The tiles turned together about their middle and moved, as one that pushes a row does."""
    middle = sum(tile.x_mm for tile in tiles) / len(tiles), sum(tile.y_mm for tile in tiles) / len(tiles)
    turn = radians(turn_deg)
    moved = []
    for tile in tiles:
        x, y = tile.x_mm - middle[0], tile.y_mm - middle[1]
        moved.append(
            replace(
                tile,
                x_mm=middle[0] + x * cos(turn) - y * sin(turn) + by_mm[0],
                y_mm=middle[1] + x * sin(turn) + y * cos(turn) + by_mm[1],
                turn_deg=(tile.turn_deg + turn_deg) % 360,
            )
        )
    return tuple(moved)
