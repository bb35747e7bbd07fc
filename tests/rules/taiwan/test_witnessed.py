"""Facts of witnesses: what each breaks, and what it makes of the hand that goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import Called, DiceRolled, FlowersShown, HandEvent, Won
from tablebridge_rules.fact import (
    CallVoiced,
    CallWithdrawn,
    Cheated,
    DiscardTouched,
    DrawAndDiscardRuled,
    DrawJoined,
    EnquiryMade,
    Fact,
    FlowersReplaced,
    FlowersShownFirst,
    GameTimed,
    HandMixed,
    KanInspected,
    MeldChanged,
    MeldLaid,
    MeldLeft,
    Peeked,
    RiverTileTaken,
    RowCounted,
    SetCounted,
    TileNamesSpoken,
    TilesExposed,
    TimeTaken,
    WallBroken,
    WallFaceUp,
    WallTileTaken,
    WallTouched,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.play import apply_fact, judge_fact
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.hand_end import next_hand, settle
from tablebridge_rules.taiwan.legal import legal_events
from tablebridge_rules.taiwan.rulebook import Rulebook
from tablebridge_rules.taiwan.state import TaiwanHand
from tests.rules.taiwan.course import APART, BOOK, READY, A, B, C, D, T, at_play, call, cut, dealt, draw, play, tile

Found = list[tuple[str, str, Seat | None]]

PON_HAND = "77z159m159p159s12345z"
READY_FOR_KAN = "123m456m789p123s777z2p"
FIX_HAND = "4s5s6s9m159p159s123456z"
CHI = Meld(MeldKind.CHI, T("4s5s"), tile("3s"), A)
PON = Meld(MeldKind.PON, T("77z"), tile("7z"), A)
KAN = Meld(MeldKind.KAN_EXPOSED, T("777z"), tile("7z"), A)


def after(fact: Fact, state: TaiwanHand, book: Rulebook = BOOK) -> TaiwanHand:
    told = apply_fact(state, fact, book)
    assert isinstance(told, TaiwanHand)
    return told


def laid_7z(*, river: int = 5) -> TaiwanHand:
    """A has discarded 7z, which C can pon; there were `river` discards."""
    state, _ = play([draw(A, "7z"), cut(A, "7z")], at_play(A, APART, APART, PON_HAND))
    part = state.at(D)
    many = replace(part.river, discards=state.at(A).river.discards * (river - 1))
    return state.with_seat(D, replace(part, river=many))


def laid_8s() -> TaiwanHand:
    """A has discarded 8s, on which B and C can win; B is to draw."""
    return play([draw(A, "8s"), cut(A, "8s")], at_play(A, APART, READY, READY))[0]


def judged(fact: Fact, state: TaiwanHand, book: Rulebook = BOOK) -> Found:
    return [(one.clause, one.penalty, one.seat) for one in judge_fact(state, fact, book)]


BROKEN = play([DiceRolled(A, (4, 5, 2))])[0]
FEW = laid_7z(river=3)
MANY = laid_7z(river=9)
LATE = play([draw(B, "1m")], MANY)[0]


@pytest.mark.parametrize(
    ("fact", "state", "found"),
    [
        pytest.param(WallBroken(C, 11, face_seen=True), BROKEN, [], id="TW-F04 as the dice say"),
        pytest.param(WallBroken(C, 12, face_seen=True), BROKEN, [("TW-F04", "dead_hand", A)], id="TW-F04 12 stacks"),
        pytest.param(WallBroken(B, 11, face_seen=True), BROKEN, [("TW-F04", "dead_hand", A)], id="TW-F04 wrong wall"),
        pytest.param(WallBroken(B, 11, face_seen=False), BROKEN, [], id="TW-F04 put right in time"),
        pytest.param(WallBroken(B, 11, face_seen=True), MANY, [], id="TW-F04 no throw was seen"),
        pytest.param(WallFaceUp(T("5m")), BROKEN, [("TW-R04", "redeal", None)], id="TW-R04 a face in the wall"),
        pytest.param(WallFaceUp(()), BROKEN, [], id="TW-R04 none"),
        pytest.param(SetCounted(143), BROKEN, [("TW-F27", "warning", None)], id="TW-F27 143 tiles"),
        pytest.param(WallTileTaken(B, False, 1), MANY, [("TW-F18", "dead_hand", B)], id="TW-F18 the second tile"),
        pytest.param(WallTileTaken(B, False, 1, lifted=False), MANY, [], id="TW-F18 not seen"),
        pytest.param(WallTileTaken(B, False, 1, seen=False), MANY, [], id="TW-F18 the referee saw nothing"),
        pytest.param(WallTileTaken(B, True), MANY, [("TW-F06", "dead_hand", B)], id="TW-F06 from the tail"),
        pytest.param(
            WallTileTaken(B, False),
            play([draw(B, "1f"), FlowersShown(B, T("1f"))], MANY)[0],
            [("TW-F06", "dead_hand", B)],
            id="TW-F06 a replacement from the live end",
        ),
        pytest.param(FlowersReplaced(B, T("1f"), 2), MANY, [("TW-F03", "dead_hand", B)], id="TW-F03 two for one"),
        pytest.param(FlowersReplaced(B, T("1f"), 2, face_seen=False), MANY, [], id="TW-F03 put back"),
        pytest.param(FlowersShownFirst(B, A), MANY, [("TW-F01", "dead_hand", B)], id="TW-F01 before the dealer"),
        pytest.param(FlowersShownFirst(A, B), MANY, [], id="TW-F01 the dealer first"),
        pytest.param(RowCounted(B, 16), MANY, [], id="TW-F02 sixteen"),
        pytest.param(RowCounted(B, 17), MANY, [("TW-F02", "dead_hand", B)], id="TW-F02 one too many"),
        pytest.param(RowCounted(B, 17), LATE, [], id="TW-F02 before the discard"),
        pytest.param(MeldLeft(B, disturbed=True), MANY, [("TW-F05", "dead_hand", B)], id="TW-F05 left"),
        pytest.param(MeldLeft(B, disturbed=False), MANY, [], id="TW-F05 in time"),
        pytest.param(MeldLaid(C, PON, T("77z")), LATE, [("TW-F05", "dead_hand", C)], id="TW-F05 the 7z left behind"),
        pytest.param(MeldLaid(C, PON, T("77z")), MANY, [], id="TW-F05 nobody has drawn"),
        pytest.param(MeldChanged(C, PON, T("77z")), LATE, [("TW-F05", "dead_hand", C)], id="TW-F05 changed"),
        pytest.param(MeldLaid(B, CHI, T("4s3s5s")), MANY, [], id="TW-R16 the claimed tile in the middle"),
        pytest.param(MeldLaid(B, CHI, T("3s4s5s")), MANY, [("TW-R16", "warning", B)], id="TW-R16 at an end"),
        pytest.param(MeldLaid(C, PON, T("777z")), LATE, [], id="TW-R17 a pon"),
        pytest.param(KanInspected(B, T("222m3m")), MANY, [("TW-F26", "full_liability", B)], id="TW-R24 TW-F26 no kan"),
        pytest.param(KanInspected(B, T("2222m")), MANY, [], id="TW-R24 a kan"),
        pytest.param(
            DiscardTouched(B, tile("3p"), tile("4p")), MANY, [("TW-R45", "refused", B)], id="TW-R45 another is left"
        ),
        pytest.param(DiscardTouched(B, tile("3p"), tile("3p")), MANY, [], id="TW-R45 the same"),
        pytest.param(RiverTileTaken(B, tile("3p"), called=False), MANY, [("TW-F27", "warning", B)], id="TW-F27 a swap"),
        pytest.param(RiverTileTaken(B, tile("3p"), called=True), MANY, [], id="TW-F27 a call"),
        pytest.param(CallWithdrawn(C, "pon"), MANY, [("TW-F07", "wrong_call", C)], id="TW-F07 withdrawn"),
        pytest.param(CallWithdrawn(C, "pon"), FEW, [], id="TW-F07 among the first four discards"),
        pytest.param(CallWithdrawn(C, "riichi"), MANY, [], id="TW-F07 a word that is no claim"),
        pytest.param(MeldChanged(C, PON, ()), MANY, [("TW-F07", "wrong_call", C)], id="TW-F07 a pon taken back"),
        pytest.param(MeldChanged(C, KAN, ()), MANY, [("TW-F07", "wrong_call", C)], id="TW-F07 a kan taken back"),
        pytest.param(MeldChanged(B, CHI, ()), MANY, [("TW-F07", "wrong_call", B)], id="TW-F07 a chi taken back"),
        pytest.param(TimeTaken(B, 40_000, 14_999), MANY, [], id="TW-R42 in time"),
        pytest.param(TimeTaken(B, 40_000, 15_000), MANY, [("TW-R42", "draw_and_discard", B)], id="TW-R42 15 s"),
        pytest.param(TimeTaken(B, 40_000), MANY, [], id="TW-R42 nobody counts"),
        pytest.param(Peeked(B), MANY, [("TW-F09", "full_liability", B)], id="TW-F09"),
        pytest.param(TileNamesSpoken(D), MANY, [("TW-F12", "warning", D)], id="TW-F12"),
        pytest.param(TileNamesSpoken(D, serious=True), MANY, [("TW-F27", "suspension", D)], id="TW-F12 TW-F27"),
        pytest.param(Cheated(D, "hiding_tiles"), MANY, [("TW-F27", "suspension", D)], id="TW-F27"),
        pytest.param(HandMixed(D), MANY, [], id="no clause of this book"),
        pytest.param(
            RowCounted(B, 17),
            replace(MANY, dead=frozenset({B})),
            [("TW-F24", "full_liability", B)],
            id="TW-F24 a second violation",
        ),
    ],
)
def test_facts(fact: Fact, state: TaiwanHand, found: Found) -> None:
    assert judged(fact, state) == found
    told = after(fact, state)
    assert [(one.violation.clause, one.violation.seat) for one in told.fouls] == [(one[0], one[2]) for one in found]
    assert told.dead == state.dead | {seat for _, penalty, seat in found if penalty == "dead_hand" and seat}


def test_tw_f05_no_window_where_the_rulebook_has_none() -> None:
    house = replace(BOOK, foul=replace(BOOK.foul, claim_fix_window="none"))
    assert judged(MeldLeft(B, disturbed=False), MANY, house) == [("TW-F05", "dead_hand", B)]


# --- rights that are lost ----------------------------------------------------------------------------------------


def test_tw_r15_who_touches_the_wall_has_no_right_to_the_discard() -> None:
    pon = call(C, MeldKind.PON, "77z", "7z", A)
    assert pon in legal_events(MANY, BOOK)
    touched = after(WallTouched(C), MANY)
    assert pon not in legal_events(touched, BOOK)
    assert play([pon], touched)[1] == [("TW-R15", "refused", C)]
    # the next discard is another matter
    state, _ = play([draw(B, "1m"), cut(B, "1m")], touched)
    assert state.touching == frozenset()


def test_tw_r15_tw_r28_a_win_given_up_by_touching_the_wall_is_passed() -> None:
    won = Won(B, tile("8s"), T(READY), A)
    touched = after(WallTouched(B), laid_8s())
    refused, found = play([won], touched)
    assert (found, refused.phase) == ([("TW-R15", "refused", B)], Phase.CALLS_OPEN)
    state, _ = play([draw(B, "5s")], touched)
    assert play([Won(B, tile("5s"), T(READY))], state)[1] == [("TW-F23", "full_liability", B)]
    calls_only = replace(BOOK, play=replace(BOOK.play, touch_wall_forfeits=("chi", "pon", "kan")))
    assert play([won], after(WallTouched(B), laid_8s(), calls_only), calls_only)[1] == []


def test_tw_r15_the_discarder_and_an_empty_river_have_nothing_to_lose() -> None:
    assert after(WallTouched(A), MANY) == MANY
    assert after(WallTouched(A), BROKEN) == BROKEN


LATE_CLAIMS = [
    pytest.param(call(C, MeldKind.PON, "77z", "7z", A), LATE, id="pon"),
    pytest.param(Won(C, tile("8s"), T(READY), A), play([draw(B, "1m")], laid_8s())[0], id="win"),
]


@pytest.mark.parametrize(("claim", "state"), LATE_CLAIMS)
def test_tw_r18_a_claim_before_the_drawn_tile_is_joined(claim: HandEvent, state: TaiwanHand) -> None:
    taken, found = play([claim], state)
    assert found == []
    assert (taken.concealed_count(B), taken.wall_left) == (16, state.wall_left + 1)


@pytest.mark.parametrize(("claim", "state"), LATE_CLAIMS)
@pytest.mark.parametrize(
    ("fact", "clause"),
    [
        pytest.param(DrawJoined(B), "TW-R18", id="TW-R18 the drawn tile was joined"),
        pytest.param(DrawJoined(B, 300), "TW-R18", id="TW-R18 the gap was closed for 300 ms"),
        pytest.param(EnquiryMade(D), "TW-R19", id="TW-R19 nobody answered"),
    ],
)
def test_claims_that_come_too_late(claim: HandEvent, state: TaiwanHand, fact: Fact, clause: str) -> None:
    assert play([claim], after(fact, state))[1] == [(clause, "refused", C)]


def test_tw_r18_a_gap_that_was_not_closed_long_enough_joins_nothing() -> None:
    assert after(DrawJoined(B, 299), LATE) == LATE
    assert after(DrawJoined(C), LATE) == LATE
    assert after(DrawJoined(B), MANY) == MANY


def test_tw_r18_a_win_let_go_is_passed_when_the_tile_is_joined() -> None:
    """C waits for 5s and 8s and lets 8s go; B's draw is joined and B discards 5s."""
    state, _ = play([draw(B, "5s")], laid_8s())
    state, _ = play([cut(B, "5s")], after(DrawJoined(B), state))
    assert play([Won(C, tile("5s"), T(READY), B)], state)[1] == [("TW-F23", "full_liability", C)]


