"""What may happen next when every hand is known, and which claim takes effect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
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
from tablebridge_rules.notation import format_tiles, parse_tiles
from tablebridge_rules.riichi.claims import legal_events, ready_hands, resolve
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, OpenTile, Phase, Riichi, start
from tablebridge_rules.river import Discard, River
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

A, B, C, D = Seat
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (30000, 30000, 30000, 30000))
IDLE = "147m258p369s1234z"
WAITS_3P = "234m456p678s55p24p"  # tanyao on 3p
IN_RIICHI = Riichi(declared=True, accepted=True)
KAN = Meld(MeldKind.KAN_CONCEALED, parse_tiles("9999s"))
PON = Meld(MeldKind.PON, parse_tiles("55z"), Tile.parse("5z"), A)


def after_discard(discard: str, hands: Iterable[str | None] = (), *, by: Seat = A, **changes: Any) -> HandState:
    """`by` has just discarded; `hands` are those of the seats that play after it, in order, idle ones if not given."""
    laid = OpenTile(by, Tile.parse(discard))
    given = {"phase": Phase.CALLS_OPEN, "turn": by.after(1), "wall_left": 40, "uninterrupted": False, **changes}
    state = replace(start(STARTED), indicators=parse_tiles("4z"), **{"last_discard": laid, "open_tile": laid, **given})
    state = seat(state, by, IDLE, river=River((Discard(laid.tile),)))
    for steps, hand in enumerate((*hands, IDLE, IDLE, IDLE)[:3], 1):
        state = seat(state, by.after(steps), hand, river=River((Discard(Tile.parse("9m")),)))
    return state


def seat(state: HandState, which: Seat, hand: str | None, **fields: Any) -> HandState:
    tiles = None if hand is None else parse_tiles(hand)
    return state.with_seat(which, replace(state.at(which), concealed=tiles, concealed_count=13, **fields))


def melds_for(state: HandState, which: Seat, rulebook: Rulebook) -> list[str]:
    events = legal_events(state, rulebook)
    calls = [event for event in events if isinstance(event, Called) and event.seat is which]
    return [f"{call.meld.kind.value} {format_tiles(call.meld.own)}" for call in calls]


def winners(state: HandState, rulebook: Rulebook) -> list[Seat]:
    return [event.seat for event in legal_events(state, rulebook) if isinstance(event, Won)]


# -- phases --
def test_before_the_deal_nothing_is_a_choice(league: Rulebook) -> None:
    assert legal_events(start(STARTED), league) == ()


@pytest.mark.parametrize("replacement", [False, True])
def test_a_draw_is_offered_without_its_tile(replacement: bool, league: Rulebook) -> None:
    state = replace(start(STARTED), phase=Phase.MUST_DRAW, replacement_pending=replacement)
    assert legal_events(state, league) == (Drawn(A, None, replacement),)


def test_the_own_turn_is_offered_where_a_discard_is_due(league: Rulebook) -> None:
    state = seat(replace(start(STARTED), phase=Phase.MUST_DISCARD, turn=B), B, "1122z")
    assert legal_events(state, league) == (
        Discarded(B, Tile.parse("1z"), drawn=False),
        Discarded(B, Tile.parse("2z"), drawn=False),
    )


def test_without_a_discard_nothing_can_be_called(league: Rulebook) -> None:
    assert legal_events(replace(start(STARTED), phase=Phase.CALLS_OPEN), league) == ()


def test_when_nobody_wants_the_tile_the_next_seat_draws(league: Rulebook) -> None:
    assert legal_events(after_discard("7z"), league) == (Drawn(B),)


# -- chi, pon, kan --
@pytest.mark.parametrize(
    ("discard", "hand", "melds"),
    [
        ("5m", "34679m11z258p369s", ["chi 34m", "chi 46m", "chi 67m"]),
        ("5p", "460p11z2589m369s1p", ["chi 46p"]),
        ("4p", "50p6p11z258m369s11m", ["chi 56p", "chi 06p"]),
        ("9s", "78s11z258m369p147m", ["chi 78s"]),
        ("1s", "23s11z258m369p147m", ["chi 23s"]),
        ("1z", "23z147m258p369s45z", []),
        ("5m", "55z550m147p258s99p", ["pon 55m", "pon 50m", "kan_exposed 550m"]),
    ],
    ids=["three ways", "red between", "red or plain", "upper end", "lower end", "honours make no run", "pons and kan"],
)
def test_the_melds_of_a_discard(discard: str, hand: str, melds: list[str], league: Rulebook) -> None:
    assert melds_for(after_discard(discard, [hand]), B, league) == melds


def test_rl_c05_only_the_next_seat_makes_runs(league: Rulebook) -> None:
    hand = "34679m11z258p369s"
    state = after_discard("5m", [None, hand, hand])
    assert (melds_for(state, C, league), melds_for(state, D, league)) == ([], [])


@pytest.mark.parametrize(
    ("fields", "changes"),
    [({"riichi": IN_RIICHI}, {}), ({}, {"wall_left": 0})],
    ids=["RL-R04 in riichi", "the last discard"],
)
def test_no_calls(fields: dict[str, Any], changes: dict[str, Any], league: Rulebook) -> None:
    state = after_discard("5m", ["55z550m147p258s99p"], **changes)
    assert melds_for(replace(state, seats=seat(state, B, "550m", **fields).seats), B, league) == []


def test_rl_x09_no_fifth_kan(league: Rulebook) -> None:
    state = after_discard("5m", ["555m147p258s99p55z"])
    state = seat(state, D, "1z", melds=(KAN, KAN, KAN, KAN))
    assert melds_for(state, B, league) == ["pon 55m"]


THREE_PONS = tuple(Meld(MeldKind.PON, parse_tiles(f"{n}{n}z"), Tile.parse(f"{n}z"), D) for n in (5, 6, 7))


@pytest.mark.parametrize(
    ("hand", "rule", "melds"),
    [
        ("2345m", "same_tile_forbidden", ["chi 34m"]),
        ("2345m", "forbidden", []),
        ("2345m", "allowed", ["chi 34m"]),
        ("2234m", "same_tile_forbidden", ["pon 22m"]),
        ("2234m", "allowed", ["pon 22m", "chi 34m"]),
    ],
)
def test_rl_c02_no_call_that_leaves_only_forbidden_discards(
    hand: str, rule: Any, melds: list[str], league: Rulebook
) -> None:
    book = replace(league, play=replace(league.play, kuikae=rule))
    assert melds_for(seat(after_discard("2m"), B, hand, melds=THREE_PONS), B, book) == melds


# -- riichi --
def test_rl_r01_the_sideways_discard_is_declared_then_accepted(league: Rulebook) -> None:
    laid = River((Discard(Tile.parse("3p"), sideways=True),))
    state = seat(after_discard("3p", [WAITS_3P]), A, IDLE, river=laid)
    assert legal_events(state, league) == (RiichiDeclared(A),)
    state = seat(state, A, IDLE, riichi=Riichi(declared=True))
    assert [type(event) for event in legal_events(state, league)] == [Won, RiichiAccepted]
    accepted = replace(seat(state, A, IDLE, riichi=IN_RIICHI), stick_down=True)
    assert [type(event) for event in legal_events(accepted, league)][-1] is Drawn
    assert winners(accepted, league) == []


# -- wins --
@pytest.mark.parametrize(
    ("hand", "fields", "wins"),
    [
        (WAITS_3P, {}, [B]),
        (None, {}, []),
        (IDLE, {}, []),
        (WAITS_3P, {"river": River((Discard(Tile.parse("3p")),))}, []),
        (WAITS_3P, {"passed": frozenset({Tile.parse("3p").kind})}, []),
        ("123m456p789s99p24p", {}, []),
        ("123m456p789s99p24p", {"riichi": IN_RIICHI}, [B]),
    ],
    ids=["yaku", "hidden", "not ready", "RL-W07 furiten", "RL-R07 passed", "no yaku", "riichi is one"],
)
def test_rons(hand: str | None, fields: dict[str, Any], wins: list[Seat], league: Rulebook) -> None:
    assert winners(seat(after_discard("3p"), B, hand, **fields), league) == wins


def test_own_tiles_called_away_may_not_count_for_furiten(league: Rulebook) -> None:
    called = River((Discard(Tile.parse("3p"), claimed_by=D),))
    lenient = replace(league, play=replace(league.play, furiten_called_tiles=False))
    state = seat(after_discard("3p"), B, WAITS_3P, river=called)
    assert (winners(state, league), winners(state, lenient)) == ([], [B])


def test_rl_w09_the_others_may_win_on_the_same_tile(league: Rulebook) -> None:
    state = after_discard("3p", [WAITS_3P, WAITS_3P])
    assert winners(state, league) == [B, C]
    won = Won(B, Tile.parse("3p"), parse_tiles(WAITS_3P), A)
    ended = replace(state, phase=Phase.ENDED, wins=(won,))
    assert winners(ended, league) == [C]
    assert winners(replace(ended, settled=True), league) == []
    assert winners(replace(ended, wins=(replace(won, from_seat=None),)), league) == []


ORPHANS = "19m19p19s1234567z"


@pytest.mark.parametrize(
    ("kan", "tile", "hand", "rule", "wins"),
    [
        (MeldKind.KAN_ADDED, "3p", WAITS_3P, True, [B]),
        (MeldKind.KAN_CONCEALED, "3p", WAITS_3P, True, []),
        (MeldKind.KAN_CONCEALED, "9m", ORPHANS, True, [B]),
        (MeldKind.KAN_CONCEALED, "9m", ORPHANS, False, []),
    ],
    ids=["added", "concealed", "RL-Y01 thirteen orphans", "not where forbidden"],
)
def test_robbing_a_kan(kan: MeldKind, tile: str, hand: str, rule: bool, wins: list[Seat], league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, kokushi_robs_ankan=rule))
    open_tile = OpenTile(A, Tile.parse(tile), kan)
    state = after_discard("7z", [hand], phase=Phase.MUST_DRAW, turn=A, open_tile=open_tile, replacement_pending=True)
    state = seat(state, B, hand, river=River())
    assert winners(state, book) == wins
    assert legal_events(state, book)[-1] == Drawn(A, replacement=True)


# -- draws --
def test_an_exhausted_wall_ends_the_hand_unless_somebody_wins(league: Rulebook) -> None:
    state = after_discard("3p", [WAITS_3P], wall_left=0)
    won, drawn = legal_events(state, league)
    assert isinstance(won, Won)
    assert drawn == ExhaustiveDraw(((B, parse_tiles(WAITS_3P)),))


def test_rl_x15_ready_hands_are_shown_from_the_dealer_on(league: Rulebook) -> None:
    state = after_discard("7z", [WAITS_3P, WAITS_3P, None], by=C)
    state = replace(seat(state, C, IDLE), dealer=D)
    assert [shown for shown, _ in ready_hands(state, league)] == [D, A]


def four_discards(texts: str, **changes: Any) -> HandState:
    state = after_discard(texts[-2:], by=D, **{"uninterrupted": True, **changes})
    for which, tile in zip(Seat, parse_tiles(texts), strict=True):
        state = seat(state, which, IDLE, river=River((Discard(tile),)))
    return state


@pytest.mark.parametrize(
    ("state", "option", "reason"),
    [
        (four_discards("3z3z3z3z"), "four_winds_draw", "four_winds"),
        (four_discards("3z3z3z4z"), "four_winds_draw", None),
        (four_discards("5z5z5z5z"), "four_winds_draw", None),
        (four_discards("3z3z3z3z", uninterrupted=False), "four_winds_draw", None),
    ],
    ids=["RL-X02 same wind", "another wind", "dragons", "after a call"],
)
def test_four_winds(state: HandState, option: str, reason: str | None, league: Rulebook) -> None:
    last = legal_events(state, league)[-1]
    assert last == (AbortiveDraw(reason) if reason else Drawn(A))
    off = replace(league, play=replace(league.play, **{option: False}))  # type: ignore[arg-type]
    assert legal_events(state, off)[-1] == Drawn(A)


def test_rl_x04_four_riichi(league: Rulebook) -> None:
    state = after_discard("7z", stick_down=True)
    for which in Seat:
        assert legal_events(state, league)[-1] == Drawn(B)
        state = seat(state, which, IDLE, riichi=IN_RIICHI)
    assert legal_events(state, league)[-1] == AbortiveDraw("four_riichi")


@pytest.mark.parametrize(
    ("kans", "option", "reason"),
    [
        ((2, 1, 1, 0), "several_players", "four_kans"),
        ((2, 1, 0, 0), "several_players", None),
        ((4, 0, 0, 0), "several_players", None),
        ((2, 1, 1, 0), "off", None),
        ((1, 1, 1, 1), "each_player_one", "four_kans"),
        ((2, 2, 0, 0), "each_player_one", None),
    ],
    ids=[
        "RL-X03 of three seats",
        "three kans",
        "RL-X08 of one seat",
        "not played",
        "RM-X09 one each",
        "RM-X09 two each",
    ],
)
def test_four_kans(kans: tuple[int, ...], option: Any, reason: str | None, league: Rulebook) -> None:
    book = replace(league, play=replace(league.play, four_kan_draw=option))
    state = after_discard("7z")
    for which, number in zip(Seat, kans, strict=True):
        state = seat(state, which, IDLE, melds=(KAN,) * number)
    expected = AbortiveDraw(reason) if reason else Drawn(B)
    assert legal_events(state, book)[-1] == expected
    waiting = replace(state, phase=Phase.MUST_DRAW, open_tile=None, turn=B, replacement_pending=True)
    assert legal_events(waiting, book)[-1] == Drawn(B, replacement=True)
    at_once = replace(book, play=replace(book.play, four_kan_timing="at_kan"))
    assert legal_events(waiting, at_once)[-1] == (AbortiveDraw(reason) if reason else Drawn(B, replacement=True))


def test_rl_w10_three_winners_may_make_a_draw(league: Rulebook) -> None:
    state = after_discard("3p", [WAITS_3P] * 3)
    assert AbortiveDraw("triple_ron") in legal_events(state, league)
    all_win = replace(league, play=replace(league.play, triple_ron="all_win"))
    assert AbortiveDraw("triple_ron") not in legal_events(state, all_win)
    assert winners(state, all_win) == [B, C, D]


# -- priority --
def won(which: Seat) -> Won:
    return Won(which, Tile.parse("3p"), parse_tiles(WAITS_3P), C)


def called(which: Seat, kind: MeldKind) -> Called:
    return Called(which, Meld(kind, parse_tiles("33p"), Tile.parse("3p"), C))


CHI, MELD_PON = called(D, MeldKind.CHI), called(B, MeldKind.PON)
OWN = Won(A, Tile.parse("3p"), parse_tiles(WAITS_3P))


@pytest.mark.parametrize(
    ("claims", "change", "taken"),
    [
        ([], {}, ()),
        ([CHI], {}, (CHI,)),
        ([CHI, MELD_PON], {}, (MELD_PON,)),
        ([CHI, MELD_PON, won(A)], {}, (won(A),)),
        ([won(B), won(D)], {}, (won(D), won(B))),
        ([won(B), won(D)], {"double_ron": "head_bump"}, (won(D),)),
        ([won(A), won(B), won(D)], {}, (AbortiveDraw("triple_ron"),)),
        ([won(A), won(B), won(D)], {"triple_ron": "all_win"}, (won(D), won(A), won(B))),
        ([won(A), won(B), won(D)], {"triple_ron": "head_bump"}, (won(D),)),
        ([OWN], {}, (OWN,)),
    ],
    ids=[
        "nobody",
        "one",
        "RL-C02 pon before chi",
        "RL-C02 a win before all",
        "RL-W09 two win",
        "head bump",
        "RL-W10 three make a draw",
        "three win",
        "head bump of three",
        "a self-draw",
    ],
)
def test_which_claim_takes_effect(
    claims: list[GameEvent], change: dict[str, Any], taken: tuple[GameEvent, ...], league: Rulebook
) -> None:
    assert resolve(claims, replace(league, play=replace(league.play, **change))) == taken
