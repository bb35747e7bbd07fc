"""A Zung Jung hand as it stands on the table. `zungjung.step` folds events into it; nothing else makes one."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.event import HandStarted, Won
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Table
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.spoken import SpokenCall
from tablebridge_rules.zungjung.wall import TILE_SET

__all__ = ["ZungJungHand", "start"]

_NONE: frozenset[TileKind] = frozenset()
FRESH_PLACES = (Place(), Place(), Place(), Place())


@dataclass(frozen=True, kw_only=True)
class ZungJungHand(Table[Place]):
    """The whole hand. `wall_left` are all tiles that stand in the wall, the king's tiles included.

    `discards` are those of all seats in their order, claimed ones included, for the immunity (ZJ-P04); `dead` the dead
    hands with their gravest reason. `turn_start` tells how the turn began (ZJ-R24), `replacements` counts kan tiles.

    What witnesses told: `calls` on the newest discard (ZJ-R21, ZJ-R22), `joined` that the tile drawn after it is in the
    hand (ZJ-R02), `touched` who has given up that discard by touching the wall (ZJ-X08), `barred` the penalty tiles
    (ZJ-R14). `false_win` is who announced the win that has just failed (ZJ-R13), `early_tail` who drew a replacement
    before the kan for it (ZJ-F03).
    """

    seats: tuple[Place, Place, Place, Place] = FRESH_PLACES
    wall_left: int = len(TILE_SET)
    turn_start: TurnStart = TurnStart.DEAL
    discards: tuple[tuple[Seat, Tile], ...] = ()
    replacements: int = 0
    dead: tuple[tuple[Seat, Penalty], ...] = ()
    calls: tuple[SpokenCall, ...] = ()
    joined: bool = False
    touched: tuple[Seat, ...] = ()
    barred: tuple[tuple[Seat, Tile], ...] = ()
    false_win: Seat | None = None
    early_tail: Seat | None = None
    wins: tuple[Won, ...] = ()
    exhausted: bool = False

    def dead_hand(self, seat: Seat) -> Penalty | None:
        """Why that seat may not win any more; None for a sound hand."""
        return dict(self.dead).get(seat) if self.dead else None

    def call_of(self, seat: Seat) -> SpokenCall | None:
        """What is known of that seat's call on the newest discard, or on the one before it while it is unexposed."""
        return next((call for call in self.calls if call.seat is seat), None) if self.calls else None

    @property
    def unexposed(self) -> SpokenCall | None:
        """The call whose discard lies and whose set does not: the others wait (ZJ-R21)."""
        return next((call for call in self.calls if call.waits_for_exposure), None) if self.calls else None

    def barred_kinds(self, seat: Seat) -> frozenset[TileKind]:
        """The penalty tiles that the referee has ruled for that seat (ZJ-R14)."""
        return frozenset(tile.kind for barred, tile in self.barred if barred is seat) if self.barred else _NONE


def start(event: HandStarted) -> ZungJungHand:
    """The state at the beginning of a hand."""
    return ZungJungHand(
        hand=event.hand, round_wind=event.round_wind, dealer=event.dealer, points=event.points, turn=event.dealer
    )
