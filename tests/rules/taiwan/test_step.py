"""Taiwanese hands step by step: worked examples that need the course of a hand, and the fouls that the fold shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.errors import EventError
from tablebridge_rules.event import (
    Called,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    FirstDealerThrown,
    FlowersPassed,
    FlowersShown,
    HandEvent,
    HandsRevealed,
    HandStarted,
    ReadyDeclared,
    RiichiDeclared,
    StreakAnnounced,
    TilesDealt,
    WallBuilt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.table import Phase
from tablebridge_rules.taiwan.circumstances import situation, win_of
from tablebridge_rules.taiwan.dealer import Reseating
from tablebridge_rules.taiwan.hand_end import next_hand, outcome, scores, settle
from tablebridge_rules.taiwan.legal import legal_events, resolve
from tablebridge_rules.taiwan.rulebook import Rulebook, load
from tablebridge_rules.taiwan.state import Foul, TaiwanHand, TaiwanPlace, start
from tablebridge_rules.taiwan.step import step
from tablebridge_rules.taiwan.win import FirstTurn, FlowerWin, Win
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

A, B, C, D = Seat
T = parse_tiles
BOOK = load("taiwan16-ntuee-2009")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (200, 200, 200, 200))
READY = "123m456m789p123s67s22p"
"""Waits for 5s and 8s."""
APART = "159m159p159s1234567z"
ALL_FLOWERS = "1f2f3f4f1g2g3g4g"
PASSES = tuple(FlowersPassed(seat) for seat in Seat)


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, T(own), tile(called) if called else None, from_seat))


def play(
    events: Iterable[HandEvent], state: TaiwanHand | None = None, book: Rulebook = BOOK
) -> tuple[TaiwanHand, list[tuple[str, str, Seat | None]]]:
    """The state after these events, and the violations they make but for too many copies: hands here are made up."""
    state = state or start(STARTED)
    found: list[tuple[str, str, Seat | None]] = []
    for event in events:
        result = step(state, event, book)
        state = result.state
        found += [(one.clause, one.penalty, one.seat) for one in result.violations if one.name != "fifth_copy"]
    return state, found


def dealt(*hands: str, gate: str = "9m", passed: bool = True, **fields: Any) -> TaiwanHand:
    """A hand that was dealt, with the gate tile and, where `passed`, without opening flowers."""
    rows = tuple(T(hand) for hand in (*hands, *(APART,) * (4 - len(hands))))
    began = start(replace(STARTED, **fields))
    state, _ = play([TilesDealt(rows), draw(A, gate), *(PASSES if passed else ())], began)
    return state


def at_play(turn: Seat, *hands: str, phase: Phase = Phase.CALLS_OPEN, **fields: Any) -> TaiwanHand:
    """A hand under way, `turn` to draw or discard."""
    state = start(STARTED)
    for seat, hand in zip(Seat, (*hands, *(APART,) * (4 - len(hands))), strict=True):
        state = state.with_seat(seat, TaiwanPlace(concealed=T(hand), concealed_count=len(T(hand))))
    return replace(state, **{"turn": turn, "phase": phase, "wall_left": 60, "calls": 1, **fields})


# --- the opening -------------------------------------------------------------------------------------------------


def test_tw_r09_the_gate_tile() -> None:
    state = dealt(passed=False)
    assert [state.concealed_count(seat) for seat in Seat] == [17, 16, 16, 16]
    assert state.wall_left == 79


def test_tw_r10_the_dealer_shows_all_flowers_at_once() -> None:
    state = dealt("2f1g4g159m159p159s1234z", gate="2m", passed=False)
    assert legal_events(state, BOOK) == (FlowersShown(A, T("2f1g4g")), FlowersPassed(A))
    state, found = play(
        [FlowersShown(A, T("2f1g4g")), *(draw(A, text, replacement=True) for text in ("3m", "4m", "6m"))], state
    )
    assert found == []
    assert (state.concealed_count(A), state.wall_left, state.at(A).flowers) == (17, 76, T("2f1g4g"))
    assert state.actor is A


def test_tw_r11_the_order_of_replacement() -> None:
    state = dealt(APART, "1f59m159p159s1234567z", "2f3f9m159p159s1234567z", gate="2m", passed=False)
    events: list[HandEvent] = [
        FlowersPassed(A),
        FlowersShown(B, T("1f")),
        draw(B, "2m", replacement=True),
        FlowersPassed(B),
        FlowersShown(C, T("2f3f")),
        draw(C, "3m", replacement=True),
        draw(C, "4m", replacement=True),
        FlowersPassed(C),
        FlowersPassed(D),
        # those that took tiles may have flowers again
        FlowersPassed(B),
        FlowersPassed(C),
        cut(A, "2m"),
    ]
    state, found = play(events, state)
    assert found == []
    assert (state.wall_left, state.opening, state.turn) == (76, None, B)


def test_tw_r12_a_flower_among_the_replacements_waits_for_the_next_round() -> None:
    state = dealt("1f2f159m159p159s12345z", "4f59m159p159s1234567z", gate="2m", passed=False)
    first: list[HandEvent] = [
        FlowersShown(A, T("1f2f")),
        draw(A, "3g", replacement=True),
        draw(A, "3m", replacement=True),
    ]
    state, found = play([*first, FlowersPassed(A)], state)
    assert state.actor is B  # the right player replaces first
    rest: list[HandEvent] = [FlowersShown(B, T("4f")), draw(B, "4m", replacement=True), *map(FlowersPassed, (B, C, D))]
    state, more = play(rest, state)
    assert found + more == []
    assert state.actor is A
    assert legal_events(state, BOOK) == (FlowersShown(A, T("3g")), FlowersPassed(A))


def test_tw_f01_out_of_turn_in_the_opening() -> None:
    state = dealt(APART, APART, "1f59m159p159s1234567z", gate="2m", passed=False)
    _, found = play([FlowersShown(C, T("1f"))], state)
    assert found == [("TW-F01", "dead_hand", C)]


def test_tw_f03_flowers_shown_wrongly() -> None:
    state = dealt("1f59m159p159s1234567z", gate="2m")
    assert play([FlowersShown(A, T("5m"))], state)[1] == [("TW-F03", "dead_hand", A)]
    assert play([FlowersShown(B, T("1f"))], state)[1][0] == ("TW-F03", "dead_hand", B)
    assert play([FlowersPassed(B)], state) == (state, [])


def test_tw_f13_a_flower_may_be_kept_but_not_discarded() -> None:
    state = dealt("1f59m159p159s1234567z", gate="2m")
    state, found = play([cut(A, "1f")], state)
    assert found == [("TW-F13", "dead_hand", A)]
    assert state.dead == {A}


def test_a_flower_drawn_in_play_is_replaced_at_once() -> None:
    state = at_play(B)
    state, _ = play([draw(B, "1f")], state)
    assert FlowersShown(B, T("1f")) in legal_events(state, BOOK)
    state, found = play([FlowersShown(B, T("1f")), draw(B, "2m", replacement=True)], state)
    assert found == []
    assert (state.phase, state.replacements, state.wall_left) == (Phase.MUST_DISCARD, 1, 58)


def test_tw_s33_the_last_tile_is_a_flower() -> None:
    last = play([draw(B, "1f"), FlowersShown(B, T("1f"))], at_play(B, wall_left=17))[0]
    assert legal_events(last, BOOK) == (Drawn(B, replacement=True),)
    off = replace(BOOK, play=replace(BOOK.play, haidi_flower_replacement=False))
    over = play([draw(B, "1f"), FlowersShown(B, T("1f"))], at_play(B, wall_left=17), off)[0]
    assert legal_events(over, off) == (ExhaustiveDraw(),)


# --- set-up and turn ---------------------------------------------------------------------------------------------


def test_tw_r06_the_first_throw_names_the_dealer() -> None:
    state, found = play([WallBuilt((18,) * 4), FirstDealerThrown(C, (4, 5, 2))])
    assert found == []
    assert (state.wind(A), state.dice, state.stacks) == (Wind.EAST, (4, 5, 2), (18,) * 4)
    assert play([FirstDealerThrown(C, (4, 5, 3))])[1] == [("TW-R08", "", None)]


def test_tw_s31_the_dice_give_the_seat_winds() -> None:
    state, found = play([DiceRolled(A, (6, 6, 3))])
    assert found == []
    assert [state.wind(seat) for seat in (C, D, A, B)] == list(Wind)
    assert start(STARTED).wind(B) is Wind.SOUTH


@pytest.mark.parametrize(
    ("state", "event", "clause"),
    [
        (start(STARTED), WallBuilt((18, 18, 18, 17)), "TW-R05"),
        (start(STARTED), DiceRolled(B, (1, 2, 3)), "TW-R08"),
        (start(STARTED), TilesDealt((T("123m"), *(T(APART),) * 3)), "TW-R07"),
        (start(STARTED), draw(A, "1m"), "TW-R07"),
        (at_play(B), draw(C, "1m"), "TW-F19"),
        (at_play(B), Drawn(B, tile("1m"), replacement=True), "TW-F06"),
        (at_play(B, wall_left=16), draw(B, "1m"), "TW-R30"),
        (at_play(B), ExhaustiveDraw(), "TW-R30"),
        (at_play(B), cut(B, "1m"), "TW-F02"),
        (at_play(B, phase=Phase.ENDED), draw(B, "1m"), "TW-R13"),
        (dealt(READY), cut(A, "3z"), "TW-F02"),
    ],
    ids=[
        "TW-R05 walls",
        "TW-R08 thrower",
        "TW-R07 deal",
        "TW-R07 before the deal",
        "TW-F19 out of turn",
        "TW-F06 wrong end",
        "TW-R30 sixteen tiles are kept",
        "TW-R30 too soon",
        "TW-F02 discard without a draw",
        "TW-R13 the hand is over",
        "TW-F02 a tile not held",
    ],
)
def test_what_is_wrong(state: TaiwanHand, event: HandEvent, clause: str) -> None:
    assert clause in [found[0] for found in play([event], state)[1]]


def test_tw_r04_a_second_flower_of_a_kind() -> None:
    result = step(start(STARTED), TilesDealt((T("1f59m159p159s1234567z"),) * 4), BOOK)
    assert [found.text for found in result.violations] == ["4 copies of 1f, the set has 1"]


def test_tw_f20_a_discard_out_of_turn_goes_back_and_is_owed() -> None:
    state, found = play([cut(D, "9p")], dealt())
    assert found == [("TW-F20", "dead_hand", D)]
    assert (state.at(D).owed, state.concealed_count(D), state.turn, state.open_tile) == (tile("9p"), 16, A, None)
    turns: list[HandEvent] = [cut(A, "9m"), draw(B, "1m"), cut(B, "1m"), draw(C, "1m"), cut(C, "1m"), draw(D, "1m")]
    state, found = play(turns, state)
    assert found == []
    assert play([cut(D, "9p")], state)[1] == []
    assert play([cut(D, "1m")], state)[1] == [("TW-F24", "full_liability", D)]


def test_tw_f19_a_tile_drawn_out_of_turn_stays_in_the_wrong_hand() -> None:
    state, found = play([draw(C, "1m"), draw(B, "2m"), cut(B, "2m")], at_play(B))
    assert found == [("TW-F19", "dead_hand", C)]
    assert (state.phase, state.turn) == (Phase.MUST_DISCARD, C)


def test_tw_r37_the_last_tile_is_followed_by_a_discard() -> None:
    state, found = play([draw(B, "2m"), cut(B, "1m")], at_play(B, wall_left=17))
    assert found == []
    assert legal_events(state, BOOK) == (ExhaustiveDraw(),)
    state, found = play([ExhaustiveDraw()], state)
    assert (found, state.phase, settle(state, BOOK).delta) == ([], Phase.ENDED, (0, 0, 0, 0))


def test_an_event_of_another_tradition() -> None:
    with pytest.raises(EventError, match="RiichiDeclared"):
        step(start(STARTED), RiichiDeclared(A), BOOK)


# --- calls -------------------------------------------------------------------------------------------------------


def test_tw_r16_a_chi() -> None:
    state = dealt(APART, "4s5s159m159p89s123456z", gate="3s")
    state, found = play([cut(A, "3s"), call(B, MeldKind.CHI, "4s5s", "3s", A), cut(B, "1m")], state)
    assert found == []
    assert (state.concealed_count(B), state.calls, state.rivers[0].lying) == (13, 1, ())


@pytest.mark.parametrize(
    ("event", "clause", "penalty"),
    [
        (call(B, MeldKind.CHI, "4s6s", "3s", A), "TW-F05", "dead_hand"),
        (call(C, MeldKind.CHI, "4s5s", "3s", A), "TW-F02", "dead_hand"),
        (call(B, MeldKind.PON, "4s4s", "4s", A), "TW-F02", "dead_hand"),
        (call(D, MeldKind.PON, "1z1z", "1z", A), "TW-F02", "dead_hand"),
        (call(B, MeldKind.CHI, "4s5s", "6s", A), "TW-F07", "wrong_call"),
        (call(B, MeldKind.KAN_CONCEALED, "8s8s8s8s"), "TW-R23", "refused"),
    ],
    ids=["no set", "not held", "not held pon", "no pair", "not the discard", "outside the own turn"],
)
def test_tw_f07_calls_that_may_not_be_made(event: Called, clause: str, penalty: str) -> None:
    state = dealt(APART, "4s5s159m159p8888s1234z", gate="3s")
    state, _ = play([cut(A, "3s")], state)
    assert (clause, penalty, event.seat) in play([event], state)[1]


def test_tw_r44_no_call_from_nineteen_tiles_on() -> None:
    laid = play([draw(B, "3s"), cut(B, "3s")], at_play(B, APART, APART, "4s5s3s3s9m159p159s1234z", wall_left=20))[0]
    assert laid.wall_left == 19
    found = play([call(C, MeldKind.CHI, "4s5s", "3s", B)], laid)[1]
    assert found == [("TW-R44", "wrong_call", C)]
    state, _ = play([call(C, MeldKind.PON, "3s3s", "3s", B), cut(C, "9m"), ExhaustiveDraw()], laid)
    assert settle(state, BOOK).delta == (0, 1, -1, 0)


def test_tw_r22_tw_r23_kans_in_the_own_turn() -> None:
    hand = "7777z159m159p159s123z"
    state, _ = play([draw(B, "2m")], at_play(B, APART, hand))
    kan = call(B, MeldKind.KAN_CONCEALED, "7777z")
    assert kan in legal_events(state, BOOK)
    state, found = play([kan], state)
    assert (found, state.phase, state.calls) == ([], Phase.MUST_DRAW, 1)
    assert legal_events(state, BOOK) == (Drawn(B, replacement=True),)
    dead = replace(play([draw(B, "2m")], at_play(B, APART, hand))[0], dead=frozenset({B}))
    assert play([kan], dead)[1] == [("TW-F24", "full_liability", B)]
    after_pon = at_play(B, APART, hand, phase=Phase.MUST_DISCARD)
    assert play([kan], after_pon)[1] == [("TW-R23", "refused", B)]


def pon_state(hand: str, **fields: Any) -> TaiwanHand:
    """B has a pon of 7z and `hand`, and is to draw."""
    state = at_play(B, APART, hand, **fields)
    pon = Meld(MeldKind.PON, T("77z"), tile("7z"), C)
    return state.with_seat(B, replace(state.at(B), melds=(pon,)))


def test_tw_r22_an_added_kan_may_be_robbed() -> None:
    state = pon_state("159m159p159s1234z")
    state = state.with_seat(D, TaiwanPlace(concealed=T("123m456m789p111s22s77z"), concealed_count=16))
    state, _ = play([draw(B, "7z")], state)
    kan = Called(B, Meld(MeldKind.KAN_ADDED, T("777z"), tile("7z"), C))
    assert kan in legal_events(state, BOOK)
    state, found = play([kan], state)
    won = Won(D, tile("7z"), T("123m456m789p111s22s77z"), B)
    assert found == []
    assert won in legal_events(state, BOOK)
    win = win_of(state, won, BOOK)
    assert isinstance(win, Win)
    assert win.robbing_kan
    state, found = play([won], state)
    assert (found, settle(state, BOOK).delta[1] < 0) == ([], True)
    other = Called(B, Meld(MeldKind.KAN_ADDED, T("1z1z1z"), tile("1z"), C))
    assert ("TW-R22", "refused", B) in play([other], play([draw(B, "1z")], pon_state("159m159p159s1234z"))[0])[1]


@pytest.mark.parametrize(
    ("own", "called", "discard", "clause"),
    [("4s5s", "3s", "3s", "TW-F14"), ("4s5s", "3s", "6s", "TW-F15")],
    ids=["TW-F14", "TW-F15"],
)
def test_swap_calling(own: str, called: str, discard: str, clause: str) -> None:
    state = dealt(APART, "3s4s5s6s159m159p123456z", gate="3s")
    state, _ = play([cut(A, "3s"), call(B, MeldKind.CHI, own, called, A)], state)
    assert cut(B, discard, drawn=False) not in legal_events(state, BOOK)
    assert play([cut(B, discard)], state)[1] == [(clause, "dead_hand", B)]


def test_tw_f14_no_call_that_leaves_nothing_to_discard() -> None:
    melds = tuple(Meld(MeldKind.PON, T(f"{rank}{rank}z"), tile(f"{rank}z"), A) for rank in (1, 2, 3, 4))
    state = at_play(A, APART, "3s4s5s6s")
    state = state.with_seat(B, replace(state.at(B), melds=melds))
    laid, _ = play([draw(A, "3s"), cut(A, "3s")], state)
    assert call(B, MeldKind.CHI, "4s5s", "3s", A) not in legal_events(laid, BOOK)
    other, _ = play([draw(A, "6s"), cut(A, "6s")], state)
    assert call(B, MeldKind.CHI, "4s5s", "6s", A) not in legal_events(other, BOOK)
    hidden = laid.with_seat(B, laid.at(B).hide())
    assert not any(isinstance(event, Called) and event.seat is B for event in legal_events(hidden, BOOK))


def test_tw_r38_precedence_of_claims() -> None:
    chi, pon = call(B, MeldKind.CHI, "4p6p", "5p", A), call(C, MeldKind.PON, "55p", "5p", A)
    won = Won(D, tile("5p"), T(READY), A)
    assert resolve([chi, pon, won], BOOK) == (won,)
    assert resolve([chi, pon], BOOK) == (pon,)
    assert resolve([], BOOK) == ()
    eight = WonByFlowers(A, T(ALL_FLOWERS))
    assert resolve([eight], BOOK) == (eight,)


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
