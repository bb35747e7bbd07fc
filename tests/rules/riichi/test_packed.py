"""Tiles in one whole number."""

from __future__ import annotations

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.packed import (
    COUNT,
    PLACES,
    SUIT_BITS,
    SUIT_MASK,
    is_beyond,
    meld_code,
    pack,
    suit_counts,
    suit_melds,
)
from tablebridge_rules.seat import Seat
from tablebridge_rules.tile import ALL_TILES

MELDS = {
    "789p": (MeldKind.CHI, (MeldKind.CHI, 6)),
    "222p": (MeldKind.PON, (MeldKind.PON, 1)),
    "9999p": (MeldKind.KAN_ADDED, (MeldKind.KAN_EXPOSED, 8)),
    "1111p": (MeldKind.KAN_CONCEALED, (MeldKind.KAN_CONCEALED, 0)),
}


def meld(kind: MeldKind, text: str) -> Meld:
    tiles = parse_tiles(text)
    return Meld(kind, tiles[1:], tiles[0], Seat.B)


def test_every_kind_has_its_place_and_a_red_five_counts_as_a_five() -> None:
    packed = pack(ALL_TILES)
    assert [packed >> place & COUNT for place in PLACES] == [2 if index in (4, 13, 22) else 1 for index in range(42)]


def test_a_suit_and_its_melds_are_one_number() -> None:
    packed = pack(parse_tiles("123m05p77z"))
    for text, (kind, _) in MELDS.items():
        packed += meld_code(meld(kind, text), pack(parse_tiles(text))) or 0
    dots = packed >> SUIT_BITS & SUIT_MASK
    assert suit_counts(dots) == (0, 0, 0, 0, 2, 0, 0, 0, 0)
    assert suit_melds(dots) == [told for _, told in MELDS.values()]
    assert suit_melds(packed & SUIT_MASK) == []
    assert suit_counts(packed >> 3 * SUIT_BITS) == (0, 0, 0, 0, 0, 0, 2, 0, 0)


def test_tiles_that_are_no_set_have_no_code() -> None:
    for kind, text in (
        (MeldKind.CHI, "891p"),
        (MeldKind.CHI, "123z"),
        (MeldKind.PON, "22p3p"),
        (MeldKind.PON, "2222p"),
        (MeldKind.KAN_EXPOSED, "222p"),
        (MeldKind.KAN_CONCEALED, "123p"),
    ):
        assert meld_code(meld(kind, text), pack(parse_tiles(text))) is None, text


def test_what_is_beyond_a_hand() -> None:
    assert not is_beyond(pack(parse_tiles("1111m9999m1111p7777z")))
    for text in ("11111m", "9" * 5 + "s", "7" * 18 + "z", "1f"):
        assert is_beyond(pack(parse_tiles(text))), text
