"""Flowers before a hand: in turn before play, at once in it, read well or badly."""

from __future__ import annotations

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import (
    FlowerSeen,
    MeldSeen,
    MeldTile,
    Observation,
    ReadTile,
    RiverTileSeen,
    Sighting,
    StandingRow,
    Witness,
)
from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandStarted,
    Settled,
    TilesDealt,
    WallBuilt,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import load
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.rigged import RiggedTable, performed, says, told_of, waits
from tests.tablebridge.game.trial import moment

A, B, C, D = Seat
BOOK = load("taiwan16-ntuee-2009")
OPENING = (
    HandStarted(0, Wind.EAST, A, 0, 0, (200, 200, 200, 200)),
    WallBuilt((18, 18, 18, 18)),
    TilesDealt(),
    Drawn(A),
)
PASSES = tuple(FlowersPassed(seat) for seat in Seat)


def sure(name: str) -> ReadTile:
    return ReadTile(name, 0.97, ((name, 0.97),))


def decoder(*events: HandEvent) -> Decoder:
    made = Decoder(BOOK)
    made.resume([*OPENING, *events])
    made.tick(900.0)
    return made


def told(made: Decoder, *sightings: Sighting, apart_ms: float = 50.0) -> list[HandEvent]:
    end_ms = 1000.0 + apart_ms * len(sightings)
    found = says(made, *sightings, apart_ms=apart_ms)
    return [one.event for one in (*found, *waits(made, end_ms + 2500, since_ms=end_ms))]


def flowers(seat: Seat, *names: str) -> FlowersShown:
    return FlowersShown(seat, tuple(map(Tile.parse, names)))


def discard(seat: Seat, name: str, slot: int = 0) -> tuple[Sighting, ...]:
    return RiverTileSeen(seat, slot, sure(name), False), StandingRow(seat, 16, False)


def test_tw_r10_flowers_laid_together_are_one_act() -> None:
    assert told(decoder(), FlowerSeen(A, 0, sure("1f")), FlowerSeen(A, 1, sure("3g"))) == [flowers(A, "1f", "3g")]


def test_tw_r12_a_flower_laid_later_is_one_of_the_next_round() -> None:
    found = told(decoder(), FlowerSeen(A, 0, sure("1f")), FlowerSeen(A, 1, sure("3g")), apart_ms=3000.0)
    assert found == [flowers(A, "1f"), Drawn(A, replacement=True), *PASSES, flowers(A, "3g")]


def test_tw_r11_whoever_shows_has_been_passed_the_turn() -> None:
    assert told(decoder(), FlowerSeen(C, 0, sure("2f"))) == [*PASSES[:2], flowers(C, "2f")]


def test_tw_r11_a_whole_row_has_taken_its_replacements() -> None:
    shown = FlowerSeen(C, 0, sure("2f")), FlowerSeen(C, 1, sure("4f"))
    found = told(decoder(), *shown, StandingRow(C, 14, False), StandingRow(C, 16, False), apart_ms=400.0)
    assert found[2:] == [flowers(C, "2f", "4f"), *[Drawn(C, replacement=True)] * 2]


def test_tw_r11_the_dealer_discards_when_all_have_passed() -> None:
    found = told(decoder(), *discard(A, "9m"))
    assert found == [*PASSES, Discarded(A, Tile.parse("9m"))]


def test_tw_r11_all_have_passed_before_a_first_discard_that_only_the_call_of_it_shows() -> None:
    dragons = tuple(MeldTile(sure("7z"), sideways=place == 1) for place in range(3))
    discarded, called = told(decoder(), MeldSeen(C, 0, dragons), StandingRow(C, 14, False))[len(PASSES) :]
    assert discarded == Discarded(A, Tile.parse("7z"))
    assert called == Called(C, Meld(MeldKind.PON, (Tile.parse("7z"),) * 2, Tile.parse("7z"), A))


def test_tw_r12_a_flower_drawn_in_play_is_replaced_at_once() -> None:
    shown = FlowerSeen(B, 0, sure("1g")), *discard(B, "1s")
    found = told(decoder(*PASSES, Discarded(A, Tile.parse("9m"))), *shown, apart_ms=1500.0)
    assert found == [Drawn(B), flowers(B, "1g"), Drawn(B, replacement=True), Discarded(B, Tile.parse("1s"))]


def test_tw_r12_flowers_one_after_the_other() -> None:
    shown = FlowerSeen(B, 0, sure("1g")), FlowerSeen(B, 1, sure("2g")), *discard(B, "1s")
    found = told(decoder(*PASSES, Discarded(A, Tile.parse("9m"))), *shown, apart_ms=2000.0)
    replaced = Drawn(B, replacement=True)
    assert found == [Drawn(B), flowers(B, "1g"), replaced, flowers(B, "2g"), replaced, Discarded(B, Tile.parse("1s"))]


