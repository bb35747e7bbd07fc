"""What a Taiwanese hand shows: flowers, MIGI, the dealer's streak; wins with tai; single payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablebridge.game.shown.meld_rows import beside
from tablebridge.game.shown.public import PublicMeldTile, PublicPayment, PublicWin
from tablebridge.game.shown.shown import Ended, SeatMarks, Shown, TableMarks, names, pattern, won_document
from tablebridge_rules.event import Won, WonByFlowers
from tablebridge_rules.meld import Meld
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.dealer import Ending
from tablebridge_rules.taiwan.hand_end import outcome, payments, scores
from tablebridge_rules.taiwan.payment import affordable
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.score import Score
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.waits import waits
from tablebridge_rules.taiwan.wall import draws_left
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["SHOWN"]

_KAN_FACES = {"all_face_down": (), "one_face_up": (3,), "all_face_up": (0, 1, 2, 3)}


def _table(state: TaiwanHand, book: Rulebook) -> TableMarks:
    return TableMarks(wall_left=draws_left(book, state.wall_left, state.replacements), honba=state.streak)


def _seat(state: TaiwanHand, seat: Seat) -> SeatMarks:
    part = state.at(seat)
    won = any(one.seat is seat for one in state.wins)
    return SeatMarks(wind=state.wind(seat), ready=part.migi, flowers=part.flowers, won=won)


def _meld(book: Rulebook, owner: Seat, meld: Meld) -> tuple[PublicMeldTile, ...]:
    return beside(meld, _KAN_FACES[book.table.ankan_display])


def _ended(state: TaiwanHand, book: Rulebook) -> Ended | None:
    if state.phase is not Phase.ENDED:
        return None
    if state.stopped:
        return Ended("void", "time_up")
    ending = outcome(state, book).ending
    if ending is Ending.FALSE_WIN:
        return Ended("void", "false_win")
    return Ended("win" if ending is Ending.WIN else "exhaustive_draw")


def _wins(state: TaiwanHand, book: Rulebook, before: Sequence[TaiwanHand]) -> tuple[PublicWin, ...]:
    values = scores(state, book)
    return tuple(_win(state, book, won, values.get(won.seat)) for won in state.wins)


def _win(state: TaiwanHand, book: Rulebook, won: Won | WonByFlowers, value: Score | None) -> PublicWin:
    document = _document(won)
    if value is None:
        return document
    titles = book.tai_by_name
    total = sum(paid.points for paid in _due(state, book) if paid.receiver == won.seat.value)
    return msgspec.structs.replace(
        document,
        patterns=tuple(pattern(one.name, one.tai, one.clauses, titles[one.name].title) for one in value.patterns),
        value=value.tai,
        unit="tai",
        points={"total": total},
        explanation=value.explanation,
    )


def _document(won: Won | WonByFlowers) -> PublicWin:
    if isinstance(won, Won):
        return won_document(won)
    from_seat = won.from_seat.value if won.from_seat else None
    return PublicWin(seat=won.seat.value, from_seat=from_seat, tile=None, flowers=names(won.flowers))


def _due(state: TaiwanHand, book: Rulebook) -> tuple[PublicPayment, ...]:
    """What is paid: nobody pays more than the chips left (TW-R41)."""
    return tuple(
        PublicPayment(payer=paid.payer.value, receiver=paid.receiver.value, points=paid.points, clauses=paid.clauses)
        for paid in affordable(book, state.points, payments(state, book))
        if paid.points
    )


def _cited(state: TaiwanHand, book: Rulebook) -> Iterator[str]:
    for value in scores(state, book).values():
        yield from (clause for one in value.patterns for clause in one.clauses)
    for paid in payments(state, book):
        yield from paid.clauses
    if not state.wins:
        yield "TW-R30"


def _bare_wins(state: TaiwanHand) -> tuple[PublicWin, ...]:
    return tuple(_document(won) for won in state.wins)


def _waits(state: TaiwanHand, book: Rulebook, seat: Seat, tiles: Sequence[Tile]) -> frozenset[TileKind]:
    return waits(tiles)


SHOWN: Shown[TaiwanHand, Rulebook] = Shown(
    table=_table,
    seat=_seat,
    meld=_meld,
    ended=_ended,
    wins=_wins,
    bare_wins=_bare_wins,
    payments=_due,
    waits=_waits,
    cited=_cited,
)
