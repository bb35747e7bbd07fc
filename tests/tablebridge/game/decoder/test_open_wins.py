"""Hands laid open in play: which of them win, on which tile, and which only claim to."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoded import DecodedEvent
from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import HandRevealed, ReadTile, RevealedHandGone, RiverTileGone, Sighting
from tablebridge_rules.event import Discarded, Drawn, HandEvent, HandStarted, Settled, TilesDealt, Won
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import load
from tests.tablebridge.game.rigged import says, waits

A, B, C, D = Seat
BOOK = load("zungjung-wsom-1.03")
DEALT = (HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt(), Drawn(A))
WAITING = "123m456m789p46s22z"
NOTHING = "147m258p369s1234z"


def read(name: str, sure: float = 0.97, *others: str) -> ReadTile:
    return ReadTile(name, sure, ((name, sure), *((other, 0.3) for other in others)))


def laid(text: str, apart: str | None = None, sure: float = 0.97) -> HandRevealed:
    """A hand of the seat that is put in below."""
    tiles = tuple(read(str(tile), sure) for tile in parse_tiles(text))
    return HandRevealed(A, tiles, read(apart) if apart else None)


def by(seat: Seat, hand: HandRevealed) -> HandRevealed:
    return HandRevealed(seat, hand.tiles, hand.apart)


def told(events: Sequence[HandEvent], *sightings: Sighting, until_ms: float = 8000.0) -> list[DecodedEvent]:
    decoder = Decoder(BOOK)
    decoder.resume([*DEALT, *events])
    decoder.tick(900.0)
    end_ms = 1000.0 + 50.0 * len(sightings)
    return [*says(decoder, *sightings), *waits(decoder, until_ms, since_ms=end_ms)]


def wins(found: Sequence[DecodedEvent]) -> list[Won]:
    return [one.event for one in found if isinstance(one.event, Won)]


FIVE = Tile.parse("5s")
FED = Discarded(A, FIVE)


def test_zj_r11_the_drawn_tile_lies_apart() -> None:
    found = told((), laid(WAITING, "5s"))
    assert wins(found) == [Won(A, FIVE, parse_tiles(WAITING))]
    assert isinstance(found[-1].event, Settled)


def test_a_drawn_tile_that_nobody_can_tell_counts_for_the_least() -> None:
    [won] = wins(told((), laid("123m456m789p456s22z")))
    assert won.from_seat is None
    assert sorted((*won.concealed, won.tile)) == sorted(parse_tiles("123m456m789p456s22z"))


def test_zj_r12_a_discard_is_won_on() -> None:
    found = told((FED,), by(C, laid(WAITING)))
    assert wins(found) == [Won(C, FIVE, parse_tiles(WAITING), A)]


def test_a_discard_taken_into_the_row_is_the_tile_apart() -> None:
    found = told((FED,), RiverTileGone(A, 0), by(C, laid(WAITING, "5s")))
    assert wins(found) == [Won(C, FIVE, parse_tiles(WAITING), A)]


def test_a_draw_that_nobody_saw_comes_before_its_win() -> None:
    found = told((FED,), by(B, laid("123m456m789p46p22z", "5p")))
    assert [type(one.event) for one in found] == [Drawn, Won, Settled]


def test_a_tile_that_was_misread_is_what_makes_the_hand_whole() -> None:
    hand = laid(WAITING)
    tiles = (read("9s", 0.5, "1m"), *hand.tiles[1:])
    assert wins(told((FED,), HandRevealed(C, tiles, None))) == [Won(C, FIVE, parse_tiles(WAITING), A)]


@pytest.mark.parametrize(
    ("events", "hand", "won"),
    [
        ((), laid(NOTHING, "9m"), Won(A, Tile.parse("9m"), parse_tiles(NOTHING))),
        ((FED,), by(D, laid(NOTHING)), Won(D, FIVE, parse_tiles(NOTHING), A)),
    ],
    ids=["self-draw", "discard"],
)
def test_zj_r14_a_hand_surely_read_that_wins_nothing(events: Sequence[HandEvent], hand: HandRevealed, won: Won) -> None:
    found = told(events, hand)
    assert wins(found) == [won]
    assert [violation.clause for one in found for violation in one.violations] == ["ZJ-R14"]


def test_zj_r13_a_false_win_is_told_though_the_hand_stands_again_soon() -> None:
    decoder = Decoder(BOOK)
    decoder.resume([*DEALT, FED])
    found = says(decoder, by(D, laid(NOTHING)), at_ms=1000.0)
    found += waits(decoder, 2400.0, since_ms=1050.0)
    found += says(decoder, RevealedHandGone(D), at_ms=2400.0)
    found += waits(decoder, 9000.0, since_ms=2500.0)
    assert [type(one.event) for one in found] == [Won]


def test_a_hand_that_is_hardly_read_accuses_nobody() -> None:
    assert told((FED,), by(D, laid(NOTHING, sure=0.5))) == []
