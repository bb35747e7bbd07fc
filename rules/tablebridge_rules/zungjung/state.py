"""A Zung Jung hand as it stands on the table. `zungjung.step` folds events into it; nothing else makes one."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.event import HandStarted, Won
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Table
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.wall import TILE_SET

__all__ = ["ZungJungHand", "start"]

FRESH_PLACES = (Place(), Place(), Place(), Place())


@dataclass(frozen=True, slots=True, kw_only=True)
class ZungJungHand(Table[Place]):
    """The whole hand. `wall_left` are all tiles that stand in the wall, the king's tiles included.

    `discards` are those of all seats in their order, claimed ones included, for the immunity (ZJ-P04); `dead` the dead
    hands with their gravest reason. `turn_start` tells how the turn began (ZJ-R24), `replacements` counts kan tiles.
    """

    seats: tuple[Place, Place, Place, Place] = FRESH_PLACES
    wall_left: int = len(TILE_SET)
    turn_start: TurnStart = TurnStart.DEAL
    discards: tuple[tuple[Seat, Tile], ...] = ()
    replacements: int = 0
    dead: tuple[tuple[Seat, Penalty], ...] = ()
    wins: tuple[Won, ...] = ()
    exhausted: bool = False

    def dead_hand(self, seat: Seat) -> Penalty | None:
        """Why that seat may not win any more; None for a sound hand."""
        return dict(self.dead).get(seat)


def start(event: HandStarted) -> ZungJungHand:
    """The state at the beginning of a hand."""
    return ZungJungHand(
        hand=event.hand, round_wind=event.round_wind, dealer=event.dealer, points=event.points, turn=event.dealer
    )
