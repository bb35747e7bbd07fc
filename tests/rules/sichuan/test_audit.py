"""Pigs, seats that are not ready, and false kongs at the end of a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import parse_meld, parse_tiles
from tablebridge_rules.payment import Payment
from tablebridge_rules.seat import Seat
from tablebridge_rules.sichuan.audit import Revealed, audit, best_win, false_kong_payments
from tablebridge_rules.sichuan.rulebook import Rulebook, load
from tablebridge_rules.sichuan.settlement import KongMade, kong_payments
from tablebridge_rules.sichuan.shape import SUITS
from tablebridge_rules.tile import Suit

A, B, C, D = Seat
T = parse_tiles
M, P, S = SUITS
BOOK = load("sichuan-bloody")

READY = T("23m567m789p11p456p")
FLUSH = T("23m567m789m11m456m")
FAR = T("147m258m369m147p2p")
PIG = T("123456789p123p1s")


def with_payment(**options: Any) -> Rulebook:
    return replace(BOOK, payment=replace(BOOK.payment, **options))


def four(*hands: Revealed) -> list[Revealed]:
    """The given hands, the other seats having won."""
    seats = {hand.seat for hand in hands}
    return [*hands, *(Revealed(seat, T("1234567891234m"), has_won=True) for seat in Seat if seat not in seats)]


def test_the_best_win_counts_roots_and_patterns_sc_p05() -> None:
    kongs = (parse_meld("ankan:9999m").meld(A),)
    best = best_win(BOOK, Revealed(A, T("23m567m11m456m"), kongs))
    assert best is not None
    assert best.by_clause == {"SC-S03": 2, "SC-S19": 1}
    assert best_win(BOOK, Revealed(A, FAR)) is None
    assert best_win(BOOK, Revealed(A, READY, void=P)) is None


def test_the_best_of_several_waits_sc_p05() -> None:
    """4445m wait on 3m, 5m and 6m beside three pons; the pair of fives makes all triplets."""
    laid = tuple(parse_meld(text).meld(A) for text in ("pon:111m<left", "pon:222p<left", "pon:333p<left"))
    best = best_win(BOOK, Revealed(A, T("4445m"), laid))
    assert best is not None
    assert best.by_clause == {"SC-S02": 1}


def test_pigs_do_not_pay_each_other_sc_p04() -> None:
    found = audit(BOOK, four(Revealed(A, PIG, void=S), Revealed(B, PIG, void=S), Revealed(C, FLUSH)))
    assert found.pigs == (A, B)
    assert found.delta == (-32, -32, 32, 32)


def test_a_meld_of_the_void_suit_makes_a_pig_sc_p04() -> None:
    hand = Revealed(A, T("123456789p1p"), (parse_meld("pon:333m<left").meld(A),), void=M)
    assert audit(BOOK, four(hand)).pigs == (A,)


def test_a_winner_is_no_pig_sc_p04() -> None:
    assert audit(BOOK, four(Revealed(A, PIG, void=S, has_won=True))).pigs == ()


def test_pigs_may_be_made_to_pay_only_those_still_in_the_hand_sc_p04() -> None:
    book = with_payment(pig_pays_winners=False)
    assert audit(book, four(Revealed(A, PIG, void=S), Revealed(B, FAR))).delta == (-16, 16, 0, 0)


@pytest.mark.parametrize(("option", "expected"), [("pig_only", (-48, 20, 12, 16)), ("both", (-52, 24, 12, 16))])
def test_whether_a_pig_also_pays_for_not_being_ready_sc_p04(option: str, expected: tuple[int, ...]) -> None:
    hands = four(Revealed(A, PIG, void=S), Revealed(B, FLUSH), Revealed(C, FAR))
    assert audit(with_payment(pig_and_dajiao=option), hands).delta == expected


def test_a_pig_does_not_refund_sc_p05() -> None:
    income = kong_payments(BOOK, KongMade(A, MeldKind.KAN_CONCEALED))
    assert audit(BOOK, four(Revealed(A, PIG, void=S)), income).delta == (-48, 16, 16, 16)


def test_a_payer_who_has_won_meanwhile_gets_his_refund_sc_p05() -> None:
    income = kong_payments(BOOK, KongMade(A, MeldKind.KAN_CONCEALED))
    assert audit(BOOK, four(Revealed(A, FAR)), income).delta == (-6, 2, 2, 2)
    assert audit(BOOK, four(Revealed(A, FAR)), income).payments == tuple(
        Payment(A, seat, 2, "SC-P05") for seat in (B, C, D)
    )


def test_a_ready_seat_keeps_its_kong_income_sc_p05() -> None:
    income = kong_payments(BOOK, KongMade(A, MeldKind.KAN_CONCEALED))
    assert audit(BOOK, four(Revealed(A, READY)), income).delta == (0, 0, 0, 0)


def test_readiness_is_checked_only_after_a_drawn_hand_sc_r23() -> None:
    """Three have won: the last one may still be a pig, but is not asked whether it was ready."""
    income = kong_payments(BOOK, KongMade(A, MeldKind.KAN_CONCEALED))
    found = audit(BOOK, four(Revealed(A, FAR)), income, drawn=False)
    assert (found.not_ready, found.delta) == ((), (0, 0, 0, 0))
    assert audit(BOOK, four(Revealed(A, PIG, void=S)), drawn=False).delta == (-48, 16, 16, 16)


def test_a_passed_win_costs_once_and_earns_nothing_sc_f01() -> None:
    hands = four(Revealed(A, READY), Revealed(B, FAR), Revealed(C, PIG, void=S))
    found = audit(BOOK, hands, forced={A, C})
    assert (found.pigs, found.forced, found.ready, found.not_ready) == ((C,), (A,), (), (B,))
    assert found.delta == (-32, 32, -32, 32)
    assert {one.clause for one in found.payments if one.payer is A} == {"SC-F01"}


def test_a_winner_may_have_passed_a_win_before_sc_f01() -> None:
    assert audit(BOOK, four(), forced={D}).delta == (16, 16, 16, -48)


def test_the_four_hands_are_needed() -> None:
    with pytest.raises(ValueError, match="the hand of each of the four seats, once"):
        audit(BOOK, four()[:3])


def test_only_the_income_of_the_false_kong_goes_back_sc_f03() -> None:
    income = (*kong_payments(BOOK, KongMade(A, MeldKind.KAN_CONCEALED)), Payment(A, B, 2, "SC-P03"))
    assert [one for one in false_kong_payments(BOOK, A, income) if one.points == 2] == [
        Payment(A, seat, 2, "SC-F03") for seat in (B, C, D)
    ]


hand = st.tuples(st.sampled_from([READY, FLUSH, FAR, PIG]), st.sampled_from([None, M, P, S]), st.booleans())


@given(st.lists(hand, min_size=4, max_size=4), st.sets(st.sampled_from(list(Seat))), st.booleans(), st.booleans())
def test_the_checks_sum_to_zero(
    hands: list[tuple[Any, Suit | None, bool]], forced: set[Seat], drawn: bool, both: bool
) -> None:
    revealed = [
        Revealed(seat, tiles, (), void, has_won) for seat, (tiles, void, has_won) in zip(Seat, hands, strict=True)
    ]
    book = with_payment(pig_and_dajiao="both" if both else "pig_only")
    income = kong_payments(book, KongMade(B, MeldKind.KAN_CONCEALED))
    found = audit(book, revealed, income, forced, drawn=drawn)
    assert sum(found.delta) == 0
    assert not set(found.pigs) & set(found.forced)
    assert not {seat for seat, _ in found.ready} & {*found.pigs, *found.forced, *found.not_ready}