def test_tw_r26_a_drawn_tile_that_was_joined_is_no_self_draw() -> None:
    state, _ = play([draw(B, "8s")], at_play(B, APART, READY))
    won = Won(B, tile("8s"), T(READY))
    assert won in legal_events(state, BOOK)
    joined = after(DrawJoined(B), state)
    assert won not in legal_events(joined, BOOK)
    ended, found = play([won], joined)
    assert (found, ended.phase) == ([("TW-F23", "full_liability", B)], Phase.ENDED)
    assert settle(ended, BOOK).delta == (13, -37, 12, 12)


def test_tw_r26_tw_s28_the_heavenly_win_may_be_joined() -> None:
    state = after(DrawJoined(A), dealt(READY, gate="8s"))
    assert play([Won(A, tile("8s"), T(READY))], state)[1] == []


def test_tw_r15_who_has_drawn_cannot_take_the_discard() -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s"), draw(B, "1m")], at_play(A, APART, "4s5s" + PON_HAND[3:]))
    assert play([call(B, MeldKind.CHI, "4s5s", "3s", A)], state)[1] == [("TW-R15", "refused", B)]
    drawn, _ = play([draw(B, "1m")], laid_8s())
    assert play([Won(B, tile("8s"), T(READY), A)], drawn)[1] == [("TW-F23", "full_liability", B)]


