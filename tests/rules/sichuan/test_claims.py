"""What a seat may claim, which kongs it may make, what it may discard."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Revealed
from tablebridge_rules.sichuan.claims import Act, Claim, claims_on, discard_kinds, own_kongs, resolve
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.tile import Suit, Tile

A, B, C, D = Seat
M, P, S = SUITS
T = parse_tiles
BOOK = load("sichuan-bloody")
RIVER = replace(BOOK, play=replace(BOOK.play, after_win="xueliu"))
CONCEALED, ADDED = MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED


def with_play(**options: Any) -> Rulebook:
    return replace(BOOK, play=replace(BOOK.play, **options))


def hand(text: str, *melds: str, void: Suit | None = None, has_won: bool = False) -> Revealed:
    laid: tuple[Meld, ...] = tuple(parse_meld(meld).meld(A) for meld in melds)
    return Revealed(A, T(text), laid, void, has_won)


def kinds(text: str) -> frozenset[Any]:
    return frozenset(tile.kind for tile in T(text))


@pytest.mark.parametrize(
    ("book", "held", "tile", "added", "expected"),
    [
        pytest.param(BOOK, hand("123m456m789m55s88s"), "8s", False, (Act.WIN, Act.PON), id="SC-R22 win or pon"),
        pytest.param(BOOK, hand("123m456m789m55s88s"), "8s", True, (Act.WIN,), id="SC-S22 a tile being added"),
        pytest.param(BOOK, hand("123m456m789m55s88s", has_won=True), "8s", False, (), id="SC-R02 out of the hand"),
        pytest.param(RIVER, hand("123m456m789m55s88s", has_won=True), "8s", False, (Act.WIN,), id="SC-R02 wins again"),
        pytest.param(BOOK, hand("888s147m258p369m1m"), "8s", False, (Act.KAN, Act.PON), id="SC-R18 direct kong"),
        pytest.param(BOOK, hand("888s147m258p369m1m", void=S), "8s", False, (), id="SC-R16 the void suit"),
        pytest.param(
            with_play(pon_void_suit=True), hand("88s147m258p369m12m", void=S), "8s", False, (Act.PON,),
            id="SC-R16 the void suit where it is allowed",
        ),
        pytest.param(BOOK, hand("123m456m789m55s88s", void=S), "8s", False, (), id="SC-R01 no win on the void suit"),
        pytest.param(
            RIVER, hand("111p123m456m78m99m", has_won=True), "1p", False, (Act.KAN,), id="SC-R02 a winner's kong"
        ),
        pytest.param(
            RIVER, hand("1112p123m456m789m", has_won=True), "1p", False, (),
            id="SC-R02 a winner's kong that alters the waits",
        ),
    ],
)  # fmt: skip
def test_claims(book: Rulebook, held: Revealed, tile: str, added: bool, expected: tuple[Act, ...]) -> None:
    assert claims_on(book, held, Tile.parse(tile), added=added) == expected


def test_every_win_stands_and_goes_before_other_claims_sc_r28() -> None:
    claims = [Claim(B, Act.WIN), Claim(C, Act.KAN), Claim(A, Act.WIN)]
    assert resolve(claims, D) == (Claim(A, Act.WIN), Claim(B, Act.WIN))
    assert resolve([Claim(C, Act.KAN)], D) == (Claim(C, Act.KAN),)
    assert resolve([], D) == ()


@pytest.mark.parametrize(
    ("book", "held", "drawn", "expected"),
    [
        pytest.param(
            BOOK, hand("2222m111p45s", "pon:777s<left", void=None), "7s", [(CONCEALED, "2m"), (ADDED, "7s")],
            id="SC-R18 SC-R19 one held back, one drawn",
        ),
        pytest.param(BOOK, hand("222m111p4567s", "pon:777s<left"), "9s", [(ADDED, "7s")], id="SC-R18 held back"),
        pytest.param(BOOK, hand("222m147p258p369s9s", void=M), "2m", [], id="SC-R16 not of the void suit"),
        pytest.param(
            with_play(pon_void_suit=True), hand("222m147p258p369s9s", void=M), "2m", [(CONCEALED, "2m")],
            id="SC-R16 of the void suit where it is allowed",
        ),
        pytest.param(BOOK, hand("111p123m456m78m99m", has_won=True), "1p", [], id="SC-R02 none after the win"),
        pytest.param(
            RIVER, hand("111p123m456m78m99m", has_won=True), "1p", [(CONCEALED, "1p")],
            id="SC-R02 a winner's kong with the same waits",
        ),
        pytest.param(
            RIVER, hand("1112p123m456m789m", has_won=True), "1p", [], id="SC-R02 a winner's kong with other waits"
        ),
        pytest.param(
            RIVER, hand("123m456m78m99m", "pon:111p<left", has_won=True), "1p", [(ADDED, "1p")],
            id="SC-R02 a winner adds to a pon",
        ),
        pytest.param(
            RIVER, hand("123m456m78m99m", "pon:111p<left", has_won=True),
            "5m", [], id="SC-R02 a winner draws another tile",
        ),
    ],
)  # fmt: skip
def test_kongs_of_the_own_turn(
    book: Rulebook, held: Revealed, drawn: str, expected: list[tuple[MeldKind, str]]
) -> None:
    found = own_kongs(book, held, Tile.parse(drawn))
    assert [(act, str(kind)) for act, kind in found] == expected


@pytest.mark.parametrize(
    ("book", "held", "drawn", "claimed", "expected"),
    [
        pytest.param(BOOK, hand("123m4p5s", void=P), "9p", None, "4p9p", id="SC-R01 the void suit first"),
        pytest.param(BOOK, hand("123m5s", void=P), "9m", None, "1239m5s", id="SC-R15 any tile"),
        pytest.param(
            with_play(must_discard_void_first=False), hand("12m4p", void=P), "9p", None, "12m49p", id="SC-R01 free"
        ),
        pytest.param(BOOK, hand("123m5s"), None, "5s", "123m5s", id="SC-R15 the claimed tile too"),
        pytest.param(
            with_play(swap_call="forbidden"), hand("123m5s"), None, "5s", "123m", id="SC-R15 not the claimed tile"
        ),
        pytest.param(RIVER, hand("123m5s", has_won=True), "9s", None, "9s", id="SC-R02 a winner discards its draw"),
    ],
)
def test_discards(book: Rulebook, held: Revealed, drawn: str | None, claimed: str | None, expected: str) -> None:
    tiles = [None if text is None else Tile.parse(text) for text in (drawn, claimed)]
    assert discard_kinds(book, held, tiles[0], tiles[1]) == kinds(expected)
