"""A win that only a face hardly read would forbid accuses nobody; one that a sure face forbids does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.hypothesis import fold
from tablebridge.game.decoder.misreading import TileTold, misreading_behind
from tablebridge.observation import HandRevealed, ReadTile, RiverTileSeen, StandingRow
from tablebridge_rules.event import Discarded, Drawn, HandEvent, HandStarted, Settled, TilesDealt, Won
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.play import read_rulebook
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tests.tablebridge.game.observations_of import NOON
from tests.tablebridge.game.watched_table import Table, sure

WAITS_FOR_WHITE = "234m345p678s4455z"
FORBIDDING = {
    "in the own river": ((Seat.B, "5z"), (Seat.C, "9p"), (Seat.D, "8p"), (Seat.A, "5z")),
    "let pass since": ((Seat.B, "9p"), (Seat.C, "5z"), (Seat.D, "8p"), (Seat.A, "5z")),
}
"""B wins on the last of these discards, and may not because of one before it (RL-W07, RL-R07)."""


def played(turns: tuple[tuple[Seat, str], ...], reading: ReadTile) -> Table:
    """The turns one after the other, the first White of them read so; then B opens its hand."""
    table, doubted = Table(), False
    for seat, name in turns:
        table.see(StandingRow(seat, 13, True))
        table.wait(800)
        shown = reading if name == "5z" and not doubted else sure(name)
        doubted = doubted or name == "5z"
        table.see(RiverTileSeen(seat, 0, shown, False), StandingRow(seat, 13, False))
        table.wait(1500)
    table.see(HandRevealed(Seat.B, tuple(sure(str(tile)) for tile in parse_tiles(WAITS_FOR_WHITE)), None))
    table.wait(8000)
    return table


@pytest.mark.parametrize("turns", FORBIDDING.values(), ids=list(FORBIDDING))
def test_a_furiten_win_by_a_face_hardly_sure_moves_no_points_and_is_for_the_referee(
    turns: tuple[tuple[Seat, str], ...],
) -> None:
    table = played(turns, ReadTile("5z", 0.9, (("5z", 0.9), ("7z", 0.06))))
    settled = table.events[-1]
    assert isinstance(settled, Settled)
    assert (settled.delta, table.fouls) == ((0, 0, 0, 0), [])
    assert table.told[-1].confidence <= 0.3
    (suspicion,) = table.decoder.suspicions
    giver = next(seat for seat, name in turns if name == "5z")
    assert (suspicion.event, suspicion.likely) == (Discarded(giver, Tile.parse("5z")), (Tile.parse("7z"),))
    assert table.decoder.out_of_step is not None


@pytest.mark.parametrize("turns", FORBIDDING.values(), ids=list(FORBIDDING))
def test_a_furiten_win_by_a_face_surely_read_is_false(turns: tuple[tuple[Seat, str], ...]) -> None:
    table = played(turns, ReadTile("5z", 0.97, (("5z", 0.97),)))
    assert [seat for _, seat in table.fouls] == [Seat.B]
    assert table.decoder.suspicions == []


TAIWAN = read_rulebook("taiwan16-ntuee-2009")
C_DISCARDS, D_DISCARDS = 6, 8  # their places in the hand


def passed_win(tile_of_c: str, tile_of_d: str, sure: float) -> tuple[list[TileTold], DecodedEvent]:
    """A Taiwanese hand in which B waits for 6s and 9s and wins on A's second discard; the tiles of C and D, which B has
    let pass, are so sure."""
    turns = ((Seat.B, "2m"), (Seat.C, tile_of_c), (Seat.D, tile_of_d), (Seat.A, "9s"))
    start: list[HandEvent] = [HandStarted(0, Wind.EAST, Seat.A, 0, 0, (0, 0, 0, 0)), TilesDealt()]
    start.append(Discarded(Seat.A, Tile.parse("1m")))
    told = [TileTold(event) for event in start]
    for seat, name in turns:
        doubted = seat in (Seat.C, Seat.D)
        told += [TileTold(Drawn(seat)), TileTold(Discarded(seat, Tile.parse(name)), sure if doubted else 0.98)]
    won = Won(Seat.B, Tile.parse("9s"), parse_tiles("123m456m789p234p78s11z"), Seat.A)
    return told, DecodedEvent(won, 0.0, NOON)


def found_in(told: list[TileTold], accused: DecodedEvent) -> tuple[Violation, ...]:
    state = None
    for one in told:
        state, _ = fold(state, one.event, TAIWAN)
    return fold(state, accused.event, TAIWAN)[1]


@pytest.mark.parametrize(
    ("tile_of_c", "tile_of_d", "sure", "misread"),
    [
        pytest.param("9s", "1z", 0.9, C_DISCARDS, id="C's tile alone"),
        pytest.param("1z", "6s", 0.9, D_DISCARDS, id="D's tile alone"),
        pytest.param("9s", "1z", 0.96, None, id="surely read"),
        pytest.param("9s", "6s", 0.9, None, id="two at once are no misreading"),
    ],
)
def test_a_passed_win_that_one_doubtful_tile_tells_of_TW_R28(
    tile_of_c: str, tile_of_d: str, sure: float, misread: int | None
) -> None:
    told, accused = passed_win(tile_of_c, tile_of_d, sure)
    violations = found_in(told, accused)
    assert [violation.seat for violation in violations] == [Seat.B]
    found = misreading_behind(told, accused, violations, TAIWAN)
    assert (found and found.index) == misread


def test_a_win_that_is_wrong_by_itself_is_no_misreading() -> None:
    told, accused = passed_win("9s", "1z", 0.9)
    wrong = replace(accused, event=Won(Seat.B, Tile.parse("9s"), parse_tiles("147m258p369s1234567z"), Seat.A))
    violations = found_in(told, wrong)
    assert Seat.B in [violation.seat for violation in violations]
    assert misreading_behind(told, wrong, violations, TAIWAN) is None
