"""A truth row says of each event what a spectator could know."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablebridge.sim.truth import row, to_jsonl, violation_row
from tablebridge_rules.event import (
    AbortiveDraw,
    Called,
    Dealt,
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
    IndicatorTurned,
    ReadyDeclared,
    RiichiAccepted,
    RiichiDeclared,
    Settled,
    StreakAnnounced,
    TilesDealt,
    VoidSuitDeclared,
    WallBuilt,
    Won,
    WonByFlowers,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.notation import parse_tiles
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Suit, Tile

A, B, C, D = Seat
FIVE = Tile.parse("5p")
POINTS = (30000, 30000, 30000, 30000)


@pytest.mark.parametrize(
    ("event", "kind", "facts"),
    [
        (
            HandStarted(2, Wind.SOUTH, C, 1, 3, POINTS),
            "hand_started",
            {"dealer": "C", "round_wind": "south", "honba": 1, "sticks": 3, "points": list(POINTS)},
        ),
        (WallBuilt((17, 17, 17, 17)), "wall_built", {"stacks": [17, 17, 17, 17]}),
        (DiceRolled(B, (2, 6)), "dice_rolled", {"seat": "B", "dice": [2, 6]}),
        (Dealt(FIVE, (parse_tiles("123m"),) * 4), "dealt", {"tile": "5p"}),
        (Drawn(A, FIVE, replacement=True), "draw", {"seat": "A", "replacement": True}),
        (Discarded(A, FIVE, sideways=True), "discard", {"seat": "A", "tile": "5p", "sideways": True}),
        (RiichiDeclared(A), "riichi", {"seat": "A"}),
        (RiichiAccepted(A), "riichi_accepted", {"seat": "A"}),
        (
            Called(B, Meld(MeldKind.CHI, parse_tiles("64p"), FIVE, A)),
            "chi",
            {"seat": "B", "kind": "chi", "tile": "5p", "tiles": ["4p", "5p", "6p"], "from_seat": "A"},
        ),
        (
            Called(B, Meld(MeldKind.PON, parse_tiles("05p"), FIVE, D)),
            "pon",
            {"seat": "B", "kind": "pon", "tile": "5p", "tiles": ["5p", "5p", "0p"], "from_seat": "D"},
        ),
        (
            Called(B, Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))),
            "kan",
            {"seat": "B", "kind": "kan_concealed", "tile": "1z", "tiles": ["1z"] * 4, "from_seat": None},
        ),
        (
            Called(B, Meld(MeldKind.KAN_ADDED, parse_tiles("550p"), FIVE, D)),
            "kan",
            {"seat": "B", "kind": "kan_added", "tile": "0p", "tiles": ["5p", "5p", "5p", "0p"], "from_seat": "D"},
        ),
        (FirstDealerThrown(B, (2, 6, 1)), "first_dealer_thrown", {"seat": "B", "dice": [2, 6, 1]}),
        (StreakAnnounced(B), "streak_announced", {"seat": "B"}),
        (TilesDealt((parse_tiles("123m"),) * 4), "dealt", {"tile": None}),
        (FlowersShown(C, (Tile.parse("2g"), Tile.parse("1f"))), "flower", {"seat": "C", "tiles": ["1f", "2g"]}),
        (FlowersPassed(C), "flowers_passed", {"seat": "C"}),
        (VoidSuitDeclared(C, Suit.DOTS), "void_suit", {"seat": "C", "suit": Suit.DOTS.value}),
        (ReadyDeclared(C), "ready", {"seat": "C"}),
        (
            WonByFlowers(C, (Tile.parse("1f"),), D),
            "win",
            {"seat": "C", "tile": None, "tiles": ["1f"], "from_seat": "D", "ura": []},
        ),
        (
            WonByFlowers(C, (Tile.parse("1f"),)),
            "win",
            {"seat": "C", "tile": None, "tiles": ["1f"], "from_seat": None, "ura": []},
        ),
        (HandsRevealed(((D, parse_tiles("21m")),)), "hands_revealed", {"tiles": {"D": ["1m", "2m"]}}),
        (IndicatorTurned(FIVE), "indicator", {"tile": "5p"}),
        (
            Won(B, FIVE, parse_tiles("64p"), D, parse_tiles("1z")),
            "win",
            {"seat": "B", "tile": "5p", "tiles": ["4p", "6p"], "from_seat": "D", "ura": ["1z"]},
        ),
        (
            Won(B, FIVE, parse_tiles("46p")),
            "win",
            {"seat": "B", "tile": "5p", "tiles": ["4p", "6p"], "from_seat": None, "ura": []},
        ),
        (
            ExhaustiveDraw(((D, parse_tiles("21m")),)),
            "exhaustive_draw",
            {"ready": ["D"], "tiles": {"D": ["1m", "2m"]}},
        ),
        (AbortiveDraw("nine_terminals", A), "abortive_draw", {"reason": "nine_terminals", "seat": "A"}),
        (AbortiveDraw("four_winds"), "abortive_draw", {"reason": "four_winds", "seat": None}),
        (Settled((1, 0, 0, -1), POINTS, 2), "settled", {"delta": [1, 0, 0, -1], "points": list(POINTS), "sticks": 2}),
    ],
)
def test_rows(event: HandEvent, kind: str, facts: dict[str, Any]) -> None:
    assert row(event, 1234.56, hand=2, order=7) == {"hand": 2, "order": 7, "type": kind, "at_ms": 1234.6, **facts}


def test_the_row_of_a_foul() -> None:
    told = violation_row("TW-F01", "replacement_out_of_turn", None, 99.99, hand=1, order=4)
    facts = {"clause": "TW-F01", "name": "replacement_out_of_turn", "seat": None}
    assert told == {"hand": 1, "order": 4, "type": "violation", "at_ms": 100.0, **facts}
    assert violation_row("TW-F01", "", B, 0.0)["seat"] == "B"


def test_rows_are_written_a_line_each() -> None:
    rows = [row(Drawn(A), 1.0), row(IndicatorTurned(FIVE), 2.0)]
    text = to_jsonl(rows)
    assert text.endswith("\n")
    assert [json.loads(line) for line in text.splitlines()] == rows
