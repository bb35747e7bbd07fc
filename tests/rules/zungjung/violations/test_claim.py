"""Claims that may not be made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.chi_step import ChiStep
from tablebridge_rules.zungjung.claims import Claim
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.rulebook import Rulebook
from tablebridge_rules.zungjung.violations.claim import Situation, judge_claim, legal_claims

B = Seat.B
LEFT, ACROSS, RIGHT = Relation.LEFT, Relation.ACROSS, Relation.RIGHT
CHI, PON, KAN, WIN = Claim
WAITING = "123456m222p78s55p"


def at(tile: str, relation: Relation = ACROSS, hand: str = "55p46p123m777s123z", **fields: Any) -> Situation:
    return Situation(standing=parse_tiles(hand), tile=Tile.parse(tile), relation=relation, **fields)


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        pytest.param(at("5p", LEFT), {CHI, PON}, id="ZJ-R01 ZJ-R15 ZJ-R18 chi and pon of the upper seat"),
        pytest.param(at("5p", RIGHT), {PON}, id="ZJ-R15 pon of the lower seat"),
        pytest.param(at("7s", LEFT), {PON, KAN}, id="ZJ-R26 kan of any seat"),
        pytest.param(at("9m"), set(), id="ZJ-R01 nothing"),
        pytest.param(at("9s", hand=WAITING), {WIN}, id="ZJ-R12 a win"),
        pytest.param(at("5p", LEFT, joined=True, drawn=True), set(), id="ZJ-R02 too late"),
        pytest.param(at("5p", LEFT, drawn=True), {CHI, PON}, id="ZJ-R02 the draw is not joined yet"),
        pytest.param(at("7z", hand="123m4567p12z", melds=(parse_meld("pon:777z<left").meld(B),)), set(), id="ZJ-R27"),
        pytest.param(
            at("9p", LEFT, hand=WAITING.replace("78s", "78p"), kan=MeldKind.KAN_ADDED), {WIN}, id="ZJ-X05 rob"
        ),
        pytest.param(at("5p", LEFT, dead=Penalty.MINOR_DEAD_HAND), {CHI, PON}, id="ZJ-F01 calls stay"),
    ],
)
def test_what_may_be_claimed(book: Rulebook, situation: Situation, expected: set[Claim]) -> None:
    assert legal_claims(book, situation) == expected


PON_777 = (parse_meld("pon:777z<left").meld(B),)
NINE = frozenset({Tile.parse("9s").kind})


@pytest.mark.parametrize(
    ("claim", "situation", "clause", "penalty"),
    [
        pytest.param(PON, at("5p", discards_since=1), "ZJ-R02", "tile_returns", id="ZJ-R02 a dead discard"),
        pytest.param(WIN, at("9s", hand=WAITING, discards_since=1), "ZJ-R02", "tile_returns", id="ZJ-R02 a win too"),
        pytest.param(PON, at("5p", drawn=True, joined=True), "ZJ-R02", "tile_returns", id="ZJ-R02 the draw is joined"),
        pytest.param(PON, at("5p", touched_wall=True), "ZJ-X08", "refused", id="ZJ-X08 South touched the wall"),
        pytest.param(PON, at("5p", announced=False), "ZJ-X04", "refused", id="ZJ-X04 ZJ-F01 unannounced"),
        pytest.param(WIN, at("9s", hand=WAITING, penalty_kinds=NINE), "ZJ-R14", "refused", id="ZJ-R14 penalty tile"),
        pytest.param(WIN, at("1s", hand=WAITING), "ZJ-R14", "refused", id="ZJ-R14 not complete"),
        pytest.param(
            WIN, at("9s", hand=WAITING, kan=MeldKind.KAN_CONCEALED), "ZJ-X05", "refused", id="ZJ-X05 a concealed kan"
        ),
        pytest.param(PON, at("5p", kan=MeldKind.KAN_ADDED), "ZJ-X05", "refused", id="ZJ-X05 only a win robs"),
        pytest.param(CHI, at("5p", ACROSS), "ZJ-R18", "refused", id="ZJ-R18 chi from the opposite"),
        pytest.param(CHI, at("9s", LEFT), "ZJ-R18", "refused", id="ZJ-R18 no sequence"),
        pytest.param(PON, at("9m"), "ZJ-R15", "refused", id="ZJ-R15 no pair"),
        pytest.param(KAN, at("5p"), "ZJ-R26", "refused", id="ZJ-R26 no triplet"),
        pytest.param(
            KAN, at("7z", hand="123m4567p12z", melds=PON_777), "ZJ-R27", "tile_returns", id="ZJ-R27 an exposed triplet"
        ),
        pytest.param(
            PON,
            at("5p", chi=ChiStep(0, 1200), at_ms=1500),
            "ZJ-R22",
            "refused",
            id="ZJ-R22 North's pon after the exposure",
        ),
        pytest.param(
            PON,
            at("5p", chi_before=ChiStep(0, None, 1500), at_ms=1600),
            "ZJ-R21",
            "refused",
            id="ZJ-R21 West's pon before the exposure",
        ),
        pytest.param(
            WIN, at("9s", hand=WAITING, dead=Penalty.MINOR_DEAD_HAND), "ZJ-F01", "refused", id="ZJ-F01 no win"
        ),
        pytest.param(
            WIN, at("9s", hand=WAITING, dead=Penalty.MAJOR_DEAD_HAND), "ZJ-F03", "refused", id="ZJ-F03 no win"
        ),
        pytest.param(WIN, at("9s", hand=WAITING, dead=Penalty.LONG_HAND), "ZJ-X08", "refused", id="ZJ-X08 a long hand"),
    ],
)
def test_a_claim_that_may_not_be_made(
    book: Rulebook, claim: Claim, situation: Situation, clause: str, penalty: str
) -> None:
    (found,) = judge_claim(book, B, claim, situation)
    assert (found.clause, found.seat, found.penalty) == (clause, B, penalty)


@pytest.mark.parametrize(
    ("claim", "situation"),
    [
        pytest.param(PON, at("5p", chi=ChiStep(0, 200), at_ms=900), id="ZJ-R22 the chi came too soon"),
        pytest.param(CHI, at("5p", LEFT, chi=ChiStep(0, 1200), at_ms=1500), id="ZJ-R22 the chi itself"),
        pytest.param(
            WIN, at("9s", hand=WAITING, chi_before=ChiStep(0, None, 1500), at_ms=1600), id="ZJ-R21 a win at once"
        ),
        pytest.param(PON, at("5p", chi_before=ChiStep(0, 1200, 1500), at_ms=1600), id="ZJ-R21 after the exposure"),
        pytest.param(WIN, at("9s", hand=WAITING), id="ZJ-R14 whatever was passed or discarded before"),
    ],
)
def test_a_claim_that_stands(book: Rulebook, claim: Claim, situation: Situation) -> None:
    assert judge_claim(book, B, claim, situation) == ()


def test_options_of_claims(book: Rulebook) -> None:
    """ZJ-R02, ZJ-R14, ZJ-F01, ZJ-X04."""
    play = replace(book.play, oral_calls="taken_as_seen", late_claim="until_next_draw", penalty_tile="off")
    house = replace(book, play=play, foul=replace(book.foul, minor_dead_hand="no_call_no_win"))
    assert judge_claim(house, B, PON, at("5p", announced=False)) == ()
    assert judge_claim(house, B, PON, at("5p", drawn=True))[0].clause == "ZJ-R02"
    assert judge_claim(house, B, WIN, at("9s", hand=WAITING, penalty_kinds=NINE)) == ()
    assert judge_claim(house, B, PON, at("5p", dead=Penalty.MINOR_DEAD_HAND))[0].clause == "ZJ-F01"
