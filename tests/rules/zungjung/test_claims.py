"""Claims: which sets a hand can make, which kans a turn allows, whose claim is granted."""

from __future__ import annotations

from itertools import permutations

import pytest

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.claims import (
    Claim,
    TurnStart,
    Wish,
    added_kans,
    can_kan,
    can_pon,
    can_rob,
    chi_pairs,
    claimants,
    concealed_kans,
    next_to_draw,
    resolve,
)

E, S, W, N = Seat
CHI, PON, KAN, WIN = Claim


def test_three_seats_may_claim_a_discard_zj_r01() -> None:
    assert claimants(E) == (S, W, N)
    assert claimants(W) == (N, E, S)


def test_there_is_no_other_claim_zj_r04() -> None:
    assert {claim.value for claim in Claim} == {"win", "chi", "pon", "kan"}


@pytest.mark.parametrize(
    ("wishes", "granted"),
    [
        pytest.param([Wish(S, WIN), Wish(W, WIN), Wish(N, PON)], (S, WIN), id="ZJ-X04 the lower seat's win alone"),
        pytest.param([Wish(W, WIN), Wish(N, WIN)], (W, WIN), id="ZJ-X04 opposite before upper"),
        pytest.param([Wish(S, CHI), Wish(N, PON)], (N, PON), id="ZJ-X04 pon before chi"),
        pytest.param([Wish(S, CHI), Wish(N, KAN)], (N, KAN), id="ZJ-X04 kan before chi"),
        pytest.param([Wish(S, CHI), Wish(N, WIN)], (N, WIN), id="ZJ-X04 a win before chi"),
        pytest.param([Wish(S, CHI)], (S, CHI), id="ZJ-X04 chi alone"),
        pytest.param([Wish(S, WIN, legal=False), Wish(W, PON)], (W, PON), id="ZJ-X04 an illegal claim"),
        pytest.param([Wish(S, WIN, announced=False), Wish(W, PON)], (W, PON), id="ZJ-X04 an unannounced claim"),
        pytest.param([Wish(E, WIN), Wish(S, CHI)], (S, CHI), id="ZJ-R01 the discarder claims nothing"),
        pytest.param([], None, id="ZJ-X04 nobody"),
    ],
)
def test_the_claim_that_is_granted(wishes: list[Wish], granted: tuple[Seat, Claim] | None) -> None:
    for order in permutations(wishes):
        assert resolve(order, from_seat=E) == granted


@pytest.mark.parametrize(
    ("discarder", "expected"),
    [
        pytest.param(N, E, id="ZJ-R17 North pons East's discard and discards: East draws"),
        pytest.param(S, W, id="ZJ-R20 South chis and discards: West draws"),
        pytest.param(S, W, id="ZJ-R29 South kans, draws and discards: West draws"),
    ],
)
def test_the_lower_seat_is_next_to_draw(discarder: Seat, expected: Seat) -> None:
    assert next_to_draw(discarder) is expected


@pytest.mark.parametrize(
    ("hand", "tile", "relation", "pairs"),
    [
        pytest.param("46p", "5p", Relation.LEFT, ["4p6p"], id="ZJ-R18 from the upper seat"),
        pytest.param("46p", "5p", Relation.ACROSS, [], id="ZJ-R18 from the opposite"),
        pytest.param("46p", "5p", Relation.RIGHT, [], id="ZJ-R18 from the lower seat"),
        pytest.param("34677p", "5p", Relation.LEFT, ["3p4p", "4p6p", "6p7p"], id="ZJ-R18 three ways"),
        pytest.param("12z", "3z", Relation.LEFT, [], id="ZJ-R18 honours"),
        pytest.param("89p1s", "1p", Relation.LEFT, [], id="ZJ-R18 not round the corner"),
        pytest.param("4p6s", "5p", Relation.LEFT, [], id="ZJ-R18 two suits"),
    ],
)
def test_chi(hand: str, tile: str, relation: Relation, pairs: list[str]) -> None:
    found = chi_pairs(parse_tiles(hand), Tile.parse(tile), relation)
    assert ["".join(map(str, pair)) for pair in found] == pairs


def test_pon_and_kan_take_two_and_three_of_the_hand_zj_r15_zj_r26() -> None:
    seven = Tile.parse("7z")
    held = [parse_tiles(text) for text in ("7z", "77z", "777z")]
    assert [can_pon(hand, seven) for hand in held] == [False, True, True]
    assert [can_kan(hand, seven) for hand in held] == [False, False, True]


@pytest.mark.parametrize(
    ("start", "allowed"),
    [
        pytest.param(TurnStart.DRAW, True, id="ZJ-R24 ZJ-R25 after the own draw"),
        pytest.param(TurnStart.DEAL, True, id="ZJ-R24 ZJ-R25 East after the deal"),
        pytest.param(TurnStart.REPLACEMENT, True, id="ZJ-R24 ZJ-R25 after another kan"),
        pytest.param(TurnStart.PON, False, id="ZJ-R24 ZJ-R25 not with a pon"),
        pytest.param(TurnStart.CHI, False, id="ZJ-R24 ZJ-R25 not with a chi"),
    ],
)
def test_own_kans(start: TurnStart, allowed: bool) -> None:
    pons = [parse_meld(text).meld(S) for text in ("pon:777z<left", "pon:666z<left", "chi:567m<left")]
    hand = parse_tiles("2222m5m7z9s")
    assert concealed_kans(hand, start) == parse_tiles("2m") * allowed
    assert added_kans(hand, pons, start) == parse_tiles("7z") * allowed


def test_only_a_kan_that_is_being_added_can_be_robbed_zj_x05() -> None:
    assert [kind for kind in MeldKind if can_rob(kind)] == [MeldKind.KAN_ADDED]
