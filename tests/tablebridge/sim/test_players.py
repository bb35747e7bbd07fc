"""The players are sensible: each of their habits once."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tablebridge.sim.players import choose_act, choose_claim
from tablebridge_rules.event import AbortiveDraw, Called, Discarded, GameEvent, HandStarted, Won
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.claims import legal_events
from tablebridge_rules.riichi.rulebook import load
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, Riichi, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
BOOK = load("riichi-league-tw")
PLAYED = River((Discard(Tile.parse("9m")),))
IDLE = "147m258p369s1234z"
RIICHI = Riichi(declared=True, accepted=True)
TRIES = 60


def table(**changes: Any) -> HandState:
    state = start(HandStarted(0, Wind.EAST, A, 0, 0, (30000, 30000, 30000, 30000)))
    for seat in Seat:
        state = hold(state, seat, IDLE, river=PLAYED)
    return replace(state, indicators=parse_tiles("8s"), wall_left=40, uninterrupted=False, **changes)


def hold(state: HandState, seat: Seat, hand: str, **fields: Any) -> HandState:
    tiles = parse_tiles(hand)
    return state.with_seat(seat, replace(state.at(seat), concealed=tiles, concealed_count=len(tiles), **fields))


def own_turn(hand: str, drawn: str, **fields: Any) -> HandState:
    """B's turn; the other seats idle."""
    state = table(phase=Phase.MUST_DISCARD, turn=B)
    return hold(state, B, hand + drawn, holds_draw=True, drawn=Tile.parse(drawn), **fields)


def acts(state: HandState) -> list[GameEvent]:
    """What B does in many tries."""
    options = legal_events(state, BOOK)
    return [choose_act(state, options, Random(seed)) for seed in range(TRIES)]


def claims(hand: str, discard: str, state: HandState | None = None, **fields: Any) -> list[GameEvent | None]:
    """What B claims of A's discard in many tries."""
    laid = OpenTile(A, Tile.parse(discard))
    state = replace(state or table(), phase=Phase.CALLS_OPEN, turn=B, last_discard=laid, open_tile=laid)
    state = hold(state, A, IDLE, river=River((Discard(laid.tile),)))
    state = hold(state, B, hand, **fields)
    options = [one for one in legal_events(state, BOOK) if isinstance(one, Called | Won) and one.seat is B]
    return [choose_claim(state, B, options, Random(seed)) for seed in range(TRIES)]


def discards(found: list[GameEvent]) -> set[str]:
    return {str(one.tile) for one in found if isinstance(one, Discarded)}


def test_a_complete_hand_wins() -> None:
    assert all(isinstance(one, Won) for one in acts(own_turn("234m456p678s55p23s", "4s")))
    assert all(isinstance(one, Won) for one in claims("234m456p678s55p24p", "3p"))


def test_the_hand_comes_nearer_to_ready() -> None:
    assert discards(acts(own_turn("123m456p789s34s5p7z", "5p"))) == {"7z"}


def test_of_equal_tiles_the_guest_wind_goes_first() -> None:
    # B is south in an east round: 3z is a guest wind, 1z, 2z and 5z are worth something
    assert discards(acts(own_turn("123456789m3z1z5z", "2z"))) == {"3z"}


def test_a_ready_closed_hand_mostly_declares() -> None:
    declared = [
        one for one in acts(own_turn("123m456p789s34s55p", "7z")) if isinstance(one, Discarded) and one.sideways
    ]
    assert len(declared) > TRIES * 0.7


def test_late_in_the_wall_nobody_declares() -> None:
    late = replace(own_turn("123m456p789s34s55p", "7z"), wall_left=3)
    assert not any(isinstance(one, Discarded) and one.sideways for one in acts(late))


def test_nine_terminals_are_called_off_unless_orphans_are_near() -> None:
    fresh: dict[str, Any] = {"river": River()}
    off = replace(own_turn("19m19p19s123z4567m", "8p", **fresh), uninterrupted=True)
    assert all(isinstance(one, AbortiveDraw) for one in acts(off))
    near = replace(own_turn("19m19p19s12345z25m", "8p", **fresh), uninterrupted=True)
    assert not any(isinstance(one, AbortiveDraw) for one in acts(near))


