"""Fouls that the fold itself shows: each clause broken, and the nearest act that does not break it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    ExhaustiveDraw,
    GameEvent,
    HandStarted,
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    WallBuilt,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState
from tablebridge_rules.riichi.step import replay, step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile
from tablebridge_rules.violation import Violation
from tablebridge_rules.violations.ready import ready_kinds

A, B, C, D = Seat
STARTED = HandStarted(0, Wind.EAST, A, 0, 0, (30000, 30000, 30000, 900))
HANDS = ("123m456p789s1122z", "147m258p369s1234z", "5567m77p34488s55z", "19m19p19s1234567z")


def tile(text: str) -> Tile:
    return Tile.parse(text)


def draw(seat: Seat, text: str | None = None, *, replacement: bool = False) -> Drawn:
    return Drawn(seat, None if text is None else tile(text), replacement)


def cut(seat: Seat, text: str, **fields: Any) -> Discarded:
    return Discarded(seat, tile(text), **fields)


def call(seat: Seat, kind: MeldKind, own: str, called: str | None = None, from_seat: Seat | None = None) -> Called:
    return Called(seat, Meld(kind, parse_tiles(own), called and tile(called), from_seat))  # type: ignore[arg-type]


def around(*texts: str, first: Seat = A) -> list[GameEvent]:
    """Draws and discards in turn from `first` on."""
    events: list[GameEvent] = []
    for turn, text in enumerate(texts):
        events += (draw(first.after(turn)), cut(first.after(turn), text))
    return events


def state_after(*events: GameEvent, known: bool = False) -> HandState:
    hands = tuple(map(parse_tiles, HANDS)) if known else None
    return replay([STARTED, Dealt(tile("9p"), hands), *events]).state


def found(state: HandState, event: GameEvent) -> list[tuple[str, str, Seat | None]]:
    return [(one.clause, one.name, one.seat) for one in step(state, event).violations]


CHI, PON, EXPOSED = MeldKind.CHI, MeldKind.PON, MeldKind.KAN_EXPOSED
CONCEALED, ADDED = MeldKind.KAN_CONCEALED, MeldKind.KAN_ADDED
RIICHI_OF_A = (draw(A), cut(A, "3z", sideways=True), RiichiDeclared(A), RiichiAccepted(A))
KANS_OF_B = [call(B, EXPOSED, f"{r}{r}{r}z", f"{r}z", A) for r in (1, 2, 3)]
READY = parse_tiles("123m456p789s1122z")
ALSO_READY = parse_tiles("234m567p345s333p1z")
IDLE = parse_tiles("147m258p369s1234z")

LATER = around("1m", "1m", "2m", first=B)

CASES: list[tuple[str, list[GameEvent], GameEvent, list[tuple[str, str, Seat | None]]]] = [
    ("RL-T01 in turn", around("1m"), draw(B), []),
    ("RL-T01 out of turn", around("1m"), draw(C), [("RL-T01", "turn_order", C)]),
    ("RL-T01 twice", [draw(A)], draw(A), [("RL-T01", "turn_order", A)]),
    ("RL-F06 early", [draw(A)], draw(B), [("RL-F06", "early_draw", B)]),
    ("RL-D05 dead wall", around("1m"), draw(B, replacement=True), [("RL-D05", "wrong_wall", B)]),
    ("RL-D05 live wall after a kan", [draw(A), call(A, CONCEALED, "1111p")], draw(A), [("RL-D05", "wrong_wall", A)]),
    ("RL-T01 discard by another", [draw(A)], cut(C, "1m"), [("RL-T01", "turn_order", C)]),
    ("RL-T01 discard without draw", around("1m"), cut(B, "1m"), [("RL-T01", "turn_order", B)]),
    ("RL-T01 two discards", around("1m"), cut(A, "2m"), [("RL-T01", "turn_order", A)]),
    ("RL-T01 discard out of turn after a discard", around("1m"), cut(C, "2m"), [("RL-T01", "turn_order", C)]),
    ("RL-C05 chi from the left", around("1m"), call(B, CHI, "23m", "1m", A), []),
    ("RL-C05 chi from across", around("1m"), call(C, CHI, "23m", "1m", A), [("RL-C05", "chi_not_from_left", C)]),
    ("RL-C06 pon from anyone", around("1m"), call(D, PON, "11m", "1m", A), []),
    ("RL-C04 not the last discard", around("1m", "2m"), call(D, PON, "11m", "1m", A), [("RL-C04", "wrong_source", D)]),
    ("RL-C04 another tile", around("1m"), call(D, PON, "22m", "2m", A), [("RL-C04", "wrong_source", D)]),
    ("RL-C04 nothing discarded", [], call(D, PON, "22m", "2m", A), [("RL-C04", "wrong_source", D)]),
    ("RL-C04 the own discard", around("1m"), call(A, PON, "11m", "1m", A), [("RL-C04", "wrong_source", A)]),
    ("RL-C02 after the next draw", [*around("1m"), draw(B)], call(D, PON, "11m", "1m", A), [
        ("RL-C02", "late_call", D)
    ]),
    ("RL-F01 no run", around("1m"), call(B, CHI, "24m", "1m", A), [("RL-F01", "wrong_meld", B)]),
    ("RL-F01 no run of honours", around("1z"), call(B, CHI, "23z", "1z", A), [("RL-F01", "wrong_meld", B)]),
    ("RL-F01 run over two suits", around("9m"), call(B, CHI, "12p", "9m", A), [("RL-F01", "wrong_meld", B)]),
    ("RL-F01 no triplet", around("5p"), call(B, PON, "56p", "5p", A), [("RL-F01", "wrong_meld", B)]),
    ("RL-F01 red five belongs", around("0p"), call(B, PON, "55p", "0p", A), []),
    ("RL-F01 too few tiles", around("5p"), call(B, EXPOSED, "55p", "5p", A), [("RL-F01", "wrong_meld", B)]),
    ("RL-F01 concealed with a called tile", [draw(A)], call(A, CONCEALED, "111p", "1p", B), [
        ("RL-F01", "wrong_meld", A)
    ]),
    ("RL-C02 swap-call", [*around("1m"), call(B, CHI, "23m", "1m", A)], cut(B, "1m"), [("RL-C02", "swap_call", B)]),
    ("RL-C02 other end of the run", [*around("1m"), call(B, CHI, "23m", "1m", A)], cut(B, "4m"), []),
    ("RL-T01 own kan outside the turn", around("1m"), call(B, CONCEALED, "1111p"), [("RL-T01", "turn_order", B)]),
    ("RL-C07 no pon to add to", [draw(A)], call(A, ADDED, "555z", "5z", B), [("RL-C07", "no_pon", A)]),
    (
        "RL-C07 added to its pon",
        [*around("5z"), call(C, PON, "55z", "5z", A), cut(C, "8s"), *around("1m", "2m", "3m", first=D), draw(C)],
        call(C, ADDED, "555z", "5z", A),
        [],
    ),
    (
        "RL-X09 fifth kan",
        [draw(A), *KANS_OF_B, call(A, CONCEALED, "1111p")],
        call(A, CONCEALED, "2222p"),
        [("RL-T01", "turn_order", A), ("RL-X09", "fifth_kan", A)],
    ),
    ("RL-R01 declared with the discard", [draw(A), cut(A, "3z", sideways=True)], RiichiDeclared(A), []),
    ("RL-R01 not laid sideways", around("3z"), RiichiDeclared(A), [("RL-R01", "riichi_conditions", A)]),
    ("RL-R01 twice", [*RIICHI_OF_A], RiichiDeclared(A), [("RL-R01", "riichi_conditions", A)]),
    ("RL-R01 without a discard", [], RiichiDeclared(B), [("RL-R01", "riichi_conditions", B)]),
    (
        "RL-R01 after another's discard",
        [draw(A), cut(A, "3z", sideways=True), draw(B), cut(B, "1m")],
        RiichiDeclared(A),
        [("RL-R01", "riichi_conditions", A)],
    ),
    (
        "RL-R01 with an open meld",
        [*around("1m"), call(B, CHI, "23m", "1m", A), cut(B, "9s", sideways=True)],
        RiichiDeclared(B),
        [("RL-R01", "riichi_conditions", B)],
    ),
    (
        "RL-R01 without the points",
        [*around("1m", "1m", "1m"), draw(D), cut(D, "1m", sideways=True)],
        RiichiDeclared(D),
        [("RL-R01", "riichi_conditions", D)],
    ),
    ("RL-R03 accepted", [*RIICHI_OF_A[:3]], RiichiAccepted(A), []),
    ("RL-R03 a second stick", [*RIICHI_OF_A], RiichiAccepted(A), [("RL-R03", "deposit", A)]),
    ("RL-R03 without declaring", around("3z"), RiichiAccepted(A), [("RL-R03", "deposit", A)]),
    ("RL-R04 another tile", [*RIICHI_OF_A, *LATER, draw(A)], cut(A, "9m", drawn=False), [
        ("RL-R04", "riichi_hand_changed", A)
    ]),
    ("RL-R04 not the tile that was drawn", [*RIICHI_OF_A, *LATER, draw(A, "9m")], cut(A, "8m"), [
        ("RL-R04", "riichi_hand_changed", A)
    ]),
    ("RL-R04 the drawn tile", [*RIICHI_OF_A, *LATER, draw(A, "9m")], cut(A, "9m"), []),
    ("RL-R04 a call", [*RIICHI_OF_A, *around("1m", first=B)], call(A, PON, "11m", "1m", B), [
        ("RL-R04", "riichi_hand_changed", A)
    ]),
    ("RL-R04 a concealed kan", [*RIICHI_OF_A, *LATER, draw(A)], call(A, CONCEALED, "9999m"), []),
    ("RL-S05 indicator after a kan", [draw(A), call(A, CONCEALED, "1111p")], IndicatorTurned(tile("1s")), []),
    ("RL-S05 indicator without a kan", [draw(A)], IndicatorTurned(tile("1s")), [("RL-S05", "indicator_surplus", None)]),
    ("RL-F09 self-draw", [draw(A)], Won(A, tile("1z"), READY), []),
    ("RL-F09 self-draw out of turn", [draw(A)], Won(B, tile("1z"), READY), [("RL-F09", "false_win", B)]),
    ("RL-F09 wrong tile", [draw(A)], Won(A, tile("9m"), READY), [("RL-F09", "false_win", A)]),
    ("RL-F09 not ready", [draw(A)], Won(A, tile("1z"), IDLE), [("RL-F09", "false_win", A)]),
    ("RL-F09 misread flower", [draw(A)], Won(A, tile("1z"), (*READY[:12], tile("1f"))), [("RL-F09", "false_win", A)]),
    ("RL-F09 ron", around("1z"), Won(B, tile("1z"), READY, A), []),
    ("RL-F09 ron on the own discard", around("1z"), Won(A, tile("1z"), READY, A), [
        ("RL-F09", "false_win", A), ("RL-F09", "false_win", A)
    ]),
    ("RL-F09 ron on a tile of yore", around("1z", "9m"), Won(D, tile("1z"), READY, A), [
        ("RL-F09", "false_win", D), ("RL-F09", "false_win", D)
    ]),
    ("RL-W07 furiten", around("2z", "9m", "9m", "1z"), Won(A, tile("1z"), READY, D), [("RL-F09", "false_win", A)]),
    ("RL-R07 passed", around("2z", "1z"), Won(C, tile("1z"), READY, B), [("RL-F09", "false_win", C)]),
    ("RL-W09 second winner", [*around("1z"), Won(B, tile("1z"), READY, A)], Won(C, tile("1z"), ALSO_READY, A), []),
    ("RL-X11 too soon", around("1m"), ExhaustiveDraw(), [("RL-X11", "draw_too_soon", None)]),
    ("RL-X01 nine terminals", [draw(A)], AbortiveDraw("nine_terminals", A), []),
    ("RL-X01 after the first discard", [*around("1m", "2m", "3m", "4m"), draw(A)], AbortiveDraw("nine_terminals", A), [
        ("RL-X01", "abort_without_reason", A)
    ]),
    ("RL-X02 four winds", around("3z", "3z", "3z", "3z"), AbortiveDraw("four_winds"), []),
    ("RL-X02 three winds", around("3z", "3z", "3z", "4z"), AbortiveDraw("four_winds"), [
        ("RL-X02", "abort_without_reason", None)
    ]),
    ("RL-X02 three discards", around("3z", "3z", "3z"), AbortiveDraw("four_winds"), [
        ("RL-X02", "abort_without_reason", None)
    ]),
    ("RL-X03 no kans", around("3z"), AbortiveDraw("four_kans"), [("RL-X03", "abort_without_reason", None)]),
    ("RL-X03 kans of two", [draw(A), *KANS_OF_B, call(A, CONCEALED, "1111p")], AbortiveDraw("four_kans"), []),
    ("RL-X04 one riichi", [*RIICHI_OF_A], AbortiveDraw("four_riichi"), [("RL-X04", "abort_without_reason", None)]),
    ("RL-W10 triple ron", around("3z"), AbortiveDraw("triple_ron"), []),
    ("RL-W10 nothing to win on", [draw(A)], AbortiveDraw("triple_ron"), [("RL-W10", "abort_without_reason", None)]),
    ("an unknown reason", [draw(A)], AbortiveDraw("earthquake"), [("RL-X01", "abort_without_reason", None)]),
    ("RL-W03 after the end", [draw(A), AbortiveDraw("nine_terminals", A)], draw(B), [("RL-W03", "hand_over", B)]),
    ("RL-R03 points after a draw", [draw(A), AbortiveDraw("nine_terminals", A)], Settled((0,) * 4, (0,) * 4, 0), [
        ("RL-R03", "wrong_settlement", None)
    ]),
    ("a new hand", [draw(A), AbortiveDraw("nine_terminals", A)], STARTED, []),
    ("RL-D01 fourth copy", around("1m", "1m", "1m"), cut(D, "1m"), [("RL-T01", "turn_order", D)]),
    ("RL-D01 fifth copy", around("1m", "1m", "1m", "1m"), cut(B, "1m"), [
        ("RL-T01", "turn_order", B), ("RL-D01", "fifth_copy", None)
    ]),
    ("RL-S06 two red 5p", [*around("0p"), draw(B)], cut(B, "0p"), []),
    ("RL-S06 two red 5m", [*around("0m"), draw(B)], cut(B, "0m"), [("RL-S06", "red_five_surplus", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("before", "event", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_breaks_which_clause(
    before: list[GameEvent], event: GameEvent, expected: list[tuple[str, str, Seat | None]]
) -> None:
    assert found(state_after(*before), event) == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (WallBuilt((17, 17, 17, 17)), []),
        (WallBuilt((17, 17, 17, 16)), [("RL-D01", "wall_size", None)]),
        (DiceRolled(A, (1, 2)), []),
        (DiceRolled(B, (1, 2)), [("RL-D04", "wrong_thrower", B)]),
        (Dealt(tile("9p")), []),
        (Dealt(tile("9p"), tuple(map(parse_tiles, HANDS))), []),
        (Dealt(tile("9p"), (parse_tiles("1m"), *map(parse_tiles, HANDS[1:]))), [("RL-D06", "deal_count", A)]),
        (draw(A), [("RL-D06", "draw_before_deal", A)]),
    ],
)
def test_before_the_deal(event: GameEvent, expected: list[tuple[str, str, Seat | None]]) -> None:
    assert found(replay([STARTED]).state, event) == expected


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (cut(A, "9m"), "tile_count"),
        (cut(A, "1m"), None),
    ],
)
def test_rl_f07_tiles_that_a_known_hand_does_not_hold(event: GameEvent, name: str | None) -> None:
    state = state_after(draw(A, "5p"), known=True)
    assert [one[1] for one in found(state, event)] == ([name] if name else [])


def test_rl_f07_a_call_with_tiles_that_a_known_hand_does_not_hold() -> None:
    state = state_after(draw(A, "1z"), cut(A, "1z"), known=True)
    assert ("RL-F07", "tile_count", B) in found(state, call(B, PON, "11z", "1z", A))


@pytest.mark.parametrize(("left", "clauses"), [(0, ["RL-D05"]), (1, [])])
def test_rl_d05_the_last_live_tile_is_the_last_draw_and_the_last_kan(left: int, clauses: list[str]) -> None:
    open_wall = replace(state_after(*around("1z")), wall_left=left)
    assert [one[0] for one in found(open_wall, draw(B))] == clauses
    assert [one[0] for one in found(open_wall, call(B, EXPOSED, "111z", "1z", A))] == clauses


@pytest.mark.parametrize(
    ("revealed", "expected"),
    [
        (((A, READY),), []),
        ((), [("RL-R05", "false_riichi", A)]),
        (((A, IDLE),), [("RL-R05", "false_riichi", A)]),
    ],
    ids=["opened and ready", "not opened", "not ready"],
)
def test_rl_r05_riichi_hands_at_an_exhaustive_draw(
    revealed: tuple[tuple[Seat, tuple[Tile, ...]], ...], expected: list[tuple[str, str, Seat | None]]
) -> None:
    state = replace(state_after(*RIICHI_OF_A), wall_left=0)
    assert found(state, ExhaustiveDraw(revealed)) == expected


def test_rl_x03_four_kans_of_one_seat_are_no_reason() -> None:
    kans: list[GameEvent] = [draw(A), *KANS_OF_B, call(B, EXPOSED, "444z", "4z", A)]
    assert found(state_after(*kans), AbortiveDraw("four_kans")) == [("RL-X03", "abort_without_reason", None)]


def test_rl_x04_four_riichi_are_a_reason() -> None:
    declared: list[GameEvent] = []
    for turn in range(4):
        seat = A.after(turn)
        declared += [draw(seat), cut(seat, "9m", sideways=True), RiichiDeclared(seat), RiichiAccepted(seat)]
    assert found(state_after(*declared), AbortiveDraw("four_riichi")) == []


def test_the_rulebook_decides(common: Rulebook) -> None:
    chi = state_after(*around("1m"), call(B, CHI, "23m", "1m", A))
    strict = replay([STARTED, Dealt(tile("9p")), *around("1m"), call(B, CHI, "23m", "1m", A)], common).state
    assert step(chi, cut(B, "4m")).violations == ()
    assert [one.name for one in step(strict, cut(B, "4m"), common).violations] == ["swap_call"]


def test_a_violation_says_what_happened() -> None:
    (violation,) = step(state_after(draw(A)), draw(B)).violations
    penalty = "hand_dead_and_violation_point"
    assert violation == Violation("RL-F06", "early_draw", B, "B drew before A discarded", penalty)


@pytest.mark.parametrize(
    ("hand", "melds", "waiting"),
    [("1122z", 3, {"1z", "2z"}), ("1122z", 2, set()), ("11111z", 3, set()), ("123m456p789s1111z", 0, set())],
)
def test_what_cannot_be_a_hand_waits_for_nothing(hand: str, melds: int, waiting: set[str]) -> None:
    assert {str(kind) for kind in ready_kinds(parse_tiles(hand), melds)} == waiting
