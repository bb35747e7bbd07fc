"""Hands opened as won: those that win, and those that do not."""

from __future__ import annotations

import pytest

from tablebridge.observation import HandRevealed, RevealedHandGone, RiverTileSeen, StandingRow
from tablebridge_rules.event import Drawn, HandEvent, Settled, Won
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat
from tests.tablebridge.game.watched_table import Table, sure


def opened(seat: Seat, tiles: str, apart: str | None = None) -> HandRevealed:
    return HandRevealed(seat, tuple(sure(str(tile)) for tile in parse_tiles(tiles)), sure(apart) if apart else None)


def wins(table: Table) -> list[HandEvent]:
    return [event for event in table.events if isinstance(event, Won)]


@pytest.mark.parametrize(
    ("tiles", "winning"),
    [
        pytest.param("234m345p678s2244z", "2z", id="its own wind"),
        pytest.param("223344m55667p88s", "7p", id="two runs twice"),
    ],
)
def test_a_hand_that_wins_on_the_discard_ends_the_hand_once_nobody_else_shows(tiles: str, winning: str) -> None:
    table = Table()
    table.turn(Seat.B, winning)
    table.see(opened(Seat.C, tiles))
    table.wait(2500)
    assert wins(table) == []
    table.wait(1500)
    (won,) = wins(table)
    assert isinstance(won, Won)
    assert (won.seat, won.from_seat, str(won.tile)) == (Seat.C, Seat.B, winning)
    assert isinstance(table.events[-1], Settled)
    assert table.fouls == []


def test_a_hand_far_from_complete_is_a_false_win_RL_F09() -> None:
    table = Table()
    table.turn(Seat.B, "9s")
    table.see(opened(Seat.C, "147m258p369s1357z"))
    table.wait(7000)
    (won,) = wins(table)
    assert isinstance(won, Won)
    assert (won.seat, won.from_seat) == (Seat.C, Seat.B)
    assert [seat for _, seat in table.fouls] == [Seat.C]
    settled = table.events[-1]
    assert isinstance(settled, Settled)
    assert settled.delta[Seat.C.number] < 0


def test_a_false_self_draw_is_one_of_the_seat_in_turn_RL_F09() -> None:
    table = Table()
    table.see(StandingRow(Seat.B, 13, True))
    table.see(opened(Seat.B, "147m258p369s1357z", "9p"))
    table.wait(7000)
    (won,) = wins(table)
    assert isinstance(won, Won)
    assert (won.seat, won.from_seat, str(won.tile)) == (Seat.B, None, "9p")
    assert table.events[0] == Drawn(Seat.B)


def test_a_win_on_a_tile_of_the_own_river_is_told_and_furiten_RL_W07() -> None:
    table = Table()
    table.turn(Seat.B, "2z")
    for seat, name in ((Seat.C, "9p"), (Seat.D, "8p"), (Seat.A, "2z")):
        table.turn(seat, name)
    table.see(opened(Seat.B, "234m345p678s2244z"))
    table.wait(7000)
    (won,) = wins(table)
    assert isinstance(won, Won)
    assert (won.seat, won.from_seat) == (Seat.B, Seat.A)
    assert [seat for _, seat in table.fouls] == [Seat.B]


def test_a_hand_shown_by_mistake_and_put_up_again_is_nothing() -> None:
    table = Table()
    table.turn(Seat.B, "9s")
    table.see(opened(Seat.C, "147m258p369s1357z"))
    table.wait(2000)
    table.see(RevealedHandGone(Seat.C))
    table.wait(7000)
    assert (wins(table), table.fouls) == ([], [])
    table.see(StandingRow(Seat.C, 13, True), RiverTileSeen(Seat.C, 0, sure("1m"), False))
    table.wait(500)
    assert isinstance(table.events[-2], Drawn)
