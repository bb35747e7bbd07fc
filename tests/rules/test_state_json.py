"""Events and their parts as plain JSON values, and documents that describe none."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebridge_rules.errors import JsonError
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
    event_type,
)
from tablebridge_rules.meld import Meld, MeldKind
from tablebridge_rules.seat import Seat, Wind
from tablebridge_rules.sichuan.settlement import KongMade
from tablebridge_rules.state_json import event_from_json, event_to_json, from_json, to_json
from tablebridge_rules.tile import ALL_TILES, Suit, Tile, TileKind

seats = st.sampled_from(Seat)
tiles = st.sampled_from(ALL_TILES)
rows = st.lists(tiles, max_size=14).map(tuple)
fours = st.tuples(*[st.integers(-200_000, 200_000)] * 4)
dice = st.lists(st.integers(1, 6), max_size=3).map(tuple)
small = st.integers(0, 40)
hands = st.none() | st.tuples(rows, rows, rows, rows)
shown = st.lists(st.tuples(seats, rows), max_size=4).map(tuple)
maybe = st.none() | st.booleans()
melds = st.builds(Meld, st.sampled_from(MeldKind), rows, st.none() | tiles, st.none() | seats)
events: st.SearchStrategy[HandEvent] = st.one_of(
    st.builds(HandStarted, small, st.sampled_from(Wind), seats, small, small, fours),
    st.builds(WallBuilt, fours),
    st.builds(DiceRolled, seats, dice),
    st.builds(FirstDealerThrown, seats, dice),
    st.builds(Dealt, tiles, hands),
    st.builds(TilesDealt, hands),
    st.builds(Drawn, seats, st.none() | tiles, st.booleans()),
    st.builds(Discarded, seats, tiles, st.booleans(), maybe),
    st.builds(RiichiDeclared, seats),
    st.builds(RiichiAccepted, seats),
    st.builds(Called, seats, melds, maybe),
    st.builds(IndicatorTurned, tiles),
    st.builds(Won, seats, tiles, rows, st.none() | seats, rows),
    st.builds(WonByFlowers, seats, rows, st.none() | seats),
    st.builds(FlowersShown, seats, rows),
    st.builds(FlowersPassed, seats),
    st.builds(VoidSuitDeclared, seats, st.sampled_from(Suit)),
    st.builds(StreakAnnounced, seats),
    st.builds(ReadyDeclared, seats),
    st.builds(HandsRevealed, shown, shown),
    st.builds(ExhaustiveDraw, shown, shown),
    st.builds(AbortiveDraw, st.text(max_size=12), st.none() | seats),
    st.builds(Settled, fours, fours, small),
)


@given(events)
def test_an_event_survives_the_way_to_json_and_back(event: HandEvent) -> None:
    document = event_to_json(event)
    assert document["type"] == event_type(event)
    assert event_from_json(json.loads(json.dumps(document))) == event


@pytest.mark.parametrize(
    ("event", "document"),
    [
        pytest.param(
            Called(Seat.C, Meld(MeldKind.KAN_CONCEALED, (Tile.parse("9s"),) * 4), drawn=True),
            {
                "type": "kan",
                "seat": "C",
                "kind": "kan_concealed",
                "own": ["9s"] * 4,
                "called": None,
                "from_seat": None,
                "drawn": True,
            },
            id="kan",
        ),
        pytest.param(
            Called(Seat.A, Meld(MeldKind.PON, (Tile.parse("0p"), Tile.parse("5p")), Tile.parse("5p"), Seat.D)),
            {"type": "pon", "seat": "A", "own": ["0p", "5p"], "called": "5p", "from_seat": "D"},
            id="pon, nothing said of the draw",
        ),
        pytest.param(VoidSuitDeclared(Seat.B, Suit.DOTS), {"type": "void_suit", "seat": "B", "suit": "p"}, id="suit"),
        pytest.param(
            HandsRevealed(((Seat.D, (Tile.parse("1z"),)),)),
            {"type": "hands_revealed", "revealed": [["D", ["1z"]]], "kans": []},
            id="hands",
        ),
    ],
)
def test_the_document_of_an_event(event: HandEvent, document: dict[str, Any]) -> None:
    assert event_to_json(event) == document
    assert list(event_to_json(event)) == list(document)


@pytest.mark.parametrize(
    ("document", "event"),
    [
        ({"type": "draw", "seat": "A"}, Drawn(Seat.A)),
        ({"type": "dealt"}, TilesDealt()),
        ({"type": "dealt", "indicator": "3p"}, Dealt(Tile.parse("3p"))),
        ({"type": "win", "seat": "A", "flowers": ["1f"]}, WonByFlowers(Seat.A, (Tile.parse("1f"),))),
        ({"type": "riichi", "seat": "A", "hand": 3, "sequence": 8}, RiichiDeclared(Seat.A)),
        (
            {"type": "chi", "seat": "A", "own": ["1m", "2m"], "sequence": 8},
            Called(Seat.A, Meld(MeldKind.CHI, (Tile.parse("1m"), Tile.parse("2m")))),
        ),
    ],
    ids=["defaults", "dealt unseen", "dealt with an indicator", "flowers", "published with more", "a call with more"],
)
def test_what_an_event_may_leave_out_or_have_besides(document: dict[str, Any], event: HandEvent) -> None:
    assert event_from_json(document) == event


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ([], "the document: [] cannot be read: an object"),
        ({}, "type: None cannot be read: one of hand_started, wall_built"),
        ({"type": "sneeze"}, "type: 'sneeze' cannot be read: one of hand_started, wall_built"),
        ({"type": ["draw"]}, "type: ['draw'] cannot be read: one of hand_started"),
        ({"type": "draw"}, "seat is missing"),
        ({"type": "draw", "seat": "E"}, "seat: 'E' cannot be read: one of A, B, C, D"),
        ({"type": "draw", "seat": []}, "seat: [] cannot be read: one of A, B, C, D"),
        ({"type": "draw", "seat": "A", "tile": "9z"}, "tile: '9z' cannot be read: '9z' is not a tile"),
        ({"type": "draw", "seat": "A", "tile": 9}, "tile: 9 cannot be read: text"),
        ({"type": "draw", "seat": "A", "replacement": 1}, "replacement: 1 cannot be read: true or false"),
        ({"type": "win", "seat": "A"}, "tile is missing"),
        ({"type": "flower", "seat": "A", "tiles": "1f"}, "tiles: '1f' cannot be read: a list"),
        ({"type": "flower", "seat": "A", "tiles": ["1f", "x"]}, "tiles[1]: 'x' cannot be read"),
        ({"type": "wall_built", "stacks": [17, 17]}, "stacks: [17, 17] cannot be read: a list of 4"),
        ({"type": "wall_built", "stacks": [17, 17, 17, True]}, "stacks[3]: True cannot be read: a whole number"),
        ({"type": "kan", "seat": "A", "own": []}, "kind is missing"),
        ({"type": "kan", "seat": "A", "kind": "pon", "own": []}, "kind: 'pon' cannot be read: one of kan_exposed"),
        ({"type": "pon", "own": ["1m", "1m"]}, "seat is missing"),
        ({"type": "pon", "seat": "A", "own": ["1m", "1m"], "drawn": "no"}, "drawn: 'no' cannot be read: true or false"),
        ({"type": "hands_revealed", "revealed": [["A", ["0z"]]]}, "revealed[0][1][0]: '0z' cannot be read"),
        ({"type": "settled", "delta": [0] * 99}, "delta: [" + "0, " * 19 + "0,… cannot be read: a list of 4"),
    ],
)
def test_what_is_no_event_is_told_by_its_place(document: object, text: str) -> None:
    with pytest.raises(JsonError) as raised:
        event_from_json(document)
    assert str(raised.value).startswith(text)


@dataclass(frozen=True)
class Parts:
    """Fields as states have them."""

    kinds: frozenset[TileKind] = frozenset()
    kong: KongMade | None = None
    win: Won | WonByFlowers | None = None
    call: Called | None = None
    name: str = ""


DRAWN_WIN = {"type": "win", "seat": "A", "tile": "1m", "concealed": ["1m"]}


@pytest.mark.parametrize(
    "parts",
    [
        Parts(),
        Parts(kinds=frozenset({TileKind(30), TileKind(4)}), name="x"),
        Parts(kong=KongMade(Seat.A, MeldKind.KAN_EXPOSED, Seat.B)),
        Parts(win=Won(Seat.A, Tile.parse("1m"), ())),
        Parts(win=WonByFlowers(Seat.A, ())),
        Parts(call=Called(Seat.A, Meld(MeldKind.PON, ()))),
    ],
)
def test_parts_survive(parts: Parts) -> None:
    assert from_json(Parts, json.loads(json.dumps(to_json(parts)))) == parts


def test_sets_are_sorted() -> None:
    kinds = frozenset({TileKind(30), TileKind(4), TileKind(13)})
    assert to_json(kinds) == ["4z", "5m", "5p"]


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (None, "hand: None cannot be read: an object"),
        ({"type": "hand"}, "hand.type: 'hand' cannot be read: there is no such field"),
        ({"points": 3}, "hand.points: 3 cannot be read: there is no such field"),
        ({"kinds": ["0m"]}, "hand.kinds[0]: '0m' cannot be read: a kind of tile, 5m"),
        ({"kong": {"seat": "A", "kind": "pon"}}, "hand.kong: {'seat': 'A', 'kind': 'pon'} cannot be read: a pon is no"),
        ({"kong": {"seat": "A", "kind": "kan"}}, "hand.kong.kind: 'kan' cannot be read: one of chi, pon, kan_exposed"),
        ({"kong": {"seat": "A"}}, "hand.kong.kind is missing"),
        ({"win": {**DRAWN_WIN, "type": "draw"}}, "hand.win.type: 'draw' cannot be read: one of win"),
        ({"win": {**DRAWN_WIN, "tile": 1}}, "hand.win.tile: 1 cannot be read: text"),
        ({"win": {**DRAWN_WIN, "han": 1}}, "hand.win.han: 1 cannot be read: there is no such field"),
        ({"call": {"type": "win"}}, "hand.call.type: 'win' cannot be read: one of chi, pon, kan"),
        ({"call": {"type": "pon", "seat": "A", "own": [], "x": 1}}, "hand.call.x: 1 cannot be read: there is no such"),
        ({"call": {"type": "pon", "seat": "A", "own": [1]}}, "hand.call.own[0]: 1 cannot be read: text"),
        ({"name": None}, "hand.name: None cannot be read: text"),
    ],
)
def test_what_is_no_part_is_told_by_its_place(document: object, text: str) -> None:
    with pytest.raises(JsonError) as raised:
        from_json(Parts, document, "hand")
    assert str(raised.value).startswith(text)


@dataclass(frozen=True)
class Unreadable:
    """A field that states do not have."""

    weight: float


@pytest.mark.parametrize("value", [1.5, [], {}], ids=["a float", "a list", "a dict"])
def test_what_the_rules_do_not_use_has_no_json(value: object) -> None:
    with pytest.raises(TypeError, match="has no JSON here"):
        to_json(value)


def test_a_field_that_the_rules_do_not_use_has_no_json() -> None:
    with pytest.raises(TypeError, match="has no JSON here"):
        from_json(Unreadable, {"weight": 1})
    with pytest.raises(TypeError, match="has no JSON here"):
        from_json(list[int], [1])
