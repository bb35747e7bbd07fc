"""A Sichuan hand as it stands on the table. `sichuan.step` folds events into it; nothing else makes one."""

from __future__ import annotations

from dataclasses import dataclass

from tablebridge_rules.event import HandStarted, Won
from tablebridge_rules.meld import Meld
from tablebridge_rules.payment import Payment
from tablebridge_rules.place import Place
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.opening import TILE_SET
from tablebridge_rules.sichuan.settlement import KongMade
from tablebridge_rules.sichuan.turn import FirstWin
from tablebridge_rules.table import Phase, Table
from tablebridge_rules.tile import Suit, Tile
from tablebridge_rules.violation import Violation

__all__ = ["KongIncome", "Offer", "SichuanHand", "SichuanPlace", "start"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile among the last ones that a seat could take: whose it was, None for its own draw, and the wall then."""

    tile: Tile
    from_seat: Seat | None
    wall_left: int


@dataclass(frozen=True)
class SichuanPlace(Place):
    """One seat of a Sichuan table: its `void` suit, None until declared, and whether it `has_won`.

    `taken` are tiles set aside with a win: self-drawn, or out of a kong. `late` are the last tiles of the wall that it
    was offered since its last own play (SC-F01).
    """

    void: Suit | None = None
    has_won: bool = False
    taken: tuple[Tile, ...] = ()
    late: tuple[Offer, ...] = ()

    KEEPS_MEMO = Place.KEEPS_MEMO | {"void", "has_won", "late"}

    def known_tiles(self) -> tuple[Tile, ...]:
        """Those of any seat, and the tiles set aside with a win."""
        return self.taken + super().known_tiles()


@dataclass(frozen=True, slots=True)
class KongIncome:
    """A concealed kong of `seat`, the `number`-th of the hand counted from 0, and what it was paid for it."""

    number: int
    seat: Seat
    income: tuple[Payment, ...]


FRESH_PLACES = (SichuanPlace(), SichuanPlace(), SichuanPlace(), SichuanPlace())


@dataclass(frozen=True, kw_only=True)
class SichuanHand(Table[SichuanPlace]):
    """The whole hand; `points` include every payment made so far, which `payments` lists.

    `kong` is one whose tile may still be robbed, `kong_income` the kong payments that their receivers still own.
    `fresh_kong` are the payments of the kong that the seat in turn has just replaced, or that the open discard
    followed; None when no kong came right before. `winners_here` are those of the open tile. `last_call` is the meld
    whose caller has not discarded yet, `calls` counts melds. `passed` are the wins found not to have been taken.
    `concealed_kongs` in the order in which they were made; `false_kongs` are those that proved to be none (SC-F03).
    """

    seats: tuple[SichuanPlace, SichuanPlace, SichuanPlace, SichuanPlace] = FRESH_PLACES
    wall_left: int = len(TILE_SET)
    payments: tuple[Payment, ...] = ()
    kong: KongMade | None = None
    kong_income: tuple[Payment, ...] = ()
    fresh_kong: tuple[Payment, ...] | None = None
    last_call: Meld | None = None
    calls: int = 0
    wins: tuple[Won, ...] = ()
    winners_here: tuple[Seat, ...] = ()
    first_win: FirstWin | None = None
    passed: tuple[Violation, ...] = ()
    concealed_kongs: tuple[KongIncome, ...] = ()
    false_kongs: tuple[KongIncome, ...] = ()
    revealed: bool = False

    @property
    def won(self) -> tuple[Seat, ...]:
        """The seats that have won."""
        return tuple(seat for seat in Seat if self.at(seat).has_won)

    @property
    def undeclared(self) -> tuple[Seat, ...]:
        """The seats whose void suit is not known yet, the dealer first; nobody before the deal (SC-R01)."""
        order = (self.dealer.after(steps) for steps in range(len(Seat)))
        return tuple(seat for seat in order if self.at(seat).void is None) if self.dealt else ()

    @property
    def unacknowledged(self) -> tuple[Seat, ...]:
        """The winners whose win is the newest act, so that it waits for the others' word (SC-R24)."""
        if not self.wins or self.phase is not Phase.CALLS_OPEN or self.last_discard is not None:
            return ()
        return self.winners_here or (self.wins[-1].seat,)

    @property
    def actor(self) -> Seat:
        """The seat that acts next: the next to declare its void suit, then the one in turn."""
        return next(iter(self.undeclared), self.turn)


def start(event: HandStarted) -> SichuanHand:
    """The state at the beginning of a hand."""
    return SichuanHand(
        hand=event.hand, round_wind=event.round_wind, dealer=event.dealer, points=event.points, turn=event.dealer
    )
