"""Courses of hands in which an earlier act or an option decides how a later one is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.errors import EventError, WinError
from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Drawn,
    ExhaustiveDraw,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    ReadyDeclared,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.payment import Delta
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import win_of
from tablebridge_rules.taiwan.hand_end import outcome, settle
from tablebridge_rules.taiwan.legal import legal_events
from tablebridge_rules.taiwan.options import PlayOptions
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tablebridge_rules.taiwan.win import Win
from tests.rules.taiwan.course import (
    APART,
    BOOK,
    READY,
    A,
    B,
    C,
    D,
    T,
    at_play,
    call,
    cut,
    dealt,
    draw,
    play,
    pon_state,
    tile,
)

DEAD, PAYS, REFUSED = "dead_hand", "full_liability", "refused"
ANKAN = call(B, MeldKind.KAN_CONCEALED, "9999p")
SEVEN = "1f2f3f4f1g2g3g"


def house(**options: object) -> Rulebook:
    changed: PlayOptions = replace(BOOK.play, **options)  # type: ignore[arg-type]
    return replace(BOOK, play=changed)


def hidden(state: TaiwanHand, *seats: Seat) -> TaiwanHand:
    for seat in seats:
        state = state.with_seat(seat, state.at(seat).hide())
    return state


def laid_8s(**fields: object) -> TaiwanHand:
    """A has discarded 8s; B and C wait for it."""
    return play([draw(A, "8s"), cut(A, "8s")], replace(at_play(A, APART, READY, READY), **fields))[0]  # type: ignore[arg-type]


# --- a wrong number of tiles is judged once ----------------------------------------------------------------------


def test_tw_f02_a_wrong_number_is_no_new_violation_each_turn() -> None:
    turn: list[HandEvent] = [draw(B, "1m"), draw(B, "2m"), cut(B, "1m")]
    state, found = play(turn, at_play(B))
    assert (found, state.at(B).surplus, state.dead) == ([("TW-F02", DEAD, B)], 1, frozenset({B}))
    round_again: list[HandEvent] = [
        *(act for seat in (C, D, A) for act in (draw(seat, "1m"), cut(seat, "1m"))),
        draw(B, "3m"),
        cut(B, "3m"),
    ]
    state, found = play(round_again, state)
    assert (found, state.concealed_count(B)) == ([], 17)
    # one that discards without a draw has the right number again
    state, found = play([*round_again[:-2], cut(B, "2m")], state)
    assert (found, state.at(B).surplus) == ([], 0)


def test_tw_f03_too_few_replacements_leave_too_few_tiles() -> None:
    state = dealt("1f2f159m159p159s12345z", gate="2m", passed=False)
    acts: list[HandEvent] = [FlowersShown(A, T("1f2f")), draw(A, "3m", replacement=True), FlowersPassed(A)]
    state, found = play([*acts, *map(FlowersPassed, (B, C, D)), cut(A, "3m")], state)
    assert (found, state.at(A).surplus, state.turn, state.due) == ([("TW-F03", DEAD, A)], -1, B, 0)


def test_tw_f20_tw_f24_a_second_discard_out_of_turn() -> None:
    state, found = play([cut(D, "9p"), cut(D, "1m")], dealt())
    assert found == [("TW-F20", DEAD, D), ("TW-F24", PAYS, D)]
    assert settle(replace(state, phase=Phase.ENDED), BOOK).delta == (13, 12, 12, -37)


# --- claims after the next draw ----------------------------------------------------------------------------------


def test_tw_r18_the_tile_drawn_before_a_late_pon_goes_back() -> None:
    state, _ = play([draw(A, "7z"), cut(A, "7z")], at_play(A, APART, READY, "77z159m159p159s12345z"))
    pon = call(C, MeldKind.PON, "77z", "7z", A)
    late, found = play([draw(B, "5s"), pon], state)
    assert (found, late.turn, late.at(B).concealed, late.wall_left) == ([], C, T(READY), state.wall_left)
    # nobody saw what B drew
    unseen, found = play([Drawn(B), pon], hidden(state, B))
    assert (found, unseen.concealed_count(B), unseen.rivers[0].lying) == ([], 16, ())
    # only the next player may chi
    assert play([draw(B, "5s"), call(C, MeldKind.CHI, "5s6s", "7z", A)], state)[1] != []


def test_tw_r18_a_win_after_the_next_draw_and_a_second_one() -> None:
    state = laid_8s()
    wins = [Won(seat, tile("8s"), T(READY), A) for seat in (C, D)]
    state = state.with_seat(D, replace(state.at(D), concealed=T(READY)))
    ended, found = play([draw(B, "1m"), *wins], state)
    assert (found, [won.seat for won in ended.wins], outcome(ended, BOOK).seats) == ([], [C, D], (C,))


def test_tw_r28_who_has_drawn_has_passed_the_discard() -> None:
    state, _ = play([draw(B, "5s")], laid_8s())
    assert play([Won(B, tile("5s"), T(READY))], state)[1] == [("TW-F23", PAYS, B)]


@pytest.mark.parametrize(
    "claim",
    [call(C, MeldKind.PON, "7z7z", "8s", A), Won(C, tile("8s"), T(READY), A)],
    ids=["TW-R27 pon", "TW-R39 win"],
)
def test_a_declared_self_draw_shuts_out_other_claims(claim: HandEvent) -> None:
    state = laid_8s()
    state = state.with_seat(B, replace(state.at(B), concealed=T("123m456m789p123s67m22p")))
    won = Won(B, tile("8m"), T("123m456m789p123s67m22p"))
    ended, _ = play([draw(B, "8m"), won], state)
    after, found = play([claim], ended)
    assert found == [("TW-R39", REFUSED, C)]
    assert (after.wins, after.melds) == (ended.wins, ended.melds)


# --- passed wins -------------------------------------------------------------------------------------------------


def test_tw_r29_a_hidden_hand_that_discards_its_winning_tile_stays_barred() -> None:
    state = hidden(at_play(B, APART, READY), B)
    acts: list[HandEvent] = [Drawn(B), cut(B, "8s"), draw(C, "5s"), cut(C, "5s")]
    state, _ = play(acts, state)
    won = Won(B, tile("5s"), T(READY), C)
    assert play([won], state)[1] == [("TW-F23", PAYS, B)]
    free = house(guoshui_release="own_discard")
    state, _ = play(acts, hidden(at_play(B, APART, READY), B), free)
    assert play([won], state, free)[1] == []


def test_tw_r29_a_hidden_hand_that_discards_another_tile_is_free() -> None:
    state = hidden(laid_8s(), B)
    acts: list[HandEvent] = [Drawn(B), cut(B, "7z"), draw(C, "5s"), cut(C, "5s")]
    assert play([*acts, Won(B, tile("5s"), T(READY), C)], state)[1] == []


def test_tw_r29_a_concealed_kan_of_a_hidden_hand_clears_no_pass() -> None:
    """South passed on 8s, makes a concealed kan and draws 5s: it may not win; after an added kan it may."""
    hand = "123m456m999p123s67s22p"
    acts: list[HandEvent] = [draw(A, "8s"), cut(A, "8s"), Drawn(B), ANKAN, draw(B, "5s", replacement=True)]
    won = Won(B, tile("5s"), T("123m456m123s67s22p"))
    assert play([*acts, won], hidden(at_play(A, APART, hand), B))[1] == [("TW-F23", PAYS, B)]
    added = Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))
    state = hidden(replace(pon_state("123m456m123s67s22p"), turn=A), B)
    assert play([*acts[:3], added, acts[4], won], state)[1] == []


def test_tw_f17_tw_f24_a_win_after_a_pass_under_migi() -> None:
    state = dealt(READY, gate="1z")
    passed: list[HandEvent] = [ReadyDeclared(A), cut(A, "1z"), draw(B, "8s"), cut(B, "8s")]
    turns: list[HandEvent] = [act for seat in (C, D, A, B) for act in (draw(seat, "9m"), cut(seat, "9m"))]
    state, found = play([*passed, *turns, draw(C, "5s"), cut(C, "5s")], state)
    assert found == []
    won = Won(A, tile("5s"), T(READY), C)
    assert won not in legal_events(state, BOOK)
    ended, found = play([won], state)
    assert found == [("TW-F24", PAYS, A)]
    assert (ended.phase, outcome(ended, BOOK).seats) == (Phase.ENDED, (A,))


# --- kans and flowers --------------------------------------------------------------------------------------------


def test_tw_r22_a_tile_held_before_the_draw_where_only_a_drawn_one_may_be_added() -> None:
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))
    state, _ = play([draw(B, "2m")], pon_state("7z59m159p159s1234z"))
    strict = house(added_kan_delayed=False)
    assert play([kan], state)[1] == []
    assert play([kan], state, strict)[1] == [("TW-R22", REFUSED, B)]
    assert kan not in legal_events(state, strict)
    fresh, _ = play([draw(B, "7z")], pon_state("159m159p159s1234z"))
    assert play([kan], fresh, strict)[1] == []


def test_tw_r12_a_flower_that_came_as_a_replacement_where_it_waits_a_turn() -> None:
    acts: list[HandEvent] = [draw(B, "1f"), FlowersShown(B, T("1f")), draw(B, "2f", replacement=True)]
    state, _ = play(acts, at_play(B))
    again = FlowersShown(B, T("2f"))
    assert play([again], state)[1] == []
    waits = house(midgame_flowers="next_turn")
    assert again not in legal_events(state, waits)
    assert play([again], state, waits)[1] == [("TW-F03", DEAD, B)]


def test_tw_r12_the_fold_offers_no_second_flower_in_the_same_round() -> None:
    state = dealt("1f2f159m159p159s12345z", gate="2m", passed=False)
    acts: list[HandEvent] = [
        FlowersShown(A, T("1f2f")),
        draw(A, "3g", replacement=True),
        draw(A, "4m", replacement=True),
    ]
    state, _ = play(acts, state)
    assert legal_events(state, BOOK) == (FlowersPassed(A),)


def with_flowers(state: TaiwanHand, seat: Seat, flowers: str) -> TaiwanHand:
    return state.with_seat(seat, replace(state.at(seat), flowers=T(flowers)))


def test_tw_s24_tw_s37_the_seventh_flower_robs_the_eighth_that_lies_with_another() -> None:
    """D has shown 4g; B has six and draws the seventh, which it need not replace."""
    state = with_flowers(with_flowers(at_play(B), D, "4g"), B, "1f2f3f4f1g2g")
    won = WonByFlowers(B, T(SEVEN), D)
    state, _ = play([draw(B, "3g")], state)
    assert won in legal_events(state, BOOK)
    ended, found = play([won], state)
    assert (found, settle(ended, BOOK).delta) == ([], (0, 12, 0, -12))
    assert play([WonByFlowers(B, T(SEVEN), C)], state)[1] == [("TW-F08", PAYS, B)]
    assert play([WonByFlowers(B, T(SEVEN), B)], state)[1] == [("TW-F08", PAYS, B)]
    late, _ = play([cut(B, "1m")], state)
    assert play([won], late)[1] == [("TW-F08", PAYS, B)]


def test_tw_r42_a_win_by_flowers_of_a_seat_that_only_draws_and_discards() -> None:
    state = replace(with_flowers(with_flowers(at_play(B), D, "4g"), B, SEVEN), restricted=frozenset({B}))
    state, _ = play([draw(B, "1m")], state)
    assert play([WonByFlowers(B, T(SEVEN), D)], state)[1] == [("TW-R42", REFUSED, B)]


# --- what counts no more -----------------------------------------------------------------------------------------


def test_tw_s31_a_throw_after_the_deal_leaves_the_seat_winds() -> None:
    state = dealt()
    assert play([DiceRolled(A, (6, 6, 3))], state) == (state, [])


def test_tw_s40_the_streak_is_announced_too_late() -> None:
    ended, _ = play([Won(B, tile("8s"), T(READY), A)], laid_8s(streak=1))
    told, _ = play([StreakAnnounced(A)], ended)
    assert (told.announced, settle(told, BOOK)) == (False, settle(ended, BOOK))


@pytest.mark.parametrize("event", [draw(B, "1m"), cut(B, "1m"), ExhaustiveDraw(), ReadyDeclared(B)])
def test_tw_r13_nothing_is_played_after_the_end(event: HandEvent) -> None:
    ended, _ = play([Won(B, tile("8s"), T(READY), A)], laid_8s())
    after, found = play([event], ended)
    assert [clause for clause, _, _ in found] == ["TW-R13"]
    assert after == replace(ended, fouls=after.fouls)
    assert settle(after, BOOK) == settle(ended, BOOK)
    with pytest.raises(EventError):
        play([RiichiDeclared(B)], ended)


def test_tw_r07_a_second_deal_changes_nothing() -> None:
    state = dealt()
    after, found = play([TilesDealt()], state)
    assert (found, replace(after, fouls=())) == ([("TW-R07", "", None)], state)


# --- points that moved -------------------------------------------------------------------------------------------


def settled(state: TaiwanHand, delta: Delta) -> Settled:
    a, b, c, d = (before + change for before, change in zip(state.points, delta, strict=True))
    return Settled(delta, (a, b, c, d), 0)


WON = play([Won(B, tile("8s"), T(READY), A)], laid_8s())[0]
WON_BY_THREE = play(
    [Won(seat, tile("8s"), T(READY), A) for seat in (B, C, D)],
    laid_8s().with_seat(D, replace(laid_8s().at(D), concealed=T(READY))),
)[0]
DRAWN = play([draw(B, "8s"), Won(B, tile("8s"), T(READY))], at_play(B, APART, READY))[0]
POOR = replace(WON, points=(5, 395, 200, 200))
FALSE = play([Won(B, tile("8s"), T(APART), A)], laid_8s())[0]
NO_WIN = play([ExhaustiveDraw()], at_play(B, wall_left=16))[0]


@pytest.mark.parametrize(
    ("state", "delta", "clause", "payer"),
    [
        pytest.param(WON, (-7, 7, 0, 0), "TW-P02", A, id="TW-P02 the dealer tai is missing"),
        pytest.param(WON, (0, 8, -8, 0), "TW-P02", A, id="TW-P02 another paid"),
        pytest.param(DRAWN, (-7, 19, -6, -6), "TW-P03", C, id="TW-P03 the dealer tai was paid by nobody"),
        pytest.param(WON_BY_THREE, (-8, 8, 0, 0), "TW-P04", A, id="TW-P04 one of three was paid"),
        pytest.param(POOR, (-8, 8, 0, 0), "TW-R41", A, id="TW-R41 more than the chips left"),
        pytest.param(FALSE, (12, -36, 12, 12), "TW-P05", B, id="TW-P05 a false win"),
        pytest.param(NO_WIN, (-1, 1, 0, 0), "TW-R30", None, id="TW-R30 a draw moves nothing"),
        pytest.param(laid_8s(), (-1, 1, 0, 0), "TW-R30", None, id="TW-R30 the hand is not over"),
    ],
)
def test_wrong_payments(state: TaiwanHand, delta: Delta, clause: str, payer: Seat | None) -> None:
    _, found = play([settled(state, delta)], state)
    assert found == [(clause, "", payer)]


@pytest.mark.parametrize("state", [WON, WON_BY_THREE, DRAWN, POOR, FALSE, NO_WIN])
def test_tw_p01_right_payments(state: TaiwanHand) -> None:
    due = settle(state, BOOK)
    after, found = play([due], state)
    assert (found, after.settled) == ([], True)
    assert play([due], after)[1] == [("TW-R13", "", None)]
    assert play([replace(due, points=(1, 2, 3, 4))], state)[1] == [("TW-P01", "", None)]
    assert play([replace(due, sticks=1)], state)[1] == [("TW-P01", "", None)]


def test_tw_r40_a_hand_that_is_stopped_moves_nothing() -> None:
    assert play([settled(laid_8s(), (0, 0, 0, 0))], laid_8s())[1] == []


def test_tw_r04_a_win_with_a_fifth_tile_cannot_be_settled() -> None:
    """The fifth 2p was found when it was discarded; what it would pay cannot be said."""
    hand = "2222p345789m123678s"
    state, _ = play([draw(A, "2p"), cut(A, "2p")], at_play(A, APART, hand))
    won, found = play([Won(B, tile("2p"), T(hand), A)], state)
    assert (found, len(won.wins)) == ([], 1)
    with pytest.raises(WinError):
        settle(won, BOOK)
    assert play([settled(won, (-3, 3, 0, 0))], won)[1] == []


def test_tw_f20_nobody_but_the_dealer_discards_in_the_opening() -> None:
    state = dealt(APART, "1f59m159p159s1234567z", gate="2m", passed=False)
    state, _ = play([FlowersPassed(A), FlowersShown(B, T("1f"))], state)
    after, found = play([cut(B, "5m")], state)
    assert (found, after.turn, after.opening) == ([("TW-F20", DEAD, B)], B, state.opening)


def test_tw_s23_a_call_that_migi_forbids_ends_it() -> None:
    state = dealt("77z3m456m789p123s67s22p", gate="1z")
    migi: list[HandEvent] = [ReadyDeclared(A), cut(A, "1z"), draw(B, "1m"), cut(B, "7z")]
    state, found = play([*migi, call(A, MeldKind.PON, "77z", "7z", B)], state)
    assert found == [("TW-S23", REFUSED, A)]
    rest = tuple(state.at(A).concealed or ())
    win = win_of(state, Won(A, tile("7z"), rest, B), BOOK)
    assert isinstance(win, Win)
    assert not win.migi


def test_tw_r13_a_seat_wins_once() -> None:
    again = Won(B, tile("8s"), T(READY), A)
    assert play([again], WON)[1] == [("TW-R13", "", B)]
