"""Claims that may not be made, calls not carried out, melds laid wrongly, swap calling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Relation, Seat
from tablebridge_rules.taiwan.claims import Claim
from tablebridge_rules.taiwan.exposure import barred_kinds
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.settlement import settle_penalty
from tablebridge_rules.taiwan.violations.call import (
    OwnKan,
    Situation,
    judge_claim,
    judge_laid_meld,
    judge_own_kan,
    judge_swap,
    judge_withdrawn,
    legal_claims,
)
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
LEFT, ACROSS, RIGHT = Relation.LEFT, Relation.ACROSS, Relation.RIGHT
CHI, PON, KAN, WIN = Claim


def at(tile: str, relation: Relation = ACROSS, hand: str = "55p46p123m777s1234z", **fields: Any) -> Situation:
    values: dict[str, Any] = {"wall_left": 60, "river": 9, **fields}
    return Situation(standing=parse_tiles(hand), tile=Tile.parse(tile), relation=relation, **values)


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        pytest.param(at("5p", LEFT), {CHI, PON}, id="TW-R16 TW-R17 chi and pon of the left"),
        pytest.param(at("5p", RIGHT), {PON}, id="TW-R17 pon of the right"),
        pytest.param(at("7s", RIGHT), {PON, KAN}, id="TW-R20 kan of the right"),
        pytest.param(at("7s", LEFT), {PON}, id="TW-R20 the left: pon only"),
        pytest.param(at("9m"), set(), id="TW-R25 nothing"),
        pytest.param(at("1f", hand="123456m789p12367s22p"), set(), id="TW-F13 nobody claims a flower"),
        pytest.param(at("8s", hand="123456m789p12367s22p"), {WIN}, id="TW-R25 a win"),
        pytest.param(at("5p", LEFT, touched_wall=True), set(), id="TW-R15 the wall was touched"),
        pytest.param(at("5p", drawn_joined=True), set(), id="TW-R18 the draw is joined"),
        pytest.param(at("5p", LEFT, enquiry_unanswered=True), {CHI}, id="TW-R19 silent"),
        pytest.param(at("5p", LEFT, self_draw_declared=True), set(), id="TW-R39 self-draw"),
        pytest.param(at("5p", LEFT, wall_left=19), set(), id="TW-R44 nineteen"),
        pytest.param(at("8s", hand="123456m789p12367s22p", wall_left=19), {WIN}, id="TW-R44 a win may"),
        pytest.param(at("5p", LEFT, migi=True), set(), id="TW-S23 locked"),
        pytest.param(at("8s", hand="123456m789p12367s22p", migi=True), {WIN}, id="TW-S23 may win"),
        pytest.param(at("5p", LEFT, dead=True), set(), id="TW-F16 dead"),
        pytest.param(at("5p", LEFT, barred=barred_kinds(parse_tiles("46p"))), set(), id="TW-F11 exposed"),
    ],
)
def test_what_may_be_claimed(book: Rulebook, situation: Situation, expected: set[Claim]) -> None:
    assert legal_claims(book, situation) == expected


WAITING = "123456m789p12367s22p"


@pytest.mark.parametrize(
    ("claim", "situation", "clause", "penalty"),
    [
        pytest.param(CHI, at("5p", LEFT, touched_wall=True), "TW-R15", "refused", id="TW-R15 chi after touching"),
        pytest.param(WIN, at("8s", hand=WAITING, touched_wall=True), "TW-R15", "refused", id="TW-R15 a win too"),
        pytest.param(PON, at("5p", drawn_joined=True), "TW-R18", "refused", id="TW-R18 late pon"),
        pytest.param(PON, at("5p", enquiry_unanswered=True), "TW-R19", "refused", id="TW-R19 pon after an enquiry"),
        pytest.param(WIN, at("8s", hand=WAITING, self_draw_declared=True), "TW-R39", "refused", id="TW-R39 too late"),
        pytest.param(KAN, at("9p", LEFT, "999p"), "TW-F07", "wrong_call", id="TW-R20 kan of the left"),
        pytest.param(PON, at("5p", wall_left=19), "TW-R44", "wrong_call", id="TW-R44 pon at nineteen"),
        pytest.param(PON, at("5p", dead=True), "TW-F24", "full_liability", id="TW-F16 pon with a dead hand"),
        pytest.param(PON, at("5p", migi=True), "TW-S23", "refused", id="TW-S23 pon after MIGI"),
        pytest.param(PON, at("9m"), "TW-F07", "wrong_call", id="TW-F07 pon without a pair"),
        pytest.param(PON, at("9m", river=4), "TW-F07", "refused", id="TW-F07 within the first four discards"),
        pytest.param(WIN, at("9s", hand=WAITING), "TW-F07", "wrong_call", id="TW-F07 no win"),
        pytest.param(
            PON, at("5s", hand="55s1m", barred=barred_kinds(parse_tiles("5s"))), "TW-F10", "wrong_call", id="TW-F10 pon"
        ),
        pytest.param(
            CHI,
            at("3s", LEFT, "45s1m", barred=barred_kinds(parse_tiles("45s"))),
            "TW-F11",
            "wrong_call",
            id="TW-F11 chi of the low tile",
        ),
        pytest.param(
            CHI,
            at("6s", LEFT, "45s1m", barred=barred_kinds(parse_tiles("45s"))),
            "TW-F11",
            "wrong_call",
            id="TW-F11 chi of the high tile",
        ),
        pytest.param(
            WIN,
            at("8s", hand=WAITING, barred=barred_kinds(parse_tiles("67s"))),
            "TW-F25",
            "full_liability",
            id="TW-F11 a win is TW-F25",
        ),
        pytest.param(
            WIN,
            at("8s", hand=WAITING, missed=frozenset({Tile.parse("5s").kind})),
            "TW-F23",
            "full_liability",
            id="TW-R28 a win after a pass",
        ),
    ],
)
def test_a_claim_that_may_not_be_made(
    book: Rulebook, claim: Claim, situation: Situation, clause: str, penalty: str
) -> None:
    (found,) = judge_claim(book, B, claim, situation)
    assert (found.clause, found.seat, found.penalty) == (clause, B, penalty)


def test_a_claim_of_an_exposed_tile_costs_a_point_tw_f10(book: Rulebook) -> None:
    """South's 5s falls face up; west discards 5s and south pons."""
    situation = at("5s", RIGHT, "55s1m", barred=barred_kinds(parse_tiles("5s")))
    (found,) = judge_claim(book, B, PON, situation)
    assert settle_penalty(book, found, A, discarder=C) == (0, -1, 1, 0)