def test_a_row_that_was_whole_before_says_nothing_of_the_replacement() -> None:
    made = decoder(*PASSES, Discarded(A, Tile.parse("9m")))
    says(made, StandingRow(B, 16, True), at_ms=1000.0)
    found = [one.event for one in says(made, FlowerSeen(B, 0, sure("1g")), at_ms=2000.0)]
    found += [one.event for one in waits(made, 2500.0, since_ms=2050.0)]
    assert found == [flowers(B, "1g")]
    assert [one.event for one in waits(made, 4000.0, since_ms=2500.0)] == [Drawn(B, replacement=True)]


def test_a_badly_read_flower_is_a_flower() -> None:
    reading = ReadTile("5z", 0.55, (("5z", 0.55), ("3f", 0.4)))
    assert told(decoder(), FlowerSeen(A, 0, reading)) == [flowers(A, "3f")]


def test_tw_f03_a_tile_surely_read_that_is_no_flower() -> None:
    made = decoder()
    found = says(made, FlowerSeen(A, 0, sure("5z")))
    found += waits(made, 15000.0, since_ms=1050.0)
    [shown] = [one for one in found if isinstance(one.event, FlowersShown)]
    assert [violation.clause for violation in shown.violations] == ["TW-F03"]


def test_flowers_out_of_turn_make_the_table_out_of_step_first() -> None:
    made = decoder(*PASSES, Discarded(A, Tile.parse("9m")))
    says(made, FlowerSeen(D, 0, sure("1g")))
    waits(made, 5500.0, since_ms=1050.0)
    assert made.out_of_step is not None
    assert "1g lies before D's hand" in made.out_of_step


def test_tw_r23_a_kan_of_the_dealer_ends_the_opening() -> None:
    table = RiggedTable(BOOK, ("1111m",), live="9s")
    table.draw()
    for seat in Seat:
        table.choose(FlowersPassed, seat)
    table.call(A, MeldKind.KAN_CONCEALED)
    table.draw()
    table.discard("9s")
    script = performed(BOOK, [*table.events, Settled((0, 0, 0, 0), table.state.points, 0)])
    trial = told_of(BOOK, script)
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, ()))
    decoded = [one.event for _, one in trial.told]
    at = decoded.index(kan)
    assert decoded[at - 4 : at] == [*PASSES]


@pytest.mark.parametrize("seat", [B, C, D])
def test_tw_f02_a_hidden_draw_is_implied_by_a_flower(seat: Seat) -> None:
    rivers = [Discarded(one, Tile.parse("9m")) for one in Seat if one.number < seat.number - 1]
    before: list[HandEvent] = [*PASSES, Discarded(A, Tile.parse("9p"))]
    for event in rivers:
        before += [Drawn(event.seat.after()), Discarded(event.seat.after(), event.tile)]
    found = told(decoder(*before), FlowerSeen(seat, 0, sure("1g")))
    assert found == [Drawn(seat), flowers(seat, "1g"), Drawn(seat, replacement=True)][: len(found)]
    assert len(found) >= 2


def test_tw_f01_nobody_hears_a_pass_so_that_flowers_out_of_turn_accuse_nobody() -> None:
    made = decoder()
    found = says(made, FlowerSeen(C, 0, sure("2f")), StandingRow(C, 15, False))
    found += waits(made, 4000.0, since_ms=1100.0)
    found += says(made, StandingRow(C, 16, False), FlowerSeen(B, 0, sure("3f")), at_ms=4000.0)
    found += waits(made, 15000.0, since_ms=4100.0)
    assert flowers(B, "3f") in [one.event for one in found]
    assert [one.violations for one in found if one.violations] == []
    assert made.state is not None
    assert made.state.dead == frozenset()
    assert made.out_of_step is not None


def test_a_row_that_is_too_short_waits_for_the_flower_that_an_arm_hides() -> None:
    made = decoder()
    found = says(made, FlowerSeen(A, 0, sure("1f")), StandingRow(A, 15, False))
    found += waits(made, 2500.0, since_ms=1100.0)
    assert found == []
    late = Observation(Witness.CAMERA, 1000.0, moment(1000.0), FlowerSeen(A, 1, sure("3g")))
    found = [*made.observe(late), *waits(made, 4500.0, since_ms=2500.0)]
    assert [one.event for one in found] == [flowers(A, "1f", "3g")]
