"""What a row's length gives away: a discard without a draw, a second draw."""

from __future__ import annotations

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    HandOverCloth,
    MeldSeen,
    MeldTile,
    ReadTile,
    RiverTileSeen,
    Sighting,
    StandingRow,
)
from tablebridge_rules.event import Called, Discarded, Drawn, HandEvent, HandStarted, TilesDealt
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import load
from tests.tablebridge.game.rigged import says, waits

A, B, C, D = Seat
BOOK = load("zungjung-wsom-1.03")
DEALT = (HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt(), Drawn(A))
EAST = Discarded(A, Tile.parse("1z"))


def decoder(*events: HandEvent) -> Decoder:
    made = Decoder(BOOK)
    made.resume([*DEALT, *events])
    made.tick(900.0)
    return made


def tile(seat: Seat, name: str, slot: int = 0) -> RiverTileSeen:
    return RiverTileSeen(seat, slot, ReadTile(name, 0.97, ((name, 0.97),)), False)


def told(made: Decoder, *sightings: Sighting, apart_ms: float = 50.0) -> list[tuple[HandEvent, tuple[str, ...]]]:
    """The events with the clauses that they break."""
    end_ms = 1000.0 + apart_ms * len(sightings)
    found = [*says(made, *sightings, apart_ms=apart_ms), *waits(made, end_ms + 4000.0, since_ms=end_ms)]
    return [(one.event, tuple(violation.clause for violation in one.violations)) for one in found]


def discarded(seat: Seat, name: str) -> Discarded:
    return Discarded(seat, Tile.parse(name))


def test_zj_f01_a_discard_in_turn_after_which_the_row_is_short() -> None:
    assert told(decoder(EAST), tile(B, "9s"), StandingRow(B, 12, False)) == [(discarded(B, "9s"), ("ZJ-F01",))]


def test_a_discard_after_which_the_row_is_as_it_should_be() -> None:
    found = told(decoder(EAST), tile(B, "9s"), StandingRow(B, 13, False))
    assert found == [(Drawn(B), ()), (discarded(B, "9s"), ())]


def test_zj_x08_a_discard_out_of_turn() -> None:
    found = told(decoder(EAST, Drawn(B)), tile(D, "9s"), StandingRow(D, 12, False))
    assert found == [(discarded(D, "9s"), ("ZJ-X08",))]


def test_a_short_row_that_was_seen_long_before_says_nothing() -> None:
    made = decoder(EAST)
    says(made, StandingRow(B, 12, False), at_ms=1000.0)
    waits(made, 3000.0, since_ms=1050.0)
    found = [one.event for one in (*says(made, tile(B, "9s"), at_ms=3000.0), *waits(made, 6000.0, since_ms=3100.0))]
    assert found == [Drawn(B), discarded(B, "9s")]


def test_zj_x08_a_second_draw_is_seen_in_the_row() -> None:
    found = told(decoder(), StandingRow(A, 14, True))
    assert [(event, clauses != ()) for event, clauses in found] == [(Drawn(A), True)]


def test_zj_x08_a_second_draw_is_seen_after_the_discard() -> None:
    found = told(decoder(), StandingRow(A, 14, False), tile(A, "1z"))
    assert [(event, clauses != ()) for event, clauses in found] == [(Drawn(A), True), (EAST, False)]


def test_a_row_that_settles_later_was_no_second_draw() -> None:
    found = told(decoder(), StandingRow(A, 14, False), tile(A, "1z"), StandingRow(A, 13, False))
    assert found == [(EAST, ())]


@pytest.mark.parametrize(
    ("between", "apart_ms"),
    [
        pytest.param((), 1000.0, id="at once"),
        pytest.param((HandOverCloth(A, True),), 2000.0, id="laid slowly"),
    ],
)
def test_zj_f03_a_second_draw_for_a_kan_that_follows_came_from_the_tail(
    between: tuple[Sighting, ...], apart_ms: float
) -> None:
    seven = MeldTile(ReadTile("7z", 0.97, (("7z", 0.97),)))
    back = MeldTile(ReadTile("back", 0.97))
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, parse_tiles("7777z")))
    seen = (StandingRow(A, 14, True), *between, MeldSeen(A, 0, (back, seven, seven, back)))
    found = told(decoder(), *seen, apart_ms=apart_ms)
    assert found == [(Drawn(A, replacement=True), ("ZJ-F03",)), (kan, ())]


def test_a_draw_after_a_call_is_seen_in_the_row() -> None:
    pon = Called(B, Meld(MeldKind.PON, parse_tiles("11z"), Tile.parse("1z"), A))
    found = told(decoder(EAST, pon), StandingRow(B, 11, True))
    assert [(event, clauses != ()) for event, clauses in found] == [(Drawn(B), True)]


EARLY, ARM = StandingRow(B, 13, True), HandOverCloth(A, True)


def test_zj_x08_a_tile_that_stood_apart_before_the_seat_in_turn_reached_for_its_discard() -> None:
    found = told(decoder(), EARLY, ARM, tile(A, "1z"), apart_ms=400.0)
    assert found == [(Drawn(B), ("ZJ-X08",)), (EAST, ())]


def test_a_tile_drawn_while_the_discard_was_laid_is_no_foul() -> None:
    found = told(decoder(), ARM, EARLY, tile(A, "1z"), apart_ms=400.0)
    assert found == [(EAST, ()), (Drawn(B), ())]
