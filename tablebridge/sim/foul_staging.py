"""How fouls look on the simulated cloth that are no events of the hand: a hand on the wall, tiles that fall over."""

from __future__ import annotations

from collections.abc import Sequence

from tablebridge.sim.foul_act import FoulAct
from tablebridge.sim.layout import Layout
from tablebridge.sim.placing import Change, spot_of
from tablebridge.sim.scene import SceneTile
from tablebridge.sim.stage import Span, Stage
from tablebridge_rules.event import Discarded, Drawn, HandEvent, Won
from tablebridge_rules.fact import (
    DiscardTouched,
    DrawJoined,
    FlowersReplaced,
    KanInspected,
    MeldChanged,
    MeldLaid,
    MeldLeft,
    RiverTileTaken,
    RowCounted,
    TilesExposed,
    TimeTaken,
    WallTileTaken,
)
from tablebridge_rules.seat import Seat

__all__ = ["FoulStaging"]

_ACT: Span = (700, 1200)
_PAUSE: Span = (400, 1000)
_SEEN: Span = (1200, 2500)
"""So long a foul can be looked at before it is set right."""


class FoulStaging:
    """The fouls of one hand. A foul that shows in the next event waits for it."""

    def __init__(self, stage: Stage, layout: Layout) -> None:
        self._stage = stage
        self._layout = layout
        self._waiting: FoulAct | None = None

    def mark(self, foul: FoulAct) -> None:
        """The foul is written down, where it counts."""
        if foul.marks:
            self._stage.tell_violation(foul.clause, foul.name, foul.seat)

    def told(self, event: HandEvent) -> None:
        """An event was performed and told: the foul that was how it was done can be seen."""
        if self._waiting is not None and isinstance(event, Drawn | Discarded):
            self.mark(self._waiting)
            self._waiting = None

    def draws_from(self, event: Drawn) -> tuple[bool, int]:
        """Whether that draw is taken from the tail, and how many tiles that come first are left lying."""
        fact = self._waiting.act if self._waiting else None
        if isinstance(fact, WallTileTaken):
            return fact.at_tail, fact.skipped
        if isinstance(fact, FlowersReplaced):
            return fact.from_tail, 0
        return event.replacement, 0

    def take_back(self, event: HandEvent) -> None:
        """An act that does not count is undone: a discard goes back into the hand, a false win stands again."""
        self._stage.wait(_SEEN)
        if isinstance(event, Discarded):
            seat = event.seat
            where, key = self._layout.take_from_river(seat)
            self._stage.act(seat, self._layout.take_in(seat, event.tile, where, key), _ACT)
        elif isinstance(event, Won):
            seat = event.seat
            self._stage.act(seat, self._layout.close_hand(seat, drawn=event.from_seat is None), _ACT)

    def stage_fact(self, foul: FoulAct) -> None:
        """Performs a fact.

        Raises `ValueError` for a fact that no camera sees.
        """
        stage, layout, fact = self._stage, self._layout, foul.act
        match fact:
            case WallTileTaken() | FlowersReplaced():
                self._waiting = foul
                return
            case TilesExposed(seat, tiles):
                stage.wait(_PAUSE)
                stage.act(seat, layout.show(seat, tiles), _ACT)
                self.mark(foul)
                self._set_right(seat, layout.stand(seat))
            case DiscardTouched(seat, touched, _):
                stage.wait(_SEEN)
                stage.act(seat, layout.hover(seat, touched, high_mm=0.0), _ACT)
                self._set_right(seat, layout.stand(seat))
                self._waiting = foul
            case MeldLaid(seat, _, tiles, sideways):
                self._lay_wrongly(seat, [str(tile) for tile in tiles], sideways)
                self.mark(foul)
            case MeldChanged(seat):
                self._lend(seat, layout.corner(seat).keys()[-1:], foul)
            case RiverTileTaken(seat):
                keys = [layout.river_keys(other)[-1] for other in Seat if layout.river_keys(other)]
                self._lend(seat, keys[-1:], foul)
            case DrawJoined(seat):
                stage.wait(_PAUSE)
                stage.act(seat, layout.sort(seat) or layout.stand(seat), _ACT)
                self.mark(foul)
            case KanInspected(seat):
                if (change := layout.turn_up_kans(seat)) is not None:
                    stage.wait(_PAUSE)
                    stage.act(seat, change, _ACT)
                self.mark(foul)
            case RowCounted() | MeldLeft():
                self.mark(foul)  # it lies there already, and is only noticed now
            case TimeTaken(_, since_turn_ms):
                stage.wait((since_turn_ms, since_turn_ms + 500))
                self.mark(foul)
            case _:
                raise ValueError(f"a {type(fact).__name__} cannot be shown on the cloth")

    def _set_right(self, seat: Seat, change: Change) -> None:
        self._stage.wait(_SEEN)
        self._stage.act(seat, change, _ACT)

    def _lay_wrongly(self, seat: Seat, names: Sequence[str], sideways: int | None) -> None:
        """The newest meld is put in that order, the tile at that place sideways."""
        corner = self._layout.corner(seat)
        left = [str(tile.tile) for tile in corner.row()]
        order = []
        for name in names:
            place = next(at for at, one in enumerate(left) if one == name)
            order.append(place)
            left[place] = ""
        placed = {tile.key: tile for tile in (*corner.reorder(order), *corner.turn(sideways))}
        if placed:
            tiles = tuple(placed.values())
            self._stage.act(seat, Change(tiles, touch_mm=(spot_of(tiles[0]),)), _ACT)

    def _lend(self, seat: Seat, keys: Sequence[int], foul: FoulAct) -> None:
        """A tile that lies on the cloth stands in a hand for a while, and comes back to its place."""
        lying = [thing for key in keys if isinstance(thing := self._stage.scene.objects[key], SceneTile)]
        if not lying:
            raise ValueError(f"nothing lies there that {seat.value} could take")
        tile = lying[0]
        self._stage.wait(_PAUSE)
        borrowed = self._layout.borrow(seat, tile)
        self._stage.act(seat, Change((borrowed,), touch_mm=(spot_of(tile), spot_of(borrowed))), _ACT)
        self.mark(foul)
        self._set_right(seat, Change((tile,), touch_mm=(spot_of(borrowed), spot_of(tile))))
