"""What unusual calls, late claims and rulings make of a hand: where its tiles are, whose turn it is, who may win."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tablebridge_rules.event import Called, Drawn, HandsRevealed, Won
from tablebridge_rules.fact import CallVoiced, ClaimTimed, DrawJoined, ReplacementTaken, RowCounted, WallTouched
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat
from tablebridge_rules.table import Phase, table_view
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.hand_end import settle
from tablebridge_rules.zungjung.legal import legal_events
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.state import ZungJungHand
from tests.rules.zungjung.course import (
    ADD_7Z,
    APART,
    BOOK,
    CHI_9S,
    CHIER,
    CUT_1M,
    NINE,
    OWN_KAN,
    PON_9S,
    PONNER,
    QUAD,
    READY,
    SPOKEN,
    WIN_9S,
    A,
    B,
    C,
    Course,
    T,
    adding,
    call,
    cut,
    draw,
    fed,
    four_2m,
    late,
    open_9s,
    play,
    tile,
    with_pon,
)


def tiles(state: ZungJungHand) -> Counter[Tile]:
    return Counter(state.visible_tiles())


def after(course: Course, state: ZungJungHand) -> ZungJungHand:
    return play(course, state)[0]


def test_zj_r02_a_late_claim_puts_the_drawn_tile_back() -> None:
    state = after([PON_9S], late())
    assert (state.turn, state.phase, state.wall_left) == (C, Phase.MUST_DISCARD, late().wall_left + 1)
    assert (state.at(B).concealed_count, state.at(B).holds_draw) == (13, False)
    assert tiles(state) == tiles(late()) - Counter([tile("5z")])
    hidden = after([PON_9S], table_view(late()))
    assert [hidden.concealed_count(seat) for seat in Seat] == [state.concealed_count(seat) for seat in Seat]


def test_zj_r02_a_hand_whose_drawn_tile_nobody_knows_is_hidden_after_a_late_claim() -> None:
    state = after([HandsRevealed(((B, T(APART + "5z")),)), PON_9S], table_view(late()))
    assert (state.at(B).concealed, state.concealed_count(B)) == (None, 13)


def test_zj_r02_a_late_win_is_on_the_discard() -> None:
    state = after([draw(B, "5z"), WIN_9S], fed(APART, READY))
    assert (state.phase, state.wins, state.wall_left) == (Phase.ENDED, (WIN_9S,), 59)


def test_zj_r02_a_false_late_win_leaves_the_drawn_tile() -> None:
    won = Won(C, NINE, T(PONNER), A)
    assert after([won], late()) == replace(late(), false_win=C)


def test_zj_r02_a_late_claim_is_none_of_the_house_that_ends_it_with_the_draw() -> None:
    house = replace(BOOK, play=replace(BOOK.play, late_claim="until_next_draw"))
    assert play([PON_9S], late(), house)[1] == [("ZJ-R02", "tile_returns", C)]


def test_zj_r02_a_joined_tile_is_forgotten_with_the_next() -> None:
    state = after([DrawJoined(B), cut(B, "5z"), draw(C, "6z")], late())
    assert not state.joined


def test_zj_r21_a_set_exposed_after_its_discard() -> None:
    state = after([SPOKEN, CUT_1M, CHI_9S], open_9s())
    assert (state.turn, state.phase, state.calls) == (C, Phase.CALLS_OPEN, ())
    assert (state.last_discard and state.last_discard.tile) == tile("1m")
    assert (state.at(B).concealed_count, state.at(B).melds) == (10, (CHI_9S.meld,))
    assert tiles(state) == tiles(open_9s())


def test_zj_r22_a_chi_that_is_put_aside() -> None:
    for course in ([CHI_9S], [CHI_9S, CUT_1M]):
        state = after([SPOKEN, *course, ClaimTimed(C, 900, 200, 300), PON_9S], open_9s())
        assert (state.turn, state.phase) == (C, Phase.MUST_DISCARD)
        assert sorted(state.at(B).concealed or ()) == sorted(T(CHIER))
        assert (state.at(B).melds, state.at(C).melds, state.at(B).river.discards) == ((), (PON_9S.meld,), ())
        assert (tiles(state), len(state.discards)) == (tiles(open_9s()), 3)


def test_zj_r22_a_refused_pon_changes_nothing() -> None:
    state = after([SPOKEN, CHI_9S, ClaimTimed(C, 1500, 1200)], open_9s())
    assert after([PON_9S], state) == state


def test_zj_r22_counts_of_a_hidden_hand() -> None:
    state = after([SPOKEN, CHI_9S, CUT_1M, ClaimTimed(C, 900, 200), PON_9S], table_view(open_9s()))
    assert [state.concealed_count(seat) for seat in Seat] == [13, 13, 11, 13]


def test_zj_f02_a_tile_ruled_a_discard_may_be_claimed() -> None:
    """B silently places 7z on its triplet; C holds nothing of it, a hand that waits for 7z wins on it."""
    waiting = "123m456m222p789s7z"
    state = adding()
    state = state.with_seat(C, replace(state.at(C), concealed=T(waiting), concealed_count=13))
    ruled = after([ADD_7Z, CallVoiced(B, "kan", voiced=False)], state)
    assert (ruled.turn, ruled.phase, ruled.replacement_pending) == (C, Phase.CALLS_OPEN, False)
    assert ruled.at(B).melds[0].kind is MeldKind.PON
    assert (tiles(ruled), ruled.discards[-1]) == (tiles(state), (B, tile("7z")))
    won = Won(C, tile("7z"), T(waiting), B)
    assert {won, Drawn(C)} <= set(legal_events(ruled, BOOK))
    assert after([CallVoiced(B, "kan", voiced=False)], ruled) == ruled


def test_zj_f02_the_lower_seat_may_chi_it() -> None:
    pon = Meld(MeldKind.PON, T("55p"), tile("5p"), A)
    state = four_2m().with_seat(C, replace(four_2m().at(C), concealed=T("46p147m258s1234z9s")))
    part = replace(state.at(B), concealed=T("5p147m258s123z4z"), concealed_count=11, melds=(pon,))
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("555p"), tile("5p"), A))
    ruled = after([kan, CallVoiced(B, "kan", voiced=False)], state.with_seat(B, part))
    assert call(C, MeldKind.CHI, "46p", "5p", B) in legal_events(ruled, BOOK)


def test_zj_r27_the_discard_that_lies_on_a_triplet() -> None:
    state = with_pon()
    for event in (ADD_7Z, call(B, MeldKind.KAN_EXPOSED, "777z", "7z", A)):
        grown = after([event], state)
        assert (grown.at(B).melds[0].kind, grown.concealed_count(B)) == (MeldKind.KAN_ADDED, 10)
        assert (tiles(grown), grown.turn, grown.replacement_pending) == (tiles(state), B, True)


def test_zj_f03_a_replacement_drawn_before_the_kan() -> None:
    state = after([draw(B, "9p", replacement=True)], four_2m())
    assert (state.wall_left, state.concealed_count(B), state.phase) == (58, 15, Phase.MUST_DISCARD)
    state = after([OWN_KAN], state)
    assert (state.concealed_count(B), state.phase, state.turn_start) == (11, Phase.MUST_DISCARD, TurnStart.REPLACEMENT)
    assert (state.dead_hand(B), state.replacements) == (Penalty.MAJOR_DEAD_HAND, 1)
    hidden = after([Drawn(B, None, True), OWN_KAN], table_view(four_2m()))
    assert hidden.concealed_count(B) == 11


@pytest.mark.parametrize(
    ("state", "course", "penalty"),
    [
        (fed(CHIER, READY), [draw(C, "1s")], Penalty.LONG_HAND),
        (fed(CHIER, READY), [RowCounted(C, 12)], Penalty.SHORT_HAND),
        (fed(CHIER, READY), [ReplacementTaken(C, 0)], Penalty.MAJOR_DEAD_HAND),
    ],
    ids=["ZJ-X08 long", "ZJ-X08 short", "ZJ-F03"],
)
def test_a_dead_hand_wins_nothing(state: ZungJungHand, course: Course, penalty: Penalty) -> None:
    assert WIN_9S in legal_events(state, BOOK)
    dead = after(course, state)
    assert dead.dead_hand(C) is penalty
    whole = dead.with_seat(C, state.at(C))
    assert WIN_9S not in legal_events(whole, BOOK)
    found = play([WIN_9S], whole)[1]
    assert [one[1:] for one in found] == [("refused", C)]


def test_zj_f01_a_minor_dead_hand_calls_and_does_not_win() -> None:
    course: Course = [CUT_1M, CallVoiced(B, "chi", voiced=False)]
    state = after(course, open_9s())
    assert state.dead_hand(B) is Penalty.MINOR_DEAD_HAND
    house = replace(BOOK, foul=replace(BOOK.foul, minor_dead_hand="no_call_no_win"))
    dead = replace(fed(PONNER), dead=((B, Penalty.MINOR_DEAD_HAND),))
    pon = call(B, MeldKind.PON, "99s", "9s", A)
    assert pon in legal_events(dead, BOOK)
    assert pon not in legal_events(dead, house)
    assert play([pon], dead, house)[1] == [("ZJ-F01", "refused", B)]


def test_zj_f01_calls_taken_as_seen() -> None:
    house = replace(BOOK, play=replace(BOOK.play, oral_calls="taken_as_seen"))
    silent: Course = [CHI_9S, CallVoiced(B, "chi", voiced=False)]
    assert play(silent, open_9s(), house)[1] == []
    assert play([CUT_1M, draw(C, "1s")], open_9s(), house)[1] == [("ZJ-F01", "minor_dead_hand", B)]


def test_zj_x08_who_touched_the_wall_claims_nothing_of_this_discard() -> None:
    state = after([WallTouched(B)], fed(QUAD))
    assert state.touched == (B,)
    assert legal_events(state, BOOK) == (Drawn(B),)
    assert after([draw(B, "1s"), cut(B, "1s")], state).touched == ()
    assert after([WallTouched(C)], four_2m()).touched == ()


def test_zj_x04_of_two_wins_the_nearer_one_counts_whichever_is_told_first() -> None:
    near = Won(B, NINE, T(READY), A)
    state = fed(READY, READY)
    assert after([near, WIN_9S], state).wins == after([WIN_9S, near], state).wins == (near,)


def test_zj_x05_who_touched_the_wall_before_may_rob_a_kan() -> None:
    waiting = "123m456m222p789s7z"
    state = adding()
    state = replace(state.with_seat(C, replace(state.at(C), concealed=T(waiting))), touched=(C,))
    assert play([ADD_7Z, Won(C, tile("7z"), T(waiting), B)], state)[1] == []


def test_zj_r13_nothing_moves_after_the_end() -> None:
    over = after([WIN_9S], fed(APART, READY))
    assert after([draw(B, "1s"), cut(B, "1s")], over) == over


def test_zj_r22_a_chi_of_the_tile_after_is_not_put_aside_with_it() -> None:
    state = after([CHI_9S, CUT_1M, call(C, MeldKind.CHI, "23m", "1m", B)], fed(CHIER, "23m99s147p258s12z3z"))
    assert [one.seat for one in state.calls] == [C]


def test_zj_r22_a_win_puts_the_chi_aside() -> None:
    state = fed(CHIER, READY)
    over = after([CHI_9S, WIN_9S], state)
    assert (over.phase, over.wins, over.at(B).melds) == (Phase.ENDED, (WIN_9S,), ())
    assert tiles(over) == tiles(state)
    assert settle(over, BOOK) == settle(after([WIN_9S], state), BOOK)
