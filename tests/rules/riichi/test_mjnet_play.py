"""How a hand is played by riichi-mjnet-2005: the clauses that work out an order of acts, folded and judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.payment import Delta
from tablebridge_rules.riichi.circumstances import win_of
from tablebridge_rules.riichi.claims import legal_events, resolve
from tablebridge_rules.riichi.hand_end import next_hand, settle
from tablebridge_rules.riichi.own_turn import own_turn_events
from tablebridge_rules.riichi.rulebook import Rulebook, load
from tablebridge_rules.riichi.scoring import score
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import STANDARD_KINDS, Tile

E, S, W, N = Seat.A, Seat.B, Seat.C, Seat.D
EVEN = (25000, 25000, 25000, 25000)
STARTED = HandStarted(0, Wind.EAST, E, 0, 0, EVEN)
TANYAO_3P = parse_tiles("234m456p678s55p24p")


@pytest.fixture
def mjnet() -> Rulebook:
    return load("riichi-mjnet-2005")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def turns(*discards: str, first: Seat = E) -> list[GameEvent]:
    """Draws and discards in turn from `first` on; `!` lays the discard sideways with a riichi and its stick."""
    events: list[GameEvent] = []
    for place, text in enumerate(discards):
        seat = first.after(place)
        riichi = text.endswith("!")
        events += (Drawn(seat), Discarded(seat, tile(text.rstrip("!")), riichi))
        if riichi:
            events += (RiichiDeclared(seat), RiichiAccepted(seat))
    return events


def after(book: Rulebook, *events: GameEvent, started: HandStarted = STARTED) -> HandState:
    """The hand after those events as the table sees it: hidden hands, 4z the indicator."""
    return replay([started, Dealt(tile("4z")), *events], book).state


def judged(state: HandState, event: GameEvent, book: Rulebook) -> list[tuple[str, str, Seat | None]]:
    return [(one.clause, one.name, one.seat) for one in step(state, event, book).violations]


def holding(state: HandState, seat: Seat, hand: str, drawn: str | None = None) -> HandState:
    """The state with that seat's standing tiles known, `drawn` the one just drawn."""
    tiles = parse_tiles(hand + (drawn or ""))
    part = replace(state.at(seat), concealed=tiles, concealed_count=len(tiles), drawn=tile(drawn) if drawn else None)
    return state.with_seat(seat, part)


def kans(events: Iterable[GameEvent]) -> list[str]:
    return [str(event.meld.own[0]) for event in events if isinstance(event, Called)]


# -- draws --
def test_the_wall_ends_at_the_seventh_last_stack_rm_x01(mjnet: Rulebook) -> None:
    state, faces, draws = after(mjnet), cycle(Tile(kind) for kind in STANDARD_KINDS), 0
    while state.wall_left:
        state = step(state, Drawn(state.turn), mjnet).state
        draws += 1
        state = step(state, Discarded(state.turn, next(faces)), mjnet).state
    # the dealer's first draw is the 53rd tile of the deal
    assert (52 + draws, draws - 1) == (136 - 14, 69)
    assert judged(state, ExhaustiveDraw(), mjnet) == []
    assert judged(state, Drawn(state.turn), mjnet) == [("RM-X01", "wall_exhausted", state.turn)]


@pytest.mark.parametrize(
    ("kans", "live", "left"),
    [
        pytest.param(0, 69, 14, id="RM-X02 none"),
        pytest.param(1, 69, 13, id="RM-X02 one"),
        pytest.param(2, 67, 14, id="RM-X02 two"),
        pytest.param(3, 67, 13, id="RM-X02 three"),
        pytest.param(4, 65, 14, id="RM-X02 four"),
    ],
)
def test_kans_shorten_the_live_wall(mjnet: Rulebook, kans: int, live: int, left: int) -> None:
    state, draws = after(mjnet, Drawn(E)), 0
    for number in range(kans):
        called = Called(E, Meld(MeldKind.KAN_CONCEALED, parse_tiles(f"{number + 1}" * 4 + "z")))
        state = step(step(state, called, mjnet).state, Drawn(E, replacement=True), mjnet).state
    faces = cycle(Tile(kind) for kind in STANDARD_KINDS[:27])
    state = step(state, Discarded(E, next(faces)), mjnet).state
    while state.wall_left:
        state = step(state, Drawn(state.turn), mjnet).state
        draws += 1
        state = step(state, Discarded(state.turn, next(faces)), mjnet).state
    assert (draws, 136 - 53 - draws - kans) == (live, left)


