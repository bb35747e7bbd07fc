"""From what happens in a hand to what is seen of it: hands that reach over the cloth, reports of the table, truth.

Times are table time in ms. One act follows the other as at a table where nobody hurries; what each act does to the
cloth is `layout`'s business. Everything is decided by the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

from tablebridge.cloth import Cloth
from tablebridge.sim.disturbance import Disturber
from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.layout import Layout
from tablebridge.sim.meld_rows import manner_of
from tablebridge.sim.opening import Opening, opening_of, perform_opening, port_of
from tablebridge.sim.performance import Performance
from tablebridge.sim.placing import Placer
from tablebridge.sim.stage import Stage
from tablebridge.sim.timeline import Script
from tablebridge.sim.wall_plan import WallPlan, plan_wall
from tablebridge_protocol.messages import Points, PointsSource
from tablebridge_rules.event import HandEvent, Settled
from tablebridge_rules.fact import WallBroken
from tablebridge_rules.payment import Delta
from tablebridge_rules.play import AnyRulebook, tradition
from tablebridge_rules.seat import Seat
from tablebridge_rules.wall import Stack

__all__ = ["Act", "Choreography"]

Act = HandEvent | FoulAct
"""What a hand is made of: what happens by the rules, and what is done against them."""


class Choreography:
    """One session at one virtual table: give it the hands in order, from each it makes a `Script`.

    `disturber` does what players and lamps do to a camera besides; see `disturbance`.
    """

    def __init__(self, cloth: Cloth, rulebook: AnyRulebook, seed: int, disturber: Disturber | None = None) -> None:
        self._cloth = cloth
        self._rulebook = rulebook
        self._rng = Random(f"choreography {seed}")
        self._keys = count(1)
        self._now_ms = 0.0
        self._first = True
        self._points: Delta | None = None
        self._disturber = disturber
        self._tiles = len(tradition(rulebook).tile_set(rulebook))

    def perform(self, acts: Sequence[Act]) -> Script:
        """The script of one hand, from the walls that come up to the swept cloth; it begins where the last one ended.

        Raises `ValueError` when the events are not those of a whole hand with all tiles known.
        """
        breaks = [act for act in acts if isinstance(act, FoulAct) and isinstance(act.act, WallBroken)]
        acts = [act for act in acts if act not in breaks]
        opening, length = opening_of([act for act in acts if not isinstance(act, FoulAct)])
        layout = Layout(Placer(self._cloth, self._rng), self._keys, manner_of(self._rulebook))
        layout.wall.open(self._plan(opening, breaks))
        stage = Stage(self._cloth, self._rng, opening.started.hand, self._now_ms)
        self._move_points(stage, opening.started.points)
        drawn = perform_opening(stage, layout, opening, self._tiles, first=self._first)
        hand = Performance(stage, layout, opening, self._rulebook, self._disturber, drawn=drawn)
        for foul in breaks:
            stage.tell_violation(foul.clause, foul.name, foul.seat)
        for act in acts[length:]:
            if isinstance(act, FoulAct):
                hand.commit(act)
            else:
                hand.perform(act)
            if isinstance(act, Settled):
                self._points = act.points
        script = hand.close(self._tiles)
        self._now_ms, self._first = script.duration_ms, False
        return script

    def _move_points(self, stage: Stage, points: Delta) -> None:
        """After new seats were drawn the points go with the players: the displays show it (TW-R34, ZJ-X02)."""
        for seat, now, before in zip(Seat, points, self._points or points, strict=True):
            if now != before:
                stage.wait((50, 150))
                stage.report(Points(stage.clock_ms, port_of(seat), now, PointsSource.DISPLAY))

    def _plan(self, opening: Opening, breaks: Sequence[FoulAct]) -> WallPlan:
        """The wall as it was opened: where the throws say, or wrongly."""
        broken = breaks[0].act if breaks else None
        opened = Stack(broken.opened, broken.stacks_left) if isinstance(broken, WallBroken) else None
        dealer, first = opening.started.dealer, opening.names_dealer
        return plan_wall(self._rulebook, dealer, opening.throws, first=first, opened=opened)
