"""A whole game that people played, replayed: every act is legal, every settlement and every next hand is the same.

The record (`tests/data/riichi_game.jsonl.gz`) is one event a line, from public records of play, without names: a draw
line names the tile, a riichi line comes before its discard, `with` are the own tiles of a call.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

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
    IndicatorTurned,
    RiichiAccepted,
    RiichiDeclared,
    Won,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.riichi.claims import legal_events, ready_hands
from tablebridge_rules.riichi.hand_end import next_hand, scores, settle
from tablebridge_rules.riichi.rulebook import Rulebook
from tablebridge_rules.riichi.state import HandState, start
from tablebridge_rules.riichi.step import step
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.tile import Tile

RECORD = Path(__file__).parents[2] / "data" / "riichi_game.jsonl.gz"
Row = dict[str, Any]


def hands() -> list[list[Row]]:
    """The rows of each hand, its `hand_start` first, its `hand_end` last."""
    with gzip.open(RECORD, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    starts = [index for index, row in enumerate(rows) if row["type"] == "hand_start"]
    return [rows[first:after] for first, after in zip(starts, [*starts[1:], len(rows) - 1], strict=True)]


HANDS = hands()


def tiles(names: list[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, names))


def started(row: Row) -> HandStarted:
    a, b, c, d = row["points"]
    return HandStarted(row["hand"], Wind(row["round"]), Seat(row["dealer"]), row["honba"], row["sticks"], (a, b, c, d))


class Reader:
    """Turns rows into events; remembers what a later row leaves out."""

    def __init__(self) -> None:
        self.riichi = False
        self.pons: dict[tuple[str, Tile], Meld] = {}

    def events(self, row: Row, state: HandState, rulebook: Rulebook) -> Iterator[GameEvent]:
        seat = Seat(row["seat"]) if row.get("seat") else None
        match row["type"], seat:
            case "deal", None:
                yield Dealt(Tile.parse(row["indicator"]), tuple(tiles(row["hands"][one.value]) for one in Seat))
            case "draw", Seat():
                yield Drawn(seat, Tile.parse(row["tile"]), row.get("from") == "dead_wall")
            case "riichi", _:
                self.riichi = True
            case "discard", Seat():
                yield Discarded(seat, Tile.parse(row["tile"]), self.riichi, row["drawn"])
                if self.riichi:
                    yield RiichiDeclared(seat)
                self.riichi = False
            case "riichi_accepted", Seat():
                yield RiichiAccepted(seat)
            case (("chi" | "pon" | "kan"), Seat()):
                yield Called(seat, self.meld(row))
            case "indicator", None:
                yield IndicatorTurned(Tile.parse(row["tile"]))
            case "win", Seat():
                standing = list(tiles(row["hand"]))
                standing.remove(Tile.parse(row["tile"]))
                giver, ura = row["from"] and Seat(row["from"]), tiles(row.get("ura_indicators", []))
                yield Won(seat, Tile.parse(row["tile"]), tuple(standing), giver, ura)
            case "exhaustive_draw", None:
                shown = ready_hands(state, rulebook)
                assert {one.value for one, _ in shown} == set(row["ready"])
                yield ExhaustiveDraw(shown)
            case "abortive_draw", None:
                yield AbortiveDraw(row["reason"], state.turn if row["reason"] == "nine_terminals" else None)

    def meld(self, row: Row) -> Meld:
        kind = row.get("kind", row["type"])
        if kind == "ankan":
            return Meld(MeldKind.KAN_CONCEALED, tiles(row["with"]))
        called = Tile.parse(row["tile"])
        key = row["seat"], Tile(called.kind)
        if kind == "kakan":
            pon = self.pons[key]
            return Meld(MeldKind.KAN_ADDED, (*pon.own, called), pon.called, pon.from_seat)
        act = MeldKind.KAN_EXPOSED if kind == "daiminkan" else MeldKind(kind)
        self.pons[key] = Meld(act, tiles(row["with"]), called, Seat(row["from"]))
        return self.pons[key]


def comparable(event: GameEvent) -> object:
    """What has to agree between a recorded and an offered act: nobody offers a drawn tile or an order of tiles."""
    match event:
        case Drawn():
            return replace(event, tile=None)
        case Discarded():
            return replace(event, drawn=None)
        case Won():
            return replace(event, concealed=tuple(sorted(event.concealed)), ura_indicators=())
        case Called(seat, meld):
            return seat, replace(meld, own=tuple(sorted(meld.own)))
        case _:
            return event


@pytest.mark.parametrize("rows", HANDS, ids=[f"hand {rows[0]['hand']}" for rows in HANDS])
def test_a_hand_is_replayed(rows: list[Row], common: Rulebook) -> None:
    state, reader = start(started(rows[0])), Reader()
    for row in rows[1:-1]:
        for event in reader.events(row, state, common):
            if not isinstance(event, Dealt | IndicatorTurned):
                assert comparable(event) in [comparable(one) for one in legal_events(state, common)]
            result = step(state, event, common)
            assert result.violations == ()
            state = result.state
    wins = [row for row in rows if row["type"] == "win"]
    for row, score in zip(wins, scores(state, common), strict=True):
        assert score is not None
        assert (score.han, score.yaku) == (row["han"], row["yaku"])
    settled = settle(state, common)
    assert (list(settled.points), settled.sticks) == (rows[-1]["points"], rows[-1]["sticks"])
    state = step(state, settled, common).state
    following = next_hand(state, common)
    later = {one[0]["hand"]: started(one[0]) for one in HANDS}
    assert following == later.get(state.hand + 1)