def test_options_of_claims(book: Rulebook) -> None:
    """TW-R15, TW-R19, TW-R44, TW-F07, TW-F10."""
    foul = replace(book.foul, late_call_penalty="refused", xianpai_claim="refused", miscall_calls=("pon",))
    play = replace(book.play, touch_wall_forfeits=("chi", "pon", "win"), enquiry_rule="off", no_call_from=10)
    house = replace(book, foul=foul, play=play)
    assert judge_claim(house, B, PON, at("5p", wall_left=10))[0].penalty == "refused"
    assert judge_claim(house, B, PON, at("5p", wall_left=11)) == ()
    assert judge_claim(house, B, PON, at("5p", barred=barred_kinds(parse_tiles("5p"))))[0].penalty == "refused"
    assert judge_claim(house, B, CHI, at("9m"))[0].penalty == "refused"
    assert judge_claim(house, B, PON, at("9m"))[0].penalty == "wrong_call"
    assert judge_claim(house, B, KAN, at("7s", touched_wall=True)) == ()
    assert judge_claim(house, B, PON, at("5p", enquiry_unanswered=True)) == ()


def test_a_call_not_carried_out_tw_f07(book: Rulebook) -> None:
    """The river holds nine discards, west discards 5p, south calls pon and withdraws."""
    (found,) = judge_withdrawn(book, B, PON, 10)
    assert settle_penalty(book, found, A, discarder=C) == (0, -1, 1, 0)
    assert judge_withdrawn(book, B, PON, 4) == ()
    assert judge_withdrawn(book, B, PON, 3) == ()


ADDED, CONCEALED = MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED


@pytest.mark.parametrize(
    ("kan", "expected"),
    [
        pytest.param(OwnKan(kind=CONCEALED, wall_left=20), None, id="TW-R23 concealed"),
        pytest.param(OwnKan(kind=ADDED, wall_left=20), None, id="TW-R22 added"),
        pytest.param(OwnKan(kind=ADDED, wall_left=60, after_draw=False), ("TW-R22", "refused"), id="TW-R22 after pon"),
        pytest.param(OwnKan(kind=CONCEALED, wall_left=60, after_draw=False), ("TW-R23", "refused"), id="TW-R23 pon"),
        pytest.param(OwnKan(kind=CONCEALED, wall_left=19), ("TW-R44", "wrong_call"), id="TW-R44 every kan"),
        pytest.param(OwnKan(kind=ADDED, wall_left=60, dead=True), ("TW-F24", "full_liability"), id="TW-F24 dead"),
        pytest.param(OwnKan(kind=CONCEALED, wall_left=60, migi=True), ("TW-S23", "refused"), id="TW-S23 locked"),
    ],
)
def test_an_own_kan(book: Rulebook, kan: OwnKan, expected: tuple[str, str] | None) -> None:
    found = judge_own_kan(book, B, kan)
    assert [(one.clause, one.penalty) for one in found] == ([expected] if expected else [])