def test_four_same_winds_abort_at_the_fourth_discard_rm_x05(mjnet: Rulebook) -> None:
    abort = AbortiveDraw("four_winds")
    three, four = after(mjnet, *turns("2z", "2z", "2z")), after(mjnet, *turns("2z", "2z", "2z", "2z"))
    assert judged(three, abort, mjnet) == [("RM-X05", "abort_without_reason", None)]
    assert legal_events(four, mjnet) == (abort,)
    assert judged(four, abort, mjnet) == []
    assert next_hand(step(four, abort, mjnet).state, mjnet) == replace(STARTED, hand=1)


def test_four_riichi_abort_and_their_sticks_stay_rm_x07(mjnet: Rulebook) -> None:
    abort = AbortiveDraw("four_riichi")
    state = after(mjnet, *turns("9m!", "9s!", "1m!", "1s!"))
    assert legal_events(state, mjnet) == (abort,)
    ended = step(state, abort, mjnet).state
    settled = settle(ended, mjnet)
    assert (settled.delta, settled.sticks) == ((0, 0, 0, 0), 4)
    following = next_hand(step(ended, settled, mjnet).state, mjnet)
    assert following == HandStarted(1, Wind.EAST, E, 0, 4, (24000, 24000, 24000, 24000))


def test_three_winners_abort_the_hand_rm_x08(mjnet: Rulebook) -> None:
    state = after(mjnet, *turns("9m", "9m", "4m"))
    wins = [Won(seat, tile("4m"), TANYAO_3P, W) for seat in (E, S, N)]
    (abort,) = resolve(wins, mjnet)
    assert abort == AbortiveDraw("triple_ron")
    ended = step(state, abort, mjnet).state
    assert settle(ended, mjnet).delta == (0, 0, 0, 0)
    assert next_hand(ended, mjnet) == replace(STARTED, hand=1)


# -- calls --
def test_pon_outranks_chi_rm_c02(mjnet: Rulebook) -> None:
    chi = Called(W, Meld(MeldKind.CHI, parse_tiles("57p"), tile("6p"), S))
    pon = Called(N, Meld(MeldKind.PON, parse_tiles("66p"), tile("6p"), S))
    assert resolve([chi, pon], mjnet) == (pon,)
    assert resolve([chi], mjnet) == (chi,)


PON_OF_NORTH = Called(N, Meld(MeldKind.PON, parse_tiles("55m"), tile("5m"), W))
ADDED = Called(N, Meld(MeldKind.KAN_ADDED, parse_tiles("555m"), tile("5m"), W))


def test_an_added_kan_is_robbed_and_that_is_a_yaku_rm_w04(mjnet: Rulebook) -> None:
    before = [*turns("1s", "9s", "5m"), PON_OF_NORTH, Discarded(N, tile("1s")), *turns("1m", "9s", "1s"), Drawn(N)]
    state = holding(after(mjnet, *before, ADDED), S, "34m123p456s789s22z")
    (won,) = (event for event in legal_events(state, mjnet) if isinstance(event, Won))
    assert (won.seat, won.from_seat, won.tile) == (S, N, tile("5m"))
    value = score(mjnet, win_of(state, won, mjnet))
    assert value is not None
    assert value.yaku == {"chankan": 1}
    assert judged(state, won, mjnet) == []
    assert len(step(state, won, mjnet).state.indicators) == 1


def test_a_concealed_kan_is_never_robbed_rm_w04(mjnet: Rulebook, league: Rulebook) -> None:
    kan = Called(N, Meld(MeldKind.KAN_CONCEALED, parse_tiles("7777z")))
    for book, winners in ((mjnet, []), (league, [S])):
        state = holding(after(book, *turns("2m", "3m", "4m"), Drawn(N), kan), S, "19m19p19s1234566z")
        assert [event.seat for event in legal_events(state, book) if isinstance(event, Won)] == winners


def test_drawing_before_the_left_player_has_discarded_rm_f01(mjnet: Rulebook) -> None:
    state = after(mjnet, *turns("9m"), Drawn(S))
    assert judged(state, Drawn(W), mjnet) == [("RM-F01", "early_draw", W)]


