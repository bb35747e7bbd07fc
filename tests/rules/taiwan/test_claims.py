"""Claims: which melds a hand can make, and whose claim stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import format_tiles, parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.taiwan.claims import (
    Claim,
    added_kans,
    can_kan,
    can_pon,
    chi_pairs,
    concealed_kans,
    in_turn_order,
    laid_order,
    resolve,
    shown_tiles,
    winners_of,
)
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.violations.turn import expected_tiles
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
LEFT, ACROSS, RIGHT = Relation.LEFT, Relation.ACROSS, Relation.RIGHT


def tile(text: str) -> Tile:
    return Tile.parse(text)


@pytest.mark.parametrize(
    ("hand", "discard", "relation", "expected"),
    [
        pytest.param("45s5z", "3s", LEFT, ["45s"], id="TW-R16 low"),
        pytest.param("12456s", "3s", LEFT, ["12s", "24s", "45s"], id="TW-R16 all three places"),
        pytest.param("45s5z", "3s", ACROSS, [], id="TW-R16 only of the left"),
        pytest.param("45m", "3s", LEFT, [], id="TW-R16 another suit"),
        pytest.param("12z", "3z", LEFT, [], id="TW-R16 no honours"),
        pytest.param("3345s", "3s", LEFT, ["45s"], id="TW-R16 the tile itself is no part"),
    ],
)
def test_what_chi_can_be_made_with(hand: str, discard: str, relation: Relation, expected: list[str]) -> None:
    assert [format_tiles(pair) for pair in chi_pairs(parse_tiles(hand), tile(discard), relation)] == expected


def test_the_claimed_tile_lies_between_the_two_of_a_chi_tw_r16() -> None:
    chi = Meld(MeldKind.CHI, parse_tiles("45s"), tile("3s"), A)
    assert format_tiles(laid_order(chi)) == "435s"
    assert 14 + len(chi.tiles) == expected_tiles(0, to_discard=True)
    assert 13 + len(chi.tiles) == expected_tiles(0)


def test_pon_takes_the_discard_of_anybody_tw_r17() -> None:
    assert can_pon(parse_tiles("77z1m"), tile("7z"))
    assert not can_pon(parse_tiles("7z1m"), tile("7z"))
    pon = parse_meld("pon:777z<right").meld(A)
    assert pon.from_seat is B
    assert format_tiles(laid_order(pon)) == "777z"


@pytest.mark.parametrize(
    ("hand", "relation", "expected"),
    [
        pytest.param("999p", RIGHT, True, id="TW-R20 right"),
        pytest.param("999p", ACROSS, True, id="TW-R20 across"),
        pytest.param("999p", LEFT, False, id="TW-R20 never of the left"),
        pytest.param("99p", RIGHT, False, id="TW-R20 two are too few"),
    ],
)
def test_an_open_kan(hand: str, relation: Relation, expected: bool) -> None:
    assert can_kan(parse_tiles(hand), tile("9p"), relation) is expected


def test_tiles_held_after_an_open_kan_tw_r20() -> None:
    assert (expected_tiles(1, to_discard=True), expected_tiles(1)) == (18, 17)


PON = parse_meld("pon:777z<left").meld(A)


def test_a_fourth_tile_is_added_after_a_draw_tw_r22(book: Rulebook) -> None:
    assert added_kans(book, parse_tiles("1m7z"), [PON], tile("7z")) == (tile("7z"),)
    assert added_kans(book, parse_tiles("1m7z"), [PON], tile("1m")) == (tile("7z"),)
    assert added_kans(book, parse_tiles("1m7z"), [PON], None) == ()
    assert added_kans(book, parse_tiles("1m"), [PON, parse_meld("chi:123m<left").meld(A)], tile("1m")) == ()
    assert (expected_tiles(1, to_discard=True), expected_tiles(1)) == (18, 17)


def test_a_fourth_tile_is_added_only_when_drawn_where_the_rulebook_says_so_tw_r22(book: Rulebook) -> None:
    house = replace(book, play=replace(book.play, added_kan_delayed=False))
    assert added_kans(house, parse_tiles("1m7z"), [PON], tile("1m")) == ()
    assert added_kans(house, parse_tiles("1m7z"), [PON], tile("7z")) == (tile("7z"),)


def test_a_concealed_kan_lies_face_down_tw_r23(book: Rulebook) -> None:
    hand = parse_tiles("2222m1111p3z")
    assert concealed_kans(hand, tile("2m")) == (tile("2m"), tile("1p"))
    assert concealed_kans(hand, None) == ()
    kan = parse_meld("ankan:2222m").meld(A)
    assert shown_tiles(book, kan) == (None,) * 4
    assert shown_tiles(book, PON) == parse_tiles("777z")
    assert laid_order(kan) == parse_tiles("2222m")


@pytest.mark.parametrize(("display", "seen"), [("one_face_up", 1), ("all_face_up", 4)])
def test_a_concealed_kan_shows_its_tile_where_the_rulebook_says_so_tw_r23(
    book: Rulebook, display: str, seen: int
) -> None:
    house = replace(book, table=replace(book.table, ankan_display=display))  # type: ignore[arg-type]
    shown = shown_tiles(house, parse_meld("ankan:2222m").meld(A))
    assert len(shown) == 4
    assert sum(one is not None for one in shown) == seen


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param({A: Claim.CHI, B: Claim.PON, C: Claim.WIN}, [(C, Claim.WIN)], id="TW-R38 win"),
        pytest.param({A: Claim.CHI, B: Claim.PON}, [(B, Claim.PON)], id="TW-R38 pon"),
        pytest.param({A: Claim.CHI, C: Claim.KAN}, [(C, Claim.KAN)], id="TW-R38 kan"),
        pytest.param({A: Claim.CHI}, [(A, Claim.CHI)], id="TW-R38 chi"),
        pytest.param({}, [], id="TW-R38 nobody"),
        pytest.param({A: Claim.WIN, B: Claim.WIN}, [(A, Claim.WIN)], id="TW-R43 the lower seat goes first"),
        pytest.param({B: Claim.WIN, C: Claim.WIN}, [(B, Claim.WIN)], id="TW-R43 opposite before the upper seat"),
        pytest.param(
            {C: Claim.WIN, B: Claim.WIN, A: Claim.WIN},
            [(A, Claim.WIN), (B, Claim.WIN), (C, Claim.WIN)],
            id="TW-P04 three win together",
        ),
    ],
)
def test_whose_claim_on_a_discard_of_d_stands(
    book: Rulebook, claims: dict[Seat, Claim], expected: list[tuple[Seat, Claim]]
) -> None:
    assert list(resolve(book, claims, D)) == expected


@pytest.mark.parametrize(
    "claim", [pytest.param(Claim.PON, id="TW-R27 pon"), pytest.param(Claim.WIN, id="TW-R39 win"), Claim.KAN]
)
def test_a_declared_self_draw_shuts_out_claims(book: Rulebook, claim: Claim) -> None:
    assert resolve(book, {C: claim}, A, self_draw_declared=True) == ()


@pytest.mark.parametrize(
    ("option", "two", "three"),
    [
        ("three_yes_two_intercept", (A,), (A, B, C)),
        ("first_only", (A,), (A,)),
        ("all_win", (A, B), (A, B, C)),
    ],
)
def test_several_winners_by_option_tw_r43_tw_p04(
    book: Rulebook, option: str, two: tuple[Seat, ...], three: tuple[Seat, ...]
) -> None:
    house = replace(book, play=replace(book.play, multi_win=option))  # type: ignore[arg-type]
    assert winners_of(house, [B, A], D) == two
    assert winners_of(house, [C, B, A], D) == three
    assert winners_of(house, [], D) == ()


def test_turn_order_begins_at_the_right_tw_r13() -> None:
    assert in_turn_order(Seat, A) == (B, C, D, A)
    assert in_turn_order(Seat, A)[0] is A.after()
