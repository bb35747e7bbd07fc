"""Taiwanese hands step by step: wins, MIGI and the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    Called,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    ReadyDeclared,
    StreakAnnounced,
    TilesDealt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import situation, win_of
from tablebridge_rules.taiwan.dealer import Reseating
from tablebridge_rules.taiwan.hand_end import next_hand, outcome, scores, settle
from tablebridge_rules.taiwan.legal import legal_events, resolve
from tablebridge_rules.taiwan.state import Foul, TaiwanHand, start
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.violation import Violation
from tests.rules.taiwan.course import (
    ALL_FLOWERS,
    APART,
    BOOK,
    PASSES,
    READY,
    STARTED,
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

# --- wins --------------------------------------------------------------------------------------------------------


def ready_after(*, wind: Wind = Wind.EAST) -> TaiwanHand:
    """B waits for 5s and 8s; A has discarded 8s in its second turn."""
    state = at_play(A, APART, READY, round_wind=wind)
    return play([draw(A, "8s"), cut(A, "8s")], state)[0]


def test_tw_r25_a_win_on_a_discard() -> None:
    state = ready_after()
    won = Won(B, tile("8s"), T(READY), A)
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    assert (found, state.phase) == ([], Phase.ENDED)
    # dealer tai: 4 + concealed hand 1 + all runs 2 + 1
    assert scores(state, BOOK)[B].tai == 3
    assert settle(state, BOOK).delta == (-8, 8, 0, 0)
    assert outcome(state, BOOK).seats == (B,)


def test_tw_r43_tw_p04_two_claimants_or_three() -> None:
    state = play([draw(A, "8s"), cut(A, "8s")], at_play(A, APART, READY, READY, READY))[0]
    wins = [Won(seat, tile("8s"), T(READY), A) for seat in (B, C, D)]
    assert resolve(wins[1:], BOOK) == (wins[1],)
    assert resolve(wins, BOOK) == tuple(wins)
    two = play(wins[1:], state)[0]
    assert outcome(two, BOOK).seats == (C,)
    first = play(wins[:1], state)[0]
    assert set(wins[1:]) <= set(legal_events(first, BOOK))
    three = play(wins, state)[0]
    assert settle(three, BOOK).delta == (-24, 8, 8, 8)


def test_tw_r28_a_passed_win() -> None:
    state = at_play(D, APART, READY)
    state, _ = play([draw(D, "8s"), cut(D, "8s"), draw(A, "5s"), cut(A, "5s")], state)
    late = Won(B, tile("5s"), T(READY), A)
    assert late not in legal_events(state, BOOK)
    state, found = play([late], state)
    assert found == [("TW-F23", "full_liability", B)]
    assert (state.phase, settle(state, BOOK).delta) == (Phase.ENDED, (13, -37, 12, 12))


def test_tw_r29_a_discard_that_is_no_winning_tile_releases() -> None:
    state = at_play(D, APART, READY)
    passed: list[HandEvent] = [draw(D, "8s"), cut(D, "8s"), draw(A, "1m"), cut(A, "1m"), draw(B, "7z"), cut(B, "7z")]
    state, _ = play([*passed, draw(C, "5s"), cut(C, "5s")], state)
    assert play([Won(B, tile("5s"), T(READY), C)], state)[1] == []


def test_tw_r29_an_own_winning_tile_does_not_release() -> None:
    state = at_play(D, APART, READY)
    passed: list[HandEvent] = [draw(D, "8s"), cut(D, "8s"), draw(A, "1m"), cut(A, "1m"), draw(B, "8s"), cut(B, "8s")]
    state, _ = play([*passed, draw(C, "5s"), cut(C, "5s")], state)
    assert play([Won(B, tile("5s"), T(READY), C)], state)[1] == [("TW-F23", "full_liability", B)]


def test_tw_r29_kans_during_a_pass() -> None:
    """South passed on 8s: an added kan releases, a concealed one does not."""
    hand = "123m456m123s67s22p"
    missed = frozenset({tile("8s").kind})
    state = pon_state(hand)
    state = state.with_seat(B, replace(state.at(B), missed=missed))
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))
    added, found = play([draw(B, "7z"), kan, draw(B, "5s", replacement=True), Won(B, tile("5s"), T(hand))], state)
    assert (found, [one.clauses[0] for one in scores(added, BOOK)[B].patterns]) == ([], ["TW-S05", "TW-S06", "TW-S08"])
    concealed = at_play(B, APART, "123m456m999p123s67s22p")
    concealed = concealed.with_seat(B, replace(concealed.at(B), missed=missed))
    four = call(B, MeldKind.KAN_CONCEALED, "9999p")
    events: list[HandEvent] = [
        draw(B, "9p"),
        four,
        draw(B, "5s", replacement=True),
        Won(B, tile("5s"), T("123m456m123s67s22p")),
    ]
    assert play(events, concealed)[1] == [("TW-F23", "full_liability", B)]


def test_tw_r21_no_win_on_the_replacement_of_an_open_kan() -> None:
    hand = "999p45m789m123p99s456s"
    state = at_play(A, APART, hand)
    kan = call(B, MeldKind.KAN_EXPOSED, "999p", "9p", C)
    state, _ = play([draw(A, "1z"), cut(A, "1z"), draw(B, "2z"), cut(B, "2z"), draw(C, "9p"), cut(C, "9p")], state)
    state, found = play([kan, draw(B, "6m", replacement=True)], state)
    won = Won(B, tile("6m"), T("45m789m123p99s456s"))
    assert (found, won in legal_events(state, BOOK)) == ([], False)
    assert play([won], state)[1] == [("TW-F23", "full_liability", B)]


def test_tw_f08_tw_f22_false_wins() -> None:
    state = ready_after()
    wrong = Won(B, tile("8s"), T(APART), A)
    ended, found = play([wrong], state)
    assert (found, ended.phase, ended.wins) == ([("TW-F22", "full_liability", B)], Phase.ENDED, ())
    assert outcome(ended, BOOK).seats == (B,)
    assert settle(ended, BOOK).delta == (13, -37, 12, 12)
    goes_on = replace(BOOK, foul=replace(BOOK.foul, false_win_ends_hand=False))
    assert play([wrong], state, goes_on)[0].phase is Phase.CALLS_OPEN
    assert play([Won(B, tile("5s"), T(READY), A)], state)[1] == [("TW-F08", "full_liability", B)]
    assert play([Won(B, tile("5s"), T(READY))], state)[1] == [("TW-F08", "full_liability", B)]
    assert play([Won(B, tile("8s"), T(READY), A)], replace(state, dead=frozenset({B})))[1] == [
        ("TW-F24", "full_liability", B)
    ]


@pytest.mark.parametrize(
    ("events", "won", "first"),
    [
        ([], Won(A, tile("8s"), T(READY)), FirstTurn.HEAVENLY),
        ([cut(A, "1z"), draw(B, "8s")], Won(B, tile("8s"), T(READY)), FirstTurn.EARTHLY),
        ([cut(A, "8s")], Won(B, tile("8s"), T(READY), A), FirstTurn.HUMAN),
    ],
    ids=["TW-S28", "TW-S29", "TW-S30"],
)
def test_wins_before_play_was_under_way(events: list[HandEvent], won: Won, first: FirstTurn) -> None:
    heavenly = won.seat is A
    state = dealt(READY, gate="8s") if heavenly else dealt("8s1z159m159p159s12345z", READY, gate="9m")
    state, found = play(events, state)
    win = win_of(state, won, BOOK)
    assert isinstance(win, Win)
    assert (found, win.first_turn, play([won], state)[1]) == ([], first, [])


def test_tw_s30_the_dealer_has_no_human_win() -> None:
    state = dealt(READY, gate="1z")
    win = win_of(state, Won(A, tile("8s"), T(READY), B), BOOK)
    assert isinstance(win, Win)
    assert win.first_turn is FirstTurn.NONE


def test_tw_s24_tw_s37_seven_rob_the_eighth() -> None:
    state = at_play(D, APART, "3g" + "59m159p159s1234567z")
    state = state.with_seat(B, replace(state.at(B), flowers=T("1f2f3f4f1g2g")))
    state, _ = play([draw(D, "4g"), FlowersShown(D, T("4g"))], state)
    won = WonByFlowers(B, T("1f2f3f4f1g2g3g"), D)
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    assert (found, settle(state, BOOK).delta) == ([], (0, 12, 0, -12))
    assert isinstance(win_of(state, won, BOOK), FlowerWin)


def test_tw_s38_eight_flowers_in_the_opening_hand() -> None:
    state = dealt("1f2f3f4f1g2g3g4g159m159p12z", gate="2m", passed=False)
    won = WonByFlowers(A, T(ALL_FLOWERS))
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    assert (found, settle(state, BOOK).delta) == ([], (39, -13, -13, -13))
    assert play([WonByFlowers(B, T("1f2f"))], dealt())[1] == [("TW-F08", "full_liability", B)]


# --- MIGI --------------------------------------------------------------------------------------------------------


def test_tw_s23_tw_s36_migi() -> None:
    state = dealt(READY, gate="1z")
    assert ReadyDeclared(A) in legal_events(state, BOOK)
    state, found = play([ReadyDeclared(A), cut(A, "1z")], state)
    assert (found, state.at(A).migi) == ([], True)
    assert ("TW-S36", "void", A) in play([ReadyDeclared(A)], state)[1]
    state, _ = play([draw(B, "8s"), cut(B, "8s")], state)
    win = win_of(state, Won(A, tile("8s"), T(READY), B), BOOK)
    assert isinstance(win, Win)
    assert win.migi
    passed, _ = play([draw(C, "1m"), cut(C, "1m")], state)
    over = replace(passed, phase=Phase.ENDED, exhausted=True)
    assert play([HandsRevealed(((A, T(READY)),))], over)[1] == [("TW-F17", "dead_hand", A)]
    shown, found = play([HandsRevealed(((A, T(APART)),))], over)
    assert found == [("TW-F21", "full_liability", A)]
    assert settle(shown, BOOK).delta == (-39, 13, 13, 13)
    assert play([HandsRevealed(((B, T(APART)),))], over)[1] == []


def test_tw_s36_a_mistimed_declaration_does_not_count() -> None:
    state, found = play([ReadyDeclared(B)], dealt())
    assert (found, state.at(B).migi) == ([("TW-S36", "void", B)], False)


def test_tw_s23_the_hand_is_locked() -> None:
    state = dealt(READY, gate="1z")
    state, _ = play([ReadyDeclared(A), cut(A, "1z"), draw(B, "1z"), cut(B, "1z")], state)
    state, _ = play([draw(C, "1m"), cut(C, "1m"), draw(D, "1m"), cut(D, "1m"), draw(A, "9m")], state)
    assert [event for event in legal_events(state, BOOK) if isinstance(event, Discarded)] == [cut(A, "9m", drawn=True)]
    assert play([cut(A, "1m")], state)[1] == [("TW-S23", "refused", A)]


# --- the end -----------------------------------------------------------------------------------------------------


def test_tw_s40_the_streak_is_announced() -> None:
    state = start(replace(STARTED, honba=2))
    assert legal_events(state, BOOK) == (StreakAnnounced(A),)
    announced, found = play([StreakAnnounced(A)], state)
    assert (found, legal_events(announced, BOOK)) == ([], ())
    hand = replace(at_play(A, READY), streak=2)
    won: list[HandEvent] = [draw(A, "8s"), Won(A, tile("8s"), T(READY))]
    silent = play(won, hand)[0]
    told = play(won, replace(hand, announced=True))[0]
    tai = scores(told, BOOK)[A].tai
    assert settle(silent, BOOK).delta[1] == -(4 + tai + 1)
    assert settle(told, BOOK).delta[1] == -(4 + tai + 5)


@pytest.mark.parametrize(
    ("wind", "dealer", "following"),
    [
        (Wind.EAST, A, HandStarted(1, Wind.EAST, B, 0, 0, (192, 208, 200, 200))),
        (Wind.EAST, D, HandStarted(1, Wind.SOUTH, A, 0, 0, (193, 207, 200, 200))),
        (Wind.SOUTH, D, Reseating(Wind.WEST, B)),
        (Wind.NORTH, D, None),
    ],
    ids=["TW-R32", "TW-R33", "TW-R34", "TW-R36"],
)
def test_what_follows_a_win_of_another(wind: Wind, dealer: Seat, following: object) -> None:
    state = replace(ready_after(wind=wind), dealer=dealer)
    state, _ = play([Won(B, tile("8s"), T(READY), A)], state)
    settled, _ = play([settle(state, BOOK)], state)
    assert next_hand(settled, BOOK) == following


def test_tw_r31_the_dealer_stays_after_a_draw() -> None:
    state = replace(at_play(B, wall_left=16), streak=1)
    state, _ = play([ExhaustiveDraw()], state)
    state, _ = play([settle(state, BOOK)], state)
    assert next_hand(state, BOOK) == HandStarted(1, Wind.EAST, A, 2, 0, (200, 200, 200, 200))


def test_tw_r41_bankruptcy_ends_the_match() -> None:
    state = replace(ready_after(), points=(5, 395, 200, 200))
    state, _ = play([Won(B, tile("8s"), T(READY), A)], state)
    settled = settle(state, BOOK)
    assert settled.delta == (-5, 5, 0, 0)
    assert next_hand(play([settled], state)[0], BOOK) is None


def test_a_wrong_call_where_nobody_discarded_is_paid_to_nobody() -> None:
    wrong = Foul(Violation("TW-F07", "wrong_call", C, "C called what nobody discarded", "wrong_call"))
    state = at_play(B, phase=Phase.ENDED, fouls=(wrong,))
    assert settle(state, BOOK).delta == (0, 0, 0, 0)
    assert legal_events(state, BOOK) == ()


def test_a_new_hand_forgets_the_old_one() -> None:
    assert play([STARTED], ready_after()) == (start(STARTED), [])


def test_no_claim_without_a_discard() -> None:
    with pytest.raises(ValueError, match="no discard"):
        situation(dealt(), B)


def test_a_hidden_hand_offers_nothing() -> None:
    state, _ = play([TilesDealt(), Drawn(A), *PASSES])
    assert legal_events(state, BOOK) == ()
