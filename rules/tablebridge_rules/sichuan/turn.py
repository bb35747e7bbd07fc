"""The course of a hand: whose turn it is, where a discard lies, when the hand is over, and what follows it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.settlement import active_seats

__all__ = [
    "RIVER_ROW",
    "FirstWin",
    "hand_is_over",
    "is_audited",
    "is_last_hand",
    "next_dealer",
    "next_in_turn",
    "river_place",
    "win_is_recorded",
]

RIVER_ROW = 6
"""Tiles of a row of a river (SC-R15)."""
_LAST_WINNERS = 3


@dataclass(frozen=True, slots=True)
class FirstWin:
    """The first win of a hand: who won (several on one tile), and whose tile it was, None for a self-draw."""

    winners: tuple[Seat, ...]
    from_seat: Seat | None = None


def next_in_turn(rulebook: Rulebook, seat: Seat, won: Collection[Seat] = ()) -> Seat:
    """Who plays after `seat`: the next to the right that is still in the hand (SC-R13, SC-R02).

    Raises `ValueError` when no other seat is.

    >>> from tablebridge_rules.sichuan.rulebook import load
    >>> next_in_turn(load("sichuan-bloody"), Seat.A, won={Seat.B})
    <Seat.C: 'C'>
    """
    active = active_seats(rulebook, won)
    for steps in (1, 2, 3):
        if seat.after(steps) in active:
            return seat.after(steps)
    raise ValueError(f"nobody plays after {seat.value}: {sorted(one.value for one in won)} have won")


def river_place(index: int) -> tuple[int, int]:
    """Row and column, from 0 at the upper left, of a seat's `index`-th discard: rows of six (SC-R15).

    >>> river_place(5), river_place(6)
    ((0, 5), (1, 0))
    """
    return divmod(index, RIVER_ROW)


def hand_is_over(rulebook: Rulebook, won: Collection[Seat], wall_left: int, *, turn_open: bool = False) -> bool:
    """Whether the hand ends: no tile is left, or in the blood battle three have won (SC-R02).

    `turn_open`: the last tile was drawn, and its drawer may still win or discard, or others may still claim it.
    """
    three = rulebook.play.after_win == "xuezhan" and len(set(won)) >= _LAST_WINNERS
    return three or (wall_left == 0 and not turn_open)


def is_audited(wall_left: int, won: Collection[Seat]) -> bool:
    """Whether a hand that is over ended drawn, without a win for some seats, so that readiness is checked (SC-R23)."""
    return wall_left == 0 and len(set(won)) < len(Seat)


def win_is_recorded(winner: Seat, acknowledged: Collection[Seat]) -> bool:
    """Whether a win that was announced and shown stands: the other three have acknowledged it (SC-R24)."""
    return {seat for seat in Seat if seat is not winner} <= set(acknowledged)


def next_dealer(rulebook: Rulebook, dealer: Seat, first_win: FirstWin | None) -> Seat:
    """Who deals the next hand (SC-R27): the first winner; the discarder when the first tile won was won by several;
    the same dealer when nobody won.
    """
    if first_win is None:
        return dealer
    if len(first_win.winners) > 1 and first_win.from_seat is not None:
        return first_win.from_seat
    return first_win.winners[0]


def is_last_hand(rulebook: Rulebook, hand: int) -> bool:
    """Whether the game ends with that hand, 0 being the first."""
    return hand + 1 >= rulebook.game.hands
