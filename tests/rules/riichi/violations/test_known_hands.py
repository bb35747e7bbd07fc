"""What only a known hand shows: riichi that is not ready or furiten, and concealed kans in riichi."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import Called, Dealt, Discarded, Drawn, HandStarted, RiichiDeclared
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.claims import legal_events
from tablebridge_rules.riichi.concealed_kan import keeps_riichi
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.state import HandState, Riichi, SeatState
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
LEAGUE, MJNET, COMMON = map(load, ("riichi-league-tw", "riichi-mjnet-2005", "riichi-common"))
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (25000, 25000, 25000, 25000))
IDLE = parse_tiles("147m258p369s1234z")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def declared(hand: str, discarded: str, book: Rulebook = LEAGUE, **state: Any) -> list[tuple[str, str]]:
    """What is said of a riichi by the dealer, who holds `hand` and discards one more tile that it drew."""
    acts = Drawn(A, tile(discarded)), Discarded(A, tile(discarded), sideways=True)
    before = replay([STARTED, Dealt(tile("4z"), (parse_tiles(hand), IDLE, IDLE, IDLE)), *acts], book).state
    found = step(replace(before, **state), RiichiDeclared(A), book).violations
    return [(one.clause, one.text) for one in found]


@pytest.mark.parametrize(
    ("book", "clause"), [(LEAGUE, "RL-R01"), (MJNET, "RM-R02"), (COMMON, "RC-R01")], ids=["RL-R01", "RM-R02", "RC-R01"]
)
def test_a_riichi_that_is_not_ready_is_found_when_it_is_declared(book: Rulebook, clause: str) -> None:
    assert declared("147m258p369s1123z", "4z", book) == [(clause, "A is not ready: no riichi")]
    assert declared("234m456p678s55p24p", "9m", book) == []


def test_rl_x14_a_hand_that_holds_every_tile_it_waits_for_is_not_ready() -> None:
    tenpai = replace(LEAGUE, play=replace(LEAGUE.play, dead_wait_tenpai="tenpai"))
    pair_wait = "234m456p789s1111z"
    assert declared(pair_wait, "9p") == [("RL-R01", "A is not ready: no riichi")]
    assert declared(pair_wait, "9p", tenpai) == declared(pair_wait, "9p")  # nobody waits for a fifth copy
    assert declared("1111m234m456p789s", "9p") == []  # the fourth 4m is still out


def test_rl_r06_furiten_riichi_where_it_is_forbidden() -> None:
    strict = replace(LEAGUE, play=replace(LEAGUE.play, furiten_riichi="forbidden"))
    assert declared("234m456p678s55p24p", "3p") == []
    assert declared("234m456p678s55p24p", "3p", strict) == [("RL-R01", "A is furiten: no riichi")]


def test_rm_y01_riichi_needs_live_tiles() -> None:
    ready = "234m456p678s55p24p"
    assert declared(ready, "9m", MJNET, wall_left=3) == [("RM-R02", "A declared with 3 live tiles, needs 4: no riichi")]
    assert declared(ready, "9m", MJNET, wall_left=4) == []
    assert declared(ready, "9m", LEAGUE, wall_left=0) == []


def in_riichi(hand: str, drawn: str | None) -> HandState:
    """The dealer in riichi with `hand`, the tile just drawn beside it."""
    state = replay([STARTED, Dealt(tile("4z")), Drawn(A)]).state
    tiles = parse_tiles(hand + (drawn or ""))
    part = SeatState(tiles, len(tiles), True, drawn and tile(drawn), riichi=Riichi(True, True))  # type: ignore[arg-type]
    return state.with_seat(A, part)


KAN_CASES = [
    # 111z with a pair wait elsewhere: neither waits nor shape change
    pytest.param("111z234m456p67s88s", "1z", "1z", "ooo", id="RL-R04 RM-R06 nothing changes"),
    pytest.param("4445s111222z777z", "4s", "4s", "xxx", id="RM-R06 the waits change"),
    # 345 555 6: 5p with the other waits kept, but 345p reads one of the fives as part of a run
    pytest.param("111222333m55p78s", "2m", "2m", "xox", id="RL-R04 the shape changes"),
    pytest.param("111z234m456p67s88s", "9m", "1z", "xxx", id="RL-R04 not the drawn tile"),
]


@pytest.mark.parametrize(("hand", "drawn", "kind", "expected"), KAN_CASES)
def test_a_concealed_kan_in_riichi(hand: str, drawn: str, kind: str, expected: str) -> None:
    state = in_riichi(hand, drawn)
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, (tile(kind),) * 4))
    for book, allowed in zip((LEAGUE, MJNET, COMMON), expected, strict=True):
        found = [one.name for one in step(state, kan, book).violations if one.name == "riichi_hand_changed"]
        assert found == ([] if allowed == "o" else ["riichi_hand_changed"])
        if drawn == kind:
            offered = [one for one in legal_events(state, book) if isinstance(one, Called)]
            assert bool(offered) is (allowed == "o")


def test_rl_r04_what_nobody_sees_is_not_judged() -> None:
    kan = Called(A, Meld(MeldKind.KAN_CONCEALED, parse_tiles("4444s")))
    hidden = in_riichi("4445s111222z777z", None)
    hidden = hidden.with_seat(A, hidden.at(A).hide())
    assert step(hidden, kan).violations == ()
    undrawn = step(hidden, replace(kan, drawn=False)).violations
    assert [(one.clause, one.penalty) for one in undrawn] == [("RL-R04", "warning")]
    forbidden = replace(LEAGUE, play=replace(LEAGUE.play, ankan_after_riichi="forbidden"))
    assert [one.name for one in step(hidden, kan, forbidden).violations] == ["riichi_hand_changed"]


def test_a_hidden_hand_keeps_nothing() -> None:
    part = in_riichi("4445s111222z777z", "4s").at(A)
    assert not keeps_riichi(part.hide(), tile("4s").kind, "wait_only")
    assert not keeps_riichi(part, tile("4s").kind, "forbidden")