def test_tw_r38_a_chi_against_a_pon_that_was_called() -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s")], at_play(A, APART, "4s5s" + PON_HAND[3:], "3s3s" + PON_HAND[3:]))
    chi, pon = call(B, MeldKind.CHI, "4s5s", "3s", A), call(C, MeldKind.PON, "3s3s", "3s", A)
    heard = after(CallVoiced(C, "pon", voiced=True), state)
    assert play([chi], heard)[1] == [("TW-R38", "refused", B)]
    assert play([pon], heard)[1] == []
    assert play([chi], after(CallVoiced(B, "chi", voiced=True), state))[1] == []
    assert after(CallVoiced(C, "pon", voiced=False), state) == state
    assert play([chi], after(CallWithdrawn(C, "pon"), heard))[1] == []


def test_tw_r38_a_pon_against_a_win_that_was_called() -> None:
    heard = after(CallVoiced(D, "ron", voiced=True), MANY)
    assert play([call(C, MeldKind.PON, "77z", "7z", A)], heard)[1] == [("TW-R38", "refused", C)]


@pytest.mark.parametrize(
    ("seen", "claim", "clause"),
    [
        pytest.param("3s", call(B, MeldKind.CHI, "4s5s", "3s", A), "TW-F10", id="TW-F10 the tile itself"),
        pytest.param("4s5s", call(B, MeldKind.CHI, "4s5s", "3s", A), "TW-F11", id="TW-F11 what the pair needs"),
    ],
)
def test_tiles_that_were_seen_bar_calls(seen: str, claim: Called, clause: str) -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s")], at_play(A, APART, "4s5s" + PON_HAND[3:]))
    assert claim in legal_events(state, BOOK)
    barred = after(TilesExposed(B, T(seen)), state)
    assert judged(TilesExposed(B, T(seen)), state) == []
    assert claim not in legal_events(barred, BOOK)
    assert play([claim], barred)[1] == [(clause, "wrong_call", B)]


