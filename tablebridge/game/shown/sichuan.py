"""What a Sichuan hand shows: void suits, winners while the others play on, and every payment of wind and rain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablebridge.game.shown.meld_rows import beside
from tablebridge.game.shown.public import PublicMeldTile, PublicPayment, PublicWin
from tablebridge.game.shown.shown import Ended, SeatMarks, Shown, TableMarks, pattern, payment, won_document
from tablebridge_rules.event import Won
from tablebridge_rules.meld import Meld
from tablebridge_rules.payment import Delta, delta_of
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.circumstances import win_of
from tablebridge_rules.sichuan.hand_end import due_payments
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.scoring import score
from tablebridge_rules.sichuan.settlement import win_payments
from tablebridge_rules.sichuan.shape import waits
from tablebridge_rules.sichuan.state import SichuanHand
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["SHOWN"]


def _table(state: SichuanHand, book: Rulebook) -> TableMarks:
    return TableMarks(wall_left=state.wall_left)


def _seat(state: SichuanHand, seat: Seat) -> SeatMarks:
    part = state.at(seat)
    suit = part.void.value if part.void else None
    return SeatMarks(wind=seat.wind(state.dealer), void_suit=suit, won=part.has_won, set_aside=part.taken)


def _meld(book: Rulebook, owner: Seat, meld: Meld) -> tuple[PublicMeldTile, ...]:
    """A concealed kong lies face down (SC-R19): its tiles are shown once they were turned up at the end (SC-F03)."""
    return beside(meld, range(len(meld.own)))


def _ended(state: SichuanHand, book: Rulebook) -> Ended | None:
    if state.phase is not Phase.ENDED:
        return None
    return Ended("win" if state.wins else "exhaustive_draw")


def _wins(state: SichuanHand, book: Rulebook, before: Sequence[SichuanHand]) -> tuple[PublicWin, ...]:
    return tuple(_win(hand, book, won) for hand, won in zip(before, state.wins, strict=True))


def _win(before: SichuanHand, book: Rulebook, won: Won) -> PublicWin:
    """A win is worth what it was when it was made: the hand goes on after it."""
    document, value = won_document(won), score(book, win_of(before, won))
    if value is None:
        return document
    titles = book.patterns_by_name
    paid = win_payments(book, value, won.seat, won.from_seat, before.won)
    return msgspec.structs.replace(
        document,
        patterns=tuple(pattern(one.name, one.value, one.clauses, titles[one.name].title) for one in value.patterns),
        value=value.fan,
        unit="fan",
        points={"each": value.each, "total": sum(one.points for one in paid)},
        explanation=value.explanation,
    )


def _payments(state: SichuanHand, book: Rulebook) -> tuple[PublicPayment, ...]:
    due = due_payments(state, book) if state.phase is Phase.ENDED else ()
    return tuple(payment(paid) for paid in (*state.payments, *due))


def _cited(state: SichuanHand, book: Rulebook) -> Iterator[str]:
    for paid in due_payments(state, book):
        yield paid.clause
    if state.revealed:
        yield "SC-R23"


def _bare_wins(state: SichuanHand) -> tuple[PublicWin, ...]:
    return tuple(won_document(won) for won in state.wins)


def _paid_before(state: SichuanHand) -> Delta:
    return delta_of(state.payments)


def _waits(state: SichuanHand, book: Rulebook, seat: Seat, tiles: Sequence[Tile]) -> frozenset[TileKind]:
    part = state.at(seat)
    return waits(tiles, part.melds, part.void, seven_pairs=book.play.seven_pairs)


SHOWN: Shown[SichuanHand, Rulebook] = Shown(
    table=_table,
    seat=_seat,
    meld=_meld,
    ended=_ended,
    wins=_wins,
    bare_wins=_bare_wins,
    payments=_payments,
    waits=_waits,
    paid_before=_paid_before,
    cited=_cited,
)
