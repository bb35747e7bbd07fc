"""How melds are read at a Taiwanese table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import MeldSeen, MeldTile, ReadTile, RiverTileGone, RiverTileSeen, StandingRow
from tablebridge_rules.event import Called, Discarded, Drawn, FlowersPassed, HandStarted, TilesDealt
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.taiwan.rulebook import load
from tablebridge_rules.tile import Tile
from tests.tablebridge.game.rigged import says, waits

A, B, C, D = Seat
BOOK = load("taiwan16-ntuee-2009")
CHI, PON, KAN, HIDDEN = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED
OPENED = (
    HandStarted(0, Wind.EAST, A, 0, 0, (200, 200, 200, 200)),
    TilesDealt(),
    Drawn(A),
    *(FlowersPassed(seat) for seat in Seat),
)


def read(name: str, *others: str) -> ReadTile:
    if not others:
        return ReadTile(name, 0.97, ((name, 0.97),))
    return ReadTile(name, 0.5, ((name, 0.5), *((other, 0.4) for other in others)))


def row(*names: str | ReadTile) -> tuple[MeldTile, ...]:
    return tuple(MeldTile(name if isinstance(name, ReadTile) else read(name)) for name in names)


def calls(seat: Seat, tiles: Sequence[MeldTile], tile: str, *, standing: int) -> list[Called]:
    """What is told of a meld of `seat` made of A's discard `tile`."""
    decoder = Decoder(BOOK)
    decoder.resume(OPENED)
    laid = (RiverTileSeen(A, 0, read(tile), False), StandingRow(A, 16, False))
    taken = (RiverTileGone(A, 0), MeldSeen(seat, 0, tuple(tiles)), StandingRow(seat, standing, False))
    told = [*says(decoder, *laid), *says(decoder, *taken, at_ms=3000.0), *waits(decoder, 6000.0, since_ms=3200.0)]
    return [one.event for one in told if isinstance(one.event, Called)]


def meld(kind: MeldKind, own: str, called: str) -> Meld:
    return Meld(kind, parse_tiles(own), Tile.parse(called), A)


@pytest.mark.parametrize(
    ("seat", "tiles", "standing", "expected"),
    [
        (B, row("4s", "3s", "5s"), 14, meld(CHI, "45s", "3s")),
        (B, row("1s", "3s", "2s"), 14, meld(CHI, "12s", "3s")),
        (C, row("3s", "3s", "3s"), 14, meld(PON, "33s", "3s")),
        (D, row("3s", "3s", "3s", "3s"), 13, meld(KAN, "333s", "3s")),
        (B, row(read("7p", "4s"), "3s", "5s"), 14, meld(CHI, "45s", "3s")),
        (C, row("3s", read("8s", "3s"), "3s"), 14, meld(PON, "33s", "3s")),
    ],
    ids=["TW-R16 low", "TW-R16 high", "TW-R17", "TW-R20", "misread run", "misread pon"],
)
def test_a_call(seat: Seat, tiles: Sequence[MeldTile], standing: int, expected: Meld) -> None:
    [told] = calls(seat, tiles, "3s", standing=standing)
    assert told.seat is seat
    assert (told.meld.kind, sorted(told.meld.own), told.meld.called) == (
        expected.kind,
        sorted(expected.own),
        expected.called,
    )
    assert told.meld.from_seat is A


def test_tw_f05_tiles_that_make_no_set_are_told_as_they_lie() -> None:
    [told] = calls(B, row("2p", "3s", "9p"), "3s", standing=14)
    assert sorted(told.meld.own) == sorted(parse_tiles("29p"))


def test_tw_f07_a_run_from_across() -> None:
    [told] = calls(C, row("4s", "3s", "5s"), "3s", standing=14)
    assert (told.meld.kind, told.meld.from_seat) == (CHI, A)


def in_turn(*tiles: MeldTile) -> list[Called]:
    decoder = Decoder(BOOK)
    decoder.resume(OPENED)
    told = says(decoder, MeldSeen(A, 0, tiles), StandingRow(A, 13, False))
    told += waits(decoder, 4000.0, since_ms=1200.0)
    return [one.event for one in told if isinstance(one.event, Called)]


def test_tw_r23_four_backs_hide_their_tiles() -> None:
    assert in_turn(*row("back", "back", "back", "back")) == [Called(A, Meld(HIDDEN, ()))]


def test_tw_r23_house_rules_may_show_one() -> None:
    assert in_turn(*row("back", "back", "back", "7z")) == [Called(A, Meld(HIDDEN, parse_tiles("7777z")))]


def test_three_backs_are_no_kan() -> None:
    assert in_turn(*row("back", "back", "back")) == []


def test_tw_r18_a_call_after_the_next_seat_has_drawn() -> None:
    decoder = Decoder(BOOK)
    decoder.resume([*OPENED, Discarded(A, Tile.parse("3s")), Drawn(B)])
    seen = (RiverTileGone(A, 0), MeldSeen(C, 0, row("3s", "3s", "3s")), StandingRow(C, 14, False))
    found = [*says(decoder, *seen), *waits(decoder, 4000.0, since_ms=1200.0)]
    assert [(one.event, one.violations) for one in found] == [(Called(C, meld(PON, "33s", "3s")), ())]
