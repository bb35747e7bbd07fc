"""What a state says of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablebridge_rules.event import HandStarted
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi.state import HandState, Phase, Riichi, SeatState, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import TileKind

STARTED = HandStarted(3, Wind.SOUTH, Seat.C, 2, 1, (29000, 30000, 30000, 30000))
CONCEALED_KAN = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))
PON = Meld(MeldKind.PON, parse_tiles("22z"), parse_tiles("2z")[0], Seat.B)


def kinds(text: str) -> frozenset[TileKind]:
    return frozenset(tile.kind for tile in parse_tiles(text))


def seat(hand: str, **fields: object) -> SeatState:
    tiles = parse_tiles(hand)
    return replace(SeatState(concealed=tiles, concealed_count=len(tiles)), **fields)  # type: ignore[arg-type]


def test_a_hand_begins_before_the_deal_with_the_dealer_to_act() -> None:
    state = start(STARTED)
    assert (state.phase, state.turn, state.wall_left, state.dealt) == (Phase.BEFORE_DEAL, Seat.C, 122, False)
    assert (state.hand, state.round_wind, state.honba, state.sticks) == (3, Wind.SOUTH, 2, 1)
    assert state.points == STARTED.points
    assert state.indicators_due == 0


def test_a_seats_part_is_replaced_alone() -> None:
    state = start(STARTED).with_seat(Seat.B, seat("123m"))
    assert [state.concealed_count(one) for one in Seat] == [0, 3, 0, 0]


@pytest.mark.parametrize(
    ("hand", "gone", "left", "count"),
    [("123m5p5p", "5p", "123m5p", 4), ("123m", "5p", None, 2), ("", "5p", None, 0)],
    ids=["held", "not held: somebody saw wrongly", "nothing there"],
)
def test_giving_tiles(hand: str, gone: str, left: str | None, count: int) -> None:
    part = seat(hand).give(parse_tiles(gone))
    assert part.concealed_count == count
    assert (None if part.concealed is None else format_tiles(part.concealed)) == left


def test_of_equal_tiles_the_one_drawn_last_goes() -> None:
    assert [str(tile) for tile in seat("5p1m5p").give(parse_tiles("5p")).concealed or ()] == ["5p", "1m"]


def test_a_hidden_hand_gives_what_it_has_room_for() -> None:
    hidden = SeatState(concealed_count=2)
    assert hidden.holds(parse_tiles("12m"))
    assert not hidden.holds(parse_tiles("123m"))
    assert hidden.give(parse_tiles("1m")).concealed_count == 1


def test_an_unknown_draw_hides_the_hand() -> None:
    part = seat("123m").take(None)
    assert (part.concealed, part.concealed_count) == (None, 4)


def test_concealed_kans_keep_a_hand_closed_and_count_as_kans() -> None:
    assert seat("1m", melds=(CONCEALED_KAN,)).is_closed
    assert not seat("1m", melds=(CONCEALED_KAN, PON)).is_closed
    assert seat("1m", melds=(CONCEALED_KAN, PON)).kans == 1


RIVER = River((Discard(parse_tiles("8p")[0]), Discard(parse_tiles("1z")[0], claimed_by=Seat.B)))


@pytest.mark.parametrize(
    ("waiting", "called_tiles", "furiten"),
    [("58p", True, True), ("5p", True, False), ("1z", True, True), ("1z", False, False), ("3s", True, True)],
    ids=["RL-W07 own 8p", "another wait", "RL-W07 claimed tile", "claimed tiles do not count", "RL-R07 passed"],
)
def test_furiten(waiting: str, called_tiles: bool, furiten: bool) -> None:
    state = start(STARTED).with_seat(Seat.A, SeatState(river=RIVER, passed=kinds("3s")))
    assert state.furiten(Seat.A, kinds(waiting), called_tiles=called_tiles) is furiten


def played() -> HandState:
    state = replace(
        start(STARTED), phase=Phase.MUST_DRAW, indicators=parse_tiles("9m"), ura_indicators=parse_tiles("9p")
    )
    state = state.with_seat(Seat.A, seat("123m", melds=(PON,), river=RIVER))
    return state.with_seat(Seat.D, seat("", melds=(CONCEALED_KAN,), riichi=Riichi(declared=True)))


def test_every_known_tile_is_counted_once() -> None:
    state = played()
    assert format_tiles(sorted(state.visible_tiles())) == "1239m89p1111222z"
    counts = state.seen_counts()
    assert (counts[27], counts[28], sum(counts)) == (4, 3, 13)


def test_views_by_seat() -> None:
    state = played()
    assert [len(river.lying) for river in state.rivers] == [1, 0, 0, 0]
    assert [len(melds) for melds in state.melds] == [1, 0, 0, 1]
    assert [riichi.declared for riichi in state.riichi] == [False, False, False, True]
    assert (state.kans, state.indicators_due, state.dealt) == (1, 1, True)


def test_the_first_turn_lasts_until_the_own_discard_or_any_call() -> None:
    state = played()
    assert state.first_turn(Seat.B)
    assert not state.first_turn(Seat.A)
    assert not replace(state, uninterrupted=False).first_turn(Seat.B)
