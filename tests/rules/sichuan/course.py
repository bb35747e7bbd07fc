"""Sichuan hands in the middle of their course, for the tests of the fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    HandEvent,
    HandStarted,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.state import SichuanHand, SichuanPlace, start
from tablebridge_rules.sichuan.step import step
from tablebridge_rules.table import Phase
from tablebridge_rules.tile import Suit, Tile

A, B, C, D = Seat
T = parse_tiles
M, P, S = Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO
BOOK = load("sichuan-bloody")
RIVER = replace(BOOK, play=replace(BOOK.play, after_win="xueliu"))
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0))
READY = "123m456m789m55s88s"
"""Waits for 5s and 8s; dots are void."""
APART = "147m258m369m1471s"
PAIR = "11m258m369m14s1s7s"


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, T(own), tile(called) if called else None, from_seat))


def play(
    events: Iterable[HandEvent], state: SichuanHand | None = None, book: Rulebook = BOOK
) -> tuple[SichuanHand, list[tuple[str, str, Seat | None]]]:
    """The state after these events, and the violations they make but for too many copies: hands here are made up."""
    state = state or start(STARTED)
    found: list[tuple[str, str, Seat | None]] = []
    for event in events:
        result = step(state, event, book)
        state = result.state
        found += [(one.clause, one.name, one.seat) for one in result.violations if one.name != "fifth_copy"]
    return state, found


def at_play(turn: Seat, *hands: str, phase: Phase = Phase.CALLS_OPEN, **fields: Any) -> SichuanHand:
    """A hand under way, dots void for everybody, `turn` to draw or discard."""
    state = start(STARTED)
    for seat, hand in zip(Seat, (*hands, *(APART,) * (4 - len(hands))), strict=True):
        part = SichuanPlace(concealed=T(hand), concealed_count=len(T(hand)), void=P)
        state = state.with_seat(seat, part)
    return replace(state, **{"turn": turn, "phase": phase, "wall_left": 40, "calls": 1, **fields})


def with_pon(state: SichuanHand, seat: Seat, text: str, from_seat: Seat, standing: str) -> SichuanHand:
    kept = T(standing)
    pon = Meld(MeldKind.PON, (tile(text),) * 2, tile(text), from_seat)
    part = replace(state.at(seat), concealed=kept, concealed_count=len(kept), melds=(pon,))
    return state.with_seat(seat, part)
