"""How melds are read at a Zung Jung table: the sideways tile, its place, and melds laid wrongly."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablebridge.game.decoder.decode import Decoder
from tablebridge.observation import MeldSeen, MeldTile, ReadTile, RiverTileGone, RiverTileSeen, StandingRow
from tablebridge_rules.event import Called, Discarded, Drawn, HandStarted, TilesDealt
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.rulebook import load
from tests.tablebridge.game.rigged import says, waits

A, B, C, D = Seat
BOOK = load("zungjung-wsom-1.03")
CHI, PON, KAN, CONCEALED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED, MeldKind.KAN_CONCEALED
DEALT = (HandStarted(0, Wind.EAST, A, 0, 0, (0, 0, 0, 0)), TilesDealt(), Drawn(A))


def row(names: str, sideways: int | None = None) -> tuple[MeldTile, ...]:
    """Tiles from left to right, `back` written as `--`."""
    parts = [names[place : place + 2] for place in range(0, len(names), 2)]
    read = ["back" if part == "--" else part for part in parts]
    return tuple(
        MeldTile(ReadTile(name, 0.97, ((name, 0.97),)), sideways=place == sideways) for place, name in enumerate(read)
    )


def told(seat: Seat, tiles: Sequence[MeldTile], tile: str | None, standing: int) -> list[Called | Discarded]:
    """What is told of a meld of `seat`, made of A's discard `tile`, or of a discard that nobody saw."""
    decoder = Decoder(BOOK)
    decoder.resume(DEALT)
    found = []
    if tile is not None:
        reading = ReadTile(tile, 0.97, ((tile, 0.97),))
        found += says(decoder, RiverTileSeen(A, 0, reading, False), StandingRow(A, 13, False))
        found += says(decoder, RiverTileGone(A, 0), at_ms=3000.0)
    found += says(decoder, MeldSeen(seat, 0, tuple(tiles)), StandingRow(seat, standing, False), at_ms=3050.0)
    found += waits(decoder, 7000.0, since_ms=3200.0)
    return [one.event for one in found if isinstance(one.event, Called | Discarded)]


def called(kind: MeldKind, own: str, tile: str) -> Meld:
    return Meld(kind, parse_tiles(own), Tile.parse(tile), A)


CALLS = [
    ("ZJ-R19 left", B, row("3s4s5s", 0), 11, called(CHI, "45s", "3s")),
    ("ZJ-R19 middle", B, row("2s3s4s", 1), 11, called(CHI, "24s", "3s")),
    ("ZJ-R19 the wrong tile sideways", B, row("3s4s5s", 2), 11, called(CHI, "45s", "3s")),
    ("ZJ-R16 left", B, row("3s3s3s", 0), 11, called(PON, "33s", "3s")),
    ("ZJ-R16 across", C, row("3s3s3s", 1), 11, called(PON, "33s", "3s")),
    ("ZJ-R16 right", D, row("3s3s3s", 2), 11, called(PON, "33s", "3s")),
    ("ZJ-R16 the wrong place", D, row("3s3s3s", 0), 11, called(PON, "33s", "3s")),
    ("ZJ-R26", C, row("3s3s3s3s", 2), 10, called(KAN, "333s", "3s")),
    ("none sideways", C, row("3s3s3s"), 11, called(PON, "33s", "3s")),
]


@pytest.mark.parametrize(
    ("seat", "tiles", "standing", "expected"), [case[1:] for case in CALLS], ids=[case[0] for case in CALLS]
)
def test_a_call_of_a_discard_that_was_seen(
    seat: Seat, tiles: Sequence[MeldTile], standing: int, expected: Meld
) -> None:
    assert told(seat, tiles, "3s", standing)[1:] == [Called(seat, expected)]


@pytest.mark.parametrize(
    ("seat", "tiles", "standing", "expected"),
    [
        (B, row("2s3s4s", 1), 11, called(CHI, "24s", "3s")),
        (C, row("3s3s3s", 1), 11, called(PON, "33s", "3s")),
    ],
    ids=["ZJ-R19", "ZJ-R16"],
)
def test_a_call_of_a_discard_that_nobody_saw(
    seat: Seat, tiles: Sequence[MeldTile], standing: int, expected: Meld
) -> None:
    assert told(seat, tiles, None, standing) == [Discarded(A, Tile.parse("3s")), Called(seat, expected)]


def test_zj_r24_the_outer_tiles_of_a_concealed_kan_lie_face_down() -> None:
    kan = Called(A, Meld(CONCEALED, parse_tiles("7777z")))
    assert told(A, row("--7z7z--"), None, 10) == [kan]


def test_zj_r18_tiles_that_make_no_set_are_told_as_they_lie() -> None:
    [_, call] = told(B, row("3s8s8s", 0), "3s", 11)
    assert isinstance(call, Called)
    assert (call.meld.called, sorted(call.meld.own)) == (Tile.parse("3s"), sorted(parse_tiles("88s")))


def test_zj_r02_a_call_after_the_next_seat_has_drawn() -> None:
    decoder = Decoder(BOOK)
    decoder.resume([*DEALT, Discarded(A, Tile.parse("3s")), Drawn(B)])
    seen = (RiverTileGone(A, 0), MeldSeen(C, 0, row("3s3s3s", 1)), StandingRow(C, 11, False))
    found = [*says(decoder, *seen), *waits(decoder, 4000.0, since_ms=1200.0)]
    assert [(one.event, one.violations) for one in found] == [(Called(C, called(PON, "33s", "3s")), ())]