def test_tw_f25_a_win_on_a_tile_that_was_seen() -> None:
    state = after(TilesExposed(B, T("67s")), laid_8s())
    assert play([Won(B, tile("8s"), T(READY), A)], state)[1] == [("TW-F25", "full_liability", B)]


def test_tw_f10_the_bar_may_end_with_the_own_discard() -> None:
    state = after(TilesExposed(B, T("67s")), at_play(B, APART, READY))
    turn: list[HandEvent] = [draw(B, "1z"), cut(B, "1z")]
    assert play(turn, state)[0].at(B).seen == T("67s")
    house = replace(BOOK, foul=replace(BOOK.foul, xianpai_duration="own_next_discard"))
    assert play(turn, state, house)[0].at(B).seen == ()


def test_tw_r42_by_ruling_a_seat_only_draws_and_discards() -> None:
    ruled = after(DrawAndDiscardRuled(C), MANY)
    pon = call(C, MeldKind.PON, "77z", "7z", A)
    assert play([pon], ruled)[1] == [("TW-R42", "refused", C)]
    assert pon not in legal_events(ruled, BOOK)
    winner = after(DrawAndDiscardRuled(B), laid_8s())
    assert play([Won(B, tile("8s"), T(READY), A)], winner)[1] == [("TW-R42", "refused", B)]
    drawn, _ = play([draw(B, "8s")], after(DrawAndDiscardRuled(B), at_play(B, APART, READY)))
    assert play([Won(B, tile("8s"), T(READY))], drawn)[1] == [("TW-R42", "refused", B)]
    kan, _ = play([draw(B, "9p")], after(DrawAndDiscardRuled(B), at_play(B, APART, "123m456m999p123s67s22p")))
    assert play([call(B, MeldKind.KAN_CONCEALED, "9999p")], kan)[1] == [("TW-R42", "refused", B)]


