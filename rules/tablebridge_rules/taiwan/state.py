"""A Taiwanese hand as it stands on the table. `taiwan.step` folds events into it; nothing else makes one."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.event import HandStarted, Won, WonByFlowers
from tablebridge_rules.meld import Meld
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import OpenTile, Table
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.seats import HandSeats
from tablebridge_rules.taiwan.wall import TILE_SET
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.violation import Violation

__all__ = ["Foul", "Opening", "TaiwanHand", "TaiwanPlace", "start"]


@dataclass(frozen=True)
class TaiwanPlace(Place):
    """One seat of a Taiwanese table; `flowers` are those shown.

    From `since` on the hand's `offers` came after its last own play; `offered` are kinds that it could have won on
    besides and did not. `missed` are those it waited for before that play and has not cleared (TW-R28). `migi` was
    declared when there were `migi_at` offers; `locked` says that the hand may no longer change. `owed` is the tile it
    discarded out of turn (TW-F20). `surplus` are the tiles that it holds too many (less than zero: too few), as already
    judged (TW-F02). `seen` are the tiles of its hand that others saw (TW-F10, TW-F11).
    """

    flowers: tuple[Tile, ...] = ()
    offered: frozenset[TileKind] = frozenset()
    missed: frozenset[TileKind] = frozenset()
    since: int = 0
    migi: bool = False
    migi_at: int | None = None
    locked: bool = False
    owed: Tile | None = None
    surplus: int = 0
    seen: tuple[Tile, ...] = ()

    KEEPS_MEMO = Place.KEEPS_MEMO.union(
        ("offered", "missed", "since", "migi", "migi_at", "locked", "owed", "surplus", "seen")
    )

    def known_tiles(self) -> tuple[Tile, ...]:
        """Those of any seat, and the flowers shown."""
        return self.flowers + super().known_tiles()


FRESH_PLACES = (TaiwanPlace(), TaiwanPlace(), TaiwanPlace(), TaiwanPlace())


@dataclass(frozen=True, slots=True)
class Opening:
    """The replacement of flowers after the deal: the seats still `due` in this round, the first one now, and those
    that took a tile and so may have a flower `again` in the next round (TW-R11, TW-R12)."""

    due: tuple[Seat, ...]
    again: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Foul:
    """A violation of this hand, to be paid at its end; `discarder` is who would be paid for a wrong call (TW-F07)."""

    violation: Violation
    discarder: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class TaiwanHand(Table[TaiwanPlace]):
    """The whole hand. `streak` is how often the dealer has continued.

    `by_dice` are the seats that the throw names, None while no throw was seen. `opening` is there until every seat has
    passed. `due` are the replacement tiles still to be taken, `replacements` those taken. `shown` are the flowers just
    shown, which may be robbed. `last_call` is the meld whose caller has not discarded yet, `calls` how many there were.
    `after_open_kan`: the last draw replaced an open kan's tile (TW-R21). `dead` are the dead hands, `restricted` those
    that the referee lets only draw and discard (TW-R42).

    `offers` are the tiles that could be won on so far, every discard and every tile added to a kan. `passed_by` is the
    discard after which `turn` has drawn: until the drawn tile is `joined` to the hand the others may still claim it
    (TW-R18), unless the table was `asked` and nobody answered (TW-R19). `touching` are the seats that reached for the
    wall since the last discard (TW-R15), `voiced` the claims called on it. `unfixed` laid a wrong meld, which may be
    put right until the next draw (TW-F05). `time_up`: the match ends with this hand, which is void when it was
    `stopped` (TW-R40).
    """

    streak: int = 0
    seats: tuple[TaiwanPlace, TaiwanPlace, TaiwanPlace, TaiwanPlace] = FRESH_PLACES
    wall_left: int = len(TILE_SET)
    by_dice: HandSeats | None = None
    opening: Opening | None = None
    due: int = 0
    replacements: int = 0
    shown: tuple[Tile, ...] = ()
    last_call: Meld | None = None
    calls: int = 0
    after_open_kan: bool = False
    announced: bool = False
    dead: frozenset[Seat] = frozenset()
    restricted: frozenset[Seat] = frozenset()
    offers: tuple[OpenTile, ...] = ()
    passed_by: OpenTile | None = None
    joined: bool = False
    touching: frozenset[Seat] = frozenset()
    asked: bool = False
    voiced: tuple[tuple[Seat, Claim], ...] = ()
    unfixed: Seat | None = None
    fouls: tuple[Foul, ...] = ()
    wins: tuple[Won | WonByFlowers, ...] = ()
    exhausted: bool = False
    time_up: bool = False
    stopped: bool = False

    def wind(self, seat: Seat) -> Wind:
        """The seat wind by the dice (TW-S31); counted from the dealer while no throw was seen."""
        return self.by_dice.wind(seat) if self.by_dice else seat.wind(self.dealer)

    @property
    def actor(self) -> Seat:
        """The seat that acts next: in the opening the one that replaces flowers, else the one in turn."""
        return self.opening.due[0] if self.opening and not self.due else self.turn

    @property
    def discarder(self) -> Seat:
        """Whose discard is the next: the dealer's until the opening is over."""
        return self.dealer if self.opening else self.turn

    @property
    def river_count(self) -> int:
        """How many discards were made in this hand, claimed ones included."""
        return sum(len(river.discards) for river in self.rivers)


def start(event: HandStarted) -> TaiwanHand:
    """The state at the beginning of a hand; the dealer's streak is what `event` counts as honba."""
    return TaiwanHand(
        hand=event.hand,
        round_wind=event.round_wind,
        dealer=event.dealer,
        points=event.points,
        turn=event.dealer,
        streak=event.honba,
    )