def test_a_kan_that_costs_nothing_is_mostly_made() -> None:
    kans = [one for one in acts(own_turn("1111m456p789s55p7z", "6z")) if isinstance(one, Called)]
    assert TRIES * 0.5 < len(kans) < TRIES


def test_a_kan_that_breaks_the_hand_is_not_made() -> None:
    assert not any(isinstance(one, Called) for one in acts(own_turn("1111m23m456p78s55p", "9s")))


def test_an_added_kan_is_made_as_well() -> None:
    pon = Meld(MeldKind.PON, parse_tiles("55z"), Tile.parse("5z"), A)
    kans = [one for one in acts(own_turn("123m456p78s1p", "5z", melds=(pon,))) if isinstance(one, Called)]
    assert {kan.meld.kind for kan in kans} == {MeldKind.KAN_ADDED}


def threatened(state: HandState) -> HandState:
    """D is in riichi and has discarded 9m, 1z."""
    river = River((Discard(Tile.parse("9m")), Discard(Tile.parse("1z"), sideways=True)))
    return hold(state, D, IDLE, riichi=RIICHI, river=river)


def test_a_bad_hand_gives_way_to_a_riichi() -> None:
    assert discards(acts(threatened(own_turn("147m258p369s1234z", "5s")))) == {"1z"}


def test_what_the_riichi_seat_let_pass_is_safe() -> None:
    state = threatened(own_turn("147m258p369s2346z", "5s"))
    state = state.with_seat(D, replace(state.at(D), passed=frozenset({Tile.parse("5s").kind})))
    assert discards(acts(state)) == {"5s"}


def test_a_tile_behind_a_discarded_one_is_safer_than_the_middle() -> None:
    state = threatened(own_turn("247m357p468s5p6p7p3s", "6s"))
    river = state.at(D).river.add(Discard(Tile.parse("4m")))
    assert discards(acts(state.with_seat(D, replace(state.at(D), river=river)))) == {"4m"}
    state = hold(state, B, "27m357p468s5p6p7p3s9s6s")
    assert discards(acts(state.with_seat(D, replace(state.at(D), river=river)))) == {"7m"}


def test_an_honour_of_which_most_are_seen_is_safer_than_a_number() -> None:
    state = hold(threatened(own_turn("246m357p468s5p6p7p5m", "7z")), C, IDLE, river=River((Discard(Tile.parse("7z")),)))
    assert discards(acts(state)) == {"7z"}


def test_a_good_hand_goes_on_against_a_riichi() -> None:
    assert discards(acts(threatened(own_turn("123m456p789s34s5p7z", "5p")))) == {"7z"}


def test_no_kan_against_a_riichi() -> None:
    assert not any(isinstance(one, Called) for one in acts(threatened(own_turn("1111m456p789s55p7z", "6z"))))


def test_a_set_of_value_tiles_is_mostly_called() -> None:
    called = [one for one in claims("12m456p78s55z259p1s", "5z") if one is not None]
    assert TRIES * 0.7 < len(called) < TRIES


def test_a_guest_wind_is_not_called_for_nothing() -> None:
    assert not any(claims("12m456p78s33z259p1s", "3z"))


def test_an_open_hand_calls_on_when_it_helps() -> None:
    chi = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("4m"), A)
    assert all(claims("456p35s55p78s2s", "4s", melds=(chi,)))


def test_a_call_that_leaves_no_yaku_is_not_made() -> None:
    chi = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("1m"), A)
    assert not any(claims("456p35s55p78s2s", "4s", melds=(chi,)))


def test_a_slow_closed_hand_is_opened_now_and_then() -> None:
    called = [one for one in claims("24m46p35s88p78s124z", "3m") if one is not None]
    assert 0 < len(called) < TRIES


def test_a_bad_hand_does_not_open_against_a_riichi() -> None:
    assert not any(claims("147m258p36s55z129s", "5z", threatened(table())))


def test_an_exposed_kan_is_rare() -> None:
    chi = Meld(MeldKind.CHI, parse_tiles("23m"), Tile.parse("4m"), A)
    found = claims("444p678s55p7s", "4p", melds=(chi,))
    assert sum(isinstance(one, Called) and one.meld.kind is MeldKind.KAN_EXPOSED for one in found) < TRIES / 2