# --- calls taken back --------------------------------------------------------------------------------------------


def test_tw_f07_a_call_taken_back_leaves_the_discard_where_it_was() -> None:
    called, _ = play([call(C, MeldKind.PON, "77z", "7z", A)], MANY)
    back = after(CallWithdrawn(C, "pon"), called)
    assert (back.turn, back.phase, back.melds, back.calls) == (B, Phase.CALLS_OPEN, MANY.melds, MANY.calls)
    assert sorted(back.at(C).concealed or ()) == sorted(MANY.at(C).concealed or ())
    assert back.rivers == MANY.rivers
    assert settle(replace(back, phase=Phase.ENDED), BOOK).delta == (1, 0, -1, 0)
    hidden = after(MeldChanged(C, PON, ()), called.with_seat(C, called.at(C).hide()))
    assert (hidden.concealed_count(C), hidden.at(C).concealed) == (16, None)
    gone, _ = play([cut(C, "1z")], called)
    assert after(CallWithdrawn(C, "pon"), gone).melds == gone.melds


def test_tw_f05_a_wrong_meld_is_put_right_before_the_next_draw() -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s")], at_play(A, APART, FIX_HAND))
    wrong = call(B, MeldKind.CHI, "4s6s", "3s", A)
    laid, found = play([wrong], state)
    assert (found, laid.unfixed) == ([("TW-F05", "warning", B)], B)
    left, _ = play([cut(B, "1z")], laid)
    assert play([draw(C, "1m")], left)[1] == [("TW-F05", "dead_hand", B)]
    right = after(MeldChanged(B, wrong.meld, T("4s3s5s")), laid)
    assert (right.unfixed, right.at(B).melds) == (None, (CHI,))
    assert tile("6s") in (right.at(B).concealed or ())
    assert play([cut(B, "1z"), draw(C, "1m")], right)[1] == []
    # the same where the hand is hidden, and what is no such meld
    unseen = after(MeldChanged(B, wrong.meld, T("4s3s5s")), laid.with_seat(B, laid.at(B).hide()))
    assert (unseen.at(B).concealed, unseen.concealed_count(B)) == (None, 14)
    assert after(MeldChanged(B, PON, T("777z")), laid).melds == laid.melds
    still = after(MeldChanged(B, wrong.meld, T("7s3s5s")), left)
    assert still.unfixed is B