# -- furiten --
WAITS_36S = parse_tiles("234m567m88p678p45s")


def test_an_own_discard_among_the_waits_bars_every_ron_rm_w05(mjnet: Rulebook) -> None:
    state = after(mjnet, *turns("3s", "9m", "6s"))
    assert judged(state, Won(E, tile("6s"), WAITS_36S, W), mjnet) == [("RM-F02", "false_win", E)]
    assert [
        event for event in legal_events(holding(state, E, "234m567m88p678p45s"), mjnet) if isinstance(event, Won)
    ] == []
    own = after(mjnet, *turns("3s", "9m", "9p", "9s"), Drawn(E))
    assert judged(own, Won(E, tile("6s"), WAITS_36S), mjnet) == []


def test_a_wait_free_of_own_discards_may_ron_again_rm_w06(mjnet: Rulebook) -> None:
    state = after(mjnet, *turns("3s", "9m", "7p"))
    changed = parse_tiles("234m567m345s678s7p")
    assert judged(state, Won(E, tile("7p"), changed, W), mjnet) == []


def test_after_a_passed_tile_a_riichi_hand_wins_by_self_draw_only_rm_r05(mjnet: Rulebook) -> None:
    ready = parse_tiles("234m567m88s678s67p")
    passed = [*turns("9m!", "8p", "9s", "1s", "1m"), *turns("5p", first=S)]
    assert judged(after(mjnet, *passed), Won(E, tile("5p"), ready, S), mjnet) == [("RM-F02", "false_win", E)]
    at_once = after(mjnet, *turns("9m!", "9p", "9s", "1s", "1m"), *turns("5p", first=S))
    assert judged(at_once, Won(E, tile("5p"), ready, S), mjnet) == []
    for drawn in ("5p", "8p"):
        own = after(mjnet, *turns("9m!", "8p", "9s", "1s"), Drawn(E))
        assert judged(own, Won(E, tile(drawn), ready), mjnet) == []


def test_a_yakuless_tile_that_passed_bars_the_other_until_the_next_draw_rm_w07(mjnet: Rulebook) -> None:
    waits_14p = parse_tiles("234m23888p234s99s")
    passed = turns("9m", "1p", "4p")
    assert judged(after(mjnet, *passed), Won(E, tile("4p"), waits_14p, W), mjnet) == [("RM-F02", "false_win", E)]
    next_round = [*passed, *turns("1m", "9m", "4p", first=N)]
    assert judged(after(mjnet, *next_round), Won(E, tile("4p"), waits_14p, S), mjnet) == []


@pytest.mark.parametrize(
    ("winner", "hand", "won", "melds", "delta"),
    [
        pytest.param(
            E, "123m45678p11199s", "9p", (), (-12000, 4000, 4000, 4000), id="RM-W01 the dealer without a yaku"
        ),
        pytest.param(S, "34p99m789s", "5p", ("123m", "456p"), (4000, -8000, 2000, 2000), id="RM-W02 dora alone"),
    ],
)
def test_a_ron_without_a_yaku_is_a_false_win(
    mjnet: Rulebook, winner: Seat, hand: str, won: str, melds: tuple[str, ...], delta: Delta
) -> None:
    state = after(mjnet, *turns("9m", "9s", "1z", "1s"), *turns("2z", "3z", won))
    laid = tuple(Meld(MeldKind.CHI, parse_tiles(text)[1:], parse_tiles(text)[0], winner.after(-1)) for text in melds)
    state = state.with_seat(winner, replace(state.at(winner), melds=laid))
    ended = step(state, Won(winner, tile(won), parse_tiles(hand), W), mjnet).state
    assert settle(ended, mjnet).delta == delta


