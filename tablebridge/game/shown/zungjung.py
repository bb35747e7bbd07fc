"""What a Zung Jung hand shows: melds in their order, the one win with its patterns and payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablebridge.game.shown.meld_rows import concealed, with_called
from tablebridge.game.shown.public import PublicMeldTile, PublicPayment, PublicWin
from tablebridge.game.shown.shown import Ended, SeatMarks, Shown, TableMarks, pattern, payment, won_document
from tablebridge_rules.event import Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Tile, TileKind
from tablebridge_rules.zungjung.circumstances import win_of
from tablebridge_rules.zungjung.hand_end import payments
from tablebridge_rules.zungjung.layout import added_places, sideways_places
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.shape import waits
from tablebridge_rules.zungjung.state import ZungJungHand
from tablebridge_rules.zungjung.wall import draws_left

__all__ = ["SHOWN"]


def _table(state: ZungJungHand, book: Rulebook) -> TableMarks:
    return TableMarks(wall_left=draws_left(book, state.wall_left, state.replacements))


def _seat(state: ZungJungHand, seat: Seat) -> SeatMarks:
    return SeatMarks(wind=seat.wind(state.dealer), won=any(one.seat is seat for one in state.wins))


def _meld(book: Rulebook, owner: Seat, meld: Meld) -> tuple[PublicMeldTile, ...]:
    """A chi in ascending order (ZJ-R19); elsewhere the sideways tile shows the discarder (ZJ-R16, ZJ-R26), and a fourth
    tile lies at an end (ZJ-R25)."""
    if meld.called is None or meld.from_seat is None:
        return concealed(meld, (1, 2))
    own = list(meld.own)
    if meld.kind is MeldKind.CHI:
        own.sort()
        return with_called(own, meld.called, sum(tile < meld.called for tile in own), sideways=True)
    relation = owner.relation_to(meld.from_seat)
    added = own.pop() if meld.kind is MeldKind.KAN_ADDED else None
    laid = MeldKind.PON if added else meld.kind
    row = list(with_called(own, meld.called, sideways_places(laid, relation)[0], sideways=True))
    if added is not None:
        row.insert(added_places(book, relation)[-1], PublicMeldTile(tile=str(added)))
    return tuple(row)


def _ended(state: ZungJungHand, book: Rulebook) -> Ended | None:
    if state.phase is not Phase.ENDED:
        return None
    return Ended("win" if state.wins else "exhaustive_draw")


def _wins(state: ZungJungHand, book: Rulebook, before: Sequence[ZungJungHand]) -> tuple[PublicWin, ...]:
    return tuple(_win(state, book, won) for won in state.wins)


def _win(state: ZungJungHand, book: Rulebook, won: Won) -> PublicWin:
    document, value = won_document(won), score(book, win_of(state, won, book))
    if value is None:
        return document
    titles = book.patterns_by_name
    return msgspec.structs.replace(
        document,
        patterns=tuple(pattern(one.name, one.points, one.clauses, titles[one.name].title) for one in value.patterns),
        value=value.value,
        unit="points",
        limit=value.limit,
        points={"total": sum(paid.points for paid in payments(state, book) if paid.receiver is won.seat)},
        explanation=value.explanation,
    )


def _payments(state: ZungJungHand, book: Rulebook) -> tuple[PublicPayment, ...]:
    return tuple(payment(paid) for paid in payments(state, book))


def _cited(state: ZungJungHand, book: Rulebook) -> Iterator[str]:
    for won in state.wins:
        value = score(book, win_of(state, won, book))
        yield from (clause for one in value.patterns for clause in one.clauses) if value else ()
    for paid in payments(state, book):
        yield paid.clause
    if not state.wins:
        yield "ZJ-X03"


def _bare_wins(state: ZungJungHand) -> tuple[PublicWin, ...]:
    return tuple(won_document(won) for won in state.wins)


def _waits(state: ZungJungHand, book: Rulebook, seat: Seat, tiles: Sequence[Tile]) -> frozenset[TileKind]:
    return waits(tiles, state.at(seat).melds)


SHOWN: Shown[ZungJungHand, Rulebook] = Shown(
    table=_table,
    seat=_seat,
    meld=_meld,
    ended=_ended,
    wins=_wins,
    bare_wins=_bare_wins,
    payments=_payments,
    waits=_waits,
    cited=_cited,
)
