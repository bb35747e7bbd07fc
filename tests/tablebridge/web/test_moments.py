"""The last call and the last win, followed through played hands of every tradition and through corrections."""

from __future__ import annotations

import msgspec
import pytest

from tablebridge.release import PublicMeldTile, PublicState
from tablebridge.web.moments import LastCall, MomentsKeeper, wins_in
from tests.tablebridge.web.played import BOOKS, last_of, played
from tests.tablebridge.web.states import PLAYING, SEATS, WON, event, meld

replace = msgspec.structs.replace
CALLS = {"chi", "pon", "kan", "riichi", "ready"}
CASES = [pytest.param(book, seed, id=f"{name}-{seed}") for name, book in BOOKS.items() for seed in (1, 4)]

PON = event("pon", 78, seat="A", own=["6s", "6s"], called="6s", from_seat="D")
AFTER_PON = replace(PLAYING, seats={**SEATS, "A": replace(SEATS["A"], melds=(meld("pon", "6s_ 6s 6s", "D"),))})


def told(*shown: tuple[object, PublicState]) -> MomentsKeeper:
    keeper = MomentsKeeper()
    for released, state in shown:
        keeper.follow(released, state)  # type: ignore[arg-type]
    return keeper


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_a_played_hand_is_followed(book: str, seed: int) -> None:
    keeper, calls, wins = MomentsKeeper(), 0, 0
    for released, state in played(book, seed, 2):
        before = keeper.moments
        assert keeper.follow(released, state) == (keeper.moments != before)
        if released.type in CALLS:
            calls += 1
            call = keeper.moments.call
            assert call is not None
            assert (call.sequence, call.seat) == (released.sequence, released.data["seat"])
            assert call.kind in {released.type, released.data.get("kind")}
        if released.type == "win":
            wins += 1
            win = keeper.moments.win
            assert win is not None
            assert win.sequence == released.sequence
            assert wins_in(win.state)[-1].seat == released.data["seat"]
        elif keeper.moments.win != before.win:  # the same win, settled by now
            assert keeper.moments.win is not None
            assert before.win is not None
            assert keeper.moments.win.sequence == before.win.sequence
            assert keeper.moments.win.state.result is not None
    assert (calls > 0, wins > 0) == (True, True)


@pytest.mark.parametrize(("book", "seed"), CASES)
def test_a_meld_is_shown_as_it_lies(book: str, seed: int) -> None:
    laid = 0
    for (released, state), moments in zip(played(book, seed, 2), _moments(book, seed), strict=True):
        if released.type in {"chi", "pon"}:
            laid += 1
            assert moments.tiles in [one.tiles for one in state.seats[moments.seat].melds]
            assert sum(tile.called for tile in moments.tiles) == 1
    assert laid


def _moments(book: str, seed: int) -> list[LastCall]:
    keeper, calls = MomentsKeeper(), []
    for released, state in played(book, seed, 2):
        keeper.follow(released, state)
        calls.append(keeper.moments.call)
    return calls  # type: ignore[return-value]


def test_a_riichi_shows_the_discard_that_declared_it() -> None:
    shown = played(BOOKS["riichi"], 3)
    place = next(place for place, (released, _) in enumerate(shown) if released.type == "riichi")
    discard = shown[place - 1][0]
    assert discard.type == "discard"
    call = told(*shown[: place + 1]).moments.call
    assert call is not None
    assert call.tiles == (PublicMeldTile(tile=str(discard.data["tile"]), sideways=True),)


def test_nothing_is_known_before_anything_was_let_out() -> None:
    assert msgspec.to_builtins(MomentsKeeper().moments) == {"call": None, "win": None}


def test_a_win_that_is_there_already_is_taken_from_the_state() -> None:
    win = told((None, WON)).moments.win
    assert win is not None
    assert (win.sequence, win.state) == (WON.sequence, WON)


CORRECTED = event("correction", 79, cause="referee")


@pytest.mark.parametrize(
    ("state", "tiles"),
    [
        pytest.param(AFTER_PON, "6s_ 6s 6s", id="something else was corrected"),
        pytest.param(
            replace(PLAYING, seats={**SEATS, "A": replace(SEATS["A"], melds=(meld("pon", "9s_ 9s 9s", "D"),))}),
            "9s_ 9s 9s",
            id="another tile",
        ),
        pytest.param(
            replace(PLAYING, seats={**SEATS, "A": replace(SEATS["A"], melds=())}), None, id="there was no call"
        ),
        pytest.param(replace(PLAYING, seats={}), None, id="there is no hand"),
    ],
)
def test_a_correction_changes_the_call_or_takes_it_away(state: PublicState, tiles: str | None) -> None:
    call = told((PON, AFTER_PON), (CORRECTED, state)).moments.call
    if tiles is None:
        assert call is None
    else:
        assert call is not None
        assert call.sequence == 78  # no new call, so none that is played
        assert call.tiles == meld("pon", tiles).tiles


def test_a_call_that_is_taken_back_is_not_the_one_before_it() -> None:
    both = replace(
        PLAYING, seats={**SEATS, "A": replace(SEATS["A"], melds=(*SEATS["A"].melds, *AFTER_PON.seats["A"].melds))}
    )
    assert told((PON, both), (CORRECTED, PLAYING)).moments.call is None  # a pon of dragons lay there all the time


@pytest.mark.parametrize(("riichi", "stays"), [(True, True), (False, False)])
def test_a_declaration_stands_or_falls_with_its_mark(riichi: bool, stays: bool) -> None:
    state = replace(PLAYING, seats={**SEATS, "B": replace(SEATS["B"], riichi=riichi)})
    call = told((event("riichi", 70, seat="B"), PLAYING), (CORRECTED, state)).moments.call
    assert (call is not None) == stays


def test_a_win_that_is_taken_back_uncovers_the_one_before() -> None:
    earlier = last_of(played(BOOKS["riichi"], 1), "settled")
    begun = (event("hand_started", 80, points=[25000] * 4), replace(PLAYING, hand=3))
    keeper = told(earlier, begun, (event("win", 90), WON))
    assert keeper.moments.win is not None
    assert keeper.moments.win.sequence == 90
    keeper.follow(event("correction", 91, cause="referee"), replace(PLAYING, sequence=91))
    assert keeper.moments.win.state == earlier[1]


def test_a_win_put_right_is_no_new_one() -> None:
    assert WON.result is not None
    other = replace(WON, sequence=92, result=replace(WON.result, delta=(0, 8300, -8300, 0)))
    win = told((event("win", 90), WON), (event("correction", 92, cause="referee"), other)).moments.win
    assert win is not None
    assert (win.sequence, win.state) == (90, other)


def test_a_call_without_a_meld_in_the_state_shows_the_tiles_it_named() -> None:
    call = told((PON, replace(PLAYING, seats={}))).moments.call
    assert call is not None
    assert [tile.tile for tile in call.tiles] == ["6s", "6s", "6s"]