# -- riichi --
def test_the_riichi_discard_lies_sideways_rm_r03(mjnet: Rulebook) -> None:
    kinds = [str(Tile(kind)) for kind in STANDARD_KINDS[:24]]
    state = after(mjnet, *turns(*kinds, "5z!"))
    marked = [number for number, discard in enumerate(state.at(E).river.discards, 1) if discard.sideways]
    assert marked == [7]
    pon = Called(S, Meld(MeldKind.PON, parse_tiles("55z"), tile("5z"), E))
    called = step(state, pon, mjnet).state
    assert not any(discard.sideways for discard in called.at(E).river.lying)
    back = replay([STARTED, Dealt(tile("4z")), *turns(*kinds, "5z!"), pon, Discarded(S, tile("7z")),
                   *turns("7z", "6z", first=W), Drawn(E)], mjnet).state  # fmt: skip
    discards = [
        event
        for event in own_turn_events(holding(back, E, "234m567m88s678s67p", "9p"), mjnet)
        if isinstance(event, Discarded)
    ]
    assert [(event.tile, event.sideways) for event in discards] == [(tile("9p"), True)]


def test_no_other_tile_is_discarded_after_riichi_rm_r04(mjnet: Rulebook) -> None:
    state = after(mjnet, *turns("9m!", "1p", "9s", "1s"), Drawn(E))
    assert judged(state, Discarded(E, tile("2p"), drawn=False), mjnet) == [("RM-R04", "riichi_hand_changed", E)]
    assert judged(state, Discarded(E, tile("2p"), drawn=True), mjnet) == []


def test_whoever_called_in_riichi_has_to_discard_something_rm_r04(mjnet: Rulebook) -> None:
    pon = Called(E, Meld(MeldKind.PON, (tile("1s"), tile("1s")), tile("1s"), N))
    state = after(mjnet, *turns("9m!", "1p", "9s", "1s"))
    assert [one[0] for one in judged(state, pon, mjnet)] == ["RM-R04"]
    called = holding(step(state, pon, mjnet).state, E, "234m567m88s67p2s")
    assert judged(called, Discarded(E, tile("2s"), drawn=False), mjnet) == []
    assert any(isinstance(event, Discarded) for event in own_turn_events(called, mjnet))


@pytest.mark.parametrize(
    ("hand", "drawn", "allowed"),
    [
        pytest.param("111z45s123m456p99p", "1z", ["1z"], id="RM-R06 the waits stay"),
        pytest.param("4445s123m456p789p", "4s", [], id="RM-R06 the waits change"),
    ],
)
def test_a_concealed_kan_in_riichi(mjnet: Rulebook, hand: str, drawn: str, allowed: list[str]) -> None:
    state = after(mjnet, *turns("9m!", "9p", "9s", "1s"), Drawn(E))
    assert kans(own_turn_events(holding(state, E, hand, drawn), mjnet)) == allowed


# -- what follows --
def ended(winner: Seat, book: Rulebook, wind: Wind, dealer: Seat, points: Delta) -> HandState:
    """A hand that `winner` has won on a discard of the seat after it, settled with those points."""
    started = HandStarted(4, wind, dealer, 0, 0, points)
    loser = winner.after(1)
    others = ["9m", "9s", "1m", "1s"] * 2
    steps = (loser.number - dealer.number) % 4 + 4
    events = turns(*others[:steps], "3p", first=dealer)
    state = after(book, *events, started=started)
    state = step(state, Won(winner, tile("3p"), TANYAO_3P, loser), book).state
    return replace(state, points=points, settled=True)


@pytest.mark.parametrize(
    ("winner", "wind", "dealer", "points", "follows"),
    [
        pytest.param(E, Wind.EAST, E, EVEN, (Wind.EAST, E, 1), id="RM-E01 the dealer wins"),
        pytest.param(S, Wind.EAST, E, EVEN, (Wind.EAST, S, 0), id="RM-E01 south wins"),
        pytest.param(N, Wind.SOUTH, N, (30000, 15000, 14000, 41000), None, id="RM-E03 the leading dealer wins"),
        pytest.param(N, Wind.SOUTH, N, (25000, 24000, 22000, 29000), None, id="RM-E03 the lead is enough"),
        pytest.param(
            N,
            Wind.SOUTH,
            N,
            (36000, 18000, 18000, 28000),
            (Wind.SOUTH, N, 1),
            id="RM-E03 a dealer wins who does not lead",
        ),
    ],
)
def test_who_deals_after_a_win(
    mjnet: Rulebook, winner: Seat, wind: Wind, dealer: Seat, points: Delta, follows: tuple[Wind, Seat, int] | None
) -> None:
    following = next_hand(ended(winner, mjnet, wind, dealer, points), mjnet)
    assert (following and (following.round_wind, following.dealer, following.honba)) == follows
