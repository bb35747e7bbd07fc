"""Zung Jung hands step by step: worked examples that need the course of a hand, and the fouls that the fold shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Drawn,
    ExhaustiveDraw,
    HandEvent,
    HandsRevealed,
    HandStarted,
    RiichiDeclared,
    TilesDealt,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase, table_view
from tablebridge_rules.tile import Tile
from tablebridge_rules.zungjung.circumstances import win_of
from tablebridge_rules.zungjung.claims import TurnStart
from tablebridge_rules.zungjung.deal import Reseating
from tablebridge_rules.zungjung.hand_end import next_hand, settle
from tablebridge_rules.zungjung.legal import legal_events, resolve
from tablebridge_rules.zungjung.penalty import Penalty
from tablebridge_rules.zungjung.scoring import score
from tablebridge_rules.zungjung.settlement import settle_win
from tablebridge_rules.zungjung.state import ZungJungHand, start
from tablebridge_rules.zungjung.step import step
from tablebridge_rules.zungjung.win import FirstTurn
from tests.rules.zungjung.course import (
    APART,
    BOOK,
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
    draw,
    fed,
    play,
    tile,
)

# --- set-up and turn ---------------------------------------------------------------------------------------------


def test_zj_x01_zj_x07_set_up() -> None:
    state, found = play([WallBuilt((17,) * 4), DiceRolled(A, (3, 5)), TilesDealt((T(APART),) * 4), draw(A, "9p")])
    assert (found, state.wall_left, state.dice, state.turn_start) == ([], 83, (3, 5), TurnStart.DEAL)
    assert play([WallBuilt((17, 17, 17, 16))])[1] == [("ZJ-X01", "correct", None)]
    assert play([DiceRolled(B, (3, 5))])[1] == [("ZJ-X07", "correct", B)]
    assert play([TilesDealt((T("123m"), *(T(APART),) * 3))])[1] == [("ZJ-X01", "correct", A)]


def test_zj_x03_sixty_nine_draws() -> None:
    state, _ = play([TilesDealt((T(APART),) * 4), draw(A, "9p")])
    last = replace(state, wall_left=14, phase=Phase.CALLS_OPEN, turn=B)
    assert state.wall_left - last.wall_left == 69
    assert legal_events(last, BOOK) == (ExhaustiveDraw(),)
    over, found = play([ExhaustiveDraw(((A, T(APART)),))], last)
    assert (found, over.exhausted, settle(over, BOOK).delta) == ([], True, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("state", "event", "found"),
    [
        (at_play(B), draw(C, "1m"), ("ZJ-X08", "long_hand", C)),
        (at_play(B), cut(C, "1m"), ("ZJ-X08", "short_hand", C)),
        (at_play(B), cut(B, "1m"), ("ZJ-F01", "minor_dead_hand", B)),
        (at_play(B, phase=Phase.MUST_DISCARD), cut(B, "9m"), ("ZJ-X08", "refused", B)),
        (at_play(B), Drawn(B, tile("1m"), replacement=True), ("ZJ-R29", "", B)),
        (at_play(B, wall_left=14), draw(B, "1m"), ("ZJ-X03", "refused", B)),
        (at_play(B), ExhaustiveDraw(), ("ZJ-X03", "refused", None)),
        (at_play(B, phase=Phase.ENDED), draw(B, "1m"), ("ZJ-R13", "warning", B)),
        (at_play(B, phase=Phase.ENDED, exhausted=True), draw(B, "1m"), ("ZJ-X03", "refused", B)),
        (at_play(B, phase=Phase.MUST_DISCARD), draw(B, "1m"), ("ZJ-X08", "long_hand", B)),
        (at_play(B, phase=Phase.MUST_DRAW), cut(B, "1m"), ("ZJ-X08", "short_hand", B)),
    ],
    ids=[
        "ZJ-X08 draw out of turn",
        "ZJ-X08 discard out of turn",
        "ZJ-F01 discard without a draw",
        "ZJ-X08 a tile not held",
        "ZJ-R29",
        "ZJ-X03 the last 14",
        "ZJ-X03 too soon",
        "ZJ-R13 the hand is over",
        "ZJ-X03 the hand is drawn",
        "ZJ-X08 drawn twice in one turn",
        "ZJ-X08 East without its fourteenth tile",
    ],
)
def test_what_is_wrong(state: ZungJungHand, event: HandEvent, found: tuple[str, str, Seat | None]) -> None:
    assert found in play([event], state)[1]


def test_zj_x08_the_turn_stays_and_a_short_hand_does_not_win() -> None:
    state, _ = play([draw(A, "9s"), cut(B, "1m")], at_play(A, APART, READY))
    assert (state.turn, state.phase, state.dead_hand(B)) == (A, Phase.MUST_DISCARD, Penalty.SHORT_HAND)
    state, found = play([cut(A, "9s")], state)
    assert found == []
    whole = state.with_seat(B, replace(state.at(B), concealed=T(READY), concealed_count=13))
    won = Won(B, tile("9s"), T(READY), A)
    assert won not in legal_events(whole, BOOK)
    assert play([won], whole)[1] == [("ZJ-X08", "refused", B)]


def test_zj_r04_there_is_no_other_claim() -> None:
    with pytest.raises(EventError, match="RiichiDeclared"):
        step(start(STARTED), RiichiDeclared(A), BOOK)


def test_a_new_hand_forgets_the_old_one() -> None:
    assert play([STARTED], at_play(B)) == (start(STARTED), [])
    assert legal_events(start(STARTED), BOOK) == ()


# --- calls -------------------------------------------------------------------------------------------------------


def test_zj_r17_zj_r20_after_a_call() -> None:
    state = fed("78s147m258p123z9m4z", "99s147m258p1234z1s")
    chi, pon = call(B, MeldKind.CHI, "78s", "9s", A), call(C, MeldKind.PON, "99s", "9s", A)
    assert {chi, pon} <= set(legal_events(state, BOOK))
    assert resolve([chi, pon], BOOK) == (pon,)
    called, found = play([chi, cut(B, "1m")], state)
    assert (found, called.turn) == ([], C)
    called, found = play([pon], state)
    assert (found, called.turn_start, called.phase) == ([], TurnStart.PON, Phase.MUST_DISCARD)
    assert play([cut(C, "1m")], called)[0].turn is D


@pytest.mark.parametrize(
    ("event", "found"),
    [
        (call(C, MeldKind.CHI, "78s", "9s", A), ("ZJ-R18", "refused", C)),
        (call(C, MeldKind.PON, "99s", "9s", B), ("ZJ-R02", "tile_returns", C)),
        (call(C, MeldKind.PON, "98s", "9s", A), ("ZJ-R16", "correct", C)),
        (call(C, MeldKind.KAN_CONCEALED, "9999s"), ("ZJ-X08", "refused", C)),
    ],
    ids=["ZJ-R18", "ZJ-R02", "ZJ-R16", "ZJ-X08"],
)
def test_calls_that_may_not_be_made(event: Called, found: tuple[str, str, Seat]) -> None:
    state = fed(APART, "789s99s147m258p12z")
    assert found in play([event], state)[1]


def test_zj_r24_no_kan_together_with_a_call() -> None:
    kan = call(B, MeldKind.KAN_CONCEALED, "4444m")
    state = fed("4444m99s258p1234z")
    state, _ = play([call(B, MeldKind.PON, "99s", "9s", A)], state)
    assert kan not in legal_events(state, BOOK)
    assert play([kan], state)[1] == [("ZJ-R24", "refused", B)]


def test_zj_r29_a_kan_and_its_replacement() -> None:
    state = fed("999s147m258p1234z")
    kan = call(B, MeldKind.KAN_EXPOSED, "999s", "9s", A)
    assert kan in legal_events(state, BOOK)
    state, found = play([kan, draw(B, "1m", replacement=True), cut(B, "1m")], state)
    assert (found, state.turn, state.replacements) == ([], C, 1)
    empty = replace(fed("999s147m258p1234z"), wall_left=14)
    assert play([kan], empty)[1] == [("ZJ-X03", "refused", B)]


def test_zj_x05_a_robbed_kan() -> None:
    state = at_play(B, APART, APART, APART, READY)
    pon = Meld(MeldKind.PON, T("99s"), tile("9s"), C)
    part = replace(state.at(B), concealed=T("147m258p1234z"), concealed_count=10, melds=(pon,))
    state, _ = play([draw(B, "9s")], state.with_seat(B, part))
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("999s"), tile("9s"), C))
    assert kan in legal_events(state, BOOK)
    state, found = play([kan], state)
    won = Won(D, tile("9s"), T(READY), B)
    assert (found, won in legal_events(state, BOOK)) == ([], True)
    win = win_of(state, won, BOOK)
    value = score(BOOK, win)
    assert value is not None
    assert win.robbing_kan
    assert "ZJ-S40" in {clause for pattern in value.patterns for clause in pattern.clauses}
    state, found = play([won], state)
    fed_by_b = settle_win(BOOK, value, D, B)
    assert (found, settle(state, BOOK).delta, sum(fed_by_b)) == ([], fed_by_b, 0)
    assert min(fed_by_b) == fed_by_b[B.number]
    other = Called(B, Meld(MeldKind.KAN_ADDED, T("111z"), tile("1z"), C))
    before, _ = play([draw(B, "1z")], at_play(B))
    assert ("ZJ-R25", "refused", B) in play([other], before)[1]


# --- wins --------------------------------------------------------------------------------------------------------


def test_zj_r12_a_win_on_a_discard() -> None:
    state = fed(READY)
    won = Won(B, tile("9s"), T(READY), A)
    assert won in legal_events(state, BOOK)
    state, found = play([won], state)
    delta = settle(state, BOOK).delta
    assert (found, state.phase, sum(delta), delta[1] > 0) == ([], Phase.ENDED, 0, True)
    assert legal_events(state, BOOK) == ()
    assert play([HandsRevealed(((C, T(APART)),))], state)[1] == []


def test_zj_r11_a_self_draw() -> None:
    state, _ = play([draw(B, "9s")], at_play(B, APART, READY))
    won = Won(B, tile("9s"), T(READY))
    assert won in legal_events(state, BOOK)
    state, _ = play([won], state)
    each = -settle(state, BOOK).delta[0]
    assert settle(state, BOOK).delta == (-each, 3 * each, -each, -each)


def test_zj_x04_only_one_claim_is_granted() -> None:
    wins = [Won(seat, tile("9s"), T(READY), A) for seat in (C, B)]
    assert resolve(wins, BOOK) == (wins[1],)
    assert resolve([], BOOK) == ()
    own = call(C, MeldKind.KAN_CONCEALED, "8888s")
    assert resolve([own], BOOK) == (own,)


@pytest.mark.parametrize(
    "won",
    [
        Won(B, tile("6s"), T(READY), A),
        Won(B, tile("9s"), T(READY)),
        Won(B, tile("9s"), T("123m"), A),
        Won(B, tile("9s"), T(APART), A),
    ],
    ids=["another tile", "not drawn", "too few tiles", "no hand"],
)
def test_zj_r14_false_wins(won: Won) -> None:
    state = fed(READY)
    assert play([won], state) == (replace(state, false_win=B), [("ZJ-R14", "refused", B)])


@pytest.mark.parametrize(
    ("discards", "melded", "won", "first"),
    [
        ((), False, Won(A, tile("9s"), T(READY)), FirstTurn.HEAVENLY),
        (((A, tile("9s")),), False, Won(B, tile("9s"), T(READY), A), FirstTurn.EARTHLY),
        (((A, tile("9s")),), False, Won(B, tile("9s"), T(READY)), FirstTurn.NONE),
        (((A, tile("1s")), (B, tile("9s"))), False, Won(C, tile("9s"), T(READY), B), FirstTurn.NONE),
        (((A, tile("9s")),), True, Won(B, tile("9s"), T(READY), A), FirstTurn.NONE),
    ],
    ids=["ZJ-S41", "ZJ-S42", "a drawn tile", "the second discard", "after a call"],
)
def test_wins_before_play_was_under_way(
    discards: tuple[tuple[Seat, Tile], ...], melded: bool, won: Won, first: FirstTurn
) -> None:
    state = replace(at_play(A), discards=discards)
    pon = (Meld(MeldKind.PON, T("11z"), tile("1z"), A),) if melded else ()
    state = state.with_seat(D, replace(state.at(D), melds=pon))
    assert win_of(state, won, BOOK).first_turn is first


def test_a_win_below_the_minimum_is_worth_nothing() -> None:
    state, _ = play([Won(B, tile("9s"), T(READY), A)], fed(READY))
    high = replace(BOOK, scoring=replace(BOOK.scoring, minimum_points=300))
    assert settle(state, high).delta == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("hand", "following"),
    [
        (0, HandStarted(1, Wind.EAST, B, 0, 0, (0, 0, 0, 0))),
        (3, Reseating(1)),
        (7, None),
    ],
    ids=["ZJ-X02 the deal passes", "ZJ-X02 a cycle is over", "the last cycle"],
)
def test_what_follows(hand: int, following: object) -> None:
    assert next_hand(replace(at_play(A, phase=Phase.ENDED), hand=hand), BOOK) == following


def test_a_hidden_hand_offers_nothing() -> None:
    state = at_play(B, phase=Phase.MUST_DISCARD)
    assert legal_events(state.with_seat(B, state.at(B).hide()), BOOK) == ()
    laid = fed(READY)
    assert legal_events(table_view(laid), BOOK) == (Drawn(B),)
