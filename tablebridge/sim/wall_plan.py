"""Which tile of the wall goes where: the deal, the live end and the tail, for any rulebook.

A plan says what is taken when; `wall_layout` does it on the cloth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from tablebridge_rules.play import AnyRulebook
from tablebridge_rules.riichi.rulebook import Rulebook as RiichiRulebook
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan import opening as sichuan
from tablebridge_rules.sichuan.rulebook import Rulebook as SichuanRulebook
from tablebridge_rules.taiwan.rulebook import Rulebook as TaiwanRulebook
from tablebridge_rules.taiwan.seats import first_hand, later_hand
from tablebridge_rules.taiwan.wall import WALL_STACKS as TAIWAN_STACKS
from tablebridge_rules.taiwan.wall import WallPlan as TaiwanPlan
from tablebridge_rules.taiwan.wall import plan_wall as plan_taiwan
from tablebridge_rules.wall import Stack, WallOrder, break_wall
from tablebridge_rules.zungjung.rulebook import Rulebook as ZungJungRulebook
from tablebridge_rules.zungjung.wall import replacement_place

__all__ = ["Throw", "WallPlace", "WallPlan", "plan_wall", "stacks_of"]

WallPlace = tuple[Stack, bool]
"""Where a tile lies in the wall: its stack, and whether it is the upper one."""

Throw = tuple[Seat, tuple[int, ...]]
"""Who threw, and the dice."""

_DEALT = 52
_FOURS = 3
"""Rounds of two stacks each in a deal of thirteen tiles."""


@dataclass(frozen=True, slots=True)
class WallPlan:
    """The whole wall of a hand.

    `deal` are the tiles in the order in which they are taken: who takes which at once. `live` are those drawn from
    the live end after it and `tail` the replacements, each the next one first; where both ends meet, a place is in both
    and one that is empty is passed over. `indicators` are the stacks whose upper tile is turned.
    `jump`: in the last round of the deal the dealer takes the first tile of the live end, too.
    """

    stacks: tuple[int, int, int, int]
    deal: tuple[tuple[Seat, tuple[WallPlace, ...]], ...]
    live: tuple[WallPlace, ...]
    tail: tuple[WallPlace, ...]
    indicators: tuple[Stack, ...] = ()
    jump: bool = False


def stacks_of(book: AnyRulebook, dealer: Seat) -> tuple[int, int, int, int]:
    """How many stacks the machine raises on the sides of A..D."""
    match book:
        case TaiwanRulebook():
            return TAIWAN_STACKS
        case SichuanRulebook():
            return sichuan.wall_stacks(book, dealer)
        case RiichiRulebook() | ZungJungRulebook():
            return 17, 17, 17, 17
        case _:
            assert_never(book)


def plan_wall(
    book: AnyRulebook,
    dealer: Seat,
    throws: Sequence[Throw],
    *,
    first: bool = False,
    opened: Stack | None = None,
) -> WallPlan:
    """The wall of a hand after the `throws` that open it; `first`: the one throw names the dealer, too (TW-R06).

    `opened` is where it was opened instead of where the throws say: its first stack to be taken. Raises `ValueError`
    when the throws are not those that the rulebook asks for.
    """
    wanted = 2 if isinstance(book, SichuanRulebook) else 1
    if len(throws) != wanted:
        raise ValueError(f"{len(throws)} throws open no wall of {book.name}: it takes {wanted}")
    thrower, dice = throws[0]
    stacks = stacks_of(book, dealer)
    match book:
        case RiichiRulebook():
            order = break_wall(dealer, sum(dice), wall=book.table.wall_break_wall).stacks
            return _riichi(dealer, _opened(order, opened))
        case ZungJungRulebook():
            whole = WallOrder(_opened(break_wall(dealer, sum(dice)).stacks, opened))
            places = _both(whole.stacks)
            tail = tuple(replacement_place(whole, index) for index in range(len(places) - _DEALT))
            return WallPlan(stacks, _thirteen(dealer, places), places[_DEALT:], tail)
        case TaiwanRulebook():
            seats = first_hand(book, thrower, sum(dice)) if first else later_hand(dealer, sum(dice))
            plan = plan_taiwan(book, seats)
            return _taiwan(replace(plan, stacks=_opened(plan.stacks, opened)))
        case SichuanRulebook():
            order = sichuan.break_wall(book, dealer, sum(dice), sum(throws[1][1]))
            return _sichuan(book, dealer, _opened(order, opened))
        case _:
            assert_never(book)


def _opened(order: tuple[Stack, ...], first: Stack | None) -> tuple[Stack, ...]:
    """The stacks in the order in which they are taken from `first` on."""
    start = 0 if first is None else order.index(first)
    return (*order[start:], *order[:start])


def _both(stacks: Sequence[Stack]) -> tuple[WallPlace, ...]:
    """The tiles of these stacks, the upper one first."""
    return tuple((stack, upper) for stack in stacks for upper in (True, False))


def _thirteen(dealer: Seat, places: Sequence[WallPlace]) -> tuple[tuple[Seat, tuple[WallPlace, ...]], ...]:
    """Two stacks each, three times round, then one tile each."""
    fours = [(dealer.after(turn), tuple(places[4 * turn : 4 * turn + 4])) for turn in range(_FOURS * len(Seat))]
    ones = [(dealer.after(turn), (places[_DEALT - 4 + turn],)) for turn in range(len(Seat))]
    return (*fours, *ones)


def _riichi(dealer: Seat, stacks: tuple[Stack, ...]) -> WallPlan:
    order = WallOrder(stacks)
    places = _both(stacks)
    tail = tuple(order.replacement(index) for index in range(4))
    indicators = tuple(order.indicator(index) for index in range(5))
    # one that draws when no live tile is left takes the next one, of the dead wall
    return WallPlan((17, 17, 17, 17), _thirteen(dealer, places), places[_DEALT:], tail, indicators)


def _taiwan(plan: TaiwanPlan) -> WallPlan:
    dealt = tuple((seat, _both(stacks)) for seat, stacks in plan.deal)
    left = 2 * len(plan.stacks) - sum(len(places) for _, places in dealt)
    return WallPlan(
        TAIWAN_STACKS,
        dealt,
        tuple(plan.live(index) for index in range(left)),
        tuple(plan.tail(index) for index in range(left)),
    )


def _sichuan(book: SichuanRulebook, dealer: Seat, order: tuple[Stack, ...]) -> WallPlan:
    places = _both(order)
    live = places[_DEALT:]
    rest = live[1:]  # the dealer's second tile of the last round is its first draw (SC-R11)
    # of each stack of the tail the upper tile goes first
    tail = tuple((stack, index % 2 == 0) for index, (stack, _) in enumerate(reversed(rest)))
    return WallPlan(
        sichuan.wall_stacks(book, dealer),
        _thirteen(dealer, places),
        live,
        live if book.table.kong_draw_from == "head" else tail,
        jump=book.table.deal_jump,
    )
