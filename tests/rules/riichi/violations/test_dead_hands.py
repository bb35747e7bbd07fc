"""Dead hands: what makes a hand dead, and what it may not do any more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import (
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.claims import legal_events, ready_hands
from tablebridge_rules.riichi.hand_end import ready_seats, scores, settle
from tablebridge_rules.riichi.penalties import FINE, fine_of, priced, suffer
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, Phase, start
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation

A, B, C, D = Seat
LEAGUE, MJNET = load("riichi-league-tw"), load("riichi-mjnet-2005")
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))
WAITING = parse_tiles("234m456p678s55p24p")
HANDS = (parse_tiles("147m258p369s1235z"), WAITING, parse_tiles("147m2589s36s1234z"), parse_tiles("147m2589s36s1234z"))


def tile(text: str) -> Tile:
    return Tile.parse(text)


def dealt(*events: GameEvent) -> HandState:
    return replay([STARTED, Dealt(tile("4z"), HANDS), *events], LEAGUE).state


def dead(state: HandState, seat: Seat = B, *, mute: bool = False) -> HandState:
    return replace(state, dead=frozenset({seat}), may_not_call=frozenset({seat} if mute else ()))


def test_rl_f06_who_draws_too_early_may_not_win() -> None:
    state = dealt(Drawn(A, tile("3p")), Drawn(B, tile("9m")))
    assert state.dead == {B}
    assert state.may_not_call == frozenset()


OPEN = dealt(Drawn(A, tile("3p")), Discarded(A, tile("3p")))
RON = Won(B, tile("3p"), WAITING, A)


def test_rl_f02_the_win_of_a_dead_hand_is_a_false_one() -> None:
    assert RON in legal_events(OPEN, LEAGUE)
    assert RON not in legal_events(dead(OPEN), LEAGUE)
    (found,) = step(dead(OPEN), RON, LEAGUE).violations
    assert (found.clause, found.seat, found.penalty) == ("RL-F09", B, "mangan_and_violation_point")
    assert found.text == "B has a dead hand: the win does not stand"
    state = step(dead(OPEN), RON, LEAGUE).state
    assert scores(state, LEAGUE) == (None,)
    assert settle(state, LEAGUE).delta == (4000, -8000, 2000, 2000)


def test_rl_f02_no_self_draw_and_no_riichi_of_a_dead_hand() -> None:
    state = dealt(Drawn(A, tile("9m")), Discarded(A, tile("9m")), Drawn(B, tile("3p")))
    offered = legal_events(state, LEAGUE)
    refused = set(offered) - set(legal_events(dead(state), LEAGUE))
    assert {type(one) for one in refused} == {Won, Discarded}
    assert all(one.sideways for one in refused if isinstance(one, Discarded))


def test_rl_f02_riichi_with_a_dead_hand() -> None:
    declaring = Drawn(A, tile("9m")), Discarded(A, tile("9m")), Drawn(B, tile("1m")), Discarded(B, tile("1m"), True)
    state = dead(dealt(*declaring))
    (found,) = step(state, RiichiDeclared(B), LEAGUE).violations
    assert (found.clause, found.text) == ("RL-R01", "B has a dead hand: no riichi")


PON = Called(B, Meld(MeldKind.PON, parse_tiles("55p"), tile("5p"), A))
FIVE = dealt(Drawn(A, tile("5p")), Discarded(A, tile("5p")))


@pytest.mark.parametrize(
    ("mute", "clauses"), [(False, []), (True, ["RL-F07"])], ids=["RL-F02 may still call", "RL-F07 may not call"]
)
def test_calls_of_a_dead_hand(mute: bool, clauses: list[str]) -> None:
    state = dead(FIVE, mute=mute)
    assert (PON in legal_events(state, LEAGUE)) is not mute
    assert [one.clause for one in step(state, PON, LEAGUE).violations] == clauses


def test_rl_f07_a_concealed_kan_is_no_call_and_an_added_one_is() -> None:
    pon = Meld(MeldKind.PON, parse_tiles("55p"), tile("5p"), A)
    concealed, added = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z")), replace(pon, kind=MeldKind.KAN_ADDED)
    added = replace(added, own=parse_tiles("555p"))
    state = dealt(Drawn(A, tile("9m")), Discarded(A, tile("9m")), Drawn(B, tile("5p")))
    part = replace(
        state.at(B), concealed=parse_tiles("11112345z5p"), concealed_count=11, melds=(pon,), drawn=tile("5p")
    )
    state = dead(state.with_seat(B, part), mute=True)
    offered = [one.meld for one in legal_events(state, LEAGUE) if isinstance(one, Called)]
    assert offered == [concealed]
    assert [one.name for one in step(state, Called(B, concealed), LEAGUE).violations] == []
    assert "dead_hand" in [one.name for one in step(state, Called(B, added), LEAGUE).violations]


def test_rl_f02_a_dead_hand_is_not_ready_at_the_draw() -> None:
    state = replace(OPEN, wall_left=0, phase=Phase.CALLS_OPEN)
    assert [seat for seat, _ in ready_hands(state, LEAGUE)] == [B]
    assert ready_hands(dead(state), LEAGUE) == ()
    shown = ExhaustiveDraw(((B, WAITING),))
    assert ready_seats(step(state, shown, LEAGUE).state, LEAGUE) == {B}
    assert ready_seats(step(dead(state), shown, LEAGUE).state, LEAGUE) == frozenset()


@pytest.mark.parametrize(
    ("penalty", "book", "expected"),
    [
        ("hand_dead", LEAGUE, ({B}, set())),
        ("hand_dead_no_call", LEAGUE, ({B}, {B})),
        ("hand_dead", MJNET, ({B}, {B})),
        ("warning", LEAGUE, (set(), set())),
        ("", LEAGUE, (set(), set())),
    ],
    ids=["RL-F02", "RL-F07", "the scope of the book", "a warning", "no penalty"],
)
def test_what_a_penalty_makes_of_the_hand(penalty: str, book: object, expected: tuple[set[Seat], set[Seat]]) -> None:
    state = suffer(start(STARTED), [Violation("X", "x", B, "", penalty)], LEAGUE if book is LEAGUE else MJNET)
    assert (set(state.dead), set(state.may_not_call)) == expected


def test_what_is_laid_to_nobody_makes_no_hand_dead() -> None:
    assert suffer(start(STARTED), [Violation("X", "x", None, "", "hand_dead")], LEAGUE) == start(STARTED)


def test_rm_f01_a_fine_lies_on_the_table() -> None:
    state = suffer(start(STARTED), [Violation("RM-F01", "early_draw", B, "", FINE)], MJNET)
    assert (state.points, state.sticks) == ((25000, 24000, 25000, 25000), 1)
    assert fine_of(MJNET, B, FINE) == ((0, -1000, 0, 0), 1)
    assert fine_of(MJNET, B, "warning") == ((0, 0, 0, 0), 0)


@pytest.mark.parametrize(
    ("name", "clause", "penalty"),
    [
        ("early_draw", "RM-F01", "fine_1000"),
        ("turn_order", "RM-F01", "fine_1000"),
        ("turn_order", "RM-O01", ""),
        ("false_win", "RM-F02", "mangan"),
        ("false_riichi", "RM-F02", "chombo_mangan"),
        ("riichi_hand_changed", "RM-R04", "chombo_mangan"),
        ("wrong_meld", "RM-C01", "warning"),
    ],
)
def test_what_the_book_lays_down(name: str, clause: str, penalty: str) -> None:
    assert priced((Violation(clause, name, B, ""),), MJNET)[0].penalty == penalty
    assert priced((Violation(clause, name, B, "", "notice"),), MJNET)[0].penalty == "notice"
