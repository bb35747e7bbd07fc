"""What a tradition gives to the public state, in one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tablebridge.game.shown.public import PublicMeldTile, PublicPattern, PublicPayment, PublicWin
from tablebridge_rules.event import Won
from tablebridge_rules.meld import Meld
from tablebridge_rules.names import DisplayName
from tablebridge_rules.payment import Delta, Payment
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile, TileKind

__all__ = ["Ended", "SeatMarks", "Shown", "TableMarks", "names", "pattern", "payment", "won_document"]

S = TypeVar("S")
B = TypeVar("B")


def _nothing(state: object) -> Delta:
    return 0, 0, 0, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMarks:
    """What lies at no seat; see `PublicState`."""

    wall_left: int
    honba: int = 0
    sticks: int = 0
    indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMarks:
    """What lies at a seat besides river and melds; see `PublicSeat`."""

    wind: Wind
    riichi: bool = False
    ready: bool = False
    flowers: tuple[Tile, ...] = ()
    void_suit: str | None = None
    won: bool = False
    set_aside: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """How a hand ended; see `PublicResult`."""

    kind: str
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Generic[S, B]):
    """The words of one tradition, each a pure function of a hand and its rulebook.

    `meld` is a seat's meld as it lies there, from its owner's left. `ended` is None while the hand goes on. `wins` are
    those of the hand, valued where they stand; it is given the hands just before each, in order. `bare_wins` are the
    same without their values. `payments` are all that the hand moved so far, and moves when it is settled; those of
    `paid_before` are in the points already. `cited` are the clauses behind the settlement.

    `waits` are the kinds that complete the standing tiles of a seat, without those it holds all four of.

    `wins`, `payments` and `cited` raise `RulesError` where a hand that counts is not known.
    """

    table: Callable[[S, B], TableMarks]
    seat: Callable[[S, Seat], SeatMarks]
    meld: Callable[[B, Seat, Meld], tuple[PublicMeldTile, ...]]
    ended: Callable[[S, B], Ended | None]
    wins: Callable[[S, B, Sequence[S]], tuple[PublicWin, ...]]
    bare_wins: Callable[[S], tuple[PublicWin, ...]]
    payments: Callable[[S, B], tuple[PublicPayment, ...]]
    waits: Callable[[S, B, Seat, Sequence[Tile]], frozenset[TileKind]]
    paid_before: Callable[[S], Delta] = _nothing
    cited: Callable[[S, B], Iterable[str]]


def names(tiles: Iterable[Tile]) -> tuple[str, ...]:
    """The tiles by name."""
    return tuple(str(tile) for tile in tiles)


def pattern(name: str, value: int, clauses: Iterable[str], title: DisplayName) -> PublicPattern:
    """A pattern that counted, with its title in the three languages."""
    titles = {"en": title.text("en"), "ja": title.text("ja"), "zh": title.text("zh")}
    return PublicPattern(name=name, value=value, clauses=tuple(clauses), title=titles)


def payment(paid: Payment) -> PublicPayment:
    """A payment of the rules as the public sees it."""
    payer = paid.payer.value if paid.payer else None
    return PublicPayment(payer=payer, receiver=paid.receiver.value, points=paid.points, clauses=(paid.clause,))


def won_document(won: Won) -> PublicWin:
    """A win without its value."""
    return PublicWin(
        seat=won.seat.value,
        from_seat=won.from_seat.value if won.from_seat else None,
        tile=str(won.tile),
        concealed=names(won.concealed),
        ura_indicators=names(won.ura_indicators),
    )