def test_own_kans_by_option_tw_r44_tw_s23(book: Rulebook) -> None:
    play = replace(book.play, no_kan_from_19="open_kans", migi_lock="concealed_kan_allowed")
    house = replace(book, play=play)
    assert judge_own_kan(house, B, OwnKan(kind=CONCEALED, wall_left=19, migi=True)) == ()
    assert judge_own_kan(house, B, OwnKan(kind=ADDED, wall_left=60, migi=True)) != ()


@pytest.mark.parametrize(
    ("kind", "laid", "drawn", "foul"),
    [
        pytest.param(MeldKind.PON, "77z", False, False, id="TW-F05 before the next draw"),
        pytest.param(MeldKind.PON, "77z", True, True, id="TW-F05 the claimed tile was left in the river"),
        pytest.param(MeldKind.PON, "777z", True, False, id="TW-F05 right"),
        pytest.param(MeldKind.PON, "776z", True, True, id="TW-F05 a wrong tile"),
        pytest.param(MeldKind.KAN_EXPOSED, "7777z", True, False, id="TW-F05 kan"),
        pytest.param(MeldKind.KAN_EXPOSED, "777z", True, True, id="TW-F05 kan of three"),
        pytest.param(MeldKind.CHI, "435s", True, False, id="TW-F05 chi"),
        pytest.param(MeldKind.CHI, "446s", True, True, id="TW-F05 no run"),
        pytest.param(MeldKind.CHI, "89s1z", True, True, id="TW-F05 two suits"),
        pytest.param(MeldKind.CHI, "123z", True, True, id="TW-F05 honours"),
        pytest.param(MeldKind.CHI, "45s", True, True, id="TW-F05 two tiles"),
    ],
)
def test_a_laid_meld(book: Rulebook, kind: MeldKind, laid: str, drawn: bool, foul: bool) -> None:
    found = judge_laid_meld(book, B, kind, parse_tiles(laid), next_has_drawn=drawn)
    assert [(one.clause, one.seat, one.penalty) for one in found] == [("TW-F05", B, "dead_hand")] * foul


def test_no_time_to_correct_where_the_rulebook_has_none_tw_f05(book: Rulebook) -> None:
    house = replace(book, foul=replace(book.foul, claim_fix_window="none"))
    assert judge_laid_meld(house, B, MeldKind.PON, parse_tiles("77z"), next_has_drawn=False) != ()


@pytest.mark.parametrize(
    ("kind", "own", "called", "discard", "clause"),
    [
        pytest.param(MeldKind.CHI, "45s", "3s", "3s", "TW-F14", id="TW-F14 chi and the same tile"),
        pytest.param(MeldKind.PON, "77z", "7z", "7z", "TW-F14", id="TW-F14 pon and the fourth tile"),
        pytest.param(MeldKind.CHI, "45s", "3s", "6s", "TW-F15", id="TW-F15 low tile, high end"),
        pytest.param(MeldKind.CHI, "45s", "6s", "3s", "TW-F15", id="TW-F15 high tile, low end"),
        pytest.param(MeldKind.CHI, "12s", "3s", "6s", None, id="TW-F15 no two-sided pair"),
        pytest.param(MeldKind.CHI, "89s", "7s", "6s", None, id="TW-F15 the other edge"),
        pytest.param(MeldKind.CHI, "35s", "4s", "6s", None, id="TW-F15 a closed pair"),
        pytest.param(MeldKind.CHI, "45s", "3s", "9s", None, id="TW-F15 another tile"),
        pytest.param(MeldKind.PON, "77z", "7z", "1z", None, id="TW-F14 another tile"),
        pytest.param(MeldKind.KAN_EXPOSED, "777z", "7z", "7z", None, id="TW-F14 a kan is no swap"),
    ],
)
def test_swap_calling(book: Rulebook, kind: MeldKind, own: str, called: str, discard: str, clause: str | None) -> None:
    meld = Meld(kind, parse_tiles(own), Tile.parse(called), A)
    found = judge_swap(book, B, meld, Tile.parse(discard))
    assert [(one.clause, one.seat, one.penalty) for one in found] == [(clause, B, "dead_hand")] * bool(clause)


def test_a_concealed_kan_is_no_call_tw_f14(book: Rulebook) -> None:
    assert judge_swap(book, B, Meld(CONCEALED, parse_tiles("7777z")), Tile.parse("7z")) == ()
