"""Readings of complete hands, distances and waits, also against a brute-force search."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tablebridge_rules.decompose import Shape
from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import Meld
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.sichuan.opening import TILE_SET
from tablebridge_rules.sichuan.shape import SUITS, pairs_shanten, readings, shanten, useful_kinds, waits
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import STANDARD_KINDS, Suit, Tile
from tablebridge_rules.waits import COMPLETE, count_kinds

T = parse_tiles
M, P, S = SUITS


def melds(*texts: str) -> tuple[Meld, ...]:
    return tuple(parse_meld(text).meld(Seat.A) for text in texts)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("234m456m678m345s99s", ["a"]),
        ("123m456m789m888s55s", ["b"]),
        ("123m456m999m888s55s", ["c"]),
        ("123m444m999m888s55s", ["d"]),
        ("111m444m999m888s55s", ["e"]),
        ("111222333m44455s", ["b", "e"]),
        ("1111m33557788p99p", [None]),
        ("111123m456m555s99s", ["c"]),
        ("112233m445566s77s", ["a", "a", None]),
        ("123m456m789p555s88s", []),
        ("123m456m789m55s886s", []),
    ],
    ids=lambda value: str(value),
)
def test_readings_sc_r25(text: str, shapes: list[str | None]) -> None:
    tiles = T(text)
    assert [reading.basic_shape for reading in readings(Win(tiles[:-1], tiles[-1]))] == shapes


def test_four_of_a_kind_are_two_pairs_unless_they_are_not_played() -> None:
    tiles = T("1111m33557788p99p")
    (reading,) = readings(Win(tiles[:-1], tiles[-1]))
    assert reading.is_seven_pairs
    assert [str(group.first) for group in reading.groups].count("1m") == 2
    assert readings(Win(tiles[:-1], tiles[-1]), seven_pairs=False) == ()


def test_the_void_suit_sc_r01() -> None:
    win = Win(T("123m456m789m5s888s"), T("5s")[0])
    assert readings(win)
    assert readings(Win(win.concealed, win.winning_tile, void=P))
    assert readings(Win(win.concealed, win.winning_tile, void=S)) == ()


@pytest.mark.parametrize(
    ("win", "problem"),
    [
        (Win(T("123m"), T("1m")[0]), "3 standing tiles with 0 melds, expected 13 besides the winning tile"),
        (Win(T("123m456m789m5z888s"), T("5z")[0]), "5z is none of the 108 tiles"),
        (Win(T("123m406m789m5s888s"), T("5s")[0]), "0m is none of the 108 tiles"),
        (Win(T("1111m456m789m888s"), T("1m")[0]), "5 copies of 1m, a set has 4"),
        (Win(T("456m789m5s888s"), T("5s")[0], melds("pon:112m<left")), "1m1m2m is no pon"),
        (Win(T("456m789m5s888s"), T("5s")[0], melds("ankan:111m")), "1m1m1m is no kan_concealed"),
        (Win(T("456m789m5s888s"), T("5s")[0], melds("chi:123m<left")), "chi is not played"),
        (Win(T("123m456m789m5s888s"), T("5s")[0], void=Suit.HONOURS), "is no suit of the 108 tiles"),
        (Win(T("123m456m789m5s888s"), T("5s")[0], replacement=True), "a replacement tile without a kong"),
        (
            Win(T("123m456m789m5s888s"), T("5s")[0], from_relation=Relation.LEFT, replacement=True),
            "a replacement tile is a self-draw",
        ),
        (Win(T("123m456m789m5s888s"), T("5s")[0], robbed=True), "a robbed kong is another's tile"),
        (Win(T("123m456m789m5s888s"), T("5s")[0], after_kong=True), "a discard after a kong is another's tile"),
        (
            Win(T("123m456m789m5s888s"), T("5s")[0], from_relation=Relation.LEFT, robbed=True, after_kong=True),
            "a robbed tile is no discard",
        ),
        (
            Win(T("123m456m789m5s888s"), T("5s")[0], from_relation=Relation.LEFT, earthly=True),
            "a heavenly or earthly win is a self-draw",
        ),
        (Win(T("456m789m5s888s"), T("5s")[0], melds("pon:111m<left"), heavenly=True), "earthly win with a meld"),
        (Win(T("123m456m789m5s888s"), T("5s")[0], heavenly=True, earthly=True), "heavenly is the dealer's win"),
    ],
)
def test_what_cannot_be_at_a_table(win: Win, problem: str) -> None:
    with pytest.raises(WinError) as caught:
        readings(win)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("text", "void", "expected"),
    [
        ("123m456m789m55s888s", P, -1),
        ("123m456m789m55s88s", P, 0),
        ("123m456m789m55s88s", None, 0),
        ("123m456m789m55s88s", S, 4),
        ("123m456p789s55m88p", None, 3),
        ("11223344m5566s7s", P, 0),
        ("1111m2222m3333m4m", P, 0),
    ],
)
def test_shanten(text: str, void: Suit | None, expected: int) -> None:
    assert shanten(T(text), void=void) == expected


def test_the_void_suit_is_none_of_the_melds_suits() -> None:
    laid = melds("pon:555m<left", "pon:777p<left")
    assert shanten(T("23m444p99p"), laid) == 0
    assert shanten(T("23s444s99s"), laid) == 7
    assert shanten(T("2344s"), melds("pon:555m<left", "pon:777p<left", "pon:111s<left")) == 0


def test_seven_pairs_apart() -> None:
    assert pairs_shanten(count_kinds(T("1111m335577889p"))) == 0
    assert pairs_shanten(count_kinds(T("147m258p369s1234m"))) == 4
    assert shanten(T("1133557799m11p3p"), void=S, seven_pairs=False) > 0 == shanten(T("1133557799m11p3p"), void=S)


@pytest.mark.parametrize(
    ("text", "laid", "void", "expected"),
    [
        ("123m456m789m55s88s", (), P, "5s8s"),
        ("123m456m789m55s88s", (), S, ""),
        ("2344m", ("pon:111m<left", "pon:555m<left", "pon:777m<left"), S, "1m4m"),
        ("23m55s", ("ankan:1111m", "pon:444s<left", "pon:777m<left"), P, "4m"),
        ("1133557799m11p3p", (), S, "3p"),
        ("123m456m78m55s888s", (), None, "3m6m9m"),
        ("55s88s", ("pon:111p<left", "pon:555m<left", "pon:777m<left"), None, ""),
    ],
)
def test_waits(text: str, laid: tuple[str, ...], void: Suit | None, expected: str) -> None:
    assert waits(T(text), melds(*laid), void) == {tile.kind for tile in T(expected)}


def test_useful_tiles_bring_a_hand_nearer() -> None:
    hand = T("123m456m78m5s888s1p")
    assert useful_kinds(hand, void=P) == {tile.kind for tile in T("369m5s")}
    assert useful_kinds(hand, void=S) == {
        tile.kind for tile in T("123456789m123456789p") if shanten((*hand, tile), void=S) < shanten(hand, void=S)
    }


def brute_force(counts: list[int], sets: int) -> bool:
    """Whether the counted tiles are `sets` sets and a pair, by trying every pair and every set in turn."""
    return any(
        counts[pair] >= 2 and _sets(tuple(count - 2 * (index == pair) for index, count in enumerate(counts)), sets)
        for pair in range(27)
    )


def _sets(counts: tuple[int, ...], sets: int) -> bool:
    if sets == 0:
        return not any(counts)
    left = list(counts)
    index = next((index for index, count in enumerate(left) if count), None)
    if index is None:
        return False
    for shape in ((0, 0, 0), (0, 1, 2)):
        if shape[2] and index % 9 > 6:
            continue
        rest = list(left)
        for step in shape:
            rest[index + step] -= 1
        if min(rest) >= 0 and _sets(tuple(rest), sets - 1):
            return True
    return False


def random_hand(chance: random.Random) -> list[Tile]:
    """Fourteen tiles of two suits, mostly complete, sometimes with one tile changed."""
    first, second = chance.sample((0, 9, 18), 2)
    indices: list[int] = []
    for _ in range(4):
        base, rank, run = chance.choice((first, second)), chance.randrange(9), chance.random() < 0.6
        indices += [base + min(rank, 6) + step for step in range(3)] if run else [base + rank] * 3
    indices += [chance.choice((first, second)) + chance.randrange(9)] * 2
    if chance.random() < 0.3:
        indices[chance.randrange(14)] = chance.choice((first, second)) + chance.randrange(9)
    return [Tile(STANDARD_KINDS[index]) for index in indices]


def test_readings_agree_with_a_brute_force_search() -> None:
    chance = random.Random(108)
    tried = 0
    while tried < 400:
        hand = random_hand(chance)
        counts = list(count_kinds(hand))
        if max(counts) > 4:
            continue
        tried += 1
        chance.shuffle(hand)
        found = readings(Win(tuple(hand[:-1]), hand[-1]))
        pairs = all(count % 2 == 0 for count in counts)
        assert any(not reading.is_seven_pairs for reading in found) == brute_force(counts[:27], 4)
        assert any(reading.is_seven_pairs for reading in found) == pairs
        assert (shanten(hand) == COMPLETE) == bool(found)
        for reading in found:
            used = [0] * 34
            for group in reading.groups:
                for step in range(3) if group.is_run else [0] * (2 if group.shape is Shape.PAIR else 3):
                    used[group.first.index + step] += 1
            assert used == counts


def test_waits_are_exactly_what_completes_random_hands() -> None:
    chance = random.Random(13)
    for void in (*SUITS, None):
        for _ in range(12):
            hand = random_hand(chance)[:13]
            if max(count_kinds(hand)) > 4:
                continue
            expected = {
                tile.kind
                for tile in TILE_SET[::4]
                if count_kinds(hand)[tile.kind.index] < 4 and readings(Win(tuple(hand), tile, void=void))
            }
            assert waits(hand, void=void) == expected


def test_distance_is_the_fewest_exchanges_for_small_hands() -> None:
    """Four standing tiles with three melds: against every way to change one or two tiles."""
    chance = random.Random(4)
    laid = melds("pon:111m<left", "pon:222m<left", "pon:333m<left")
    kinds = [tile for tile in TILE_SET[::4] if tile.kind.suit is not S]
    for _ in range(15):
        hand = tuple(chance.sample(kinds[5:], 4))
        ready = [bool(waits(hand, laid, S))]
        ready.append(any(waits((*hand[:i], *hand[i + 1 :], new), laid, S) for i, new in product(range(4), kinds)))
        assert shanten(hand, laid, S) == (0 if ready[0] else 1 if ready[1] else 2)
