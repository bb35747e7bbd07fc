"""What the clauses of sichuan-bloody work out in words, a test an example. East is on A, South on B, and so on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.errors import WinError
from tablebridge_rules.meld import MeldKind
from tablebridge_rules.notation import format_meld, parse_meld, parse_tiles
from tablebridge_rules.payment import Delta, delta_of
from tablebridge_rules.seat import Relation, Seat, Wind
from tablebridge_rules.sichuan import opening, turn
from tablebridge_rules.sichuan.audit import Revealed, audit, false_kong_payments
from tablebridge_rules.sichuan.claims import Act, Claim, claims_on, discard_kinds, own_kongs, resolve
from tablebridge_rules.sichuan.opening import OpeningStep
from tablebridge_rules.sichuan.rulebook import Rulebook
from tablebridge_rules.sichuan.score import Score
from tablebridge_rules.sichuan.scoring import capped_value, score
from tablebridge_rules.sichuan.settlement import (
    KongMade,
    active_seats,
    kong_payments,
    settle_discard_wins,
    settle_kong,
    settle_win,
    transfer_payments,
    win_payments,
)
from tablebridge_rules.sichuan.shape import readings, waits
from tablebridge_rules.sichuan.violations import (
    PassedTile,
    judge_exposure,
    judge_passed_tile,
    judge_shown_kong,
    judge_wall_touch,
)
from tablebridge_rules.sichuan.win import Win
from tablebridge_rules.tile import Suit, Tile
from tablebridge_rules.wall import Stack

E, S, W, N = Seat
T = parse_tiles
ADDED, CONCEALED, DIRECT = MeldKind.KAN_ADDED, MeldKind.KAN_CONCEALED, MeldKind.KAN_EXPOSED

PLAIN = ("123456m78m55s888s", "9m")
"""A basic win, 0 fan."""
FLUSH = ("34m456m789m88m111m", "5m")
"""A flush, 2 fan."""
FLUSH_DRAGON = ("1111m22m33m55m66m8m", "8m")
"""Flush dragon seven pairs, 5 fan."""


def tile(text: str) -> Tile:
    return Tile.parse(text)


def scored(book: Rulebook, hand: tuple[str, str], *, drawn: bool = False) -> Score:
    relation = None if drawn else Relation.LEFT
    result = score(book, Win(T(hand[0]), tile(hand[1]), from_relation=relation))
    assert result is not None
    return result


# ready on 1m and 4m for 0 fan, on the same for a flush of 2 fan, and not ready
READY_0 = T("23m567m789p11p456p")
READY_2 = T("23m567m789m11m456m")
NOT_READY = T("147m258m369m147p2p")


class TestVoidSuitAndWins:
    def test_sc_r01_holding_the_void_suit_is_no_win(self, book: Rulebook) -> None:
        hand = Win(T("12m456p789p111p55p"), tile("3m"), from_relation=Relation.LEFT)
        assert score(book, replace(hand, void=Suit.CHARACTERS)) is None
        assert score(book, replace(hand, void=Suit.BAMBOO)) is not None

    def test_sc_r01_two_other_suits_may_win(self, book: Rulebook) -> None:
        hand = Win(T("123456789p12388s")[:-1], tile("8s"), from_relation=Relation.LEFT, void=Suit.CHARACTERS)
        assert score(book, hand) is not None

    def test_sc_r22_two_suits_of_basic_shape(self, book: Rulebook) -> None:
        hand = Win(T("123m456m789m55s88s"), tile("8s"), from_relation=Relation.LEFT, void=Suit.DOTS)
        assert score(book, hand) is not None

    def test_sc_r22_three_suits_are_no_win(self, book: Rulebook) -> None:
        assert score(book, Win(T("123m456m789p55s88s"), tile("8s"), from_relation=Relation.LEFT)) is None

    @pytest.mark.parametrize(
        ("text", "shape"),
        [
            pytest.param("234m456m678m345s99s", "a", id="SC-R25 four sequences"),
            pytest.param("555m999m222s888s44s", "e", id="SC-R25 four triplets"),
        ],
    )
    def test_basic_shapes(self, text: str, shape: str) -> None:
        tiles = T(text)
        assert shape in {reading.basic_shape for reading in readings(Win(tiles[:-1], tiles[-1]))}

    def test_sc_r24_a_win_is_recorded_after_the_acknowledgement(self, book: Rulebook) -> None:
        tiles = T("123m456m789m888s55s")
        result = score(book, Win(tiles[:-1], tiles[-1], from_relation=Relation.ACROSS))
        assert result is not None
        assert result.fan == 0
        assert not turn.win_is_recorded(S, {E, W})
        assert turn.win_is_recorded(S, {E, W, N})

    def test_sc_r26_a_self_draw_is_paid_by_sc_p07(self, book: Rulebook) -> None:
        payments = win_payments(book, scored(book, PLAIN, drawn=True), S, None)
        assert {payment.clause for payment in payments} == {"SC-P07", "SC-S24"}

    def test_sc_r26_a_robbed_kong_is_paid_by_sc_p06(self, book: Rulebook) -> None:
        hand = Win(T("123456p34m99m678m"), tile("5m"), from_relation=Relation.RIGHT, robbed=True)
        result = score(book, hand)
        assert result is not None
        (payment,) = win_payments(book, result, S, W)
        assert (payment.payer, payment.clause) == (W, "SC-P06")


class TestCourse:
    def test_sc_r02_the_others_play_on(self, book: Rulebook) -> None:
        assert active_seats(book, {S}) == (E, W, N)
        assert not turn.hand_is_over(book, {S}, 30)

    def test_sc_r02_with_three_winners_the_hand_ends(self, book: Rulebook) -> None:
        assert turn.hand_is_over(book, {E, S, W}, 30)

    def test_sc_r13_play_runs_east_south_west_north(self, book: Rulebook) -> None:
        order = [E]
        while len(order) < 5:
            order.append(turn.next_in_turn(book, order[-1]))
        assert order == [E, S, W, N, E]

    def test_sc_r15_the_claimed_tile_may_be_discarded(self, book: Rulebook) -> None:
        hand = Revealed(S, T("5s123m456m789m5p"), (parse_meld("pon:555s<left").meld(S),))
        assert tile("5s").kind in discard_kinds(book, hand, None, claimed=tile("5s"))

    def test_sc_r16_a_pon(self, book: Rulebook) -> None:
        hand = Revealed(S, T("77s123456m12345p"))
        assert claims_on(book, hand, tile("7s")) == (Act.PON,)
        assert format_meld(parse_meld("pon:777s<left").meld(S), S) == "pon:777s<left"
        assert parse_meld("pon:777s<left").meld(S).from_seat is E

    def test_sc_r17_chi_is_not_offered(self, book: Rulebook) -> None:
        assert claims_on(book, Revealed(S, T("46s1234567m1234p")), tile("5s")) == ()
        assert "CHI" not in Act.__members__

    def test_sc_r18_a_direct_kong_is_rain(self, book: Rulebook) -> None:
        assert claims_on(book, Revealed(S, T("333m1245678p99p3s")), tile("3m")) == (Act.KAN, Act.PON)
        (payment,) = kong_payments(book, KongMade(S, DIRECT, W))
        assert (payment.payer, payment.clause) == (W, "SC-P03")

    def test_sc_r18_an_added_kong_is_wind(self, book: Rulebook) -> None:
        hand = Revealed(S, T("1245678p99p3s"), (parse_meld("pon:333m<left").meld(S),))
        assert own_kongs(book, hand, tile("3m")) == ((ADDED, tile("3m").kind),)
        assert {payment.clause for payment in kong_payments(book, KongMade(S, ADDED))} == {"SC-P02"}

    def test_sc_r19_a_concealed_kong_is_rain(self, book: Rulebook) -> None:
        assert own_kongs(book, Revealed(S, T("222m1245678p99p3s")), tile("2m")) == ((CONCEALED, tile("2m").kind),)
        assert {payment.clause for payment in kong_payments(book, KongMade(S, CONCEALED))} == {"SC-P03"}
        assert not parse_meld("ankan:2222m").meld(S).is_open

    def test_sc_r20_the_replacement_comes_from_the_tail(self, book: Rulebook) -> None:
        order = opening.break_wall(book, E, 7, 5)
        dealt = opening.deal(book, E, order)
        assert dealt.kong_tile(book, drawn=10, kongs=0) == opening.TilePlace(order[-1], upper=True)
        assert dealt.live_tile(book, drawn=10, kongs=1) == dealt.rest[10]

    def test_sc_r21_a_kong_in_hand_waits_for_the_next_draw(self, book: Rulebook) -> None:
        hand = Revealed(S, T("4444m123p99p1s"), (parse_meld("pon:777s<left").meld(S),))
        assert own_kongs(book, hand, tile("9m"), after_claim=True) == ()
        assert own_kongs(book, hand, tile("9m")) == ((CONCEALED, tile("4m").kind),)

    def test_sc_r23_two_seats_without_a_win_are_checked(self, book: Rulebook) -> None:
        assert turn.hand_is_over(book, {E, S}, 0)
        assert turn.is_audited(0, {E, S})
        found = audit(book, [won(E), won(S), Revealed(W, READY_0), Revealed(N, NOT_READY)])
        assert [seat for seat, _ in found.ready] == [W]
        assert found.not_ready == (N,)

    def test_sc_r28_a_win_goes_before_a_pon(self) -> None:
        claims = (Claim(E, Act.PON), Claim(S, Act.WIN))
        assert resolve(claims, N) == (Claim(S, Act.WIN),)

    @pytest.mark.parametrize(
        ("first", "dealer"),
        [
            pytest.param(turn.FirstWin((W,)), W, id="SC-R27 the first winner"),
            pytest.param(turn.FirstWin((E, S), N), N, id="SC-R27 the discarder of a double win"),
            pytest.param(None, E, id="SC-R27 nobody won"),
        ],
    )
    def test_the_next_dealer(self, book: Rulebook, first: turn.FirstWin | None, dealer: Seat) -> None:
        assert turn.next_dealer(book, E, first) is dealer


class TestOpening:
    def test_sc_r04_108_tiles_27_a_side(self, book: Rulebook) -> None:
        assert len(opening.TILE_SET) == 108
        assert len(opening.TILE_SET) // 4 == 27
        assert {tile.kind.suit for tile in opening.TILE_SET} == {Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO}

    def test_sc_r05_two_dice(self) -> None:
        assert opening.throw_total((3, 5)) == 8

    def test_sc_r06_the_tables_shuffle_replaces_the_players(self, book: Rulebook) -> None:
        assert opening.opening_steps(book)[0] is OpeningStep.SHUFFLE_REPORTED
        by_hand = opening.opening_steps(book, automatic_table=False)
        assert by_hand == (OpeningStep.SHUFFLE_BY_HAND, *opening.opening_steps(book)[1:])

    def test_sc_r07_the_stacks_of_the_walls(self, book: Rulebook) -> None:
        stacks = opening.wall_stacks(book, E)
        assert stacks == (14, 13, 14, 13)
        assert 2 * sum(stacks) == 28 + 26 + 28 + 26 == 108

    @pytest.mark.parametrize(
        ("dice", "wind"),
        [
            pytest.param((3, 4), Wind.WEST, id="SC-R08 7 is opposite"),
            pytest.param((6, 4), Wind.SOUTH, id="SC-R08 10 is the lower seat"),
        ],
    )
    def test_who_throws_second(self, dice: tuple[int, int], wind: Wind) -> None:
        for dealer in Seat:
            assert opening.second_thrower(dealer, opening.throw_total(dice)) is wind.seat(dealer)

    def test_sc_r09_the_break_number(self) -> None:
        assert opening.break_number(7, 5) == 12

    def test_sc_r10_the_dealer_starts_with_the_13th_and_14th_stack(self, book: Rulebook) -> None:
        assert opening.break_wall(book, E, 7, 5)[:2] == (Stack(W, 12), Stack(W, 13))

    def test_sc_r11_53_dealt_55_left(self, book: Rulebook) -> None:
        dealt = opening.deal(book, E, opening.break_wall(book, E, 7, 5))
        assert [len(hand) for hand in dealt.hands] == [14, 13, 13, 13]
        assert sum(map(len, dealt.hands)) == 53
        assert len(dealt.rest) == 55

    def test_sc_r12_no_flowers_no_step(self, book: Rulebook) -> None:
        assert opening.flower_replacement_order(book, E) == ()
        assert OpeningStep.FLOWERS not in opening.opening_steps(book)


def won(seat: Seat) -> Revealed:
    return Revealed(seat, T("123m456m789m5s888s"), has_won=True)


class TestPayments:
    def test_sc_r03_every_winner_is_paid(self, book: Rulebook) -> None:
        scores = {E: scored(book, PLAIN), S: scored(book, FLUSH)}
        assert settle_discard_wins(book, scores, N) == ((E, (1, 0, 0, -1)), (S, (0, 4, 0, -4)))
        assert active_seats(book, {E, S}) == (W, N)

    def test_sc_p01_a_kong_is_paid_at_once(self, book: Rulebook) -> None:
        assert settle_kong(book, KongMade(S, CONCEALED)) == (-2, 6, -2, -2)

    @pytest.mark.parametrize(
        ("kong", "before", "expected"),
        [
            pytest.param(KongMade(S, ADDED), (), (-1, 3, -1, -1), id="SC-P02 three opponents"),
            pytest.param(KongMade(S, ADDED), (E,), (0, 2, -1, -1), id="SC-P02 after East has won"),
            pytest.param(KongMade(S, CONCEALED), (), (-2, 6, -2, -2), id="SC-P03 concealed"),
            pytest.param(KongMade(S, DIRECT, W), (), (0, 2, -2, 0), id="SC-P03 direct"),
            pytest.param(KongMade(S, ADDED, robbed=True), (), (0, 0, 0, 0), id="SC-P09 robbed"),
        ],
    )
    def test_wind_and_rain(self, book: Rulebook, kong: KongMade, before: tuple[Seat, ...], expected: Delta) -> None:
        assert settle_kong(book, kong, before) == expected

    def test_sc_p04_a_flower_pig(self, book: Rulebook) -> None:
        hands = [
            won(E),
            Revealed(S, READY_0, void=Suit.BAMBOO),
            Revealed(W, READY_2, void=Suit.BAMBOO),
            Revealed(N, T("3m123456789p123s"), void=Suit.CHARACTERS),
        ]
        found = audit(book, hands)
        assert found.pigs == (N,)
        assert delta_of([one for one in found.payments if one.clause == "SC-P04"]) == (16, 16, 16, -48)
        assert found.delta == (16, 16, 16, -48)

    def test_sc_p05_not_ready_with_a_refund(self, book: Rulebook) -> None:
        hands = [won(E), Revealed(S, READY_2), Revealed(W, READY_0), Revealed(N, NOT_READY)]
        income = kong_payments(book, KongMade(N, DIRECT, S))
        assert audit(book, hands, income).delta == (0, 6, 1, -7)

    @pytest.mark.parametrize(
        ("hand", "expected"),
        [
            pytest.param(FLUSH, (0, 4, -4, 0), id="SC-P06 2 fan"),
            pytest.param(PLAIN, (0, 1, -1, 0), id="SC-P06 0 fan"),
            pytest.param(FLUSH_DRAGON, (0, 16, -16, 0), id="SC-P08 5 fan, capped at 4"),
        ],
    )
    def test_a_discard_win(self, book: Rulebook, hand: tuple[str, str], expected: Delta) -> None:
        assert settle_win(book, scored(book, hand), S, W) == expected

    @pytest.mark.parametrize(
        ("bonus", "before", "expected"),
        [
            pytest.param("add_base", (), (-5, 15, -5, -5), id="SC-P07 SC-S24 a base more from each"),
            pytest.param("add_fan", (), (-8, 24, -8, -8), id="SC-S24 a fan more"),
            pytest.param("add_base", (E, N), (0, 5, -5, 0), id="SC-P07 the one remaining payer"),
            pytest.param("add_fan", (E, N), (0, 8, -8, 0), id="SC-P07 a fan more from the one payer"),
        ],
    )
    def test_a_self_draw(self, book: Rulebook, bonus: str, before: tuple[Seat, ...], expected: Delta) -> None:
        changed = replace(book, scoring=replace(book.scoring, zimo_bonus=bonus))  # type: ignore[arg-type]
        assert settle_win(changed, scored(changed, FLUSH, drawn=True), S, None, before) == expected

    def test_sc_p08_the_cap(self, book: Rulebook) -> None:
        result = scored(book, FLUSH_DRAGON)
        assert (result.fan, result.each) == (5, 16)
        assert "capped at 4 fan (SC-P08)" in result.explanation
        assert capped_value(book, 4) == book.payment.pig_amount

    def test_sc_p09_the_robber_wins_with_sc_s22(self, book: Rulebook) -> None:
        hand = Win(T("123456p34m99m678m"), tile("5m"), from_relation=Relation.LEFT, robbed=True)
        result = score(book, hand)
        assert result is not None
        assert result.by_clause == {"SC-S01": 0, "SC-S22": 1}
        assert kong_payments(book, KongMade(S, ADDED, robbed=True)) == ()

    def test_sc_p10_kong_income_stays_with_its_maker(self, book: Rulebook) -> None:
        income = kong_payments(book, KongMade(S, CONCEALED))
        assert transfer_payments(book, income, S, [E]) == ()


class TestFouls:
    def test_sc_f01_a_win_passed_with_three_tiles_left(self, book: Rulebook) -> None:
        passed = PassedTile(S, tile("5p"), T("34p99p123m456m789m"), wall_left=3, from_seat=W)
        (violation,) = judge_passed_tile(book, passed)
        assert (violation.clause, violation.seat) == ("SC-F01", S)
        assert violation.penalty == "as_pig: 16 to each non-pig"
        hands = [won(E), Revealed(S, READY_0), Revealed(W, READY_0), Revealed(N, READY_2)]
        assert audit(book, hands, forced={S}).delta == (16, -48, 16, 16)

    def test_sc_r14_an_early_draw(self, book: Rulebook) -> None:
        (violation,) = judge_wall_touch(book, S, drawing=None)
        assert (violation.clause, violation.name, violation.seat) == ("SC-R14", "early_draw", S)
        assert violation.penalty == "warn"

    def test_sc_f02_tiles_laid_down_before_the_check(self, book: Rulebook) -> None:
        (violation,) = judge_exposure(book, W, [S], acknowledged=False)
        assert (violation.clause, violation.seat, violation.penalty) == ("SC-F02", W, "referee")

    def test_sc_f03_a_false_kong(self, book: Rulebook) -> None:
        (violation,) = judge_shown_kong(book, S, T("2223m"))
        assert (violation.clause, violation.seat) == ("SC-F03", S)
        income = kong_payments(book, KongMade(S, CONCEALED))
        ruled = replace(book, foul=replace(book.foul, false_kong_penalty="referee"))
        assert delta_of(false_kong_payments(ruled, S, income)) == (2, -6, 2, 2)
        assert delta_of(false_kong_payments(book, S, income)) == (18, -54, 18, 18)


def test_what_the_hands_here_wait_on() -> None:
    assert {str(kind) for kind in waits(READY_0)} == {"1m", "4m"}
    assert waits(NOT_READY) == frozenset()


def test_chi_cannot_be_in_a_win() -> None:
    with pytest.raises(WinError, match="chi is not played"):
        readings(Win(T("456m78m55s88s8s"), tile("9m"), (parse_meld("chi:123m<left").meld(S),)))