def test_tw_f05_a_wrong_meld_costs_at_once_where_the_rulebook_says_so() -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s")], at_play(A, APART, FIX_HAND))
    strict = replace(BOOK, foul=replace(BOOK.foul, claim_fix_window="none"))
    assert play([call(B, MeldKind.CHI, "4s6s", "3s", A)], state, strict)[1] == [("TW-F05", "dead_hand", B)]


def test_tw_f14_after_a_chi_of_three_own_tiles_nothing_is_swapped() -> None:
    state, _ = play([draw(A, "3s"), cut(A, "3s")], at_play(A, APART, FIX_HAND))
    laid, _ = play([call(B, MeldKind.CHI, "4s5s6s", "3s", A)], state)
    assert [one[0] for one in play([cut(B, "1z")], laid)[1]] == ["TW-F02"]


# --- the end -----------------------------------------------------------------------------------------------------


def test_tw_r40_time_is_up() -> None:
    won, _ = play([Won(B, tile("8s"), T(READY), A)], laid_8s())
    assert after(GameTimed(7199), MANY) == MANY
    stopped = after(GameTimed(7200), replace(MANY, fouls=after(Peeked(B), MANY).fouls))
    assert (stopped.phase, settle(stopped, BOOK).delta) == (Phase.ENDED, (0, 0, 0, 0))
    assert next_hand(play([settle(stopped, BOOK)], stopped)[0], BOOK) is None
    # a hand that was over counts, and is the last
    over = after(GameTimed(7200), won)
    assert settle(over, BOOK) == settle(won, BOOK)
    assert next_hand(over, BOOK) is None
    house = replace(BOOK, game=replace(BOOK.game, timeout_hand="finish"))
    goes_on = after(GameTimed(7200), MANY, house)
    assert (goes_on.phase, goes_on.time_up) == (Phase.CALLS_OPEN, True)


def test_tw_p05_what_facts_cost_is_paid_at_the_end() -> None:
    state = after(KanInspected(B, T("222m3m")), replace(MANY, phase=Phase.ENDED, exhausted=True))
    assert settle(state, BOOK).delta == (13, -37, 12, 12)
