"""What an opened hand waits for, as the public state tells it: for hands that anybody can check by eye."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablebridge.game.shown.public import PublicSeat, PublicState
from tests.tablebridge.web.played import BOOKS, played

CASES = [
    pytest.param("riichi", 2, "B", ("5m",), id="six pairs and a single"),
    pytest.param("riichi", 4, "A", ("6s",), id="a gap"),
    pytest.param("riichi", 4, "C", ("6p", "9p"), id="two sides"),
    pytest.param("sichuan", 1, "B", ("9m", "4p"), id="two pairs"),
    pytest.param("sichuan", 1, "C", ("3s",), id="a gap beside the void suit"),
]


def ends(book: str, seed: int) -> Iterator[PublicState]:
    return (state for released, state in played(BOOKS[book], seed, 2) if released.type == "settled")


@pytest.mark.parametrize(("book", "seed", "seat", "waits"), CASES)
def test_waits_of_an_opened_hand(book: str, seed: int, seat: str, waits: tuple[str, ...]) -> None:
    opened = [one for one in (state.seats[seat] for state in ends(book, seed)) if one.waits]
    assert [one.waits for one in opened] == [waits]
    assert len(opened[0].revealed) + 3 * len(opened[0].melds) == 13


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", [1, 2, 4])
def test_nobody_s_waits_are_told_while_the_hand_goes_on_nor_those_of_a_winner(book: str, seed: int) -> None:
    for _, state in played(BOOKS[book], seed, 2):
        for seat in state.seats.values():
            assert not seat.waits or _may_be_told(state, seat)


def _may_be_told(state: PublicState, seat: PublicSeat) -> bool:
    return state.phase == "settled" and bool(seat.revealed) and not seat.won
